"""Other people's results: an arena journal with records, checked game by game.

The deals must follow from the file's seed, every action is replayed by the rules, the points are recounted, and no game
may be missing. Two things can't be checked: the names of the bots, and whether a bot really failed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from semafor.engine.boards import load_board
from semafor.engine.files.records import RULES_VERSION, Record, RecordError
from semafor.engine.files.replay import replay
from semafor.model.errors import SemaforError
from semafor.simulation.blocks import Plan, Seating
from semafor.simulation.journal import GameLine, read_game
from semafor.simulation.match import SeatResult, judge
from semafor.simulation.statistics.crosstable import Crosstable


class ResultError(SemaforError):
    """An invalid file of results."""


def check_results(path: Path) -> Crosstable:
    """Check every game of a file and return its standings; raise ResultError for the first problem."""
    lines = _lines(path)
    plan = _plan(path, next(lines, (0, {}))[1])
    seatings = list(plan.seatings())
    games: dict[int, GameLine] = {}
    for number, data in lines:
        try:
            game = _checked(plan, seatings, data)
        except (ResultError, RecordError, KeyError, TypeError, IndexError) as error:
            raise ResultError(f"{path}, line {number}: {_told(error)}") from None
        if game.number in games:
            raise ResultError(f"{path}, line {number}: game {game.number} is there twice")
        games[game.number] = game
    missing = [seating.number for seating in seatings if seating.number not in games]
    if missing:
        raise ResultError(f"{path}: {len(missing)} of {len(seatings)} games are missing, the first is {missing[0]}")
    return Crosstable(plan, games.values())


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                data = json.loads(line)
            except ValueError as error:
                raise ResultError(f"{path}, line {number}: {error}") from None
            if not isinstance(data, dict):
                raise ResultError(f"{path}, line {number}: not a JSON object")
            yield number, data


def _plan(path: Path, head: dict[str, Any]) -> Plan:
    try:
        told = {"line_ups": None, **head}
        plan = Plan(**{**{field.name: told[field.name] for field in fields(Plan)}, "bots": tuple(told["bots"])})
        digest, rules = head["digest"], head["rules"]
    except (KeyError, TypeError) as error:
        raise ResultError(f"{path}: the first line is not that of an arena's journal ({_told(error)})") from None
    for name in ("players", "blocks", "line_ups"):
        number = told[name]
        if name == "line_ups" and number is None:
            continue
        if type(number) is not int or number < 1:
            raise ResultError(f"{path}: {name} must be a whole number above 0, not {number!r}")
    if not plan.records:
        raise ResultError(f"{path}: the games have no records; play them with --records")
    if plan.tuning:
        raise ResultError(f"{path}: the seeds are tuning seeds; results are valid with test seeds only")
    here = load_board(plan.board).spec.digest
    if (digest, rules) != (here, RULES_VERSION):
        raise ResultError(
            f"{path}: played on {plan.board} {digest} by rules {rules}; here they are {here} and {RULES_VERSION}"
        )
    return plan


def _checked(plan: Plan, seatings: list[Seating], data: dict[str, Any]) -> GameLine:
    """Return a game, after checking that it fits the plan, follows the rules, and ended as it says."""
    told = read_game(data)
    if not 0 <= told.number < len(seatings):
        raise ResultError(f"there is no game {told.number} in the plan")
    seating = seatings[told.number]
    entries = tuple(seat.entry for seat in told.seats)
    if (told.block, entries) != (seating.block, seating.seats):
        raise ResultError(f"game {told.number} is from another block, or has other bots in its seats")
    record = Record.from_json(data["record"])
    if record.seed != plan.deal_seed(seating.block) or record.position is not None or record.first is not None:
        raise ResultError("the game was not dealt from the seed of its block")
    if record.players != plan.players:
        raise ResultError(f"the game has {record.players} players")
    game = replay(record, load_board(plan.board))
    if not game.over:
        raise ResultError("the game is not over")
    score = game.score()
    counted = [SeatResult(seat.entry, failure=seat.failure) for seat in told.seats]
    judge(counted, [seat.total for seat in score.seats], score.winners)
    for number, (seat, right) in enumerate(zip(told.seats, counted, strict=True)):
        points = score.seats[number].total
        if (seat.points, seat.rank, seat.share) != (points, right.rank, right.share):
            raise ResultError(f"seat {number} has {points} points and rank {right.rank}, not what the file says")
    return told


def _told(error: Exception) -> str:
    return f"no {error}" if isinstance(error, KeyError) else str(error)
