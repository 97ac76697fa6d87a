"""``semafor db``: backup and restore of the server's games."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import click

from semafor.cli.main import UserError
from semafor.cli.serve import database_option
from semafor.cli.words.language import here, hidden_language


@click.group()
@hidden_language
def db() -> None:
    """Back up the games of a server, and restore them."""


@db.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True)
@database_option
@hidden_language
def export(file: Path, force: bool, database: str | None) -> None:
    """Write everything to a file."""
    from semafor.cli.serving import chosen_database
    from semafor.server.store.backup import export_database

    if file.exists() and not force:
        raise UserError(here("exists_already", file=file))
    url = chosen_database(database)
    _report(_carry_out(export_database(url, file), url), "db_written")


@db.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@hidden_language
def import_(file: Path, database: str | None) -> None:
    """Restore a file into an empty database."""
    from semafor.cli.serving import chosen_database
    from semafor.server.store.backup import import_database

    url = chosen_database(database)
    _report(_carry_out(import_database(url, file), url), "db_restored")


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
        raise UserError(f"{error.filename or here('the_file')}: {error.strerror or type(error).__name__}.") from None
    except Exception as error:
        if isinstance(error, DBAPIError) and StorageError(error).unusable:
            raise UserError(f"{out_of_order(error, url)}.") from None
        # What a driver says of rows may hold them, and rows hold seeds.
        raise UserError(here("db_failed", error=type(error).__name__)) from None


def _report(counts: dict[str, int], done: str) -> None:
    click.echo(here(done, rows=", ".join(f"{name}: {count}" for name, count in counts.items())))
