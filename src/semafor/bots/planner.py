"""The planner: connects its tickets by the tree that costs the fewest turns, then uses the rest for points."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.bots.planning.awards import Awards
from semafor.bots.planning.endings import Endings
from semafor.bots.planning.prices import CARD, points_per_turn
from semafor.bots.planning.ways import NO_WAY, TURN
from semafor.bots.planning.weights import Weights
from semafor.bots.scripted import NO_ROUTE, Scripted
from semafor.engine.kernel import (
    DRAW_TICKETS,
    DRAWN,
    MAX_DRAWN,
    NOT_YET,
    TICKETS_HELD,
    TRAINS,
    WORDS_BEFORE_ROUTES,
    Offers,
    State,
)
from semafor.model.bits import WORD, bit, lowest
from semafor.model.board import Board

_NO_PLAN: Final[i64] = -1
_MOST_LOSS: Final[i64] = -1000000


class Planner(Scripted):
    """Plans for one seat of one game, and keeps the plan until something breaks it."""

    def __init__(self, board: Board, weights: Weights) -> None:
        """Price the board by the weights."""
        super().__init__(board, weights.points_in_prices)
        self.weights = weights
        self.ways.shared = weights.shared_price
        self.awards = Awards(board, weights.path_share, weights.ticket_share, weights.goal_share)
        self.endings = Endings(board)
        rate = points_per_turn(board)
        self.turn_worth: i64 = rate * weights.turn_worth // 100
        self.keep_turn: i64 = rate * weights.keep_turn // 100
        best = max(int(board.route_points[route]) for route in range(board.route_count))
        self.spare_bar: i64 = best * weights.spare_bar
        self.wishes.per_point = weights.wish_points
        self.wishes.wild_share = weights.wild_share
        self.wishes.deck_share = weights.deck_share
        self.target: i64 = NO_ROUTE
        self.turns: i64 = 0
        self.slack: i64 = 0
        self.promise: i64 = 0
        self.promised_at: i64 = _NO_PLAN
        self.promises = vec[i64]([0] * board.ticket_total)
        self.choice_worths = vec[i64]([0] * (1 << MAX_DRAWN))
        self.ticket_step: i64 = 1
        self.drawn_at_once: i64 = max(board.number("ticket_draw", "drawn"), 1)
        self.end_trains: i64 = board.number("last_round", "trains")

    def forget(self) -> None:
        """Reset for another game or seat."""
        super().forget()
        self.promised_at = _NO_PLAN

    # For a search

    def has_planned(self, route: i64) -> bool:
        """Return whether a route is in the plan."""
        return self.ways.is_planned(route)

    def promise_of_tickets(self, state: State, seat: i64, chosen: i64) -> int:
        """Return the estimated value of a choice of tickets, in hundredths of a point."""
        self.turns = self.turns_left(state, seat)
        self.awards.read(state)
        self._price(state, seat)
        return int(self._worth(state, seat, chosen))

    # The plan

    def look(self, state: State, seat: i64) -> None:
        """Make a plan if there is none for these tickets or it lost a route; then weigh the missing cards."""
        self.turns = self.turns_left(state, seat)
        self.awards.read(state)
        self.make_plan(state, seat)
        self.slack = self.turns * TURN - self._weigh_plan(state, seat)
        self.target = NO_ROUTE
        if not self.has_plan() or self.slack >= self.weights.target_slack:
            self.target = self._best_target(state, seat)
            if self.target != NO_ROUTE:
                self.wishes.add_beside(state, seat, self.target)

    def _weigh_plan(self, state: State, seat: i64) -> i64:
        """Wish for the routes of the plan; return its cost in hundredths of turns, at two cards drawn per turn."""
        wishes = self.wishes
        wishes.clear()
        for word in range(self.board.route_words):
            planned = self.ways.plan[word]
            while planned != 0:
                wishes.add(word * WORD + lowest(planned))
                planned &= planned - 1
        wishes.weigh(state, seat)
        return wishes.count * TURN + wishes.missing * CARD

    def make_plan(self, state: State, seat: i64) -> None:
        """Make a new plan if the tickets changed, if a route was lost, and every turn near the end."""
        now = state.seats[TICKETS_HELD + seat]
        if self.planned_at == now and self.turns > self.weights.near_end and not self._is_broken(state, seat):
            return
        self.planned_at = now
        self._price(state, seat)
        most: i64 = 0 if self.turns > self.weights.near_end else self.turns * self.weights.end_plan
        for ticket in self.held(state, seat):
            if most == 0:
                self.add_ticket(state, seat, ticket)
                continue
            before = self.ways.sketch()
            if self.add_ticket(state, seat, ticket) != NO_WAY and self._weigh_plan(state, seat) > most:
                self.ways.restore(before)

    def add_ticket(self, state: State, seat: i64, ticket: i64) -> i64:
        """Plan a ticket if trains and turns suffice; return its extra cost, or NO_WAY if it is left out."""
        ways = self.ways
        before = ways.sketch()
        cost = ways.connect(self.board.ticket_from[ticket], self.board.ticket_to[ticket])
        most = self.turns * self.weights.over_plan
        if cost == NO_WAY or (cost > 0 and (ways.trains > state.seats[TRAINS + seat] or ways.cost > most)):
            ways.restore(before)
            return NO_WAY
        return cost

    def _is_broken(self, state: State, seat: i64) -> bool:
        """Return whether a planned route is lost; routes claimed by the seat leave the plan."""
        ways = self.ways
        words = self.board.route_words
        trains = min(state.seats[TRAINS + seat], self.board.longest_route)
        for word in range(words):
            free = state.masks[word] & ~state.masks[(seat + 1) * words + word]
            gone = ways.plan[word] & ~(free & self.board.length_mask[trains * words + word])
            while gone != 0:
                route = word * WORD + lowest(gone)
                if i64(state.owners[route]) != seat:
                    return True
                ways.plan[word] &= ~bit(route % WORD)
                ways.trains -= self.board.route_length[route]
                ways.cost -= self.prices[route]
                ways.points -= self.board.route_points[route]
                gone &= gone - 1
        return False

    def _price(self, state: State, seat: i64) -> None:
        """Price the routes for the seat; near the end by the cards in hand, which earlier would count several times."""
        self.ways.price(state, seat, self.prices)
        if self.turns > self.weights.near_end:
            return
        words = self.board.route_words
        prices = self.ways.prices
        shortage = self.shortage
        shortage.look_at_hand(state, seat)
        for word in range(words):
            free = state.masks[word] & ~state.masks[(seat + 1) * words + word]
            while free != 0:
                route = word * WORD + lowest(free)
                free &= free - 1
                with_hand = TURN + CARD * shortage.of(route)
                prices[route] = min(prices[route], with_hand)

    def turns_left(self, state: State, seat: i64) -> i64:
        """Estimate the seat's turns left, until the player closest to ending the game has placed its trains."""
        if state.turns_left != NOT_YET:
            return (state.turns_left + state.players - 1) // state.players
        fewest: i64 = 100000
        for player in range(state.players):
            trains = state.seats[TRAINS + player] - self.end_trains
            cards = trains * 100 - state.hand_size(player) * self.weights.hand_use
            turns = trains * 10000 // self.weights.train_pace
            if cards > 0:
                turns += cards // 2
            fewest = min(fewest, turns)
        return fewest // 100 + 1

    # A turn

    def take_turn(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the best of: more tickets once all are completed, claims in and outside the plan, cards."""
        if state.turns_left != NOT_YET and self.weights.last_turn == 1:
            last = self.endings.best_claim(state, seat, offers)
            if last != NO_ROUTE:
                self.wishes.clear()  # no card needs to be saved for later
                return self.claim(last)
        if self._wants_tickets(state, seat, offers):
            return self.draw_tickets()
        best = self._best_claim(state, seat, offers)
        beside = self._spare_claim(state, seat, offers)
        if best == NO_ROUTE or (beside != NO_ROUTE and self.board.route_points[beside] > self.board.route_points[best]):
            best = beside
        return self.claim(best) if best != NO_ROUTE else self.draw(state, seat, offers)

    def claim_worth(self, route: i64) -> i64:
        """Return the priority of a planned route: those that score most go first."""
        return self.board.route_points[route] * 100

    def most_beside(self) -> i64:
        """Return an upper bound on a route's value outside the plan beyond its own points, in hundredths of a point."""
        return self.awards.most_gain()

    def worth_beside(self, route: i64) -> i64:
        """Return the value of a route outside the plan, in hundredths of a point."""
        return self.board.route_points[route] * 100 + self.awards.gain(route)

    def _best_claim(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the claimable route of the plan that scores most, or the target if there is no plan."""
        best = NO_ROUTE
        most: i64 = -1
        for word in range(self.board.route_words):
            wanted = self.ways.plan[word]
            if not self.has_plan() and self.target >= 0 and self.target // WORD == word:
                wanted |= bit(self.target % WORD)
            wanted &= offers.words[WORDS_BEFORE_ROUTES + word]
            while wanted != 0:
                route = word * WORD + lowest(wanted)
                wanted &= wanted - 1
                worth = self.claim_worth(route)
                if worth > most and self.can_claim(state, seat, offers, route):
                    most = worth
                    best = route
        return best

    def _spare_claim(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the best route outside the plan, if it is worth the trains and cards that it takes from the plan."""
        weights = self.weights
        points = self.board.route_points
        lengths = self.board.route_length
        bar = self.spare_bar
        trains = state.seats[TRAINS + seat] - self.ways.trains
        least = bar - self.most_beside()
        has_looked = False
        best = NO_ROUTE
        for word in range(self.board.route_words):
            claimable = offers.words[WORDS_BEFORE_ROUTES + word] & ~self.ways.plan[word]
            while claimable != 0:
                route = word * WORD + lowest(claimable)
                claimable &= claimable - 1
                if points[route] * 100 <= least:
                    continue
                if not has_looked:
                    self.awards.look(state, seat, self.ways)
                    self.shortage.look(state, seat, self.wishes.spare, 0)
                    has_looked = True
                worth = self.worth_beside(route)
                if worth <= bar or not self.can_claim(state, seat, offers, route):
                    continue
                if lengths[route] > trains:
                    worth -= weights.spare_train * (lengths[route] - trains)
                worth -= weights.spare_card * self.shortage.of(route)
                if worth > bar:
                    bar = worth
                    best = route
        return best

    def _best_target(self, state: State, seat: i64) -> i64:
        """Return the route outside the plan with the most points per turn, within the turns left."""
        board = self.board
        words = board.route_words
        trains = min(state.seats[TRAINS + seat] - self.ways.trains, board.longest_route)
        if trains <= 0:
            return NO_ROUTE
        awards = self.awards
        awards.look(state, seat, self.ways)
        shortage = self.shortage
        shortage.look(state, seat, self.wishes.spare, 0)
        points = board.route_points
        most_gain = awards.most_gain()
        best = NO_ROUTE
        most: i64 = 0
        for word in range(words):
            free = (
                state.masks[word] & ~state.masks[(seat + 1) * words + word] & board.length_mask[trains * words + word]
            ) & ~self.ways.plan[word]
            while free != 0:
                route = word * WORD + lowest(free)
                free &= free - 1
                worth = points[route] * 100
                if worth + most_gain <= most:
                    continue  # even if claimed at once it would not be better
                worth += awards.gain(route)
                if worth <= most:
                    continue
                needed = 1 + (shortage.of(route) + 1) // 2
                rate = worth // needed
                if rate > most and needed <= self.turns:
                    most = rate
                    best = route
        return best

    # Tickets

    def _wants_tickets(self, state: State, seat: i64, offers: Offers) -> bool:
        """Return whether there is time for more tickets and their expected gain exceeds the value of the turn."""
        weights = self.weights
        if (
            not offers.has(DRAW_TICKETS)
            or state.turns_left != NOT_YET
            or self.turns < weights.ticket_turns
            or self.has_plan()
        ):
            return False
        now = (self.planned_at * 64 + state.seats[TRAINS + seat]) * 64 + self.turns // 3
        if now != self.promised_at:
            self.promised_at = now
            self.promise = self._promise_of_drawing(state, seat)
        return self.promise > weights.ticket_margin

    def _promise_of_drawing(self, state: State, seat: i64) -> i64:
        """Return the expected value of the best of n unknown tickets, in hundredths of a point, less the turn."""
        ways = self.ways
        plan = ways.sketch()
        count: i64 = 0
        for ticket in range(0, self.board.ticket_total, self.ticket_step):
            if self._may_come(state, seat, ticket):
                ways.restore(plan)
                worth = self._worth_of(state, seat, ticket)
                at = count
                while at > 0 and self.promises[at - 1] < worth:
                    self.promises[at] = self.promises[at - 1]
                    at -= 1
                self.promises[at] = worth
                count += 1
        ways.restore(plan)
        if count == 0:
            return _MOST_LOSS
        drawn = min(self.drawn_at_once, count)
        # The n-th best ticket is the best of the draw with the probability that all others drawn rank after it.
        total: i64 = 0
        chance: i64 = 1000000 * drawn // count
        for i in range(count):
            total += self.promises[i] * chance // 1000
            if count - i - 1 > 0:
                chance = chance * (count - i - drawn) // (count - i - 1)
        return total // 1000 - self.turn_worth

    def _may_come(self, state: State, seat: i64, ticket: i64) -> bool:
        """Return whether, as far as the seat knows, it could draw a ticket."""
        return state.ticket_place(ticket) != seat and (state.known_by(ticket) >> seat) & 1 == 0

    def keep(self, state: State, seat: i64, choices: i64) -> i64:
        """Return the choice with the highest expected value."""
        self.turns = self.turns_left(state, seat)
        self.awards.read(state)
        self._price(state, seat)
        for ticket in self.held(state, seat):
            self.add_ticket(state, seat, ticket)
        self._weigh_choices(state, seat, self.drawn_slots(state, seat), 0, 0, 0)
        best: i64 = 0
        most = _MOST_LOSS
        for chosen in range(1, bit(state.seats[DRAWN + seat])):
            if (choices >> chosen) & 1 == 1 and self.choice_worths[chosen] > most:
                most = self.choice_worths[chosen]
                best = chosen
        self.planned_at = _NO_PLAN
        return best

    def _weigh_choices(self, state: State, seat: i64, slots: vec[i64], start: i64, chosen: i64, worth: i64) -> None:
        """Record the value of a choice of drawn tickets on top of the plan, and of its extensions by later slots."""
        self.choice_worths[chosen] = worth
        if start == i64(len(slots)):
            return
        plan = self.ways.sketch()
        for i in range(start, i64(len(slots))):
            more = self._worth_of(state, seat, state.drawn_ticket(seat, slots[i]))
            self._weigh_choices(state, seat, slots, i + 1, chosen | bit(slots[i]), worth + more)
            self.ways.restore(plan)

    def _worth(self, state: State, seat: i64, chosen: i64) -> i64:
        """Return the value of keeping these drawn tickets in addition to those held, in hundredths of a point."""
        self.ways.clear()
        for ticket in self.held(state, seat):
            self.add_ticket(state, seat, ticket)
        worth: i64 = 0
        for slot in self.drawn_slots(state, seat):
            if (chosen >> slot) & 1 == 1:
                worth += self._worth_of(state, seat, state.drawn_ticket(seat, slot))
        return worth

    def _worth_of(self, state: State, seat: i64, ticket: i64) -> i64:
        """Add a ticket to the plan, and return its value, in hundredths of a point."""
        weights = self.weights
        points = self.board.ticket_points[ticket] * 100
        before = self.ways.points
        cost = self.add_ticket(state, seat, ticket)
        if cost == NO_WAY:
            return -points
        scored = self.ways.points - before
        cost += scored * i64(weights.points_in_prices)
        turns = self.turns * TURN
        chance = weights.even_chance + (turns - self.ways.cost) * 100 // (turns + 1)
        chance = min(chance, weights.best_chance)
        chance = max(chance, i64(0))
        award = self.awards.ticket_worth[ticket] * chance // 100
        return points * (2 * chance - 100) // 100 + award + scored * 100 - cost * self.keep_turn // TURN
