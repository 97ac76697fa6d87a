"""Fixtures for server tests: one server for many tests, and a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.server.postgres import postgres_server
from tests.server.serving import FAST, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server on SQLite whose bots move without delay."""
    folder = tmp_path_factory.mktemp("server")
    with Server(str(folder / "games.sqlite3"), *FAST) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Make empty databases on a real PostgreSQL."""
    with postgres_server() as make:
        yield make
