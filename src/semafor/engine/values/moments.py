"""A decision of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from semafor.engine.game import Game
    from semafor.model.actions import Action
    from semafor.model.event_types import Event


class Moment(NamedTuple):
    """A decision of a finished game: the game before it, the seat, its action, and what then happened."""

    game: Game
    seat: int
    action: Action
    events: list[Event]
