"""``semafor meet``: the relay by which pages find each other."""

from __future__ import annotations

import click

from semafor.cli.serve import CommandWithEnvironment, check_proxies, public_host
from semafor.cli.words.language import here, hidden_language


@click.command(cls=CommandWithEnvironment)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8601, show_default=True, type=click.IntRange(0, 65535))
@click.option("--public-url", multiple=True, metavar="URL")
@click.option("--trust-proxy", metavar="ADDRESSES")
@click.option("--connections", default=100, show_default=True, type=click.IntRange(1))
@click.option("--request-rate", default=20.0, show_default=True)
@click.option("--processor-share", default=0.1, show_default=True, type=click.FloatRange(0.01))
@click.option(
    "--log-level", default="info", show_default=True, type=click.Choice(["debug", "info", "warning", "error"])
)
@hidden_language
def meet(
    host: str,
    port: int,
    public_url: tuple[str, ...],
    trust_proxy: str | None,
    connections: int,
    request_rate: float,
    processor_share: float,
    log_level: str,
) -> None:
    """Pass on invitations between pages; no game is seen or stored."""
    from semafor.cli.serving import listen_on
    from semafor.server.main import RELAY, run
    from semafor.server.settings import Settings

    settings = Settings(
        database="",
        public_hosts=tuple(public_host(one) for one in public_url),
        connections_per_address=connections,
        requests_per_second=request_rate,
        request_burst=max(1, int(request_rate * 10)),
        processor_share=processor_share,
    )
    if trust_proxy is not None:
        check_proxies(trust_proxy)
    sock = listen_on(host, port)

    def ready(real_port: int) -> None:
        click.echo(here("meet_ready", address=f"http://{host}:{real_port}/"), err=True)

    run(settings, sock, ready, log_level=log_level, trusted_proxies=trust_proxy, app=RELAY)
