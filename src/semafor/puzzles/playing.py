"""What a home of tables answers about puzzles: which there are, a position as a table, and what an action is worth.

Nothing is kept for that. A position is shown as its seat sees it, by the same views as every table; what the others
hold is made up in the puzzle itself.
"""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from typing import Any, Final, cast

from semafor import Observation, PositionError, TicketWay, load_board, load_position, parse_action
from semafor.puzzles.collection import Puzzle, Result, puzzle_boards, puzzles_of
from semafor.table.views.observed_game import ObservedGame
from semafor.table.views.questions import Question, legal_action, reply
from semafor.table.views.viewer import still_view
from semafor.table.wire.client_messages import BOT_NAMES, PLAYER_COLOURS
from semafor.table.wire.messages import Answer, Clock, Table, TableSeat
from semafor.table.wire.problems import not_found
from semafor.table.wire.puzzle_messages import (
    BoardPuzzles,
    Detour,
    PuzzleAnswer,
    PuzzleMove,
    PuzzleOption,
    PuzzleSummary,
    PuzzleTable,
    PuzzleTrial,
)
from semafor.table.wire.reading import read_body

_KEPT: Final = 32


def puzzle_lists() -> list[BoardPuzzles]:
    """Return the puzzles of every board by id: the order of the files tells what kind of move is best."""
    return [
        BoardPuzzles(board, [PuzzleSummary(id, puzzle.level) for id, puzzle in sorted(puzzles_of(board).items())])
        for board in puzzle_boards()
    ]


def puzzle_table(board: str, id: str) -> PuzzleTable:
    """Return a puzzle as the table that it is played at."""
    puzzle, observed = _look(board, id)
    return PuzzleTable(_table(puzzle, observed), still_view(observed, puzzle.seat))


def read_question(raw: bytes) -> Question:
    """Return a question from the body of a request, or a refusal that says what is wrong with it."""
    question: Question = read_body(raw, Question)  # type: ignore[arg-type]
    return question


def puzzle_reply(board: str, id: str, question: Question) -> Answer:
    """Say whether an action is legal, or how a route can be paid for."""
    return reply(_look(board, id)[1], question)


def puzzle_answer(board: str, id: str, move: PuzzleMove) -> PuzzleAnswer:
    """Return what an action is worth; refuse one that is not legal."""
    puzzle, observed = _look(board, id)
    action = legal_action(observed, move.action)
    return PuzzleAnswer(
        chosen=puzzle.number(observed.game.board, action),
        bots=[witness.bot for witness in puzzle.by],
        options=[PuzzleOption(one.action, [_trial(result) for result in one.results]) for one in puzzle.options],
        reason=cast(Any, puzzle.reason),
        completes=_completed(puzzle, observed),
        detours=_detours(puzzle, observed.seen),
    )


def _trial(result: Result) -> PuzzleTrial:
    return PuzzleTrial(result.wins, result.score, result.games, result.behind, result.error)


@lru_cache(maxsize=_KEPT)
def _look(board: str, id: str) -> tuple[Puzzle, ObservedGame]:
    puzzle = puzzles_of(board).get(id) if board in puzzle_boards() else None
    if puzzle is None:
        raise not_found(f"there is no puzzle {id!r} on the board {board!r}")
    return puzzle, ObservedGame(puzzle.game(load_board(board)), puzzle.seat)


def _table(puzzle: Puzzle, observed: ObservedGame) -> Table:
    board = observed.game.board
    return Table(
        game=puzzle.id,
        board=board.id,
        board_name=dict(board.spec.names),
        board_revision=board.spec.revision,
        board_file=False,
        status="playing",
        seats=[
            TableSeat(
                seat=seat,
                kind="person" if seat == puzzle.seat else "bot",
                name="" if seat == puzzle.seat else BOT_NAMES[seat],
                colour=PLAYER_COLOURS[seat],
                level=None,
                connected=True,
                played_by_bot=seat != puzzle.seat,
                external_bot=False,
                face=None,
            )
            for seat in range(observed.game.players)
        ],
        clock=Clock(),
        spectators=False,
        spectator_delay=0,
        tracker=False,
        hints=False,
        continues=None,
        day=None,
        sealed=False,
        public=False,
        created=0.0,
        commitment="",
        rematch=None,
        end_offer=None,
        watching=0,
        owner=puzzle.seat,
        lesson=None,
        contest=None,
        screen=False,
        kids=False,
    )


# What a claim is good for


def _completed(puzzle: Puzzle, observed: ObservedGame) -> list[str]:
    """Return the tickets of the seat that the solution completes."""
    best = parse_action(puzzle.options[0].action)
    if best.to_json()["type"] != "claim":
        return []
    game = puzzle.game(observed.game.board)
    before = {way.id for way in observed.seen.tickets if way.completed}
    game.apply(puzzle.seat, best)
    return [way.id for way in game.observe(puzzle.seat).tickets if way.completed and way.id not in before]


def _detours(puzzle: Puzzle, seen: Observation) -> list[Detour]:
    """Return what the seat's tickets cost more if another player gets the route of the solution."""
    route = puzzle.options[0].action.get("route")
    if not isinstance(route, str):
        return []
    before = {way.id: way for way in seen.tickets if not way.completed and way.possible}
    after = {way.id: way for way in _without(puzzle, route, seen)}
    return [
        Detour(ticket, after[ticket].trains_needed - way.trains_needed if after[ticket].possible else None)
        for ticket, way in before.items()
        if ticket in after and after[ticket].trains_needed != way.trains_needed
    ]


def _without(puzzle: Puzzle, route: str, seen: Observation) -> list[TicketWay]:
    """Return how the tickets stand if the next player has the route."""
    position: Any = deepcopy(puzzle.position)
    other = position["seats"][(puzzle.seat + 1) % len(position["seats"])]
    other["routes"].append(route)
    for counted in ("trains", "points"):
        other.pop(counted, None)
    try:
        return list(load_position(position, None, seen.board).observe(puzzle.seat).tickets)
    except PositionError:
        # The other has too few trains for it.
        return []
