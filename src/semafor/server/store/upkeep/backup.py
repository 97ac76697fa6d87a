"""Backup and restore: the whole database as lines of JSON, the same from SQLite and from PostgreSQL.

The first line says what the file is, the last one how many rows of each table it holds, and every other one is a row:
{"table": …, "row": {…}}. The file holds seeds and the hashes of tokens, so it is as secret as the database.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from math import isfinite
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from semafor.server.store.database import database_path, make_engine, upgrade
from semafor.server.store.schema import METADATA
from semafor.server.store.storage import ALL_TABLES
from semafor.table.stored import can_be_kept
from semafor.table.tokens import hashed
from semafor.table.wire.client_messages import LONGEST_ID

FORMAT: Final = "semafor database 2"
_WITHOUT_END: Final = "semafor database 1"
"""The previous format, whose files lack the row counts."""
_AT_ONCE: Final = 500
_INTEGERS: Final = 2**31
"""The number of non-negative integers in PostgreSQL."""
_SHOWN: Final = frozenset({"board", "name", "title", "text"})
"""Columns with what people read."""


class BackupError(ValueError):
    """A backup that can't be made or restored."""


async def export_database(url: str, path: Path) -> dict[str, int]:
    """Write all rows to a gzip file, which appears when it is complete. Games may go on meanwhile."""
    source = database_path(url)
    if source is not None and not source.exists():
        raise BackupError(f"there is no database {source}")
    engine = make_engine(url)
    counts = {table.name: 0 for table in ALL_TABLES}
    unfinished = path.with_name(path.name + ".part")
    try:
        await upgrade(engine)
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        with gzip.open(unfinished, "wt", encoding="utf-8") as file:
            file.write(json.dumps({"format": FORMAT}) + "\n")
            async with aclosing(_rows(engine)) as rows:
                async for table, stored in rows:
                    row = _repaired(table, stored)
                    unfit = _unfit(table, row)
                    if unfit is not None:
                        which = ", ".join(str(row[key.name]) for key in table.primary_key.columns)[:100]
                        raise BackupError(f"{table.name}.{unfit} of the row {which} can't be restored; no file is made")
                    file.write(json.dumps({"table": table.name, "row": row}, separators=(",", ":")) + "\n")
                    counts[table.name] += 1
            file.write(json.dumps({"rows": counts}) + "\n")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
        await engine.dispose()
    return counts


async def _rows(engine: AsyncEngine) -> AsyncGenerator[tuple[Table, dict[str, Any]], None]:
    """Yield all rows of one snapshot, referenced tables first."""
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            await connection.execute(text("BEGIN"))
        for table in ALL_TABLES:
            result = await connection.stream(select(table).order_by(*table.primary_key.columns))
            async for row in result.mappings():
                yield table, dict(row)


async def import_database(url: str, path: Path) -> dict[str, int]:
    """Restore a file into an empty database: all of it, or nothing."""
    engine = make_engine(url)
    counts = {table.name: 0 for table in ALL_TABLES}
    try:
        await upgrade(engine)
        async with engine.begin() as connection:
            for table in ALL_TABLES:
                if (await connection.execute(select(func.count()).select_from(table))).scalar():
                    raise BackupError(f"the database is not empty (there are {table.name}); restore into a new one")
            waiting: list[dict[str, Any]] = []
            last = ""
            for name, row in _read(path):
                if waiting and (name != last or len(waiting) >= _AT_ONCE or row.keys() != waiting[0].keys()):
                    await connection.execute(insert(METADATA.tables[last]), waiting)
                    waiting = []
                waiting.append(row)
                last = name
                counts[name] += 1
            if waiting:
                await connection.execute(insert(METADATA.tables[last]), waiting)
            await _set_numbers(connection)
    finally:
        await engine.dispose()
    return counts


async def _set_numbers(connection: AsyncConnection) -> None:
    """Make PostgreSQL number new lines of chat after the restored ones."""
    if connection.dialect.name == "postgresql":
        number = (
            "SELECT setval(pg_get_serial_sequence('chat', 'number'), coalesce(max(number), 0) + 1, false) FROM chat"
        )
        await connection.execute(text(number))


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of a file, each with its format checked."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            head = json.loads(file.readline() or "null")
            if not isinstance(head, dict) or head.get("format") not in {FORMAT, _WITHOUT_END}:
                raise BackupError(f"{path} is not a backup of Semafor's database")
            found = {table.name: 0 for table in ALL_TABLES}
            promised = None if head["format"] == FORMAT else found
            for number, line in enumerate(file, 2):
                entry = json.loads(line)
                if "rows" in entry:
                    promised = entry["rows"]
                    continue
                table = METADATA.tables.get(entry["table"])
                row = None if table is None else _completed(table, entry["row"])
                if table is None or row is None:
                    raise BackupError(f"{path}, line {number}: not a row of this version's database")
                row = _repaired(table, row)
                unfit = _unfit(table, row)
                if unfit is not None:
                    raise BackupError(f"{path}, line {number}: not a valid value for {table.name}.{unfit}")
                found[table.name] += 1
                yield table.name, row
            # Older versions have fewer tables.
            if promised is None or {**dict.fromkeys(found, 0), **promised} != found:
                raise BackupError(f"{path} is incomplete: rows are missing, or its end is")
    except BackupError:
        raise
    except (gzip.BadGzipFile, zlib.error, EOFError, ValueError, KeyError, TypeError, RecursionError):
        raise BackupError(f"{path} is damaged, or not a backup of Semafor's database") from None


def _completed(table: Table, row: dict[str, Any]) -> dict[str, Any] | None:
    """Return a row with the columns that older versions did not have; None if it is not a row of the table.

    The database fills in those that have a default.
    """
    new = {column.name for column in table.columns if column.nullable} - set(row)
    filled_in = {column.name for column in table.columns if column.server_default is not None}
    complete = set(row) | new | filled_in == set(table.columns.keys())
    return {**row, **dict.fromkeys(new)} if complete else None


def _repaired(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row that every database accepts: older versions let SQLite store texts that are too long.

    Those that are only shown are cut. A client id only serves to recognise retries, so its hash will do.
    """
    repaired = dict(row)
    for name in _SHOWN & row.keys():
        most = getattr(table.columns[name].type, "length", None)
        if isinstance(row[name], str) and most is not None:
            repaired[name] = row[name][:most]
    id_ = row.get("client_id")
    if isinstance(id_, str) and ("\0" in id_ or len(id_) > LONGEST_ID):
        repaired["client_id"] = hashed(id_)
    return repaired


def _unfit(table: Table, row: dict[str, Any]) -> str | None:
    """Return the first column whose value can't be restored."""
    return next((name for name, value in row.items() if not _fits(table.columns[name], value)), None)


def _fits(column: Column[Any], value: object) -> bool:
    """Return whether both PostgreSQL and SQLite can store a value in a column."""
    if value is None:
        return bool(column.nullable)
    kind = column.type.python_type
    if kind is str:
        most = getattr(column.type, "length", None)
        return isinstance(value, str) and can_be_kept(value) and (most is None or len(value) <= most)
    if kind is int:
        return type(value) is int and -_INTEGERS <= value < _INTEGERS
    if kind is float:
        return type(value) in {int, float} and isfinite(value)  # type: ignore[arg-type]
    return type(value) is kind
