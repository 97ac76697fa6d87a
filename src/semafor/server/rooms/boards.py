"""Uploaded board files: read in a worker process first, and here only if that succeeded."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Final

from msgspec.json import decode

from semafor.server.budget import PAYER, in_thread
from semafor.server.chores import ReadBoard
from semafor.server.thinkers import Thinkers
from semafor.server.turns import Asked
from semafor.table.about import BoardHead
from semafor.table.creating import wanted_board
from semafor.table.wire.problems import Refused

_KEPT: Final = 1000


class Boards:
    """Remembers which board files can be read."""

    def __init__(self, thinkers: Thinkers) -> None:
        """Take the processes that do the reading."""
        self._thinkers = thinkers
        self._tried: OrderedDict[bytes, asyncio.Task[Refused | BoardHead]] = OrderedDict()

    async def load(self, text: str) -> None:
        """Check a board file, and build its board in a thread, so that it is cached when it is needed."""
        payer = PAYER.get()
        await self.head(text, Asked(() if payer is None else (payer.address,)))
        await in_thread(lambda: wanted_board(None, text))

    async def head(self, text: str, claim: Asked) -> BoardHead:
        """Read a board file once in a worker process; raise Refused if it can't be read in a reasonable time."""
        key = sha256(text.encode("utf-8", "surrogatepass")).digest()
        trying = self._tried.get(key)
        if trying is None:
            trying = self._tried[key] = asyncio.create_task(self._try(text, claim), name="read a board")
            if len(self._tried) > _KEPT:
                self._tried.popitem(last=False)
        self._tried.move_to_end(key)
        found = await asyncio.shield(trying)
        if isinstance(found, BoardHead):
            return found
        if found.info.code == "too_expensive" and self._tried.get(key) is trying:
            # The machine may just be busy: let the next request try again.
            del self._tried[key]
        raise found

    async def _try(self, text: str, claim: Asked) -> Refused | BoardHead:
        try:
            return decode(await self._thinkers.do(ReadBoard(text), claim), type=BoardHead)
        except Refused as problem:
            return problem
