"""Matches what people type in a hurry: places, pairs of places, colours and goals.

Capitals, accents, punctuation and the kind of dash never matter. A word may be abbreviated as long as it is
unambiguous. Misspelt words are not guessed; the nearest names are suggested instead.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from semafor.cli.words.catalogue import understood
from semafor.cli.words.plain_text import plain
from semafor.model.cards import ROUTE_COLOURS
from semafor.model.spec import BoardSpec, pair

_TOWARDS: Final = "|".join(map(re.escape, understood("towards")))
_SEPARATOR: Final = re.compile(rf"\s*(?:->|[-–—−→>:/=]|\s(?:{_TOWARDS})\s)\s*", re.IGNORECASE)  # noqa: RUF001 (any dash)
_FILLERS: Final = frozenset(plain(word) for word in understood("fillers"))
"""Filler words between cards."""
_SHORTEST: Final = 2
"""The shortest abbreviation, in letters."""


class Lexicon:
    """Names of things by id, found by full name or by prefix."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        """Take all names of each id; the first is the one to display."""
        self.shown: dict[str, str] = {}
        self._whole: dict[str, list[str]] = {}
        self._words: list[tuple[list[str], str]] = []
        for id, called in names.items():
            for name in called:
                self.shown.setdefault(id, name)
                words = plain(name)
                meant = self._whole.setdefault(words.replace(" ", ""), [])
                if id not in meant:
                    meant.append(id)
                self._words.append((words.split(), id))

    def exact(self, text: str) -> list[str]:
        """Return the ids with exactly this name, ignoring spaces, capitals and accents."""
        return self._whole.get(plain(text).replace(" ", ""), [])

    def find(self, text: str) -> list[str]:
        """Return the ids with exactly this name; if there are none, all whose words begin like it."""
        exact = self.exact(text)
        words = plain(text).split()
        if exact or sum(map(len, words)) < _SHORTEST:
            return exact
        run = "".join(words)
        begins = [
            id
            for called, id in self._words
            if "".join(called).startswith(run)
            or (len(words) <= len(called) and all(c.startswith(w) for c, w in zip(called, words, strict=False)))
        ]
        return list(dict.fromkeys(begins))

    def near(self, text: str, most: int = 3, likeness: float = 0.6) -> list[str]:
        """Return the most similar names, as displayed; `likeness` is from 0 to 1."""
        run = plain(text).replace(" ", "")
        close = difflib.get_close_matches(run, self._whole, most * 2, likeness)
        found = list(dict.fromkeys(id for name in close for id in self._whole[name]))
        return [self.shown[id] for id in found[:most]]


class PairFound:
    """The result of looking for a pair of places.

    `pairs` are the possible pairs (as `a:b`): one, if it was unambiguous. If there is none, `known` is a pair of known
    places without a connection, `unclear` are ambiguous words with their places, or `unknown` are words that match
    nothing. `rest` are the words that follow the places: a colour, a kind, a number.
    """

    def __init__(
        self,
        pairs: Sequence[str] = (),
        rest: Sequence[str] = (),
        known: tuple[str, str] | None = None,
        unclear: Mapping[str, list[str]] | None = None,
        unknown: Sequence[str] = (),
    ) -> None:
        """Take the parts."""
        self.unclear = {} if unclear is None else dict(unclear)
        self.pairs = list(pairs)
        self.rest = list(rest)
        self.known = known
        self.unknown = list(unknown)


class PlaceLexicon(Lexicon):
    """The places of a board, with their names in every language and the aliases of the board file."""

    def __init__(self, spec: BoardSpec) -> None:
        """Collect the names."""
        super().__init__(
            {
                place.id: [place.name or place.id, place.id, *place.names.values(), *place.aliases]
                for place in spec.places
            }
        )

    def find_pair(self, text: str, pairs: Container[str], is_extra: Container[str]) -> PairFound:
        """Find two places that are one of `pairs`, in a text like `Seattle - Portland`.

        The dash may be of any kind, or missing, and names may contain dashes: every split of the words is tried, those
        at a dash first. Words at the end that are in `is_extra` may be something else.
        """
        words, dashes = _words(text)
        extras = 0
        while extras < len(words) and words[-1 - extras] in is_extra:
            extras += 1
        ways: list[tuple[int, str, str, Sequence[str], Sequence[str]]] = []
        for last in range(len(words) - extras, len(words) + 1):
            for middle in range(1, last):
                first, second = " ".join(words[:middle]), " ".join(words[middle:last])
                for a in self.find(first):
                    for b in self.find(second):
                        cost = 4 * (not self.exact(first)) + 4 * (not self.exact(second))
                        cost += 2 * (middle not in dashes) + len(words) - last
                        ways.append((cost, a, b, words[last:], (first, second)))
        fitting = [way for way in ways if pair(way[1], way[2]) in pairs]
        if fitting:
            least = min(way[0] for way in fitting)
            best = {pair(way[1], way[2]): way[3] for way in fitting if way[0] == least}
            return PairFound(list(best), next(iter(best.values())))
        if ways:
            _, a, b, rest, sides = min(ways, key=lambda way: way[0])
            unclear = {side: self.find(side) for side in sides if len(self.find(side)) > 1}
            return PairFound(unclear=unclear) if unclear else PairFound(rest=rest, known=(a, b))
        parts = [part for part in _SEPARATOR.split(text.strip()) if part]
        unknown = [side for side in parts if not self.find(side) and plain(side) not in is_extra]
        return PairFound(unknown=unknown or [text.strip()])

    def mentions(self, text: str) -> bool:
        """Return whether a text with a dash names a known place on at least one side."""
        sides = _SEPARATOR.split(text.strip())
        return len(sides) > 1 and any(self.find(side) for side in sides)


def _words(text: str) -> tuple[list[str], set[int]]:
    """Split a text into plain words; also return which of them follow a dash."""
    words: list[str] = []
    dashes: set[int] = set()
    for part in _SEPARATOR.split(text.strip()):
        if words:
            dashes.add(len(words))
        words += plain(part).split()
    return words, dashes


CARD_NAMES: Final = Lexicon({kind: understood(kind) for kind in (*ROUTE_COLOURS, "locomotive")})
"""Colours of cards and routes, and the locomotive."""

KIND_NAMES: Final = Lexicon({kind: understood(kind) for kind in ("ferry", "tunnel")})
"""Kinds of routes."""


def read_cards(text: str) -> tuple[dict[str, int], list[str]]:
    """Parse cards such as `3 red, 2x loco and a ferry card`; also return unknown words.

    >>> read_cards("3 red, 2x lokomotywy, blue")
    ({'red': 3, 'locomotive': 2, 'blue': 1}, [])

    Ferry cards are counted under `ferry`.
    """
    cards: dict[str, int] = {}
    unknown: list[str] = []
    number = 1
    for word in re.findall(r"\d+|[^\W\d_]+", plain(text)):
        if word.isdigit():
            number = int(word)
        elif word not in _FILLERS:
            found = [*CARD_NAMES.find(word), *KIND_NAMES.find(word)]
            if len(found) == 1 and found[0] not in ("grey", "tunnel"):
                cards[found[0]] = cards.get(found[0], 0) + number
            else:
                unknown.append(word)
            number = 1
    return cards, unknown


class RouteWords:
    """The words that may follow a route: a colour, a kind, a number."""

    def __contains__(self, word: object) -> bool:
        """Return whether this may be such a word."""
        if not isinstance(word, str):
            return False
        return word.isdigit() or bool(CARD_NAMES.find(word)) or bool(KIND_NAMES.find(word))


class Numbers:
    """The words that may follow a ticket: its points."""

    def __contains__(self, word: object) -> bool:
        """Return whether this is a number."""
        return isinstance(word, str) and word.isdigit()
