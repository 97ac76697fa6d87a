"""``semafor play``: games for one household in the browser, or a game in the terminal."""

from __future__ import annotations

import click
from click.core import ParameterSource

from semafor.cli.words.language import Speech, here, language_option, names_option

_TERMINAL_ONLY = ("board", "players", "seats", "seed")


@click.command()
@click.option(
    "--host",
    default="0.0.0.0",
    show_default=True,
)
@click.option("--port", type=click.IntRange(0, 65535))
@click.option("--database", envvar="SEMAFOR_DATABASE", show_envvar=True, metavar="URL|FILE")
@click.option("--no-browser", is_flag=True)
@click.option("--bot", "bots", multiple=True, metavar="BOT")
@click.option("--terminal", is_flag=True)
@click.option("--board", metavar="ID|FILE")
@click.option("--players", type=click.IntRange(2, 5), metavar="N")
@click.option("--seats", metavar="LIST")
@click.option("--seed")
@language_option
@names_option
@click.pass_context
def play(
    ctx: click.Context,
    host: str,
    port: int | None,
    database: str | None,
    no_browser: bool,
    bots: tuple[str, ...],
    terminal: bool,
    board: str | None,
    players: int | None,
    seats: str | None,
    seed: str | None,
    lang: str,
    local_names: bool,
) -> None:
    """Serve this household, or play in the terminal."""
    if terminal:
        if bots:
            raise click.UsageError(here("play_bot_in_terminal", seats=",".join(["you", *bots])))
        from semafor.cli.play.terminal import play_in_terminal

        play_in_terminal(board or "usa", players, seats, seed, Speech(lang, local_names))
        return
    given = [f"--{name}" for name in _TERMINAL_ONLY if ctx.params[name] is not None]
    if given:
        raise click.UsageError(here("play_terminal_only", options=", ".join(given)))
    from semafor.cli.play.browser import play_in_browser

    if bots and ctx.get_parameter_source("host") is ParameterSource.DEFAULT:
        host = "127.0.0.1"
    play_in_browser(host, port, database, no_browser, bots)
