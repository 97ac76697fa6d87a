"""Names and colours of players, and texts that can be shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from semafor.table.stored import StoredSeat
from semafor.table.wire.client_messages import BOT_NAMES, LONGEST_NAME
from semafor.table.wire.problems import Refused

_EMOJI: Final = r"[\u2194\u2195\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
"""Emoji, and their skin tones."""

_KEPT: Final = rf"(?<={_EMOJI})\ufe0f|(?:(?<={_EMOJI})|(?<={_EMOJI}\ufe0f))\u200d(?={_EMOJI})"
"""Joiners and variation selectors: invisible themselves, but they change how emoji look."""

_UNSEEN: Final = re.compile(
    rf"(?!{_KEPT})"
    r"[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e01ef]"
)
MOST_MARKS: Final = 4
"""Accents on one letter: no script needs more, and a pile of them covers what others have written."""


def clean(text: str, longest: int, where: str) -> str:
    """Return a text without invisible characters, piles of accents, and surrounding spaces.

    Raises Refused if it is too long as it is stored: some characters become three when they are normalised.
    """
    kept: list[str] = []
    marks = 0
    for sign in _UNSEEN.sub("", unicodedata.normalize("NFC", text)).strip():
        marks = marks + 1 if unicodedata.category(sign) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    if len(kept) > longest:
        said = f"expected at most {longest} characters, got {len(kept)} after Unicode normalisation"
        raise Refused("bad_request", said, None, where, 422)
    return "".join(kept)


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name that can be shown; raise Refused if it is too long or there is nothing visible in it."""
    cleaned = " ".join(clean(name, longest, "name").split())
    if not cleaned or not cleaned.replace("\u200d", "").isprintable():
        raise Refused("bad_name", "a name needs at least one visible character", None, "name", 422)
    return cleaned


def check_free(seats: Sequence[StoredSeat], name: str, colour: str, but: int) -> None:
    """Refuse a name or colour that another seat has."""
    for other in seats:
        if other.seat != but and other.kind != "open":
            if other.name.casefold() == name.casefold():
                raise Refused("name_taken", f"another player at the table is already called {other.name}", None, "name")
            if other.colour == colour:
                raise Refused("colour_taken", f"{other.name} plays {colour} already", None, "colour")


def free_name(seats: Sequence[StoredSeat], name: str) -> str:
    """Return the name, with a number if it is taken."""
    taken = {seat.name.casefold() for seat in seats if seat.kind != "open"}
    if name.casefold() not in taken:
        return name
    return next(f"{name} {n}" for n in range(2, 9) if f"{name} {n}".casefold() not in taken)


def bot_name(taken: Iterable[str]) -> str:
    """Return the default name of a bot: the first that nobody else at the table has."""
    others = {name.casefold() for name in taken}
    return next(name for name in BOT_NAMES if name.casefold() not in others)
