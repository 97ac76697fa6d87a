"""A fingerprint of what the network sees: weights are good only for the inputs that they were trained on."""

from __future__ import annotations

from hashlib import sha256

from semafor.bots.net.inputs import Inputs
from semafor.engine.legality.offers import Offers, actor
from semafor.engine.turn import ANY_FIRST_PLAYER, make_move, set_up
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.numbers.layout import KEEP_TICKETS, OVER


def inputs_digest(board: Board, adviser: dict[str, int]) -> str:
    """Return a short digest of the inputs and the planner's advice in one game of the planner against itself.

    It changes when the layout of a row changes, and when the planner, whose advice is part of a row, plays differently.
    """
    inputs = Inputs(board, adviser)
    offers = Offers(board)
    row = inputs.blank[:]
    seen = sha256()
    state = set_up(board, 2, Chance.seeded("probe"), ANY_FIRST_PLAYER, None)
    while state.pending != OVER:
        seat = actor(state)
        offers.fill(state, seat)
        if offers.count == 1:
            move = offers.pick(0)
        elif state.pending <= KEEP_TICKETS:
            inputs.write(state, seat, offers, row, 0)
            seen.update(bytes(row))
            seen.update(int(inputs.advised).to_bytes(2, "little"))
            move = inputs.move_of(inputs.advised)
        else:
            move = inputs.script(state, seat, offers)
        make_move(state, seat, move)
    return seen.hexdigest()[:16]
