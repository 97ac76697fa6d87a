"""Countries: places in which every route is a separate dead end (I-9, R-13).

Example: two routes into France do not connect with each other there; a ticket from Roma to France is
completed by a path to either end.

The network itself keeps the ends apart (`Board` gives a country one node for each route into it, `Network.connected`
accepts any of them), so this rule does nothing in play; it exists so that board files can require it.
"""

from typing import ClassVar

from semafor.model.hooks import Rule
from semafor.model.reading import Reader
from semafor.model.spec import KIND_COUNTRY, BoardSpec


class Countries(Rule):
    """Allows countries on the board."""

    slug: ClassVar[str] = "countries"
    cited: ClassVar[dict[str, str]] = {"ends": "I-9"}

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report countries without the rule."""
        cls.needed(spec, reader, [place.path for place in spec.places if place.kind == KIND_COUNTRY])
