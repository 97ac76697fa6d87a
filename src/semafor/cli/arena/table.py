"""The standing of an arena as tables for the terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from semafor.cli.words.language import signed
from semafor.simulation.statistics.standing import Entry, Standing

_ANSWERS = {
    "stronger": "{new} is stronger than {old}",
    "not stronger": "{new} is not stronger than {old}",
    "open": "the blocks were too few to tell whether {new} is stronger than {old}",
}

_LONGEST_NAME = 12


def print_standing(standing: Standing, console: Console) -> None:
    """Print everything about a standing: results, who beats whom, how they play, and what went wrong."""
    plan = standing.plan
    console.print(
        f"[bold]{standing.board.spec.names['en']}[/bold], {plan.players} players, {len(standing.games)} games "
        f"in {standing.blocks} block{'' if standing.blocks == 1 else 's'}, seed {plan.seed} ({plan.seed_space}), "
        f"{plan.seconds:g} s per decision"
    )
    if not standing.games:
        console.print("No block is complete yet.")
        return
    ranked = sorted(standing.entries, key=lambda entry: -entry.elo)
    console.print(_results(ranked))
    if len(ranked) > 2:
        console.print(_matrix(standing, ranked))
    console.print(_diagnostics(ranked))
    console.print(f"Mean of the winning points: {standing.winning_points:.1f}")
    for cycle in standing.cycles:
        console.print(f"A cycle: {' beats '.join([*cycle, cycle[0]])}")
    if standing.verdict is not None:
        new, old = plan.names
        answer = _ANSWERS[standing.verdict.answer].format(new=new, old=old)
        console.print(f"Sequential test: {answer} ({standing.verdict.blocks} blocks, {standing.verdict.ratio:+.2f})")
    for entry in ranked:
        for kind, count in entry.failures.items():
            console.print(f"[bold red]{escape(entry.name)}: lost {count} by {kind}[/bold red]")
        if entry.example:
            console.print(f"  the first: {entry.example}", markup=False)


def _results(ranked: list[Entry]) -> Table:
    table = _table("bot", "win %", "95 %", "Elo", "95 %", "points", "margin", "p99 ms")
    for entry in ranked:
        table.add_row(
            _short(entry.name),
            f"{entry.win_share * 100:.1f}",
            f"{entry.ci[0] * 100:.1f}–{entry.ci[1] * 100:.1f}",
            signed(round(entry.elo)),
            "" if entry.elo_ci is None else f"{signed(round(entry.elo_ci[0]))}…{signed(round(entry.elo_ci[1]))}",
            _decimal(entry.mean_points),
            _decimal(entry.mean_margin),
            _milliseconds(entry.times.quantile(0.99)),
        )
    return table


def _matrix(standing: Standing, ranked: list[Entry]) -> Table:
    table = _table("", *[_short(entry.name) for entry in ranked], title="Ahead of the other, %")
    for entry in ranked:
        row = standing.matrix[entry.name]
        shares = [f"{row[other.name].win_share * 100:.0f}" if other.name in row else "" for other in ranked]
        table.add_row(_short(entry.name), *shares)
    return table


def _diagnostics(ranked: list[Entry]) -> Table:
    columns = {
        "kept": "tickets_kept",
        "made": "tickets_made",
        "lost": "ticket_points_lost",
        "draws": "ticket_draws",
        "turns": "turns",
        "routes": "route_points",
        "bonus": "bonus_points",
        "trains": "trains_left",
        "cards": "cards_left",
    }
    title = "Per game: tickets kept and made, ticket points lost, ticket draws, turns, points, what is left"
    table = _table("bot", *columns, title=title)
    for entry in ranked:
        table.add_row(_short(entry.name), *[_decimal(entry.diagnostics[name]) for name in columns.values()])
    return table


def _table(*columns: str, title: str | None = None) -> Table:
    """Return a table whose first column has names and whose others have numbers."""
    table = Table(box=box.SIMPLE, title=title, title_justify="left", pad_edge=False, padding=(0, 1, 0, 0))
    for position, column in enumerate(columns):
        table.add_column(column, justify="right" if position else "left", no_wrap=True)
    return table


def _short(name: str) -> str:
    """Cut a long name, such as a command, down to its end, which tells it from others."""
    return escape(name if len(name) <= _LONGEST_NAME else f"…{name[1 - _LONGEST_NAME :]}")


def _decimal(number: float) -> str:
    """Write a number with one digit after the point and a proper minus sign."""
    return f"{number:.1f}".replace("-", "−")  # noqa: RUF001 (a minus sign is meant)


def _milliseconds(time: float) -> str:
    """Write a time with as many digits as mean something."""
    return f"{time:.0f}" if time >= 100 else f"{time:.1f}" if time >= 1 else f"{time:.2f}"
