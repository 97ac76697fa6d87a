"""``semafor db``: backup and restore of the server's games."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import click

from semafor.cli.main import UserError
from semafor.cli.serve import database_option


@click.group()
def db() -> None:
    """Back up the games of a server, and restore them."""


@db.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
@database_option
def export(file: Path, force: bool, database: str | None) -> None:
    """Write everything to FILE (JSON lines, packed with gzip). The server may go on meanwhile.

    The file is as secret as the database: it holds the seeds of games that are being played.
    """
    from semafor.cli.serving import chosen_database
    from semafor.server.store.backup import export_database

    if file.exists() and not force:
        raise UserError(f"{file} is there already; give --force to overwrite it.")
    url = chosen_database(database)
    _report(_carry_out(export_database(url, file), url), "written")


@db.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
def import_(file: Path, database: str | None) -> None:
    """Restore FILE into an empty database, SQLite or PostgreSQL, whichever it came from."""
    from semafor.cli.serving import chosen_database
    from semafor.server.store.backup import import_database

    url = chosen_database(database)
    _report(_carry_out(import_database(url, file), url), "restored")


def _carry_out(work: Coroutine[Any, Any, dict[str, int]], url: str) -> dict[str, int]:
    """Run it; whatever goes wrong is said in a sentence, without rows."""
    from sqlalchemy.exc import DBAPIError

    from semafor.server.store.backup import BackupError
    from semafor.server.store.database import DatabaseError, out_of_order
    from semafor.server.store.errors import StorageError

    try:
        return asyncio.run(work)
    except (BackupError, DatabaseError) as error:
        raise UserError(f"{error}.") from None
    except OSError as error:
        raise UserError(f"{error.filename or 'The file'}: {error.strerror or type(error).__name__}.") from None
    except Exception as error:
        if isinstance(error, DBAPIError) and StorageError(error).unusable:
            raise UserError(f"{out_of_order(error, url)}.") from None
        # What a driver says of rows may hold them, and rows hold seeds.
        raise UserError(f"That did not work ({type(error).__name__}); nothing was changed.") from None


def _report(counts: dict[str, int], what: str) -> None:
    click.echo(f"{', '.join(f'{count} {name}' for name, count in counts.items())} {what}.")
