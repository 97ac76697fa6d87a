"""Stores guests, their results of the days, and their ratings. A guest is a secret key, which is stored hashed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from semafor.contest.ratings import SURE, UNKNOWN, Strength
from semafor.server.store.schema import DAY_RESULTS, ENTRIES, GAMES, GUESTS, RATED_SEATS, SEALS
from semafor.server.store.storage import Storage


class StoredGuest(msgspec.Struct, kw_only=True):
    """A guest."""

    key: str
    name: str
    face: int | None
    created: float
    ladder: bool
    rating: float = UNKNOWN.rating
    deviation: float = UNKNOWN.deviation
    volatility: float = UNKNOWN.volatility
    games: int = 0
    rated_at: float | None = None

    @property
    def strength(self) -> Strength:
        """The strength after the last game that counted."""
        return Strength(self.rating, self.deviation, self.volatility)


class StoredResult(msgspec.Struct, kw_only=True):
    """A guest's result of a deal; without points while a sealed one is being played."""

    deal: str
    guest: str
    game: str | None = None
    points: int | None = None
    margin: int | None = None
    won: bool | None = None
    print: str | None = None
    at: float


class ListedResult(msgspec.Struct, kw_only=True):
    """A result, and who it is of."""

    guest: str
    name: str
    face: int | None
    points: int
    margin: int
    won: bool
    at: float


class GuestStore:
    """The guests in the database."""

    def __init__(self, storage: Storage) -> None:
        """Take the database."""
        self.storage = storage

    async def get(self, key: str) -> StoredGuest | None:
        """Return a guest by the hash of their key."""
        found = await self.storage.read(select(GUESTS).where(GUESTS.c.key == key), StoredGuest)
        return found[0] if found else None

    async def put(self, guest: StoredGuest) -> StoredGuest:
        """Store a new guest, or the name, face and wishes of a known one."""
        statement = self.storage.insert(GUESTS).values(msgspec.to_builtins(guest))
        changed = {name: statement.excluded[name] for name in ("name", "face", "ladder")}
        statement = statement.on_conflict_do_update(index_elements=[GUESTS.c.key], set_=changed)
        async with self.storage.writing() as connection:
            await connection.execute(statement)
        return await self.get(guest.key) or guest

    async def remove(self, key: str) -> None:
        """Delete a guest with everything that is kept of them."""
        async with self.storage.writing() as connection:
            for table in (RATED_SEATS, DAY_RESULTS):
                await connection.execute(delete(table).where(table.c.guest == key))
            await connection.execute(delete(GUESTS).where(GUESTS.c.key == key))

    # Days

    async def secret(self, day: str, *, make: bool) -> str | None:
        """Return the secret of a day's sealed deals; the first process that asks may make it."""
        made = self.storage.insert(SEALS).values(day=day, secret=secrets.token_hex(32)).on_conflict_do_nothing()
        known = select(SEALS.c.secret).where(SEALS.c.day == day)
        async with self.storage.reading() as connection:
            found: str | None = (await connection.execute(known)).scalar()
        if found is None and make:
            async with self.storage.writing() as connection:
                await connection.execute(made)
                found = (await connection.execute(known)).scalar_one()
        return found

    async def result(self, deal: str, guest: str) -> StoredResult | None:
        """Return a guest's result of a deal."""
        chosen = select(DAY_RESULTS).where(DAY_RESULTS.c.deal == deal, DAY_RESULTS.c.guest == guest)
        found = await self.storage.read(chosen, StoredResult)
        return found[0] if found else None

    async def printed(self, deal: str, print: str) -> bool:
        """Return whether the same game is there already."""
        chosen = select(DAY_RESULTS.c.guest).where(DAY_RESULTS.c.deal == deal, DAY_RESULTS.c.print == print)
        async with self.storage.reading() as connection:
            return (await connection.execute(chosen)).first() is not None

    async def add_result(self, result: StoredResult) -> bool:
        """Store a result; return False if the guest has one, or if the same game is there already."""
        statement = self.storage.insert(DAY_RESULTS).values(msgspec.to_builtins(result)).on_conflict_do_nothing()
        async with self.storage.writing() as connection:
            return bool((await connection.execute(statement)).rowcount == 1)

    async def results(self, deal: str, limit: int) -> list[ListedResult]:
        """Return the best results of a deal, the best first; of equal ones the earlier first."""
        chosen = (
            select(DAY_RESULTS, GUESTS.c.name, GUESTS.c.face)
            .join(GUESTS, GUESTS.c.key == DAY_RESULTS.c.guest)
            .where(DAY_RESULTS.c.deal == deal, DAY_RESULTS.c.points.is_not(None))
            .order_by(DAY_RESULTS.c.points.desc(), DAY_RESULTS.c.at, DAY_RESULTS.c.guest)
            .limit(limit)
        )
        return await self.storage.read(chosen, ListedResult)

    async def count_results(self, deal: str, better_than: int | None = None) -> int:
        """Return how many results a deal has, or how many with more points."""
        chosen = select(func.count()).select_from(DAY_RESULTS).where(DAY_RESULTS.c.deal == deal)
        known = DAY_RESULTS.c.points.is_not(None) if better_than is None else DAY_RESULTS.c.points > better_than
        return await self._number(chosen.where(known))

    async def unfinished_results(self, limit: int) -> list[StoredResult]:
        """Return sealed deals whose games are over, and whose results are not stored yet."""
        chosen = (
            select(DAY_RESULTS)
            .join(GAMES, GAMES.c.id == DAY_RESULTS.c.game)
            .where(DAY_RESULTS.c.points.is_(None), GAMES.c.status == "over")
            .limit(limit)
        )
        return await self.storage.read(chosen, StoredResult)

    async def finish_result(self, result: StoredResult) -> None:
        """Store the result of a sealed deal; without points it does not count, and nobody asks for it again."""
        values = {name: getattr(result, name) for name in ("game", "points", "margin", "won", "print", "at")}
        where = (DAY_RESULTS.c.deal == result.deal, DAY_RESULTS.c.guest == result.guest)
        async with self.storage.writing() as connection:
            await connection.execute(update(DAY_RESULTS).where(*where).values(values))

    # The ladder

    async def sit(self, game: str, seats: Mapping[int, str]) -> None:
        """Note which guests' ratings a game counts for."""
        rows = [{"game": game, "seat": seat, "guest": guest, "counted_at": None} for seat, guest in seats.items()]
        if rows:
            async with self.storage.writing() as connection:
                await connection.execute(insert(RATED_SEATS), rows)

    async def rated_seats(self, game: str) -> dict[int, str]:
        """Return the guests whose ratings a game counts for, by seat."""
        async with self.storage.reading() as connection:
            return await _rated_seats(connection, game)

    async def sit_again(self, game: str, rematch: str, players: int) -> None:
        """Let a rematch count for those guests of a game who are still on the ladder; the seats are rotated."""
        kept = select(RATED_SEATS.c.seat, RATED_SEATS.c.guest).join(GUESTS, GUESTS.c.key == RATED_SEATS.c.guest)
        async with self.storage.reading() as connection:
            rows = (await connection.execute(kept.where(RATED_SEATS.c.game == game, GUESTS.c.ladder))).all()
        await self.sit(rematch, {(row.seat - 1) % players: row.guest for row in rows})

    async def waiting(self, limit: int) -> list[str]:
        """Return games that are over and have not counted yet."""
        chosen = (
            select(RATED_SEATS.c.game)
            .join(GAMES, GAMES.c.id == RATED_SEATS.c.game)
            .where(RATED_SEATS.c.counted_at.is_(None), GAMES.c.status == "over")
        )
        return await self._texts(chosen.distinct().limit(limit))

    async def given_up(self, before: float, limit: int) -> list[str]:
        """Return games that have not counted yet and in which nothing has happened since a time."""
        last = select(func.max(ENTRIES.c.at)).where(ENTRIES.c.game == GAMES.c.id).scalar_subquery()
        chosen = (
            select(RATED_SEATS.c.game)
            .join(GAMES, GAMES.c.id == RATED_SEATS.c.game)
            .where(RATED_SEATS.c.counted_at.is_(None), GAMES.c.created < before, GAMES.c.status == "playing")
            .where(last < before)
        )
        return await self._texts(chosen.distinct().limit(limit))

    async def count_game(
        self, game: str, rate: Callable[[dict[int, StoredGuest]], Mapping[int, Strength]], now: float
    ) -> bool:
        """Store the strengths after a game, once; return False if another process has done it.

        `rate` gets the guests by seat. Games of the same guests that end at the same time wait for each other.
        """
        counted = update(RATED_SEATS).where(RATED_SEATS.c.game == game, RATED_SEATS.c.counted_at.is_(None))
        async with self.storage.writing() as connection:
            if (await connection.execute(counted.values(counted_at=now))).rowcount == 0:
                return False
            seats = await _rated_seats(connection, game)
            chosen = select(GUESTS).where(GUESTS.c.key.in_(seats.values())).order_by(GUESTS.c.key).with_for_update()
            found = {row["key"]: StoredGuest(**row) for row in (await connection.execute(chosen)).mappings()}
            for seat, strength in rate({seat: found[key] for seat, key in seats.items()}).items():
                values = {**msgspec.to_builtins(strength), "games": GUESTS.c.games + 1, "rated_at": now}
                await connection.execute(update(GUESTS).where(GUESTS.c.key == seats[seat]).values(values))
        return True

    async def ladder(self, limit: int, *, sure: bool) -> list[StoredGuest]:
        """Return the strongest guests on the ladder whose ratings are sure enough, or those whose are not yet."""
        known = GUESTS.c.deviation <= SURE if sure else GUESTS.c.deviation > SURE
        chosen = select(GUESTS).where(GUESTS.c.ladder, GUESTS.c.games > 0, known)
        return await self.storage.read(chosen.order_by(GUESTS.c.rating.desc(), GUESTS.c.key).limit(limit), StoredGuest)

    async def place(self, guest: StoredGuest) -> int:
        """Return the place of a guest on the ladder."""
        better = (GUESTS.c.ladder, GUESTS.c.games > 0, GUESTS.c.deviation <= SURE, GUESTS.c.rating > guest.rating)
        return 1 + await self._number(select(func.count()).select_from(GUESTS).where(*better))

    async def _number(self, chosen: Select[Any]) -> int:
        async with self.storage.reading() as connection:
            return int((await connection.execute(chosen)).scalar() or 0)

    async def _texts(self, chosen: Select[Any]) -> list[str]:
        async with self.storage.reading() as connection:
            return list((await connection.execute(chosen)).scalars())


async def _rated_seats(connection: AsyncConnection, game: str) -> dict[int, str]:
    chosen = select(RATED_SEATS.c.seat, RATED_SEATS.c.guest).where(RATED_SEATS.c.game == game)
    return {row.seat: row.guest for row in await connection.execute(chosen)}
