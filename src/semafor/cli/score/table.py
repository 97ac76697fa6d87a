"""A score on the screen: totals side by side, then each player's points, the bonuses, and the winner."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from semafor.cli.words.console import print_indented
from semafor.cli.words.language import Names, Speech, signed
from semafor.engine.scoring.score_sheet import ScoreSheet, SeatSheet
from semafor.model.award import Award, Share

_SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue")


class ScoreTable:
    """Prints a score sheet in one language."""

    def __init__(self, sheet: ScoreSheet, players: Sequence[str], speech: Speech, console: Console) -> None:
        """Take the sheet, the players' names by seat, and the console."""
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
        contests = [award for award in self.sheet.awards if award.points > 0]
        if contests:
            self._heading(say("goals" if self.spec.goals else "bonuses"))
            for award in contests:
                self._print_contest(award)
        for award in self.sheet.awards:
            if award.points == 0:
                self._print_shares(award)
        self._print_winner()

    def _heading(self, text: str, style: str = "bold", after: str = "") -> None:
        self.console.print()
        self.console.rule(Text.assemble((text, style), (after, "default")), align="left", style="dim", characters="─")

    def _line(self, *parts: str | tuple[str, str], indent: int = 2) -> None:
        print_indented(self.console, Text.assemble(*parts), indent)

    # Totals

    def _totals(self) -> Table:
        """Put the players side by side; if space is short, cut names rather than numbers."""
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
        for award in self.sheet.awards:
            points = [award.points_of(seat) for seat in range(len(self.players))]
            table.add_row(self._name(award), *[signed(number) if number else "–" for number in points])
        return table

    def _name(self, award: Award) -> str:
        return self.speech.name(award.names) if award.names else self.speech(award.id)

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
            path = self.called.path(ticket.places) if ticket.completed else say("no_path")
            table.add_row(sign, self.called.between(ticket.a, ticket.b), points, path)
        self.console.print(Padding(table, (0, 0, 0, 4), expand=False))

    # Bonuses

    def _print_contest(self, award: Award) -> None:
        """Print an award with the same points for every winner."""
        say = self.speech
        points = say.count("points", award.points)
        parts = [f"{points} ({', '.join(award.cites)})", self._about(award)]
        self._line((self._name(award), "bold"), f"  {' · '.join(part for part in parts if part)}")
        values = award.values(len(self.players))
        counts = [f"{self.players[seat]} {value}" for seat, value in enumerate(values)]
        won = say("nobody")
        if award.winners:
            key = "scored_by" if len(award.winners) == 1 else "scored_by_each"
            won = say(key, points=award.points, names=say.list([self.players[seat] for seat in award.winners]))
        self._line(", ".join(counts), " → ", (won, "bold" if award.winners else "dim"), indent=4)
        for share in award.shares:
            if share.path:
                self._line((f"{self.players[share.seat]}: {self.called.path(share.path)}", "dim"), indent=4)

    def _about(self, award: Award) -> str:
        """Return what is counted for a bonus or a goal."""
        if award.about:
            return self.speech.name(award.about)
        if award.id not in self.called.goals:
            key = f"measure_{award.id}"
            return self.speech(key) if self.speech.knows(key) else ""
        goal = self.called.goals[award.id]
        places = [
            place
            for place in self.spec.places
            if (goal.at_value in place.tags if goal.at == "tag" else place.country == goal.at_value)
        ]
        names = [self.called.places[place.id] for place in places if place.name]
        return self.speech(f"measure_{goal.measure}", limit=goal.limit, where=self.speech.either(names))

    def _print_shares(self, award: Award) -> None:
        """Print an award whose points depend on the count, share by share."""
        say = self.speech
        self._heading(self._name(award), after=f" ({', '.join(award.cites)})")
        for seat, name in enumerate(self.players):
            shares = [share for share in award.shares if share.seat == seat]
            if not shares:
                self._line((name, "bold"), f"  {say('no_routes') if award.id == 'regions' else '–'}")
            for share in shares:
                count = say.count("regions_counted", share.value) if share.regions else str(share.value)
                scored = (say.count("points", share.points), "bold" if share.points else "dim")
                regions = ", ".join(self._region(region, share, award) for region in share.regions)
                self._line((name, "bold"), f"  {count} → ", scored, (f"  {regions}" if regions else "", "dim"))

    def _region(self, region: str, share: Share, award: Award) -> str:
        name = self.called.regions[region]
        return self.speech("counts_twice", region=name, rule=award.cites[-1]) if region in share.doubled else name

    # The winner

    def _print_winner(self) -> None:
        """Print how the winner was determined, step by step."""
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
