"""Wheel and sdist, each in a separate environment without a compiler and without Node: they install and play.

The wheel is made of what is compiled already. The libraries that Semafor needs are not downloaded again: the new
environments see those of this one, and nothing else of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import semafor
from tests.server.client import Player, new_game, run
from tests.server.serving import FAST, PATIENCE, Server

REPOSITORY = Path(__file__).parents[1]
CLIENT = REPOSITORY / "src/semafor/server/web/index.html"
PACKAGES = Path(sysconfig.get_path("purelib"))
BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_{}(sys.argv[1]))"

pytestmark = [
    pytest.mark.skipif(not CLIENT.is_file(), reason="the browser client has not been built"),
    pytest.mark.skipif(os.name != "posix", reason="programs have other names there"),
]


def built(kind: str, folder: Path, **environment: str) -> Path:
    """Build the package as pip would, with this environment's tools."""
    command = [sys.executable, "-W", "ignore", "-c", BUILD.format(kind), str(folder)]
    done = subprocess.run(
        command, cwd=REPOSITORY, env={**os.environ, **environment}, check=True, capture_output=True, text=True
    )
    return folder / done.stdout.split()[-1]


def needed() -> set[Path]:
    """Return the files and folders of this environment that Semafor needs to run, and setuptools to build."""
    found: dict[str, Distribution] = {}
    names = ["semafor", "setuptools"]
    while names:
        one = distribution(names.pop())
        if one.name in found:
            continue
        found[one.name] = one
        for requirement in map(Requirement, one.requires or ()):
            extras = {"extra": "asyncio"} if one.name.lower() == "sqlalchemy" else {"extra": "binary"}
            if requirement.marker is None or requirement.marker.evaluate(extras):
                names.append(requirement.name)
    tops = {file.parts[0] for one in found.values() if one.name != "semafor" for file in one.files or ()}
    return {PACKAGES / top for top in tops if top != ".." and not top.startswith("__") and (PACKAGES / top).exists()}


def installed(package: Path, folder: Path) -> Path:
    """Install a package into a new environment with nothing but its Python in PATH; return that Python."""
    environment = folder / "environment"
    venv.create(environment, symlinks=True)
    libraries = folder / "libraries"
    libraries.mkdir()
    for path in needed():
        (libraries / path.name).symlink_to(path)
    python = environment / "bin/python"
    (own,) = environment.glob("lib/python*/site-packages")
    (own / "libraries.pth").write_text(f"{libraries}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    options = ["--no-index", "--no-deps", "--no-build-isolation", str(package)]
    subprocess.run([*pip, *options], env=bare(environment), cwd=folder, check=True)
    return python


def bare(environment: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SEMAFOR", "CC"))}
    return {**kept, "PATH": str(environment / "bin"), "HOME": str(environment)}


def check_that_it_plays(python: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the command reports its version, and that its server has the pages and plays a game to the end."""
    folder = python.parents[2]
    command = [str(python.with_name("semafor")), "--version"]
    environment = bare(python.parents[1])
    done = subprocess.run(command, env=environment, cwd=folder, check=True, capture_output=True, text=True)
    assert done.stdout == f"semafor {semafor.__version__} ({kind})\n"
    for name in set(os.environ) - set(environment):
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Server, "python", (str(python), "-P", "-W", "ignore"))
    with Server(str(folder / "games.sqlite3"), *FAST) as server:
        page = urllib.request.urlopen(f"{server.url}/").read().decode()
        assert '<script type="module"' in page

        async def play() -> None:
            made = await new_game(server.url, [{"kind": "me", "name": "Ala"}, {"kind": "bot"}], board="toy")
            async with Player(server.url, made["game"], [made["seats"][0]["token"]]) as player:
                await player.play()
                assert player.view["score"]["winners"]

        run(play())


def check_that_it_says_what_hosts_need(python: Path) -> None:
    """Check that it names the missing extra when asked for PostgreSQL or push messages."""
    program, environment = str(python.with_name("semafor")), bare(python.parents[1])
    for arguments, missing in (
        (("serve", "--push-services", "any"), "cryptography"),
        (("serve", "--database", "postgresql://me@127.0.0.1:1/games"), "psycopg"),
        (("db", "prune", "--keep-days", "1", "--database", "postgresql://me@127.0.0.1:1/games"), "psycopg"),
    ):
        command = [program, *arguments]
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True, timeout=PATIENCE)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
        assert missing in done.stderr
        assert "pip install 'semafor[hosting]'" in done.stderr


def test_both_install_without_compiler_and_node_and_play(tmp_path: Path) -> None:
    """Keep this one test: two builds in the same folder would interfere."""
    compiled = semafor.COMPILED and any(REPOSITORY.glob("build/compiled-*.json"))
    for kind, expected, pure in (("wheel", compiled, not compiled), ("sdist", False, False)):
        folder = tmp_path / kind
        folder.mkdir()
        package = built(kind, folder, SEMAFOR_PURE=str(int(pure)))
        with pytest.MonkeyPatch.context() as patch:
            python = installed(package, folder)
            check_that_it_plays(python, "compiled" if expected else "interpreted", patch)
        if kind == "wheel":
            check_that_it_says_what_hosts_need(python)
