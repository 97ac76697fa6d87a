"""The routes that can be claimed now."""

from typing import NamedTuple

from semafor.model.actions import Claim
from semafor.model.values.board import Named
from semafor.model.values.renamed import renamed


class ClaimOption(NamedTuple):
    """A route that can be claimed now: the claim that wastes least, and its number of payments, counted up to 50."""

    best: Claim
    payments: int

    @property
    def route(self) -> str:
        """The id of the route."""
        return self.best.route


class Claims(Named[ClaimOption]):
    """The claims by route, in the board's order."""

    __module__ = "semafor"
    __slots__ = ()

    def __init__(self, options: list[ClaimOption]) -> None:
        """Take the options."""
        super().__init__("claim", [(option.route, option) for option in options])

    def __repr__(self) -> str:
        """Show the claims that waste least."""
        return f"Claims({[option.best for option in self.values()]!r})"

    def __call__(self, count_to: int = 50) -> list[ClaimOption]:
        """List the claims: the name until 0.2."""
        renamed("legal.claims()", "legal.claims, a mapping")
        return list(self.values())
