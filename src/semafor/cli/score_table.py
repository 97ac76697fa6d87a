"""A score on the screen: totals side by side, then each player's points, the bonuses, and the winner."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from semafor.cli.language import Names, Speech, print_indented, signed
from semafor.engine.score_sheet import Contest, ScoreSheet, SeatSheet

_SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue")


class ScoreTable:
    """Prints a score sheet in one language."""

    def __init__(self, sheet: ScoreSheet, players: Sequence[str], speech: Speech, console: Console) -> None:
        """Take the sheet, the players' names by seat, and where to print."""
        self.sheet = sheet
        self.players = list(players)
        self.speech = speech
        self.console = console
        self.spec = sheet.board.spec
        self.called = Names(self.spec, speech)

    def print(self, notes: Sequence[str] = ()) -> None:
        """Print everything."""
        say = self.speech
        title = Text(say.name(self.spec.names), style="bold")
        title.append(f" · {say.count('players', len(self.players))}", style="dim")
        self.console.print(title)
        for note in notes:
            self.console.print(Text(f"{say('note')}: {note}", style="yellow"))
        self.console.print()
        self.console.print(self._totals())
        for seat in self.sheet.seats:
            self._print_seat(seat)
        if self.sheet.contests:
            self._heading(say("goals" if self.spec.goals else "bonuses"))
            for contest in self.sheet.contests:
                self._print_contest(contest)
        if self.sheet.board.rule("regions") is not None:
            self._print_networks()
        self._print_winner()

    def _heading(self, text: str, style: str = "bold", after: str = "") -> None:
        self.console.print()
        self.console.rule(Text.assemble((text, style), (after, "default")), align="left", style="dim", characters="─")

    def _line(self, *parts: str | tuple[str, str], indent: int = 2) -> None:
        print_indented(self.console, Text.assemble(*parts), indent)

    # Totals

    def _totals(self) -> Table:
        """Put the players side by side; with many, or long names, they are cut rather than the numbers."""
        say = self.speech
        score = self.sheet.score
        table = Table(box=box.SIMPLE, pad_edge=False, show_edge=False, show_footer=True)
        table.add_column("", Text(say("total"), style="bold"))
        for seat, name in enumerate(self.players):
            crown = "★ " if seat in score.winners else ""
            header = Text(crown + name, style=_SEAT_STYLES[seat % len(_SEAT_STYLES)])
            total = Text(signed(score.seats[seat].total), style="bold")
            table.add_column(header, total, justify="right", min_width=5, overflow="ellipsis", no_wrap=True)
        table.add_row(say("routes"), *[signed(seat.routes) for seat in score.seats])
        table.add_row(say("tickets"), *[signed(seat.ticket_points) for seat in score.seats])
        for name in self._bonus_names():
            points = [seat.bonuses.get(name, 0) for seat in score.seats]
            table.add_row(self._bonus_name(name), *[signed(number) if number else "–" for number in points])
        return table

    def _bonus_names(self) -> list[str]:
        names = [contest.name for contest in self.sheet.contests]
        return [*names, "regions"] if self.sheet.board.rule("regions") is not None else names

    def _bonus_name(self, name: str) -> str:
        return self.called.goal(name) if name in self.called.goals else self.speech(name)

    # Players

    def _print_seat(self, seat: SeatSheet) -> None:
        say = self.speech
        score = self.sheet.score.seats[seat.seat]
        style = _SEAT_STYLES[seat.seat % len(_SEAT_STYLES)]
        self._heading(self.players[seat.seat], style, f" · {say.count('points', score.total)}")
        rule = self.sheet.board.rule("route_points")
        cited = f" ({rule.cites['points']})" if rule is not None else ""
        self._line((say("routes"), "bold"), f"  {say.count('points', score.routes)}{cited}")
        points = {route.length: int(self.sheet.board.route_points[i]) for i, route in enumerate(self.spec.routes)}
        by_length = [
            say("of_length", count=count, length=length, points=count * points[length])
            for length, count in sorted(seat.lengths.items(), reverse=True)
        ]
        left = say("trains_left", number=score.trains)
        self._line((" · ".join([*(by_length or [say("no_routes")]), left]), "dim"), indent=4)
        counted = sum(count * points[length] for length, count in seat.lengths.items())
        if counted != score.routes:
            self._line((say("points_as_given", given=score.routes, counted=counted), "yellow"), indent=4)
        self._print_tickets(seat)

    def _print_tickets(self, seat: SeatSheet) -> None:
        say = self.speech
        score = self.sheet.score.seats[seat.seat]
        rule = self.sheet.board.rule("ticket_points")
        cited = f" ({rule.cites['path']}, {rule.cites['points']})" if rule is not None else ""
        done = say("completed_of", completed=len(score.completed), all=len(seat.tickets))
        head = (
            f"  {say.count('points', score.ticket_points)}, {done}{cited}" if seat.tickets else f"  {say('no_tickets')}"
        )
        self._line((say("tickets"), "bold"), head)
        if not seat.tickets:
            return
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
        table.add_column(width=1)
        table.add_column(min_width=18)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(style="dim", ratio=1)
        for ticket in sorted(seat.tickets, key=lambda line: (not line.completed, -line.points)):
            sign = Text("✓", style="green") if ticket.completed else Text("✗", style="red")
            points = Text(f"+{ticket.points}" if ticket.completed else signed(-ticket.points), style=sign.style)
            path = self.called.path(ticket.path) if ticket.completed else say("no_path")
            table.add_row(sign, self.called.between(ticket.a, ticket.b), points, path)
        self.console.print(Padding(table, (0, 0, 0, 4), expand=False))

    # Bonuses

    def _print_contest(self, contest: Contest) -> None:
        say = self.speech
        points = say.count("points", contest.points)
        what = self._measure(contest.name)
        self._line((self._bonus_name(contest.name), "bold"), f"  {points} ({contest.rule}) · {what}")
        counts = [f"{self.players[seat]} {value}" for seat, value in enumerate(contest.values)]
        won = say("nobody")
        if contest.winners:
            key = "scored_by" if len(contest.winners) == 1 else "scored_by_each"
            won = say(key, points=contest.points, names=say.list([self.players[seat] for seat in contest.winners]))
        self._line(", ".join(counts), " → ", (won, "bold" if contest.winners else "dim"), indent=4)
        if self._counts_path(contest.name):
            for seat in contest.winners:
                path = self.called.path(self.sheet.seats[seat].longest)
                self._line((f"{self.players[seat]}: {path}", "dim"), indent=4)

    def _counts_path(self, name: str) -> bool:
        return name == "longest_path" or (
            name in self.called.goals and self.called.goals[name].measure == "longest_path"
        )

    def _measure(self, name: str) -> str:
        """Say what is counted for a bonus or a goal."""
        if name not in self.called.goals:
            return self.speech(f"measure_{name}")
        goal = self.called.goals[name]
        places = [
            place
            for place in self.spec.places
            if (goal.at_value in place.tags if goal.at == "tag" else place.country == goal.at_value)
        ]
        names = [self.called.places[place.id] for place in places if place.name]
        return self.speech(f"measure_{goal.measure}", limit=goal.limit, where=self.speech.either(names))

    def _print_networks(self) -> None:
        say = self.speech
        rule = self.sheet.board.rule("regions")
        cites = rule.cites if rule is not None else {}
        self._heading(say("regions"), after=f" ({', '.join(cites.values())})")
        for seat, name in enumerate(self.players):
            lines = [line for line in self.sheet.networks if line.seat == seat]
            if not lines:
                self._line((name, "bold"), f"  {say('no_routes')}")
            for line in lines:
                count = say.count("regions_counted", line.count)
                points = say.count("points", line.points)
                regions = [
                    say("counts_twice", region=self.called.regions[region], rule=cites["doubled"])
                    if region in line.doubled
                    else self.called.regions[region]
                    for region in line.regions
                ]
                scored = (points, "bold" if line.points else "dim")
                self._line((name, "bold"), f"  {count} → ", scored, (f"  {', '.join(regions)}", "dim"))

    # The winner

    def _print_winner(self) -> None:
        """Tell how the winner was found, step by step."""
        say = self.speech
        rule = self.sheet.board.rule("tie_break")
        cited = f" ({rule.cites['order']})" if rule is not None else ""
        self._heading(say("winner"), after=cited)
        for step in self.sheet.steps:
            if step.name == "longest_path_bonus":
                values = [
                    f"{self.players[seat]} {say('yes' if value else 'no')}" for seat, value in step.values.items()
                ]
            else:
                best_first = sorted(step.values.items(), key=lambda item: -item[1])
                values = [f"{self.players[seat]} {signed(value)}" for seat, value in best_first]
            self._line(f"{say(f'step_{step.name}')}: {', '.join(values)}.")
            if len(step.left) > 1 and step is not self.sheet.steps[-1]:
                self._line((say("still_tied", names=say.list([self.players[seat] for seat in step.left])), "dim"))
        winners = self.sheet.score.winners
        names = [self.players[seat] for seat in winners]
        total = say.count("points", self.sheet.score.seats[winners[0]].total)
        said = say("wins_with", name=names[0], points=total) if len(names) == 1 else say("share", names=say.list(names))
        self._line((f"★ {said}", "bold green"))
