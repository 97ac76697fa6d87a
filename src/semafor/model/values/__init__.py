"""Values of a board and of events: plain Python, not compiled, since they are mappings and dataclasses."""
