"""Nonsense of every kind: the server answers it, survives, and its memory does not grow.

SEMAFOR_FUZZ_MESSAGES sets how many WebSocket messages are sent: 3,000 in `make test`, 20,000 in `make proof`, 100,000
in the measured run of docs/server.md.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from semafor.server.store.database import database_url
from semafor.server.store.upkeep.backup import export_database, import_database
from tests.proof import PROOF
from tests.server.client import Json, Player, get, new_game, run
from tests.server.serving import FAST, PATIENCE, Server

MESSAGES = int(os.environ.get("SEMAFOR_FUZZ_MESSAGES", "20000" if PROOF else "3000"))
EXAMPLES = int(os.environ.get("SEMAFOR_FUZZ_EXAMPLES", "40" if PROOF else "10"))


# REST: requests generated from the OpenAPI description


CHECKS = (
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
)


def test_every_request_is_answered_as_described_and_what_it_left_is_restored(server: Server, tmp_path: Path) -> None:
    description = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    operations: list[Any] = [found.ok() for found in description.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 20
    for operation in operations:
        if not operation.path.endswith("/stream"):  # it never ends
            _try_many(operation, server.url)
    assert [line for line in server.log if "internal error" in line] == []
    asyncio.run(export_database(database_url(server.database), tmp_path / "all.gz"))
    asyncio.run(import_database(database_url(str(tmp_path / "again.sqlite3")), tmp_path / "all.gz"))


def _try_many(operation: Any, url: str) -> None:
    quiet = list(HealthCheck)

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=quiet, derandomize=True, database=None)
    @given(case=operation.as_strategy())
    def attempt(case: Any) -> None:
        answer = case.call(base_url=url, timeout=PATIENCE)
        assert answer.status_code < 500, (operation.label, answer.text)
        case.validate_response(answer, checks=CHECKS)

    attempt()


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/games", b"", 400),
        ("POST", "/api/games", b"{", 400),
        ("POST", "/api/games", b"\xff\xfe", 400),
        ("POST", "/api/join", b'{"name": "\xff"}', 400),
        ("POST", "/api/join", b'{"n\xffme": 1}', 400),
        ("POST", "/api/games", b'{"seats": ' + b"[" * 100_000, 422),
        ("POST", "/api/games", b'{"seats": [{"level": ' + b"[" * 100_000, 422),
        ("POST", "/api/games", b'{"board": "usa", "seats": 7}', 422),
        ("POST", "/api/games", b"[]", 422),
        ("POST", "/api/records", b"\x00" * 100, 422),
        ("POST", "/api/records", b"[" * 100_000, 422),
        ("GET", "/api/games/nothing", b"", 404),
        ("GET", "/api/games/nothing/spread?after=1.5", b"", 422),
        ("GET", "/api/games/nothing/spread?after=" + "9" * 10, b"", 422),
        ("GET", "/api/games/nothing/spread", b"", 422),
        ("GET", "/api/days/2026-11-17/usa/results?sealed=perhaps", b"", 422),
        ("POST", "/api/games/nothing/seats/first/push", b"{}", 422),
        ("GET", "/api/games/%00%ff", b"", 404),
        ("GET", "/api/nothing/at/all", b"", 404),
        ("DELETE", "/api/games", b"", 405),
        ("PUT", "/healthz", b"", 405),
        ("POST", "/api/games", b"x" * 5_000_000, 413),
    ],
)
def test_bad_requests_are_refused_in_the_same_form(
    server: Server, method: str, path: str, body: bytes, status: int
) -> None:
    answer = httpx.request(method, f"{server.url}{path}", content=body, timeout=PATIENCE, verify=False)
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"]
    assert error["message"]
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("path", "allowed"), [("/api/guest", "DELETE, GET, POST"), ("/api/games", "POST"), ("/healthz", "GET")]
)
def test_a_wrong_method_is_told_the_right_ones(server: Server, path: str, allowed: str) -> None:
    answer = httpx.put(f"{server.url}{path}", timeout=PATIENCE)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


def test_whatever_takes_a_body_says_that_it_may_be_no_json(server: Server) -> None:
    paths = httpx.get(f"{server.url}/openapi.json", timeout=PATIENCE).json()["paths"]
    taking = [one for methods in paths.values() for one in methods.values() if "requestBody" in one]
    assert taking
    assert all("400" in one["responses"] for one in taking)


# WebSocket: random and mutated messages


def test_text_that_is_not_utf_8_is_refused_like_other_nonsense(server: Server) -> None:
    async def work() -> None:
        made = await new_game(server.url, [{"kind": "me"}, {"kind": "open"}])
        async with Player(server.url, made["game"], [made["seats"][0]["token"]]) as player:
            assert player.socket is not None
            await player.socket.send(b'{"type": "ping\xff"}', text=True)
            await player.until(lambda: any(one["type"] == "error" for one in player.received))
            assert (await player.ask("ping"))["ok"], "the connection stays"

    before = len(server.log)
    run(work())
    assert [line for line in server.log[before:] if '"level": "error"' in line] == []


class Nonsense:
    """Generates messages: noise, broken JSON, mutated valid messages, and valid ones that make no sense."""

    def __init__(self, seed: int, samples: list[Json]) -> None:
        self.random = random.Random(seed)
        self.samples = samples

    def message(self) -> str | bytes:
        kind = self.random.random()
        if kind < 0.1:
            return self.random.randbytes(self.random.randrange(200))
        if kind < 0.2:
            return "".join(chr(self.random.choice([34, 91, 123, 0x202E, 0x10FFFF, 92, 49])) for _ in range(30))
        text = json.dumps(self._mutated(self.random.choice(self.samples), 0))
        if kind < 0.3:
            at = self.random.randrange(len(text))
            return text[:at] + self.random.choice(["", "}", "\\", "\u0000", '"', "9" * 400]) + text[at + 1 :]
        return text

    def _mutated(self, value: Any, depth: int) -> Any:
        chance = self.random.random()
        if chance < 0.06:
            return self._anything()
        if isinstance(value, dict):
            changed = {key: self._mutated(inner, depth + 1) for key, inner in value.items()}
            if chance < 0.1 and changed:
                del changed[self.random.choice(list(changed))]
            elif chance < 0.14:
                changed[self.random.choice(["seat", "extra", "type", ""])] = self._anything()
            return changed
        if isinstance(value, list):
            return [self._mutated(inner, depth + 1) for inner in value for _ in range(1 if chance < 0.95 else 2)]
        return value

    def _anything(self) -> Any:
        return self.random.choice(
            [None, True, -1, 0, 3, 4, 10**30, 1.5, "", "x" * 300, "\u202e", [], {}, [[]], {"a": {}}, "claim", -(2**63)]
        )


def samples(view: Json) -> list[Json]:
    """Return valid messages of every kind."""
    seq = view["seq"]
    hand = view["observation"].get("hand", {})
    actions: list[Json] = [
        {"type": "draw_card", "from": "deck"},
        {"type": "draw_card", "from": "display", "card": "red"},
        {"type": "draw_tickets"},
        {"type": "claim", "route": "chicago:duluth:red", "cards": hand},
        {"type": "keep_tickets", "tickets": view["observation"].get("tickets", []), "order": []},
        {"type": "pay_tunnel", "cards": {"red": 1}},
        {"type": "withdraw"},
        {"type": "pass"},
    ]
    made: list[Json] = []
    for action in actions:
        made.append({"type": "act", "id": "1", "seat": 0, "seq": seq, "action": action})
        made.append({"type": "check", "id": "2", "seat": 0, "action": action})
    made += [
        {"type": "payments", "id": "3", "seat": 0, "route": "chicago:duluth:red", "limit": 5},
        {"type": "look", "id": "4", "seat": 0},
        {"type": "undo", "id": "5", "seat": 0, "seq": seq},
        {"type": "go_on", "id": "5a", "seat": 0, "seq": seq},
        {"type": "leave", "id": "6", "seat": 0},
        {"type": "return", "id": "7", "seat": 0},
        {"type": "chat", "id": "8", "seat": 0, "text": "hello"},
        {"type": "chat", "id": "9", "seat": 0, "phrase": "hello"},
        {"type": "offer_end", "id": "10", "seat": 0},
        {"type": "answer_end", "id": "11", "seat": 0, "yes": False},
        {"type": "skip", "id": "11a", "seat": 0},
        {"type": "rename", "id": "12", "seat": 0, "name": "Ala"},
        {"type": "start", "id": "13"},
        {"type": "ping", "id": "14"},
        {"type": "hello", "version": 2, "tokens": []},
    ]
    return made


async def bombard(url: str, game: str, token: str, nonsense: Nonsense, count: int) -> int:
    """Send messages, each of which must be answered at once; reconnect when disconnected."""
    sent = 0
    address = f"{url.replace('http', 'ws', 1)}/api/games/{game}/socket"
    while sent < count:
        async with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
            await socket.send(json.dumps({"type": "hello", "version": 2, "tokens": [token]}))
            try:
                while sent < count:
                    await socket.send(nonsense.message())
                    sent += 1
                    if sent % 20 == 0:
                        await answered(socket, f"are you there {sent}")
            except ConnectionClosed:
                assert socket.close_code in {1008, 1009}, f"the server closed the connection with {socket.close_code}"
    return sent


async def answered(socket: ClientConnection, id_: str) -> None:
    """Check that the server still answers."""
    await socket.send(json.dumps({"type": "ping", "id": id_}))
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        assert message["type"] in {"welcome", "table", "view", "chat", "answer", "error"}
        if message["type"] == "answer":
            assert message["ok"] or message["error"]["code"] != "internal_error", message
            if message["id"] == id_:
                return


def test_nonsense_over_websocket_neither_hangs_nor_grows_the_server(tmp_path: Any) -> None:
    async def one_round(server: Server, seed: int, count: int) -> None:
        made = await new_game(server.url, [{"kind": "me", "name": "Ala"}, {"kind": "bot", "level": "apprentice"}])
        token = made["seats"][0]["token"]
        async with Player(server.url, made["game"], [token]) as ala:
            await ala.until_view()
            nonsense = Nonsense(seed, samples(ala.view))
        assert await bombard(server.url, made["game"], token, nonsense, count) == count
        assert (await get(server.url, "/healthz"))["ok"]

    async def work(server: Server) -> tuple[int, int]:
        step = max(500, MESSAGES // 20)
        await one_round(server, 0, step)
        before = server.memory()
        for number in range(1, MESSAGES // step):
            await one_round(server, number, step)
        return before, server.memory()

    with Server(str(tmp_path / "games.sqlite3"), *FAST, "--log-level", "warning") as server:
        before, after = run(work(server))
        assert [line for line in server.log if "internal error" in line] == []
        # A game stays in memory for a minute after the last client has left; 40 games with their chat are small.
        assert after - before < 30_000_000, (before, after)


@pytest.mark.parametrize(
    ("first", "code", "error"),
    [
        ("", 1008, "bad_message"),
        ("nonsense", 1008, "bad_message"),
        ('{"type": "ping", "id": "1"}', 1008, "no_hello"),
        ('{"type": "hello", "version": 99, "tokens": []}', 1008, "wrong_version"),
        ('{"type": "hello", "version": 2, "tokens": ["a", "b", "c", "d", "e", "f"]}', 1008, "bad_message"),
    ],
)
def test_a_client_that_does_not_say_hello_is_told_and_disconnected(
    server: Server, first: str, code: int, error: str
) -> None:
    async def work() -> None:
        made = await new_game(server.url, [{"kind": "me"}, {"kind": "bot"}])
        async with connect(f"{server.url.replace('http', 'ws', 1)}/api/games/{made['game']}/socket") as socket:
            await socket.send(first)
            message = json.loads(await socket.recv())
            assert (message["type"], message["code"]) == ("error", error)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code

    run(work())


def test_a_message_that_is_too_large_ends_the_connection_and_nothing_else(server: Server) -> None:
    async def work() -> None:
        made = await new_game(server.url, [{"kind": "me"}, {"kind": "bot"}])
        player = Player(server.url, made["game"], [made["seats"][0]["token"]])
        await player.open()
        await player.send({"type": "chat", "id": "1", "seat": 0, "text": "x" * 40_000})
        await player.until(lambda: player.closed is not None)
        assert player.closed is not None
        assert player.closed[0] == 1009
        await player.open_again()
        assert (await player.ask("ping"))["ok"]

    run(work())


def test_an_error_is_explained_and_the_connection_stays(server: Server) -> None:
    async def work() -> None:
        made = await new_game(server.url, [{"kind": "me"}, {"kind": "bot"}])
        async with Player(server.url, made["game"], [made["seats"][0]["token"]]) as player:
            await player.until_view()
            answer = await player.ask("act", seat=0, seq="1", action={})
            assert answer["error"]["code"] == "bad_message"
            assert "$.seq" in answer["error"]["message"]
            answer = await player.act({"type": "claim", "route": 5})
            assert answer["error"]["code"] == "bad_action"
            assert "route" in answer["error"]["message"]
            answer = await player.act({"type": "pass"})
            assert (answer["error"]["code"], answer["error"]["rule"]) == ("tickets_pending", "U-5")
            assert (await player.ask("check", seat=0, action={"type": "pass"}))["error"] == answer["error"]
            assert (await player.ask("payments", seat=0, route="no"))["error"]["code"] == "unknown_route"
            assert player.socket is not None
            await player.socket.send(b'{"type": "ping", "id": "\xff"}')
            await player.until(lambda: any(message.get("code") == "bad_message" for message in player.received))
            await player.send({"type": "dance", "id": "x"})
            await player.until(lambda: "x" in player.answers)
            assert player.answers["x"]["error"]["code"] == "bad_message"
            assert (await player.ask("ping"))["ok"]

    run(work())
