"""`gymnasium.make_vec` in every mode, and the vector environment over the compiled batch."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

import semafor
from semafor import IllegalAction
from semafor.env import ID, EnvError, SemaforEnv, SemaforVectorEnv
from tests.env.playing import legal_at_random
from tests.play import TABLES

MODES = ("sync", "async", "vector_entry_point")


def random_actions(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
    """Return a legal action for every game, and any action for a finished one."""
    return legal_at_random(np.where(masks.any(axis=1, keepdims=True), masks, 1).astype(bool), rng)


@pytest.mark.parametrize("mode", MODES)
def test_make_vec_steps_in_every_mode(mode: str) -> None:
    """Step through several games in each mode, choosing among the legal actions."""
    env = gymnasium.make_vec(ID, num_envs=3, vectorization_mode=mode, board="toy", opponents="random")
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=1)
    ended = 0
    while ended < 6:
        assert env.observation_space.contains(observations)
        observations, rewards, terminated, truncated, infos = env.step(random_actions(infos["action_mask"], rng))
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert not truncated.any()
        ended += int(terminated.sum())
    env.close()


@pytest.mark.parametrize("mode", MODES)
def test_any_sampled_action_can_be_stepped(mode: str) -> None:
    """An agent that ignores masks loses its games, and the environment goes on."""
    env = gymnasium.make_vec(ID, num_envs=3, vectorization_mode=mode, board="toy", opponents="random")
    env.action_space.seed(2)
    env.reset(seed=2)
    lost = 0
    for _ in range(30):
        _, rewards, terminated, _, _ = env.step(env.action_space.sample())
        lost += int((terminated & (rewards == -1.0)).sum())
    assert lost > 10
    env.close()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_place_is_a_game_of_the_single_environment(name: str, players: int) -> None:
    """The same seeds and actions give the same observations, masks, rewards and points."""
    games = 3
    env = SemaforVectorEnv(games, name, players, "greedy")
    assert isinstance(env, VectorEnv)
    alone = [SemaforEnv(name, players, "greedy") for _ in range(games)]
    observations, infos = env.reset(seed=11)
    begun = [one.reset(seed=11 + place) for place, one in enumerate(alone)]
    rng = np.random.default_rng(3)
    dealt = list(range(games))
    over = [False] * games
    finished = 0
    for _ in range(400):
        for place in range(games):
            seen, info = begun[place]
            assert np.array_equal(observations[place], seen)
            assert np.array_equal(infos["action_mask"][place], info["action_mask"])
            assert infos["seat"][place] == info["seat"]
        actions = random_actions(infos["action_mask"], rng)
        observations, rewards, terminated, _, infos = env.step(actions)
        for place, one in enumerate(alone):
            if over[place]:
                dealt[place] += games
                begun[place] = one.reset(seed=11 + dealt[place])
                assert (rewards[place], terminated[place]) == (0.0, False)
                over[place] = False
                continue
            seen, reward, over[place], _, info = one.step(int(actions[place]))
            begun[place] = (seen, info)
            assert (rewards[place], terminated[place]) == (reward, over[place])
            if over[place]:
                finished += 1
                assert infos["_points"][place]
                assert infos["points"][place].tolist() == info["points"].tolist()
                assert infos["bonuses"][place] == info["bonuses"]
        if finished >= games + 1:
            return
    assert finished, "no game ended"


def test_an_illegal_action_loses_one_game_only() -> None:
    env = SemaforVectorEnv(3, "toy", 2, "greedy", reward="margin")
    _, infos = env.reset(seed=1)
    masks = infos["action_mask"]
    actions = masks.argmax(axis=1)
    actions[1] = int(np.flatnonzero(masks[1] == 0)[0])
    _, rewards, terminated, _, infos = env.step(actions)
    assert terminated.tolist() == [False, True, False]
    assert rewards.tolist() == [0.0, -100.0, 0.0]
    assert infos["_illegal"].tolist() == [False, True, False]
    assert "points" not in infos
    _, rewards, terminated, _, infos = env.step(env.action_masks().argmax(axis=1))
    assert not terminated.any()
    assert not rewards.any()
    assert "illegal" not in infos


def test_an_illegal_action_is_refused_on_demand_and_changes_nothing() -> None:
    env = SemaforVectorEnv(2, "toy", 2, "greedy", illegal="raise")
    _, infos = env.reset(seed=1)
    wrong = np.array([int(np.flatnonzero(mask == 0)[0]) for mask in infos["action_mask"]])
    with pytest.raises(IllegalAction, match="is not legal now in game 0"):
        env.step(wrong)
    assert np.array_equal(env.action_masks(), infos["action_mask"].astype(bool))
    env.step(infos["action_mask"].argmax(axis=1))


def test_seeds_and_options_are_those_of_the_interface() -> None:
    def begun(seed: int | None, seat: int | None = None) -> list[list[int]]:
        options = None if seat is None else {"seat": seat}
        return [row.tolist() for row in env.reset(seed=seed, options=options)[0]]

    env = SemaforVectorEnv(2, "toy", 3, "random")
    first, second = begun(7), begun(None)
    assert first != second
    assert [begun(7), begun(None)] == [first, second]
    begun(7, seat=2)
    assert env.seats.tolist() == [2, 2]
    begun(7)
    assert env.seats.tolist() == [7 % 3, 8 % 3]
    with pytest.raises(EnvError, match="'places'"):
        env.reset(options={"places": 1})
    unseeded = [SemaforVectorEnv(2, "usa", 2, "random").reset()[0].tobytes() for _ in range(2)]
    assert unseeded[0] != unseeded[1]


def test_wrong_calls_are_refused_in_words() -> None:
    with pytest.raises(EnvError, match="at least one game, not 0"):
        SemaforVectorEnv(0)
    env = SemaforVectorEnv(2, "toy")
    with pytest.raises(EnvError, match="call reset before step"):
        env.step(np.array([0, 0]))
    env.reset(seed=1)
    with pytest.raises(EnvError, match="2 whole numbers"):
        env.step(np.array([0.0, 1.0]))
    with pytest.raises(EnvError, match="from 0 to 42"):
        env.step(np.array([0, 43]))


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_every_table_can_be_looked_at(mode: str) -> None:
    env = SemaforVectorEnv(2, "toy", render_mode=mode)
    env.reset(seed=1)
    frames = env.render()
    assert len(frames) == 2
    if mode == "ansi":
        assert "seat 0: 0 points" in frames[0]
    else:
        assert frames[0].shape[1:] == (720, 3)


def test_a_picture_shows_who_has_claimed_what() -> None:
    """Claimed routes change colour as a whole, and nothing else does."""
    env = SemaforEnv("usa", render_mode="rgb_array")
    _, info = env.reset(seed=1)
    before = env.render()
    route = semafor.MoveSpace(env.board)
    claims = [action for action in range(route.size) if route.name(action).startswith("claim ")]
    while not set(claims) & set(info["valid_actions"]):
        *_, info = env.step(info["valid_actions"][0])
    while env.render().tobytes() == before.tobytes():
        *_, info = env.step(info["valid_actions"][-1])
    changed = (env.render() != before).any(axis=2)
    assert 0 < changed.mean() < 0.05
