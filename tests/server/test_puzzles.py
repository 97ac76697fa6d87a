"""Puzzles on a server: a list, a table to look at, questions, and a judged answer; nothing is stored."""

from __future__ import annotations

import httpx

from semafor.puzzles.collection import puzzles_of
from tests.server.serving import Server


def test_a_puzzle_is_shown_asked_about_and_answered(server: Server) -> None:
    lists = httpx.get(f"{server.url}/api/puzzles").json()
    assert {one["board"] for one in lists} == {"italy", "nordic-countries", "northern-lights", "usa"}
    for one in lists:
        # In the order of the files, the last ones are those whose best move is no claim.
        assert [puzzle["id"] for puzzle in one["puzzles"]] == sorted(puzzles_of(one["board"]))
    wanted = next(puzzle for puzzle in puzzles_of("usa").values() if puzzle.options[0].action["type"] == "claim")
    place = f"{server.url}/api/puzzles/usa/{wanted.id}"
    shown = httpx.get(place).json()
    assert shown["view"]["eyes"] == wanted.seat
    assert "position" not in shown
    assert "options" not in shown
    best = wanted.options[0].action
    asked = {"type": "payments", "id": "1", "seat": wanted.seat, "route": best["route"]}
    assert httpx.post(f"{place}/ask", json=asked).json()["payments"]
    checked = {"type": "check", "id": "2", "seat": wanted.seat, "action": best}
    assert httpx.post(f"{place}/ask", json=checked).json() == {"type": "answer", "id": "2", "ok": True}
    answer = httpx.post(f"{place}/answer", json={"action": best}).json()
    assert answer["chosen"] == 0
    assert len(answer["options"]) == len(wanted.options)
    assert all(len(option["trials"]) == len(answer["bots"]) for option in answer["options"])


def test_impossible_requests_are_refused(server: Server) -> None:
    place = f"{server.url}/api/puzzles/usa/{next(iter(puzzles_of('usa')))}"
    claim = {"type": "claim", "route": "denver:omaha:purple", "cards": {"purple": 400}}
    seat = httpx.get(place).json()["view"]["eyes"]
    for path, body, status, code in (
        (f"{server.url}/api/puzzles/usa/nothing", None, 404, "not_found"),
        (f"{server.url}/api/puzzles/moon/nothing", None, 404, "not_found"),
        (f"{place}/ask", {"type": "ping", "id": "1"}, 422, "bad_request"),
        (f"{place}/ask", {"type": "payments", "id": "1", "seat": seat, "route": "a:b:red"}, 422, "unknown_route"),
        (f"{place}/answer", {"action": {"type": "jump"}}, 422, "bad_action"),
        (f"{place}/answer", {}, 422, "bad_request"),
    ):
        answer = httpx.get(path) if body is None else httpx.post(path, json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert httpx.post(f"{place}/answer", json={"action": claim}).status_code == 409
