"""A table as a picture: the map with everybody's routes, and a line about each seat."""

from semafor.engine.observation import View
from semafor.model.drawing.picture import board_svg
from semafor.model.numbers.layout import NO_OWNER
from semafor.model.numbers.view import SEEN_HAND, SEEN_POINTS, SEEN_TICKETS, SEEN_TRAINS
from semafor.model.refusal import counted


def table_svg(seen: View, marked: list[int]) -> str:
    """Draw what an observer sees of the table, except the cards in its hand; the marked routes stand out."""
    owners = [-1 if int(owner) == NO_OWNER else int(owner) for owner in seen.owners]
    acting = seen.to_act()
    rows: list[str] = []
    for seat in range(int(seen.players)):
        parts = [
            counted(int(seen.number(seat, SEEN_POINTS)), "point"),
            counted(int(seen.number(seat, SEEN_TRAINS)), "train"),
            counted(int(seen.number(seat, SEEN_HAND)), "card"),
            counted(int(seen.number(seat, SEEN_TICKETS)), "ticket"),
        ]
        mark = "  ◀" if seat in acting else ""
        rows.append(f"Seat {seat}{' (you)' if seat == seen.seat else ''}: {', '.join(parts)}{mark}")
    return board_svg(seen.board.spec, f"{seen.board.id}, {seen.players} players", owners, rows, marked)
