"""Puzzles: positions from games of strong bots in which one action is much better than every other.

Here they are found, proven, stored and played. It may import bots, and tables' views and messages, but no home.
"""
