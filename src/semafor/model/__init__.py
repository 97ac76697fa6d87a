"""The nouns of the game: cards, board, actions, events, state."""
