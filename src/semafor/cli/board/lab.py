"""``semafor board lab``: games on a board, in processes, and what they say about it."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import click
import msgspec
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from semafor.cli.words.console import make_console, print_indented
from semafor.cli.words.language import Speech, here, language_option
from semafor.engine.boards import load_board
from semafor.engine.loading import board_text
from semafor.model.board import Board
from semafor.model.reading import Phrase
from semafor.simulation.jobs import BoardJob
from semafor.simulation.lab.problems import WORST, place_name, ticket_name
from semafor.simulation.lab.report import LabProblem, LabReport, LabText
from semafor.simulation.lab.study import Effort, Study
from semafor.simulation.runners.worker import Answer, Worker

T = TypeVar("T")
MOST_GAMES: Final = 1_000_000
_SHOWN: Final = 5
_AT_MOST: Final = 2


@click.command()
@click.argument("files", metavar="FILE [FILE]", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(100, MOST_GAMES), default=20_000, show_default=True, metavar="N")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, metavar="N")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J")
@click.option("--no-changes", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
@language_option
def lab(
    files: tuple[str, ...], games: int, seed: int, jobs: int | None, no_changes: bool, as_json: bool, lang: str
) -> None:
    """Play games on a board, and say what spoils it."""
    if len(files) > _AT_MOST:
        raise click.UsageError(here("lab_two", number=len(files)))
    processes = jobs or os.cpu_count() or 1
    effort = Effort(games, lanes=processes, changes=0 if no_changes else WORST)
    reports = [_study(file, seed, effort, processes) for file in files]
    if as_json:
        encoded = [json.loads(msgspec.json.encode(report)) for report in reports]
        click.echo(json.dumps(encoded[0] if len(encoded) == 1 else encoded, ensure_ascii=False))
        return
    console, say = make_console(), Speech(lang)
    sheets = [LabSheet(load_board(file), report, console, say) for file, report in zip(files, reports, strict=True)]
    if len(sheets) == 1:
        sheets[0].print()
    else:
        print_side_by_side(files, reports, sheets)


def _study(file: str, seed: int, effort: Effort, processes: int) -> LabReport:
    """Play the games of a board in processes, and show how far they are."""
    text = board_text(file)
    load_board(file)
    bar = Progress(
        BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    )
    with bar:
        task = bar.add_task("", total=1.0)
        return asyncio.run(_played(text, seed, effort, processes, lambda part: bar.update(task, completed=part)))


async def _played(text: str, seed: int, effort: Effort, processes: int, tell: Callable[[float], None]) -> LabReport:
    workers = [Worker(_playing) for _ in range(processes)]
    idle: asyncio.Queue[Worker] = asyncio.Queue()
    for worker in workers:
        idle.put_nowait(worker)

    async def ask(job: BoardJob) -> bytes:
        worker = await idle.get()
        try:
            done: bytes = await asyncio.wrap_future(worker.ask(job, lambda: False))
        finally:
            idle.put_nowait(worker)
        return done

    try:
        return await Study("", text, seed, effort, ask, tell).report()
    finally:
        for worker in workers:
            worker.stop()


def _playing() -> Answer:
    def answer(job: BoardJob) -> bytes:
        return job.run()

    return answer


class LabSheet:
    """Prints the report on a board."""

    def __init__(self, board: Board, report: LabReport, console: Console, say: Speech) -> None:
        """Take the board, its report, where to print, and the language."""
        self.board = board
        self.report = report
        self.console = console
        self.say = say

    def print(self) -> None:
        """Print the problems first, then the tables."""
        report, say = self.report, self.say
        head = say(
            "lab_head",
            board=say.name(self.board.spec.names),
            games=report.games,
            seconds=report.seconds,
            seed=report.seed,
        )
        self.console.print(Text(head, style="bold"), soft_wrap=True)
        self._problems()
        self._tables()
        low, high = (_percent(end) for end in report.skill_interval)
        self.console.print(say("lab_skill", share=_percent(report.skill), low=low, high=high), soft_wrap=True)
        self._tickets()
        self._routes()
        self._colours()

    def said(self, text: LabText) -> str:
        """Return a sentence of the report in the language."""
        values = {name: self.say(value) if name == "colour" else value for name, value in text.values.items()}
        return self.say.translated(Phrase(text.text, **values))

    def _problems(self) -> None:
        say = self.say
        worst = self.report.problems[:WORST]
        self.console.print()
        self.console.print(Text(say("lab_problems" if worst else "lab_none"), style="bold"))
        for number, problem in enumerate(worst, 1):
            sentence = self.said(problem.said)
            line = f"{number}. [{problem.weight:.1f}] {sentence[:1].upper()}{sentence[1:]}."
            print_indented(self.console, Text(line), 0)
            print_indented(self.console, Text(self._change(problem), style="dim"), 3)

    def _change(self, problem: LabProblem) -> str:
        change, say = problem.change, self.say
        if change is None:
            return say("lab_untried")
        said = self.said(change.said)
        if not change.helped:
            return say("lab_no_help", change=said)
        low, high = change.after_interval
        return say(
            "lab_change",
            change=said,
            measure=say.translated(Phrase(change.measure)),
            before=_number(change.before),
            after=_number(change.after),
            low=_number(low),
            high=_number(high),
            weight=f"{change.weight:.1f}",
            before_weight=f"{problem.weight:.1f}",
        )

    def _table(self, title: str, *columns: str) -> Table:
        self.console.print()
        self.console.print(Text(self.say(title), style="bold"))
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
        for number, column in enumerate(columns):
            table.add_column(self.say(column), justify="left" if number == 0 else "right", no_wrap=number > 0)
        return table

    def _tables(self) -> None:
        table = self._table("lab_tables", "lab_players", "lab_seats", "lab_points", "lab_turns", "lab_minutes")
        for one in self.report.tables:
            reach = max((high - low) / 2 for low, high in (seat.share_interval for seat in one.seats))
            wins = " ".join(f"{100 * seat.share:.1f}" for seat in one.seats) + f" ±{100 * reach:.1f}"
            points = " ".join(f"{seat.points:.0f}" for seat in one.seats)
            low, high = one.turns_between
            turns = f"{one.turns:.0f} ({low:.0f}–{high:.0f})"
            table.add_row(str(one.players), wins, points, turns, f"{one.minutes:.0f}")
        self.console.print(table)
        surprised = max((one.surprised for one in self.report.tables), default=0.0)
        self.console.print(self.say("lab_surprised", share=_percent(surprised)), soft_wrap=True)

    def _tickets(self) -> None:
        table = self._table(
            "lab_tickets", "lab_ticket", "lab_pays", "lab_kept", "lab_completed", "lab_margin", "lab_win"
        )
        ranked = sorted(self.report.tickets, key=lambda one: -one.margin)
        for one in _ends(ranked):
            low, high = one.margin_interval
            margin = f"{one.margin:+.1f} ({low:+.1f} … {high:+.1f})"
            name = ticket_name(self.board, one.id)
            table.add_row(
                name, str(one.points), _percent(one.kept), _percent(one.completed), margin, f"{100 * one.win:+.1f} %"
            )
        self.console.print(table)

    def _routes(self) -> None:
        table = self._table("lab_routes", "lab_route", "lab_claimed", "lab_when", "lab_owner")
        routes = {route.id: route for route in self.board.spec.routes}
        for one in _ends(sorted(self.report.routes, key=lambda one: one.claimed)):
            route = routes[one.id]
            ends = f"{place_name(self.board, route.a)} – {place_name(self.board, route.b)}"
            name = f"{ends} ({self.say(route.colour)} {route.length})"
            when = _percent(one.time) if one.claimed else "–"
            table.add_row(name, _percent(one.claimed), when, f"{100 * one.win:+.1f} %" if one.claimed else "–")
        self.console.print(table)

    def _colours(self) -> None:
        table = self._table("lab_colours", "lab_colour", "lab_spaces", "lab_claimed", "lab_when")
        for one in self.report.colours:
            table.add_row(self.say(one.colour), str(one.spaces), _percent(one.claimed), _percent(one.time))
        self.console.print(table)


def print_side_by_side(files: Sequence[str], reports: Sequence[LabReport], sheets: Sequence[LabSheet]) -> None:
    """Print what differs most between two boards, or two versions of one."""
    console, say = sheets[0].console, sheets[0].say
    console.print(Text(say("lab_compare", a=files[0], b=files[1]), style="bold"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    for column in ("", *files):
        table.add_column(column)
    tables = [{one.players: one for one in report.tables} for report in reports]
    for players in sorted({*tables[0], *tables[1]}):
        both = [found.get(players) for found in tables]
        head = f"{say('lab_players')}: {players}"
        table.add_row(head, *("" if one is None else f"{say('lab_turns')} {one.turns:.0f}" for one in both))
        for number in range(players):
            cells = []
            for one in both:
                if one is None:
                    cells.append("–")
                    continue
                seat = one.seats[number]
                low, high = seat.share_interval
                cells.append(f"{_percent(seat.share)} ({_percent(low)}–{_percent(high)}), {seat.points:.0f}")
            table.add_row(f"  {number + 1}.", *cells)
    worst = [
        "\n".join(f"[{one.weight:.1f}] {sheet.said(one.said)}" for one in sheet.report.problems[:WORST])
        for sheet in sheets
    ]
    table.add_row(Text(say("lab_worst")), *(Text(one) for one in worst))
    tickets = [{one.id: one for one in report.tickets} for report in reports]
    shared = sorted(
        tickets[0].keys() & tickets[1].keys(), key=lambda id: -abs(tickets[0][id].margin - tickets[1][id].margin)
    )
    for id in shared[:_SHOWN]:
        cells = [f"{found[id].points}: {found[id].margin:+.1f} {say('lab_margin')}" for found in tickets]
        table.add_row(ticket_name(sheets[0].board, id), *cells)
    console.print(table)


def _ends(ranked: Sequence[T]) -> list[T]:
    """Return the first and the last of a ranking."""
    if len(ranked) <= 2 * _SHOWN:
        return list(ranked)
    return [*ranked[:_SHOWN], *ranked[-_SHOWN:]]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _number(value: float) -> str:
    return f"{value:.3g}"
