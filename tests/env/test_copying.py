"""Environments pickle and copy in the middle of their games; the copies continue like the originals."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import semafor
from semafor import Chance
from semafor.env import ID, OpponentFailure, SemaforEnv, SemaforVectorEnv, VectorEnv, aec_env, raw_env
from tests.env.playing import FAULTS, failing_bot, legal_at_random


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


COPIES: dict[str, Callable[[Any], Any]] = {"pickle": pickled, "deepcopy": copy.deepcopy}


def first_legal(
    seen: semafor.Observation, legal: semafor.LegalActions, chance: Chance, seconds: float
) -> semafor.Action:
    """Take the first legal action."""
    return next(iter(legal))


OPPONENTS: list[Any] = ["planner", "search:playouts=4", ["greedy", first_legal]]


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("opponents", OPPONENTS, ids=["planner", "search", "mixed"])
def test_a_single_game(how: str, opponents: Any) -> None:
    env = gymnasium.make(ID, board="toy", players=3, opponents=opponents)
    _, info = env.reset(seed=4)
    for _ in range(8):
        *_, info = env.step(info["valid_actions"][0])
    again = COPIES[how](env)
    over = False
    while not over:
        action = info["valid_actions"][0]
        seen, reward, over, _, info = env.step(action)
        copied = again.step(action)
        assert np.array_equal(copied[0], seen)
        assert copied[1:3] == (reward, over)
        assert copied[4]["valid_actions"] == info["valid_actions"]
    assert np.array_equal(env.reset()[0], again.reset()[0])


@pytest.mark.parametrize("how", COPIES)
def test_before_the_first_deal_and_after_the_end(how: str) -> None:
    env = COPIES[how](SemaforEnv("toy", 2, "random"))
    _, info = env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, info = env.step(info["valid_actions"][0])
    again = COPIES[how](env)
    with pytest.raises(ValueError, match="call reset first"):
        again.step(0)
    assert np.array_equal(again.reset(seed=2)[0], env.reset(seed=2)[0])


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("opponents", [(), "greedy"])
def test_many_games(how: str, opponents: Any) -> None:
    env = VectorEnv("toy", 2, games=4, opponents=opponents)
    rng = np.random.default_rng(1)
    _, masks = env.reset(seed=3)
    while not env.done.any():
        _, masks, _, _ = env.step(legal_at_random(masks, rng))
    again = COPIES[how](env)
    for name in ("observations", "masks", "rewards", "done", "seats", "ended", "scores", "numbers"):
        assert np.array_equal(getattr(again, name), getattr(env, name)), name
    for _ in range(60):
        actions = legal_at_random(masks, rng)
        stepped: list[Any] = list(env.step(actions))
        masks = stepped[1]
        for mine, theirs in zip(stepped, again.step(actions), strict=True):
            assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("how", COPIES)
def test_gymnasiums_vector(how: str) -> None:
    env = SemaforVectorEnv(3, "toy", 2, "greedy")
    env.reset(seed=3)
    done = np.zeros(3, bool)
    while not done.any():
        _, _, done, _, _ = env.step(env.action_masks().argmax(axis=1))
    again = COPIES[how](env)
    for _ in range(60):
        actions = env.action_masks().argmax(axis=1)
        one: list[Any] = list(env.step(actions))
        for mine, theirs in zip(one[:4], again.step(actions)[:4], strict=True):
            assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("make", [raw_env, aec_env])
def test_pettingzoos_game(how: str, make: Callable[..., Any]) -> None:
    env = make("toy", players=2)
    env.reset(seed=5)
    for _ in range(12):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    again = COPIES[how](env)
    for _ in range(20):
        assert again.agent_selection == env.agent_selection
        seen = env.observe(env.agent_selection)
        assert np.array_equal(again.observe(env.agent_selection)["observation"], seen["observation"])
        action = int(seen["action_mask"].argmax())
        env.step(action)
        again.step(action)


def test_a_game_that_an_opponent_has_spoiled_stays_spoiled(tmp_path: Path) -> None:
    env = SemaforEnv("toy", 2, failing_bot(tmp_path, FAULTS[0][0]))
    with pytest.raises(OpponentFailure):
        play_first(env)
    with pytest.raises(OpponentFailure, match="call reset"):
        copy.deepcopy(env).step(0)


def play_first(env: SemaforEnv) -> None:
    """Play the first legal action until the end."""
    _, info = env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, info = env.step(info["valid_actions"][0])
