"""A game in the terminal: the loop that asks people and moves random players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.columns import Columns
from rich.text import Text

from semafor import (
    SPECTATOR,
    Action,
    Bot,
    Chance,
    Claim,
    DrawCard,
    DrawFerryCard,
    DrawTickets,
    Event,
    Game,
    KeepTickets,
    Pass,
    PayTunnel,
    Withdraw,
    make_bot,
)
from semafor.cli.play.view import PlayView
from semafor.cli.score.claims import Claims
from semafor.cli.words.catalogue import understood
from semafor.cli.words.matching import PlaceLexicon, read_cards
from semafor.cli.words.plain_text import plain
from semafor.model.spec import RouteSpec
from semafor.simulation.failures import keep_position
from semafor.simulation.match import Referee

BOT_SECONDS: Final = 1.0
"""How long a bot may think."""
MOST_PAYMENTS: Final = 20
"""How many payments for a route are listed; others can be typed."""
_COMMANDS: Final = {
    plain(word): command for command in ("again", "back", "help", "look", "quit", "why") for word in understood(command)
}
_ALL: Final = frozenset(map(plain, understood("all")))


class Quit(Exception):
    """Raised when a player quits, or when there is no more input."""


class TerminalGame:
    """Plays a game with people at this terminal; `humans` are their seats."""

    def __init__(
        self,
        game: Game,
        humans: Sequence[int],
        view: PlayView,
        chance: Chance,
        ask: Callable[[str], str],
        bots: Mapping[int, Bot],
    ) -> None:
        """Take the game, its players, and `ask`, which shows a prompt and returns a line, or raises EOFError.

        Seats without a person or a bot move at random.
        """
        self.game = game
        self.humans = list(humans)
        self.view = view
        self.chance = chance
        self.bots = dict(bots)
        players = [bots.get(seat) or make_bot("random", game.board) for seat in range(game.players)]
        self.referee = Referee(game, players, [chance] * game.players, BOT_SECONDS)
        self._ask = ask
        self._last_human = humans[0] if len(humans) == 1 else -1
        self._news: dict[int, list[Event]] = {seat: [] for seat in humans}
        self._choices: Callable[[], object] = str  # nothing to show until something is offered
        self.places = PlaceLexicon(game.board.spec)
        self.claims = Claims(game.board, view.speech, view.called, self.places)

    def play(self) -> None:
        """Play to the end, or until somebody quits."""
        while not self.game.over:
            seat = self.game.pending.seats[0]
            if seat in self.humans:
                self._hand_over(seat)
                self._apply(seat, self._decide(seat))
            elif seat in self.bots:
                self._apply(seat, self._asked(seat))
            else:
                self._apply(seat, self._random_action(seat))

    def _apply(self, seat: int, action: Action) -> None:
        """Apply an action, and print its events; people who share the terminal see them at their next turn."""
        events = self.game.apply(seat, action)
        if len(self.humans) < 2:
            self.view.tell(events, self.humans[0] if self.humans else SPECTATOR)
            return
        if seat in self.humans:
            self.view.tell(events, seat)
        for other in self.humans:
            if other != seat:
                self._news[other] += events

    def _asked(self, seat: int) -> Action:
        """Return what a bot does; once it has failed, which is shown, it moves at random."""
        result = self.referee.results[seat]
        failed = result.failure
        action = self.referee.decide(seat)
        if result.failure is not None and failed is None:
            name, kind = self.view.names[seat], self.view.speech(f"arena_{result.failure}")
            self.view.say("bot_failed", name=name, kind=kind, message=result.message)
            if result.traceback:
                self.view.console.print(result.traceback, markup=False, highlight=False, soft_wrap=True)
            self.view.say("failed_position", path=keep_position(result.position, name))
        return action

    def _random_action(self, seat: int) -> Action:
        """Choose as `playout` does, except that a claim is paid with one of the first payments."""
        legal = self.game.observe(seat).legal
        simple = legal.simple()
        claims = list(legal.claims)
        chosen = self.chance.below(len(simple) + len(claims))
        if chosen < len(simple):
            return simple[chosen]
        ways = legal.payments(claims[chosen - len(simple)], MOST_PAYMENTS)
        return ways[self.chance.below(len(ways))]

    # Asking

    def ask(self, prompt: str) -> str:
        """Ask for a line; quit at the end of input, or on request."""
        try:
            line = self._ask(prompt).strip()
        except EOFError:
            raise Quit from None
        if _COMMANDS.get(plain(line)) == "quit":
            raise Quit
        return line

    def _hand_over(self, seat: int) -> None:
        """With several people at one terminal, clear the screen before the next player's turn."""
        if seat == self._last_human:
            return
        if self._last_human >= 0:
            self.view.say("hide")
            self.ask("")
        self._last_human = seat
        if self.view.console.is_terminal:
            self.view.console.clear()
        self.view.say("hand_over", name=self.view.names[seat])
        self.ask("")
        self.view.tell(self._news[seat], seat)
        self._news[seat] = []

    def _decide(self, seat: int) -> Action:
        seen = self.game.observe(seat)
        self.view.print_table(seat)
        if seen.offered:
            return self._keep_tickets(seat)
        if seen.tunnel is not None:
            return self._pay_tunnel(seat)
        return self._take_turn(seat)

    def _command(self, seat: int, line: str, most: int) -> None:
        """Run a command that is not a choice: help, why, look; or report that it is unknown."""
        word, _, rest = line.partition(" ")
        match "help" if line == "?" else _COMMANDS.get(plain(word)) if plain(word) else "again":
            case "help":
                self.view.say("help")
            case "again":
                self.view.print_table(seat)
                self._choices()
            case "why" if rest:
                routes, problem = self.claims.find(rest)
                texts = [self.view.why(seat, route) for route in routes] or [problem]
                for text in texts:
                    self.view.console.print(Text(text))
            case "look" if rest:
                self._look(rest)
            case _:
                self.view.say("not_understood", text=line, most=most)

    def _look(self, text: str) -> None:
        found = self.places.find(text)
        if found:
            for place in found:
                self.view.print_city(place)
        else:
            near = self.places.near(text)
            say = self.view.speech
            hint = f" {say('did_you_mean', names=say.either(near))}" if near else ""
            self.view.say("no_city", text=text, near=hint)

    def _choose(self, seat: int, most: int) -> int:
        """Ask for a number from 1 to `most`, running other commands meanwhile."""
        while True:
            line = self.ask(self.view.speech("prompt", name=self.view.names[seat]))
            if line.isdecimal() and 1 <= int(line) <= most:
                return int(line)
            self._command(seat, line, most)

    # Decisions

    def _keep_tickets(self, seat: int) -> Action:
        seen = self.game.observe(seat)
        drawn = [ticket.id for ticket in seen.offered]

        def choices() -> None:
            for number, ticket in enumerate(drawn, 1):
                self.view.console.print(f"{number:>3} {self.view.called.ticket(ticket)}")
            self.view.say("keep_which", number=seen.keep_at_least)

        self._offer(choices)
        while True:
            line = self.ask(self.view.speech("prompt", name=self.view.names[seat]))
            chosen = plain(line).split()
            if len(chosen) == 1 and chosen[0] in _ALL:
                return KeepTickets(drawn)
            if chosen and all(word.isdecimal() and 1 <= int(word) <= len(drawn) for word in chosen):
                action = KeepTickets([drawn[int(word) - 1] for word in dict.fromkeys(chosen)])
                refusal = self.game.why_not(seat, action)
                if refusal is None:
                    return action
                self.view.print_refusal(refusal)
            else:
                self._command(seat, line, len(drawn))

    def _pay_tunnel(self, seat: int) -> Action:
        tunnel = self.game.observe(seat).tunnel
        assert tunnel is not None
        route = self.view.called.route(tunnel.route)
        revealed = self.view.speech.cards(tunnel.revealed)
        actions = self.game.legal_actions(seat)

        def choices() -> None:
            self.view.say("tunnel_now", route=route, revealed=revealed, extra=tunnel.extra)
            self._list([self._described(action) for action in actions])

        self._offer(choices)
        return actions[self._choose(seat, len(actions)) - 1]

    def _take_turn(self, seat: int) -> Action:
        """List the options, the routes last, and ask."""
        legal = self.game.observe(seat).legal
        simple = legal.simple()
        claims = self._together([self.game.board.route_index[route] for route in legal.claims])
        second = self.game.pending.name == "second_card"

        def choices() -> None:
            self.view.say("second_card" if second else "what_now")
            self._list([self._described(action) for action in simple])
            if claims:
                self.view.say("claim_now")
                self._list([Text(self.view.called.lanes(lanes)) for lanes in claims], len(simple))
            elif not second:
                self.view.say("nothing_to_claim")

        while True:
            self._offer(choices)
            chosen = self._choose(seat, len(simple) + len(claims)) - 1
            if chosen < len(simple):
                return simple[chosen]
            claim = self._pay(seat, claims[chosen - len(simple)])
            if claim is not None:
                return claim

    def _together(self, routes: Sequence[int]) -> list[list[RouteSpec]]:
        """Group parallel routes, with identical ones as one."""
        board = self.game.board
        found: dict[int, dict[str, RouteSpec]] = {}
        for number in routes:
            route = board.spec.routes[number]
            first = min(board.lanes(number), default=number)
            found.setdefault(first, {}).setdefault(self.view.called.attributes(route), route)
        return [list(lanes.values()) for lanes in found.values()]

    def _offer(self, choices: Callable[[], None]) -> None:
        """Show choices, and remember how to show them again."""
        self._choices = choices
        choices()

    def _list(self, texts: Sequence[Text], before: int = 0) -> None:
        """Print the choices with their numbers, in as many columns as fit."""
        numbered = [Text.assemble(f"{before + number:>3} ", text) for number, text in enumerate(texts, 1)]
        self.view.console.print(Columns(numbered, padding=(0, 1), column_first=True))

    def _described(self, action: Action) -> Text:
        say = self.view.speech
        match action:
            case DrawCard() if action.card is None:
                return Text(say("take_deck"))
            case DrawCard():
                return Text(say("take_shown", card=say(str(action.card))))
            case DrawTickets():
                return Text(say("take_tickets"))
            case DrawFerryCard():
                return Text(say("take_ferry_card"))
            case PayTunnel():
                return Text(say("pay_extra", cards=say.cards(action.cards)))
            case Withdraw():
                return Text(say("withdraw"))
            case Pass():
                return Text(say("pass"))
        return Text(repr(action))

    def _pay(self, seat: int, lanes: Sequence[RouteSpec]) -> Action | None:
        """Ask for the payment of one of several parallel routes; None to go back."""
        legal = self.game.observe(seat).legal
        actions = [claim for route in lanes for claim in legal.payments(route.id, MOST_PAYMENTS + 1)]
        listed = [self._payment(action, len(lanes) > 1) for action in actions[:MOST_PAYMENTS]]

        def choices() -> None:
            self.view.say("pay_how", route=self.view.called.lanes(lanes))
            self._list(listed)
            if len(actions) > MOST_PAYMENTS:
                self.view.say("more_payments")

        self._offer(choices)
        while True:
            line = self.ask(self.view.speech("prompt", name=self.view.names[seat]))
            if _COMMANDS.get(plain(line)) == "back":
                return None
            if line.isdecimal() and 1 <= int(line) <= len(listed):
                return actions[int(line) - 1]
            cards, unknown = read_cards(line)
            if unknown or not cards:
                self._command(seat, line, len(listed))
                continue
            ferry_cards = cards.pop("ferry", 0)
            claims = [Claim(route.id, cards, ferry_cards) for route in lanes]
            refusals = [self.game.why_not(seat, claim) for claim in claims]
            if None in refusals:
                return claims[refusals.index(None)]
            for refusal in refusals:
                if refusal is not None:
                    self.view.print_refusal(refusal)

    def _payment(self, claim: Claim, with_colour: bool) -> Text:
        """Format a payment; among lanes of different colours, also which one it is for."""
        cards = self.view.cards(claim.cards, claim.ferry_cards)
        colour = self.view.called.routes[claim.route].colour
        return Text(f"{self.view.speech(colour)}: {cards}" if with_colour else cards)
