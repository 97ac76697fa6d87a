"""The deck, the discards and the display as at a real table: plain lists, one card at a time.

The oracle is fed with the events of an action. It knows which cards are in the deck, not their order; so it takes from
the events which card came up, and says itself, from the rules, that a card had to come up, that the discards had to be
shuffled or the display had to be swept, and when: the next event must be exactly that.
"""

from collections import Counter

from semafor import Action, Claim, Event, Game
from tests.conservation import all_cards
from tests.play import board_named, position_of

MARKET = {"card_drawn", "card_taken", "display_filled", "display_swept", "deck_reshuffled"}
"""Events of the market itself."""


class Market:
    """What lies on the table, and what happened there."""

    def __init__(self, game: Game) -> None:
        """Copy a table's current state."""
        position = position_of(game)
        self.board = board_named(position["board"])
        rule = self.board.spec.rules["card_market"]
        self.sweep_at = rule["sweep_at"]
        self.deck = Counter(position["deck"])
        self.discards = list(Counter(position["discards"]).elements())
        self.display = list(position["display"])
        self.hands = [Counter(seat["hand"]) for seat in position["seats"]]
        self.paid: Counter[str] = Counter()
        self.revealed: list[str] = []
        self.events: list[Event] = []
        self.seen: Counter[str] = Counter()

    def agrees_with(self, game: Game) -> None:
        """Check that the table of the game looks like this one."""
        position = position_of(game)
        assert position["display"] == self.display
        assert Counter(position["deck"]) == self.deck
        assert Counter(position["discards"]) == Counter(self.discards)
        assert [Counter(seat["hand"]) for seat in position["seats"]] == self.hands
        tunnel = position.get("tunnel")
        assert (Counter(tunnel["paid"]) if tunnel else Counter()) == self.paid
        assert (sorted(tunnel["revealed"]) if tunnel else []) == sorted(self.revealed)

    # Events

    def expect(self, type: str) -> dict[str, object]:
        """Take the next event, which must be of this type."""
        assert self.events, f"{type} should have happened"
        event = self.events.pop(0)
        assert event.type == type, (event.type, type)
        self.seen[type] += 1
        return event.fields

    def cards_of(self, type: str, field: str) -> list[str]:
        """Look ahead to the cards of an event that is written when all of them have come up."""
        [event] = [event for event in self.events if event.type == type]
        cards = event.fields[field]
        assert isinstance(cards, list)
        return cards

    # What happens to cards

    def turn_up(self, card: str) -> None:
        """Take the top card off the deck, which the events say is this one."""
        assert self.deck[card] > 0, card
        self.deck = self.deck - Counter([card])
        if self.discards and not self.deck:
            self.reshuffle()

    def reshuffle(self) -> None:
        """Make the discards the deck (U-13, R-2)."""
        assert self.expect("deck_reshuffled") == {"count": len(self.discards)}
        self.deck = Counter(self.discards)
        self.discards = []

    def settle(self) -> None:
        """Do what R-2, U-8 and U-9 require."""
        if self.discards and not self.deck:
            self.reshuffle()
        self.fill()
        times = 0
        while self.must_sweep():
            times += 1
            swapped = not self.discards and self.deck.total() == len(self.shown())
            swept = self.shown()
            assert self.expect("display_swept") == {"cards": swept}
            self.discards += swept
            self.display = [None] * len(self.display)
            if not self.deck:
                self.reshuffle()
            self.fill()
            if swapped:
                # Display and deck have swapped; sweeping again would swap them back.
                break

    def fill(self) -> None:
        """Fill the empty slots as far as the deck lasts (U-8, R-2)."""
        for slot, card in enumerate(self.display):
            if card is None and self.deck:
                fields = self.expect("display_filled")
                assert fields["slot"] == slot
                new = str(fields["card"])
                self.display[slot] = new
                self.turn_up(new)

    def shown(self) -> list[str]:
        """Return the displayed cards."""
        return [card for card in self.display if card is not None]

    def must_sweep(self) -> bool:
        """Return whether there are too many locomotives and a new display could have fewer (U-9, R-3)."""
        if self.sweep_at == 0 or self.shown().count("locomotive") < 3:
            return False
        outside = [*self.deck.elements(), *self.discards, *self.shown()]
        best = sorted(outside, key=lambda card: card == "locomotive")[: len(self.display)]
        return best.count("locomotive") < 3

    # Actions

    def deal(self, game: Game) -> None:
        """Set up: from a full deck to hands and a display (U-3, U-4)."""
        self.deck = all_cards(self.board.id)
        self.discards = []
        self.display = [None] * len(self.display)
        self.events = [event for event in game.opening_events if event.type in MARKET]
        for event in game.opening_events:
            if event.type == "cards_dealt":
                cards = event.fields["cards"]
                assert isinstance(cards, list)
                self.hands[event.seat] = Counter(cards)
                self.deck -= Counter(cards)
        self.settle()
        assert self.events == []

    def act(self, seat: int, action: Action, events: list[Event]) -> None:
        """Follow one action through its events."""
        self.events = list(events)
        match action.type:
            case "draw_card":
                self.draw(seat)
            case "claim":
                assert isinstance(action, Claim)
                self.claim(seat, action)
            case "pay_tunnel":
                cards = self.expect("tunnel_paid")["cards"]
                assert isinstance(cards, dict)
                self.hands[seat] -= Counter(cards)
                self.paid += Counter(cards)
                self.complete(seat)
            case "withdraw":
                self.expect("tunnel_withdrawn")
                self.hands[seat] += self.paid
                self.paid = Counter()
                self.clear_tunnel()
                self.settle()
        assert not [event for event in self.events if event.type in MARKET]

    def draw(self, seat: int) -> None:
        """Draw one card, from the deck or from the display (U-7, U-8)."""
        if self.events[0].type == "card_drawn":
            card = str(self.expect("card_drawn")["card"])
            self.turn_up(card)
        else:
            fields = self.expect("card_taken")
            card, slot = str(fields["card"]), fields["slot"]
            assert isinstance(slot, int)
            assert self.display[slot] == card
            self.display[slot] = None
        self.hands[seat][card] += 1
        self.settle()

    def claim(self, seat: int, action: Claim) -> None:
        """Play the payment; a tunnel may cost more (N-11, R-7)."""
        route = self.board.spec.routes[self.board.route_index[action.route]]
        self.paid = Counter(dict(action.to_json()["cards"]))
        self.hands[seat] -= self.paid
        if not route.fields["tunnel"]:
            self.complete(seat)
            return
        self.revealed = list(self.cards_of("tunnel_opened", "revealed"))
        for card in self.revealed:
            self.turn_up(card)
        assert len(self.revealed) == 3 or not (self.deck or self.discards)
        matching = {"locomotive"} | set(self.paid)
        extra = sum(card in matching for card in self.revealed)
        assert self.expect("tunnel_opened")["extra"] == extra
        if extra == 0:
            self.complete(seat)

    def complete(self, seat: int) -> None:
        """Claim the route: discard everything paid together (U-18, R-2), then draw a bonus (L-8, R-12)."""
        fields = self.expect("route_claimed")
        assert fields["cards"] == dict(self.paid)
        self.clear_tunnel()
        self.discards += list(self.paid.elements())
        self.paid = Counter()
        route = self.board.spec.routes[self.board.route_index[str(fields["route"])]]
        if route.fields["bonus_cards"]:
            if self.discards and not self.deck:
                self.reshuffle()
            available = self.deck.total() + len(self.discards)
            cards = self.cards_of("bonus_cards_drawn", "cards")
            assert len(cards) == min(route.fields["bonus_cards"], available)
            for card in cards:
                self.turn_up(card)
            self.expect("bonus_cards_drawn")
            self.hands[seat].update(cards)
        self.settle()

    def clear_tunnel(self) -> None:
        """Discard the cards turned up for a tunnel (N-12)."""
        self.discards += self.revealed
        self.revealed = []
