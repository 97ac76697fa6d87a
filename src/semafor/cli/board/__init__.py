"""``semafor board``."""
