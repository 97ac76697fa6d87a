"""The score, counted and explained; how tickets and a game stand."""
