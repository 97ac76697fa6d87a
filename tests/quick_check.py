"""Invariants at the end of any game, checked on the engine's own numbers: fast enough for millions of games."""

from semafor.model.cards import COLOUR_COUNT, KINDS, LOCOMOTIVE
from semafor.model.numbers.layout import (
    DISCARDS,
    DRAWN,
    HANDS,
    IN_DECK,
    NO_OWNER,
    OVER,
    PAID,
    REMOVED,
    REVEALED,
    SHOWN,
    TICKETS_HELD,
)
from semafor.model.state import State
from semafor.model.tally import COMPLETED, FAILED, Tally


class Checker:
    """Knows a board's totals and checks finished games against them."""

    def __init__(self, state: State) -> None:
        """Read the totals from any state of a game on the board."""
        board = state.board
        self.board = board
        self.cards = [int(board.each_colour)] * COLOUR_COUNT + [int(board.locomotives)]
        self.lengths = [int(length) for length in board.route_length]
        self.points = [int(points) for points in board.route_points]
        self.tickets = [int(points) for points in board.ticket_points]

    def problems(self, state: State, tally: Tally) -> list[str]:
        """Return what is wrong with a finished game and its score."""
        found = [] if state.pending == OVER else ["the game is not over"]
        found += self._cards(state)
        found += self._routes(state)
        found += self._tickets(state, tally)
        found += self._score(state, tally)
        return found

    def _cards(self, state: State) -> list[str]:
        cards = [int(count) for count in state.cards]
        deck = [int(kind) for kind in state.deck][: state.deck_size]
        shown = cards[SHOWN : SHOWN + self.board.display_size]
        found = []
        for kind in range(KINDS):
            count = sum(cards[HANDS + kind : HANDS + state.players * KINDS : KINDS])
            count += cards[DISCARDS + kind] + cards[PAID + kind] + cards[REVEALED + kind]
            count += deck.count(kind) + shown.count(kind)
            if count != self.cards[kind]:
                found.append(f"{count} cards of kind {kind}")
        if min(cards[:SHOWN]) < 0 or cards[PAID + LOCOMOTIVE] or cards[REVEALED + LOCOMOTIVE]:
            found.append("cards below zero, or left on the table")
        if not deck and state.discarded > 0:
            found.append("the deck is empty and the discards are not")
        return found

    def _routes(self, state: State) -> list[str]:
        trains, points = [0] * state.players, [0] * state.players
        for route, owner in enumerate(state.owners):
            if int(owner) != NO_OWNER:
                trains[int(owner)] += self.lengths[route]
                points[int(owner)] += self.points[route]
        found = []
        for seat in range(state.players):
            if state.trains(seat) != self.board.trains - trains[seat] or state.trains(seat) < 0:
                found.append(f"seat {seat} has {state.trains(seat)} trains left after {trains[seat]}")
            if state.points(seat) != points[seat]:
                found.append(f"seat {seat} has {state.points(seat)} points for routes worth {points[seat]}")
        ferry_cards = state.ferry_pile + sum(state.ferry_cards(seat) for seat in range(state.players))
        if ferry_cards != self.board.number("ferry_cards", "pile"):
            found.append(f"{ferry_cards} ferry cards")
        return found

    def _tickets(self, state: State, tally: Tally) -> list[str]:
        places = [int(place) for place in state.tickets][: self.board.ticket_total]
        held = [places.count(seat) for seat in range(state.players)]
        found = []
        if sum(held) + places.count(IN_DECK) + places.count(REMOVED) != len(places):
            found.append("a ticket is in no place")
        if places.count(IN_DECK) != state.ticket_count or places.count(REMOVED) != state.removed_tickets:
            found.append("the ticket deck has another size")
        for seat in range(state.players):
            if held[seat] != state.seats[TICKETS_HELD + seat] or state.seats[DRAWN + seat] != 0:
                found.append(f"seat {seat} has {held[seat]} tickets")
            outcomes = [(int(tally.outcomes[at]), self.tickets[at]) for at, place in enumerate(places) if place == seat]
            points = sum(value if outcome == COMPLETED else -value for outcome, value in outcomes)
            if points != tally.ticket_points[seat] or any(
                outcome not in (COMPLETED, FAILED) for outcome, _ in outcomes
            ):
                found.append(f"seat {seat} has {tally.ticket_points[seat]} points for its tickets, not {points}")
        return found

    def _score(self, state: State, tally: Tally) -> list[str]:
        totals = [int(tally.routes[seat] + tally.ticket_points[seat]) for seat in range(state.players)]
        for bonus in tally.bonuses:
            totals[int(bonus.seat)] += int(bonus.points)
        found = [] if totals == [int(total) for total in tally.totals] else [f"{totals} do not add up"]
        most = max(totals)
        if not tally.winners or any(totals[seat] != most for seat in tally.winners):
            found.append(f"{tally.winners} have won with {totals}")
        return found
