"""Statistics of strength: intervals, ratings, tests, standings. Functions of results; games are played elsewhere."""
