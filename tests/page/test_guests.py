"""Guests at the tables of a page: whole games, what they are sent, and guests who mean harm."""

from __future__ import annotations

import asyncio
import json

import pytest

import semafor
from semafor import SPECTATOR, Chance
from semafor.page import guests
from tests.page.pages import ME, Channel, Json, Page, Screen, sit

OPEN = {"kind": "open"}
BOARDS = ["usa", "nordic-countries", "italy", "northern-lights"]


class Watched(Channel):
    """A channel that compares everything that is sent with what the seat may know at that moment."""

    def __init__(self, page: Page, name: str, game: str) -> None:
        super().__init__(page, name, game)
        self.game = game
        self.seat = SPECTATOR
        self.known: set[str] = set()
        """Tickets that the seat has seen."""
        self.leaked: list[str] = []
        self.checked = 0

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if message["kind"] == "said":
            self._check(json.loads(message["text"]))
        super()._hear(text)

    def _check(self, said: Json) -> None:
        log = self.page.worker.home.rooms[self.game].table.log
        if log is None or log.game.over:
            return
        views = [log.game.observe(seat).to_json() for seat in range(len(log.game.observe(SPECTATOR).seats))]
        held = [{*view["tickets"], *view.get("drawn", [])} for view in views]
        if self.seat != SPECTATOR:
            self.known |= held[self.seat]
        text = json.dumps(said)
        self.leaked += [ticket for ticket in set().union(*held) - self.known if f'"{ticket}"' in text]
        if said["type"] == "view":
            own: Json = dict(log.game.observe(self.seat).to_json())
            for seat, known in zip(own["seats"], said["known"], strict=True):
                self.leaked += [] if seat.pop("known") == known else ["known"]
            self.leaked += [field for field in said["observation"] if said["observation"][field] != own.get(field)]
            self.checked += 1


@pytest.mark.parametrize("board", BOARDS)
def test_whole_games_send_no_guest_what_another_holds(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "RATE", 1e6)

    async def play() -> None:
        page = Page()
        made = await page.make(ME, OPEN, OPEN, board=board, tracker=True)
        host = await sit(page, made)
        game = made["game"]
        channels = [Watched(page, name, game) for name in ("Ola", "Ela", "Iga")]
        screens: list[Screen] = [host]
        for channel in channels[:2]:
            joined = await channel.join(channel.name)
            channel.seat = joined["seat"]
            screens.append(await channel.connect(game, joined["token"]))
        assert (await host.ask("start"))["ok"]
        watcher = await channels[2].connect(game)
        await asyncio.gather(*(screen.play_out(Chance.seeded(at)) for at, screen in enumerate(screens)))
        await watcher.until(lambda: watcher.over)
        assert [channel.leaked for channel in channels] == [[], [], []]
        assert all(channel.checked > 40 for channel in channels)
        record = (await channels[0].answer("GET", f"/api/games/{game}/record"))["ok"]
        assert semafor.replay(semafor.Record.from_json(record["record"])).over
        assert (await watcher.ask("look", seat=0))["error"]["code"] == "not_your_seat"
        # A rematch is open to those who were here, and only through it.
        token = joined["token"]
        again = (await channels[1].answer("POST", f"/api/games/{game}/rematch", None, token))["ok"]["game"]
        await channels[0].connect(again)

    asyncio.run(play())


async def invited(page: Page, *, public: Json | None = None) -> tuple[Json, Channel]:
    made = await page.make(ME, OPEN)
    return made, Channel(page, "Ola", made["game"])


def test_a_guest_reaches_no_other_game_and_no_other_seat() -> None:
    async def play() -> None:
        page = Page()
        other = await page.make(ME, OPEN)
        made, guest = await invited(page)
        joined = await guest.join("Ola")
        host = await sit(page, made)
        screen = await guest.connect(made["game"], joined["token"], "invented")
        await host.ask("start")
        await screen.until(lambda: screen.may_act)
        keep = screen.choice(Chance.seeded(0))
        theirs = await screen.ask("act", seat=0, seq=screen.view["seq"], action=keep)
        assert theirs["error"]["code"] == "not_your_seat"
        for path in (
            f"/api/games/{other['game']}",
            f"/api/games/{other['game']}/record",
            "/api/games",
            "/api/greeting",
        ):
            assert (await guest.answer("GET", path))["error"]["code"] == "not_found"
        assert (await guest.answer("POST", "/api/games", {"board": "usa", "seats": [ME]}))["error"][
            "code"
        ] == "not_found"
        assert (await guest.answer("DELETE", f"/api/games/{made['game']}"))["error"]["code"] == "not_found"
        wrong = await guest.answer("GET", f"/api/games/{made['game']}/turn", token=made["seats"][0]["token"][::-1])
        assert wrong["error"]["code"] == "wrong_token"
        hello = json.dumps({"type": "hello", "version": 2, "tokens": []})
        guest.send("connect", key="elsewhere", game=other["game"], hello=hello)
        await guest.until(lambda message: message == {"kind": "refused", "key": "elsewhere"})
        assert other["game"] not in page.worker.home.rooms

    asyncio.run(play())


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "{",
        "[" * 60_000,
        "null",
        '{"kind":"hear"}',
        '{"kind":"forget","game":"x"}',
        '{"kind":"ask","key":-1}',
        "\ud800",
    ],
)
def test_a_guest_who_sends_nonsense_is_sent_away_and_nobody_else_notices(nonsense: str) -> None:
    async def play() -> None:
        page = Page()
        made, guest = await invited(page)
        host = await sit(page, made)
        for _ in range(guests.MOST_MISTAKES + 2):
            guest.raw(nonsense)
        while not guest.sent_away:
            guest.came.clear()
            await asyncio.wait_for(guest.came.wait(), 60)
        assert (await host.ask("ping"))["ok"]
        friend = Channel(page, "Ela", made["game"])
        assert (await friend.join("Ela"))["seat"] == 1

    asyncio.run(play())


def test_a_guest_who_floods_is_slowed_down_and_then_sent_away() -> None:
    async def play() -> None:
        page = Page()
        made, guest = await invited(page)
        await guest.until(lambda message: message["kind"] == "invited")
        for key in range(guests.BURST + guests.MOST_WAITING // 2):
            guest.send("ask", key=key, method="GET", path=f"/api/games/{made['game']}")
        await guest.until(lambda message: message.get("key") == guests.BURST - 1)
        answers = sum(json.loads(text)["kind"] == "answer" for text in guest.heard)
        assert guests.BURST <= answers < guests.BURST + 20
        for key in range(guests.MOST_WAITING):
            guest.send("stop", key=key)
        assert guest.sent_away

    asyncio.run(play())


def test_a_message_that_is_too_large_ends_the_channel_unread() -> None:
    async def play() -> None:
        page = Page()
        _, guest = await invited(page)
        await guest.until(lambda message: message["kind"] == "invited")
        guest.raw(" " * 100_000_000)
        assert guest.sent_away
        guest.raw("{}")
        assert len(guest.heard) == 1

    asyncio.run(play())


def test_who_leaves_is_away_and_comes_back_by_the_same_token() -> None:
    async def play() -> None:
        page = Page()
        made, guest = await invited(page)
        host = await sit(page, made)
        joined = await guest.join("Ola")
        screen = await guest.connect(made["game"], joined["token"])
        await host.ask("start")
        await screen.until(lambda: screen.may_act)
        seen = screen.view["observation"]
        page.worker.guests.leave("Ola")
        await host.until(lambda: not host.last("table")["table"]["seats"][1]["connected"])
        back = await Channel(page, "Ola again", made["game"]).connect(made["game"], joined["token"])
        await host.until(lambda: host.last("table")["table"]["seats"][1]["connected"])
        assert back.view["observation"] == seen
        said = await back.ask("chat", seat=1, phrase="hello")
        assert said["ok"]
        await host.until(lambda: any(message["type"] == "chat" for message in host.inbox))

    asyncio.run(play())
