"""Stores tables in the database. The log of entries is the source of truth; everything else follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Select, Table, Update, case, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from semafor.server.store.access import Access
from semafor.server.store.schema import (
    ANALYSES,
    BOTS,
    CHAT,
    CONTEST_DEALS,
    CONTEST_GAMES,
    CONTEST_PLAYERS,
    CONTEST_TABLES,
    CONTESTS,
    DAY_RESULTS,
    ENTRIES,
    GAMES,
    GUESTS,
    PUSH_KEYS,
    PUSHES,
    RATED_SEATS,
    SEALS,
    SEATS,
    TRANSFERS,
)
from semafor.table.requests import SeatChange
from semafor.table.stored import Status, StoredChat, StoredEntry, StoredGame, StoredSeat, StoredTransfer
from semafor.table.tokens import new_invite

CHAT_KEPT: Final = 100


class Storage(Access):
    """The tables in the database of one process."""

    # The log (which is written by `log`)

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the database."""
        return self.postgres

    async def append(self, entry: StoredEntry, status: Status, wake_at: float | None) -> bool:
        """Store an entry; return False if its position is taken."""
        return await self.log.append(entry, status, wake_at)

    async def entries(self, game: str, after: int = 0) -> list[StoredEntry]:
        """Return the log of a game, from an entry on."""
        chosen = select(ENTRIES).where(ENTRIES.c.game == game, ENTRIES.c.seq > after).order_by(ENTRIES.c.seq)
        return await self.read(chosen, StoredEntry)

    async def entries_after(self, known: Mapping[str, int]) -> dict[str, list[StoredEntry]]:
        """Return the new entries of many games, after a seq each."""
        if self.reader is not None:
            return await self.reader.after(known)
        return {game: await self.entries(game, seq) for game, seq in known.items()}

    # Tables

    async def create(self, game: StoredGame, seats: Sequence[StoredSeat], entries: Sequence[StoredEntry] = ()) -> None:
        """Store a new table (or an imported game), with another invitation code if its own is in use."""
        await self.choose_invite(game)
        async with self.writing() as connection:
            await add_table(connection, game, seats, entries)

    async def choose_invite(self, game: StoredGame) -> None:
        """Give a new table another invitation code if its own is in use."""
        while await self.game_by_invite(game.invite) is not None:
            game.invite = new_invite()

    async def game(self, game: str) -> StoredGame | None:
        """Return a table by its id."""
        found = await self.read(select(GAMES).where(GAMES.c.id == game), StoredGame)
        return found[0] if found else None

    async def game_by_invite(self, invite: str) -> str | None:
        """Return the id of the table with an invitation code."""
        async with self.reading() as connection:
            found: str | None = (await connection.execute(select(GAMES.c.id).where(GAMES.c.invite == invite))).scalar()
            return found

    async def seats(self, game: str) -> list[StoredSeat]:
        """Return the seats of a table."""
        return await self.read(select(SEATS).where(SEATS.c.game == game).order_by(SEATS.c.seat), StoredSeat)

    async def tables(self, games: Sequence[str]) -> dict[str, tuple[str | None, bool, list[StoredSeat]]]:
        """Return of many tables what changes: the rematch, whether the game is sealed, and the seats."""
        seats = select(SEATS).where(SEATS.c.game.in_(games)).order_by(SEATS.c.game, SEATS.c.seat)
        async with self.reading() as connection:
            chosen = select(GAMES.c.id, GAMES.c.rematch, GAMES.c.sealed).where(GAMES.c.id.in_(games))
            rows = (await connection.execute(chosen)).all()
        found: dict[str, tuple[str | None, bool, list[StoredSeat]]] = {
            row.id: (row.rematch, row.sealed, []) for row in rows
        }
        for seat in await self.read(seats, StoredSeat):
            if seat.game in found:
                found[seat.game][2].append(seat)
        return found

    async def rows(self, games: Sequence[str]) -> dict[str, StoredGame]:
        """Return many tables by their ids; instead of a board file they have an empty text."""
        has_file = case((GAMES.c.board_text.is_(None), None), else_="").label("board_text")
        columns = [has_file if column is GAMES.c.board_text else column for column in GAMES.c]
        found = await self.read(select(*columns).where(GAMES.c.id.in_(games)), StoredGame)
        return {row.id: row for row in found}

    async def lobby(self, limit: int) -> list[str]:
        """Return public tables that wait for players or can be watched, the newest first.

        One of every maker comes before a second of anybody's, and so on.
        """
        async with self.reading() as connection:
            rows = (await connection.execute(lobby_query(limit))).all()
        return [row.id for row in sorted(rows, key=lambda row: row.created, reverse=True)]

    async def due(self, now: float, limit: int) -> list[str]:
        """Return the games that are due."""
        chosen = select(GAMES.c.id).where(GAMES.c.wake_at <= now).order_by(GAMES.c.wake_at).limit(limit)
        async with self.reading() as connection:
            return list((await connection.execute(chosen)).scalars())

    async def from_the_future(self, now: float) -> list[str]:
        """Return games that will be due one day, but whose last entry is in the future.

        The system clock was set back, so the time they were scheduled for may be far away.
        """
        last = select(ENTRIES.c.at).where(ENTRIES.c.game == GAMES.c.id).order_by(ENTRIES.c.seq.desc()).limit(1)
        chosen = select(GAMES.c.id).where(GAMES.c.wake_at > now, last.scalar_subquery() > now)
        async with self.reading() as connection:
            return list((await connection.execute(chosen)).scalars())

    async def put_off(self, game: str, until: float | None) -> None:
        """Make a game due later; None: never, because it can't be loaded."""
        async with self.writing() as connection:
            await connection.execute(update(GAMES).where(GAMES.c.id == game).values(wake_at=until))

    async def change_seats(self, changes: Sequence[SeatChange]) -> bool:
        """Change seats of one table, if all are still as expected; return whether they were."""
        async with self.writing() as connection:
            for change in changes:
                if (await connection.execute(_seat_update(change))).rowcount != 1:
                    await connection.rollback()
                    return False
            await self.notify(connection, {f"table:{change.seat.game}" for change in changes})
        return True

    async def set_rematch(self, game: str, rematch: str) -> bool:
        """Link a game to its rematch, unless it has one; return whether it was linked."""
        change = update(GAMES).where(GAMES.c.id == game, GAMES.c.rematch.is_(None)).values(rematch=rematch)
        async with self.writing() as connection:
            done = (await connection.execute(change)).rowcount == 1
            if done:
                await self.notify(connection, [f"table:{game}"])
        return done

    async def remove(self, game: str) -> None:
        """Delete a table that nobody has seen."""
        async with self.writing() as connection:
            for table in (RATED_SEATS, ANALYSES, ENTRIES, SEATS):
                await connection.execute(delete(table).where(table.c.game == game))
            await connection.execute(delete(GAMES).where(GAMES.c.id == game))

    # Analyses

    async def analysis(self, game: str) -> str | None:
        """Return the text stored by `keep_analysis`."""
        chosen = select(ANALYSES.c.text).where(ANALYSES.c.game == game)
        async with self.reading() as connection:
            found: str | None = (await connection.execute(chosen)).scalar()
        return found

    async def keep_analysis(self, game: str, text: str) -> None:
        """Store the analysis of a game, instead of an older one."""
        # The game may have been deleted meanwhile.
        there = select(GAMES.c.id, literal(text)).where(GAMES.c.id == game)
        statement = self.insert(ANALYSES).from_select(["game", "text"], there)
        newer = statement.on_conflict_do_update(index_elements=[ANALYSES.c.game], set_={"text": text})
        async with self.writing() as connection:
            await connection.execute(newer)

    # Chat, transfers, bots

    async def say(self, line: StoredChat) -> bool:
        """Store a line of chat and trim the chat to the last hundred; return False if it is a retry."""
        values = msgspec.to_builtins(line)
        del values["number"]
        statement = self.insert(CHAT).values(values).on_conflict_do_nothing().returning(CHAT.c.number)
        async with self.writing() as connection:
            number: int | None = (await connection.execute(statement)).scalar()
            if number is not None:
                older = select(CHAT.c.number).where(CHAT.c.game == line.game).order_by(CHAT.c.number.desc())
                last_kept = older.offset(CHAT_KEPT - 1).limit(1).scalar_subquery()
                await connection.execute(delete(CHAT).where(CHAT.c.game == line.game, CHAT.c.number < last_kept))
                await self.notify(connection, [f"chat:{line.game}"])
        return number is not None

    async def chat(self, game: str, after: int = 0) -> list[StoredChat]:
        """Return the last lines of chat at a table, after a number."""
        chosen = select(CHAT).where(CHAT.c.game == game, CHAT.c.number > after)
        return (await self.read(chosen.order_by(CHAT.c.number.desc()).limit(CHAT_KEPT), StoredChat))[::-1]

    async def add_transfer(self, transfer: StoredTransfer, token: str, now: float) -> bool:
        """Store a code (hashed) that takes over a seat, if the seat still has that token; return whether it has.

        Expired codes are deleted.
        """
        seat = select(SEATS.c.token).where(SEATS.c.game == transfer.game, SEATS.c.seat == transfer.seat)
        async with self.writing() as connection:
            # A concurrent take-over of the seat waits for this, and then revokes the code.
            if (await connection.execute(seat.with_for_update(read=True))).scalar() != token:
                return False
            await connection.execute(delete(TRANSFERS).where(TRANSFERS.c.expires < now))
            await connection.execute(insert(TRANSFERS), msgspec.to_builtins(transfer))
        return True

    async def transfer(self, code: str) -> StoredTransfer | None:
        """Return the transfer of a code (hashed)."""
        found = await self.read(select(TRANSFERS).where(TRANSFERS.c.code == code), StoredTransfer)
        return found[0] if found else None

    async def use_transfer(self, transfer: StoredTransfer, token: str) -> bool:
        """Give a seat another token (hashed), and revoke everything of the old one.

        That is: codes, push messages, a bot's account, and in a contest the right to play its next deals. Returns False
        if the code has been used or revoked meanwhile.
        """
        codes = delete(TRANSFERS).where(TRANSFERS.c.game == transfer.game, TRANSFERS.c.seat == transfer.seat)
        seat = (SEATS.c.game == transfer.game, SEATS.c.seat == transfer.seat)
        contest = select(GAMES.c.contest).where(GAMES.c.id == transfer.game).scalar_subquery()
        old = select(SEATS.c.token).where(*seat).scalar_subquery()
        place = update(CONTEST_PLAYERS).where(CONTEST_PLAYERS.c.contest == contest, CONTEST_PLAYERS.c.token == old)
        async with self.writing() as connection:
            await connection.execute(place.values(token=token))
            await connection.execute(update(SEATS).where(*seat).values(token=token, bot=None))
            # The channel of a group stays the same.
            pushes = (PUSHES.c.game == transfer.game, PUSHES.c.seat == transfer.seat, PUSHES.c.p256dh != "")
            await connection.execute(delete(PUSHES).where(*pushes))
            ended = (await connection.execute(codes.returning(TRANSFERS.c.code))).scalars().all()
            if transfer.code not in ended:
                await connection.rollback()
                return False
            await self.notify(connection, [f"table:{transfer.game}"])
        return True

    async def last_lines(self, games: Sequence[str]) -> dict[str, int]:
        """Return the numbers of the last lines of chat at many tables."""
        chosen = select(CHAT.c.game, func.max(CHAT.c.number).label("last")).where(CHAT.c.game.in_(games))
        async with self.reading() as connection:
            return {row.game: row.last for row in await connection.execute(chosen.group_by(CHAT.c.game))}

    async def add_bot(self, id_: str, name: str, token: str, created: float) -> None:
        """Store a bot account."""
        async with self.writing() as connection:
            await connection.execute(insert(BOTS), {"id": id_, "name": name, "token": token, "created": created})

    async def bot(self, token: str) -> tuple[str, str] | None:
        """Return the id and name of the bot account with that token (hashed)."""
        async with self.reading() as connection:
            row = (await connection.execute(select(BOTS.c.id, BOTS.c.name).where(BOTS.c.token == token))).first()
        return None if row is None else (row.id, row.name)

    async def games_of_bot(self, bot: str, limit: int) -> list[tuple[str, int]]:
        """Return the newest unfinished games of a bot account, with its seats."""
        chosen = (
            select(SEATS.c.game, SEATS.c.seat)
            .join(GAMES, GAMES.c.id == SEATS.c.game)
            .where(SEATS.c.bot == bot, GAMES.c.status != "over")
            .order_by(GAMES.c.created.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            return [(row.game, row.seat) for row in await connection.execute(chosen)]


def lobby_query(limit: int) -> Select[Any]:
    """Return the query for the lobby, which an index answers without the rows."""
    maker = case((GAMES.c.maker.is_(None), GAMES.c.id)), GAMES.c.maker
    number = func.row_number().over(partition_by=maker, order_by=GAMES.c.created.desc())
    listed = (
        select(GAMES.c.id, GAMES.c.created, number.label("number"))
        .where(GAMES.c.public, (GAMES.c.status == "waiting") | ((GAMES.c.status == "playing") & GAMES.c.spectators))
        .subquery()
    )
    return select(listed.c.id, listed.c.created).order_by(listed.c.number, listed.c.created.desc()).limit(limit)


async def add_table(
    connection: AsyncConnection, game: StoredGame, seats: Sequence[StoredSeat], entries: Sequence[StoredEntry]
) -> None:
    """Insert a table in a transaction."""
    await connection.execute(insert(GAMES), msgspec.to_builtins(game))
    await connection.execute(insert(SEATS), [msgspec.to_builtins(seat) for seat in seats])
    if entries:
        await connection.execute(insert(ENTRIES), [msgspec.to_builtins(entry) for entry in entries])


def _seat_update(change: SeatChange) -> Update:
    seat = change.seat
    made: Update = update(SEATS).where(SEATS.c.game == seat.game, SEATS.c.seat == seat.seat)
    for column, value in change.only_if.items():
        made = made.where(SEATS.c[column].is_(None) if value is None else SEATS.c[column] == value)
    return made.values(msgspec.to_builtins(seat))


ALL_TABLES: Final[tuple[Table, ...]] = (
    *(GAMES, SEATS, ENTRIES, ANALYSES, CHAT, TRANSFERS, BOTS),
    *(GUESTS, DAY_RESULTS, RATED_SEATS, SEALS),
    *(CONTESTS, CONTEST_DEALS, CONTEST_TABLES, CONTEST_PLAYERS, CONTEST_GAMES),
    *(PUSH_KEYS, PUSHES),
)
