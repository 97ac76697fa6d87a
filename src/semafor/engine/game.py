"""A game: the API that everything outside the engine uses.

>>> from semafor.engine.boards import load_board
>>> game = Game.new(load_board("toy"), players=2, seed=1)
>>> game.pending
Decision('keep_tickets', [0, 1])
>>> while not game.over:
...     seat = game.pending.seats[0]
...     events = game.apply(seat, game.legal_actions(seat)[0])
>>> [seat.total for seat in game.score().seats]
[-3, 1]
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final, overload

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.engine.boards import load_board
from semafor.engine.determinise import sample_state
from semafor.engine.files.observation_reading import read_view
from semafor.engine.files.records import HISTORY_SEAT, Record, build_record
from semafor.engine.legality.choices import carry_out, legal_actions
from semafor.engine.legality.explain import why_not
from semafor.engine.legality.legal_actions import LegalActions
from semafor.engine.legality.offers import Offers, actor
from semafor.engine.observation import View, decision_name
from semafor.engine.positions.building import load_position, read_position
from semafor.engine.positions.writing import dump_position
from semafor.engine.scoring.counting import count_points
from semafor.engine.scoring.score import Score
from semafor.engine.scoring.score_sheet import ScoreSheet
from semafor.engine.scoring.standing import Standing, standing_of
from semafor.engine.seen import GameError, Seen
from semafor.engine.turn import ANY_FIRST_PLAYER, make_move, set_up
from semafor.engine.values.bots import Estimate, estimated
from semafor.model.actions import Action, KeepTickets
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.event_types import Event
from semafor.model.events import Journal
from semafor.model.numbers.layout import OVER
from semafor.model.numbers.view import SPECTATOR
from semafor.model.reading import BoardError, Problem
from semafor.model.refusal import IllegalAction, Refusal
from semafor.model.state import State
from semafor.model.values.action_json import DecisionName

_OTHER_BOARD: Final = "the position is on the board {name}, but {given} was given: give its own board, or none"


class Decision:
    """The pending decision and its seats: at the start several seats choose tickets at once."""

    def __init__(self, name: DecisionName, seats: list[int]) -> None:
        """Take the name of the decision (as in the protocols) and the seats."""
        self.name = name
        self.seats = seats

    def __eq__(self, other: object) -> bool:
        """Compare both parts."""
        return isinstance(other, Decision) and self.name == other.name and self.seats == other.seats

    def __hash__(self) -> int:
        """Hash consistently with equality."""
        return hash((self.name, tuple(self.seats)))

    def __repr__(self) -> str:
        """Show both parts."""
        return f"Decision({self.name!r}, {self.seats!r})"


class Game:
    """A game in progress (or over), with its past."""

    state: State
    start: State
    seed: int | str | None
    asked_first: int | None
    history: vec[i64]
    orders: dict[int, list[str]]
    opening_events: list[Event]

    def __init__(self, state: State, start: State, seed: int | str | None, first: int | None) -> None:
        """Use `Game.new`, `Game.from_state` or `replay` instead."""
        self.state = state
        self.start = start
        self.seed = seed
        self.asked_first = first
        self.history = vec[i64]()
        self.orders = {}
        self.opening_events = []

    @staticmethod
    def new(board: Board | str, players: int, seed: int | str, first: int | None = None) -> "Game":
        """Deal a new game on a board, or on that of an id or a path.

        The same board, players, seed and first player give the same game, everywhere.
        """
        if isinstance(board, str):
            board = load_board(board)
        if not board.spec.min_players <= players <= board.spec.max_players:
            raise GameError(
                f"{board.id} is for {board.spec.min_players} to {board.spec.max_players} players, not {players}"
            )
        if first is not None and not 0 <= first < players:
            raise GameError(f"the first player must be a seat from 0 to {players - 1}, not {first}")
        journal = Journal()
        seat = ANY_FIRST_PLAYER if first is None else first
        state = set_up(board, players, Chance.seeded(seed), seat, journal)
        state.journal = None
        game = Game(state, state.clone(), seed, first)
        game.opening_events = journal.events
        return game

    @staticmethod
    def from_state(state: State) -> "Game":
        """Return a game that starts from a given state."""
        return Game(state, state.clone(), None, None)

    @staticmethod
    def from_position(data: object, seed: int | str | None = None, board: Board | None = None) -> "Game":
        """Return a game from a position (see docs/protocol.md); raise PositionError with all problems.

        `data` may also be the path of a file with one. The board is found by the name in the position; a board that is
        given must have that name. `seed` shuffles what the position leaves out.
        """
        if isinstance(data, (str, Path)):
            data = read_position(data)
        return Game.from_state(load_position(data, _Boards(board).find, seed))

    @property
    def board(self) -> Board:
        """The board."""
        return self.state.board

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.state.players)

    @property
    def first(self) -> int:
        """The seat that begins."""
        return int(self.state.first)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.pending == OVER

    @property
    def pending(self) -> Decision:
        """The pending decision, and the seats that must make it."""
        state = self.state
        deciders = int(state.board.decisions[state.pending].deciders(state))
        seats = [seat for seat in range(int(state.players)) if (deciders >> seat) & 1]
        return Decision(decision_name(state.board, state.pending), seats)

    @property
    def turn(self) -> int:
        """The seat that must decide, the first of several; SPECTATOR when the game is over."""
        seats = self.pending.seats
        return seats[0] if seats else SPECTATOR

    @property
    def legal(self) -> LegalActions:
        """What the seat that must decide can do now."""
        return self.observe(self.turn).legal

    @property
    def winners(self) -> list[int]:
        """The seats that win, or would win if the game ended now; several if they share it."""
        return self.score().winners

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, from the deal on."""
        events = list(self.opening_events)
        for step in self.record().steps:
            events += step.events
        return events

    def __repr__(self) -> str:
        """Return the board, the players, and the pending decision."""
        pending = self.pending
        seats = ", ".join([str(seat) for seat in pending.seats])
        by = f" by seat {seats}" if pending.seats else ""
        return f"<Game on {self.board.id}, {self.players} players, {pending.name}{by}>"

    def _repr_svg_(self) -> str:
        """Return the table as a spectator sees it, for notebooks."""
        return self.observe(SPECTATOR)._repr_svg_()

    # Actions, for people

    def legal_actions(self, seat: int | None = None, limit: int | None = None) -> list[Action]:
        """Return the legal actions of a seat (by default the first that must decide), at most `limit` of them.

        A seat that has nothing to decide has none. Claims are listed with every payment; there can be thousands on a
        ferry where any cards replace locomotives, so use the limit.
        """
        seats = self.pending.seats
        if seat is None:
            seat = seats[0] if seats else SPECTATOR
        self._check(seat)
        if seat not in seats or self.state.is_paying():
            return []
        return list(islice(legal_actions(self.state, seat), limit))

    def why_not(self, seat: int, action: Action) -> Refusal | None:
        """Return why the seat can't take the action now, or None if it can."""
        return why_not(self.state, seat, action)

    @overload
    def apply(self, seat: Action) -> list[Event]: ...

    @overload
    def apply(self, seat: int, action: Action) -> list[Event]: ...

    def apply(self, seat: int | Action, action: Action | None = None) -> list[Event]:
        """Apply an action and return its events; if it is illegal, raise IllegalAction and change nothing.

        It is the action of the given seat, by default of the one that must decide.
        """
        if isinstance(seat, Action):
            return self._apply(self.turn, seat)
        if action is None:
            raise TypeError("apply(action) or apply(seat, action)")
        return self._apply(seat, action)

    def trying(self, action: Action) -> "Trial":
        """Return a copy of the game with an action applied, for `with game.trying(action) as after:`."""
        after = self.clone()
        after._apply(after.turn, action)
        return Trial(after)

    def _apply(self, seat: int, action: Action) -> list[Event]:
        refusal = why_not(self.state, seat, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        journal = Journal()
        self.state.journal = journal
        if isinstance(action, KeepTickets) and action.order is not None:
            self.orders[len(self.history)] = list(action.order)
        for move in carry_out(self.state, seat, action):
            self.history = append(self.history, i64(seat * HISTORY_SEAT + move))
        self.state.journal = None
        return journal.events

    # Moves, for machines

    def moves(self) -> list[int]:
        """Return the first deciding seat's legal moves (see `model.numbers.moves`); none when the game is over."""
        if self.over:
            return []
        offers = Offers(self.board)
        offers.fill(self.state, actor(self.state))
        return offers.moves()

    def play(self, move: int) -> None:
        """Make a legal move for the first seat that must decide."""
        if self.over:
            raise IllegalAction(Refusal("game_over", None, "the game is over"))
        seat = actor(self.state)
        offers = Offers(self.board)
        offers.fill(self.state, seat)
        if not offers.has(move):
            raise IllegalAction(Refusal("illegal_move", None, f"move {move} is not legal now for seat {seat}"))
        self.make_move(seat, move)

    def make_move(self, seat: i64, move: i64) -> None:
        """Make a move that is known to be legal for the seat, and add it to the history."""
        make_move(self.state, seat, move)
        self.history = append(self.history, seat * HISTORY_SEAT + move)

    def play_out(self, chance: Chance) -> int:
        """Play uniformly random legal moves to the end; return how many decisions that took."""
        offers = Offers(self.board)
        decisions = 0
        while self.state.pending != OVER:
            seat = actor(self.state)
            offers.fill(self.state, seat)
            self.make_move(seat, offers.pick(chance.below(offers.count)))
            decisions += 1
        return decisions

    # Looking

    def observe(self, seat: int) -> "Observation":
        """Return what the seat, or SPECTATOR, may know."""
        self._check(seat)
        return Observation(View(self.state, seat))

    def _check(self, seat: int) -> None:
        if not SPECTATOR <= seat < self.state.players:
            raise GameError(
                f"there is no seat {seat}; the seats are 0 to {self.players - 1}, and {SPECTATOR} for a spectator"
            )

    def score(self) -> Score:
        """Return the score as if the game ended now."""
        return Score(self.state, count_points(self.state))

    def score_sheet(self) -> ScoreSheet:
        """Return the score explained, as if the game ended now: where every point comes from."""
        return ScoreSheet(self.state)

    def standing(self) -> Standing:
        """Return the public standings; when the game is over, everything is counted."""
        return Standing(self.state, True) if self.over else standing_of(View(self.state, SPECTATOR))

    def position(self) -> dict[str, object]:
        """Return the complete current game, including hidden information; `Game.from_position` restores it."""
        return dump_position(self.state)

    def record(self) -> Record:
        """Return the game from its start, as seed and actions."""
        return build_record(self.start, self.seed, self.asked_first, self.history, self.orders)

    def clone(self) -> "Game":
        """Return an independent copy, with the same past and the same future."""
        copy = Game(self.state.clone(), self.start, self.seed, self.asked_first)
        copy.history = self.history[:]
        if self.orders:
            copy.orders = dict(self.orders)
        copy.opening_events = self.opening_events
        return copy


class Trial:
    """A copy of a game on which an action is tried."""

    def __init__(self, after: Game) -> None:
        """Take the game after the action."""
        self.after = after

    def __enter__(self) -> Game:
        """Return the game after the action."""
        return self.after

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Leave the copy to itself."""


class _Boards:
    """Finds the board of a position."""

    def __init__(self, board: Board | None) -> None:
        self.board = board

    def find(self, name: str) -> Board:
        if self.board is None:
            return load_board(name)
        if name != self.board.id:
            raise BoardError([Problem("", _OTHER_BOARD, name=repr(name), given=repr(self.board.id))])
        return self.board


class Observation(Seen):
    """What one seat may know, and the worlds it could be in."""

    def determinise(self, chance: Chance) -> Game:
        """Return a random game with the same observation: everything hidden is sampled.

        >>> from semafor.engine.boards import load_board
        >>> seen = Game.new(load_board("toy"), players=2, seed=1).observe(0)
        >>> seen.determinise(Chance.seeded(2)).observe(0) == seen
        True
        """
        return Game.from_state(sample_state(self._view, chance))

    def estimate(self, action: Action, worlds: int = 200, policy: str = "planner", seed: int | str = 0) -> Estimate:
        """Take an action in as many worlds and let a policy in every seat play them to the end.

        The same seed gives the same worlds, so that two actions can be compared.
        """
        return estimated(self, action, worlds, policy, seed)

    @staticmethod
    def from_json(data: object, board: Board | None = None, lenient: bool = False) -> "Observation":
        """Return what a seat knows from its JSON form (see docs/protocol.md), for games of another engine.

        Raise ObservationError with everything that can't be; with `lenient` what is merely odd is corrected and listed
        in `oddities`.
        """
        view, oddities = read_view(data, _Boards(board).find, lenient)
        seen = Observation(view)
        seen._oddities = oddities
        return seen

    def worlds(self, count: int, seed: int | str = 0) -> Iterator[Game]:
        """Yield as many random games with the same observation."""
        chance = Chance.seeded(seed)
        for _ in range(count):
            yield self.determinise(chance)
