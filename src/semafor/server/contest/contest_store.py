"""Stores contests: their deals, tables, people and games."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select, update

from semafor.server.store.schema import (
    CONTEST_DEALS,
    CONTEST_GAMES,
    CONTEST_PLAYERS,
    CONTEST_TABLES,
    CONTESTS,
    GAMES,
)
from semafor.server.store.storage import Storage, add_table
from semafor.table.stored import Status, StoredEntry, StoredGame, StoredSeat


class StoredContest(Struct, kw_only=True):
    """A contest; `host` is the hash of its host's secret."""

    id: str
    host: str
    name: str
    board: str
    digest: str
    rules: int
    seats: str
    clock: str
    joining: bool
    created: float


class StoredDeal(Struct, kw_only=True):
    """A deal of a contest."""

    contest: str
    deal: int
    seed: str
    open: bool


class StoredPlayer(Struct, kw_only=True):
    """A person in a contest; `token` is the hash of their secret."""

    contest: str
    number: int
    seat: int
    name: str
    token: str
    ready: int


class DealtGame(Struct, kw_only=True):
    """The game of a deal at a table, with its status and, once it is over, its result as JSON."""

    deal: int
    number: int
    game: str
    result: str | None
    status: Status | None


class ContestStore:
    """The contests in the database of a server."""

    def __init__(self, storage: Storage) -> None:
        """Take the database."""
        self.storage = storage

    async def create(self, contest: StoredContest, deals: Sequence[StoredDeal]) -> None:
        """Store a new contest."""
        async with self.storage.writing() as connection:
            await connection.execute(insert(CONTESTS), msgspec.to_builtins(contest))
            await connection.execute(insert(CONTEST_DEALS), [msgspec.to_builtins(deal) for deal in deals])

    async def contest(self, id_: str) -> StoredContest | None:
        """Return a contest by its id."""
        found = await self.storage.read(select(CONTESTS).where(CONTESTS.c.id == id_), StoredContest)
        return found[0] if found else None

    async def deals(self, contest: str) -> list[StoredDeal]:
        """Return the deals in order."""
        chosen = select(CONTEST_DEALS).where(CONTEST_DEALS.c.contest == contest).order_by(CONTEST_DEALS.c.deal)
        return await self.storage.read(chosen, StoredDeal)

    async def tables(self, contest: str) -> dict[int, bool]:
        """Return the numbers of the tables in order, and whether they are withdrawn."""
        chosen = select(CONTEST_TABLES).where(CONTEST_TABLES.c.contest == contest).order_by(CONTEST_TABLES.c.number)
        async with self.storage.reading() as connection:
            return {row.number: row.withdrawn for row in await connection.execute(chosen)}

    async def players(self, contest: str) -> list[StoredPlayer]:
        """Return everybody, by tables and seats."""
        order = (CONTEST_PLAYERS.c.number, CONTEST_PLAYERS.c.seat)
        chosen = select(CONTEST_PLAYERS).where(CONTEST_PLAYERS.c.contest == contest).order_by(*order)
        return await self.storage.read(chosen, StoredPlayer)

    async def games(self, contest: str) -> list[DealtGame]:
        """Return the games of all deals that have begun; the status is missing if a game was deleted."""
        chosen = (
            select(CONTEST_GAMES, GAMES.c.status)
            .outerjoin(GAMES, GAMES.c.id == CONTEST_GAMES.c.game)
            .where(CONTEST_GAMES.c.contest == contest)
        )
        return await self.storage.read(chosen, DealtGame)

    async def add_player(self, player: StoredPlayer) -> bool:
        """Seat somebody, at a new table if need be; return False if seat or name is taken, or joining is closed."""
        row = {"contest": player.contest, "number": player.number, "withdrawn": False}
        new = self.storage.insert(CONTEST_TABLES).values(row).on_conflict_do_nothing()
        # A host who closes joining at the same time waits for this, or this for the host.
        joining = update(CONTESTS).where(CONTESTS.c.id == player.contest, CONTESTS.c.joining).values(joining=True)
        wanted = self.storage.insert(CONTEST_PLAYERS).values(msgspec.to_builtins(player)).on_conflict_do_nothing()
        seated = wanted.returning(CONTEST_PLAYERS.c.seat)
        names = select(CONTEST_PLAYERS.c.name).where(CONTEST_PLAYERS.c.contest == player.contest)
        async with self.storage.writing() as connection:
            if (await connection.execute(joining)).rowcount != 1:
                return False
            if player.name.casefold() in [name.casefold() for name in (await connection.execute(names)).scalars()]:
                return False
            await connection.execute(new)
            if (await connection.execute(seated)).first() is None:
                await connection.rollback()
                return False
        return True

    async def be_ready(self, player: StoredPlayer, deal: int) -> None:
        """Note that somebody is ready for a deal."""
        key = (CONTEST_PLAYERS.c.contest, CONTEST_PLAYERS.c.number, CONTEST_PLAYERS.c.seat)
        own = update(CONTEST_PLAYERS).where(
            *(column == getattr(player, column.name) for column in key), CONTEST_PLAYERS.c.ready < deal
        )
        async with self.storage.writing() as connection:
            await connection.execute(own.values(ready=deal))

    async def add_game(
        self, deal: int, number: int, row: StoredGame, seats: Sequence[StoredSeat], entries: Sequence[StoredEntry]
    ) -> bool:
        """Store the game of a deal at a table; return False if there is one already, or the deal is open by now."""
        await self.storage.choose_invite(row)
        link = {"contest": row.contest, "deal": deal, "number": number, "game": row.id}
        added = self.storage.insert(CONTEST_GAMES).values(link).on_conflict_do_nothing().returning(CONTEST_GAMES.c.game)
        # A host who closes the deal at the same time waits for this, or this for the host: no game stays sealed.
        closed = update(CONTEST_DEALS).where(
            CONTEST_DEALS.c.contest == row.contest, CONTEST_DEALS.c.deal == deal, CONTEST_DEALS.c.open.is_(False)
        )
        async with self.storage.writing() as connection:
            if (await connection.execute(closed.values(open=False))).rowcount != 1:
                return False
            if (await connection.execute(added)).first() is None:
                return False
            await add_table(connection, row, seats, entries)
        return True

    async def game(self, contest: str, deal: int, number: int) -> str | None:
        """Return the game of a deal at a table."""
        own = (CONTEST_GAMES.c.contest == contest, CONTEST_GAMES.c.deal == deal, CONTEST_GAMES.c.number == number)
        async with self.storage.reading() as connection:
            found: str | None = (await connection.execute(select(CONTEST_GAMES.c.game).where(*own))).scalar()
            return found

    async def set_result(self, game: str, result: str) -> bool:
        """Store the result of a game; return False if another process has done it."""
        async with self.storage.writing() as connection:
            missing = update(CONTEST_GAMES).where(CONTEST_GAMES.c.game == game, CONTEST_GAMES.c.result.is_(None))
            return bool((await connection.execute(missing.values(result=result))).rowcount == 1)

    async def set_joining(self, contest: str, joining: bool) -> None:
        """Let people join, or not."""
        async with self.storage.writing() as connection:
            await connection.execute(update(CONTESTS).where(CONTESTS.c.id == contest).values(joining=joining))

    async def withdraw(self, contest: str, number: int) -> None:
        """Withdraw a table."""
        own = (CONTEST_TABLES.c.contest == contest, CONTEST_TABLES.c.number == number)
        async with self.storage.writing() as connection:
            await connection.execute(update(CONTEST_TABLES).where(*own).values(withdrawn=True))

    async def open_deal(self, contest: str, deal: int) -> list[str]:
        """Open a deal for everybody and unseal its games; return them."""
        own = (CONTEST_DEALS.c.contest == contest, CONTEST_DEALS.c.deal == deal)
        dealt = select(CONTEST_GAMES.c.game).where(CONTEST_GAMES.c.contest == contest, CONTEST_GAMES.c.deal == deal)
        async with self.storage.writing() as connection:
            await connection.execute(update(CONTEST_DEALS).where(*own).values(open=True))
            games = list((await connection.execute(dealt)).scalars())
            await connection.execute(update(GAMES).where(GAMES.c.id.in_(games)).values(sealed=False))
            await self.storage.notify(connection, [f"table:{game}" for game in games])
        return games
