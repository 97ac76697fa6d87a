"""A finished game step by step, as seen by a seat or a spectator, or with all hands open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from semafor import SPECTATOR, Event
from semafor.table.game_table import GameTable
from semafor.table.stored import StoredEntry
from semafor.table.views.viewer import Viewer
from semafor.table.wire.api_messages import Frame, OpenSeat
from semafor.table.wire.problems import Refused


def eyes_of(table: GameTable, text: str) -> tuple[int | None, bool]:
    """Return the requested viewer: a seat, or None for a spectator, and whether all hands are open."""
    seats = [str(seat) for seat in range(table.row.players)]
    if text not in {*seats, "spectator", "open"}:
        raise Refused("bad_request", f"eyes must be one of {', '.join(seats)}, spectator, open", None, "eyes", 422)
    return (int(text) if text in seats else None), text == "open"


def frames(table: GameTable, eyes: int | None, open_: bool, entries: list[StoredEntry]) -> Iterator[Frame]:
    """Yield the game step by step, as seen by a seat or a spectator, or with all hands open."""
    table.finished()
    again = table.new_log()
    viewer = Viewer(again, table.row.tracker)
    for entry in entries:
        before = again.seq
        again.add(entry)
        view = viewer.view(eyes, before, entry.at, offer=False)
        made = viewer.entries(SPECTATOR if eyes is None else eyes, before)[-1:]
        if open_:
            for one, (_, events) in zip(made, again.events_after(before)[-1:], strict=True):
                one.events = _full(events)
        view.entries = []
        seats = [_open(viewer, seat) for seat in range(table.row.players)] if open_ else None
        yield Frame(entry.seq, made[0], view, seats)


def _open(viewer: Viewer, seat: int) -> OpenSeat:
    """Return a seat's hand and tickets; only for finished games."""
    hand: Any = viewer.observed(seat).data["hand"]
    return OpenSeat(hand, viewer.tickets(seat))


def _full(events: list[Event]) -> list[Any]:
    return [event.full() for event in events]
