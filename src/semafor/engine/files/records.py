"""Records: a game as its board revision, seed and actions, which replay to exactly the same game (`replay`)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from semafor.engine.files.action_json import read_action
from semafor.engine.legality.choices import action_of
from semafor.engine.positions.writing import dump_position
from semafor.engine.turn import make_move
from semafor.model.actions import Action, Claim, KeepTickets
from semafor.model.errors import SemaforError
from semafor.model.event_types import Event, RouteClaimed, TunnelOpened
from semafor.model.events import Journal
from semafor.model.numbers.moves import ROUTES
from semafor.model.reading import UNBOUNDED, Problem, Reader, root
from semafor.model.state import State
from semafor.rules.tickets import arrange_drawn, ticket_ids

FORMAT: Final = 1
HISTORY_SEAT: Final = 100000
"""A move in a history is seat * HISTORY_SEAT + move."""
RULES_VERSION: Final = 2
"""Goes up whenever the same seed and actions would give a different game."""


class RecordError(SemaforError):
    """A record that can't be read or does not replay."""

    def __init__(self, problems: list[Problem]) -> None:
        """Keep all problems; the message has one per line."""
        super().__init__("\n".join([str(problem) for problem in problems]))
        self.problems = problems


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """An action of a record, with its seat and its events."""

    def __init__(self, seat: int, action: Action, events: list[Event]) -> None:
        """Take the three parts."""
        self.seat = seat
        self.action = action
        self.events = events


@mypyc_attr(allow_interpreted_subclasses=True)
class Record:
    """A game from its start."""

    def __init__(
        self,
        board: str,
        digest: str,
        rules: int,
        players: int,
        seed: int | str | None,
        first: int | None,
        position: dict[str, object] | None,
        steps: list[Step],
    ) -> None:
        """Take the parts: a game begins with a seed, or in a position."""
        self.board = board
        self.digest = digest
        self.rules = rules
        self.players = players
        self.seed = seed
        self.first = first
        self.position = position
        self.steps = steps

    def __repr__(self) -> str:
        """Return the board, the players, and the number of actions."""
        return f"<Record on {self.board}, {self.players} players, {len(self.steps)} actions>"

    def until(self, actions: int) -> "Record":
        """Return the record of its first actions."""
        steps = self.steps[:actions]
        return Record(self.board, self.digest, self.rules, self.players, self.seed, self.first, self.position, steps)

    def to_json(self, events: bool = False) -> dict[str, object]:
        """Return the record for JSON, optionally with events, which include hidden information."""
        data: dict[str, object] = {
            "format": FORMAT,
            "board": self.board,
            "digest": self.digest,
            "rules": self.rules,
            "players": self.players,
        }
        if self.position is not None:
            data["position"] = self.position
        else:
            data["seed"] = self.seed
            if self.first is not None:
                data["first"] = self.first
        data["actions"] = [{"seat": step.seat, "action": step.action.to_json()} for step in self.steps]
        if events:
            data["events"] = [[event.full() for event in step.events] for step in self.steps]
        return data

    @staticmethod
    def from_json(data: object) -> "Record":
        """Parse a record, or raise RecordError with all problems; events are ignored, because they can be derived."""
        reader = Reader()
        table = root(reader, data)
        table.integer("format", FORMAT, FORMAT)
        board, digest, players = table.text("board"), table.text("digest"), table.integer("players", 1, 5)
        rules = table.integer("rules", 0, UNBOUNDED)
        seed: int | str | None = None
        first: int | None = None
        position: dict[str, object] | None = None
        if table.has("position"):
            position = table.table("position").data
        else:
            written = table.raw("seed")
            if isinstance(written, (int, str)) and not isinstance(written, bool):
                seed = written
            else:
                table.report("seed", "must be a whole number or a text, the seed the game was dealt from")
            first = table.integer("first", 0, 4) if table.has("first") else None
        steps: list[Step] = []
        for entry in table.tables("actions"):
            seat = entry.integer("seat", 0, 4)
            action_table = entry.table("action")
            steps.append(Step(seat, read_action(action_table), []))
            action_table.finish()
            entry.finish()
        if table.has("events"):
            table.raw("events")
        table.finish()
        if reader.problems:
            raise RecordError(reader.problems)
        return Record(board, digest, rules, players, seed, first, position, steps)


def build_record(
    start: State, seed: int | str | None, first: int | None, history: vec[i64], orders: dict[int, list[str]]
) -> Record:
    """Return the record of the moves made from a start. An incomplete payment is left out.

    The history has seat * HISTORY_SEAT + move for each move; `orders` has the tickets returned in the player's own
    order, by the number of the move.
    """
    board = start.board
    position = dump_position(start) if seed is None else None
    steps: list[Step] = []
    state = start.clone()
    moves = [(int(entry) // HISTORY_SEAT, int(entry) % HISTORY_SEAT) for entry in history]
    at = 0
    while at < len(moves):
        seat, move = moves[at]
        journal = Journal()
        state.journal = journal
        action = _whole_action(state, seat, move, orders.get(at))
        make_move(state, seat, move)
        at += 1
        while state.is_paying() and at < len(moves):
            make_move(state, seat, moves[at][1])
            at += 1
        if state.is_paying():
            break
        steps.append(Step(seat, action or _claim(journal.events), journal.events))
    return Record(board.id, board.spec.digest, RULES_VERSION, int(start.players), seed, first, position, steps)


def _whole_action(state: State, seat: int, move: int, order: list[str] | None) -> Action | None:
    """Return the action of a move, if it is a whole action; a claim is known only when it is paid."""
    if move >= ROUTES:
        return None
    if order is not None:
        # The move was made after the tickets were put into this order, so do the same here.
        kept = [ticket for ticket in ticket_ids(state, seat, -1) if ticket not in order]
        arrange_drawn(state, seat, kept, order)
        return KeepTickets(kept, order)
    return action_of(state, seat, move)


def _claim(events: list[Event]) -> Action:
    """Return the claim that led to these events: at once, or into a tunnel."""
    for event in events:
        if isinstance(event, TunnelOpened):
            return Claim(event.route, event.paid)
        if isinstance(event, RouteClaimed):
            return Claim(event.route, event.cards, event.ferry_cards)
    raise AssertionError("a payment was complete, and no route was claimed or tunnel opened")
