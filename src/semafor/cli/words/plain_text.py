"""Texts in plain letters, for comparing what people type with names."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "ß": "ss", "đ": "d", "ð": "d", "þ": "th"})


def plain(text: str) -> str:
    """Reduce a text to plain lower-case letters and digits, with single spaces between words.

    >>> plain("Sault Ste. Marie"), plain("KØBENHAVN"), plain("L'Aquila"), plain("Łódź–Ål")
    ('sault ste marie', 'kobenhavn', 'l aquila', 'lodz al')
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", letters))
