"""The score, counted and explained; standings and the state of tickets.

It may import rules, states and observations.
"""
