"""The command ``semafor leaderboard``: anybody's results, checked and listed together."""

from __future__ import annotations

from pathlib import Path

import click
from rich import box
from rich.markup import escape
from rich.table import Table

from semafor.cli.words.console import make_console
from semafor.cli.words.language import Speech, current_language, here, hidden_language, signed
from semafor.simulation.leaderboard import check_results
from semafor.simulation.statistics.crosstable import Crosstable

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="FILE")
@hidden_language
def leaderboard(files: tuple[Path, ...]) -> None:
    """Check arena results, and list them by board and number of players."""
    checked = [(file, check_results(file)) for file in files]
    console = make_console()
    tables = sorted({(standing.plan.board, standing.plan.players) for _, standing in checked})
    for board, players in tables:
        found = [(file, one) for file, one in checked if (one.plan.board, one.plan.players) == (board, players)]
        name = Speech(current_language()).name(found[0][1].board.spec.names)
        console.print(here("arena_playing", board=name, players=players), style="bold", markup=False)
        console.print(_table(found))
    games = sum(len(standing.games) for _, standing in checked)
    console.print(here("leaderboard_checked", games=games))


def _table(results: list[tuple[Path, Crosstable]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(here("arena_bot"))
    for name in (here("leaderboard_games"), here("arena_win"), "95 %", "Elo", "95 %", here("leaderboard_failures")):
        table.add_column(name, justify="right")
    table.add_column(here("leaderboard_file"))
    rows = [(entry, file, standing) for file, standing in results for entry in standing.entries]
    for entry, file, _ in sorted(rows, key=lambda row: -row[0].elo):
        interval = (
            "" if entry.elo_ci is None else f"{signed(round(entry.elo_ci[0]))} … {signed(round(entry.elo_ci[1]))}"
        )
        table.add_row(
            escape(entry.name),
            str(entry.games),
            f"{entry.win_share:.1%}",
            f"{entry.ci[0]:.1%} – {entry.ci[1]:.1%}",
            signed(round(entry.elo)),
            interval,
            str(sum(entry.failures.values()) or ""),
            escape(file.name),
        )
    return table
