"""Values of a game: plain Python, not compiled, since they are mappings and dataclasses."""
