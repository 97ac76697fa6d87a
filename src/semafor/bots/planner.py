"""The planner: connect all tickets by the cheapest tree in turns, draw what it lacks, use what is left for points."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.bots.policy import Policy
from semafor.bots.prices import CARD, missing_cards, route_prices
from semafor.bots.reasons import (
    DRAWING,
    FERRY_CARD,
    FOR_POINTS,
    MORE_TICKETS,
    NOTHING_ELSE,
    ON_THE_WAY,
    TICKETS_KEPT,
    TUNNEL_LEFT,
    TUNNEL_PAID,
    sentence,
)
from semafor.bots.ways import NO_WAY, TURN, Map, Ways
from semafor.bots.wishes import Wishes, most_ferry_cards
from semafor.engine.offers import Offers
from semafor.model.bits import WORD, bit, lowest
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.layout import (
    CHOOSE_STARTING_TICKETS,
    DRAWN,
    KEEP_TICKETS,
    NOT_YET,
    PAY_COLOUR_STEP,
    PAY_FERRY_CARDS_STEP,
    PAY_TUNNEL,
    TAKE_TURN,
    TICKETS_HELD,
    TRAINS,
)
from semafor.model.moves import (
    DRAW_FERRY_CARD,
    DRAW_TICKETS,
    KEEP,
    PAY_COLOUR,
    PAY_FERRY_CARDS,
    PAY_LOCOMOTIVES,
    ROUTES,
    WITHDRAW,
    WORDS_BEFORE_ROUTES,
)
from semafor.model.state import State

_POINTS_IN_PRICES: Final = 12
"""How many hundredths of a turn a route's point takes off its price in a plan."""
_TURN_WORTH: Final = 280
"""What a turn is worth, in hundredths of a point: roughly what it scores when it is spent on routes."""
_TRAINS_PER_TURN: Final = 120
"""How many trains a good player lays per turn, in hundredths."""
_NO_PLAN: Final = -1
_SPEND_TURNS: Final = 3
"""With so many turns left, cards are better spent on any route than kept for a plan that will not be finished."""
_NEAR_THE_END: Final = 4
"""With so many turns left, what a route costs is what the hand still lacks for it."""
_MORE_TICKETS_TURNS: Final = 10
"""With fewer turns left than this, no more tickets are drawn."""


class Planner(Policy):
    """Plans for one seat of one game, and remembers the plan until something breaks it."""

    prices: vec[i64]
    plan: vec[i64]

    def __init__(self, board: Board) -> None:
        """Prices the board."""
        super().__init__(board)
        self.prices = route_prices(board, _POINTS_IN_PRICES)
        self.ways = Ways(board, Map(board))
        self.wishes = Wishes(board)
        self.plan = vec[i64]([0] * board.route_words)
        self.planned_for: i64 = _NO_PLAN
        self.target: i64 = -1
        self.why: i64 = NOTHING_ELSE

    def forget(self) -> None:
        """Drops the plan, to play another game or seat."""
        self.planned_for = _NO_PLAN

    def choose(self, state: State, seat: i64, offers: Offers, chance: Chance) -> i64:
        """Answers whatever is pending."""
        pending = state.pending
        if pending in (CHOOSE_STARTING_TICKETS, KEEP_TICKETS):
            self.why = TICKETS_KEPT
            return self._choose_tickets(state, seat, offers)
        if pending == PAY_TUNNEL:
            return self._pay_tunnel(offers)
        if pending == PAY_FERRY_CARDS_STEP:
            return PAY_FERRY_CARDS + most_ferry_cards(offers.words[0] >> PAY_FERRY_CARDS)
        if pending == PAY_COLOUR_STEP:
            return PAY_COLOUR + self.wishes.least_wanted(state, seat, offers.words[0] >> PAY_COLOUR)
        if pending >= PAY_FERRY_CARDS_STEP:
            return offers.pick(0)  # as few locomotives and cards as possible
        self._look(state, seat)
        if pending == TAKE_TURN:
            return self._take_turn(state, seat, offers)
        return self.wishes.card(state, seat, offers)

    def reason(self, polish: bool) -> str:
        """Why it did what it did last."""
        return sentence(self.why, polish)

    def _pay_tunnel(self, offers: Offers) -> i64:
        """Pays the extra with as few locomotives as possible, if it can."""
        if offers.words[1] == 0:
            self.why = TUNNEL_LEFT
            return WITHDRAW
        self.why = TUNNEL_PAID
        return PAY_LOCOMOTIVES + lowest(offers.words[1])

    # What a search asks

    def has_planned(self, route: i64) -> bool:
        """Whether the plan has a route."""
        return (self.plan[route // WORD] >> (route % WORD)) & 1 == 1

    def promise_of_tickets(self, state: State, seat: i64, chosen: i64) -> int:
        """What a choice of tickets looks to be worth, in hundredths of a point."""
        self._price(state, seat)
        return int(self._worth(state, seat, _held(state, seat), chosen))

    # The plan

    def _look(self, state: State, seat: i64) -> None:
        """Makes a plan if there is none for these tickets or it lost a route; then says which cards it lacks."""
        if self.planned_for != state.seats[TICKETS_HELD + seat] or self._is_broken(state, seat):
            self._make_plan(state, seat)
        self.wishes.clear()
        self.target = -1
        if self._plan_is_empty():
            self.target = self._best_target(state, seat)
            if self.target >= 0:
                self.wishes.add(self.target)
        for word in range(self.board.route_words):
            planned = self.plan[word]
            while planned != 0:
                self.wishes.add(word * WORD + lowest(planned))
                planned &= planned - 1
        self.wishes.weigh(state, seat)

    def _is_broken(self, state: State, seat: i64) -> bool:
        """Whether a planned route is lost; those that are ours by now leave the plan."""
        words = self.board.route_words
        trains = min(state.seats[TRAINS + seat], self.board.longest_route)
        for word in range(words):
            free = state.masks[word] & ~state.masks[(seat + 1) * words + word]
            gone = self.plan[word] & ~(free & self.board.length_mask[trains * words + word])
            while gone != 0:
                route = word * WORD + lowest(gone)
                if i64(state.owners[route]) != seat:
                    return True
                self.plan[word] &= ~bit(route % WORD)
                gone &= gone - 1
        return False

    def _make_plan(self, state: State, seat: i64) -> None:
        """Connects the tickets, the dearest first, as far as trains and turns go."""
        self.planned_for = state.seats[TICKETS_HELD + seat]
        ways = self.ways
        self._price(state, seat)
        trains = state.seats[TRAINS + seat]
        turns = self._turns_left(state, seat) * TURN
        held = _held(state, seat)
        for ticket in held:
            self._add_ticket(ticket, trains, turns)
        for word in range(self.board.route_words):
            self.plan[word] = ways.plan[word]

    def _price(self, state: State, seat: i64) -> None:
        """Prices the routes for the seat; near the end by the cards in hand, which earlier would count for several."""
        self.ways.price(state, seat, self.prices)
        if self._turns_left(state, seat) > _NEAR_THE_END:
            return
        words = self.board.route_words
        for word in range(words):
            free = state.masks[word] & ~state.masks[(seat + 1) * words + word]
            while free != 0:
                route = word * WORD + lowest(free)
                free &= free - 1
                held = self.ways.prices[route]
                with_hand = TURN + CARD * missing_cards(state, seat, route)
                if with_hand < held:
                    self.ways.prices[route] = with_hand

    def _add_ticket(self, ticket: i64, trains: i64, turns: i64) -> i64:
        """Plans a ticket if trains and turns suffice; returns what it adds to the cost, NO_WAY if it is left out."""
        ways = self.ways
        before = ways.plan[:]
        used = ways.trains
        spent = ways.cost
        cost = ways.connect(self.board.ticket_from[ticket], self.board.ticket_to[ticket])
        if cost == NO_WAY or (cost > 0 and (ways.trains > trains or ways.cost > turns + turns // 4)):
            ways.plan = before
            ways.trains = used
            ways.cost = spent
            return NO_WAY
        return cost

    def _plan_is_empty(self) -> bool:
        planned: i64 = 0
        for word in range(self.board.route_words):
            planned |= self.plan[word]
        return planned == 0

    def _turns_left(self, state: State, seat: i64) -> i64:
        """About how many turns the seat will still have."""
        if state.turns_left != NOT_YET:
            return (state.turns_left + state.players - 1) // state.players
        fewest: i64 = 1000
        for player in range(state.players):
            fewest = min(fewest, state.seats[TRAINS + player])
        return (fewest - state.board.end_trains) * 100 // _TRAINS_PER_TURN + 2

    # A turn

    def _take_turn(self, state: State, seat: i64, offers: Offers) -> i64:
        best = self._best_claim(state, seat, offers)
        if best < 0 and self._turns_left(state, seat) <= _SPEND_TURNS:
            best = self._dearest(offers)
        if best >= 0:
            self.why = ON_THE_WAY if self.has_planned(best) else FOR_POINTS
            return ROUTES + best
        if self._plan_is_empty() and self._wants_tickets(state, seat) and offers.has(DRAW_TICKETS):
            self.why = MORE_TICKETS
            return DRAW_TICKETS
        if offers.has(DRAW_FERRY_CARD) and self.wishes.ferry_cards > 0:
            self.why = FERRY_CARD
            return DRAW_FERRY_CARD
        if self.wishes.can_draw(offers):
            self.why = DRAWING
            return self.wishes.card(state, seat, offers)
        self.why = NOTHING_ELSE
        return self._last_resort(offers)

    def _best_claim(self, state: State, seat: i64, offers: Offers) -> i64:
        """The claimable route of the plan that scores most, or the target where there is no plan."""
        best: i64 = -1
        most: i64 = -1
        for word in range(self.board.route_words):
            wanted = self.plan[word]
            if self.target >= 0 and self.target // WORD == word:
                wanted |= bit(self.target % WORD)
            wanted &= offers.words[WORDS_BEFORE_ROUTES + word]
            while wanted != 0:
                route = word * WORD + lowest(wanted)
                if self.board.route_points[route] > most:
                    most = self.board.route_points[route]
                    best = route
                wanted &= wanted - 1
        return best

    def _best_target(self, state: State, seat: i64) -> i64:
        """Without a plan: the route with the most points for the turns it takes, in the turns that are left."""
        board = self.board
        words = board.route_words
        turns = self._turns_left(state, seat)
        trains = min(state.seats[TRAINS + seat], board.longest_route)
        best: i64 = -1
        most: i64 = 0
        for word in range(words):
            free = (
                state.masks[word] & ~state.masks[(seat + 1) * words + word] & board.length_mask[trains * words + word]
            )
            while free != 0:
                route = word * WORD + lowest(free)
                free &= free - 1
                if board.route_points[route] * TURN <= most:
                    continue  # even at once it would not be better
                needed = 1 + (missing_cards(state, seat, route) + 1) // 2
                rate = board.route_points[route] * TURN // needed
                if rate > most and needed <= turns:
                    most = rate
                    best = route
        return best

    def _wants_tickets(self, state: State, seat: i64) -> bool:
        return (
            state.turns_left == NOT_YET
            and self._turns_left(state, seat) >= _MORE_TICKETS_TURNS
            and state.seats[TRAINS + seat] * 4 > self.board.trains
        )

    def _last_resort(self, offers: Offers) -> i64:
        """No card can be drawn: any route, most points first; else whatever is legal, tickets last."""
        best = self._dearest(offers)
        if best >= 0:
            return ROUTES + best
        if offers.words[0] == bit(DRAW_TICKETS):
            return DRAW_TICKETS
        return lowest(offers.words[0] & ~bit(DRAW_TICKETS))

    def _dearest(self, offers: Offers) -> i64:
        """The claimable route that scores most; -1 if there is none."""
        best: i64 = -1
        for word in range(self.board.route_words):
            claimable = offers.words[WORDS_BEFORE_ROUTES + word]
            while claimable != 0:
                route = word * WORD + lowest(claimable)
                claimable &= claimable - 1
                if best < 0 or self.board.route_points[route] > self.board.route_points[best]:
                    best = route
        return best

    # Tickets

    def _choose_tickets(self, state: State, seat: i64, offers: Offers) -> i64:
        """The choice with the highest expected value."""
        best: i64 = -1
        most: i64 = -1000000
        choices = offers.words[0] >> KEEP
        held = _held(state, seat)
        self._price(state, seat)
        for chosen in range(1, bit(state.seats[DRAWN + seat])):
            if (choices >> chosen) & 1 == 1:
                value = self._worth(state, seat, held, chosen)
                if value > most:
                    most = value
                    best = chosen
        return KEEP + best

    def _worth(self, state: State, seat: i64, held: list[int], chosen: i64) -> i64:
        """What keeping these of the drawn tickets is worth beside those held, in hundredths of a point."""
        ways = self.ways
        ways.clear()
        trains = state.seats[TRAINS + seat]
        turns = self._turns_left(state, seat) * TURN
        for ticket in held:
            self._add_ticket(ticket, trains, turns)
        worth: i64 = 0
        drawn = [
            int(state.drawn_ticket(seat, slot))
            for slot in range(state.seats[DRAWN + seat])
            if (chosen >> slot) & 1 == 1
        ]
        for ticket in _dearest_first(state, drawn):
            points = self.board.ticket_points[ticket] * 100
            cost = self._add_ticket(ticket, trains, turns)
            if cost == NO_WAY:
                worth -= points
                continue
            slack = turns - ways.cost
            chance = 50 + slack * 100 // (turns + 1)
            chance = min(chance, 95)
            chance = max(chance, 0)
            worth += points * (2 * chance - 100) // 100 - cost * _TURN_WORTH // TURN
        return worth


def _held(state: State, seat: i64) -> list[int]:
    """The tickets of a seat, the dearest first."""
    mine = [ticket for ticket in range(int(state.board.ticket_total)) if state.ticket_place(ticket) == seat]
    return _dearest_first(state, mine)


def _dearest_first(state: State, tickets: list[int]) -> list[int]:
    return sorted(tickets, key=lambda ticket: -int(state.board.ticket_points[ticket]))
