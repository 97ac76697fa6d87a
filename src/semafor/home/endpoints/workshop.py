"""Making boards: the rules as forms, decks of tickets, files of other programs.

`POST /boards` says what is wrong with a board file.
"""

from __future__ import annotations

from typing import Final

from semafor.home.endpoints.endpoint import SMALL, WITH_BOARD, Ask, Encoded, Endpoints
from semafor.home.work.workers import Caller
from semafor.home.work.workshop_jobs import ExportSheets, ImportFiles, SuggestDeck
from semafor.simulation.lab.report import LabReport
from semafor.table.wire.api_messages import BoardFile
from semafor.table.wire.workshop_messages import Deck, DeckWanted, Imported, ImportWanted, LabWanted, RuleForms, Sheets
from semafor.workshop.forms import rule_forms_message

WORKSHOP: Final = Endpoints("/api/workshop")
_FILES: Final = SMALL + WITH_BOARD + 2_000_000


@WORKSHOP.get("/rules")
async def rule_forms(ask: Ask) -> RuleForms:
    """Return all rules as forms, and the rules of our boards as presets."""
    return await ask.home.workers.aside(rule_forms_message)


@WORKSHOP.post("/tickets", 422, cost="heavy", most=WITH_BOARD)
async def suggest_tickets(ask: Ask, wanted: DeckWanted) -> Encoded[Deck]:
    """Suggest a deck of tickets for a board that need not be finished, and say what each is worth by the rule."""
    return Encoded(await ask.home.workers.do(SuggestDeck(wanted), Caller((ask.address,))))


@WORKSHOP.post("/import", 422, cost="heavy", most=_FILES)
async def import_files(ask: Ask, wanted: ImportWanted) -> Encoded[Imported]:
    """Make a board file of other files: tables (CSV), a board of another editor (JSON), or a board file."""
    job = ImportFiles(wanted.files, wanted.board_file)
    return Encoded(await ask.home.workers.do(job, Caller((ask.address,))))


@WORKSHOP.post("/export", 422, cost="heavy", most=WITH_BOARD)
async def export_sheets(ask: Ask, wanted: BoardFile) -> Encoded[Sheets]:
    """Write a board as tables (CSV) of its places, routes and tickets."""
    return Encoded(await ask.home.workers.do(ExportSheets(wanted.board_file), Caller((ask.address,))))


@WORKSHOP.post("/lab", 422, cost="heavy", most=WITH_BOARD, progress=True)
async def lab(ask: Ask, wanted: LabWanted) -> LabReport:
    """Let planners play on a board, and return what spoils it, with changes that were tried.

    The progress comes as with an analysis. What nobody waits for any more is stopped.
    """
    await ask.home.boards.head(wanted.board_file, Caller((ask.address,)))
    return await ask.home.labs.of(wanted, ask.address, ask.tell)
