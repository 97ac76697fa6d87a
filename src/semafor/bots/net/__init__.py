"""The learned player: what its network sees, the network, its weights, and the search that it guides.

It may import the planner, which plans and advises.
"""
