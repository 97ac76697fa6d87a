"""``semafor board``: a board file as a table in the terminal, and its rules."""
