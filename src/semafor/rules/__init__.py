"""The rules of the game, one file per rule."""
