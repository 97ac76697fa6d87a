"""Layouts of flat vectors: the state, a view, the moves. Above the engine only its kernel names these numbers."""
