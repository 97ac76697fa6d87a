"""Games between bots in bulk: the referee, the arena, and what can be said about the results."""
