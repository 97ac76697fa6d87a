"""The Gymnasium environment passes Gymnasium's own test, and plays the engine's games against its bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import semafor
from semafor import Chance, IllegalAction
from semafor.bots.registry import make_bot
from semafor.env import ID, EnvError, OpponentFailure, SemaforEnv
from semafor.env.core.encoder import Encoder
from tests.env.playing import BOTS, FAULTS, failing_bot, legal, observation
from tests.play import TABLES, board_named


def opponents_of(players: int) -> list[str]:
    """Return a bot for every other seat, different ones."""
    return [BOTS[seat % len(BOTS)] for seat in range(players - 1)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_gymnasiums_check_env(name: str, players: int) -> None:
    env = gymnasium.make(ID, board=name, players=players, opponents=opponents_of(players))
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_episode_is_the_engines_own_game(name: str, players: int) -> None:
    """The same deal, bots and generators, played with the engine alone, lead to the same score."""
    board = board_named(name)
    specs = opponents_of(players)
    env = SemaforEnv(board, players, specs)
    encoder = Encoder(board, players)
    rng = np.random.default_rng(6700)
    for seed in (3, 4):
        seen, info = env.reset(seed=seed)
        game = semafor.new_game(board, players, seed)
        learner = seed % players
        assert info["seat"] == env.seat == learner
        waiting = iter(specs)
        bots = {seat: make_bot(next(waiting), board) for seat in range(players) if seat != learner}
        luck = {seat: Chance.seeded(f"{seed}, opponent in seat {seat}") for seat in bots}
        terminated = False
        while True:
            while not game.over and game.pending.seats[0] != learner:
                seat = game.pending.seats[0]
                looks = game.observe(seat)
                game.apply(seat, bots[seat].choose(looks, looks.legal_actions(), luck[seat], 1.0))
            assert terminated == game.over
            assert np.array_equal(seen, observation(encoder, game, learner))
            if game.over:
                break
            assert info["valid_actions"].tolist() == legal(encoder.space, game)
            assert np.array_equal(info["action_mask"], env.action_masks())
            action = int(rng.choice(info["valid_actions"]))
            seen, reward, terminated, truncated, info = env.step(action)
            assert not truncated
            game.play(encoder.space.moves[action])
        assert info["points"].tolist() == [seat.total for seat in game.score().seats]
        assert (reward == 1.0) == (game.score().winners == [learner])


def test_an_illegal_action_loses_the_game() -> None:
    env = SemaforEnv("toy", 2, "greedy")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated) == (-1.0, True)
    assert "is not legal now" in info["illegal"]
    with pytest.raises(EnvError, match="call reset first"):
        env.step(wrong)


def test_an_illegal_action_is_refused_on_demand_and_changes_nothing() -> None:
    env = SemaforEnv("toy", 2, "greedy", illegal="raise")
    seen, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match="is not legal now"):
        env.step(wrong)
    again, *_ = env.step(int(info["valid_actions"][0]))
    assert not np.array_equal(again, seen)


@pytest.mark.parametrize(("fault", "why"), FAULTS)
def test_an_opponent_that_fails_is_not_the_learners_loss(fault: str, why: str, tmp_path: Path) -> None:
    env = SemaforEnv("toy", 2, failing_bot(tmp_path, fault))

    def play() -> None:
        _, info = env.reset(seed=1)
        for _ in range(40):
            *_, info = env.step(int(info["valid_actions"][0]))

    with pytest.raises(OpponentFailure, match=f"failed in seat 0 of game 0: {why}"):
        play()
    with pytest.raises(OpponentFailure, match="call reset"):
        env.step(0)


def test_without_a_seed_games_differ_and_follow_from_the_last_seed() -> None:
    def three(seed: int) -> list[bytes]:
        env = SemaforEnv("usa", 2, "greedy")
        return [env.reset(seed=seed)[0].tobytes(), env.reset()[0].tobytes(), env.reset()[0].tobytes()]

    assert len(set(three(5))) == 3
    assert three(5) == three(5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"illegal": "forgive"}, 'illegal must be "end" or "raise", not \'forgive\''),
        ({"players": 9}, "usa is for 2 to 5 players, not 9"),
        ({"opponents": ["greedy", "greedy"]}, "a game of 2 needs 1 opponents"),
        ({"board": "no-such-board"}, "no-such-board"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SemaforEnv(**options)


def test_it_can_be_looked_at() -> None:
    env = gymnasium.make(ID, board="toy", opponents="random", render_mode="ansi")
    env.reset(seed=1)
    text: Any = env.render()
    assert "seat 0: 0 points" in text
