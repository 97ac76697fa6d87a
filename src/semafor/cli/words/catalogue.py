"""Catalogues of texts: one TOML file for each language in `semafor/words`, found by its name.

    >>> languages()
    ['en', 'pl']
    >>> polish = catalogue("pl")
    >>> [polish.form("points", number) for number in (1, 3, 12, 22)]
    ['punkt', 'punkty', 'punktów', 'punkty']

`docs/adding-a-language.md` describes the files.
"""

from __future__ import annotations

import importlib.resources
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from gettext import c2py
from typing import Final

FALLBACK: Final = "en"
"""The complete language, and the fallback for texts that another one lacks."""
SECTIONS: Final = (
    "cards",
    "score",
    "problems",
    "play",
    "analysis",
    "board",
    "board_files",
    "forms",
    "positions",
    "help",
    "command_line",
    "commands",
)
"""The tables of a file that hold texts. No two texts share a key."""
SPOKEN_BY_CODE: Final = ("file_", "position_", "click_", "warning_")
"""Prefixes of keys whose English text is also in code, ours or click's, and is looked up by that text."""

_FOLDER: Final = importlib.resources.files("semafor").joinpath("words")

Text = str | Mapping[str, str]
"""A text with blanks like {name}; or, for counted things, one text for each plural form of the language."""


class Catalogue:
    """The words of one language."""

    def __init__(self, language: str, source: str) -> None:
        """Read the text of a file."""
        data = tomllib.loads(source)
        self.language = language
        self.name: str = data["language"]
        self.forms: list[str] = data["plural"]["forms"]
        self._form_of: Callable[[int], int] = c2py(data["plural"]["rule"])
        self.texts: dict[str, Text] = {}
        for section in SECTIONS:
            self.texts.update(data.get(section, {}))
        self.understood: dict[str, list[str]] = data["understood"]

    def text(self, key: str) -> str:
        """Return a text without plural forms."""
        found = self.texts.get(key)
        if found is None and self.language != FALLBACK:
            return catalogue(FALLBACK).text(key)
        if not isinstance(found, str):
            raise KeyError(key)
        return found

    def find(self, key: str) -> str | None:
        """Return a text, or None if there is no such text."""
        return self.text(key) if key in catalogue(FALLBACK).texts else None

    def translated(self, english: str) -> str:
        """Return the translation of an English text; a text that is in no catalogue stays as it is."""
        key = _keys_of_english().get(english)
        return english if key is None else self.text(key)

    def form(self, key: str, number: int) -> str:
        """Return the plural form of a text for a number."""
        found = self.texts.get(key)
        if found is None and self.language != FALLBACK:
            return catalogue(FALLBACK).form(key, number)
        if found is None or isinstance(found, str):
            return self.text(key)
        return found[self.forms[self._form_of(abs(number))]]


def languages() -> list[str]:
    """Return the languages with a catalogue, English first."""
    names = [entry.name for entry in _FOLDER.iterdir()]
    found = sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))
    return [FALLBACK, *(language for language in found if language != FALLBACK)]


@cache
def catalogue(language: str) -> Catalogue:
    """Return the words of a language."""
    return Catalogue(language, _FOLDER.joinpath(f"{language}.toml").read_text(encoding="utf-8"))


@cache
def _keys_of_english() -> dict[str, str]:
    """Return the keys of the English texts that are also in code."""
    texts = catalogue(FALLBACK).texts
    return {text: key for key, text in texts.items() if isinstance(text, str) and key.startswith(SPOKEN_BY_CODE)}


def understood(key: str) -> list[str]:
    """Return what people may type for something, in all languages, without duplicates."""
    return list(dict.fromkeys(word for language in languages() for word in catalogue(language).understood.get(key, [])))
