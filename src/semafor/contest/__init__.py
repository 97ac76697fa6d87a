"""Comparing people who played the same deals: par, checked results, ratings, and the standings of contests."""
