"""Which version of a bot is playing: a digest of the files that it is made of.

An arena that resumes a run compares digests, so that no rating mixes two versions of a bot.
"""

from __future__ import annotations

import re
import shlex
import shutil
from functools import cache
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import semafor.bots
from semafor.bots.registry import EXTERNAL, GROUP, PEER, own_bot_names

_DIGITS = 16
_BUILT = (".so", ".pyd", ".pyc")


def bot_digest(spec: str) -> str:
    """Return a digest of the files behind a bot, named with its options; empty if no file is known.

    For a bot in a file it covers that file; for a program, every file that its command names; for a bot of another
    package, its module; for a built-in bot, all built-in bots, because they share code.
    """
    spec = spec.strip()
    if spec.startswith((EXTERNAL, PEER)):
        return _digest([path for word in shlex.split(spec.partition(":")[2]) for path in _file(word)])
    in_file = re.fullmatch(r"(.+\.py):(\w+)", spec)
    if in_file is not None:
        return _digest([Path(in_file[1])])
    name = spec.partition(":")[0]
    if name not in own_bot_names():
        for point in entry_points(group=GROUP):
            found = find_spec(point.module) if point.name == name else None
            if found is not None and found.origin is not None:
                return _digest([Path(found.origin)])
    return _own_digest()


@cache
def _own_digest() -> str:
    """Return the digest of all bots of this package, whether they run compiled or not."""
    folder = Path(str(semafor.bots.__file__)).parent
    return _digest(sorted(path for path in folder.rglob("*") if path.suffix not in _BUILT))


def _file(word: str) -> list[Path]:
    """Return the file that a word of a command names, if it names one."""
    path = Path(word)
    if path.is_file():
        return [path]
    program = shutil.which(word)
    return [] if program is None else [Path(program)]


def _digest(paths: list[Path]) -> str:
    """Return a digest of the contents of files that exist; empty without any."""
    contents = [sha256(path.read_bytes()).digest() for path in paths if path.is_file()]
    return sha256(b"".join(contents)).hexdigest()[:_DIGITS] if contents else ""
