"""Names and colours of those at a table, and texts that can be shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from semafor.server.client_messages import BOT_NAMES
from semafor.server.problems import Refused
from semafor.server.stored import StoredSeat

_UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def clean(text: str) -> str:
    """A text without what can't be seen, and without spaces around it."""
    return _UNSEEN.sub("", unicodedata.normalize("NFC", text)).strip()


def clean_name(name: str) -> str:
    """A name that can be shown, or a refusal."""
    cleaned = " ".join(clean(name).split())
    if not cleaned or not cleaned.isprintable():
        raise Refused("bad_name", "a name needs at least one letter that can be seen", None, "name", 422)
    return cleaned


def check_free(seats: Sequence[StoredSeat], name: str, colour: str, but: int) -> None:
    """Refuses a name or colour that another seat has."""
    for other in seats:
        if other.seat != but and other.kind != "open":
            if other.name.casefold() == name.casefold():
                raise Refused("name_taken", f"somebody at the table is called {other.name} already", None, "name")
            if other.colour == colour:
                raise Refused("colour_taken", f"{other.name} plays {colour} already", None, "colour")


def free_name(seats: Sequence[StoredSeat], name: str) -> str:
    """The name, with a number if it is taken."""
    taken = {seat.name.casefold() for seat in seats if seat.kind != "open"}
    if name.casefold() not in taken:
        return name
    return next(f"{name} {n}" for n in range(2, 9) if f"{name} {n}".casefold() not in taken)


def bot_name(taken: Iterable[str]) -> str:
    """What a bot is called that nobody has named: the first of its names that nobody else at the table has."""
    others = {name.casefold() for name in taken}
    return next(name for name in BOT_NAMES if name.casefold() not in others)
