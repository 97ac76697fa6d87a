"""A page without a browser: the workers' own code, with a dictionary for a database and bots in the same process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from semafor import Chance
from semafor.home.endpoints.endpoint import Method
from semafor.page import bots_worker
from semafor.page.tables_worker import TablesWorker
from semafor.table.game_table import Pace

Json = dict[str, Any]
AT_ONCE = Pace(bot_pause=0.0, undo_pause=0.0)
ME: Json = {"kind": "me", "name": "Ala"}
OTHER: Json = {"kind": "me", "name": "Ola"}
BOT: Json = {"kind": "bot", "level": "apprentice"}


class MemoryDatabase:
    """An IndexedDB stand-in in a dictionary; tabs of the same browser share it."""

    def __init__(self) -> None:
        self.games: dict[str, str] = {}
        self.logs: dict[str, dict[int, str]] = {}

    async def load(self, game: str) -> str | None:
        await asyncio.sleep(0)
        if game not in self.games:
            return None
        return self.games[game]

    async def entries(self, game: str, after: int) -> str:
        await asyncio.sleep(0)
        return f"[{','.join(text for seq, text in sorted(self.logs[game].items()) if seq > after)}]"

    async def store(self, game: str, kept: str, entries: str) -> bool:
        await asyncio.sleep(0)
        new = {entry["seq"]: json.dumps(entry) for entry in json.loads(entries)}
        log = self.logs.setdefault(game, {})
        if log.keys() & new.keys():
            return False
        self.games[game] = kept
        log |= new
        return True

    async def remove(self, game: str) -> None:
        del self.games[game], self.logs[game]


async def think(job: str) -> str:
    """Run the bots' worker in the same thread."""
    await asyncio.sleep(0)
    return bots_worker.think(job)


class Page:
    """A tab that shows a page."""

    def __init__(
        self,
        database: MemoryDatabase | None = None,
        bots: Callable[[str], Awaitable[str]] = think,
        pace: Pace = AT_ONCE,
        awake: Callable[[], bool] = lambda: True,
    ) -> None:
        self.database = database or MemoryDatabase()
        self.progress: list[float] = []
        self.worker = TablesWorker(self.database, bots, awake, lambda _key, part: self.progress.append(part))
        self.worker.hurry(pace.bot_pause, pace.undo_pause)
        self._screens = 0
        self.asked = 0
        """The key of the last request."""

    async def answer(self, path: str, body: object = None, token: str | None = None) -> Json:
        """Return the whole answer to a request: `ok` or `error`."""
        text = body if isinstance(body, str) else None if body is None else json.dumps(body)
        self.asked += 1
        method: Method = "GET" if text is None and path.rpartition("/")[2] != "rematch" else "POST"
        made: Json = json.loads(await self.worker.ask(self.asked, method, f"/api/{path}", text, token))
        return made

    async def ask(self, path: str, body: object = None, token: str | None = None) -> Any:
        """Return the result of a request that must succeed."""
        answer = await self.answer(path, body, token)
        assert "ok" in answer, answer
        return answer["ok"]

    async def make(self, *seats: Json, board: str = "toy", **fields: Any) -> Json:
        made: Json = await self.ask("games", {"board": board, "seats": list(seats), **fields})
        return made

    async def connect(self, game: str, tokens: Sequence[str]) -> Screen:
        self._screens += 1
        screen = Screen(self, str(self._screens))
        hello = {"type": "hello", "version": 2, "tokens": list(tokens)}
        answer = json.loads(await self.worker.connect(screen.key, game, json.dumps(hello), screen.hear))
        assert "ok" in answer, answer
        return screen


class Screen:
    """A connection to a table."""

    def __init__(self, page: Page, key: str) -> None:
        self.page = page
        self.key = key
        self.inbox: list[Json] = []
        self.came = asyncio.Event()
        self._asked = 0

    def hear(self, text: str) -> None:
        self.inbox.append(json.loads(text))
        self.came.set()

    def last(self, kind: str) -> Json:
        return next(message for message in reversed(self.inbox) if message["type"] == kind)

    @property
    def view(self) -> Json:
        return self.last("view")

    @property
    def over(self) -> bool:
        return bool(self.view["observation"]["decision"] == "over")

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait until the received messages satisfy a condition."""
        while not there():
            self.came.clear()
            await asyncio.wait_for(self.came.wait(), 600)

    async def ask(self, kind: str, **fields: Any) -> Json:
        self._asked += 1
        id_ = f"{self.key}-{self._asked}"
        await self.say(json.dumps({"type": kind, "id": id_, **fields}))
        answer = self.last("answer")
        assert answer["id"] == id_
        return answer

    async def say(self, text: str) -> None:
        """Send a message, and wait for its answer."""
        await self.page.worker.hear(self.key, text)

    async def act(self, action: Json) -> Json:
        return await self.ask("act", seat=self.view["eyes"], seq=self.view["seq"], action=action)

    @property
    def may_act(self) -> bool:
        return self.over or self.view["offers"] is not None

    def choice(self, luck: Chance) -> Json:
        """Return one of the actions on offer."""
        offers = self.view["offers"]
        if offers["keep"]:
            return {"type": "keep_tickets", "tickets": offers["keep"]["tickets"]}
        if offers["tunnel"]:
            return {"type": "withdraw"}
        if offers["claims"] and luck.below(3) > 0:
            return _claim(offers["claims"][luck.below(len(offers["claims"]))])
        draw = offers["draw"]
        if draw["deck"]:
            return {"type": "draw_card", "from": "deck"}
        shown = [card for card, may in zip(self.view["observation"]["display"], draw["display"], strict=True) if may]
        if shown:
            return {"type": "draw_card", "from": "display", "card": shown[0]}
        if offers["claims"]:
            return _claim(offers["claims"][0])
        return {"type": "draw_tickets" if draw["tickets"] else "pass"}

    async def play_out(self, luck: Chance) -> None:
        """Play to the end."""
        while True:
            await self.until(lambda: self.may_act)
            if self.over:
                return
            answer = await self.act(self.choice(luck))
            assert answer["ok"], answer


class Channel:
    """The page of a guest, at the end of a data channel."""

    def __init__(self, page: Page, name: str, game: str) -> None:
        self.page = page
        self.name = name
        self.heard: list[str] = []
        """Everything that the page was sent, as it came."""
        self.came = asyncio.Event()
        self.sent_away = False
        self._keys = 0
        self.screens: dict[str, GuestScreen] = {}
        page.worker.guests.come(name, game, self._hear, self._drop)

    def _hear(self, text: str) -> None:
        self.heard.append(text)
        message = json.loads(text)
        if message["kind"] == "said" and message["key"] in self.screens:
            self.screens[message["key"]].hear(message["text"])
        self.came.set()

    def _drop(self) -> None:
        self.sent_away = True
        self.came.set()

    def send(self, kind: str, **fields: Any) -> None:
        self.raw(json.dumps({"kind": kind, **fields}))

    def raw(self, text: str) -> None:
        self.page.worker.guests.hear(self.name, text)

    async def until(self, found: Callable[[Json], bool]) -> Json:
        """Return the first message that fits, when it has come."""
        while True:
            for text in self.heard:
                message: Json = json.loads(text)
                if found(message):
                    return message
            self.came.clear()
            await asyncio.wait_for(self.came.wait(), 60)

    async def answer(self, method: Method, path: str, body: Json | None = None, token: str | None = None) -> Json:
        """Return the whole answer to a request."""
        self._keys += 1
        key = self._keys
        text = None if body is None else json.dumps(body)
        self.send("ask", key=key, method=method, path=path, body=text, token=token)
        said = await self.until(lambda message: message["kind"] == "answer" and message["key"] == key)
        answer: Json = json.loads(said["text"])
        return answer

    async def join(self, name: str) -> Json:
        """Sit down where the invitation leads."""
        invited = await self.until(lambda message: message["kind"] == "invited")
        body = {"name": name, "invite": invited["invite"]}
        answer = await self.answer("POST", f"/api/games/{invited['game']}/join", body)
        joined: Json = answer["ok"]
        return joined

    async def connect(self, game: str, *tokens: str) -> GuestScreen:
        self._keys += 1
        screen = GuestScreen(self.page, f"{self.name}.{self._keys}")
        screen.channel = self
        self.screens[screen.key] = screen
        hello = {"type": "hello", "version": 2, "tokens": list(tokens)}
        self.send("connect", key=screen.key, game=game, hello=json.dumps(hello))
        await screen.until(lambda: any(message["type"] == "welcome" for message in screen.inbox))
        return screen


class GuestScreen(Screen):
    """A connection of a guest's page."""

    channel: Channel

    async def say(self, text: str) -> None:
        answers = sum(message["type"] == "answer" for message in self.inbox)
        self.channel.send("hear", key=self.key, text=text)
        await self.until(lambda: sum(message["type"] == "answer" for message in self.inbox) > answers)


async def sit(page: Page, made: Json) -> Screen:
    """Open a connection for everybody at the table."""
    return await page.connect(made["game"], [seat["token"] for seat in made["seats"]])


def _claim(offer: Json) -> Json:
    best = offer["best"]
    return {"type": "claim", "route": offer["route"], "cards": best["cards"], "ferry_cards": best["ferry_cards"]}
