"""The examples run, and learn, with small settings."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

from examples.env.network import Network

ROOT = Path(__file__).parents[2]


def run(*words: str) -> str:
    """Run an example as documented, with every warning an error."""
    allowed = "default:semafor runs interpreted:RuntimeWarning"
    command = [sys.executable, "-W", "error", "-W", allowed, "-m", *words]
    environment = {"PYTHONPATH": ":".join([str(ROOT), *sys.path]), "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def shares(output: str) -> list[float]:
    """Return the printed win rates, in per cent."""
    return [float(share) for share in re.findall(r"([\d.]+)% of \d+", output)]


def test_ppo_learns_against_greedy() -> None:
    """A few seconds of training multiply a win rate that starts near zero."""
    words = ["--board", "toy", "--rounds", "10", "--minutes", "1000", "--test", "300"]
    first, *_, last, tested = shares(run("examples.env.ppo", *words))
    assert last > first + 8
    assert tested > first + 8


def test_the_ppo_script_draws_its_curve_and_keeps_its_network(tmp_path: Path) -> None:
    curve, saved = tmp_path / "curve.svg", tmp_path / "network.npz"
    words = ["--board", "usa", "--rounds", "2", "--games", "32", "--steps", "64", "--test", "40"]
    output = run("examples.env.ppo", *words, "--curve", str(curve), "--save", str(saved))
    assert "of 40 won against greedy on usa" in output
    assert xml.etree.ElementTree.parse(curve).getroot().tag.endswith("svg")
    assert Network.load(saved).weights[0].shape[0] == 732


def test_a_cloned_planner_beats_random(tmp_path: Path) -> None:
    records, curve = tmp_path / "games.ndjson", tmp_path / "curve.svg"
    words = ["--board", "toy", "--games", "150", "--passes", "6", "--test", "300", "--records", str(records)]
    output = run("examples.env.clone_bot", *words, "--curve", str(curve))
    assert output.splitlines()[-1].endswith("of 300 games won against random")
    assert shares(output)[-1] > 65
    assert len(records.read_text(encoding="utf-8").splitlines()) == 150
    assert xml.etree.ElementTree.parse(curve).getroot().tag.endswith("svg")
