"""REST: puzzles."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from semafor.puzzles.playing import puzzle_answer, puzzle_lists, puzzle_reply, puzzle_table, read_question
from semafor.server.budget import in_thread
from semafor.server.http.rest import SMALL, answer, describe, read, read_body
from semafor.server.http.routing import Router
from semafor.table.views.questions import Question
from semafor.table.wire.messages import Answer
from semafor.table.wire.puzzle_messages import BoardPuzzles, PuzzleAnswer, PuzzleMove, PuzzleTable

ROUTER = Router("/api/puzzles")


@ROUTER.get("", **describe(list[BoardPuzzles]))
async def list_puzzles() -> Response:
    """Return the puzzles of every board."""
    # In a thread: when they are first asked for, all boards and all puzzles are read.
    return answer(await in_thread(puzzle_lists))


@ROUTER.get("/{board}/{puzzle}", **describe(PuzzleTable, refusals=(404,)))
async def show_puzzle(board: str, puzzle: str) -> Response:
    """Return a puzzle as a table, as its seat sees it."""
    return answer(puzzle_table(board, puzzle))


@ROUTER.post("/{board}/{puzzle}/ask", **describe(Answer, takes=Question, refusals=(404, 409)))
async def ask_about_puzzle(request: Request, board: str, puzzle: str) -> Response:
    """Return whether an action is legal in a puzzle, or how a route can be paid for."""
    return answer(puzzle_reply(board, puzzle, read_question(await read_body(request, SMALL))))


@ROUTER.post("/{board}/{puzzle}/answer", **describe(PuzzleAnswer, takes=PuzzleMove, refusals=(404, 409)))
async def answer_puzzle(request: Request, board: str, puzzle: str) -> Response:
    """Return what an action is worth in a puzzle, and what every other is."""
    return answer(puzzle_answer(board, puzzle, await read(request, PuzzleMove)))
