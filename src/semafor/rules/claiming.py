"""Claiming a route (U-1, U-15 to U-18).

Example: a red route of 3 spaces is paid with 3 red cards, or 2 red and a locomotive, and so on. The player
needs 3 trains, puts them on the spaces, discards the cards and scores the points of the length at once. The
route may be anywhere.
"""

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.actions import Action, Claim
from semafor.model.bits import WORD, bit
from semafor.model.board import Board
from semafor.model.cards import CARDS, COLOUR_COUNT, COLOURS, GREY, KINDS, LOCOMOTIVE
from semafor.model.event_types import RouteClaimed
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import (
    FERRY_CARDS,
    NO_OWNER,
    PAID,
    PAY_COLOUR_STEP,
    PAY_COLOURED_STEP,
    PAY_FERRY_CARDS_STEP,
    PAY_LOCOMOTIVES_STEP,
    POINTS,
    TRAINS,
)
from semafor.model.numbers.moves import PAY_COLOUR, PAY_COLOURED, PAY_LOCOMOTIVES, ROUTES
from semafor.model.numbers.questions import ASKS_PAYMENT
from semafor.model.reading import Reader, Table
from semafor.model.refusal import Refusal, counted
from semafor.model.spec import BoardSpec
from semafor.model.state import State
from semafor.model.values.cards import Cards
from semafor.rules.card_market import settle
from semafor.rules.locomotives import Locomotives
from semafor.rules.payment_steps import accepts, begin, next_step, pay, steps
from semafor.rules.shapes import Purse, is_enough, is_plain, payable
from semafor.rules.turns import end_turn


class Claiming(Rule):
    """Trains, sets of one colour, and the free choice of route."""

    slug: ClassVar[str] = "claiming"
    required: ClassVar[bool] = True
    cited: ClassVar[dict[str, str]] = {"free": "U-17", "trains": "U-18", "set": "U-15", "grey": "U-16"}

    def __init__(self, table: Table) -> None:
        """Read the number of trains per player."""
        super().__init__(table)
        self.trains = table.integer("trains", 1, 60)

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report routes longer than a player's trains."""
        trains = spec.number("claiming", "trains")
        for route in spec.routes:
            if trains is not None and route.length > trains:
                more = "{length} is more than the {trains} trains"
                reader.report(f"{route.path}.length", more, length=route.length, trains=trains)

    def prepare(self, board: Board) -> None:
        """Set the number of trains, and register for claims and the steps of their payments."""
        board.trains = self.trains
        locomotives = board.rule("locomotives")
        if isinstance(locomotives, Locomotives) and locomotives.is_limited and self.cites["set"] == self.cited["set"]:
            # The basic rulebook lets locomotives stand in everywhere; here their limit says what a set is.
            self.cites["set"] = locomotives.cites["not_wild"]
        board.action_rules["claim"] = self
        board.ask(PAY_FERRY_CARDS_STEP, self, ASKS_PAYMENT, "ferry cards of a payment")
        board.ask(PAY_LOCOMOTIVES_STEP, self, ASKS_PAYMENT, "locomotives of a payment")
        board.ask(PAY_COLOURED_STEP, self, ASKS_PAYMENT, "number of coloured cards of a payment")
        board.ask(PAY_COLOUR_STEP, self, ASKS_PAYMENT, "next colour of a payment")

    def possible_moves(self, board: Board) -> list[int]:
        """Return every route, and the steps of all payments."""
        shapes = [shape for shapes in board.shapes for shape in shapes]
        most = max(shape.locomotives for shape in shapes)
        mixed = {shape.same + shape.loose for shapes in board.shapes if not is_plain(shapes) for shape in shapes}
        return [
            *[PAY_COLOUR + colour for colour in range(COLOUR_COUNT)],
            *[PAY_LOCOMOTIVES + count for count in range(most + 1)],
            *[PAY_COLOURED + count for count in mixed],
            *[ROUTES + route for route in range(int(board.route_count))],
        ]

    def move_name(self, board: Board, move: int) -> str:
        """Name the route, or what is paid in this step."""
        if move >= ROUTES:
            return f"claim {board.route_id(move - ROUTES)}"
        if move >= PAY_COLOURED:
            return f"pay {move - PAY_COLOURED} coloured cards"
        return locomotives_name(move) if move >= PAY_LOCOMOTIVES else f"pay {COLOURS[move - PAY_COLOUR]}"

    def set_up(self, state: State) -> None:
        """Hand out the trains (U-1)."""
        for seat in range(state.players):
            state.seats[TRAINS + seat] = self.trains

    def act(self, state: State, seat: i64, move: i64) -> None:
        """Make the next step of a payment; after the last one, the route is paid for."""
        if pay(state, seat, move):
            complete(state, seat)

    def answers(self, state: State, seat: i64, words: vec[i64]) -> i64:
        """Return the options of the next step."""
        return steps(state, seat, words)

    def move(self, state: State, seat: i64, action: Action) -> i64:
        """Return the route, or the next step of its payment."""
        assert isinstance(action, Claim)
        if state.is_paying():
            return next_step(state, action.counts, action.ferry_cards)
        return ROUTES + state.board.route_index[action.route]

    def check(self, state: State, seat: i64, action: Action) -> Refusal | None:
        """Refuse a route that can't be claimed, cards that are not in hand, or cards that don't pay.

        A claim without cards asks about the route itself.
        """
        assert isinstance(action, Claim)
        board = state.board
        if action.route not in board.route_index:
            return Refusal("unknown_route", None, f"there is no route {action.route!r} on this board")
        route = board.route_index[action.route]
        if not can_claim(state, seat, route):
            for rule in board.rules:
                refusal = rule.refuse_claim(state, seat, route)
                if refusal is not None:
                    return refusal
        is_payment = accepts(board, route, action.counts, action.ferry_cards)
        if is_payment and not_in_hand(state, seat, action.counts, action.ferry_cards, None) is None:
            return None
        # Cite the rule that an empty payment breaks first: it says what the route costs.
        price = explain_payment(state, seat, route, (0,) * KINDS, 0).rule
        if sum(action.counts) + action.ferry_cards == 0 and not can_pay(state, seat, route):
            return Refusal("cards_not_in_hand", price, f"your cards do not pay for {action.route}")
        refusal = not_in_hand(state, seat, action.counts, action.ferry_cards, price)
        if refusal is not None:
            return refusal
        return explain_payment(state, seat, route, action.counts, action.ferry_cards)

    def refuse_kind(self, state: State, kind: str) -> Refusal | None:
        """Refuse an action while a payment is in progress move by move."""
        message = "a payment is being put together move by move; finish it with moves"
        return Refusal("payment_in_progress", None, message)

    def refuse_claim(self, state: State, seat: i64, route: i64) -> Refusal | None:
        """Refuse a route that is taken, or one that needs more trains than the seat has."""
        owner = i64(state.owners[route])
        if owner != NO_OWNER:
            whose = "you have" if owner == seat else f"seat {owner} has"
            return Refusal("route_taken", self.cites["free"], f"{whose} claimed {state.board.route_id(route)} already")
        length = state.board.route_length[route]
        trains = state.trains(seat)
        if trains < length:
            name = state.board.route_id(route)
            message = f"{name} takes {length} {'train' if length == 1 else 'trains'} and you have {trains}"
            return Refusal("not_enough_trains", self.cites["trains"], message)
        return None

    def refuse_payment(
        self, state: State, seat: i64, route: i64, cards: tuple[int, ...], ferry_cards: int
    ) -> Refusal | None:
        """Refuse a wrong colour, several colours, or a wrong number of cards, if no special rule explains it."""
        board = state.board
        cited = self.cites["grey" if board.route_colour[route] == GREY else "set"]
        return refuse_set(board, route, cards, ferry_cards, cited)


def claimable(state: State, seat: i64, purse: Purse, words: vec[i64], at: i64) -> None:
    """Write into words[at:] the mask of the routes that the seat can claim: payable, open, and within its trains."""
    board = state.board
    count = board.route_words
    payable(state, seat, purse, words, at)
    trains = min(state.seats[TRAINS + seat], board.longest_route)
    masks = state.masks
    within = board.length_mask
    barred = (seat + 1) * count
    for word in range(count):
        words[at + word] &= masks[word] & ~masks[barred + word] & within[trains * count + word]


def can_claim(state: State, seat: i64, route: i64) -> bool:
    """Return whether the route is open to the seat and within its trains, regardless of its cost."""
    return (
        state.is_open(route)
        and not state.is_barred(seat, route)
        and state.board.route_length[route] <= state.trains(seat)
    )


def claim(state: State, seat: i64, route: i64) -> None:
    """Begin a claim; if there is only one payment, complete it at once."""
    if begin(state, seat, route):
        complete(state, seat)


def can_pay(state: State, seat: i64, route: i64) -> bool:
    """Return whether the seat's hand can pay for the route, regardless of other obstacles."""
    words = vec[i64]([0] * state.board.route_words)
    payable(state, seat, Purse(), words, 0)
    return (words[route // WORD] >> (route % WORD)) & 1 == 1


def complete(state: State, seat: i64) -> None:
    """Lay down a complete payment, and claim the route unless a rule intercepts it (tunnels)."""
    route = state.pay_route
    state.take_payment(seat)
    for rule in state.board.interceptors:
        if rule.intercept(state, seat, route):
            return
    finish(state, seat)


def finish(state: State, seat: i64) -> None:
    """Claim the paid route: trains, points, discards (U-18, U-21, R-2), and the reactions of rules."""
    board = state.board
    route = state.pay_route
    state.owners[route] = u8(seat)
    state.masks[route // WORD] &= ~bit(route % WORD)
    state.seats[TRAINS + seat] -= board.route_length[route]
    state.seats[POINTS + seat] += board.route_points[route]
    ferry_cards = state.pay_ferry_cards
    if ferry_cards > 0:
        # Played ferry cards go back to the pile.
        state.seats[FERRY_CARDS + seat] -= ferry_cards
        state.ferry_pile += ferry_cards
        state.pay_ferry_cards = 0
    if state.journal is not None:
        points = int(board.route_points[route])
        cards = paid_cards(state)
        state.journal.write(RouteClaimed(int(seat), board.route_id(route), cards, int(ferry_cards), points))
    state.discard_payment()
    for rule in board.claim_rules:
        rule.claimed(state, seat, route)
    # After the bonus cards of the claim.
    settle(state)
    end_turn(state)


def explain_payment(state: State, seat: i64, route: i64, cards: tuple[int, ...], ferry_cards: int) -> Refusal:
    """Return the refusal of a payment that the route does not accept."""
    for rule in state.board.rules:
        refusal = rule.refuse_payment(state, seat, route, cards, ferry_cards)
        if refusal is not None:
            return refusal
    raise AssertionError(f"no rule explains why {cards} and {ferry_cards} ferry cards are refused")


def refuse_set(board: Board, route: i64, cards: tuple[int, ...], ferry_cards: int, cited: str) -> Refusal:
    """Return the refusal of a payment for its colours or, if they are right, for its number of cards."""
    colour = board.route_colour[route]
    played = [COLOURS[kind] for kind in range(COLOUR_COUNT) if cards[kind] > 0 and kind != colour]
    name = board.route_id(route)
    if colour != GREY and played:
        message = f"{name} takes {COLOURS[colour]} cards, not {' or '.join(played)}"
        return Refusal("wrong_colour", cited, message)
    if len(played) > 1:
        message = f"{name} takes cards of any one colour, not {' and '.join(played)} together"
        return Refusal("mixed_colours", cited, message)
    return wrong_number(board, route, cards, ferry_cards, cited)


def wrong_number(
    board: Board, route: i64, cards: tuple[int, ...], ferry_cards: int, cited: str, instead: str = ""
) -> Refusal:
    """Return the refusal of too many or too few cards; `instead` says what may replace a locomotive."""
    paid = counted(sum(cards), "card")
    if instead and cards[LOCOMOTIVE] > 0:
        paid += f" with {counted(cards[LOCOMOTIVE], 'locomotive')}"
    if ferry_cards > 0:
        paid += f" and {counted(ferry_cards, 'ferry card')}"
    verb = "is" if sum(cards) + ferry_cards == 1 else "are"
    wrong = "too many" if is_enough(board, route, cards, ferry_cards) else "too few"
    spaces = counted(int(board.route_length[route]), "space")
    if instead:
        spaces += f", and {instead} stand in for one locomotive"
    return Refusal("wrong_number", cited, f"{board.route_id(route)} has {spaces}; {paid} {verb} {wrong}")


def not_in_hand(state: State, seat: i64, cards: tuple[int, ...], ferry_cards: int, price: str | None) -> Refusal | None:
    """Return the refusal if the seat does not hold these cards; `price` is the rule to cite for train cards."""
    for kind in range(KINDS):
        if cards[kind] < 0:
            return Refusal("negative_cards", None, f"{cards[kind]} {CARDS[kind]} cards can't be played")
        if cards[kind] > state.hand(seat, kind):
            held = counted(int(state.hand(seat, kind)), f"{CARDS[kind]} card")
            return Refusal("cards_not_in_hand", price, f"you have {held}, not {cards[kind]}")
    if ferry_cards < 0:
        return Refusal("negative_cards", None, f"{ferry_cards} ferry cards can't be played")
    if ferry_cards > state.ferry_cards(seat):
        rule = state.board.rule("ferry_cards")
        cited = None if rule is None else rule.cites["waves"]
        held = counted(int(state.ferry_cards(seat)), "ferry card")
        return Refusal("ferry_cards_not_in_hand", cited, f"you have {held}, not {ferry_cards}")
    return None


def paid_cards(state: State) -> Cards:
    """Return the cards of the payment."""
    paid = state.cards
    return Cards.trusted({CARDS[kind]: int(paid[PAID + kind]) for kind in range(i64(KINDS)) if paid[PAID + kind] > 0})


def locomotives_name(move: int) -> str:
    """Return the name of a move that pays locomotives."""
    return f"pay {move - PAY_LOCOMOTIVES} locomotives"
