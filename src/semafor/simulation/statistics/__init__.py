"""What can be said about strength: intervals, ratings, tests, standings."""
