"""Decisions from records, for imitation learning: a seat's observation, its mask, and its action.

>>> import semafor
>>> game = semafor.new_game(semafor.load_board("toy"), players=2, seed=1)
>>> decisions = game.play_out(semafor.Chance.seeded(1))
>>> len(list(decisions_of(game.record()))) == decisions
True
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semafor.engine.files.records import HISTORY_SEAT, Record
from semafor.engine.files.replay import replay
from semafor.engine.kernel import Offers, arrange_drawn, keep_move, make_move, ticket_ids
from semafor.env.core.encoder import Encoder
from semafor.model.board import Board


@dataclass(frozen=True)
class Decision:
    """One move of a seat."""

    seat: int
    observation: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    action: int


def decisions_of(record: Record, board: Board | None = None, planner: bool = False) -> Iterator[Decision]:
    """Yield every decision of a game, in order; raise RecordError if the record does not replay.

    A claim is as many decisions as its payment has steps. The order of returned tickets is not included.
    """
    game = replay(record, board)
    state = game.start.clone()
    encoder = Encoder(game.board, game.players, planner)
    offers = Offers(game.board)
    for index, entry in enumerate(game.history):
        seat, move = divmod(int(entry), HISTORY_SEAT)
        offers.fill(state, seat)
        order = game.orders.get(index)
        kept = [] if order is None else [ticket for ticket in ticket_ids(state, seat, -1) if ticket not in order]
        taken = move if order is None else int(keep_move(state, seat, kept))
        yield Decision(
            seat=seat,
            observation=np.frombuffer(encoder.observation(state, seat), np.uint8),  # type: ignore[call-overload]
            mask=np.frombuffer(encoder.mask(offers), np.bool_),  # type: ignore[call-overload]
            action=encoder.space.number[taken],
        )
        if order is not None:
            arrange_drawn(state, seat, kept, order)
        make_move(state, seat, move)
