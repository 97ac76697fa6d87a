"""What one seat, or a spectator, may know, as typed values: the reading part of an observation.

Everything is read from a `View`, whose vectors are for compiled code (`kernel.view_of`).
"""

from mypy_extensions import i64

from semafor.engine.determinise import unseen_cards
from semafor.engine.files.observation_json import observation_json
from semafor.engine.legality.legal_actions import LegalActions
from semafor.engine.observation import View, decision_name
from semafor.engine.scoring.standing import Standing, standing_of
from semafor.engine.scoring.ticket_ways import ticket_ways
from semafor.engine.values.observed import ObservationJSON
from semafor.engine.values.seats import SeatView, TunnelView
from semafor.engine.values.tickets import TicketWay
from semafor.engine.view_picture import table_svg
from semafor.model.cards import CARDS, KINDS, NO_CARD
from semafor.model.errors import SemaforError
from semafor.model.numbers.layout import CHOOSE_STARTING_TICKETS, NO_OWNER, NOT_YET, OVER, PAY_TUNNEL, REMOVED
from semafor.model.numbers.view import (
    SEEN_CHOSEN,
    SEEN_DRAWN,
    SEEN_FERRY_CARDS,
    SEEN_HAND,
    SEEN_KEEP,
    SEEN_KNOWN,
    SEEN_POINTS,
    SEEN_TICKETS,
    SEEN_TRAINS,
    UNKNOWN,
    VIEW_COLOUR,
    VIEW_DISCARDS,
    VIEW_EXTRA,
    VIEW_HAND,
    VIEW_PAID,
    VIEW_REVEALED,
    VIEW_ROUTE,
    VIEW_SEAT,
    VIEW_SEATS,
    VIEW_SHOWN,
)
from semafor.model.values.action_json import DecisionName
from semafor.model.values.cards import Cards, unknown
from semafor.model.values.renamed import renamed
from semafor.rules.tunnels import matches


class GameError(SemaforError):
    """A game that can't be set up or observed like this."""


class Seen:
    """What an observer may know. `==` compares everything that it can tell apart."""

    def __init__(self, view: View) -> None:
        """Take the view, which nobody changes any more."""
        self._view = view
        self.board = view.board
        self.seat = int(view.seat)
        """The observer, -1 for a spectator."""
        self.players = int(view.players)
        self._oddities: list[str] | None = None
        self._legal: LegalActions | None = None
        self._ways: list[TicketWay] | None = None

    def __eq__(self, other: object) -> bool:
        """Return whether an observer can't tell the two apart."""
        return isinstance(other, Seen) and self._view == other._view

    def __hash__(self) -> int:
        """Hash consistently with equality."""
        return hash(self._view)

    @property
    def oddities(self) -> list[str]:
        """What was corrected of an observation of another engine."""
        return self._oddities or []

    # The table

    @property
    def decision(self) -> DecisionName:
        """What must be decided: take_turn, second_card, keep_tickets, pay_tunnel, over."""
        return decision_name(self.board, self._view.pending)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide."""
        return tuple(self._view.to_act())

    @property
    def first(self) -> int:
        """The seat that had the first turn."""
        return int(self._view.first)

    @property
    def turns_left(self) -> int | None:
        """Turns still to be played, this one included, once the end has been triggered."""
        return None if self._view.turns_left == NOT_YET else int(self._view.turns_left)

    @property
    def passes(self) -> int:
        """How many players in a row have just passed (R-4)."""
        return int(self._view.passes)

    @property
    def display(self) -> tuple[str | None, ...]:
        """The displayed cards from left to right, None for an empty slot."""
        shown = [int(self._view.numbers[VIEW_SHOWN + slot]) for slot in range(int(self.board.display_size))]
        return tuple([None if kind == NO_CARD else CARDS[kind] for kind in shown])

    @property
    def discards(self) -> Cards:
        """The discarded cards."""
        return self._cards(VIEW_DISCARDS)

    @property
    def deck(self) -> int:
        """How many cards the deck has."""
        return int(self._view.deck_size)

    @property
    def unseen(self) -> Cards:
        """The cards that the observer can't locate: in the deck, or in other hands and not seen being taken."""
        return Cards.of_kinds([max(0, int(count)) for count in unseen_cards(self._view)])

    @property
    def ticket_deck(self) -> int:
        """How many tickets the ticket deck has."""
        return int(self._view.ticket_count)

    @property
    def removed_tickets(self) -> int:
        """How many tickets left the game (N-3)."""
        return int(self._view.removed_tickets)

    @property
    def ferry_pile(self) -> int:
        """How many ferry cards are in the pile (I-5)."""
        return int(self._view.ferry_pile)

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals that are face up (L-12)."""
        goals = int(self._view.goals)
        return tuple([goal.id for number, goal in enumerate(self.board.spec.goals) if (goals >> number) & 1])

    @property
    def tunnel(self) -> TunnelView | None:
        """The tunnel whose extra is to be paid (N-12)."""
        view = self._view
        if view.pending != PAY_TUNNEL:
            return None
        return TunnelView(
            self.board.route_id(view.numbers[VIEW_ROUTE]),
            self._cards(VIEW_PAID),
            self._cards(VIEW_REVEALED),
            tuple([CARDS[kind] for kind in range(KINDS) if matches(kind, view.numbers[VIEW_COLOUR])]),
            int(view.numbers[VIEW_EXTRA]),
        )

    # The seats

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """All seats, as everybody may see them."""
        return tuple([self._seat(seat) for seat in range(self.players)])

    @property
    def me(self) -> SeatView:
        """The observer's seat; raise GameError for a spectator."""
        if self.seat < 0:
            raise GameError("a spectator has no seat")
        return self._seat(self.seat)

    @property
    def others(self) -> tuple[SeatView, ...]:
        """The other seats, in the order of their turns after the observer's."""
        first = self.seat + 1
        count = self.players - (1 if self.seat >= 0 else 0)
        return tuple([self._seat((first + turn) % self.players) for turn in range(count)])

    # The observer's own

    @property
    def hand(self) -> Cards:
        """The observer's train cards; none for a spectator."""
        return self._cards(VIEW_HAND)

    @property
    def tickets(self) -> tuple[TicketWay, ...]:
        """The tickets that the observer keeps, each with the way that completes it."""
        return tuple([way for way in self._all_ways() if not way.drawn])

    @property
    def offered(self) -> tuple[TicketWay, ...]:
        """The tickets that the observer is choosing from."""
        return tuple([way for way in self._all_ways() if way.drawn])

    @property
    def keep_at_least(self) -> int:
        """How many of the offered tickets the observer must keep."""
        return int(self._view.number(self.seat, SEEN_KEEP)) if self.seat >= 0 else 0

    @property
    def chosen(self) -> tuple[str, ...]:
        """The starting tickets that the observer has decided to keep while the others still choose."""
        if self.seat < 0:
            return ()
        mask = int(self._view.number(self.seat, SEEN_CHOSEN))
        drawn = [way.id for way in self.offered]
        return tuple([ticket for slot, ticket in enumerate(drawn) if (mask >> slot) & 1])

    @property
    def known_ticket_deck(self) -> dict[int, str]:
        """The tickets whose place in the ticket deck the observer knows, by position, 0 on top."""
        view = self._view
        places = [(position, i64(view.under[position])) for position in range(int(view.ticket_count))]
        return {position: self.board.ticket_id(ticket) for position, ticket in places if ticket != UNKNOWN}

    @property
    def known_removed(self) -> tuple[str, ...]:
        """The tickets that the observer gave back and that left the game."""
        return self._tickets_at(REMOVED)

    # Routes

    def owner(self, route: str) -> int | None:
        """Return the seat that has claimed a route, None if nobody has."""
        owner = i64(self._view.owners[self._route(route)])
        return None if owner == NO_OWNER else int(owner)

    def open_routes(self) -> list[str]:
        """List the routes that are neither claimed nor closed, for the observer: without those parallel to its own."""
        view = self._view
        routes = [route for route in range(int(self.board.route_count)) if view.is_open(route)]
        return [self.board.route_id(route) for route in routes if self.seat < 0 or view.can_have(route)]

    def closed_routes(self) -> list[str]:
        """List the free routes that are closed because parallel ones are claimed (U-20, N-6, I-3, L-6)."""
        return self._view.closed_routes()

    # What follows from it

    @property
    def legal(self) -> LegalActions:
        """What the observer can do now, and how it can pay for routes."""
        legal = self._legal
        if legal is None:
            legal = LegalActions(self._view)
            self._legal = legal
        return legal

    def legal_actions(self) -> LegalActions:
        """Return `legal`: the name until 0.2."""
        renamed("observation.legal_actions()", "observation.legal")
        return self.legal

    def ticket_ways(self) -> list[TicketWay]:
        """Return the tickets and those offered: the name until 0.2."""
        renamed("observation.ticket_ways()", "observation.tickets and observation.offered")
        return list(self._all_ways())

    def standing(self) -> Standing:
        """Return the public standings."""
        return standing_of(self._view)

    def to_json(self, known: bool = True) -> ObservationJSON:
        """Return the observation as the protocols send it; without `known`, no `known` of seats."""
        return observation_json(self._view, known)

    def _repr_svg_(self) -> str:
        """Return the map with everybody's routes, and a line about each seat, for notebooks."""
        return table_svg(self._view, [])

    def __repr__(self) -> str:
        """Return the board, the observer, and the pending decision."""
        eyes = "a spectator" if self.seat < 0 else f"seat {self.seat}"
        return f"<Observation of {self.board.id} by {eyes}, {self.decision}>"

    # Reading the view

    def _cards(self, at: int) -> Cards:
        numbers = self._view.numbers
        return Cards.of_kinds([int(numbers[at + kind]) for kind in range(KINDS)])

    def _tickets_at(self, place: int) -> tuple[str, ...]:
        view = self._view
        held = [ticket for ticket in range(int(self.board.ticket_total)) if i64(view.tickets[ticket]) == place]
        return tuple([self.board.ticket_id(ticket) for ticket in held])

    def _all_ways(self) -> list[TicketWay]:
        ways = self._ways
        if ways is None:
            ways = ticket_ways(self._view)
            self._ways = ways
        return ways

    def _route(self, route: str) -> int:
        if route not in self.board.route_index:
            raise unknown("route", route, self.board.route_index)
        return self.board.route_index[route]

    def _seat(self, seat: int) -> SeatView:
        view = self._view
        owners = view.owners
        return SeatView(
            seat,
            int(view.number(seat, SEEN_TRAINS)),
            int(view.number(seat, SEEN_POINTS)),
            int(view.number(seat, SEEN_HAND)),
            self._cards(int(VIEW_SEATS + seat * VIEW_SEAT + SEEN_KNOWN)),
            int(view.number(seat, SEEN_TICKETS)),
            int(view.number(seat, SEEN_DRAWN)),
            tuple([self.board.route_id(one) for one in range(int(self.board.route_count)) if i64(owners[one]) == seat]),
            int(view.number(seat, SEEN_FERRY_CARDS)),
            view.pending == CHOOSE_STARTING_TICKETS and view.number(seat, SEEN_CHOSEN) != 0,
            self._tickets_at(seat) if view.pending == OVER else (),
        )
