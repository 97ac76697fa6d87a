"""Batched games are the engine's own games, one by one, whatever the other games in the batch do."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import semafor
from semafor import IllegalAction
from semafor.env import EnvError, OpponentFailure, VectorEnv
from semafor.env.core.encoder import Encoder
from tests.env.playing import BOTS, FAULTS, failing_bot, legal, legal_at_random, observation
from tests.play import TABLES, board_named

SCRIPT = """
import hashlib, sys
import numpy as np
from semafor.env import VectorEnv
env = VectorEnv(sys.argv[1], int(sys.argv[2]), 16)
digest = hashlib.sha256()
observations, masks = env.reset(seed=77)
for step in range(300):
    actions = np.where(masks, (np.arange(masks.shape[1]) * 7919 + step * 104729) % 1009, -1).argmax(axis=1)
    observations, masks, rewards, done = env.step(actions)
    for part in (observations, masks, rewards, done, env.seats, env.scores):
        digest.update(part.tobytes())
print(digest.hexdigest())
"""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_is_the_engines_own(name: str, players: int) -> None:
    """Mask, observation, seat, reward and score of every step match the same game played alone."""
    board = board_named(name)
    env = VectorEnv(board, players, games=8)
    encoder = Encoder(board, players)
    rng = np.random.default_rng(6500)
    observations, masks = env.reset(seed=100)
    games = [semafor.new_game(board, players, 100 + place) for place in range(8)]
    finished = 0
    for step in range(2000):
        for place, game in enumerate(games):
            seat = game.pending.seats[0]
            assert env.seats[place] == seat
            assert np.flatnonzero(masks[place]).tolist() == legal(encoder.space, game)
            if (step + place) % 5 == 0:
                assert np.array_equal(observations[place], observation(encoder, game, seat))
        actions = legal_at_random(masks, rng)
        observations, masks, rewards, done = env.step(actions)
        for place, game in enumerate(games):
            game.play(encoder.space.moves[actions[place]])
            assert done[place] == game.over
            if not game.over:
                assert not rewards[place].any()
                continue
            finished += 1
            score = game.score()
            assert env.scores[place].tolist() == [seat.total for seat in score.seats]
            assert sorted(np.flatnonzero(rewards[place] == rewards[place].max())) == score.winners
            assert abs(rewards[place].sum()) < 1e-9
            games[place] = semafor.new_game(board, players, 100 + int(env.numbers[place]))
        if finished >= 10:
            break
    assert finished >= 10


@pytest.mark.parametrize(
    ("name", "players"), [("usa", 2), ("nordic-countries", 3), ("italy", 3), ("northern-lights", 5)]
)
def test_two_processes_with_one_seed_agree_byte_for_byte(name: str, players: int) -> None:
    """Hashes of Python objects differ between them (PYTHONHASHSEED); nothing may depend on that."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, name, str(players)],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == hashlib.sha256().digest_size * 2


def test_margins_are_points_more_than_the_others_have() -> None:
    env = VectorEnv("toy", 3, games=16, reward="margin")
    rng = np.random.default_rng(1)
    _, masks = env.reset(seed=5)
    compared = 0
    while compared < 20:
        _, masks, rewards, done = env.step(legal_at_random(masks, rng))
        for place in np.flatnonzero(done):
            scores = env.scores[place]
            for seat in range(3):
                others = [scores[other] for other in range(3) if other != seat]
                assert rewards[place, seat] == scores[seat] - sum(others) / 2
            compared += 1


@pytest.mark.parametrize("opponent", BOTS)
def test_against_bots_the_caller_decides_for_one_seat(opponent: str) -> None:
    env = VectorEnv("toy", 3, games=6, opponents=opponent)
    rng = np.random.default_rng(2)
    _, masks = env.reset(seed=30)
    seats = {int(number): int(seat) for number, seat in zip(env.numbers, env.seats, strict=True)}
    finished = 0
    while finished < 12:
        before = env.seats.copy()
        _, masks, rewards, done = env.step(legal_at_random(masks, rng))
        for place in range(6):
            if done[place]:
                assert env.ended[place] == before[place]
                finished += 1
            else:
                assert env.seats[place] == before[place]
                assert not rewards[place].any()
            seats[int(env.numbers[place])] = int(env.seats[place])
    assert all(seat == (30 + number) % 3 for number, seat in seats.items())


def test_an_illegal_action_changes_nothing_in_any_game() -> None:
    env = VectorEnv("usa", 2, games=3)
    observations, masks = env.reset(seed=1)
    actions = masks.argmax(axis=1)
    wrong = actions.copy()
    wrong[2] = int(np.flatnonzero(~masks[2])[0])
    with pytest.raises(IllegalAction, match=r"action 0 \(pass\) is not legal now in game 2"):
        env.step(wrong)
    assert np.array_equal(env.observations, observations)
    assert np.array_equal(env.masks, masks)
    env.step(actions)


@pytest.mark.parametrize(("fault", "why"), FAULTS)
def test_an_opponent_that_fails_is_named_and_the_games_wait_for_a_reset(fault: str, why: str, tmp_path: Path) -> None:
    env = VectorEnv("toy", 2, games=3, opponents=failing_bot(tmp_path, fault))

    def play(steps: int) -> None:
        rng = np.random.default_rng(3)
        _, masks = env.reset(seed=1)
        for _ in range(steps):
            _, masks, _, _ = env.step(legal_at_random(masks, rng))

    with pytest.raises(OpponentFailure, match=rf"failing\.py:Failing failed in seat \d of game \d: {why}"):
        play(40)
    with pytest.raises(OpponentFailure, match="call reset"):
        env.step([0, 0, 0])
    play(1)


def test_what_a_step_returned_stays_as_it_was() -> None:
    """Arrays are views of the compiled code's memory: they are read-only, and the next step does not change them."""
    env = VectorEnv("toy", 2, games=4)
    _, masks = env.reset(seed=1)
    for _ in range(60):
        arrays = [env.observations, masks, env.rewards, env.done, env.seats, env.scores, env.numbers, env.ended]
        kept = [array.copy() for array in arrays]
        _, masks, _, _ = env.step(masks.argmax(axis=1))
        for array, before in zip(arrays, kept, strict=True):
            assert np.array_equal(array, before)
            assert not array.flags.writeable
            assert not array.flags.owndata
    assert env.numbers.max() >= 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 6}, "usa is for 2 to 5 players, not 6"),
        ({"games": 0}, "at least one game, not 0"),
        ({"reward": "fame"}, "reward must be win or margin, not 'fame'"),
        ({"opponents": "gready"}, 'there is no bot "gready"; did you mean greedy?'),
        ({"players": 4, "opponents": "greedy,planner"}, "a game of 4 needs 3 opponents"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        VectorEnv(**{"board": "usa", **options})  # type: ignore[arg-type]


def test_wrong_calls_are_refused_in_words() -> None:
    env = VectorEnv("toy", 2, games=2)
    with pytest.raises(EnvError, match="call reset before step"):
        env.step([0, 0])
    env.reset(seed=1)
    with pytest.raises(EnvError, match=r"2 whole numbers, not int64 of shape \(3,\)"):
        env.step([0, 0, 0])
    with pytest.raises(EnvError, match="2 whole numbers, not float64"):
        env.step([0.5, 1.0])
    with pytest.raises(EnvError, match="from 0 to 42"):
        env.step([0, 43])


@pytest.mark.parametrize("missing", ["numpy", "gymnasium", "pettingzoo"])
def test_without_the_extra_one_is_told_how_to_install_it(missing: str) -> None:
    script = f"import sys; sys.modules[{missing!r}] = None; import semafor.env"
    environment = {"PYTHONPATH": ":".join(sys.path)}
    command = [sys.executable, "-c", script]
    failed = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert failed.returncode == 1
    assert f"the environments need {missing}: pip install 'semafor[env]'" in failed.stderr
