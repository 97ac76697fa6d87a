"""Deletes old games and personal data."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Select, Table, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from semafor.server.store.database import DatabaseError, database_path, make_engine, upgrade
from semafor.server.store.schema import (
    ANALYSES,
    BOTS,
    CHAT,
    CONTEST_PLAYERS,
    CONTESTS,
    DAY_RESULTS,
    ENTRIES,
    GAMES,
    GUESTS,
    PUSHES,
    RATED_SEATS,
    SEATS,
    TRANSFERS,
)
from semafor.table.deals import PLAYER

DAY: Final = 86_400.0
FORGOTTEN: Final = "?"
"""The name of a seat whose player was deleted."""
_AT_ONCE: Final = 200
"""Games deleted in one transaction; it bounds how long other writers wait."""


async def prune_database(
    url: str, now: float, keep_days: float, *, unfinished: bool = False, only_count: bool = False
) -> dict[str, int]:
    """Delete games in which nothing has happened for a number of days: those being played only if `unfinished`.

    Contests and results of days that are as old go, too, and so do guests and accounts of bots that have played nothing
    since.

    Returns:
        How many games, entries, lines of chat, contests, results, guests and bots were deleted (would be, with
        `only_count`).
    """
    engine = await _opened(url)
    try:
        before = now - keep_days * DAY
        old = _old(before, unfinished=unfinished)
        if only_count:
            async with engine.connect() as connection:
                counts = await _counts(connection, old)
                for table, which in _old_rows(before, old):
                    counts[table.name] = await _number(connection, select(func.count()).select_from(table).where(which))
                return _named(counts)
        deleted = {"games": 0, "entries": 0, "chat": 0}
        while True:
            async with engine.begin() as connection:
                games = list((await connection.execute(old.limit(_AT_ONCE))).scalars())
                if not games:
                    await connection.execute(delete(TRANSFERS).where(TRANSFERS.c.expires < now))
                    for table, which in _old_rows(before, old):
                        deleted[table.name] = (await connection.execute(delete(table).where(which))).rowcount
                    return _named(deleted)
                for name, count in (await _delete(connection, games)).items():
                    deleted[name] += count
    finally:
        await engine.dispose()


async def delete_game(url: str, game: str) -> dict[str, int]:
    """Delete one game, whatever its state."""
    engine = await _opened(url)
    try:
        async with engine.begin() as connection:
            return await _delete(connection, [await _existing(connection, game)])
    finally:
        await engine.dispose()


async def forget_seat(url: str, game: str, seat: int) -> dict[str, int]:
    """Delete the personal data of a seat: the name, the token, the codes, and the lines of chat; the game stays.

    If a guest of the ladder or of a sealed deal had the seat, everything about that guest goes.
    """
    engine = await _opened(url)
    try:
        async with engine.begin() as connection:
            await _existing(connection, game)
            place = select(GAMES.c.contest, SEATS.c.token).join(SEATS, SEATS.c.game == GAMES.c.id)
            own = (await connection.execute(place.where(GAMES.c.id == game, SEATS.c.seat == seat))).first()
            if own is not None and own.contest is not None:
                person = (CONTEST_PLAYERS.c.contest == own.contest, CONTEST_PLAYERS.c.token == own.token)
                gone = {"name": FORGOTTEN, "token": FORGOTTEN}
                await connection.execute(update(CONTEST_PLAYERS).where(*person).values(gone))
            named = update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat)
            changed = await connection.execute(named.values(name=FORGOTTEN, token=None, bot=None, face=None))
            if changed.rowcount == 0:
                raise DatabaseError(f"the game {game} has no seat {seat}; seats are counted from 0")
            rated = select(RATED_SEATS.c.guest).where(RATED_SEATS.c.game == game, RATED_SEATS.c.seat == seat)
            sealed = select(DAY_RESULTS.c.guest).where(DAY_RESULTS.c.game == game)
            guests = set((await connection.execute(rated)).scalars())
            if seat == PLAYER:
                guests |= set((await connection.execute(sealed)).scalars())
            for table in (RATED_SEATS, DAY_RESULTS):
                await connection.execute(delete(table).where(table.c.guest.in_(guests)))
            await connection.execute(delete(GUESTS).where(GUESTS.c.key.in_(guests)))
            for table in (TRANSFERS, PUSHES):
                await connection.execute(delete(table).where(table.c.game == game, table.c.seat == seat))
            said = await connection.execute(delete(CHAT).where(CHAT.c.game == game, CHAT.c.seat == seat))
            return {"seats": 1, "chat": said.rowcount, "guests": len(guests)}
    finally:
        await engine.dispose()


def _old(before: float, *, unfinished: bool) -> Select[Any]:
    """Select the ids of games in which nothing has happened since a time."""
    last = select(func.max(ENTRIES.c.at)).where(ENTRIES.c.game == GAMES.c.id).scalar_subquery()
    old = select(GAMES.c.id).where(GAMES.c.created < before, func.coalesce(last, GAMES.c.created) < before)
    # Nobody has ever played at a table that still waits.
    return old if unfinished else old.where(GAMES.c.status != "playing")


def _old_rows(before: float, games: Select[Any]) -> list[tuple[Table, ColumnElement[bool]]]:
    """Return what else is from before a time, besides the games that are deleted.

    Contests and accounts of bots without other games, results of days, and guests who have neither played nor counted
    since. What belongs to a contest goes with it.
    """
    kept = GAMES.c.id.not_in(games)
    dealt = select(GAMES.c.id).where(GAMES.c.contest == CONTESTS.c.id, kept)
    seated = select(SEATS.c.game).join(GAMES, GAMES.c.id == SEATS.c.game).where(SEATS.c.bot == BOTS.c.id, kept)
    newer = select(DAY_RESULTS.c.guest).where(DAY_RESULTS.c.guest == GUESTS.c.key, DAY_RESULTS.c.at >= before)
    uncounted = or_(RATED_SEATS.c.counted_at.is_(None), RATED_SEATS.c.counted_at >= before)
    playing = select(RATED_SEATS.c.guest).where(RATED_SEATS.c.guest == GUESTS.c.key, uncounted)
    idle = func.coalesce(GUESTS.c.rated_at, GUESTS.c.created) < before
    return [
        (CONTESTS, (CONTESTS.c.created < before) & ~dealt.exists()),
        (DAY_RESULTS, DAY_RESULTS.c.at < before),
        (GUESTS, (GUESTS.c.created < before) & idle & ~newer.exists() & ~playing.exists()),
        (BOTS, (BOTS.c.created < before) & ~seated.exists()),
    ]


def _named(counts: dict[str, int]) -> dict[str, int]:
    """Return counts under the names that people know."""
    return {"results" if name == DAY_RESULTS.name else name: count for name, count in counts.items()}


async def _number(connection: AsyncConnection, chosen: Select[Any]) -> int:
    return int((await connection.execute(chosen)).scalar() or 0)


async def _opened(url: str) -> AsyncEngine:
    path = database_path(url)
    if path is not None and not path.exists():
        raise DatabaseError(f"there is no database {path}")
    engine = make_engine(url)
    try:
        await upgrade(engine)
    except BaseException:
        await engine.dispose()
        raise
    return engine


async def _existing(connection: AsyncConnection, game: str) -> str:
    if (await connection.execute(select(GAMES.c.id).where(GAMES.c.id == game))).scalar() is None:
        raise DatabaseError(f"there is no game {game}")
    return game


async def _counts(connection: AsyncConnection, games: Select[Any]) -> dict[str, int]:
    chosen = games.subquery()
    counts: dict[str, int] = {}
    for name, table, column in (("games", GAMES, "id"), ("entries", ENTRIES, "game"), ("chat", CHAT, "game")):
        counted = select(func.count()).select_from(table).where(table.c[column].in_(select(chosen.c.id)))
        counts[name] = await _number(connection, counted)
    return counts


async def _delete(connection: AsyncConnection, games: list[str]) -> dict[str, int]:
    """Delete games with all that belongs to them."""
    await connection.execute(update(GAMES).where(GAMES.c.rematch.in_(games)).values(rematch=None))
    deleted: dict[str, int] = {}
    for table in (PUSHES, RATED_SEATS, TRANSFERS, CHAT, ANALYSES, ENTRIES, SEATS):
        deleted[table.name] = (await connection.execute(delete(table).where(table.c.game.in_(games)))).rowcount
    await connection.execute(delete(GAMES).where(GAMES.c.id.in_(games)))
    return {"games": len(games), "entries": deleted["entries"], "chat": deleted["chat"]}
