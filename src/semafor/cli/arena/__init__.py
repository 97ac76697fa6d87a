"""``semafor arena``."""
