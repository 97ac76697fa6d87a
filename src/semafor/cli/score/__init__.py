"""``semafor score``."""
