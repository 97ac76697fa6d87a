"""Training runs, resumes where it stopped, is reproducible from a seed, and writes weights that play."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import semafor as sf
from semafor.bots.base import PolicyBot
from semafor.bots.net.player import Net
from semafor.engine.loading import board_text
from tests.bots.playing import play
from tests.play import new_game

pytest.importorskip("torch", reason="training needs PyTorch, which playing and `make test` do without")
ROOT = Path(__file__).parents[2]
SMALL = ["--board", "toy", "--width", "16", "--places", "12", "--steps", "8", "--batch", "64"]
SMALL += ["--test", "12", "--every", "2", "--remember", "1"]


ENVIRONMENT = {"PYTHONPATH": ":".join([str(ROOT), *sys.path]), "OMP_NUM_THREADS": "1"}


def run(*words: str) -> str:
    """Run a command as documented."""
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout


def started(*words: str) -> subprocess.Popen[bytes]:
    """Start a command."""
    return subprocess.Popen([sys.executable, "-m", *words], env=ENVIRONMENT)


def weights_after(runs: Path, rounds: int, *more: str) -> bytes:
    """Train up to a number of rounds and return the file of weights."""
    run("training.train", *SMALL, "--rounds", str(rounds), "--runs", str(runs), *more)
    file = runs / "toy.net"
    run("training.export", "--board", "toy", "--runs", str(runs), "--test", "12", str(file))
    return file.read_bytes()


def test_training_goes_on_and_comes_out_the_same_from_a_seed(tmp_path: Path) -> None:
    first = weights_after(tmp_path / "a", 2)
    assert weights_after(tmp_path / "b", 2) == first
    assert weights_after(tmp_path / "c", 2, "--half") != first
    assert weights_after(tmp_path / "d", 2, "--extra", "3", "--extra-rounds", "2") != first
    assert weights_after(tmp_path / "f", 2, "--sure") != first
    advised = weights_after(tmp_path / "e", 2, "--adviser", "keep_turn=140", "ticket_margin=-300")
    assert json.loads(advised.partition(b"\n")[0])["adviser"] == {"keep_turn": 140, "ticket_margin": -300}
    later = weights_after(tmp_path / "a", 3)
    assert later != first
    lines = (tmp_path / "a" / "toy.ndjson").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    game = new_game("toy", 2, 1)
    assert list(play(game, [PolicyBot(Net(game.board, later)) for _ in range(2)]))
    assert game.over


def test_a_board_of_ones_own_gets_a_network_that_plays(tmp_path: Path) -> None:
    board = tmp_path / "my board.toml"
    board.write_text(board_text("toy").replace('id = "toy"', 'id = "mine"', 1), encoding="utf-8")
    small = [word for word in SMALL if word not in ("--board", "toy")]
    words = [str(board), "--runs", str(tmp_path / "runs"), "--games", "0", "--no-play", "--rounds", "1", *small]
    file = tmp_path / "runs" / "mine.net"
    assert run("training", *words).splitlines()[-1] == f"semafor play --bot net:weights={file}"
    assert sf.play([f"net:weights={file}", "greedy"], board=str(board), seed=1).over


def test_training_ends_in_the_middle_of_a_test_if_it_is_told_to(tmp_path: Path) -> None:
    """A test of a million games takes hours."""
    words = ["training.train", *SMALL, "--test", "1000000", "--runs", str(tmp_path)]
    with started(*words) as training:
        while not (tmp_path / "toy.ndjson").exists():
            assert training.poll() is None
        training.terminate()
        assert training.wait() == 0
    run(*words, "--minutes", "0.01")
    assert (tmp_path / "toy.ndjson").read_text(encoding="utf-8") == "", "no round was played"


@pytest.mark.parametrize(("word", "told"), [("luck=1", "no weight 'luck'"), ("keep_turn", "such as keep_turn=105")])
def test_a_wrong_weight_of_the_adviser_is_named(word: str, told: str) -> None:
    with pytest.raises(subprocess.CalledProcessError) as refused:
        run("training.train", *SMALL, "--adviser", word)
    assert told in refused.value.stderr


def test_training_begins_with_weights_at_tables_of_several_sizes(tmp_path: Path) -> None:
    first = weights_after(tmp_path / "a", 1)
    (tmp_path / "first.net").write_bytes(first)
    options = ["--weights", str(tmp_path / "first.net"), "--players", "2", "3"]
    unchanged = weights_after(tmp_path / "b", 0, *options)
    assert unchanged.partition(b"\n")[2] == first.partition(b"\n")[2], "zero rounds must not change the weights"
    assert weights_after(tmp_path / "b", 1, *options) != unchanged
    line = json.loads((tmp_path / "b" / "toy.ndjson").read_text(encoding="utf-8"))
    assert {"test 2", "test 3"} <= line.keys()


def test_training_begins_with_what_was_learnt_on_another_board(tmp_path: Path) -> None:
    small = [*SMALL, "--rounds", "0", "--runs", str(tmp_path)]
    run("training.train", *small, "--board", "nordic-countries")
    file = tmp_path / "nordic.net"
    run("training.export", "--board", "nordic-countries", "--runs", str(tmp_path), "--test", "0", str(file))
    first = weights_after(tmp_path / "a", 0)
    assert weights_after(tmp_path / "b", 0, "--weights", str(file)) != first
    assert weights_after(tmp_path / "b", 2, "--cool", "2") != first


def test_a_best_response_is_trained_against_weights_that_stay_as_they_are(tmp_path: Path) -> None:
    first = weights_after(tmp_path / "a", 1)
    frozen = tmp_path / "frozen.net"
    frozen.write_bytes(first)
    options = ["--against", str(frozen), "--weights", str(frozen)]
    assert weights_after(tmp_path / "b", 2, *options) != first
    lines = [json.loads(line) for line in (tmp_path / "b" / "toy.ndjson").read_text(encoding="utf-8").splitlines()]
    assert 0 <= lines[0]["test 2"] <= 1
    met = {name for line in lines for name in line if name.split()[0] in ("network", "planner", "hungry", "path")}
    assert met <= {"network 2"}
