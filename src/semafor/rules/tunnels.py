"""Tunnels (N-11 to N-13, R-7).

The player lays down a normal payment; then 3 cards are turned up. Each that has the colour paid with, and
each locomotive, costs one more card of that colour or a locomotive. The player pays, or takes the payment
back and the turn is over.

Example: 2 green cards are laid down and 1 green card is turned up: 1 more green card or a locomotive. After 2
locomotives only a locomotive matches, and only a locomotive pays.
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.actions import Action, PayTunnel, Withdraw
from semafor.model.bits import bit
from semafor.model.board import Board
from semafor.model.cards import CARDS, COLOUR_COUNT, KINDS, LOCOMOTIVE, NO_CARD
from semafor.model.event_types import TunnelOpened, TunnelPaid, TunnelWithdrawn
from semafor.model.events import card_list
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import PAID, PAY_TUNNEL, REVEALED
from semafor.model.numbers.moves import PAY_LOCOMOTIVES, WITHDRAW
from semafor.model.numbers.questions import ASKS_EXTRA
from semafor.model.reading import Reader, Table
from semafor.model.refusal import Refusal, counted
from semafor.model.spec import BoardSpec, RouteField
from semafor.model.state import State
from semafor.model.values.cards import Cards
from semafor.rules.card_market import settle, turn_up
from semafor.rules.claiming import finish, locomotives_name, not_in_hand, paid_cards
from semafor.rules.turns import end_turn


class Tunnels(Rule):
    """Turns up cards after the payment for a tunnel, and charges the extra cost."""

    slug: ClassVar[str] = "tunnels"
    cited: ClassVar[dict[str, str]] = {"surcharge": "N-11", "withdraw": "N-12", "locomotives_only": "N-13"}
    route_fields: ClassVar[tuple[RouteField, ...]] = (RouteField("tunnel", "tunnel", is_flag=True),)

    def __init__(self, table: Table) -> None:
        """Read how many cards are turned up."""
        super().__init__(table)
        self.revealed: i64 = table.integer("revealed", 1, 10)
        self.tunnel = vec[i64]()

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report tunnels with symbols."""
        for route in spec.routes:
            if route.fields["tunnel"] and 0 < route.symbols <= route.length:
                reader.report(f"{route.path}.tunnel", "a route can't be both a tunnel and a ferry")

    def prepare(self, board: Board) -> None:
        """Register for paid claims, and for paying the extra or withdrawing."""
        self.tunnel = board.route_values("tunnel")
        board.interceptors = append(board.interceptors, self)
        board.ask(PAY_TUNNEL, self, ASKS_EXTRA, "pay for a tunnel")
        board.action_rules["pay_tunnel"] = self
        board.action_rules["withdraw"] = self

    def possible_moves(self, board: Board) -> list[int]:
        """Return withdrawing, and paying the extra with each number of locomotives."""
        return [WITHDRAW, *[PAY_LOCOMOTIVES + count for count in range(int(self.revealed) + 1)]]

    def move_name(self, board: Board, move: int) -> str:
        """Name the withdrawal, or the locomotives."""
        return "withdraw" if move == WITHDRAW else locomotives_name(move)

    def intercept(self, state: State, seat: i64, route: i64) -> bool:
        """Turn up the cards; meanwhile the payment is neither in hand nor discarded (R-7)."""
        if self.tunnel[route] == 0:
            return False
        colour: i64 = LOCOMOTIVE
        for kind in range(i64(COLOUR_COUNT)):
            if state.cards[PAID + kind] > 0:
                colour = kind
        state.tunnel_colour = colour
        state.tunnel_extra = 0
        turned: list[int] = []
        for _ in range(self.revealed):
            kind = turn_up(state)
            if kind == NO_CARD:
                break
            state.cards[REVEALED + kind] += 1
            turned.append(kind)
            if matches(kind, colour):
                state.tunnel_extra += 1
        if state.journal is not None:
            name = state.board.route_id(route)
            paid = paid_cards(state)
            state.journal.write(TunnelOpened(int(seat), name, paid, card_list(turned), int(state.tunnel_extra)))
        if state.tunnel_extra == 0:
            self._dig(state, seat)
        else:
            state.pending = PAY_TUNNEL
        return True

    def act(self, state: State, seat: i64, move: i64) -> None:
        """Pay the extra with locomotives and the colour of the payment, or withdraw (N-12)."""
        if move == WITHDRAW:
            self._withdraw(state, seat)
            return
        locomotives = move - PAY_LOCOMOTIVES
        coloured = state.tunnel_extra - locomotives
        self._add(state, seat, LOCOMOTIVE, locomotives)
        self._add(state, seat, state.tunnel_colour, coloured)
        if state.journal is not None:
            added = [(CARDS[state.tunnel_colour], int(coloured)), (CARDS[LOCOMOTIVE], int(locomotives))]
            state.journal.write(TunnelPaid(int(seat), Cards.trusted({name: count for name, count in added if count})))
        self._dig(state, seat)

    def _add(self, state: State, seat: i64, kind: i64, count: i64) -> None:
        if count > 0:
            state.take(seat, kind, count)
            state.cards[PAID + kind] += count

    def _dig(self, state: State, seat: i64) -> None:
        """Claim the tunnel; the cards turned up are discarded with the payment."""
        self._discard_revealed(state)
        finish(state, seat)

    def _withdraw(self, state: State, seat: i64) -> None:
        """Return the payment to the hand, where it is now public, and end the turn."""
        if state.journal is not None:
            name = state.board.route_id(state.pay_route)
            state.journal.write(TunnelWithdrawn(int(seat), name, paid_cards(state)))
        for kind in range(i64(KINDS)):
            for _ in range(state.cards[PAID + kind]):
                state.give(seat, kind, True)
            state.cards[PAID + kind] = 0
        self._discard_revealed(state)
        settle(state)
        end_turn(state)

    def _discard_revealed(self, state: State) -> None:
        cards = state.cards
        for kind in range(i64(KINDS)):
            count = cards[REVEALED + kind]
            if count > 0:
                state.discard(kind, count)
                cards[REVEALED + kind] = 0

    def answers(self, state: State, seat: i64, words: vec[i64]) -> i64:
        """Return withdrawing, and the numbers of locomotives with which the seat can pay the extra."""
        words[0] = 1 << WITHDRAW
        words[1] = extra_options(state, seat)
        return 2

    def action(self, state: State, seat: i64, move: i64) -> Action:
        """Return the withdrawal, or the extra with its cards."""
        if move == WITHDRAW:
            return Withdraw()
        locomotives = int(move) - PAY_LOCOMOTIVES
        cards: dict[str, int] = {}
        coloured = int(state.tunnel_extra) - locomotives
        if coloured:
            cards[CARDS[state.tunnel_colour]] = coloured
        if locomotives:
            cards[CARDS[LOCOMOTIVE]] = locomotives
        return PayTunnel(cards)

    def move(self, state: State, seat: i64, action: Action) -> i64:
        """Return the move that withdraws, or pays the extra."""
        return PAY_LOCOMOTIVES + action.counts[LOCOMOTIVE] if isinstance(action, PayTunnel) else WITHDRAW

    def check(self, state: State, seat: i64, action: Action) -> Refusal | None:
        """Refuse cards that are not in hand, of another colour, or not as many as the extra."""
        if not isinstance(action, PayTunnel):
            return None
        refusal = not_in_hand(state, seat, action.counts, 0, self.cites["surcharge"])
        if refusal is not None:
            return refusal
        others = [kind for kind in range(COLOUR_COUNT) if action.counts[kind] > 0 and kind != state.tunnel_colour]
        return self._wrong_extra(state, action.counts) if others or sum(action.counts) != state.tunnel_extra else None

    def refuse_kind(self, state: State, kind: str) -> Refusal | None:
        """Refuse anything but paying the extra or withdrawing."""
        if kind in ("pay_tunnel", "withdraw"):
            return None
        return Refusal("tunnel_pending", self.cites["withdraw"], "first pay the extra for the tunnel, or withdraw")

    def refuse_early(self, kind: str) -> Refusal | None:
        """Refuse paying or withdrawing if no tunnel is pending."""
        cited = self.cites["surcharge" if kind == "pay_tunnel" else "withdraw"]
        return Refusal("nothing_pending", cited, "there is no tunnel to pay for now; take a turn")

    def _wrong_extra(self, state: State, cards: tuple[int, ...]) -> Refusal:
        extra = int(state.tunnel_extra)
        played = " and ".join([f"{cards[kind]} {CARDS[kind]}" for kind in range(KINDS) if cards[kind] > 0]) or "nothing"
        if state.tunnel_colour == LOCOMOTIVE:
            more = counted(extra, "locomotive")
            message = f"the tunnel was paid with locomotives alone, so the extra is {more}, not {played}"
            return Refusal("wrong_extra", self.cites["locomotives_only"], message)
        more = f"{counted(extra, 'more card')} ({CARDS[state.tunnel_colour]} or locomotive)"
        return Refusal("wrong_extra", self.cites["surcharge"], f"the tunnel costs {more}, not {played}")


def matches(kind: i64, colour: i64) -> bool:
    """Return whether a card turned up costs one more, after a payment in this colour (N-11, N-13)."""
    return kind in (colour, LOCOMOTIVE)


def extra_options(state: State, seat: i64) -> i64:
    """Return the numbers of locomotives with which the seat can pay a tunnel's extra, as bits."""
    extra = state.tunnel_extra
    coloured = i64(0) if state.tunnel_colour == LOCOMOTIVE else state.hand(seat, state.tunnel_colour)
    options: i64 = 0
    for locomotives in range(extra + 1):
        if locomotives <= state.hand(seat, LOCOMOTIVE) and extra - locomotives <= coloured:
            options |= bit(locomotives)
    return options
