"""Sample positions, and helpers to complete and check them, for tests."""

from collections import Counter
from typing import Any

import pytest

from semafor.engine.boards import load_board
from semafor.engine.positions.building import load_position
from semafor.engine.positions.draft import PositionError
from semafor.engine.positions.writing import dump_position
from semafor.model.state import State

Position = dict[str, Any]


# The example in the protocol's documentation, verbatim.
EXAMPLE: Position = {
    "board": "nordic-countries",
    "seats": [
        {
            "hand": {"green": 7, "blue": 8},
            "tickets": ["bergen:narvik"],
            "routes": ["bergen:oslo:blue"],
            "ferry_cards": 0,
        },
        {"hand": {}, "tickets": [], "routes": []},
    ],
    "display": ["red", "red", "blue", "locomotive", None],
    "deck": ["green", "green", "locomotive"],
    "discards": {"red": 1},
    "ticket_deck": ["oslo:helsinki"],
    "goals": [],
    "ferry_pile": 10,
    "to_act": 0,
    "decision": "take_turn",
    "turns_left": None,
}


def load(position: object, seed: int | str | None = None) -> State:
    return load_position(position, load_board, seed)


def completed(position: object, seed: int | str | None = None) -> Position:
    """Return a position with all omitted fields filled in."""
    return dump_position(load(position, seed))


def table(board: str = "usa", *seats: Position, **fields: Any) -> Position:
    """Return a minimal position for two seats."""
    return {"board": board, "seats": list(seats) or [{}, {}], **fields}


def problems(position: object) -> list[str]:
    """Return everything wrong with a position that must not load."""
    with pytest.raises(PositionError) as caught:
        load(position)
    found = [str(problem) for problem in caught.value.problems]
    assert str(caught.value) == "\n".join(found)
    assert found
    return found


def tunnel(route: str = "eskar:fenn:grey", **fields: Any) -> Position:
    """Return a position of the toy board in which seat 0 must pay for a tunnel."""
    decided = {"route": route, "paid": {"red": 2}, "revealed": ["blue", "locomotive", "locomotive"], **fields}
    hand = {"red": 1, "locomotive": 1}
    shown = ["white", "white", "white", "yellow", "yellow"]
    return table("toy", {"hand": hand}, {}, decision="pay_tunnel", tunnel=decided, display=shown, deck=["green"])


def all_cards(position: Position) -> Counter[str]:
    """Return every train card of a complete position."""
    cards = Counter[str](position["deck"])
    cards.update([card for card in position["display"] if card])
    cards.update(position["discards"])
    for seat in position["seats"]:
        cards.update(seat["hand"])
    return cards


def all_tickets(position: Position) -> list[str]:
    """Return every ticket of a complete position, wherever it is."""
    found = [*position["ticket_deck"], *position.get("removed_tickets", [])]
    for seat in position["seats"]:
        found += [*seat["tickets"], *seat.get("drawn", [])]
    return found
