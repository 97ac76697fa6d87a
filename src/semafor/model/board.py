"""A board as flat tables, built once from a board file and its rules; games only read them."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from semafor.model.bits import WORD, bit
from semafor.model.cards import COLOUR_COUNT, NO_CARD, ROUTE_COLOUR
from semafor.model.drawing.picture import board_svg
from semafor.model.hooks import Rule, Shape
from semafor.model.network.frontier import core_neighbours, line_up
from semafor.model.numbers.layout import CARDS_SIZE, DECISIONS, DISPLAY_SLOTS, MAX_SEATS, NO_OWNER, SEATS_SIZE, SHOWN
from semafor.model.numbers.moves import MAX_DRAWN
from semafor.model.numbers.questions import ASKS_ANYTHING
from semafor.model.numbers.view import UNKNOWN, VIEW_SIZE
from semafor.model.reading import Reader, Table
from semafor.model.spec import KIND_CITY, BoardSpec, Place, parallel_groups, route_ends
from semafor.model.values.board import Named, Route, Ticket
from semafor.model.values.cards import Cards


class Board:
    """A board, ready to play."""

    spec: BoardSpec
    rules: list[Rule]
    action_rules: dict[str, Rule]

    place_count: i64
    route_count: i64
    route_words: i64
    ticket_total: i64
    node_count: i64

    # Payments, filled in by rules.shapes.
    route_class: vec[i64]
    class_colour: vec[i64]
    class_plain: vec[i64]
    class_single: vec[i64]
    class_locomotives: vec[i64]
    class_mask: vec[i64]
    shape_start: vec[i64]
    shape_numbers: vec[i64]
    longest_route: i64
    length_mask: vec[i64]
    plain_cap: i64
    plain_mask: vec[i64]
    other_classes: vec[i64]
    other_start: vec[i64]
    other_needs: vec[i64]
    locomotive_cap: i64

    blank_masks: vec[i64]

    def __init__(self, spec: BoardSpec) -> None:
        """Build the tables that depend only on places, routes and tickets; rules and payments fill in the rest."""
        self.spec = spec
        self.id = spec.id
        self.text = ""
        """The text of the board file, if it was made from one."""
        self.rules = []
        self.by_slug: dict[str, Rule] = {}
        self.place_index = {place.id: index for index, place in enumerate(spec.places)}
        self.route_index = {route.id: index for index, route in enumerate(spec.routes)}
        self.ticket_index = {ticket.id: index for index, ticket in enumerate(spec.tickets)}
        self.goal_index = {goal.id: index for index, goal in enumerate(spec.goals)}
        self.place_count = len(spec.places)
        self.route_count = len(spec.routes)
        self.route_words = (self.route_count + WORD - 1) // WORD
        self.ticket_total = len(spec.tickets)

        # Filled in by the rules' `prepare`; these are the values without such rules.
        self.trains: i64 = 0
        self.each_colour: i64 = 0
        self.locomotives: i64 = 0
        self.display_size: i64 = 0
        self.sweep_at: i64 = 0
        nothing = Rule(Table(Reader(), "", {}))
        # Vectors, not lists: the type of a list's element is checked at every access.
        self.set_up_rules = vec[Rule]()
        self.turn_rules = vec[Rule]()
        self.handlers = vec[Rule]([nothing] * WORD)
        self.decisions = vec[Rule]([nothing] * DECISIONS)
        self.questions = vec[i64]([ASKS_ANYTHING] * DECISIONS)
        self.decision_labels = ["not on this board"] * int(DECISIONS)
        # The decisions, as bits, whose rules name the deciders; the others are made by the seat whose turn it is.
        self.own_deciders: i64 = 0
        self.action_rules = {}
        self.interceptors = vec[Rule]()
        self.claim_rules = vec[Rule]()
        self.turn_end_rules = vec[Rule]()
        self.award_rules = vec[Rule]()
        self.counted_rules = vec[Rule]()
        self.shapes: list[list[Shape]] = []
        self._line: list[int] = []
        self._routes: Named[Route] | None = None
        self.priced_shapes: list[list[Shape]] = []

        self._lay_routes()
        self._lay_places()
        self._group_parallels()
        self.blank_view = vec[i64]([0] * VIEW_SIZE)
        self.unknown_tickets = vec[u8]([u8(UNKNOWN)] * self.ticket_total)
        self.unknown_drawn = vec[u8]([u8(UNKNOWN)] * MAX_DRAWN)
        self.blank_cards = vec[i64]([0] * CARDS_SIZE)
        for slot in range(DISPLAY_SLOTS):
            self.blank_cards[SHOWN + slot] = NO_CARD
        self.blank_seats = vec[i64]([0] * SEATS_SIZE)
        self.blank_deck = vec[u8]()
        self.blank_owners = vec[u8]([u8(NO_OWNER)] * self.route_count)
        self.blank_masks = self._all_open()
        self.blank_tickets = vec[u8]([u8(0)] * (3 * self.ticket_total + MAX_SEATS * MAX_DRAWN))
        self._places: Named[Place] | None = None
        self._lanes: dict[str, dict[str, list[Route]]] = {}

    def __repr__(self) -> str:
        """Return the id and the revision."""
        return f"<Board {self.id}, revision {self.spec.revision}>"

    def _repr_svg_(self) -> str:
        """Return the map, for notebooks."""
        return board_svg(self.spec, self.id, [-1] * len(self.spec.routes), [], [])

    @property
    def routes(self) -> "Named[Route]":
        """The routes by their ids."""
        routes = self._routes
        if routes is None:
            routes = Named("route", [(route.id, self._route(number)) for number, route in enumerate(self.spec.routes)])
            self._routes = routes
        return routes

    @property
    def tickets(self) -> "Named[Ticket]":
        """The tickets by their ids."""
        specs = self.spec.tickets
        return Named("ticket", [(one.id, Ticket(one.id, (one.a, one.b), one.points)) for one in specs])

    @property
    def places(self) -> "Named[Place]":
        """The cities and countries by their ids."""
        places = self._places
        if places is None:
            places = Named("place", [(place.id, place) for place in self.spec.places])
            self._places = places
        return places

    @property
    def deck(self) -> Cards:
        """All train cards of the game."""
        return Cards.of_kinds([int(self.each_colour)] * COLOUR_COUNT + [int(self.locomotives)])

    def between(self, one: str, other: str) -> "tuple[Route, ...]":
        """Return the routes between two places, none if they are not neighbours."""
        return tuple(self._routes_from(one).get(self.places[other].id, []))

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Return the places that have a route to this one, in alphabetical order."""
        return tuple(sorted(self._routes_from(place)))

    def _routes_from(self, place: str) -> dict[str, list[Route]]:
        """Return the routes of a place by the place that they lead to."""
        lanes = self._lanes
        if not lanes:
            for id in self.places:
                lanes[id] = {}
            for route in self.routes.values():
                one, other = route.places
                lanes[one].setdefault(other, []).append(route)
                lanes[other].setdefault(one, []).append(route)
        return lanes[self.places[place].id]

    def _route(self, number: i64) -> Route:
        spec = self.spec.routes[number]
        return Route(
            spec.id,
            (spec.a, spec.b),
            spec.length,
            spec.colour,
            int(self.route_points[number]),
            spec.fields["locomotives"],
            spec.fields["waves"],
            spec.fields["tunnel"] > 0,
            spec.fields["bonus_cards"],
            tuple([self.route_id(lane) for lane in self.lanes(number) if lane != number]),
        )

    def ask(self, decision: i64, rule: Rule, question: i64, label: str) -> None:
        """Give a decision to a rule, which says what it asks, and in a few words what is decided."""
        self.decisions[decision] = rule
        self.questions[decision] = question
        self.decision_labels[decision] = label

    def rule(self, slug: str) -> Rule | None:
        """Return the rule with this slug, or None if the board does not use it."""
        return self.by_slug.get(slug)

    def number(self, slug: str, key: str) -> int:
        """Return a whole number or a flag among the parameters of a rule; 0 if the board file does not give it."""
        value = self.spec.parameter(slug, key)
        return int(value) if isinstance(value, int) else 0

    def route_values(self, key: str) -> vec[i64]:
        """Return a field of some rule for every route (`Rule.route_fields`)."""
        return vec[i64]([route.fields[key] for route in self.spec.routes])

    def route_id(self, route: i64) -> str:
        """Return the id of a route, as the protocols name it."""
        return self.spec.routes[route].id

    def ticket_id(self, ticket: i64) -> str:
        """Return the id of a ticket."""
        return self.spec.tickets[ticket].id

    def lanes(self, route: i64) -> list[int]:
        """Return the parallel routes of a route, including itself; empty for a single one."""
        group = self.route_group[route]
        if group < 0:
            return []
        return [int(self.group_routes[i]) for i in range(self.group_start[group], self.group_start[group + 1])]

    def line(self) -> list[int]:
        """Return an order of the nodes in which the sweep line stays short (see `frontier`)."""
        if not self._line:
            ends = [(int(a), int(b)) for a, b in zip(self.route_node_a, self.route_node_b)]
            self._line, _ = line_up(core_neighbours(int(self.node_count), ends))
        return self._line

    def deck_total(self) -> i64:
        """Return how many train cards there are."""
        return i64(len(self.blank_deck))

    def _lay_routes(self) -> None:
        routes = self.spec.routes
        self.route_length = vec[i64]([route.length for route in routes])
        self.route_colour = vec[i64]([ROUTE_COLOUR[route.colour] for route in routes])
        self.route_points = vec[i64]([0] * self.route_count)
        self.ticket_points = vec[i64]([ticket.points for ticket in self.spec.tickets])
        self.ticket_from = vec[i64]([self.place_index[ticket.a] for ticket in self.spec.tickets])
        self.ticket_to = vec[i64]([self.place_index[ticket.b] for ticket in self.spec.tickets])

    def _lay_places(self) -> None:
        """Assign numbers to the nodes of the network, and map places to them: a country is several (R-13)."""
        count, ends = route_ends(self.spec)
        nodes_of: list[list[int]] = [[] for _ in self.spec.places]
        cities = [index for index, place in enumerate(self.spec.places) if place.kind == KIND_CITY]
        for node, index in enumerate(cities):
            nodes_of[index].append(node)
        for route, nodes in zip(self.spec.routes, ends, strict=True):
            for place_id, node in zip((route.a, route.b), nodes, strict=True):
                if node >= len(cities):
                    nodes_of[self.place_index[place_id]].append(node)
        self.node_count = count
        self.route_node_a = vec[i64]([a for a, _ in ends])
        self.route_node_b = vec[i64]([b for _, b in ends])
        self.place_node_start = vec[i64]([0])
        self.place_nodes = vec[i64]()
        for of_place in nodes_of:
            for node in of_place:
                self.place_nodes = append(self.place_nodes, i64(node))
            self.place_node_start = append(self.place_node_start, len(self.place_nodes))
        self.node_route_start = vec[i64]([0])
        self.node_routes = vec[i64]()
        for node in range(count):
            for number in range(self.route_count):
                if node in ends[number]:
                    self.node_routes = append(self.node_routes, number)
            self.node_route_start = append(self.node_route_start, len(self.node_routes))
        # A network without routes: every node of every seat is its own parent.
        self.own_parents = vec[i64](list(range(MAX_SEATS * count)))

    def _group_parallels(self) -> None:
        """Build the groups of parallel routes (R-6)."""
        self.route_group = vec[i64]([-1] * self.route_count)
        self.group_start = vec[i64]([0])
        self.group_routes = vec[i64]()
        groups = 0
        for lanes in parallel_groups(self.spec.routes):
            for lane in lanes:
                index = self.route_index[lane.id]
                self.route_group[index] = groups
                self.group_routes = append(self.group_routes, i64(index))
            self.group_start = append(self.group_start, len(self.group_routes))
            groups += 1
        # Lanes that may be claimed, by players * groups + group; all, unless a rule says otherwise.
        self.lanes_open = vec[i64]([9] * ((MAX_SEATS + 1) * groups))

    def _all_open(self) -> vec[i64]:
        """Return the masks of a new game: which routes are open, then for each seat those it is barred from."""
        masks = vec[i64]([0] * ((MAX_SEATS + 1) * self.route_words))
        for route in range(self.route_count):
            masks[route // WORD] |= bit(route % WORD)
        return masks
