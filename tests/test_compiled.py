"""Compiled and interpreted code play the same games, event by event; the installed package is compiled if possible."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import semafor
from tests.fingerprints import fingerprint, lines
from tests.play import TABLES
from tests.proof import PROOF

GAMES = 200 if PROOF else 8
"""Per board and number of players."""


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the installed package as plain Python, without its compiled files."""
    folder = tmp_path_factory.mktemp("interpreted")
    shutil.copytree(
        Path(semafor.__file__).parent, folder / "semafor", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    )
    return folder


def run(folder: Path, *arguments: str) -> list[str]:
    """Run `tests.fingerprints` on the interpreted package."""
    root = Path(__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(root)])}
    command = [sys.executable, "-W", "ignore::RuntimeWarning", "-m", "tests.fingerprints", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    kind, *answer = done.stdout.splitlines()
    assert kind == "interpreted"
    return answer


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_compiled_and_interpreted_play_identical_games(name: str, players: int, interpreted: Path) -> None:
    others = run(interpreted, name, str(players), "--games", str(GAMES))
    own = [fingerprint(name, players, seed) for seed in range(GAMES)]
    assert len(others) == GAMES == len(set(own))
    for seed, (mine, other) in enumerate(zip(own, others, strict=True)):
        if mine != other:
            # The first event that differs says more than two hashes.
            assert lines(name, players, seed) == run(interpreted, name, str(players), "--first", str(seed))
            raise AssertionError(f"game {seed} had a different fingerprint the first time")


def test_the_installed_package_is_compiled_where_there_is_a_compiler() -> None:
    compiler = str(sysconfig.get_config_var("CC") or "cc").split()[0]
    asked_for_pure = os.environ.get("SEMAFOR_PURE", "0") not in ("", "0")
    assert (shutil.which(compiler) is not None and not asked_for_pure) == semafor.COMPILED
