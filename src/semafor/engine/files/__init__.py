"""File formats: actions, records, positions and game files."""
