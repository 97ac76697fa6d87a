"""Boards and positions as pictures."""
