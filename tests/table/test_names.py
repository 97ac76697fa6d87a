"""Players' names: visible characters stay, invisible ones are removed."""

from __future__ import annotations

import pytest

from semafor.table.names import MOST_MARKS, clean, clean_name
from semafor.table.wire.problems import Refused

JOINER = "\u200d"


@pytest.mark.parametrize(
    "name",
    [
        JOINER.join("👩👩👧👦"),
        f"Ola ❤\ufe0f{JOINER}🔥",
        f"🏃🏽{JOINER}♀\ufe0f",
        "Zażółć 🚂",
    ],
)
def test_joined_emoji_stay_one_picture(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        (f"An{JOINER}n", "Ann"),
        (f"Ann{JOINER}👩", "Ann👩"),
        (f"👩{JOINER}", "👩"),
        (f"{JOINER}👩", "👩"),
        (f"👩{JOINER}{JOINER}👧", "👩👧"),
        (f"👩\u200b{JOINER}👧", "👩👧"),
        ("Ann\ufe0f", "Ann"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f"),
        ("A\u034fn\u3164n\u2800", "Ann"),
        ("Ann\U000e0101", "Ann"),
        ("A\u061cnn\U000e0041\ufff9", "Ann"),
        ("Ann\u00ad", "Ann"),
    ],
)
def test_nothing_else_that_is_unseen_passes(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


@pytest.mark.parametrize("name", [JOINER, "\u3164", "\ufe0f", "\u2800 \u115f", "\u00ad\U000e0041"])
def test_a_name_of_nothing_to_be_seen_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="visible"):
        clean_name(name)


def test_accents_don_t_pile_up_and_cover_the_lines_of_others() -> None:
    piled = {"H": "\u0336", "i": "\u0489"}
    most = "".join(letter + mark * MOST_MARKS for letter, mark in piled.items())
    assert clean("".join(letter + mark * 90 for letter, mark in piled.items()), 1000, "text") == most


@pytest.mark.parametrize("name", ["Nguyễn", "שָׁלוֹם", "ที่นี่", "หญิง", "किन्तु", "تُشَكَّلُ"])
def test_accents_that_people_write_stay(name: str) -> None:
    assert clean_name(name) == name
