"""``semafor score``: the score of a game at a real table, as it was typed."""
