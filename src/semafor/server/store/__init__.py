"""Persistence: the database, and the bus between processes that share it."""
