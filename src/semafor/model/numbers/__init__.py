"""Where things stand in flat vectors: the state, a view, the moves."""
