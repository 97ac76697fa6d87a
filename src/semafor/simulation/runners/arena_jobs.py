"""One game of the arena as a piece of work that any process can do: the plan and a seating in, a line of JSON out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from semafor.bots.external import BotFailure
from semafor.bots.registry import make_bot
from semafor.engine.boards import load_board
from semafor.engine.game import Game, Observation
from semafor.engine.legality.legal_actions import LegalActions
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.simulation.blocks import Plan, Seating
from semafor.simulation.match import Player, Referee, Watch, failure_of

Maker = Callable[[str, Board], Player]
"""Makes a bot from its name and options."""
Blame = Mapping[int, tuple[str, str]]
"""Entries that crashed a whole process, with the kind of failure and a message; they forfeit before the game."""


class _Broken:
    """A placeholder for a bot that can't be made, or must not run again."""

    def __init__(self, failure: BotFailure) -> None:
        self.failure = failure

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        raise BotFailure(self.failure.kind, self.failure.message)


@dataclass(frozen=True)
class ArenaJob:
    """Plays games of a plan."""

    plan: Plan
    make: Maker = make_bot

    def play(self, seating: Seating, blame: Blame | None = None, watch: Watch | None = None) -> str:
        """Play one game and return it as a line of a journal."""
        plan = self.plan
        board = load_board(plan.board)
        seats = range(plan.players)
        bots = [self._bot(entry, board, blame or {}) for entry in seating.seats]
        played = Referee(
            Game.new(board, plan.players, plan.deal_seed(seating.block)),
            bots,
            [Chance.seeded(plan.bot_seed(seating, seat)) for seat in seats],
            plan.seconds,
            seating.seats,
            watch,
        ).play()
        line: dict[str, object] = {
            "game": seating.number,
            "block": seating.block,
            "seats": [seat.to_json() for seat in played.seats],
        }
        if plan.records:
            line["record"] = played.record.to_json()
        return json.dumps(line, separators=(",", ":"))

    def _bot(self, entry: int, board: Board, blame: Blame) -> Player:
        if entry in blame:
            return _Broken(BotFailure(*blame[entry]))
        try:
            return self.make(self.plan.bots[entry], board)
        except (Exception, SystemExit) as error:
            return _Broken(failure_of(error))
