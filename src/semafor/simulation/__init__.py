"""Games between bots in bulk: the referee, the arena, and statistics."""
