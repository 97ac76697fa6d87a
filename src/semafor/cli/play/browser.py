"""Games for one household in the browser (``semafor play``). Importing this imports the server."""

from __future__ import annotations

import re
import shlex
import socket
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import click

from semafor.bots.levels import LEVELS
from semafor.bots.registry import BotError, UnfitBot, make_bot
from semafor.cli.serving import chosen_database, listen_on, open_database
from semafor.cli.words.language import here
from semafor.server.http.pages import find_pages
from semafor.server.lan import EVERYWHERE, network_url
from semafor.server.main import listen, run
from semafor.server.settings import Settings

DEFAULT_PORT = 8600
_LONGEST: Final = 30
"""Letters of a bot's name."""


def play_in_browser(host: str, port: int | None, database: str | None, no_browser: bool, bots: Sequence[str]) -> None:
    """Serve this household until Ctrl-C; `bots` are one's own, to play against."""
    if bots and not is_own_machine(host):
        raise click.UsageError(here("play_bot_only_here", host=host))
    own_bots = named(bots)
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
        own_bots=own_bots,
    )

    def ready(real_port: int) -> None:
        address = f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{real_port}/"
        click.echo(here("play_ready", address=address))
        if own_bots:
            click.echo(here("play_own_bots", bots=", ".join(own_bots)))
        others = network_url(real_port) if host in EVERYWHERE else None
        if others:
            click.echo(here("play_others", address=f"{others}/"))
        if not no_browser:
            webbrowser.open(address)

    open_database(settings.database)
    run(settings, _listen(host, port), ready, log_level="error")


def is_own_machine(host: str) -> bool:
    """Return whether only this machine reaches an address."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def named(bots: Sequence[str]) -> dict[str, str]:
    """Return bots by the names that people see; raise an error for one that can play on no board."""
    taken = [level.id for level in LEVELS]
    found: dict[str, str] = {}
    for spec in bots:
        try:
            make_bot(spec, "usa")
        except UnfitBot:
            pass  # a network for another board, say; the table that needs it says so
        except BotError as error:
            raise click.UsageError(str(error)) from None
        short = Path(shlex.split(spec)[-1]).stem if spec.startswith(("exec:", "engine:")) else spec
        if match := re.search(r"\.py:(\w+)$|weights=([^,]+)", spec):
            short = match[1] or Path(match[2]).stem
        name = short[:_LONGEST]
        number = 2
        while name in [*taken, *found]:
            name = f"{short[:_LONGEST]} {number}"
            number += 1
        found[name] = spec
    return found


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
