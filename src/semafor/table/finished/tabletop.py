"""The score of a game that was played on a real table, from what everybody had at the end.

The engine judges and counts it like any other position. What can't be is described by codes and ids, so that a client
says it in its own words and shows it on the map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from semafor import SPECTATOR, Board, PositionError, load_position
from semafor.engine.positions.checks import (
    CARDS_NAMED,
    CLAIMED_TWICE,
    LANES_CLAIMED,
    PARALLEL_HELD,
    TICKET_ELSEWHERE,
    TICKET_TWICE,
    TRAINS_USED,
)
from semafor.engine.positions.draft import WRONG_SEATS
from semafor.model.cards import CARD_KIND
from semafor.model.reading import Phrase, Problem
from semafor.table.creating import wanted_board
from semafor.table.views.observed_game import ObservedGame
from semafor.table.views.viewer import still_view
from semafor.table.wire.problems import Refused
from semafor.table.wire.tabletop_messages import ProblemCode, Tabletop, TabletopProblem, TabletopScore

_CODES: Final[dict[str, tuple[ProblemCode, str, str]]] = {
    WRONG_SEATS: ("wrong_number_of_players", "", ""),
    CLAIMED_TWICE: ("route_twice", "claiming", "free"),
    PARALLEL_HELD: ("parallel_held", "parallel_routes", "one_each"),
    LANES_CLAIMED: ("parallel_closed", "parallel_routes", "closed"),
    TRAINS_USED: ("too_many_trains", "claiming", "trains"),
    TICKET_ELSEWHERE: ("ticket_twice", "", ""),
    TICKET_TWICE: ("ticket_twice", "", ""),
    CARDS_NAMED: ("too_many_cards", "", ""),
}
"""The code of each problem of a position, and the rule that it follows from, with the name of its citation."""
_SEAT: Final = re.compile(r"seats\[(\d+)\]")


def score_tabletop(game: Tabletop) -> TabletopScore:
    """Return the score of a game that was played on a real table, or everything that is wrong with it.

    >>> from semafor.table.wire.tabletop_messages import TabletopSeat
    >>> seats = [TabletopSeat(["ambel:brack:red"], ["ambel:cormo"]), TabletopSeat(["ambel:brack:red"])]
    >>> [(problem.code, problem.seats, problem.routes) for problem in score_tabletop(Tabletop("toy", seats)).problems]
    [('route_twice', [0, 1], ['ambel:brack:red'])]
    """
    board = wanted_board(game.board, None)
    _check_ids(board, game)
    position: dict[str, object] = {
        "board": board.id,
        "seats": [{"routes": seat.routes, "tickets": seat.tickets, "hand": seat.hand} for seat in game.seats],
        "decision": "over",
    }
    if board.spec.goals:
        position["goals"] = game.goals
    problems = _goal_problems(board, game.goals)
    try:
        played = load_position(position, 0, board)
    except PositionError as error:
        problems += [_problem(board, problem) for problem in error.problems]
    if problems:
        return TabletopScore(None, problems)
    return TabletopScore(still_view(ObservedGame(played, SPECTATOR), None), [])


def _check_ids(board: Board, game: Tabletop) -> None:
    """Refuse what the board does not have: a client offers nothing else."""
    for number, seat in enumerate(game.seats):
        _check_known("route", seat.routes, board.route_index, f"seats[{number}].routes")
        _check_known("ticket", seat.tickets, board.ticket_index, f"seats[{number}].tickets")
        _check_known("card", list(seat.hand), CARD_KIND, f"seats[{number}].hand")
    _check_known("goal", game.goals, board.goal_index, "goals")


def _check_known(what: str, ids: Sequence[str], known: dict[str, int], where: str) -> None:
    for id_ in ids:
        if id_ not in known:
            raise Refused(f"unknown_{what}", f"there is no {what} {id_!r} on this board", None, where, 422)


def _goal_problems(board: Board, goals: Sequence[str]) -> list[TabletopProblem]:
    wanted = board.number("goals", "face_up")
    rule = board.rule("goals")
    if len(set(goals)) == len(goals) == wanted or rule is None:
        return []
    text = f"{wanted} different goals are face up, got {len(set(goals))}"
    numbers = {"wanted": wanted, "got": len(set(goals))}
    return [TabletopProblem("wrong_number_of_goals", rule.cites["face_up"], text, [], [], [], [], numbers)]


def _problem(board: Board, problem: Problem) -> TabletopProblem:
    """Return a problem of the position with everything that it names."""
    code, slug, citation = _CODES.get(problem.phrase.text, ("impossible", "", ""))
    rule = board.rule(slug) if slug else None
    named = [problem.path, *_names(problem.phrase)]
    seats = sorted({int(seat) for name in named for seat in _SEAT.findall(name)})
    numbers = {key: value for key, value in problem.phrase.values.items() if isinstance(value, int)}
    return TabletopProblem(
        code=code,
        rule=None if rule is None else rule.cites[citation],
        message=str(problem),
        seats=seats,
        routes=[name for name in named if name in board.route_index],
        tickets=[name for name in named if name in board.ticket_index],
        cards=[name for name in named if name in CARD_KIND],
        numbers=numbers,
    )


def _names(phrase: Phrase) -> Iterator[str]:
    """Yield the words of a phrase: ids, paths, lists of ids."""
    for value in phrase.values.values():
        if isinstance(value, Phrase):
            yield from _names(value)
        elif isinstance(value, str):
            yield from value.split(", ")
