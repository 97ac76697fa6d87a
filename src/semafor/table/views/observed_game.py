"""A game as one viewer sees it, each part computed at most once."""

from __future__ import annotations

from functools import cached_property

from semafor import ClaimOption, Game, LegalActions, ObservationJSON
from semafor.table.wire.messages import Hint


class ObservedGame:
    """An observation, as a value and as JSON, and what its observer may do."""

    def __init__(self, game: Game, viewer: int) -> None:
        """Look at a game, which must not change afterwards, as a seat or SPECTATOR."""
        self.game = game
        self.seen = game.observe(viewer)
        self.hint: Hint | None = None
        """What a bot advises; kept here once it was asked for."""

    @cached_property
    def data(self) -> ObservationJSON:
        """The observation as it is sent."""
        return self.seen.to_json(known=False)

    @cached_property
    def known(self) -> list[dict[str, int]]:
        """The cards that everybody has seen a seat take; only the tracker shows them."""
        return [dict(seat.known) for seat in self.seen.seats]

    @cached_property
    def legal(self) -> LegalActions:
        """The observer's legal actions, from a sampled world: the only one that a view and all requests on it need."""
        return self.seen.legal

    @cached_property
    def claims(self) -> list[ClaimOption]:
        """The routes that the observer can claim."""
        return list(self.legal.claims.values())
