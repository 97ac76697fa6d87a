"""Contests, and what a server keeps for guests who want it: results of the days, sealed deals, and a ladder."""
