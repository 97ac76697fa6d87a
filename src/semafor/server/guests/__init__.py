"""What a server keeps for guests who want it: a ladder, and the results of the days' deals."""
