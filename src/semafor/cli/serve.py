"""``semafor serve``: the game server."""

from __future__ import annotations

from importlib.util import find_spec
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

import click

from semafor.cli.main import UserError
from semafor.cli.words.language import here, hidden_language

ENVIRONMENT = "SEMAFOR"
"""The prefix of environment variables: --message-rate is also SEMAFOR_MESSAGE_RATE."""

database_option = click.option("--database", envvar=f"{ENVIRONMENT}_DATABASE", show_envvar=True, metavar="URL|FILE")


class CommandWithEnvironment(click.Command):
    """A command whose options are also environment variables; the command line overrides them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Name the variables, and show them in the help."""
        super().__init__(*args, **kwargs)
        for parameter in self.params:
            if isinstance(parameter, click.Option) and parameter.expose_value and parameter.name:
                parameter.envvar = f"{ENVIRONMENT}_{parameter.name.upper()}"
                parameter.show_envvar = True


@click.command(cls=CommandWithEnvironment)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8600, show_default=True, type=click.IntRange(0, 65535))
@database_option
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64))
@click.option("--public-url", multiple=True, metavar="URL")
@click.option("--trust-proxy", metavar="ADDRESSES")
@click.option("--grace", default=90.0, show_default=True)
@click.option("--bot-processes", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option("--analysis-playouts", default=200, show_default=True, type=click.IntRange(1, 10_000))
@click.option("--games-per-hour", default=120, show_default=True, type=click.IntRange(1))
@click.option("--connections", default=100, show_default=True, type=click.IntRange(1))
@click.option("--message-rate", default=20.0, show_default=True)
@click.option("--request-rate", default=20.0, show_default=True)
@click.option(
    "--processor-share",
    default=0.1,
    show_default=True,
    type=click.FloatRange(0.01),
)
@click.option(
    "--unattended-games",
    default=20,
    show_default=True,
    type=click.IntRange(1),
)
@click.option("--push-services", metavar="HOSTS")
@click.option("--push-contact", metavar="URL")
@click.option("--webhooks", metavar="HOSTS")
@click.option("--bot-pause", default=0.4, show_default=True)
@click.option("--undo-pause", default=3.0, show_default=True)
@click.option(
    "--log-level", default="info", show_default=True, type=click.Choice(["debug", "info", "warning", "error"])
)
@click.option("--bot", multiple=True, hidden=True, expose_value=False, callback=lambda ctx, option, bots: no_bots(bots))
@hidden_language
def serve(
    host: str,
    port: int,
    database: str | None,
    workers: int,
    public_url: tuple[str, ...],
    trust_proxy: str | None,
    grace: float,
    bot_processes: int,
    analysis_playouts: int,
    games_per_hour: int,
    connections: int,
    message_rate: float,
    request_rate: float,
    processor_share: float,
    unattended_games: int,
    push_services: str | None,
    push_contact: str | None,
    webhooks: str | None,
    bot_pause: float,
    undo_pause: float,
    log_level: str,
) -> None:
    """Serve games to everybody who can reach this machine."""
    from semafor.cli.serving import chosen_database, listen_on, open_database
    from semafor.server.main import run
    from semafor.server.settings import Settings
    from semafor.server.store.database import is_postgres
    from semafor.table.game_table import Pace

    url = chosen_database(database)
    if workers > 1 and not is_postgres(url):
        raise UserError(here("serve_workers"))
    settings = Settings(
        database=url,
        public_hosts=tuple(public_host(one) for one in public_url),
        pace=Pace(grace=grace, bot_pause=bot_pause, undo_pause=undo_pause),
        bot_processes=bot_processes,
        analysis_playouts=analysis_playouts,
        games_per_hour=games_per_hour,
        connections_per_address=connections,
        messages_per_second=message_rate,
        burst=max(60, int(message_rate)),
        requests_per_second=request_rate,
        request_burst=max(1, int(request_rate * 10)),
        processor_share=processor_share,
        unattended_games=unattended_games,
        push_services=services_of(push_services),
        push_contact=contact_of(push_contact, public_url),
        webhooks=hosts_of(webhooks),
    )
    if trust_proxy is not None:
        check_proxies(trust_proxy)
    open_database(url)
    sock = listen_on(host, port)

    def ready(real_port: int) -> None:
        click.echo(here("serve_ready", address=f"http://{host}:{real_port}/"), err=True)

    run(settings, sock, ready, log_level=log_level, workers=workers, trusted_proxies=trust_proxy)


def no_bots(bots: tuple[str, ...]) -> None:
    """Refuse bots of one's own, which run whatever their authors wrote."""
    if bots:
        raise click.UsageError(here("serve_no_bots", command=" ".join(f"--bot {bot}" for bot in bots)))


def check_proxies(addresses: str) -> None:
    """Raise an error if this is not a list of addresses or networks."""
    for one in addresses.split(","):
        try:
            ip_network(one.strip(), strict=False)
        except ValueError:
            if one.strip() != "*":
                raise UserError(here("serve_proxy", given=repr(one.strip()))) from None


def services_of(hosts: str | None) -> tuple[str, ...]:
    """Return the push services of an option; without it, those of the usual browsers, if messages can be encrypted."""
    from semafor.server.push.services import KNOWN, chosen_services

    possible = find_spec("cryptography") is not None
    try:
        chosen = (KNOWN if possible else ()) if hosts is None else chosen_services(hosts)
    except ValueError as error:
        raise UserError(here("serve_push_services", given=repr(str(error)))) from None
    if chosen and not possible:
        raise UserError(here("serve_push_missing"))
    return chosen


def hosts_of(webhooks: str | None) -> tuple[str, ...]:
    """Return the hosts of an option to which tables may send whose turn it is; none by default."""
    from semafor.server.push.services import chosen_services

    try:
        return chosen_services(webhooks or "none")
    except ValueError as error:
        raise UserError(here("serve_webhooks", given=repr(str(error)))) from None


def contact_of(url: str | None, public_url: tuple[str, ...]) -> str:
    """Return how push services reach the host: as an option says, or by the server's own public URL."""
    from semafor.server.push.services import NOBODY

    if url is not None and not url.startswith(("mailto:", "https://")):
        raise UserError(here("serve_push_contact", given=repr(url)))
    return url or (f"https://{public_host(public_url[0])}" if public_url else NOBODY)


def public_host(url: str) -> str:
    """Return the name in a public URL."""
    try:
        name = urlsplit(url if "://" in url else f"//{url}").hostname
    except ValueError:
        name = None
    if not name:
        raise UserError(here("serve_url", given=repr(url)))
    return name
