"""Routes, places and tickets of a board as values, found by their ids."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar, overload

from semafor.model.values.cards import unknown

T = TypeVar("T")
D = TypeVar("D")


class Route(NamedTuple):
    """A route between two neighbouring places."""

    id: str
    places: tuple[str, str]
    length: int
    colour: str
    points: int
    """What a claim scores at once (U-21)."""
    locomotives: int
    """Spaces that need a locomotive (N-9)."""
    waves: int
    """Spaces that a ferry card covers (I-6)."""
    tunnel: bool
    bonus_cards: int
    """Cards drawn after a claim (L-8)."""
    parallel: tuple[str, ...]
    """The other routes of its double or triple."""


class Ticket(NamedTuple):
    """A ticket: two places and its points."""

    id: str
    places: tuple[str, str]
    points: int


class Named(Mapping[str, T], Generic[T]):
    """Values by their ids, in the order of the board file; UnknownName for an id that does not exist."""

    __slots__ = ("_by_id", "_thing")

    def __init__(self, thing: str, values: Iterable[tuple[str, T]]) -> None:
        """Take what one of them is called, and the values."""
        self._thing = thing
        self._by_id = dict(values)

    def __getitem__(self, id: str) -> T:
        """Return a value; raise UnknownName if there is none with this id."""
        if id not in self._by_id:
            raise unknown(self._thing, id, self._by_id)
        return self._by_id[id]

    def __contains__(self, id: object) -> bool:
        """Return whether there is a value with this id."""
        return id in self._by_id

    @overload
    def get(self, id: str, /) -> T | None: ...

    @overload
    def get(self, id: str, /, default: T | D) -> T | D: ...

    def get(self, id: str, /, default: T | D | None = None) -> T | D | None:
        """Return a value, or the default if there is none with this id."""
        return self._by_id.get(id, default)

    def __iter__(self) -> Iterator[str]:
        """Yield the ids."""
        return iter(self._by_id)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._by_id)

    def __hash__(self) -> int:
        """Hash the ids."""
        return hash((self._thing, *self._by_id))

    def __repr__(self) -> str:
        """Count them."""
        return f"<{len(self)} {self._thing}s>"
