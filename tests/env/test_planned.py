"""Observations with the planner's fields: what the network of `net` sees, from what the seat may know alone."""

from __future__ import annotations

import copy

import gymnasium
import numpy as np
import pytest

from semafor import Chance, Game
from semafor.bots.net.inputs import Inputs
from semafor.engine.kernel import ASKS_TICKETS, ASKS_TURN, Offers, sample_state
from semafor.env import ID, Layout, VectorEnv, raw_env
from semafor.env.core.encoder import Encoder
from semafor.env.dataset import decisions_of
from semafor.env.settings import find_board
from tests.env.playing import legal_at_random, observation
from tests.play import TABLES, board_named


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_row_ends_with_the_inputs_of_the_network_and_reveals_nothing(name: str, players: int) -> None:
    """The other part stays as it is; a possible world gives the same row; the bounds hold."""
    board = board_named(name)
    plain, planned = Encoder(board, players), Encoder(board, players, True)
    layout = Layout(board, players, planner=True)
    inputs, offers, chance = Inputs(board, {}), Offers(board), Chance.seeded(3)
    game = Game.new(board, players, 3)
    seen = 0
    while not game.over:
        seat = game.turn
        row = observation(planned, game, seat)
        assert (row[: plain.size] == observation(plain, game, seat)).all()
        assert (row <= layout.largest).all()
        rest = row[plain.size :]
        assert len(rest) == inputs.size
        if game.state.question() in (ASKS_TURN, ASKS_TICKETS) and not game.state.is_paying():
            offers.fill(game.state, seat)
            alone = np.zeros(inputs.size, np.uint8)
            made = planned.blank[: inputs.size]
            inputs.write(game.state, seat, offers, made, 0)
            alone[:] = np.frombuffer(made, np.uint8)  # type: ignore[call-overload]
            assert (rest == alone).all()
            world = Game.from_state(sample_state(game.observe(seat), chance))
            assert (observation(planned, world, seat) == row).all()
            seen += 1
        for other in range(players):
            if other != seat:
                assert not observation(planned, game, other)[plain.size :].any()
        moves = game.moves()
        game.play(moves[int(chance.below(len(moves)))])
    assert seen > 10
    assert not observation(planned, game, 0)[plain.size :].any()


def test_every_environment_has_them() -> None:
    layout = Layout(find_board("toy", 2), 2, planner=True)
    assert layout["planner_plan"].axes == ("route",)
    assert layout.size > Layout(find_board("toy", 2), 2).size
    many = VectorEnv("toy", players=2, games=3, planner=True)
    observations, masks = many.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(200):
        assert observations.shape == (3, layout.size)
        observations, masks, _, _ = many.step(legal_at_random(masks, rng))
    again = copy.deepcopy(many)
    assert (again.observations == many.observations).all()
    for env in (
        gymnasium.make(ID, board="toy", planner=True),
        gymnasium.make_vec(ID, num_envs=2, board="toy", planner=True),
    ):
        first, _ = env.reset(seed=1)
        assert env.observation_space.contains(first)
        assert first.shape[-1] == layout.size
    turns = raw_env("toy", players=2, planner=True)
    turns.reset(seed=1)
    assert layout["planner_promises"].of(turns.observe(turns.agent_selection)["observation"]).any()
    game = Game.new(find_board("toy", 2), 2, 1)
    game.play_out(Chance.seeded(1))
    assert next(decisions_of(game.record(), planner=True)).observation.shape == (layout.size,)
