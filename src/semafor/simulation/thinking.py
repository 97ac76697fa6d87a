"""Jobs for bots that think elsewhere: in a server's process, or in a page's web worker.

A bot that decides gets the observation of its seat and nothing else, so there is nothing hidden to peek at. A finished
game that is analysed hides nothing.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Final

from msgspec.json import encode

from semafor import Board, Chance, Observation, Record
from semafor.bots.base import Bot
from semafor.bots.external import BotFailure
from semafor.bots.registry import make_bot
from semafor.simulation.failures import told
from semafor.simulation.insight.analysis import Study
from semafor.simulation.jobs import BoardJob, Job
from semafor.simulation.match import failure_of

SECONDS: Final = 1.5
"""How long a bot may think; no level needs more than one second."""
BRIEF: Final = 0.1
"""The same for a bot that is to be brief."""
FALLBACK: Final = "planner"
"""The bot that decides if another one has failed."""
_BOTS_KEPT: Final = 32


class Decide(Job, frozen=True, tag=True):
    """A decision to make for the observer."""

    seen: Observation
    spec: str
    seed: str
    brief: bool = False
    whose: str = ""
    """The owner of a private bot, which may keep state and whose failures are shown; empty for shared bots."""

    def run(self) -> bytes:
        """Return the action as JSON; nothing if the bot has failed."""
        try:
            legal = self.seen.legal
            bot = kept_bot(self.spec, self.seen.board, self.whose)
            bot.forget()
            action = bot.choose(self.seen, legal, Chance.seeded(self.seed), BRIEF if self.brief else SECONDS)
            if action in legal:
                return encode(action.to_json())
            self._tell(BotFailure("illegal", f"{action!r} is not legal"))
        except Exception as error:
            self._tell(failure_of(error))
        # The bot failed; the caller lets another one decide.
        return b""

    def _tell(self, failure: BotFailure) -> None:
        """Show the owner of a bot why it failed, with a position in which it sees the same."""
        if self.whose:
            failure.position = self.seen.determinise(Chance.seeded(self.seed)).position()
            print(told(self.spec, failure), file=sys.stderr, flush=True)


class Slice(BoardJob, frozen=True, tag=True):
    """A part of the analysis of a finished game: playouts after a number of actions, or without playouts the advice.

    With `advised`, the playouts compare the action number `step` with the advised one.
    """

    record: dict[str, object]
    after: int = 0
    first: int = 0
    playouts: int = 0
    step: int = 0
    advised: dict[str, object] | None = None

    def run(self) -> bytes:
        """Return this part as JSON."""
        study = Study(Record.from_json(self.record), self.load_board())
        if self.advised is not None:
            return encode(study.compare(self.step, self.advised, self.first, self.playouts))
        if self.playouts:
            return encode(study.wins(self.after, self.first, self.playouts))
        return encode({"advice": study.advice(), "points": study.points()})


@lru_cache(maxsize=_BOTS_KEPT)
def kept_bot(spec: str, board: Board, whose: str = "") -> Bot:
    """Return a cached bot for any game and seat, or for one alone: making one takes longer than a decision."""
    return make_bot(spec, board)
