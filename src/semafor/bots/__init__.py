"""Players: they see an observation, never the state.

Here live the strategies, how they are named (`registry`) and the levels that people choose (`levels`). They may import
the engine through its API and its kernel, and nothing above.
"""
