"""``semafor page``: the whole game as a folder of static files, which any web server can serve."""

from __future__ import annotations

import json
import lzma
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile, ZipInfo

import click

import semafor
from semafor.cli.main import UserError
from semafor.cli.words.language import here, hidden_language
from semafor.content_policy import content_policy
from semafor.simulation.toml_text import board_toml

PLATFORM: Final = ("3.14", "pyemscripten_2026_0_wasm32")
"""The Python version of Pyodide 314, and its platform tag."""
WHEELS: Final = ("librt", "msgspec", "mypy-extensions")
PACKED: Final = (
    "model",
    "rules",
    "engine",
    "bots",
    "table",
    "simulation",
    "contest",
    "puzzles",
    "workshop",
    "home",
    "page",
    "boards",
)
"""The packages that a page may import; only what it does import is packed."""
WEIGHTS: Final = "bots/net/weights"
COUNTED: Final = ("pyodide.asm.packed", "python_stdlib.packed", "semafor.packed")
"""Files whose download progress the page shows."""
PYODIDE_TERMS: Final = """Pyodide

Python in the browser is Pyodide, CPython compiled to WebAssembly. Pyodide is under the Mozilla Public License 2.0; its
sources are at https://github.com/pyodide/pyodide. CPython is under the PSF License Agreement,
https://docs.python.org/3/license.html. Of its standard library, the page has the modules that it imports, compiled.
"""
_RELAY: Final = re.compile(r"https?://[A-Za-z0-9.\-\[\]:]+(/[\w.\-/]*)?")
_PLACE: Final = re.compile(r"([A-Za-z0-9.\-]+|\[[0-9a-fA-F:]+\])(:[0-9]{1,5})?")
CSP: Final = content_policy("script-src 'self' 'wasm-unsafe-eval'")
"""As strict as the server's, except for WebAssembly; a meta tag can't set frame-ancestors."""


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--repository", type=click.Path(exists=True, file_okay=False, path_type=Path), default=".")
@click.option("--force", is_flag=True)
@click.option("--relay", metavar="URL")
@click.option("--stun", multiple=True, metavar="SERVER")
@click.option("--turn", multiple=True, metavar="SERVER")
@hidden_language
def page(
    folder: Path, repository: Path, force: bool, relay: str | None, stun: tuple[str, ...], turn: tuple[str, ...]
) -> None:
    """Write the game as static files into a folder."""
    meeting = _meeting(relay, stun, turn)
    if not (repository / "web/node_modules/pyodide").is_dir():
        raise UserError(here("page_no_pyodide", version=semafor.__version__))
    client = _client(repository)
    if folder.exists() and any(folder.iterdir()):
        if not force:
            raise UserError(here("page_not_empty", folder=folder))
        shutil.rmtree(folder)
    shutil.copytree(client, folder, dirs_exist_ok=True)
    with TemporaryDirectory() as temporary:
        site = Path(temporary, "site")
        _collect(site, _fetch_wheels(repository))
        made = Path(temporary, "made")
        _pack(repository, site, made)
        _pack_weights(made / "weights.packed")
        _add_licences(folder / "licences.txt", site)
        _write_sizes(made)
        name = f"page-{_digest(made)}"
        shutil.move(made, folder / name)
    _adapt(folder, name, meeting)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    command = f"{Path(sys.executable).name} -m http.server -d {folder}"
    click.echo(here("page_written", folder=folder, size=f"{size / 1e6:.1f}", command=command))


def _client(repository: Path) -> Path:
    """Return the built client: in the repository, or else in the package."""
    built = (repository / "web/dist", Path(semafor.__file__).parent / "server/web")
    found = next((folder for folder in built if (folder / "index.html").is_file()), None)
    if found is None:
        raise UserError(here("page_no_client"))
    return found


# Python


def _locked(lock: Path) -> str:
    """Return the lines of the lock file that pin the wheels, with their hashes."""
    blocks = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8"))
    return "\n".join(block for block in blocks if block.startswith(tuple(f"{name}==" for name in WHEELS)))


def _fetch_wheels(repository: Path) -> Path:
    """Download the wheels for Pyodide, pinned by the lock file, unless they are cached."""
    folder = repository / "build/pyodide"
    wanted = folder / "requirements.txt"
    locked = _locked(repository / "requirements/run.txt")
    if not wanted.is_file() or wanted.read_text(encoding="utf-8") != locked:
        shutil.rmtree(folder, ignore_errors=True)
        with TemporaryDirectory() as temporary:
            copy = Path(temporary, wanted.name)
            copy.write_text(locked, encoding="utf-8")
            version, platform = PLATFORM
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
            options = ["--no-deps", "--only-binary", ":all:", "--python-version", version, "--platform", platform]
            _run([*pip, "--require-hashes", *options, "--dest", str(folder), "--requirement", str(copy)])
            shutil.copy(copy, wanted)
    return folder


def _collect(site: Path, wheels: Path) -> None:
    """Put everything that Python imports on a page into one folder."""
    package = Path(semafor.__file__).parent
    site.mkdir()
    unwanted = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.net")
    for name in PACKED:
        shutil.copytree(package / name, site / "semafor" / name, ignore=unwanted)
    # The tables need to know which networks there are. Only the bots need the weights, which follow (`_pack_weights`).
    for file in (package / WEIGHTS).glob("*.net"):
        head, _, _ = file.read_bytes().partition(b"\n")
        (site / "semafor" / WEIGHTS / file.name).write_bytes(head + b"\n")
    # Of the catalogues only what the forms of the rules say: the rest is the client's.
    (site / "semafor/words").mkdir()
    for file in (package / "words").glob("*.toml"):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        board = {key: text for key, text in data["board"].items() if key.startswith("rule_")}
        text = board_toml({"board": board, "forms": data["forms"]})
        (site / "semafor/words" / file.name).write_text(text, encoding="utf-8")
    for name in ("__init__.py", "compiled.py"):
        shutil.copy(package / name, site / "semafor" / name)
    for wheel in sorted(wheels.glob("*.whl")):
        with ZipFile(wheel) as archive:
            archive.extractall(site)


def _add_licences(file: Path, site: Path) -> None:
    """Add the licences of the other parts of a page."""
    parts = [PYODIDE_TERMS]
    for licence in sorted(site.glob("*.dist-info/**/LICENSE*")):
        name = licence.relative_to(site).parts[0].removesuffix(".dist-info")
        parts.append(f"{name}\n\n{licence.read_text(encoding='utf-8')}")
    line = "=" * 100
    with file.open("a", encoding="utf-8") as end:
        for part in parts:
            end.write(f"\n{line}\n{part.strip()}\n")


def _pack(repository: Path, site: Path, made: Path) -> None:
    web = repository.resolve() / "web"
    tsx = web / "node_modules/tsx/dist/cli.mjs"
    _run(["node", str(tsx), str(web / "page/pack.ts"), str(site), str(made)])


def _pack_weights(file: Path) -> None:
    """Write the archive of the networks' weights."""
    package = Path(semafor.__file__).parent
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        for weights in sorted((package / WEIGHTS).glob("*.net")):
            archive.writestr(ZipInfo(f"semafor/{WEIGHTS}/{weights.name}"), weights.read_bytes())
    file.write_bytes(lzma.compress(data.getvalue(), preset=0))


def _run(command: list[str]) -> None:
    try:
        subprocess.run(command, check=True)
    except FileNotFoundError:
        raise UserError(here("page_no_program", program=command[0])) from None
    except subprocess.CalledProcessError as error:
        raise UserError(here("page_failed", program=Path(command[0]).name, code=error.returncode)) from None


def _write_sizes(made: Path) -> None:
    """Write how much a page has to download."""
    sizes = {name: (made / name).stat().st_size for name in COUNTED}
    (made / "sizes.json").write_text(json.dumps(sizes))


# How pages find each other


def _meeting(relay: str | None, stun: Sequence[str], turn: Sequence[str]) -> dict[str, object]:
    """Return what pages contact to find each other (`web/src/lib/home/meet/meeting.ts`); nothing by default."""
    if relay is not None and not _RELAY.fullmatch(relay):
        raise UserError(here("page_relay", given=repr(relay)))
    ice: list[dict[str, str]] = []
    for one in stun:
        if not _PLACE.fullmatch(one):
            raise UserError(here("page_stun", given=repr(one)))
        ice.append({"urls": f"stun:{one}"})
    for one in turn:
        who, _, place = one.rpartition("@")
        user, _, password = who.partition(":")
        if not (user and password and _PLACE.fullmatch(place)):
            raise UserError(here("page_turn", given=repr(one)))
        ice.append({"urls": f"turn:{place}", "username": user, "credential": password})
    return {"relay": relay, "ice": ice}


# The client


def _names(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


def _digest(folder: Path) -> str:
    """Return a content hash of the files, so that they can be cached for ever."""
    digest = sha256()
    for name in _names(folder):
        digest.update(f"{name}\0".encode() + (folder / name).read_bytes())
    return digest.hexdigest()[:12]


def _adapt(folder: Path, name: str, meeting: dict[str, object]) -> None:
    """Turn a server's client into a page's, which loads everything from its own folder."""
    index = folder / "index.html"
    charset = '<meta charset="utf-8" />'
    relay = re.sub("^http", "ws", str(meeting["relay"] or "")).rstrip("/")
    allowed = CSP.replace("connect-src 'self'", f"connect-src 'self' {relay}".rstrip())
    head = "\n    ".join(
        (
            charset,
            f'<meta http-equiv="Content-Security-Policy" content="{allowed}" />',
            f'<meta name="semafor-page" content="{name}/" />',
            f'<meta name="semafor-meet" content="{escape(json.dumps(meeting))}" />',
        )
    )
    text = _replaced(index.read_text(encoding="utf-8"), charset, head)
    index.write_text(text.replace('="/', '="./'), encoding="utf-8")
    manifest = folder / "manifest.webmanifest"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('": "/', '": "./'), encoding="utf-8")
    later = json.dumps([f"{name}/{file}" for file in _names(folder / name)])
    worker = folder / "service-worker.js"
    kept = _replaced(worker.read_text(encoding="utf-8"), "const LATER = []", f"const LATER = {later}")
    worker.write_text(kept, encoding="utf-8")


def _replaced(text: str, old: str, new: str) -> str:
    if old not in text:
        raise UserError(here("page_old_client", part=repr(old)))
    return text.replace(old, new)
