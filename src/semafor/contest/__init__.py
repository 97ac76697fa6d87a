"""Comparing people who played the same deal: par, and results that are valid only if their record replays."""
