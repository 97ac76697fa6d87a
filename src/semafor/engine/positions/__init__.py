"""Positions: a whole state as plain data (`writing`), and back (`draft`, `checks`, `building`)."""
