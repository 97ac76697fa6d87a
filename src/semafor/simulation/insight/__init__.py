"""What bots find out about a game for people: advice, hints, analyses in words and numbers, and what might have been.

It works on games and observations alone, in jobs that a worker can do; tables and people are above it.
"""
