"""``semafor db``: backup and restore of the server's games."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import click
from sqlalchemy.exc import DBAPIError

from semafor.cli.main import UserError
from semafor.cli.serve import database_option, default_database
from semafor.server.store.backup import BackupError, export_database, import_database
from semafor.server.store.database import DatabaseError, database_url


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
    if file.exists() and not force:
        raise UserError(f"{file} is there already; give --force to overwrite it.")
    _report(_carry_out(export_database(database_url(database or default_database()), file)), "written")


@db.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
def import_(file: Path, database: str | None) -> None:
    """Restore FILE into an empty database, SQLite or PostgreSQL, whichever it came from."""
    _report(_carry_out(import_database(database_url(database or default_database()), file)), "restored")


def _carry_out(work: Coroutine[Any, Any, dict[str, int]]) -> dict[str, int]:
    """Run it; what goes wrong is said in a sentence, without rows."""
    try:
        return asyncio.run(work)
    except (BackupError, DatabaseError) as error:
        raise UserError(f"{error}.") from None
    except DBAPIError as error:
        raise UserError(f"The database did not take it ({type(error.orig).__name__}); nothing was changed.") from None
    except OSError as error:
        raise UserError(f"{error.filename or 'The file'}: {error.strerror}.") from None


def _report(counts: dict[str, int], what: str) -> None:
    click.echo(f"{', '.join(f'{count} {name}' for name, count in counts.items())} {what}.")
