"""The features that a server reports."""

from __future__ import annotations

from typing import get_args

from semafor.table.wire.api_messages import Capability
from tests.server.client import get, run
from tests.server.serving import Server


def test_a_server_can_do_everything_but_meet_other_pages(server: Server) -> None:
    everything = [one for one in get_args(Capability) if one not in {"meet", "webhook"}]
    assert run(get(server.url, "/api/greeting")) == {"capabilities": everything}
