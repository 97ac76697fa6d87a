"""The ladder: guests who want it have a rating from the games that this server has seen."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from semafor.contest.ratings import SURE, idle
from semafor.server.guests.guest_store import GuestStore, StoredGuest
from semafor.table.game_table import GameTable
from semafor.table.names import clean_name
from semafor.table.tokens import hashed
from semafor.table.wire.guest_messages import Guest, GuestWish, Ladder, LadderRow
from semafor.table.wire.problems import Refused, not_found

SHOWN: Final = 100
"""Guests with a place that the ladder lists."""
NEWCOMERS: Final = 50
"""Guests without a place that it lists."""


def guest_of(key: str, wish: GuestWish) -> StoredGuest:
    """Return a guest as they want to be, to be stored."""
    return StoredGuest(
        key=hashed(key), name=clean_name(wish.name), face=wish.face, created=time.time(), ladder=wish.ladder
    )


async def known_guest(guests: GuestStore, key: str) -> StoredGuest:
    """Return the guest with a key (hashed); raise Refused if there is none."""
    guest = await guests.get(key)
    if guest is None:
        raise not_found("there is no guest with that key here")
    return guest


async def shown_guest(guests: GuestStore, guest: StoredGuest) -> Guest:
    """Return what a guest gets to see of themselves."""
    row = _row(guest, None, True)
    place = await guests.place(guest) if guest.ladder and guest.games > 0 and guest.deviation <= SURE else None
    return Guest(guest.name, guest.face, guest.ladder, row.rating, row.deviation, guest.games, place)


async def ladder(guests: GuestStore, key: str | None) -> Ladder:
    """Return the ladder, as the guest with a key (hashed) sees it."""
    rows: list[LadderRow] = []
    for number, guest in enumerate(await guests.ladder(SHOWN, sure=True)):
        rows.append(_row(guest, number + 1, guest.key == key))
    rows += [_row(guest, None, guest.key == key) for guest in await guests.ladder(NEWCOMERS, sure=False)]
    if key is not None and not any(row.mine for row in rows):
        own = await guests.get(key)
        if own is not None and own.ladder and own.games > 0:
            rows.append(_row(own, await guests.place(own) if own.deviation <= SURE else None, True))
    return Ladder(rows)


def _row(guest: StoredGuest, place: int | None, mine: bool) -> LadderRow:
    since = 0.0 if guest.rated_at is None else time.time() - guest.rated_at
    now = idle(guest.strength, since)
    return LadderRow(place, guest.name, guest.face, round(now.rating), round(now.deviation), guest.games, mine)


def may_count(table: GameTable) -> bool:
    """Return whether games at a table can count: built-in board, no hints, a deal that nobody can know."""
    row = table.row
    special = row.board_text is not None or row.continues is not None or table.lesson is not None
    return not special and table.day is None and not table.hints


async def sit(guests: GuestStore, guest: StoredGuest | None, table: GameTable, seats: Sequence[int]) -> None:
    """Let a game count for a guest, if they are on the ladder, have one of the seats, and the table allows it."""
    if guest is None or not guest.ladder or len(seats) != 1 or not may_count(table):
        return
    if guest.key not in (await guests.rated_seats(table.row.id)).values():
        await guests.sit(table.row.id, {seats[0]: guest.key})


def check_key(key: str) -> str:
    """Return the hash of a key; raise Refused if it is too short to be a secret."""
    if not 32 <= len(key) <= 64 or not key.replace("-", "").replace("_", "").isalnum() or not key.isascii():
        raise Refused("bad_key", "a guest's key has 32 to 64 letters, digits, - and _", status=401)
    return hashed(key)
