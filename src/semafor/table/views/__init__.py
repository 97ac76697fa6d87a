"""A game as one seat, or a spectator, may see it."""
