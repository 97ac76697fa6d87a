"""The nouns of the game: cards, board, actions, events, state. It imports nothing of Semafor above it."""
