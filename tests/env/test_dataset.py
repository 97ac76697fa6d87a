"""Decisions extracted from records are those that were made, as the seats saw them."""

from __future__ import annotations

import numpy as np
import pytest

import semafor
from semafor import Record, RecordError
from semafor.env.core.encoder import Encoder
from semafor.env.dataset import decisions_of
from tests.env.playing import legal, observation
from tests.play import TABLES, a_game_of_each_style, board_named, play_on


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_playing_the_decisions_again_leads_to_the_same_score(name: str, players: int) -> None:
    board = board_named(name)
    encoder = Encoder(board, players)
    for game, rng, style in a_game_of_each_style(name, players, 7100):
        for _ in play_on(game, rng, style):
            pass
        record = Record.from_json(game.record().to_json())
        again = semafor.new_game(board, players, game.seed or 0)
        # Starting tickets may be chosen in any order, and returned tickets in a custom one; games without either replay
        # move by move.
        plain = not game.orders and [step.seat for step in record.steps[:players]] == list(range(players))
        for number, decision in enumerate(decisions_of(record, board)):
            assert decision.mask[decision.action]
            if plain:
                assert again.pending.seats[0] == decision.seat
                assert np.flatnonzero(decision.mask).tolist() == legal(encoder.space, again)
                if number % 7 == 0:
                    assert np.array_equal(decision.observation, observation(encoder, again, decision.seat))
                again.play(encoder.space.moves[decision.action])
        if plain:
            assert again.score().to_json() == game.score().to_json()


def test_an_order_of_ones_own_does_not_change_which_slots_were_kept() -> None:
    board = board_named("usa")
    game = semafor.new_game(board, 2, 5)
    drawn = game.observe(0).to_json()["drawn"]
    assert isinstance(drawn, list)
    game.apply(0, semafor.KeepTickets([drawn[1], drawn[3]], [drawn[2], drawn[0]]))
    game.apply(1, game.legal_actions(1)[0])
    first = next(decisions_of(game.record(), board))
    assert semafor.MoveSpace(board).name(first.action) == "keep 2 4"


def test_a_record_that_does_not_fit_is_refused() -> None:
    record = semafor.new_game(board_named("toy"), 2, 1).record()
    with pytest.raises(RecordError, match="another revision of the board"):
        next(decisions_of(record, board_named("usa")))
