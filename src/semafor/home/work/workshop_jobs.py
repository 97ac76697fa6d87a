"""Slow work of the workshop for the workers of a home: files of others, and decks of tickets."""

from __future__ import annotations

from typing import Final

from msgspec.json import Encoder

from semafor.engine.board_checks import MOST_SPOTS
from semafor.engine.boards import LONGEST_FILE, unfinished_board
from semafor.model.reading import BoardError
from semafor.model.spec import KIND_CITY
from semafor.simulation.jobs import Job
from semafor.table.wire.problems import Refused, bad_board, said, whole
from semafor.table.wire.workshop_messages import (
    DeckWanted,
    ExportFile,
    Imported,
    ImportFile,
    ImportNote,
    Sheets,
)
from semafor.workshop.decks import deck_message
from semafor.workshop.exporting import sheets_of
from semafor.workshop.importing import import_board
from semafor.workshop.notes import Notes

_ENCODER: Final = Encoder()


class SuggestDeck(Job, frozen=True):
    """Suggest the tickets of a board."""

    wanted: DeckWanted

    def run(self) -> bytes:
        """Return the deck as JSON; raise Refused if the board can't be read."""
        try:
            spec = unfinished_board(self.wanted.board_file)
        except BoardError as error:
            raise bad_board(error) from None
        # The pairs of 2,500 cities take 790 MB.
        if sum(place.kind == KIND_CITY for place in spec.places) > MOST_SPOTS:
            raise Refused("bad_board", f"a deck is suggested for at most {MOST_SPOTS} cities", None, "board_file", 422)
        return _ENCODER.encode(deck_message(spec, self.wanted))


class ImportFiles(Job, frozen=True):
    """Make a board file of other files."""

    files: list[ImportFile]
    board_file: str | None

    def run(self) -> bytes:
        """Return the board file and notes as JSON; raise Refused if it would be too long."""
        notes = Notes()
        try:
            text = whole(import_board([(one.name, one.data) for one in self.files], self.board_file, notes))
        except BoardError as error:
            raise bad_board(error) from None
        if len(text) > LONGEST_FILE:
            raise Refused("bad_board", "the board would be too large for a board file", None, "files", 422)
        listed = [ImportNote(whole(file), line, said(phrase)) for file, line, phrase in notes.all]
        return _ENCODER.encode(Imported(text, listed))


class ExportSheets(Job, frozen=True):
    """Write a board as tables."""

    board_file: str

    def run(self) -> bytes:
        """Return the tables as JSON; raise Refused if the board can't be read."""
        try:
            sheets = sheets_of(unfinished_board(self.board_file))
        except BoardError as error:
            raise bad_board(error) from None
        return _ENCODER.encode(Sheets([ExportFile(name, text) for name, text in sheets.items()]))
