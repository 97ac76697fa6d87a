"""Stores which browsers want to know that it is a seat's turn, and which of them are due for a message."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, delete, func, select, update

from semafor.server.store.schema import PUSH_KEYS, PUSHES, SEATS
from semafor.server.store.storage import Storage


class StoredPush(Struct, kw_only=True):
    """The subscription of a browser; `token` is the seat's (hashed), `print` the hash of the endpoint.

    `turn` is when the seat's turn began, None if it is not its turn. `due` is when to send a message; once it is sent,
    there is none until the next turn.
    """

    game: str
    seat: int
    print: str
    token: str
    endpoint: str
    p256dh: str
    auth: str
    title: str
    text: str
    quiet: str | None
    turn: float | None = None
    due: float | None = None
    tries: int = 0

    @property
    def webhook(self) -> bool:
        """Whether it goes to the channel of a group, who read it as it is, and not to a browser with keys."""
        return self.p256dh == ""


_CHANGED = ("token", "endpoint", "p256dh", "auth", "title", "text", "quiet")
"""What a browser that subscribes again may change."""


class PushStore:
    """The subscriptions in the database of a server."""

    def __init__(self, storage: Storage) -> None:
        """Take the database."""
        self.storage = storage

    async def key(self, new: str) -> str:
        """Return the server's secret key; the first process that asks stores the new one."""
        add = self.storage.insert(PUSH_KEYS).values(number=1, key=new).on_conflict_do_nothing()
        async with self.storage.writing() as connection:
            await connection.execute(add)
            return str((await connection.execute(select(PUSH_KEYS.c.key))).scalar())

    async def add(self, push: StoredPush, per_seat: int, per_endpoint: int) -> bool:
        """Store a subscription, or change the browser's old one; return False if there are too many."""
        others = select(func.count()).select_from(PUSHES).where(~_is(push))
        # Those of one seat wait for each other, so that no more get in than may.
        seat = select(SEATS.c.seat).where(SEATS.c.game == push.game, SEATS.c.seat == push.seat).with_for_update()
        new = self.storage.insert(PUSHES).values(msgspec.to_builtins(push))
        keys = [PUSHES.c.game, PUSHES.c.seat, PUSHES.c.print]
        changes = {name: new.excluded[name] for name in _CHANGED}
        async with self.storage.writing() as connection:
            await connection.execute(seat)
            at_seat = await connection.execute(others.where(PUSHES.c.game == push.game, PUSHES.c.seat == push.seat))
            elsewhere = await connection.execute(others.where(PUSHES.c.print == push.print))
            if int(at_seat.scalar() or 0) >= per_seat or int(elsewhere.scalar() or 0) >= per_endpoint:
                return False
            await connection.execute(new.on_conflict_do_update(index_elements=keys, set_=changes))
            await self.storage.notify(connection, [f"push:{push.game}"])
        return True

    async def games(self) -> set[str]:
        """Return the games that have subscriptions."""
        async with self.storage.reading() as connection:
            return set((await connection.execute(select(PUSHES.c.game).distinct())).scalars())

    async def of(self, game: str) -> list[StoredPush]:
        """Return the subscriptions of a game."""
        return await self.storage.read(select(PUSHES).where(PUSHES.c.game == game), StoredPush)

    async def due(self, now: float, limit: int) -> list[StoredPush]:
        """Return the subscriptions that are due, the oldest first."""
        chosen = select(PUSHES).where(PUSHES.c.due <= now).order_by(PUSHES.c.due).limit(limit)
        return await self.storage.read(chosen, StoredPush)

    async def set_turn(self, push: StoredPush, turn: float | None, due: float | None) -> None:
        """Note that a seat's turn has begun, and when to tell its player; or that it is over."""
        change = update(PUSHES).where(_is(push)).values(turn=turn, due=due, tries=0)
        async with self.storage.writing() as connection:
            await connection.execute(change)

    async def set_due(self, push: StoredPush, due: float | None, tries: int = 0) -> bool:
        """Change when a subscription is due, if it still is as read; return whether it was: only one process sends."""
        change = update(PUSHES).where(_is(push), PUSHES.c.due == push.due).values(due=due, tries=tries)
        async with self.storage.writing() as connection:
            done = (await connection.execute(change)).rowcount == 1
        if done:
            push.due, push.tries = due, tries
        return done

    async def remove(self, push: StoredPush) -> None:
        """Delete a subscription."""
        async with self.storage.writing() as connection:
            await connection.execute(delete(PUSHES).where(_is(push)))

    async def remove_game(self, game: str) -> None:
        """Delete the subscriptions of a game."""
        async with self.storage.writing() as connection:
            await connection.execute(delete(PUSHES).where(PUSHES.c.game == game))

    async def stop_webhook(self, game: str) -> None:
        """Tell no channel any more."""
        async with self.storage.writing() as connection:
            await connection.execute(delete(PUSHES).where(PUSHES.c.game == game, PUSHES.c.p256dh == ""))

    async def stop(self, game: str, seat: int, print_: str) -> None:
        """Delete the subscription of a browser."""
        own = (PUSHES.c.game == game, PUSHES.c.seat == seat, PUSHES.c.print == print_)
        async with self.storage.writing() as connection:
            await connection.execute(delete(PUSHES).where(*own))


def _is(push: StoredPush) -> ColumnElement[bool]:
    return (PUSHES.c.game == push.game) & (PUSHES.c.seat == push.seat) & (PUSHES.c.print == push.print)
