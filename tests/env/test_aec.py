"""The PettingZoo environment passes PettingZoo's own tests, and plays the engine's games."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

import semafor
from semafor import IllegalAction
from semafor.env import EnvError, aec_env, raw_env
from semafor.env.core.encoder import Encoder
from tests.env.playing import legal, observation
from tests.play import TABLES, board_named


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoos_api_test(name: str, players: int) -> None:
    with warnings.catch_warnings():
        # Agents that are not to act have no legal actions, by design. The mask stands beside the observation in a
        # dictionary, as in PettingZoo's own card games, which the test knows by name.
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(aec_env(name, players), num_cycles=100)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoos_seed_test(name: str, players: int) -> None:
    seed_test(lambda: aec_env(name, players), num_cycles=100)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoos_performance_benchmark(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It runs for five seconds; a fast clock ends it after a few hundred decisions."""
    clock = SimpleNamespace(time=ticking(0.02).__next__)
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(aec_env(name, players))
    assert "turns per second" in capsys.readouterr().out


def ticking(step: float) -> Iterator[float]:
    """Yield the time of a clock that advances automatically."""
    now = 0.0
    while True:
        yield now
        now += step


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_episode_is_the_engines_own_game(name: str, players: int) -> None:
    board = board_named(name)
    env = aec_env(board, players)
    encoder = Encoder(board, players)
    rng = np.random.default_rng(6600)
    env.reset(seed=42)
    game = semafor.new_game(board, players, 42)
    steps = 0
    for agent in env.agent_iter():
        seen, reward, termination, _, info = env.last()
        seat = env.possible_agents.index(agent)
        if termination:
            score = game.score()
            assert info["points"] == score.seats[seat].total
            assert (reward > 0) == (score.winners == [seat] or (seat in score.winners and reward > 0))
            env.step(None)
            continue
        assert game.pending.seats[0] == seat
        assert np.flatnonzero(seen["action_mask"]).tolist() == legal(encoder.space, game)
        assert np.array_equal(seen["observation"], observation(encoder, game, seat))
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
        game.play(encoder.space.moves[action])
        steps += 1
    assert game.over
    assert steps > 10
    assert not env.agents


def test_an_illegal_action_ends_the_game_in_the_wrapped_environment() -> None:
    env = aec_env("toy", 2)
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.rewards[agent] == -1.0
    assert all(env.terminations.values())


def test_an_illegal_action_is_refused_and_changes_nothing_in_the_raw_one() -> None:
    env = raw_env("toy", 2)
    env.reset(seed=1)
    before = env.observe("player_0")
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match="is not legal now for seat 0"):
        env.step(wrong)
    assert np.array_equal(env.observe("player_0")["observation"], before["observation"])


def test_the_reward_of_a_margin_is_in_points() -> None:
    env = aec_env("toy", 2, reward="margin")
    env.reset(seed=9)
    rewards: dict[str, float] = {}
    points: dict[str, int] = {}
    for agent in env.agent_iter():
        seen, reward, termination, _, info = env.last()
        if termination:
            rewards[agent], points[agent] = reward, info["points"]
            env.step(None)
        else:
            env.step(int(seen["action_mask"].argmax()))
    assert rewards["player_0"] == points["player_0"] - points["player_1"] == -rewards["player_1"]


def test_it_can_be_looked_at() -> None:
    env = aec_env("toy", 2, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text.startswith("toy: keep_tickets, seats [0, 1]\ndisplay: ")
    assert "seat 1: 0 points" in text
    with pytest.raises(EnvError, match="render_mode must be 'ansi', 'rgb_array' or None, not 'human'"):
        raw_env("toy", 2, render_mode="human")


def test_nothing_works_before_reset() -> None:
    with pytest.raises(EnvError, match="call reset first"):
        raw_env("toy", 2).observe("player_0")
