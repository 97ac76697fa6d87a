"""What a player in the terminal sees: the table from one seat, events, and why a route can't be claimed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from semafor import SPECTATOR, Claim, Event, Game, Observation, Refusal, TicketWay
from semafor.cli.words.console import CARD_STYLES, print_indented
from semafor.cli.words.language import Names, Speech
from semafor.engine.definition import route_definition
from semafor.model.spec import RouteSpec

_UNSEEN = ("cards_dealt", "tickets_dealt", "display_filled", "goals_shown", "tickets_chosen")
"""Events that are not printed: the table shows them anyway, or they don't matter."""

_WHATEVER_IS_PAID = (
    "route_taken",
    "route_closed",
    "parallel_held",
    "not_enough_trains",
    "second_card_pending",
    "tickets_pending",
    "tunnel_pending",
)
"""Codes of refusals that no payment can avoid."""


class PlayView:
    """Shows a game to the players at one terminal."""

    def __init__(self, game: Game, names: Sequence[str], speech: Speech, console: Console) -> None:
        """Take the game, the names by seat, and the console."""
        self.game = game
        self.names = list(names)
        self.speech = speech
        self.console = console
        self.called = Names(game.board.spec, speech)

    def say(self, key: str, /, **values: object) -> None:
        """Print a text."""
        print_indented(self.console, Text(self.speech(key, **values)), 0)

    def card(self, name: str | None) -> Text:
        """Return the name of a card in its colour; a dash where there is none."""
        return Text("–") if name is None else Text(self.speech(name), style=CARD_STYLES[name])

    def cards(self, cards: Mapping[str, int], ferry_cards: int = 0) -> str:
        """Format a payment or a hand."""
        said = [self.speech.cards(cards)] if cards else []
        if ferry_cards:
            said.append(self.speech.count("ferry_cards", ferry_cards))
        return ", ".join(said)

    # The table

    def print_table(self, seat: int) -> None:
        """Print everything that a seat may know and needs now."""
        say = self.speech
        seen = self.game.observe(seat)
        rules = self.game.board.spec.rules
        self.console.print()
        title = Text(self.names[seat], style="bold")
        left = seen.turns_left
        if left:
            title.append(f" · {say.form('last_turns', left).format(number=left)}", style="bold red")
        self.console.rule(title, align="left", style="dim", characters="─")
        shown = Text("  ").join([self.card(card) for card in seen.display])
        piles = say("deck_and_tickets", deck=seen.deck, discards=seen.discards.total, tickets=seen.ticket_deck)
        if "ferry_cards" in rules:
            piles += f", {say('ferry_pile', number=seen.ferry_pile)}"
        self._row("display", shown)
        print_indented(self.console, Text(piles, style="dim"), 2)
        if self.game.board.spec.goals:
            self._row("your_goals", Text(", ".join(self.called.goal(goal) for goal in seen.goals)))
        self.console.print(self._seats(seen))
        self._row("hand", self._hand(seen))
        if seen.tickets:
            self._row("your_tickets", Text(" · ").join([self._ticket(ticket) for ticket in seen.tickets]))

    def _row(self, key: str, *parts: Text) -> None:
        print_indented(self.console, Text.assemble((f"{self.speech(key)}  ", "bold"), *parts), 2)

    def _seats(self, seen: Observation) -> Table:
        say = self.speech
        table = Table(box=None, pad_edge=True, padding=(0, 1), header_style="dim")
        table.add_column("")
        columns = ["trains", "cards", "tickets", "points"]
        if "ferry_cards" in self.game.board.spec.rules:
            columns.insert(2, "ferry")
        for column in columns:
            table.add_column(say(f"column_{column}"), justify="right")
        keys = {"trains": "trains", "cards": "hand", "ferry": "ferry_cards", "tickets": "tickets", "points": "points"}
        for seat in seen.seats:
            table.add_row(self.names[seat.seat], *[str(getattr(seat, keys[column])) for column in columns])
        return table

    def _hand(self, seen: Observation) -> Text:
        parts = [Text.assemble(f"{count} × ", self.card(card)) for card, count in seen.hand.items()]
        if seen.me.ferry_cards:
            parts.append(Text(self.speech.count("ferry_cards", seen.me.ferry_cards)))
        return Text(", ").join(parts) if parts else Text(self.speech("empty"))

    def _ticket(self, ticket: TicketWay) -> Text:
        done = ticket.completed
        return Text(("✓ " if done else "") + self.called.ticket(ticket.id), style="green" if done else "default")

    def print_city(self, place: str) -> None:
        """List the routes of a place, with their owners."""
        seats = self.game.observe(SPECTATOR).seats
        owners = {route: self.names[seat.seat] for seat in seats for route in seat.routes}
        for route in self.game.board.spec.routes:
            if place in (route.a, route.b):
                whose = owners.get(route.id)
                line = Text.assemble(
                    self.called.route(route.id), (f"  {whose or self.speech('free')}", "dim" if whose else "green")
                )
                print_indented(self.console, line, 2)

    # Events

    def tell(self, events: Sequence[Event], viewer: int) -> None:
        """Print events, as a seat (or a spectator, -1) may see them."""
        for event in events:
            if event.type not in _UNSEEN:
                seen = event.seen_by(viewer)
                print_indented(self.console, Text(f"· {self._event(event.type, seen)}", style="cyan"), 0)

    def _event(self, type: str, seen: Mapping[str, object]) -> str:
        seat = seen.get("seat", -1)
        values: dict[str, object] = {"name": self.names[seat] if isinstance(seat, int) and seat >= 0 else ""}
        key = f"event_{type}"
        card = seen.get("card")
        if isinstance(card, str):
            values["card"] = self.speech(card)
            key += "_own" if type == "card_drawn" else ""
        route = seen.get("route")
        if isinstance(route, str):
            values["route"] = self.called.route(route)
        values["cards"] = self._event_cards(seen)
        values["revealed"] = self._counted(seen.get("revealed"))
        tickets = seen.get("kept", seen.get("tickets"))
        if isinstance(tickets, list):
            values["tickets"] = ", ".join(self.called.ticket(ticket) for ticket in tickets)
        else:
            values["tickets"] = self.speech.count("tickets_counted", _number(seen.get("count")))
        values["points"] = self.speech.count("points", _number(seen.get("points")))
        return self.speech(key, **values)

    def _event_cards(self, seen: Mapping[str, object]) -> str:
        cards = seen.get("cards")
        if isinstance(cards, dict):
            return self.cards(cards, _number(seen.get("ferry_cards"))) or self.speech("nothing")
        return self._counted(cards) if cards else self.speech.count("cards_counted", _number(seen.get("count")))

    def _counted(self, cards: object) -> str:
        """Format a list of cards, equal ones together."""
        if isinstance(cards, dict):
            return self.speech.cards(cards)
        names = [str(card) for card in cards] if isinstance(cards, list) else []
        counts = {name: names.count(name) for name in names}
        return self.speech.cards(counts) or self.speech("nothing")

    # Why not

    def print_refusal(self, refusal: Refusal) -> None:
        """Print why an action was refused; in English with the rule's own message, which is more exact."""
        key = f"refusal_{refusal.code}"
        if self.speech.language == "en" or not self.speech.knows(key):
            print_indented(self.console, Text(f"{refusal}."), 0)
        else:
            self.say(key, rule=refusal.rule)

    def why(self, seat: int, route: RouteSpec) -> str:
        """Return why a seat can't claim a route now, or how it can."""
        game = self.game
        say = self.speech
        name = self.called.route(route.id)
        refusal = game.why_not(seat, Claim(route.id, {}))
        if refusal is not None and refusal.code in _WHATEVER_IS_PAID:
            trains = say.count("trains", game.observe(seat).me.trains)
            return say(f"refusal_{refusal.code}", route=name, rule=refusal.rule, trains=trains)
        seen = game.observe(seat)
        for claim in seen.legal.payments(route.id, 1):
            return say("can_claim", route=name, cards=self.cards(claim.cards, claim.ferry_cards))
        held = self.cards(seen.hand, seen.me.ferry_cards)
        return say("cards_missing", route=name, needs=self._needs(route), hand=held or say("nothing"))

    def _needs(self, route: RouteSpec) -> str:
        """Describe the cost of a route, with everything that may stand in for something else."""
        say = self.speech
        about = route_definition(self.game.board, self.game.board.route_index[route.id])
        plain = route.length - route.symbols
        said: list[str] = []
        notes: list[str] = []
        if plain:
            grey = route.colour == "grey"
            said.append(
                say.count("needs_any", plain) if grey else say("needs_colour", number=plain, colour=say(route.colour))
            )
        if about["wild"]:
            notes.append(say("locomotives_help"))
        elif route.fields["any_cards_for_one"]:
            notes.append(self._note("any_cards_help", route.fields["any_cards_for_one"]))
        elif route.kind == "plain":
            notes.append(say("locomotives_barred"))
        if route.fields["locomotives"]:
            stand_in = about["stand_in"]
            pair = stand_in is not None and stand_in["one_colour"]
            said.append(say("needs_locomotives_or_pairs" if pair else "needs_locomotives", number=route.symbols))
            if stand_in is not None and not pair:
                notes.append(self._note("cards_help", stand_in["cards"]))
        if route.fields["waves"]:
            said.append(say("needs_waves", number=route.symbols))
            notes.append(self._note("ferry_card_covers", about["ferry_card_covers"]))
        return f"{say.list(said)} ({'; '.join(notes)})" if notes else say.list(said)

    def _note(self, key: str, number: int) -> str:
        return self.speech.form(key, number).format(number=number)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
