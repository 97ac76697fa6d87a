"""Semafor."""
