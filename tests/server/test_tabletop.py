"""A server scores a game played at a real table in a worker process, and stores nothing."""

from __future__ import annotations

import httpx

from tests.server.serving import Server

ROUTE = "montreal:new-york:blue"


def test_a_game_is_scored_or_its_problems_are_named(server: Server) -> None:
    place = f"{server.url}/api/score"
    seats = [{"routes": [ROUTE], "tickets": ["atlanta:montreal"]}, {}]
    scored = httpx.post(place, json={"board": "usa", "seats": seats}).json()
    assert scored["problems"] == []
    # A route of three for 4 points, the ticket failed, the longest path.
    assert [seat["total"] for seat in scored["view"]["score"]["seats"]] == [4 - 9 + 10, 0]
    wrong = httpx.post(place, json={"board": "usa", "seats": [{"routes": [ROUTE]}, {"routes": [ROUTE]}]}).json()
    assert wrong["view"] is None
    assert [problem["code"] for problem in wrong["problems"]] == ["route_twice"]


def test_what_a_client_never_sends_is_refused(server: Server) -> None:
    for body, status, code in (
        ({"board": "moon", "seats": [{}, {}]}, 422, "unknown_board"),
        ({"board": "usa", "seats": [{"routes": ["a:b:red"]}, {}]}, 422, "unknown_route"),
        ({"board": "usa", "seats": []}, 422, "bad_request"),
        ({"board": "usa", "seats": [{"routes": [ROUTE] * 201}, {}]}, 422, "bad_request"),
        ({"board": "usa", "seats": [{"hand": {"red": -1}}, {}]}, 422, "bad_request"),
    ):
        answer = httpx.post(f"{server.url}/api/score", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
