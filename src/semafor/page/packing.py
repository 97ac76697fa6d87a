"""Write a page's Python code as two archives of bytecode: the imported part of the standard library, and our modules.

This runs in Pyodide (`web/page/pack.ts`), so that the bytecode is for exactly the Python that runs in the page.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import lzma
import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from typing import Final

from semafor import builtin_ids
from semafor.home.endpoints.games import GAMES
from semafor.page.bots_worker import think
from semafor.page.tables_worker import TablesWorker
from semafor.table.wire.client_messages import VERSION

SITE: Final = Path("/site")
STDLIB: Final = "/lib/python314.zip"
MADE: Final = Path("/made")
"""The folder of the page."""
EARLY: Final = ("greeting", "boards", "board", "levels")
"""Endpoints whose replies are files beside Python, so that a page has them before Python is loaded."""
ALSO: Final = frozenset({"encodings/ascii.py", "encodings/latin_1.py", "encodings/idna.py", "stringprep.py"})
"""Modules of the standard library that are imported late, and only in some browsers."""
DOCUMENTED: Final = ("_pyodide/", "pyodide/")
"""Pyodide copies docstrings to functions when it starts."""
FILTER: Final = {"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 20}
"""A small window: memory that Python has taken to unpack is never given back."""
STAND_INS: Final = {"html/entities.py": b"html5 = {}\n"}
"""Stubs for modules of the standard library that are imported, but not used on a page."""
LEFT_OUT: Final = (".so", ".pyi", ".pyc", ".typed")


class _OneGame:
    """A database that remembers the last game, and no log."""

    def __init__(self) -> None:
        self._kept: str | None = None

    async def load(self, game: str) -> str | None:
        return self._kept

    async def entries(self, game: str, after: int) -> str:
        return "[]"

    async def store(self, game: str, kept: str, entries: str) -> bool:
        self._kept = kept
        return True

    async def remove(self, game: str) -> None:
        pass


async def _use_everything() -> None:
    """Use all features of a page once, so that late imports happen, and keep the early replies."""
    asked: list[str] = []

    async def bots(job: str) -> str:
        asked.append(job)
        return think(job)

    tables = TablesWorker(_OneGame(), bots, lambda: False, lambda _key, _part: None)
    for path in {one.path.format(board=board) for one in GAMES.all if one.name in EARLY for board in builtin_ids()}:
        file = MADE / f"{path[1:]}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        reply = json.loads(await tables.ask(0, "GET", path, None, None))["ok"]
        file.write_text(json.dumps(reply, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    body = {"board": "toy", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    made = json.loads(await tables.ask(1, "POST", "/api/games", json.dumps(body), None))["ok"]
    hello = {"type": "hello", "version": VERSION, "tokens": [made["seats"][0]["token"]]}
    await tables.connect("1", made["game"], json.dumps(hello), lambda _text: None)
    await tables.ask(2, "POST", "/api/records", "{}", None)
    await tables.hear("1", json.dumps({"type": "hint", "id": "1", "seat": 0}))
    while not asked:
        await asyncio.sleep(0.01)
    await tables.close("1")


def _bytecode(source: bytes, name: str) -> bytes:
    """Return the bytecode of a module, without docstrings unless it needs them; it is not compared with its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=0 if name.startswith(DOCUMENTED) else 2)
    return MAGIC_NUMBER + b"\1\0\0\0" + source_hash(source) + marshal.dumps(code)


def _imported() -> set[str]:
    """Return the files of all modules that are imported by now."""
    return {file for module in list(sys.modules.values()) if (file := getattr(module, "__file__", None))}


def _stdlib(used: set[str]) -> Iterator[tuple[str, bytes]]:
    """Return the modules of the standard library that are used, as bytecode."""
    with zipfile.ZipFile(STDLIB) as full:
        for name in sorted(full.namelist()):
            if name.endswith(".py") and (f"{STDLIB}/{name}" in used or name in ALSO):
                yield f"{name}c", _bytecode(STAND_INS.get(name) or full.read(name), name)


def _site(used: set[str]) -> Iterator[tuple[str, bytes]]:
    """Return our modules and the wheels' that are used, as bytecode, and all of their data."""
    for path in sorted(SITE.rglob("*")):
        name = path.relative_to(SITE).as_posix()
        if path.is_dir() or ".dist-info/" in name or str(path) == __file__:
            continue
        if path.suffix == ".py":
            if str(path) in used:
                yield f"{name}c", _bytecode(path.read_bytes(), name)
        elif str(path) in used or path.suffix not in LEFT_OUT:
            yield name, path.read_bytes()


def _archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return an archive, not compressed file by file: as a whole it takes less space."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data)
    return made.getvalue()


async def pack() -> None:
    """Make both archives, one so that a browser can unpack it, the other so that Python can; and the early replies."""
    before = _imported()
    await _use_everything()
    used = _imported() | before
    (MADE / "python_stdlib.packed").write_bytes(gzip.compress(_archive(_stdlib(used)), mtime=0))
    (MADE / "semafor.packed").write_bytes(lzma.compress(_archive(_site(used)), filters=[FILTER]))
