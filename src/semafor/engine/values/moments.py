"""A decision of a finished game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from semafor.engine.game import Game
    from semafor.model.actions import Action
    from semafor.model.values.events import Event


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision of a finished game: the game before it, the seat, its action, and what then happened."""

    __module__ = "semafor"

    game: Game
    seat: int
    action: Action
    events: list[Event]
