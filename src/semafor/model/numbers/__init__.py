"""Layouts of flat vectors: the state, a view, the moves."""
