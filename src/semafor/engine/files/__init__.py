"""How games are written: actions, records, positions and files of games."""
