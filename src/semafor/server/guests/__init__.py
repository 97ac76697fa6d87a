"""What a server keeps for guests who want it: their store, a ladder, the results of the days' deals.

It may import stores and workers, not the hub.
"""
