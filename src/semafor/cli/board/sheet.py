"""A board on the screen: everything in its file, with a sign beside each value that is not from a rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from semafor import Board
from semafor.cli.board.rules import RuleText
from semafor.cli.words.console import CARD_STYLES, print_indented
from semafor.cli.words.language import Names, Speech
from semafor.model.spec import GoalSpec, RouteSpec, parallel_groups

SIGNS: Final = {"assumed": "?", "layout": "~", "published": "†", "own-design": "*"}
"""The sign for each source of a value."""
_WIDE: Final = 110
"""The width from which the ids of routes fit."""


class BoardSheet:
    """Prints a board."""

    def __init__(self, board: Board, console: Console, speech: Speech) -> None:
        """Take the board, the console, and the language."""
        self.board = board
        self.spec = board.spec
        self.console = console
        self.speech = speech
        self.called = Names(self.spec, self.speech)
        self.marks = {mark.value: SIGNS[mark.source] for mark in self.spec.marks}

    def mark(self, path: str) -> str:
        """Return the sign for a path in the file."""
        return self.marks.get(path, "")

    def print(self, routes: bool, tickets: bool) -> None:
        """Print the sheet, optionally with all routes and tickets."""
        spec = self.spec
        say = self.speech
        title = Text(say.name(spec.names), style="bold")
        facts = {"id": spec.id, "least": spec.min_players, "most": spec.max_players}
        said = say("board_facts", **facts, revision=spec.revision, digest=spec.digest)
        title.append(f" · {said}", style="dim")
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
            said = self.speech(f"list_{column}")
            table.add_column(said, justify="right" if column in numbers else "left")
        return table

    def _print_rules(self) -> None:
        self._heading(self.speech("heading_rules"))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
        table.add_column(style="bold", no_wrap=True)
        table.add_column(ratio=1)
        for rule in self.board.rules:
            text = RuleText(rule, self.spec.rules[rule.slug], self.mark, self.speech)
            cited = text.cited()
            table.add_row(rule.slug, Text.assemble(text.sentence(), (f" ({cited})" if cited else "", "dim")))
        self.console.print(table)

    def _print_places(self) -> None:
        spec = self.spec
        cities = [place for place in spec.places if place.kind == "city"]
        countries = [place for place in spec.places if place.kind == "country"]
        say = self.speech
        self._heading(say("heading_places", mark=self.mark("cities"), cities=len(cities), countries=len(countries)))
        if spec.regions:
            for region in spec.regions:
                names = [self.called.places[place.id] for place in cities if place.region == region.id]
                name = self.called.regions[region.id]
                said = say("twice_if_complete", region=name) if region.doubled else name
                self._line((said, "bold"), f"  {', '.join(names)}")
        else:
            self._line(", ".join(self._place(place.id, place.country, place.tags) for place in cities))
        if countries:
            names = [self.called.places[place.id] for place in countries]
            self._line((say("heading_countries"), "bold"), f"  {', '.join(names)}")

    def _place(self, id: str, country: str, tags: Sequence[str]) -> str:
        about = ", ".join([*([country] if country else []), *tags])
        return f"{self.called.places[id]} ({about})" if about else self.called.places[id]

    def _line(self, *parts: str | tuple[str, str]) -> None:
        print_indented(self.console, Text.assemble(*parts), 2)

    def _print_route_numbers(self) -> None:
        routes = self.spec.routes
        say = self.speech
        self._heading(say("heading_routes", mark=self.mark("routes"), number=len(routes)))
        lanes = [len(group) for group in parallel_groups(routes)]
        kinds = {kind: sum(route.kind == kind for route in routes) for kind in ("plain", "ferry", "tunnel")}
        self._line(say("route_kinds", **kinds, doubles=lanes.count(2), triples=lanes.count(3)))
        lengths = sorted({route.length for route in routes})
        by_length = [f"{length}: {sum(route.length == length for route in routes)}" for length in lengths]
        self._line(say("by_length", lengths=", ".join(by_length)))

    def _print_routes(self) -> None:
        wide = self.console.width >= _WIDE
        table = self._table("between", "length", "colour", "attributes", *(["id"] if wide else []), numbers=("length",))
        for number, route in enumerate(self.spec.routes):
            table.add_row(
                self.called.between(route.a, route.b) + self.mark(f"routes.{route.id}"),
                str(route.length),
                Text(self.speech(route.colour), style=CARD_STYLES[route.colour]),
                ", ".join(self._attributes(route, len(self.board.lanes(number)))),
                *([Text(route.id, style="dim")] if wide else []),
            )
        self.console.print()
        self.console.print(table)

    def _attributes(self, route: RouteSpec, lanes: int) -> list[str]:
        say = self.speech
        said: list[str] = []
        fields = route.fields
        if fields["tunnel"]:
            said.append(say("tunnel"))
        if route.symbols:
            symbols = say.count("waves" if fields["waves"] else "symbols", route.symbols)
            said.append(say("ferry_with", symbols=symbols))
        if fields["bonus_cards"]:
            said.append(f"+{fields['bonus_cards']}")
        if fields["any_cards_for_one"]:
            said.append(say("cards_for_one", number=fields["any_cards_for_one"]))
        if lanes:
            said.append(say("double" if lanes == 2 else "triple"))
        return said

    def _print_ticket_numbers(self) -> None:
        points = [ticket.points for ticket in self.spec.tickets]
        say = self.speech
        self._heading(say("heading_tickets", mark=self.mark("tickets"), number=len(points)))
        marked = sum(f"tickets.{ticket.id}" in self.marks for ticket in self.spec.tickets)
        note = f" {say('tickets_marked', number=marked)}" if marked else ""
        self._line(say("tickets_worth", least=min(points), most=max(points), sum=sum(points)) + note)

    def _print_tickets(self) -> None:
        table = self._table("between", "points", "id", numbers=("points",))
        for ticket in self.spec.tickets:
            sign = self.mark(f"tickets.{ticket.id}")
            points = f"{ticket.points}{sign or self.mark(f'tickets.{ticket.id}.points')}"
            table.add_row(self.called.between(ticket.a, ticket.b), points, Text(ticket.id, style="dim"))
        self.console.print()
        self.console.print(table)

    def _print_goals(self) -> None:
        self._heading(self.speech("heading_goals", mark=self.mark("goals"), number=len(self.spec.goals)))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
        table.add_column(justify="right", no_wrap=True)
        table.add_column(style="bold")
        table.add_column(ratio=1)
        for goal in self.spec.goals:
            sign = self.mark(f"goals.{goal.id}") or self.mark(f"goals.{goal.id}.points")
            table.add_row(f"{goal.points}{sign}", self.speech.name(goal.names), self._measure(goal))
        self.console.print(table)

    def _measure(self, goal: GoalSpec) -> str:
        say = self.speech
        at = say("place_in", country=goal.at_value) if goal.at == "country" else say("place_marked", tag=goal.at_value)
        where = goal.where.get(say.language) or at
        return say("most_of", measure=say(f"measure_{goal.measure}", limit=goal.limit, where=where))

    def _print_marks(self) -> None:
        used = [source for source in SIGNS if any(mark.source == source for mark in self.spec.marks)]
        meanings = {source: self.speech(f"source_{source}") for source in used}
        signs = ", ".join(f"{SIGNS[source]} {meaning}" for source, meaning in meanings.items())
        self._heading(self.speech("heading_marks", signs=signs))
        for mark in self.spec.marks:
            note = f": {mark.note}" if mark.note else ""
            self._line((f"{SIGNS[mark.source]} {mark.value}", "bold"), f"  {meanings[mark.source]}{note}")
