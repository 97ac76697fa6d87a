"""The axes of an observation's fields: the meaning of every index."""

from typing import Final

from semafor.engine.kernel import KEEP, PAY_FERRY_CARDS
from semafor.engine.legality.space import MoveSpace
from semafor.model.board import Board
from semafor.model.cards import CARDS

CLOCK: Final = ("turns left in the last round, 0 before it", "passes in a row")
PILES: Final = ("train cards in the deck", "tickets in the deck", "tickets out of the game", "ferry cards in the pile")
SEAT_NUMBERS: Final = (
    "trains left",
    "points from routes",
    "cards in hand",
    "tickets held",
    "tickets being chosen from",
    "ferry cards in hand",
    "has chosen starting tickets, while others still choose",
)
PAYMENT: Final = ("ferry cards played", "coloured cards that will be played", "extra cards that a tunnel asks for")


class Axis:
    """One axis of a field, with the names of its indices."""

    def __init__(self, name: str, entries: list[str]) -> None:
        """Take the name and one name for each index."""
        self.name = name
        self.entries = entries


class Axes:
    """The axes of all fields for a board and a number of players."""

    def __init__(self, board: Board, players: int) -> None:
        """Name every index."""
        keeps = [move - KEEP for move in MoveSpace(board).moves if KEEP <= move < PAY_FERRY_CARDS]
        slots = max(keeps).bit_length()
        self.seats = Axis("seat", ["observer", *[f"{n} after the observer" for n in range(1, players)]])
        self.cards = Axis("card", list(CARDS))
        self.routes = Axis("route", [route.id for route in board.spec.routes])
        self.tickets = Axis("ticket", [ticket.id for ticket in board.spec.tickets])
        self.goals = Axis("goal", [goal.id for goal in board.spec.goals])
        self.awards = Axis("award", [rule.slug for rule in board.counted_rules])
        self.slots = Axis("slot", [f"slot {n + 1}" for n in range(slots)])
        self.decisions = Axis("decision", list(board.decision_labels))
        self.clock = Axis("clock", list(CLOCK))
        self.piles = Axis("pile", list(PILES))
        self.payment = Axis("payment", list(PAYMENT))
        self.of_seat = Axis("number", list(SEAT_NUMBERS))
