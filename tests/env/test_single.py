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
    """Return a different bot for every other seat."""
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
                game.apply(seat, bots[seat].choose(looks, looks.legal, luck[seat], 1.0))
            assert terminated == game.over
            assert np.array_equal(seen, observation(encoder, game, learner))
            if game.over:
                break
            assert info["valid_actions"] == legal(encoder.space, game)
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


def last_legal(
    seen: semafor.Observation, legal: semafor.LegalActions, chance: Chance, seconds: float
) -> semafor.Action:
    """Take the last of the simple actions, or the first claim."""
    simple = legal.simple()
    return simple[-1] if simple else next(iter(legal))


def test_an_opponent_may_be_a_function() -> None:
    env = SemaforEnv("toy", 3, last_legal)
    mixed = SemaforEnv("toy", 3, ["random", last_legal])
    for one in (env, mixed):
        _, info = one.reset(seed=2)
        over = False
        while not over:
            _, _, over, _, info = one.step(int(info["valid_actions"][0]))
        assert len(info["points"]) == 3


def test_a_function_that_fails_is_named() -> None:
    def broken(
        seen: semafor.Observation, legal: semafor.LegalActions, chance: Chance, seconds: float
    ) -> semafor.Action:
        raise ValueError("out of ideas")

    with pytest.raises(OpponentFailure, match=r"opponent broken failed in seat 0 .*out of ideas"):
        SemaforEnv("toy", 2, broken).reset(seed=1)
    with pytest.raises(EnvError, match="name of a bot or a function"):
        SemaforEnv("toy", 2, [7])  # type: ignore[list-item]


def test_the_learners_seat_can_be_chosen() -> None:
    env = SemaforEnv("toy", 3, "random")
    for seat in (2, 0, 1):
        _, info = env.reset(seed=5, options={"seat": seat})
        assert info["seat"] == env.seat == seat
    assert env.reset(seed=5)[1]["seat"] == 5 % 3
    for wrong in (3, -1, "1"):
        with pytest.raises(EnvError, match="seat must be from 0 to 2"):
            env.reset(seed=5, options={"seat": wrong})
    with pytest.raises(EnvError, match="'places'"):
        env.reset(seed=5, options={"places": 1})


def test_without_a_seed_games_follow_from_the_last_one() -> None:
    firsts = []
    for _ in range(2):
        env = SemaforEnv("toy", 2, "random")
        env.reset(seed=9)
        firsts.append([env.reset()[0].tolist() for _ in range(4)])
    assert firsts[0] == firsts[1]
    assert len({tuple(seen) for seen in firsts[0]}) > 1
