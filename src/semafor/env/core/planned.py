"""The planner's view of a position at the end of an observation, if asked for: what the network of `net` sees.

It is written for a seat that must take a turn or choose tickets, and zero otherwise. Like all fields it depends only on
what the seat may know: `semafor.bots.net.inputs` reads nothing else.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.bots.net.inputs import ADVICE, OWN, Inputs, Part
from semafor.engine.kernel import ASKS_CARD, ASKS_TICKETS, ASKS_TURN, OVER, Offers, State, actor
from semafor.engine.observation import View
from semafor.env.core.axes import Axis
from semafor.env.core.field import LARGEST, ONCE, Field, write_zeros
from semafor.model.board import Board
from semafor.model.cards import CARDS

PREFIX: Final = "planner_"
_EXACT: Final = 10
"""Up to here the largest number of a part is never exceeded."""


class Planned(Field):
    """A part of the planner's view; `Planning` writes all of them at once."""

    def __init__(self, name: str, axes: list[Axis], largest: list[int], meaning: str) -> None:
        """Never write it alone."""
        super().__init__(name, axes, largest, meaning)
        self.when = ONCE

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Leave it to `Planning`."""


class Planning:
    """Writes the planner's view of a seat."""

    def __init__(self, board: Board) -> None:
        """Plan as the bot `planner` does."""
        self.inputs = Inputs(board, {})
        self.offers = Offers(board)
        self.size: i64 = self.inputs.size
        self.fields: list[Field] = [_field(part, board) for part in self.inputs.parts if part.size > 0]

    def write(self, state: State, seat: i64, row: vec[u8], at: i64) -> None:
        """Write all parts from `row[at]` on, or zeros."""
        if state.pending != OVER and actor(state) == seat and not state.is_paying():
            question = state.question()
            if question in (ASKS_TURN, ASKS_CARD, ASKS_TICKETS):
                self.offers.fill(state, seat)
                self.inputs.write(state, seat, self.offers, row, at)
                return
        write_zeros(row, at, self.size)


def _field(part: Part, board: Board) -> Field:
    """Describe a part of the inputs."""
    name = part.name.replace(" ", "_")
    if part.name in ("mine", "theirs", "near", "plan", "target", "gain", "spare near", "my ends", "their ends"):
        axis = Axis("route", [route.id for route in board.spec.routes])
    elif part.name in ("open tickets", "made tickets", "ticket costs", "drawn"):
        axis = Axis("ticket", [ticket.id for ticket in board.spec.tickets])
    elif part.name in ("display", "discards", "hand", "wishes", "spare"):
        axis = Axis("card", list(CARDS))
    elif part.name == "own":
        axis = Axis(PREFIX + name, list(OWN))
    elif part.name == "advice":
        axis = Axis(PREFIX + name, list(ADVICE))
    else:
        axis = Axis(PREFIX + name, [f"{part.name} {number}" for number in range(int(part.size))])
    # Values above what the network is used to are clipped at a byte, not there.
    largest = part.largest if part.largest <= _EXACT and part.name != "hand" else int(LARGEST)
    return Planned(PREFIX + name, [axis], [largest], f"the planner's {part.name}")
