"""``semafor play``."""
