"""The command ``semafor arena``: matches between bots, with confidence intervals."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import semafor
from semafor.bots.registry import bot_names, split_specs
from semafor.cli.arena.table import print_pooled, print_standing
from semafor.cli.main import EXIT_INTERRUPTED
from semafor.cli.words.console import make_console
from semafor.cli.words.language import here, hidden_language
from semafor.simulation.arena import Arena, Runner
from semafor.simulation.blocks import Plan
from semafor.simulation.journal import Journal
from semafor.simulation.report.curves import read_curve
from semafor.simulation.report.page import write_report
from semafor.simulation.runners.ray_jobs import RayJobs
from semafor.simulation.runners.workers import Workers
from semafor.simulation.statistics.crosstable import Crosstable
from semafor.simulation.statistics.pooled import Rating, pooled
from semafor.table.board_info import offered_boards

_FILE = click.Path(dir_okay=False, path_type=Path)


@dataclass
class _Options:
    """The options of the command besides the plan."""

    runner: Runner
    journal: Path | None
    records: Path | None
    resume: bool
    sprt: bool


@click.command()
@click.option("--board", metavar="ID|FILE")
@click.option("--players", type=click.IntRange(1, 5), metavar="N")
@click.option("--bots", metavar="LIST")
@click.option("--blocks", type=click.IntRange(min=1), default=100, show_default=True, metavar="K")
@click.option("--line-ups", type=click.IntRange(min=1), metavar="N")
@click.option("--seed", default="0", show_default=True)
@click.option("--tuning", is_flag=True)
@click.option("--seconds", type=float, default=1.0, show_default=True, metavar="T")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J")
@click.option("--ray", "address", metavar="ADDRESS")
@click.option("--sprt", is_flag=True)
@click.option("--suite", type=click.Choice(["full"]))
@click.option("--json", "json_file", type=_FILE, metavar="FILE")
@click.option("--html", "html_file", type=_FILE, metavar="FILE")
@click.option("--curve", "curves", type=_FILE, multiple=True, metavar="FILE")
@click.option("--records", type=_FILE, metavar="FILE")
@click.option("--journal", type=_FILE, metavar="FILE")
@click.option("--resume", is_flag=True)
@hidden_language
def arena(
    board: str | None,
    players: int | None,
    bots: str | None,
    blocks: int,
    line_ups: int | None,
    seed: str,
    tuning: bool,
    seconds: float,
    jobs: int | None,
    address: str | None,
    sprt: bool,
    suite: str | None,
    json_file: Path | None,
    html_file: Path | None,
    curves: tuple[Path, ...],
    records: Path | None,
    journal: Path | None,
    resume: bool,
) -> None:
    """Let bots play each other, and print their ratings."""
    if bots is None and suite is None:
        raise click.UsageError(here("arena_who", bots=", ".join(bot_names())))
    if suite is not None and (journal is not None or records is not None or sprt):
        raise click.UsageError(here("arena_one_table"))
    learnt = [read_curve(file) for file in curves]
    chosen = None if bots is None else tuple(split_specs(bots))
    number: int | str = int(seed) if seed.isdecimal() else seed
    tables = list(_suite_tables(board, players)) if suite else [(board or "usa", players or 2)]
    plans = [
        Plan(
            table,
            count,
            chosen or tuple(bot_names(table)),
            blocks,
            number,
            seconds,
            tuning,
            records=records is not None,
            line_ups=line_ups,
        )
        for table, count in tables
    ]
    runner: Runner = Workers(jobs or os.cpu_count() or 1) if address is None else RayJobs(address, jobs)
    options = _Options(runner, journal, records, resume, sprt)
    arenas = [Arena(plan, sprt=sprt) for plan in plans]
    console = make_console()
    standings: list[Crosstable] = []
    for one in arenas:
        standings.append(_play(one, options, console))
        print_standing(standings[-1], console)
    together = [] if suite is None else pooled(standings)
    if together:
        print_pooled(together, console)
    if json_file is not None:
        json_file.write_text(json.dumps(_as_json(standings, suite, together), indent=2) + "\n", encoding="utf-8")
    if html_file is not None:
        html_file.write_text(write_report(standings, learnt), encoding="utf-8")
    for plan in plans:
        if journal is None:
            _default_journal(plan, sprt).unlink(missing_ok=True)


def _suite_tables(board: str | None, players: int | None) -> Iterator[tuple[str, int]]:
    """Yield every board with every number of players, or only the requested ones."""
    for name in [board] if board else offered_boards():
        spec = semafor.load_board(name).spec
        for count in range(spec.min_players, spec.max_players + 1):
            if players in (None, count):
                yield name, count


def _play(one: Arena, options: _Options, console: Console) -> Crosstable:
    path = options.journal or _default_journal(one.plan, options.sprt)
    journal = Journal(path, one.plan, options.resume)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(here("arena_left")),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    try:
        with bar:
            done = sum(game.block < one.plan.blocks for game in journal.games.values())
            task = bar.add_task(
                here("arena_playing", board=one.plan.board, players=one.plan.players), total=one.total, completed=done
            )
            standing = one.play(options.runner, journal, lambda: bar.advance(task))
        if options.records is not None:
            one.write_records(standing, journal, options.records)
        return standing
    except KeyboardInterrupt:
        print_standing(one.standing(journal), console)
        click.echo(here("arena_stopped", played=len(journal.games), all=one.total, path=path), err=True)
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
    finally:
        journal.close()


def _default_journal(plan: Plan, sprt: bool) -> Path:
    """Return a file name that is unique to these games, whatever the number of blocks."""
    told = f"{plan.bots} {plan.seed!r} {plan.seconds} {plan.tuning} {plan.records} {sprt} {plan.board} {plan.line_ups}"
    name = Path(plan.board).stem
    return Path(f"arena-{name}-{plan.players}-{sha256(told.encode()).hexdigest()[:8]}.ndjson")


def _as_json(standings: list[Crosstable], suite: str | None, together: list[Rating]) -> dict[str, object]:
    if suite is None:
        return standings[0].to_json()
    date = datetime.now(UTC).date().isoformat()
    return {
        "suite": suite,
        "date": date,
        "ratings": [standing.to_json() for standing in standings],
        "pooled": [rating.to_json() for rating in together],
    }
