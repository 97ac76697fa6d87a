"""Planning for scripted players: paths, prices, wishes, awards, beliefs.

Parts of the planner without a player: they may import the engine's kernel and each other, and no bot.
"""
