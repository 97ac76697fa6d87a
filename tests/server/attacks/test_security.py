"""Hosts, origins, headers, limits, logs and tokens."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from semafor.engine.files.game_file import commitment
from semafor.home.limits import Bucket, Buckets, Counts
from semafor.server.http.security import CSP, host_allowed, origin_allowed
from semafor.table.fairness import new_seed
from semafor.table.tokens import hashed, new_code, new_invite, new_token, read_code
from tests.server.client import Player, new_game, post, run
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import BOT, ME


def ask(method: str, url: str, **more: Any) -> httpx.Response:
    with httpx.Client(verify=False, timeout=PATIENCE) as client:
        return client.request(method, url, **more)


class TestHostsAndOrigins:
    @pytest.mark.parametrize(
        ("host", "allowed"),
        [
            ("127.0.0.1", True),
            ("127.0.0.1:8600", True),
            ("192.168.1.7:8600", True),
            ("[::1]:8600", True),
            ("localhost:8600", True),
            ("LOCALHOST", True),
            ("trains.example", True),
            ("evil.example", False),
            ("trains.example.evil.example", False),
            ("127.0.0.1.evil.example", False),
            ("evil.example@127.0.0.1", False),
            ("", False),
            ("[::1", False),
            ("a b", False),
        ],
    )
    def test_allowed_hosts(self, host: str, allowed: bool) -> None:
        assert host_allowed(host, ("trains.example",)) is allowed

    @pytest.mark.parametrize(
        ("origin", "allowed"),
        [
            (None, True),
            ("http://127.0.0.1:8600", True),
            ("https://trains.example", True),
            ("http://127.0.0.1:9999", False),
            ("https://evil.example", False),
            ("null", False),
            ("http://[::1", False),
        ],
    )
    def test_allowed_origins(self, origin: str | None, allowed: bool) -> None:
        assert origin_allowed(origin, "127.0.0.1:8600", ("trains.example",)) is allowed

    def test_a_request_under_another_name_is_refused(self, server: Server) -> None:
        answer = ask("GET", f"{server.url}/api/boards", headers={"host": "evil.example"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (421, "wrong_host")
        answer = ask("POST", f"{server.url}/api/games", json={}, headers={"origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong_origin")

    def test_a_page_from_elsewhere_gets_no_socket(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, BOT])
            address = f"{server.url.replace('http', 'ws', 1)}/api/games/{made['game']}/socket"
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, additional_headers={"origin": "https://evil.example"})
            assert refused.value.response.status_code == 403

        run(work())


@pytest.mark.parametrize("path", ["/", "/api/boards", "/api/nothing", "/some/page", "/healthz"])
def test_every_answer_has_the_strict_headers(server: Server, path: str) -> None:
    headers = ask("GET", f"{server.url}{path}").headers
    assert headers["content-security-policy"] == CSP
    assert "unsafe-inline" not in CSP.replace("style-src-attr 'unsafe-inline'", "")
    assert "http" not in CSP
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_only_browsers_that_trust_the_origin_are_told_the_policy_of_openers(server: Server) -> None:
    """Over plain http from a LAN address, browsers would log the header as an error."""
    policy = "cross-origin-opener-policy"
    at_home = {"host": f"192.168.1.20:{server.port}"}
    assert ask("GET", server.url).headers[policy] == "same-origin"
    assert policy not in ask("GET", server.url, headers=at_home).headers


def test_a_path_out_of_the_pages_leads_nowhere(server: Server) -> None:
    for path in ("/../pyproject.toml", "/%2e%2e/pyproject.toml", "/..%2fpyproject.toml", "//etc/passwd"):
        answer = ask("GET", f"{server.url}{path}")
        assert "mypy" not in answer.text
        assert "root:" not in answer.text


async def open_until_refused(client: httpx.AsyncClient, player: Player) -> None:
    """Open sockets among many other requests until one is refused; a busy machine may let some through."""
    while True:
        busy = asyncio.gather(*(client.get("/api/levels") for _ in range(40)))
        try:
            await player.open()
            await player.close()
        finally:
            await busy


class TestLimits:
    def test_a_bucket_fills_again(self) -> None:
        bucket = Bucket(0.001, 2)
        assert [bucket.take() == 0 for _ in range(3)] == [True, True, False]
        bucket.at -= 2000  # this many seconds later
        assert bucket.take() == 0
        slow = Buckets(0.001, 2)
        assert [slow.allows("a") for _ in range(3)] == [True, True, False]
        assert slow.allows("b")

    def test_counts_go_up_and_down(self) -> None:
        counts = Counts(1)
        assert counts.enter("a")
        assert not counts.enter("a")
        counts.leave("a")
        assert counts.enter("a")

    def test_too_many_requests_are_refused_and_too_many_messages_slowed_down(self, tmp_path: Path) -> None:
        async def work(server: Server) -> None:
            made = await new_game(server.url, [ME, BOT])
            refused = ask("POST", f"{server.url}/api/games", json={"board": "usa", "seats": [ME, BOT]})
            assert refused.status_code == 200
            refused = ask("POST", f"{server.url}/api/games", json={"board": "usa", "seats": [ME, BOT]})
            assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_games")
            player = Player(server.url, made["game"], [made["seats"][0]["token"]])
            await player.open()
            before = asyncio.get_running_loop().time()
            for _ in range(80):
                assert (await player.ask("ping"))["ok"]
            assert asyncio.get_running_loop().time() - before > 0.5
            others = [Player(server.url, made["game"]) for _ in range(2)]
            await others[0].open()
            with pytest.raises(InvalidStatus):
                await others[1].open()
            async with httpx.AsyncClient(verify=False, base_url=server.url, timeout=PATIENCE) as client:
                # However slow the machine, the server eventually refuses a client that keeps asking.
                asked = [await client.get("/api/levels")]
                while asked[-1].status_code == 200:
                    asked += await asyncio.gather(*(client.get("/api/levels") for _ in range(40)))
                assert {answer.status_code for answer in asked} == {200, 429}
                await others[0].close()
                with pytest.raises(InvalidStatus):
                    await open_until_refused(client, others[0])
            assert (await player.ask("ping"))["ok"]

        options = ("--games-per-hour", "2", "--connections", "2", "--request-rate", "1")
        with Server(str(tmp_path / "games.sqlite3"), *options) as server:
            run(work(server))

    def test_codes_and_replays_are_rate_limited(self, tmp_path: Path) -> None:
        async def work(server: Server) -> None:
            made = await new_game(server.url, [ME, BOT])
            join = {"invite": "abcdabcd", "name": "X"}
            async with httpx.AsyncClient(verify=False, base_url=server.url, timeout=PATIENCE) as client:

                async def by_the_dozen(method: str, path: str, body: Any = None) -> set[int]:
                    """Send requests until one is refused, however slow the machine; return the status codes."""
                    codes: set[int] = set()
                    refused = False
                    for _ in range(100):
                        for answer in await asyncio.gather(
                            *(client.request(method, path, json=body) for _ in range(5))
                        ):
                            codes.add(answer.status_code)
                            refused |= "too much slow work at once; wait a moment" in answer.text
                        if refused:
                            return codes
                    raise AssertionError(f"{path} is never too much: {answer.text}")

                assert await by_the_dozen("GET", "/api/invites/abcdabcd") == {404, 429}
                assert 429 in await by_the_dozen("POST", "/api/join", join)
                assert 429 in await by_the_dozen("GET", f"/api/games/{made['game']}/replay")
                assert 429 in await by_the_dozen("GET", f"/api/games/{made['game']}/analysis")

        # Twenty requests at once, but only two of this kind.
        with Server(str(tmp_path / "games.sqlite3"), "--request-rate", "2") as server:
            run(work(server))


class TestSecrets:
    def test_a_code_is_read_as_people_write_it(self) -> None:
        assert read_code("ABCD-23 9z") == "abcd239z"
        assert read_code("l1i") == "iii"
        code = new_invite()
        assert len(code) == 8
        assert read_code(code.upper()) == code

    def test_tokens_are_long_different_and_kept_only_as_hashes(self, server: Server) -> None:
        tokens = {new_token() for _ in range(1000)}
        assert len(tokens) == 1000
        assert min(len(token) for token in tokens) >= 32
        assert len({new_code(16) for _ in range(1000)}) == 1000

        async def work() -> list[str]:
            made = await new_game(server.url, [ME, BOT])
            bot = await post(server.url, "/api/bots", {"name": "B"})
            path = f"/api/games/{made['game']}/seats/0/transfer"
            code = (await post(server.url, path, {}, made["seats"][0]["token"]))["code"]
            return [made["seats"][0]["token"], bot["token"], code]

        secrets = run(work())
        connection = sqlite3.connect(server.database)
        dump = "\n".join(connection.iterdump())
        connection.close()
        log = "\n".join(server.log)
        for secret in secrets:
            assert hashed(secret) in dump
            assert secret not in dump
            assert secret not in log

    def test_the_commitment_says_nothing_and_fits_one_seed(self) -> None:
        seed = new_seed()
        assert len(seed) == 64
        assert commitment(seed) == commitment(seed) != commitment(new_seed())
        assert seed not in commitment(seed)

    def test_the_log_is_json_without_what_nobody_may_know(self, server: Server) -> None:
        ask("GET", f"{server.url}/api/games/not-a-game?token=hush")
        server.wait_for_log('"status": 404')
        for line in server.log:
            if line.startswith("{"):
                entry: dict[str, Any] = json.loads(line)
                assert {"time", "level", "event"} <= set(entry)
        assert "hush" not in "\n".join(server.log)


def test_the_server_reports_its_health(server: Server) -> None:
    assert ask("GET", f"{server.url}/healthz").json()["ok"] is True
    text = ask("GET", f"{server.url}/metrics").text
    for name in ("semafor_rooms", "semafor_connections", "semafor_entries_total", "semafor_append_seconds_bucket"):
        assert name in text


def test_it_shuts_down_cleanly(tmp_path: Path) -> None:
    with Server(str(tmp_path / "games.sqlite3"), *FAST) as server:
        run(new_game(server.url, [ME, BOT]))
        assert server.stop() == 130
        assert not any("Traceback" in line for line in server.log)
