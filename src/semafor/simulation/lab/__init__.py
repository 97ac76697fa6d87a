"""The lab: thousands of games on a board, and what they say about it."""
