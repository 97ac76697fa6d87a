"""A game in which chance is a player: every card, ticket and goal that is turned up is an explicit outcome.

The engine shuffles whole decks. Nobody sees their order, so shuffling a deck and drawing the top card is the same as
drawing a random card when it is needed. That is what happens here: the order of a deck is decided as it is played. A
move is tried on a copy of the state with the named cards on top. If the trial drew more than those, the next card must
be named, and the trial is discarded; if not, it is the new state. The engine still decides what is legal and what a
move does.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.engine.kernel import ANY_FIRST_PLAYER, OVER, Offers, State, actor, empty_state, make_move, set_up
from semafor.model.bits import ones
from semafor.model.board import Board
from semafor.model.cards import CARDS, KINDS
from semafor.model.chance import Chance
from semafor.model.event_types import Event
from semafor.model.events import Journal

FIRST_PLAYER: Final = "first player"
CARD: Final = "card"
TICKET: Final = "ticket"
GOAL: Final = "goal"
NOTHING: Final = ""
"""The next kind of chance outcome; none if a player must decide or the game is over."""

_SET_UP: Final[i64] = -1
_NO_MOVE: Final[i64] = -2


class NamedCards(Chance):
    """A generator whose shuffles put the named cards on top and shuffle the rest."""

    cards: vec[i64]
    tickets: vec[i64]
    goals: vec[i64]
    decks: list[list[int]]
    supply: i64

    def __init__(self, chance: Chance, cards: vec[i64], tickets: vec[i64], goals: vec[i64], deck_size: i64) -> None:
        """`deck_size` cards are drawn from the deck as it is, before it is shuffled for the first time."""
        super().__init__(chance.a, chance.b, chance.c, chance.counter)
        self.cards = cards
        self.tickets = tickets
        self.goals = goals
        # The number of cards from the start to the end of the last deck.
        self.supply = deck_size
        # For every shuffled deck: how many cards were drawn before it, and its cards by kind.
        self.decks = []
        self.tickets_shuffled = False

    def shuffle(self, items: vec[u8], start: i64, count: i64) -> None:
        """Shuffle, then move the named items to where they are drawn first: cards to the end, the others to the start.

        Tickets are not at the start of their vector, and only goals are shuffled after tickets (L-3).
        """
        super().shuffle(items, start, count)
        if start > 0:
            put_first(items, start, count, self.tickets)
            self.tickets_shuffled = True
        elif not self.tickets_shuffled:
            counts = [0] * KINDS
            for i in range(count):
                counts[i64(items[i])] += 1
            self.decks.append([int(self.supply), *counts])
            put_last(items, count, self.cards, self.supply)
            self.supply += count
        else:
            put_first(items, start, count, self.goals)


def put_last(items: vec[u8], count: i64, named: vec[i64], begin: i64) -> None:
    """Move items so that the last ones, from the end backwards, are those named from `begin` on."""
    at = count - 1
    for i in range(begin, i64(len(named))):
        if at < 0:
            return
        found = at
        while i64(items[found]) != named[i]:
            found -= 1
        item = items[found]
        items[found] = items[at]
        items[at] = item
        at -= 1


def put_first(items: vec[u8], start: i64, count: i64, named: vec[i64]) -> None:
    """Move items so that those named come first."""
    for i in range(min(i64(len(named)), count)):
        found = start + i
        while i64(items[found]) != named[i]:
            found += 1
        item = items[found]
        items[found] = items[start + i]
        items[start + i] = item


class Dealing:
    """A game, and the outcomes named for the current move. It is immutable: steps return new ones."""

    board: Board
    players: i64
    state: State
    first: i64
    move: i64
    cards: list[int]
    tickets: list[int]
    goals: list[int]
    runs: list[int]
    awaited: str
    outcomes: list[int]
    weights: list[int]
    events: list[Event]

    def __init__(self, board: Board, players: i64, state: State) -> None:
        """Use `Dealing.new` instead: until the game is set up, `state` is a placeholder."""
        self.board = board
        self.players = players
        self.state = state
        self.first = ANY_FIRST_PLAYER
        self.move = _SET_UP
        self.cards = []
        self.tickets = []
        self.goals = []
        # The lengths of runs of tickets in undecided order, from the top of the deck; below, the order is known.
        self.runs = []
        self.awaited = NOTHING
        self.outcomes = []
        self.weights = []
        # The events of the step that led here.
        self.events = []

    @staticmethod
    def new(board: Board, players: int) -> "Dealing":
        """Return a new table, at which even the first player must be drawn (U-6)."""
        dealing = Dealing(board, players, empty_state(board, players, Chance.seeded("dealing")))
        dealing._await(FIRST_PLAYER, list(range(players)))
        return dealing

    def is_set_up(self) -> bool:
        """Return whether the game is set up."""
        return self.move != _SET_UP

    def actor(self) -> int:
        """Return the seat that must decide; -1 when it is chance's turn or the game is over."""
        return -1 if self.awaited != NOTHING else int(actor(self.state))

    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.awaited == NOTHING and self.state.pending == OVER

    def moves(self) -> list[int]:
        """Return the legal moves of the seat that must decide."""
        seat = self.actor()
        if seat < 0:
            return []
        offers = Offers(self.board)
        offers.fill(self.state, seat)
        return offers.moves()

    def describe(self, outcome: int) -> str:
        """Return a short description of a chance outcome."""
        if self.awaited == CARD:
            return f"card {CARDS[outcome]}"
        if self.awaited == TICKET:
            return f"ticket {self.board.ticket_id(outcome)}"
        if self.awaited == GOAL:
            return f"goal {self.board.spec.goals[outcome].id}"
        return f"first player {outcome}"

    # Steps

    def play(self, move: int) -> "Dealing":
        """Return the dealing after a legal move of the seat that must decide."""
        after = self._copy()
        after.move = move
        after._try()
        return after

    def name(self, outcome: int) -> "Dealing":
        """Return the dealing after a chance outcome."""
        after = self._copy()
        if self.awaited == CARD:
            after.cards.append(outcome)
        elif self.awaited == TICKET:
            after.tickets.append(outcome)
        elif self.awaited == GOAL:
            after.goals.append(outcome)
        else:
            after.first = outcome
        after._try()
        return after

    def with_state(self, state: State) -> "Dealing":
        """Return the dealing with another state, in which the deciding seat has the same options."""
        dealing = self._copy()
        dealing.state = state
        return dealing

    def _copy(self) -> "Dealing":
        copy = Dealing(self.board, self.players, self.state)
        copy.first = self.first
        copy.move = self.move
        copy.cards = self.cards[:]
        copy.tickets = self.tickets[:]
        copy.goals = self.goals[:]
        copy.runs = self.runs
        return copy

    def _try(self) -> None:
        """Try the current move with the named outcomes; find what must be named next, if anything."""
        journal = Journal()
        cards = vec[i64](self.cards)
        tickets = vec[i64](self.tickets)
        goals = vec[i64](self.goals)
        before = self.state
        if self.move == _SET_UP:
            luck = NamedCards(before.chance, cards, tickets, goals, 0)
            after = set_up(self.board, self.players, luck, self.first, journal)
            drawn_tickets = self.board.ticket_total - after.ticket_count
            runs = [int(self.board.ticket_total)]
        else:
            after = before.clone()
            luck = NamedCards(before.chance, cards, tickets, goals, before.deck_size)
            put_last(after.deck, after.deck_size, cards, 0)
            self._lay_tickets(after)
            after.chance = luck
            after.journal = journal
            make_move(after, actor(after), self.move)
            drawn_tickets = before.ticket_count - after.ticket_count
            runs = self.runs
        if luck.supply - after.deck_size > i64(len(cards)):
            self._await_card(luck)
        elif drawn_tickets > i64(len(tickets)):
            self._await_ticket(runs)
        elif self.move == _SET_UP and ones(after.goals) > i64(len(self.goals)):
            self._await(GOAL, [goal for goal in range(len(self.board.spec.goals)) if goal not in self.goals])
        else:
            self._settle(after, journal, _runs_after(after, runs, drawn_tickets))

    def _await(self, awaited: str, outcomes: list[int]) -> None:
        self.awaited = awaited
        self.outcomes = outcomes
        self.weights = [1] * len(outcomes)

    def _await_card(self, luck: NamedCards) -> None:
        """Draw the next card from those left in its deck, each equally likely."""
        place = len(self.cards)
        begin = 0
        counts = [0] * KINDS
        if self.move != _SET_UP:
            for i in range(self.state.deck_size):
                counts[i64(self.state.deck[i])] += 1
        for deck in luck.decks:
            if deck[0] <= place:
                begin = deck[0]
                counts = deck[1:]
        for kind in self.cards[begin:]:
            counts[kind] -= 1
        self.awaited = CARD
        self.outcomes = [kind for kind in range(KINDS) if counts[kind] > 0]
        self.weights = [counts[kind] for kind in self.outcomes]

    def _await_ticket(self, runs: list[int]) -> None:
        """Draw the next ticket from its run; below the runs the order is known."""
        place = len(self.tickets)
        end = 0
        for run in runs:
            end += run
            if place < end:
                break
        if place >= end:
            self.tickets.append(int(self.state.deck_ticket(place)))
            self._try()
            return
        if self.move == _SET_UP:
            self._await(TICKET, [ticket for ticket in range(self.board.ticket_total) if ticket not in self.tickets])
            return
        run_of = [int(self.state.deck_ticket(position)) for position in range(end - run, end)]
        self._await(TICKET, sorted([ticket for ticket in run_of if ticket not in self.tickets]))

    def _lay_tickets(self, state: State) -> None:
        """Exchange tickets of the deck so that those named lie on top."""
        total = self.board.ticket_total
        tickets = state.tickets
        for place in range(i64(len(self.tickets))):
            found = place
            while int(state.deck_ticket(found)) != self.tickets[place]:
                found += 1
            here = total + (state.ticket_top + place) % total
            there = total + (state.ticket_top + found) % total
            ticket = tickets[here]
            tickets[here] = tickets[there]
            tickets[there] = ticket

    def _settle(self, after: State, journal: Journal, runs: list[int]) -> None:
        """Accept the trial as the game."""
        after.journal = None
        chance = self.state.chance
        after.chance = Chance(chance.a, chance.b, chance.c, chance.counter)
        self.state = after
        self.runs = runs
        self.move = _NO_MOVE
        self.cards = []
        self.tickets = []
        self.events = journal.events
        self._await(NOTHING, [])


def _runs_after(after: State, runs: list[int], drawn: i64) -> list[int]:
    """Return the runs of tickets in unknown order, after draws and with those shuffled under the deck (I-2)."""
    left: list[int] = []
    for run in runs:
        taken = min(i64(run), max(drawn, i64(0)))
        drawn -= taken
        if run > taken:
            left.append(int(run - taken))
    if drawn < 0:
        given_back = -drawn
        shuffled = True
        for position in range(after.ticket_count - given_back, after.ticket_count):
            shuffled = shuffled and after.known_by(after.deck_ticket(position)) == 0
        if shuffled:
            left.append(int(given_back))
    return left
