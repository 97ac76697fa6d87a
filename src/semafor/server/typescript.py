"""Writes messages and endpoints as TypeScript: `python -m semafor.server.typescript > web/src/lib/protocol.ts`."""

from __future__ import annotations

import sys
from typing import Final

from semafor.home.endpoints.typescript import endpoints_class
from semafor.server.app import SERVED
from semafor.server.http.api_bots import BOTS
from semafor.server.http.sockets import SOCKET_PATH
from semafor.table.wire import api_messages
from semafor.table.wire.typescript import TypeScript

SOCKET: Final = """\
/** Return the path of a table's WebSocket. */
export function socketPath(game: string): string {{
  return `{path}`
}}
"""


def typescript() -> str:
    """Return the whole file."""
    types = TypeScript()
    head = types.head()
    methods = endpoints_class([one for one in SERVED if one not in BOTS.all], types)
    types.name(api_messages.ErrorReply)
    socket = SOCKET_PATH.replace("{game}", "${at(game)}")
    return "\n".join([head, *types.written(), methods, SOCKET.format(path=socket)])


if __name__ == "__main__":
    sys.stdout.write(typescript())
