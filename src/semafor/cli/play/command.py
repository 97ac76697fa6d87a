"""``semafor play``: games for one household in the browser, or a game in the terminal."""

from __future__ import annotations

import click

from semafor.cli.words.language import Speech, language_option, names_option

_TERMINAL_ONLY = ("board", "players", "seats", "seed")


@click.command()
@click.option(
    "--host",
    default="0.0.0.0",
    show_default=True,
    help="Where to listen: all of the network, or with 127.0.0.1 this machine only.",
)
@click.option("--port", type=click.IntRange(0, 65535), help="The port.  [default: 8600, or a free one if it is taken]")
@click.option("--database", metavar="URL|FILE", help="Where games are kept, as with serve.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--terminal", is_flag=True, help="Play in the terminal instead; the options below are for that.")
@click.option("--board", metavar="ID|FILE", help="The board to play on.  [default: usa]")
@click.option("--players", type=click.IntRange(2, 5), metavar="N", help="How many play; the others move at random.")
@click.option("--seats", metavar="LIST", help="Who sits where, e.g. you,random,you.  [default: you and random movers]")
@click.option("--seed", help="The same seed begins the same game.  [default: a new one]")
@language_option
@names_option
@click.pass_context
def play(
    ctx: click.Context,
    host: str,
    port: int | None,
    database: str | None,
    no_browser: bool,
    terminal: bool,
    board: str | None,
    players: int | None,
    seats: str | None,
    seed: str | None,
    lang: str,
    local_names: bool,
) -> None:
    """Play in the browser: against bots, at one screen, or with friends.

    Games are kept: close the browser, come back later, and go on. With --terminal you play in the terminal: you see
    what your seat may see, and choose from numbered lists. Type ? for help, "why denver - omaha" to hear why a route
    can't be claimed, q to quit. With more than one "you" among the seats, people take turns at the keyboard.

    \b
    Examples:
      semafor play                                             in the browser
      semafor play --host 127.0.0.1                            this machine only, nobody in the network can join
      semafor play --terminal                                  USA, you and one random mover
      semafor play --terminal --board italy --players 4        Italy, you and three of them
      semafor play --terminal --seats you,you,random --lang pl
    """
    if terminal:
        from semafor.cli.play.terminal import play_in_terminal

        play_in_terminal(board or "usa", players, seats, seed, Speech(lang, local_names))
        return
    given = [f"--{name}" for name in _TERMINAL_ONLY if ctx.params[name] is not None]
    if given:
        raise click.UsageError(f"{', '.join(given)}: only with --terminal; in the browser you choose there.")
    from semafor.cli.play.browser import play_in_browser

    play_in_browser(host, port, database, no_browser)
