"""A game as one seat, or a spectator, may see it: made once for each state, whoever asks."""
