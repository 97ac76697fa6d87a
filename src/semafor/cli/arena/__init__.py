"""``semafor arena``: its options, its tables, its leaderboard. The arena itself is `semafor.simulation`."""
