"""The standings of an arena as tables for the terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from semafor.cli.words.language import Speech, current_language, here, signed
from semafor.simulation.failures import keep_position
from semafor.simulation.statistics.crosstable import Contestant, Crosstable
from semafor.simulation.statistics.pooled import Rating

_LONGEST_NAME = 12


def print_standing(standing: Crosstable, console: Console) -> None:
    """Print the standings: results, the matrix, how the bots play, and their failures."""
    plan = standing.plan
    speech = Speech(current_language())
    blocks = speech.count("arena_blocks", standing.blocks)
    played = {
        "games": len(standing.games),
        "blocks": blocks,
        "seed": plan.seed,
        "space": here(f"seeds_{plan.seed_space}"),
    }
    board = speech.name(standing.board.spec.names)
    told = here("arena_played", players=plan.players, seconds=f"{plan.seconds:g}", **played)
    console.print(f"[bold]{board}[/bold], {told}")
    if not standing.games:
        console.print(here("arena_no_block"))
        return
    ranked = sorted(standing.entries, key=lambda entry: -entry.elo)
    console.print(_results(ranked))
    if len(ranked) > 2:
        console.print(_matrix(standing, ranked))
    console.print(_diagnostics(ranked))
    console.print(here("arena_winning_points", points=f"{standing.winning_points:.1f}"))
    for cycle in standing.cycles:
        console.print(here("arena_cycle", bots=f" {here('arena_beats')} ".join([*cycle, cycle[0]])))
    if standing.verdict is not None:
        new, old = plan.names
        verdict = standing.verdict
        answer = here(f"arena_{verdict.answer.replace(' ', '_')}", new=new, old=old)
        console.print(here("arena_test", answer=answer, blocks=verdict.blocks, ratio=f"{verdict.ratio:+.2f}"))
    for entry in ranked:
        for kind, count in entry.failures.items():
            lost = here("arena_lost", name=entry.name, count=count, kind=here(f"arena_{kind}"))
            console.print(f"[bold red]{escape(lost)}[/bold red]")
        if entry.example:
            console.print(f"  {here('arena_first', example=entry.example)}", markup=False)
        if entry.traceback:
            console.print(entry.traceback, markup=False, soft_wrap=True)
        if entry.position is not None:
            path = keep_position(entry.position, entry.name)
            console.print(f"  {here('failed_position', path=path)}", markup=False, soft_wrap=True)


def print_pooled(ratings: list[Rating], console: Console) -> None:
    """Print the ratings over all tables of a suite."""
    table = _table(here("arena_bot"), here("arena_column_games"), "Elo", "95 %", title=here("arena_pooled"))
    for rating in ratings:
        low, high = (signed(round(end)) for end in rating.elo_ci)
        table.add_row(_short(rating.name), str(rating.games), signed(round(rating.elo)), f"{low}…{high}")
    console.print(table)


def _results(ranked: list[Contestant]) -> Table:
    table = _table(
        here("arena_bot"),
        here("arena_win"),
        "95 %",
        "Elo",
        "95 %",
        here("arena_points"),
        here("arena_margin"),
        "p99 ms",
    )
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


def _matrix(standing: Crosstable, ranked: list[Contestant]) -> Table:
    table = _table("", *[_short(entry.name) for entry in ranked], title=here("arena_ahead"))
    for entry in ranked:
        row = standing.matrix[entry.name]
        shares = [f"{row[other.name].win_share * 100:.0f}" if other.name in row else "" for other in ranked]
        table.add_row(_short(entry.name), *shares)
    return table


def _diagnostics(ranked: list[Contestant]) -> Table:
    columns = {
        here("arena_column_kept"): "tickets_kept",
        here("arena_column_made"): "tickets_made",
        here("arena_column_lost"): "ticket_points_lost",
        here("arena_column_draws"): "ticket_draws",
        here("arena_column_turns"): "turns",
        here("arena_column_routes"): "route_points",
        here("arena_column_bonus"): "bonus_points",
        here("arena_column_trains"): "trains_left",
        here("arena_column_cards"): "cards_left",
    }
    table = _table(here("arena_bot"), *columns, title=here("arena_per_game"))
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
    """Cut a long name, such as a command, to its end, which is what distinguishes it."""
    return escape(name if len(name) <= _LONGEST_NAME else f"…{name[1 - _LONGEST_NAME :]}")


def _decimal(number: float) -> str:
    """Format a number with one decimal and a proper minus sign."""
    return f"{number:.1f}".replace("-", "−")  # noqa: RUF001 (a minus sign is meant)


def _milliseconds(time: float) -> str:
    """Format a time with its significant digits."""
    return f"{time:.0f}" if time >= 100 else f"{time:.1f}" if time >= 1 else f"{time:.2f}"
