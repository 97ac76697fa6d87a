"""Puzzles."""

from __future__ import annotations

from semafor.home.endpoints.endpoint import Ask, Endpoints
from semafor.puzzles.playing import puzzle_answer, puzzle_lists, puzzle_reply, puzzle_table, read_question
from semafor.table.views.questions import Question
from semafor.table.wire.messages import Answer
from semafor.table.wire.puzzle_messages import BoardPuzzles, PuzzleAnswer, PuzzleMove, PuzzleTable

PUZZLES = Endpoints("/api/puzzles")


@PUZZLES.get("")
async def puzzles(ask: Ask) -> list[BoardPuzzles]:
    """Return the puzzles of every board."""
    # Aside: when they are first asked for, all boards and all puzzles are read.
    return await ask.home.workers.aside(puzzle_lists)


@PUZZLES.get("/{board}/{puzzle}", 404)
async def puzzle(_: Ask, board: str, puzzle: str) -> PuzzleTable:
    """Return a puzzle as a table, as its seat sees it."""
    return puzzle_table(board, puzzle)


@PUZZLES.post("/{board}/{puzzle}/ask", 404, 409, takes=Question)
async def ask_puzzle(_: Ask, board: str, puzzle: str, raw: bytes) -> Answer:
    """Return whether an action is legal in a puzzle, or how a route can be paid for."""
    return puzzle_reply(board, puzzle, read_question(raw))


@PUZZLES.post("/{board}/{puzzle}/answer", 404, 409)
async def answer_puzzle(_: Ask, board: str, puzzle: str, wanted: PuzzleMove) -> PuzzleAnswer:
    """Return what an action is worth in a puzzle, and what every other is."""
    return puzzle_answer(board, puzzle, wanted)
