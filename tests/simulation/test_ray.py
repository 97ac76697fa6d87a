"""The arena on Ray: the same results as without it, and nothing lost when a worker dies."""

from contextlib import closing
from pathlib import Path

import pytest

import semafor
from semafor.simulation.arena import Arena, Runner
from semafor.simulation.blocks import Plan
from semafor.simulation.journal import Journal
from semafor.simulation.runners.ray_jobs import LOCAL, RayError, RayJobs
from semafor.simulation.statistics.crosstable import Crosstable
from tests.proof import PROOF
from tests.simulation.players import make
from tests.simulation.test_arena import here, untimed


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the workers import what these tests import."""
    roots = [Path(semafor.__file__).parents[1], Path(__file__).parents[2]]
    monkeypatch.setenv("PYTHONPATH", ":".join(map(str, roots)))
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")


def play(path: Path, runner: Runner, *bots: str) -> Crosstable:
    arena = Arena(Plan("toy", 2, bots, 4, 7, 5.0), make)
    with closing(Journal(path, arena.plan, False)) as journal:
        return arena.play(runner, journal)


@pytest.mark.skipif(not PROOF, reason="to start a Ray takes long: in make proof")
def test_two_workers_of_a_local_ray_play_the_same_games_and_one_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    bots = (f"once:{tmp_path / 'mark'}", "random")
    on_ray = play(tmp_path / "ray", RayJobs(LOCAL, 2), *bots)
    assert (tmp_path / "mark").exists(), "no worker was killed"
    assert untimed(on_ray) == untimed(play(tmp_path / "here", here, *bots))
    assert on_ray.blocks == 4
    assert on_ray.entries[0].failures == {}


def test_a_cluster_that_does_not_answer_is_told(tmp_path: Path) -> None:
    with pytest.raises(RayError, match="no Ray cluster"):
        play(tmp_path / "journal", RayJobs("auto"), "random")
