"""Cards by name, and finding things by their names.

>>> hand = Cards({"locomotive": 1, "red": 2})
>>> hand, hand["red"], hand["blue"], hand.total
(Cards({'red': 2, 'locomotive': 1}), 2, 0, 3)
>>> hand["pink"]  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
semafor.UnknownName: there is no card 'pink'; there are purple, blue, orange, white, ...
"""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from semafor.model.cards import CARD_KIND, CARDS
from semafor.model.errors import SemaforError

_NAMED = len(CARDS)


class UnknownName(SemaforError, KeyError):
    """A name of a card, a place, a route or a ticket that the board does not have."""

    __module__ = "semafor"

    def __str__(self) -> str:
        """Return the message, which a KeyError would quote."""
        return str(self.args[0])


class Cards(Mapping[str, int]):
    """Counts of train cards by name: 0 for a card that is not among them, UnknownName for one that does not exist.

    Iterating yields the cards that are there, in the order of the game. Equal to a dict with the same counts.
    """

    __module__ = "semafor"
    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        """Take counts by name; those that are left out are 0."""
        given = {} if counts is None else counts
        for name in given:
            if name not in CARD_KIND:
                raise unknown("card", name, CARDS)
        self._counts = {name: given[name] for name in CARDS if given.get(name)}

    @staticmethod
    def of_kinds(counts: Iterable[int]) -> "Cards":
        """Return cards from counts in the order of the game."""
        return Cards.trusted({name: count for name, count in zip(CARDS, counts, strict=True) if count})

    @staticmethod
    def trusted(counts: dict[str, int]) -> "Cards":
        """Return cards from counts above 0 in the order of the game, unchecked: five times as fast."""
        cards = object.__new__(Cards)
        cards._counts = counts
        return cards

    @property
    def total(self) -> int:
        """The number of cards."""
        return sum(self._counts.values())

    def __getitem__(self, name: str) -> int:
        """Return the count of a card."""
        if name in CARD_KIND:
            return self._counts.get(name, 0)
        raise unknown("card", name, CARDS)

    def __contains__(self, name: object) -> bool:
        """Return whether there is at least one."""
        return name in self._counts

    def __iter__(self) -> Iterator[str]:
        """Yield the cards that are there."""
        return iter(self._counts)

    def __len__(self) -> int:
        """Return how many different cards there are."""
        return len(self._counts)

    def __hash__(self) -> int:
        """Hash the counts."""
        return hash(tuple(self._counts.items()))

    def __eq__(self, other: object) -> bool:
        """Compare the counts, also with those of a dict."""
        return isinstance(other, Mapping) and self._counts == {name: count for name, count in other.items() if count}

    def __repr__(self) -> str:
        """Return the counts."""
        return f"Cards({self._counts!r})"


def unknown(thing: str, name: object, names: Iterable[str]) -> UnknownName:
    """Return the error for a name that does not exist: it names those that are near, else the first ones."""
    known = list(names)
    near = get_close_matches(str(name), known, 3)
    if near:
        return UnknownName(f"there is no {thing} {name!r}; did you mean {' or '.join(near)}?")
    more = ", …" if len(known) > _NAMED else ""
    return UnknownName(f"there is no {thing} {name!r}; there are {', '.join(known[:_NAMED])}{more}")
