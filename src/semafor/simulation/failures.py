"""What the author of a bot is shown when it fails: the file and line, and the position as a file to load."""

from __future__ import annotations

import json
import re
import tempfile
import traceback
from hashlib import sha256
from pathlib import Path
from typing import Final

import semafor
from semafor.bots.external import BotFailure

_PACKAGE: Final = str(Path(semafor.__file__).parent)
_COMPILED: Final = ("semafor/", "src/semafor/", "semafor\\", "src\\semafor\\")
"""How the names of compiled files begin in a traceback."""


def traceback_of(error: BaseException) -> str:
    """Return a traceback without the engine's own frames; nothing if no other code had a part in it."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith((_PACKAGE, *_COMPILED, "<frozen "))
    ]
    if not frames:
        return ""
    told = ["Traceback (most recent call last):\n", *traceback.format_list(frames)]
    return "".join([*told, *traceback.format_exception_only(error)]).rstrip()


def keep_position(position: object, bot: str) -> Path:
    """Write a position into the folder for temporary files, as `load_position` takes it, and return its path."""
    text = json.dumps(position, indent=1, ensure_ascii=False)
    name = re.sub(r"\W+", "-", Path(bot).name).strip("-")[-30:] or "bot"
    path = Path(tempfile.gettempdir()) / f"semafor-{name}-{sha256(text.encode()).hexdigest()[:8]}.json"
    path.write_text(text + "\n", encoding="utf-8")
    return path


def told(bot: str, failure: BotFailure) -> str:
    """Return all that helps its author: the failure, the traceback, and the path of the position."""
    lines = [f"{bot} failed ({failure.kind}): {failure.message}"]
    if failure.traceback:
        lines.append(failure.traceback)
    if failure.position is not None:
        lines.append(f"the position: {keep_position(failure.position, bot)}")
    return "\n".join(lines)
