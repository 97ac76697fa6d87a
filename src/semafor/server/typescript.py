"""Writes messages and endpoints as TypeScript: `python -m semafor.server.typescript > web/src/lib/protocol.ts`."""

from __future__ import annotations

import sys

from semafor.home.endpoints.typescript import endpoints_class
from semafor.server.app import SERVED
from semafor.server.http.api_bots import BOTS
from semafor.table.wire import api_messages
from semafor.table.wire.typescript import TypeScript


def typescript() -> str:
    """Return the whole file."""
    types = TypeScript()
    head = types.head()
    methods = endpoints_class([one for one in SERVED if one not in BOTS.all], types)
    types.name(api_messages.ErrorReply)
    return "\n".join([head, *types.written(), methods])


if __name__ == "__main__":
    sys.stdout.write(typescript())
