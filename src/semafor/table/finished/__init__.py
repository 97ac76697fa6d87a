"""Games that are over: their files, replays, statistics and moments, and games from real tables."""
