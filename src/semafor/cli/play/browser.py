"""Games for one household in the browser (``semafor play``). Importing this imports the server."""

from __future__ import annotations

import socket
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from semafor.cli.serving import chosen_database, listen_on, open_database
from semafor.cli.words.language import here
from semafor.server.http.pages import find_pages
from semafor.server.lan import EVERYWHERE, network_url
from semafor.server.main import listen, run
from semafor.server.settings import Settings

DEFAULT_PORT = 8600


def play_in_browser(host: str, port: int | None, database: str | None, no_browser: bool) -> None:
    """Serve this household until Ctrl-C."""
    if missing := missing_client(find_pages()):
        click.echo(missing, err=True)
    # A household is one address, and nobody in it attacks the others: lift the limits.
    settings = Settings(
        database=chosen_database(database),
        games_per_hour=10_000,
        connections_per_address=1000,
        requests_per_second=200.0,
        request_burst=1000,
        processor_share=1.0,
        unattended_games=1000,
    )

    def ready(real_port: int) -> None:
        address = f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{real_port}/"
        click.echo(here("play_ready", address=address))
        others = network_url(real_port) if host in EVERYWHERE else None
        if others:
            click.echo(here("play_others", address=f"{others}/"))
        if not no_browser:
            webbrowser.open(address)

    open_database(settings.database)
    run(settings, _listen(host, port), ready, log_level="error")


def missing_client(pages: Path | None) -> str:
    """Say what to do if the package was installed without the browser client."""
    if pages is not None:
        return ""
    return here("play_no_client")


def _listen(host: str, port: int | None) -> socket.socket:
    """Listen on the requested port; by default on the usual one, or on a free one if that is taken."""
    if port is None:
        with suppress(OSError):
            return listen(host, DEFAULT_PORT)
    return listen_on(host, port or 0)
