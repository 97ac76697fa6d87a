"""Puzzles: positions from games of strong bots in which one action is much better than every other."""
