"""A board on the screen: all that its file says, with a sign beside each value that is not from a rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from semafor import Board
from semafor.cli.board.rules import RuleText
from semafor.cli.words.language import CARD_STYLES, Names, Speech, print_indented
from semafor.model.spec import GoalSpec, RouteSpec, parallel_groups

SIGNS: Final = {"assumed": "?", "layout": "~", "published": "†", "own-design": "*"}
"""The sign of each source of a value."""
_MEANINGS: Final = {
    "assumed": "assumed",
    "layout": "read from a layout",
    "published": "from the published board",
    "own-design": "our own design",
}


_WIDE: Final = 110
"""From this width on there is room for the ids of routes."""


class BoardSheet:
    """Prints a board."""

    def __init__(self, board: Board, console: Console) -> None:
        """Take the board and where to print."""
        self.board = board
        self.spec = board.spec
        self.console = console
        self.speech = Speech("en")
        self.called = Names(self.spec, self.speech)
        self.marks = {mark.value: SIGNS[mark.source] for mark in self.spec.marks}

    def mark(self, path: str) -> str:
        """Return the sign of what is at a path of the file."""
        return self.marks.get(path, "")

    def print(self, routes: bool, tickets: bool) -> None:
        """Print the sheet, with all routes and tickets if asked."""
        spec = self.spec
        title = Text(" / ".join(dict.fromkeys(spec.names.values())), style="bold")
        players = f"{spec.min_players}–{spec.max_players} players"
        title.append(f" · {spec.id} · {players} · revision {spec.revision} · {spec.digest}", style="dim")
        self.console.print(title)
        self._print_rules()
        self._print_places()
        self._print_route_numbers()
        if routes:
            self._print_routes()
        self._print_ticket_numbers()
        if tickets:
            self._print_tickets()
        if spec.goals:
            self._print_goals()
        if spec.marks:
            self._print_marks()

    def _heading(self, text: str) -> None:
        self.console.print()
        self.console.rule(Text(text, style="bold"), align="left", style="dim", characters="─")

    def _table(self, *columns: str, numbers: Sequence[str] = ()) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for column in columns:
            table.add_column(column, justify="right" if column in numbers else "left")
        return table

    def _print_rules(self) -> None:
        self._heading("Rules")
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
        table.add_column(style="bold", no_wrap=True)
        table.add_column(ratio=1)
        for rule in self.board.rules:
            text = RuleText(rule.slug, self.spec.rules[rule.slug], self.mark)
            cited = text.cited(rule.cites)
            table.add_row(rule.slug, Text.assemble(text.sentence(), (f" ({cited})" if cited else "", "dim")))
        self.console.print(table)

    def _print_places(self) -> None:
        spec = self.spec
        cities = [place for place in spec.places if place.kind == "city"]
        countries = [place for place in spec.places if place.kind == "country"]
        self._heading(f"Places{self.mark('cities')} · {len(cities)} cities, {len(countries)} countries")
        if spec.regions:
            for region in spec.regions:
                names = [self.called.places[place.id] for place in cities if place.region == region.id]
                doubled = " (counts twice if complete)" if region.doubled else ""
                self._line((region.name + doubled, "bold"), f"  {', '.join(names)}")
        else:
            self._line(", ".join(self._place(place.id, place.country, place.tags) for place in cities))
        if countries:
            self._line(("Countries", "bold"), f"  {', '.join(place.name for place in countries)}")

    def _place(self, id: str, country: str, tags: Sequence[str]) -> str:
        about = ", ".join([*([country] if country else []), *tags])
        return f"{self.called.places[id]} ({about})" if about else self.called.places[id]

    def _line(self, *parts: str | tuple[str, str]) -> None:
        print_indented(self.console, Text.assemble(*parts), 2)

    def _print_route_numbers(self) -> None:
        routes = self.spec.routes
        self._heading(f"Routes{self.mark('routes')} · {len(routes)}")
        lanes = [len(group) for group in parallel_groups(routes)]
        kinds = [f"{sum(route.kind() == kind for route in routes)} {kind}" for kind in ("plain", "ferry", "tunnel")]
        self._line(f"{', '.join(kinds)}; doubles: {lanes.count(2)}, triples: {lanes.count(3)}.")
        lengths = sorted({route.length for route in routes})
        by_length = [f"{length}: {sum(route.length == length for route in routes)}" for length in lengths]
        self._line(f"By length: {', '.join(by_length)}.")

    def _print_routes(self) -> None:
        wide = self.console.width >= _WIDE
        table = self._table("between", "length", "colour", "attributes", *(["id"] if wide else []), numbers=("length",))
        for number, route in enumerate(self.spec.routes):
            table.add_row(
                self.called.between(route.a, route.b) + self.mark(f"routes.{route.id}"),
                str(route.length),
                Text(route.colour, style=CARD_STYLES[route.colour]),
                ", ".join(self._attributes(route, len(self.board.lanes(number)))),
                *([Text(route.id, style="dim")] if wide else []),
            )
        self.console.print()
        self.console.print(table)

    def _attributes(self, route: RouteSpec, lanes: int) -> list[str]:
        said: list[str] = []
        if route.tunnel:
            said.append("tunnel")
        if route.locomotives:
            said.append(f"ferry with {self.speech.count('symbols', route.locomotives)}")
        if route.waves:
            said.append(f"ferry with {self.speech.count('waves', route.waves)}")
        if route.bonus_cards:
            said.append(f"+{route.bonus_cards}")
        if route.any_cards_for_one:
            said.append(f"any {route.any_cards_for_one} cards for one")
        if lanes:
            said.append("double" if lanes == 2 else "triple")
        return said

    def _print_ticket_numbers(self) -> None:
        points = [ticket.points for ticket in self.spec.tickets]
        self._heading(f"Tickets{self.mark('tickets')} · {len(points)}")
        marked = sum(f"tickets.{ticket.id}" in self.marks for ticket in self.spec.tickets)
        note = f" {marked} of them marked." if marked else ""
        self._line(f"Worth {min(points)} to {max(points)} points, {sum(points)} together.{note}")

    def _print_tickets(self) -> None:
        table = self._table("between", "points", "id", numbers=("points",))
        for ticket in self.spec.tickets:
            sign = self.mark(f"tickets.{ticket.id}")
            points = f"{ticket.points}{sign or self.mark(f'tickets.{ticket.id}.points')}"
            table.add_row(self.called.between(ticket.a, ticket.b), points, Text(ticket.id, style="dim"))
        self.console.print()
        self.console.print(table)

    def _print_goals(self) -> None:
        self._heading(f"Goals{self.mark('goals')} · {len(self.spec.goals)}")
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
        table.add_column(justify="right", no_wrap=True)
        table.add_column(style="bold")
        table.add_column(ratio=1)
        for goal in self.spec.goals:
            sign = self.mark(f"goals.{goal.id}") or self.mark(f"goals.{goal.id}.points")
            table.add_row(f"{goal.points}{sign}", " / ".join(goal.names.values()), self._measure(goal))
        self.console.print(table)

    def _measure(self, goal: GoalSpec) -> str:
        where = f"a place in {goal.at_value}" if goal.at == "country" else f"a place marked {goal.at_value}"
        return f"most {self.speech(f'measure_{goal.measure}', limit=goal.limit, where=where)}"

    def _print_marks(self) -> None:
        used = [source for source in SIGNS if any(mark.source == source for mark in self.spec.marks)]
        self._heading("Marks · " + ", ".join(f"{SIGNS[source]} {_MEANINGS[source]}" for source in used))
        for mark in self.spec.marks:
            note = f": {mark.note}" if mark.note else ""
            self._line((f"{SIGNS[mark.source]} {mark.value}", "bold"), f"  {_MEANINGS[mark.source]}{note}")
