"""``semafor db``: backup and restore of the server's games, and deleting old ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import click

from semafor.cli.main import UserError
from semafor.cli.serve import ENVIRONMENT, database_option
from semafor.cli.words.language import here, hidden_language


@click.group()
@hidden_language
def db() -> None:
    """Back up the games of a server, restore them, and delete old ones."""


@db.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True)
@database_option
@hidden_language
def export(file: Path, force: bool, database: str | None) -> None:
    """Write everything to a file."""
    from semafor.cli.serving import chosen_database
    from semafor.server.store.upkeep.backup import export_database

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
    from semafor.server.store.upkeep.backup import import_database

    url = chosen_database(database)
    _report(_carry_out(import_database(url, file), url), "db_restored")


@db.command("prune")
@click.option(
    "--keep-days", required=True, type=click.FloatRange(0), envvar=f"{ENVIRONMENT}_KEEP_DAYS", show_envvar=True
)
@click.option("--unfinished", is_flag=True)
@click.option("--dry-run", is_flag=True)
@database_option
@hidden_language
def prune(keep_days: float, unfinished: bool, dry_run: bool, database: str | None) -> None:
    """Delete old finished games."""
    from semafor.cli.serving import chosen_database
    from semafor.server.store.upkeep.pruning import prune_database

    url = chosen_database(database)
    work = prune_database(url, time.time(), keep_days, unfinished=unfinished, only_count=dry_run)
    _report(_carry_out(work, url), "db_would_be_deleted" if dry_run else "db_deleted")


@db.command("delete")
@click.argument("game")
@database_option
@hidden_language
def delete(game: str, database: str | None) -> None:
    """Delete one game."""
    from semafor.cli.serving import chosen_database
    from semafor.server.store.upkeep.pruning import delete_game

    url = chosen_database(database)
    _report(_carry_out(delete_game(url, game), url), "db_deleted")


@db.command("forget")
@click.argument("game")
@click.argument("seat", type=click.IntRange(0, 4))
@database_option
@hidden_language
def forget(game: str, seat: int, database: str | None) -> None:
    """Delete the personal data of a seat."""
    from semafor.cli.serving import chosen_database
    from semafor.server.store.upkeep.pruning import forget_seat

    url = chosen_database(database)
    _report(_carry_out(forget_seat(url, game, seat), url), "db_forgotten")


def _carry_out(work: Coroutine[Any, Any, dict[str, int]], url: str) -> dict[str, int]:
    """Run a database operation; report any error in one sentence, without rows."""
    from sqlalchemy.exc import DBAPIError

    from semafor.server.store.database import DatabaseError, out_of_order
    from semafor.server.store.errors import StorageError
    from semafor.server.store.upkeep.backup import BackupError

    try:
        return asyncio.run(work)
    except (BackupError, DatabaseError) as error:
        raise UserError(f"{error}.") from None
    except OSError as error:
        raise UserError(f"{error.filename or here('the_file')}: {error.strerror or type(error).__name__}.") from None
    except Exception as error:
        if isinstance(error, DBAPIError) and StorageError(error).unusable:
            raise UserError(f"{out_of_order(error, url)}.") from None
        # A driver's message may contain rows, and rows contain seeds.
        raise UserError(here("db_failed", error=type(error).__name__)) from None


def _report(counts: dict[str, int], done: str) -> None:
    click.echo(here(done, rows=", ".join(f"{name}: {count}" for name, count in counts.items())))
