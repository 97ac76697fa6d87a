"""The score, counted and explained; standings and the state of tickets."""
