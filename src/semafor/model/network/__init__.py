"""Connections and the longest path."""
