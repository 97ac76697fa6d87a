"""Board files of others: read by a worker first, and here only if that succeeded."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Final

from msgspec.json import decode

from semafor.home.work.file_jobs import ReadBoard
from semafor.home.work.workers import Caller, Workers
from semafor.table.about import BoardHead
from semafor.table.creating import wanted_board
from semafor.table.wire.problems import Refused

_KEPT: Final = 1000


class Boards:
    """Remembers which board files can be read."""

    def __init__(self, workers: Workers) -> None:
        """Take the workers that do the reading."""
        self._workers = workers
        self._tried: OrderedDict[bytes, asyncio.Task[Refused | BoardHead]] = OrderedDict()

    async def load(self, text: str, address: str) -> None:
        """Check a board file for an address, and build its board in advance, off the event loop."""
        await self.head(text, Caller((address,)))
        await self._workers.aside(lambda: wanted_board(None, text))

    async def head(self, text: str, requester: Caller) -> BoardHead:
        """Read a board file once by a worker; raise Refused if it can't be read in a reasonable time."""
        key = sha256(text.encode("utf-8", "surrogatepass")).digest()
        trying = self._tried.get(key)
        if trying is None:
            trying = self._tried[key] = asyncio.create_task(self._try(text, requester), name="read a board")
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

    async def _try(self, text: str, requester: Caller) -> Refused | BoardHead:
        try:
            return decode(await self._workers.do(ReadBoard(text), requester), type=BoardHead)
        except Refused as problem:
            return problem
