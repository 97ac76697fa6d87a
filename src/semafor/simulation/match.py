"""The referee: one game between bots, from the deal to the result.

A bot gets what its seat may know, its legal actions, its own generator and a time budget; none of these gives access to
the state of the game. A bot that takes an illegal action, returns something else, crashes or thinks too long has lost:
random moves continue for its seat, so that the others can finish, and the failure is part of the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Protocol

from semafor.bots.base import whole_action
from semafor.bots.external import START_SECONDS, BotFailure, ExternalBot
from semafor.bots.peer import PeerBot
from semafor.bots.policy import RandomPolicy
from semafor.engine.files.records import Record
from semafor.engine.game import Game, Observation
from semafor.engine.kernel import sample_state
from semafor.engine.legality.legal_actions import LegalActions
from semafor.engine.scoring.score import Score
from semafor.model.actions import Action, DrawTickets
from semafor.model.chance import Chance
from semafor.simulation.clock import OutOfTime, Times, alarm, time_limit
from semafor.simulation.failures import keep_position, traceback_of

Watch = Callable[[int | None, float], None]
"""Callback with the seat whose decision is awaited and its time limit; None when the decision is made."""


class Player(Protocol):
    """Anything that chooses actions like a bot; it need not inherit from the compiled `Bot`."""

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the action to take."""


@dataclass
class SeatResult:
    """The result of one seat. Tickets and routes are indices into the board's lists."""

    entry: int
    points: int = 0
    rank: int = 1
    share: float = 0.0
    failure: str | None = None
    message: str = ""
    traceback: str = ""
    position: dict[str, object] | None = None
    """Where the bot failed."""
    made: list[int] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)
    routes: list[int] = field(default_factory=list)
    bonuses: dict[str, int] = field(default_factory=dict)
    route_points: int = 0
    longest_path: int = 0
    turns: int = 0
    ticket_draws: int = 0
    trains_left: int = 0
    cards_left: int = 0
    times: Times = field(default_factory=Times)

    def to_json(self) -> dict[str, object]:
        """Write everything for a journal."""
        return {
            **{name: value for name, value in asdict(self).items() if name != "times"},
            "times": self.times.to_json(),
        }


@dataclass
class Played:
    """A finished game: the result of every seat, and the record."""

    seats: list[SeatResult]
    record: Record


class Referee:
    """Runs one game."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[Player],
        chances: Sequence[Chance],
        seconds: float,
        entries: Sequence[int] | None = None,
        watch: Watch | None = None,
        raises: bool = False,
    ) -> None:
        """Take a game and, for every seat, a bot and its generator; `entries` are their numbers in the results.

        With `raises` a bot's failure is raised, not recorded.
        """
        self.game = game
        self.bots = bots
        self.chances = chances
        self.seconds = seconds
        self.results = [SeatResult(entry) for entry in (range(game.players) if entries is None else entries)]
        self.watch = watch
        self.raises = raises
        self.stand_in = RandomPolicy(game.board)

    def fail(self, seat: int, failure: BotFailure) -> None:
        """Record that the bot of a seat has failed."""
        result = self.results[seat]
        result.failure, result.message = failure.kind, failure.message
        result.traceback, result.position = failure.traceback, failure.position

    def play(self) -> Played:
        """Play to the end."""
        game = self.game
        while not game.over:
            decision = game.pending
            seat = decision.seats[0]
            result = self.results[seat]
            action = self.decide(seat)
            result.turns += decision.name == "take_turn"
            result.ticket_draws += isinstance(action, DrawTickets)
            game.apply(seat, action)
        score = game.score()
        judge(self.results, [seat.total for seat in score.seats], score.winners)
        for seat, result in enumerate(self.results):
            self._describe(result, score, seat)
        return Played(self.results, game.record())

    def decide(self, seat: int) -> Action:
        """Return the bot's action, or a random one once it has failed."""
        if self.results[seat].failure is None:
            if self.watch is not None:
                self.watch(seat, self._limit(seat))
            try:
                return self._ask(seat)
            except BotFailure as failure:
                failure.position = self.game.position()
                if self.raises:
                    actions = len(self.game.record().steps)
                    path = keep_position(failure.position, f"seat {seat}")
                    failure.add_note(f"seat {seat} after {actions} actions; load_position({str(path)!r}) is where")
                    raise
                self.fail(seat, failure)
            finally:
                if self.watch is not None:
                    self.watch(None, 0.0)
        seen = self.game.observe(seat)
        return whole_action(self.stand_in, sample_state(seen, self.chances[seat]), seat, self.chances[seat])

    def _ask(self, seat: int) -> Action:
        seen = self.game.observe(seat)
        legal = seen.legal
        starts = self._starts(seat)
        limit = self._limit(seat)
        begun = time.perf_counter()
        try:
            with alarm(limit):
                answer: object = self.bots[seat].choose(seen, legal, self.chances[seat], self.seconds)
        except OutOfTime as rang:
            self.results[seat].times.add(time.perf_counter() - begun)
            failure = BotFailure("timeout", f"no answer after {limit:.2f} s")
            failure.traceback = traceback_of(rang)
            raise failure from None
        except (Exception, SystemExit) as error:
            raise failure_of(error) from error
        taken = time.perf_counter() - begun
        if not starts:
            self.results[seat].times.add(taken)
        if taken > limit:
            raise BotFailure("timeout", f"took {taken:.2f} s of {self.seconds:g} s")
        return self._checked(seat, answer)

    def _starts(self, seat: int) -> bool:
        """Return whether the bot is a program that starts on demand; startup is not thinking time."""
        bot = self.bots[seat]
        return isinstance(bot, (ExternalBot, PeerBot)) and bot.child is None

    def _limit(self, seat: int) -> float:
        """Return the time limit of the bot."""
        return time_limit(self.seconds) + (START_SECONDS if self._starts(seat) else 0.0)

    def _checked(self, seat: int, answer: object) -> Action:
        if not isinstance(answer, Action):
            raise BotFailure("nonsense", f"answered with {type(answer).__name__}, not with an action")
        try:
            refusal = self.game.why_not(seat, answer)
        except Exception as error:
            raise BotFailure("nonsense", f"an action that can't be read: {type(error).__name__}: {error}") from error
        if refusal is not None:
            raise BotFailure("illegal", f"{answer!r}: {refusal.message}")
        return answer

    # The result

    def _describe(self, result: SeatResult, score: Score, seat: int) -> None:
        board = self.game.board
        mine = score.seats[seat]
        seen = self.game.observe(seat)
        result.points = mine.total
        result.made = [int(board.ticket_index[ticket]) for ticket in mine.completed]
        result.failed = [int(board.ticket_index[ticket]) for ticket in mine.failed]
        result.routes = [int(board.route_index[route]) for route in seen.me.routes]
        result.bonuses = {name: points for name, points in mine.bonuses.items() if points}
        result.route_points = mine.routes
        result.longest_path = mine.longest_path
        result.trains_left = mine.trains
        result.cards_left = seen.hand.total


def judge(results: Sequence[SeatResult], points: Sequence[int], won: Sequence[int]) -> None:
    """Rank the seats: winners first (ties broken by the board's rules), then by points, failed bots last."""
    sound = [seat for seat, result in enumerate(results) if result.failure is None]
    winners = [seat for seat in won if seat in sound]
    if not winners and sound:
        most = max(points[seat] for seat in sound)
        winners = [seat for seat in sound if points[seat] == most]
    keys = [
        (2, 0) if seat in winners else (1, points[seat]) if seat in sound else (0, 0) for seat in range(len(points))
    ]
    for seat, result in enumerate(results):
        result.rank = 1 + sum(other > keys[seat] for other in keys)
        result.share = 1 / len(winners) if seat in winners else 0.0


def failure_of(error: BaseException) -> BotFailure:
    """Convert a bot's exception to a BotFailure; bots that run programs raise it themselves."""
    if isinstance(error, BotFailure):
        return error
    failure = BotFailure("crash", f"{type(error).__name__}: {error}")
    failure.traceback = traceback_of(error)
    return failure
