"""The arena: plays a plan with any runner, keeps a journal, and computes the standings."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import Protocol

from semafor.bots.registry import make_bot
from semafor.engine.boards import load_board
from semafor.engine.game import Game
from semafor.model.errors import SemaforError
from semafor.simulation.blocks import Plan, Seating
from semafor.simulation.journal import GameLine, Journal
from semafor.simulation.runners.arena_jobs import ArenaJob, Maker
from semafor.simulation.statistics.crosstable import Crosstable, pair_score
from semafor.simulation.statistics.sequential import SequentialTest


class PlanError(SemaforError):
    """A plan that can't be played."""


class Runner(Protocol):
    """Plays games somewhere and yields their lines in the order they end; closing it stops everything."""

    def __call__(self, job: ArenaJob, seatings: Iterable[Seating]) -> Generator[str, None, None]:
        """Play games of a job."""


class Arena:
    """Plays a plan. The result depends only on the plan: not on the runner, and not on interruptions."""

    def __init__(self, plan: Plan, make: Maker = make_bot, sprt: bool = False) -> None:
        """Check that the plan can be played: the board, the number of players, every bot."""
        self.plan = plan
        self.make = make
        self.sprt = sprt
        board = load_board(plan.board)
        Game.new(board, plan.players, 0)
        if not plan.bots:
            raise PlanError("there is nobody to play: name at least one bot")
        if plan.blocks < 1:
            raise PlanError("there must be at least one block")
        if plan.line_ups is not None and plan.line_ups < 1:
            raise PlanError("there must be at least one line-up in a block")
        if plan.seconds <= 0:
            raise PlanError("bots need some time: more than 0 seconds")
        if sprt and len(plan.bots) != 2:
            raise PlanError(f"the sequential test compares two bots, the new one and the old one, not {len(plan.bots)}")
        for spec in plan.bots:
            make(spec, board)

    @property
    def total(self) -> int:
        """The number of games of the whole plan."""
        return self.plan.blocks * self.plan.block_size

    def play(self, runner: Runner, journal: Journal, played: Callable[[], None] | None = None) -> Crosstable:
        """Play the games that the journal lacks; `played` is called after every game."""
        test = _TestInOrder(self.plan) if self.sprt else None
        if test is not None and any(test.decides(game) for game in journal.games.values()):
            return self.standing(journal)
        missing = [seating for seating in self.plan.seatings() if seating.number not in journal.games]
        with closing(runner(ArenaJob(self.plan, self.make), missing)) as lines:
            for line in lines:
                game = journal.add(line)
                if played is not None:
                    played()
                if test is not None and test.decides(game):
                    break
        return self.standing(journal)

    def standing(self, journal: Journal) -> Crosstable:
        """Return the standings for the games in the journal."""
        return Crosstable(self.plan, journal.games.values(), self.sprt)

    def write_records(self, standing: Crosstable, journal: Journal, path: Path) -> None:
        """Write the records of all games of a standing, one per line, in the order of the plan."""
        with path.open("w", encoding="utf-8") as file:
            for record in journal.records(game.number for game in standing.games):
                file.write(json.dumps(record, separators=(",", ":")) + "\n")


class _TestInOrder:
    """Feeds blocks to a sequential test in order, whatever order games end in."""

    def __init__(self, plan: Plan) -> None:
        self.size = plan.block_size
        self.games: dict[int, list[GameLine]] = defaultdict(list)
        self.test = SequentialTest()

    def decides(self, game: GameLine) -> bool:
        """Add a game, and return whether the answer is known."""
        self.games[game.block].append(game)
        while self.test.verdict.answer == "open" and len(self.games[self.test.verdict.blocks]) == self.size:
            self.test.add(pair_score(self.games[self.test.verdict.blocks]))
        return self.test.verdict.answer != "open"
