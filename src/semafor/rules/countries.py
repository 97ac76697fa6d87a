"""Countries: places where every route is a dead end of its own (I-9, R-13).

Example: two routes into France do not connect with each other there; a ticket from Roma to France is
completed by a path to either end.

The network itself keeps the ends apart (`Board` gives a country one node for each route into it,
`Network.connected` takes any of them), so that this rule has nothing left to do in play; it is here to be
named, and for board files to ask for it.
"""

from typing import ClassVar

from semafor.model.hooks import Rule


class Countries(Rule):
    """Says that the board has countries."""

    slug: ClassVar[str] = "countries"
    cited: ClassVar[dict[str, str]] = {"ends": "I-9"}
