"""What was not understood in files that become a board."""

from __future__ import annotations

from typing import Final

from semafor.model.reading import Phrase

MOST: Final = 200


class Notes:
    """Collects phrases, each with its file and its line (0: the whole file)."""

    def __init__(self) -> None:
        """Start with none; `file` is the one that is being read."""
        self.file = ""
        self.all: list[tuple[str, int, Phrase]] = []

    def add(self, line: int, text: str, **values: object) -> None:
        """Add a note; after many, the rest says nothing new."""
        if len(self.all) < MOST:
            self.all.append((self.file, line, Phrase(text, **values)))

    def problem(self, phrase: Phrase) -> None:
        """Add a problem of a whole file."""
        self.all.append((self.file, 0, phrase))

    def columns(self, unknown: list[str]) -> None:
        """Note columns that nobody knows."""
        if unknown:
            self.add(1, "unknown columns are left out: {columns}", columns=", ".join(unknown)[:200])
