"""Players: they see an observation, never the state."""
