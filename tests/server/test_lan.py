"""The server's address on the LAN, for invitation links."""

from __future__ import annotations

from pathlib import Path

from semafor.server.lan import network_address
from tests.server.client import get, run
from tests.server.serving import FAST, Server


def asked(url: str) -> str | None:
    found = run(get(url, "/api/network"))["url"]
    assert found is None or isinstance(found, str)
    return found


def test_a_server_on_its_own_machine_only_has_no_url_for_others(server: Server) -> None:
    assert asked(server.url) is None


def test_who_sits_at_the_machine_is_told_its_url_in_the_network_and_nobody_else(tmp_path: Path) -> None:
    address = network_address()
    with Server(str(tmp_path / "games.sqlite3"), *FAST, "--host", "0.0.0.0") as server:
        url = asked(server.url)
        if address is None:
            assert url is None
            return
        assert url == f"http://{address}:{server.port}"
        assert run(get(url, "/healthz"))["ok"]
        # Clients on the LAN know the address anyway; those behind a proxy must not learn it.
        assert asked(url) is None
