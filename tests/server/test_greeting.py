"""The features that a server reports."""

from __future__ import annotations

from typing import get_args

from semafor.table.wire.api_messages import Capability
from tests.server.client import get, run
from tests.server.serving import Server


def test_a_server_can_do_everything_that_a_home_can(server: Server) -> None:
    assert run(get(server.url, "/api/greeting")) == {"capabilities": list(get_args(Capability))}
