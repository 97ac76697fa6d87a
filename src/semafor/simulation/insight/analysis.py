"""The analysis of a finished game: the adviser's choices, and everybody's chance of winning over time.

Advice is what a hint would have said at every decision, from the seat's observation alone: it knows what the player
knew.
Chances are the shares of wins in playouts from the true state, with the real hands and tickets, reshuffled decks and a
planner in every seat: they say who was ahead, not who could have known it. The cost of a move is the share of wins with
the advised action less that with the action taken. Everything is deterministic: the same game gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import sqrt
from typing import Final

from semafor.bots.planner import Planner
from semafor.bots.planning.weights import Weights
from semafor.bots.policy import Policy, play_out
from semafor.engine.files.action_json import parse_action
from semafor.engine.files.records import Record
from semafor.engine.files.replay import replay
from semafor.engine.game import Game
from semafor.engine.kernel import Offers, State, state_of
from semafor.engine.values.bots import ReasonJSON
from semafor.model.actions import Action, KeepTickets
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.errors import SemaforError
from semafor.model.tally import Tally
from semafor.model.values.action_json import ActionJSON
from semafor.simulation.insight.advice import advise

PLAYOUTS: Final = 200
"""Games played out for one chance; its standard error is at most 3.6 percentage points."""
MOST_POINTS: Final = 72
"""The maximum number of estimates in a game; longer games get one every few turns."""
MOST_TURNING_POINTS: Final = 5
MOST_COSTLY: Final = 3
"""The maximum number of costly moves of a seat."""
CANDIDATES: Final = 6
"""The number of moves of a seat that are compared with the advice."""
_LEAST_DROP: Final = 0.05
_LEAST_COST: Final = 0.03
_CLEARLY: Final = 3.0
"""A drop must be this many standard errors, to exclude noise of the playouts."""
_SEED: Final = "semafor analysis 1"


class AnalysisError(SemaforError):
    """A game that can't be analysed."""


@dataclass(frozen=True)
class Advice:
    """The adviser's choice instead of the player's action number `step` (from 1), and its reason."""

    step: int
    seat: int
    action: ActionJSON
    reason: ReasonJSON
    same: bool


@dataclass(frozen=True)
class Chances:
    """Every seat's chance of winning after a number of actions."""

    after: int
    chances: list[float]


@dataclass(frozen=True)
class TurningPoint:
    """A drop in a seat's chance, from one estimate to the next."""

    seat: int
    after: int
    until: int
    before: float
    then: float


@dataclass(frozen=True)
class CostlyMove:
    """A seat's chance of winning with action number `step` as it was taken, and with the advised one."""

    step: int
    seat: int
    taken: float
    better: float

    @property
    def cost(self) -> float:
        """What the move cost, as a part of the chance of winning."""
        return self.better - self.taken


@dataclass(frozen=True)
class Analysis:
    """The whole analysis."""

    playouts: int
    advice: list[Advice]
    chances: list[Chances]
    turning_points: list[TurningPoint]
    costly: list[CostlyMove]
    prose: str = field(default="", repr=False, compare=False)
    """The same in English sentences and a table, if somebody wants to read it."""

    def to_json(self) -> dict[str, object]:
        """Return it for JSON, without the prose."""
        data = asdict(self)
        del data["prose"]
        return data

    def __str__(self) -> str:
        """Return the prose."""
        return self.prose or repr(self)


class Study:
    """A finished game under analysis, in parts that can be computed independently."""

    def __init__(self, record: Record, board: Board) -> None:
        """Take a record; raise RecordError if it does not replay, AnalysisError if its game is not over."""
        self.record = record
        self.board = board
        if not replay(record, board).over:
            raise AnalysisError("the game is not over; only finished games are analysed")

    def after(self, actions: int) -> Game:
        """Return the game after a number of actions."""
        return replay(self.record.until(actions), self.board)

    def advice(self) -> list[Advice]:
        """Return the advice for every action of the game."""
        game = self.after(0)
        given: list[Advice] = []
        for number, step in enumerate(self.record.steps, 1):
            advice = advise(game.observe(step.seat))
            action = advice.action
            given.append(
                Advice(number, step.seat, action.to_json(), advice.reason.to_json(), _same(action, step.action))
            )
            game.apply(step.seat, step.action)
        return given

    def points(self) -> list[int]:
        """Return the numbers of actions after which to estimate chances: the deal, turns (or every few), the end."""
        game = self.after(0)
        turns: list[int] = []
        for number, step in enumerate(self.record.steps):
            if game.pending.name == "take_turn":
                turns.append(number)
            game.apply(step.seat, step.action)
        every = -(-len(turns) // MOST_POINTS) or 1
        return sorted({0, *turns[::every], len(self.record.steps)})

    def wins(self, after: int, first: int, count: int) -> list[float]:
        """Return every seat's wins in `count` playouts from number `first` on; a shared win counts as a fraction."""
        state = state_of(self.after(after))
        table = Playouts(self.board)
        wins = [0.0] * self.record.players
        for number in range(first, first + count):
            winners = table.play(state.clone(), Chance.seeded(f"{_SEED}:playout:{after}:{number}")).winners
            for seat in winners:
                wins[int(seat)] += 1 / len(winners)
        return wins

    def compare(self, step: int, advised: Mapping[str, object], first: int, count: int) -> list[float]:
        """Return the wins of the seat of an action: with it as it was taken, and with the advised one.

        Both begin with the same shuffles of what nobody knows.
        """
        before = self.after(step - 1)
        seat, taken = self.record.steps[step - 1].seat, self.record.steps[step - 1].action
        table = Playouts(self.board)
        wins = [0.0, 0.0]
        for number in range(first, first + count):
            for which, action in enumerate((taken, parse_action(advised))):
                luck = Chance.seeded(f"{_SEED}:compare:{step}:{number}")
                state = state_of(before).clone()
                _shuffle(state, luck)
                game = Game.from_state(state)
                game.apply(seat, action)
                winners = table.play(state_of(game), luck).winners
                if seat in winners:
                    wins[which] += 1 / len(winners)
        return wins


def analyse(record: Record, board: Board, playouts: int = PLAYOUTS) -> Analysis:
    """Analyse a finished game."""
    study = Study(record, board)
    advice = study.advice()
    wins = {after: study.wins(after, 0, playouts) for after in study.points()}
    compared = {
        one.step: study.compare(one.step, one.action, 0, playouts) for one in candidates(advice, wins, playouts)
    }
    return conclude(advice, wins, compared, playouts)


def conclude(
    advice: list[Advice], wins: dict[int, list[float]], compared: dict[int, list[float]], playouts: int
) -> Analysis:
    """Combine the parts.

    `wins` are those of every seat, by the number of actions before; `compared` those with the action taken and with the
    advised one, by the number of the action.
    """
    chances = _chances(wins, playouts)
    costly = costly_moves(advice, compared, playouts)
    return Analysis(playouts, advice, chances, turning_points(chances, playouts), costly)


def candidates(advice: Sequence[Advice], wins: dict[int, list[float]], playouts: int) -> list[Advice]:
    """Return the moves to compare with the advice: of each seat, those unlike it after which its chance fell most."""
    chances = _chances(wins, playouts)
    drops: dict[int, list[tuple[float, Advice]]] = {}
    for one in advice:
        before = [point for point in chances if point.after < one.step][-1:]
        then = [point for point in chances if point.after >= one.step][:1]
        if not one.same and before and then:
            drop = before[0].chances[one.seat] - then[0].chances[one.seat]
            drops.setdefault(one.seat, []).append((drop, one))
    most = [sorted(found, key=lambda pair: (-pair[0], pair[1].step))[:CANDIDATES] for found in drops.values()]
    return sorted((one for found in most for _, one in found), key=lambda one: one.step)


def costly_moves(advice: Sequence[Advice], compared: dict[int, list[float]], playouts: int) -> list[CostlyMove]:
    """Return the moves of each seat that cost most, the worst first; none that may be only luck of the playouts."""
    seats = {one.step: one.seat for one in advice}
    moves = [
        CostlyMove(step, seats[step], taken / playouts, better / playouts) for step, (taken, better) in compared.items()
    ]
    clear = [one for one in moves if one.cost >= max(_LEAST_COST, _error(one.better, one.taken, playouts))]
    clear.sort(key=lambda one: (-one.cost, one.step))
    return [one for seat in sorted(set(seats.values())) for one in _of_seat(clear, seat)[:MOST_COSTLY]]


def _of_seat(moves: Sequence[CostlyMove], seat: int) -> list[CostlyMove]:
    return [one for one in moves if one.seat == seat]


def _chances(wins: dict[int, list[float]], playouts: int) -> list[Chances]:
    return [Chances(after, [won / playouts for won in wins[after]]) for after in sorted(wins)]


def turning_points(chances: Sequence[Chances], playouts: int) -> list[TurningPoint]:
    """Return the largest significant drops of a chance, in the order of the game."""
    drops = [
        TurningPoint(seat, one.after, other.after, before, then)
        for one, other in pairwise(chances)
        for seat, (before, then) in enumerate(zip(one.chances, other.chances, strict=True))
        if _is_clear(before, then, playouts)
    ]
    drops.sort(key=lambda drop: drop.then - drop.before)
    return sorted(drops[:MOST_TURNING_POINTS], key=lambda drop: (drop.after, drop.seat))


def _is_clear(before: float, then: float, playouts: int) -> bool:
    return before - then >= max(_LEAST_DROP, _CLEARLY * _error(before, then, playouts))


def _error(one: float, other: float, playouts: int) -> float:
    """Return the standard error of the difference of two chances."""
    return sqrt((one * (1 - one) + other * (1 - other)) / playouts)


def _same(advised: Action, taken: Action) -> bool:
    """Return whether two actions are the same; for tickets only the kept ones count."""
    if isinstance(advised, KeepTickets) and isinstance(taken, KeepTickets):
        return set(advised.tickets) == set(taken.tickets)
    return advised == taken


class Playouts:
    """Planners that play games to the end."""

    def __init__(self, board: Board) -> None:
        """Seat a planner everywhere."""
        self.offers = Offers(board)
        self.players: list[Policy] = [Planner(board, Weights({})) for _ in range(board.spec.max_players)]

    def play(self, state: State, luck: Chance) -> Tally:
        """Shuffle what nobody knows, play the state to its end, and count the points."""
        _shuffle(state, luck)
        return play_out(state, self.players, self.offers, luck)


def _shuffle(state: State, luck: Chance) -> None:
    """Reshuffle both decks, except tickets whose position somebody knows."""
    state.chance = luck.split()
    luck.shuffle(state.deck, 0, state.deck_size)
    tickets = [state.deck_ticket(position) for position in range(state.ticket_count)]
    knowing = [state.known_by(ticket) for ticket in tickets]
    unknown = [ticket for ticket, seats in zip(tickets, knowing, strict=True) if seats == 0]
    for _ in tickets:
        state.take_top_ticket()
    for ticket, seats in zip(tickets, knowing, strict=True):
        state.put_under(ticket if seats else unknown.pop(luck.below(len(unknown))))
        state.set_known_by(ticket, seats)
