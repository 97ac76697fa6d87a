"""Shared helpers for tests of tables: the players, and how they get into the game."""

from __future__ import annotations

import httpx

from tests.server.client import Json, Player
from tests.server.serving import PATIENCE, Server

ME: Json = {"kind": "me", "name": "Ala"}
OTHER: Json = {"kind": "me", "name": "Ola"}
OPEN: Json = {"kind": "open"}
BOT: Json = {"kind": "bot", "level": "apprentice"}


async def refused(url: str, path: str, body: object, token: str | None = None) -> tuple[int, Json]:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(verify=False, base_url=url, timeout=PATIENCE) as client:
        answer = await client.post(path, json=body, headers=headers)
    return answer.status_code, answer.json()["error"]


async def players(server: Server, made: Json) -> list[Player]:
    found = [Player(server.url, made["game"], [seat["token"]], seed=seat["seat"]) for seat in made["seats"]]
    for player in found:
        await player.open()
    return found


async def past_the_opening(people: list[Player]) -> None:
    """Let everybody keep tickets."""
    for player in people:
        await player.until_view()
        action = player.choice()
        if action is not None and action["type"] == "keep_tickets":
            assert (await player.act(action))["ok"]
    for player in people:
        while player.view["observation"]["decision"] == "keep_tickets":
            await player.until_more()


def acting(people: list[Player]) -> Player:
    """Return whose turn it is."""
    return next(player for player in people if player.view["offers"])


def eyes(player: Player) -> int | None:
    """Return the viewer; a view has a hand only for a seat."""
    seat: int | None = player.view["eyes"]
    assert ("hand" in player.view["observation"]) == (seat is not None)
    return seat
