"""Boards and positions as pictures in SVG, from a board file's places alone."""
