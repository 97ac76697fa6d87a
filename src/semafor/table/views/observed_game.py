"""A game as one viewer sees it, each part computed at most once."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from semafor import ClaimOption, Game, LegalActions
from semafor.table.wire.messages import Hint


class ObservedGame:
    """An observation, as an object and as JSON, and what its observer may do."""

    def __init__(self, game: Game, viewer: int) -> None:
        """Look at a game, which must not change afterwards, as a seat or SPECTATOR."""
        self.game = game
        self.seen = game.observe(viewer)
        self.data: dict[str, Any] = dict(self.seen.to_json())
        self.known: list[dict[str, int]] = [seat.pop("known") for seat in self.data["seats"]]
        """The cards that everybody has seen a seat take; only the tracker shows them."""

        self.hint: Hint | None = None
        """What a bot advises; kept here once it was asked for."""

    @cached_property
    def legal(self) -> LegalActions:
        """The observer's legal actions, from a sampled world: the only one that a view and all requests on it need."""
        return self.seen.legal

    @cached_property
    def claims(self) -> list[ClaimOption]:
        """The routes that the observer can claim."""
        return list(self.legal.claims.values())
