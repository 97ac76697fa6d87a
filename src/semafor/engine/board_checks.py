"""Check a board as a whole: its parts against each other, and, with the rules' `check_board`, against its rules."""

from typing import Final

from semafor.model.bits import WORD
from semafor.model.cards import COLOUR_COUNT
from semafor.model.hooks import Price, Rule
from semafor.model.network.frontier import core_neighbours, line_up
from semafor.model.network.sweep import MAX_WIDTH
from semafor.model.reading import Reader, shown
from semafor.model.spec import KIND_CITY, PLAIN, BoardSpec, RouteSpec, route_ends

# The capacity of the engine's flat tables.
MOST_ROUTES: Final = 240
MOST_TICKETS: Final = 250
MOST_SPOTS: Final = 120


def check_marks(spec: BoardSpec, data: dict[str, object], reader: Reader) -> None:
    """Report marks that point at nothing: they would outlive the value they describe."""
    ids = {route.path: route.id for route in spec.routes}
    ids.update({ticket.path: ticket.id for ticket in spec.tickets})
    # The file as marks refer to it: list members have ids, not indices.
    seen: dict[str, object] = {}
    for key, value in data.items():
        if not isinstance(value, list):
            seen[key] = value
            continue
        members: dict[str, object] = {}
        for index, member in enumerate(value):
            if isinstance(member, dict):
                members[str(member.get("id", ids.get(f"{key}[{index}]")))] = member
        seen[key] = members
    for mark in spec.marks:
        here: object = seen
        for step in mark.value.split("."):
            here = here.get(step) if isinstance(here, dict) else None
        if here is None:
            reader.report(f"{mark.path}.value", "{value} is nothing in this file", value=shown(mark.value))


class BoardCheck:
    """Compares the parts of one board with each other and with its rules."""

    def __init__(self, spec: BoardSpec, known: list[type[Rule]], reader: Reader) -> None:
        """Take the board, all known rules, and the reader that notes problems."""
        self.spec = spec
        self.known = known
        self.reader = reader
        self.kinds = spec.kinds()

    def everything(self) -> None:
        """Report every problem, roughly in the order of the file."""
        spec = self.spec
        if spec.min_players > spec.max_players:
            self.report("players.min", "is more than players.max, {most}", most=spec.max_players)
        self.reader.check_ids([(p.path, p.id) for p in spec.places], "{id} is already the city or country at {first}")
        places_known = True
        for route in spec.routes:
            places_known &= self.ends(route.path, route.a, route.b, "a route can't be from {place} to itself")
            self.price(route)
        self.tickets(places_known)
        for rule in self.known:
            for field in rule.route_fields:
                rule.needed(spec, self.reader, [f"{r.path}.{field.key}" for r in spec.routes if r.fields[field.key]])
            rule.check_board(spec, self.reader)
        self.capacity(places_known)

    def report(self, path: str, message: str, **values: object) -> None:
        """Note a problem."""
        self.reader.report(path, message, **values)

    def ends(self, path: str, a: str, b: str, same: str) -> bool:
        """Report ends that are unknown or the same; return whether both are known."""
        for index, place in enumerate((a, b)):
            if place not in self.kinds:
                self.report(f"{path}.between[{index}]", "unknown place {place}", place=shown(place))
        if a == b:
            self.report(f"{path}.between", same, place=shown(a))
        return a in self.kinds and b in self.kinds

    def price(self, route: RouteSpec) -> None:
        """Report a route with more symbols than spaces, and one that takes too many cards."""
        price = Price()
        for rule in self.known:
            rule.limit_price(self.spec, route, price)
        each = self.spec.number("train_cards", "each_colour")
        locomotives = self.spec.number("train_cards", "locomotives")
        if route.symbols > route.length:
            fields = [field for rule in self.known for field in rule.route_fields if route.fields[field.key]]
            key = [field.key for field in fields if field.kind != PLAIN and not field.is_flag][-1]
            many = "{symbols} symbols on {length} spaces"
            self.report(f"{route.path}.{key}", many, symbols=route.symbols, length=route.length)
        elif each is not None and locomotives is not None and not payable(route, price, each, locomotives):
            has = "can't be paid: of all cards there are {cards} of a colour and {locomotives} locomotives"
            if not price.wild:
                has = (
                    "can't be paid: of all cards there are {cards} of a colour "
                    "and {locomotives} locomotives (not wild here)"
                )
            self.report(route.path, has, cards=each, locomotives=locomotives)
        most = route.symbols * price.for_symbol + (route.length - route.symbols) * max([1, *price.rates])
        if most >= WORD:
            fit = "at most {most} coloured cards fit into one payment, and {got} might be played here"
            self.report(route.path, fit, most=WORD - 1, got=most)

    def tickets(self, places_known: bool) -> None:
        """Report duplicate tickets, and tickets that no chain of routes completes (R-13)."""
        # With a misspelt city, tickets would only look unreachable.
        groups = self.reachable() if places_known else {}
        first: dict[str, str] = {}
        for ticket in self.spec.tickets:
            known = self.ends(ticket.path, ticket.a, ticket.b, "a ticket can't be from {place} to itself")
            if ticket.id in first:
                self.report(f"{ticket.path}.between", "is the same ticket as {first}", first=first[ticket.id])
            first.setdefault(ticket.id, ticket.path)
            if known and places_known and not groups[ticket.a] & groups[ticket.b]:
                self.report(ticket.path, "can't be completed: there is no way from {a} to {b}", a=ticket.a, b=ticket.b)

    def reachable(self) -> dict[str, set[int]]:
        """Return the numbers of the networks that each place is part of; a country may be in several."""
        count, ends = route_ends(self.spec)
        network = list(range(count))
        for a, b in ends:
            joined, gone = network[a], network[b]
            if joined != gone:
                network = [joined if number == gone else number for number in network]
        groups: dict[str, set[int]] = {place.id: set() for place in self.spec.places}
        # A duplicate id, which has been reported, is one city here.
        cities = dict.fromkeys([p.id for p in self.spec.places if p.kind == KIND_CITY])
        for spot, city in enumerate(cities):
            groups[city].add(network[spot])
        for route, (a, b) in zip(self.spec.routes, ends):
            groups[route.a].add(network[a])
            groups[route.b].add(network[b])
        return groups

    def capacity(self, places_known: bool) -> None:
        """Report what exceeds the engine's capacity."""
        self.reader.at_most("routes", len(self.spec.routes), MOST_ROUTES)
        self.reader.at_most("tickets", len(self.spec.tickets), MOST_TICKETS)
        if places_known:
            count, ends = route_ends(self.spec)
            spots = "at most {most} fit, every end of a route in a country included, got {got}"
            self.reader.at_most("cities", count, MOST_SPOTS, spots)
            if count <= MOST_SPOTS:
                self.width(count, ends)

    def width(self, count: int, ends: list[tuple[int, int]]) -> None:
        """Report a network so dense that finding the longest path could take too long (U-27)."""
        _, width = line_up(core_neighbours(count, ends))
        if width > MAX_WIDTH:
            dense = "the network is too dense to find the longest path: its width is {got}, the limit {most}"
            self.report("routes", dense, got=width, most=MAX_WIDTH)


def payable(route: RouteSpec, price: Price, each: int, locomotives: int) -> bool:
    """Return whether all the cards of the game together could pay for a route."""
    # First locomotives for the symbols, then a colour for the rest, with spare locomotives.
    symbols = route.symbols - price.covered
    spare = max(0, locomotives - symbols) if price.wild else 0
    symbols_short = max(0, symbols - locomotives)
    set_short = max(0, route.length - route.symbols - each - spare)
    # Then other cards as substitutes for what is missing, at their rate.
    rate = price.rates[-1] if price.rates else 0
    if (symbols_short and not price.for_symbol) or (set_short and not rate):
        return False
    others = (COLOUR_COUNT - 1) * each
    if price.locomotives_replace and not price.wild:
        others += locomotives
    return symbols_short * price.for_symbol + set_short * rate <= others
