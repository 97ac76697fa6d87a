"""Making boards: the rules as forms, decks of tickets, and files of other programs."""
