"""``semafor play``: a game in the terminal or in the browser."""
