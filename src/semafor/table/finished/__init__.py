"""Games that are over: their files, replays and statistics."""
