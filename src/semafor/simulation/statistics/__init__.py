"""Statistics of strength: intervals, ratings, tests, standings."""
