"""Check a board as a whole: its parts against each other, and against its rules.

Rule parameters are only used to check the rest of the board; a missing or mistyped one checks nothing.
"""

from typing import Final

from semafor.model.bits import WORD
from semafor.model.cards import COLOUR_COUNT
from semafor.model.network.frontier import core_neighbours, line_up
from semafor.model.network.sweep import MAX_WIDTH
from semafor.model.reading import Phrase, Reader, shown
from semafor.model.spec import KIND_CITY, KIND_COUNTRY, BoardSpec, RouteSpec, parallel_groups, route_ends
from semafor.rules.ferries import STAND_INS

# The capacity of the engine's flat tables.
MOST_ROUTES: Final = 240
MOST_TICKETS: Final = 250
MOST_SPOTS: Final = 120
MOST_LANES: Final = 3


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

    def __init__(self, spec: BoardSpec, reader: Reader) -> None:
        """Take the board, and the reader that notes problems."""
        self.spec = spec
        self.reader = reader
        self.kinds = spec.kinds()

    def everything(self) -> None:
        """Report every problem, roughly in the order of the file."""
        spec = self.spec
        if spec.min_players > spec.max_players:
            self.report("players.min", "is more than players.max, {most}", most=spec.max_players)
        self.ids({p.path: p.id for p in spec.places}, "{id} is already the city or country at {first}")
        self.ids({region.path: region.id for region in spec.regions}, "{id} is already the region at {first}")
        self.ids({goal.path: goal.id for goal in spec.goals}, "{id} is already the goal at {first}")
        self.regions()
        places_known = True
        for route in spec.routes:
            places_known &= self.ends(route.path, route.a, route.b, "a route can't be from {place} to itself")
            self.symbols(route)
            self.coloured(route)
        self.rules_needed()
        self.parallel_routes()
        self.tickets(places_known)
        self.goals()
        self.amounts(places_known)

    def report(self, path: str, message: str, **values: object) -> None:
        """Note a problem."""
        self.reader.report(path, message, **values)

    def rule(self, slug: str, key: str) -> object:
        """Return a parameter of a rule, or None if either is missing."""
        return self.spec.rules[slug].get(key) if slug in self.spec.rules else None

    def rule_number(self, slug: str, key: str) -> int | None:
        """Return an integer parameter of a rule, or None if there is none."""
        value = self.rule(slug, key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def ids(self, ids: dict[str, str], twice: str) -> None:
        """Report ids that are used twice; they are given by their paths."""
        first: dict[str, str] = {}
        for path, id in ids.items():
            if id in first:
                self.report(f"{path}.id", twice, id=shown(id), first=first[id])
            elif id:
                first[id] = path

    def regions(self) -> None:
        """Report cities without a region, or with an unknown one (I-10)."""
        known = [region.id for region in self.spec.regions]
        for place in self.spec.places:
            if place.region and place.region not in known:
                listed: object = ", ".join(known) if known else Phrase("none")
                unknown = "unknown region {region}; regions: {known}"
                self.report(f"{place.path}.region", unknown, region=shown(place.region), known=listed)
            elif not place.region and place.kind == KIND_CITY and "regions" in self.spec.rules:
                self.report(f"{place.path}.region", "is missing: rules.regions needs it")

    def ends(self, path: str, a: str, b: str, same: str) -> bool:
        """Report ends that are unknown or the same; return whether both are known."""
        for index, place in enumerate((a, b)):
            if place not in self.kinds:
                self.report(f"{path}.between[{index}]", "unknown place {place}", place=shown(place))
        if a == b:
            self.report(f"{path}.between", same, place=shown(a))
        return a in self.kinds and b in self.kinds

    def symbols(self, route: RouteSpec) -> None:
        """Report a route whose symbols contradict each other, or that nobody could ever claim."""
        symbols = route.locomotives + route.waves
        if symbols > route.length:
            key = "locomotives" if route.locomotives else "waves"
            self.report(
                f"{route.path}.{key}", "{symbols} symbols on {length} spaces", symbols=symbols, length=route.length
            )
        elif route.tunnel and symbols:
            self.report(f"{route.path}.tunnel", "a route can't be both a tunnel and a ferry")
        elif route.locomotives and route.waves:
            self.report(f"{route.path}.waves", "a ferry has locomotive symbols or waves, not both")
        elif not self.payable(route):
            has = "can't be paid: of all cards there are {cards} of a colour and {locomotives} locomotives"
            if not self.wild(route):
                has = (
                    "can't be paid: of all cards there are {cards} of a colour "
                    "and {locomotives} locomotives (not wild here)"
                )
            cards = self.rule("train_cards", "each_colour")
            self.report(route.path, has, cards=cards, locomotives=self.rule("train_cards", "locomotives"))
        points = self.rule("route_points", "points")
        if isinstance(points, dict) and str(route.length) not in points:
            none = "rules.route_points.points has nothing for {length}"
            self.report(f"{route.path}.length", none, length=route.length)
        trains = self.rule_number("claiming", "trains")
        if trains is not None and route.length > trains:
            more = "{length} is more than the {trains} trains"
            self.report(f"{route.path}.length", more, length=route.length, trains=trains)

    def coloured(self, route: RouteSpec) -> None:
        """Report a route that might be paid with more coloured cards than the engine counts."""
        for_symbol, for_card = self.stand_ins(route)
        others = route.length - route.locomotives - route.waves
        most = route.locomotives * for_symbol + others * max(1, for_card, route.any_cards_for_one)
        if most >= WORD:
            fit = "at most {most} coloured cards fit into one payment, and {got} might be played here"
            self.report(route.path, fit, most=WORD - 1, got=most)

    def stand_ins(self, route: RouteSpec) -> tuple[int, int]:
        """Return how many coloured cards replace a symbol's locomotive, and another one; 0: none do (R-8)."""
        substitute = self.rule("ferries", "substitute") if route.locomotives else None
        cards = self.rule_number("ferries", "cards") or STAND_INS
        for_symbol = cards if substitute in ("any", "pair") else 0
        return for_symbol, cards if substitute == "any" and self.wild(route) else 0

    def wild(self, route: RouteSpec) -> bool:
        """Return whether locomotives are wild on a route of this kind (N-5)."""
        wild_on = self.rule("locomotives", "wild_on")
        if isinstance(wild_on, list):
            return route.kind() in wild_on
        return "locomotives" in self.spec.rules

    def payable(self, route: RouteSpec) -> bool:
        """Return whether all the cards of the game together could pay for a route."""
        each = self.rule_number("train_cards", "each_colour")
        locomotives = self.rule_number("train_cards", "locomotives")
        if each is None or locomotives is None:
            return True
        hand_limit = self.rule_number("ferry_cards", "hand_limit")
        covers = self.rule_number("ferry_cards", "covers")
        covered = route.waves
        if hand_limit is not None and covers is not None:
            covered = min(covered, hand_limit * covers)
        # First locomotives for the symbols, then a colour for the rest, with spare locomotives.
        symbols = route.locomotives + route.waves - covered
        spare = max(0, locomotives - symbols) if self.wild(route) else 0
        symbols_short = max(0, symbols - locomotives)
        set_short = max(0, route.length - route.locomotives - route.waves - each - spare)
        # Then other cards as substitutes for what is missing, at their rate.
        for_symbol, for_card = self.stand_ins(route)
        for_card = route.any_cards_for_one or for_card
        if (symbols_short and not for_symbol) or (set_short and not for_card):
            return False
        others = (COLOUR_COUNT - 1) * each
        if route.any_cards_for_one and not self.wild(route):
            others += locomotives
        return symbols_short * for_symbol + set_short * for_card <= others

    def rules_needed(self) -> None:
        """Report features of the board whose rule is missing."""
        routes = self.spec.routes
        self.needs("ferries", "locomotives", [r.path for r in routes if r.locomotives])
        self.needs("ferry_cards", "waves", [r.path for r in routes if r.waves])
        self.needs("tunnels", "tunnel", [r.path for r in routes if r.tunnel])
        self.needs("bonus_cards", "bonus_cards", [r.path for r in routes if r.bonus_cards])
        substituted = [route.path for route in routes if route.any_cards_for_one]
        self.needs("route_substitution", "any_cards_for_one", substituted)
        countries = [place.path for place in self.spec.places if place.kind == KIND_COUNTRY]
        self.needs("countries", "", countries)
        self.needs("goals", "", [goal.path for goal in self.spec.goals])

    def needs(self, slug: str, key: str, paths: list[str]) -> None:
        """Report once, at the first of the paths, that a rule is missing."""
        if paths and slug not in self.spec.rules:
            missing = "needs a table [rules.{rule}], which is missing"
            if len(paths) > 1:
                missing = "needs a table [rules.{rule}], which is missing (and for {number} more)"
            self.report(f"{paths[0]}.{key}" if key else paths[0], missing, rule=slug, number=len(paths) - 1)

    def parallel_routes(self) -> None:
        """Report too many lanes, and doubles and triples that the rule does not cover."""
        first: dict[str, RouteSpec] = {}
        for lanes in parallel_groups(self.spec.routes):
            if len(lanes) > MOST_LANES:
                many = "{got} routes of length {length} between the same places: at most {most} can be parallel"
                self.report(lanes[MOST_LANES].path, many, got=len(lanes), length=lanes[0].length, most=MOST_LANES)
            else:
                first.setdefault("double" if len(lanes) == 2 else "triple", lanes[0])
        for key, lane in first.items():
            path = f"rules.parallel_routes.{key}"
            open_lanes = self.rule("parallel_routes", key)
            if open_lanes is None:
                missing = "is missing: {a}-{b} ({first}) is a {kind}, so say how many lanes are open"
                self.report(path, missing, a=lane.a, b=lane.b, first=lane.path, kind=key)
            elif isinstance(open_lanes, dict):
                for players in range(self.spec.min_players, self.spec.max_players + 1):
                    if str(players) not in open_lanes:
                        self.report(path, "has nothing for {players} players", players=players)

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

    def goals(self) -> None:
        """Report goals about unknown places, and too few goals to turn up (L-3)."""
        for goal in self.spec.goals:
            found = [place.country for place in self.spec.places]
            if goal.at == "tag":
                found = [tag for place in self.spec.places for tag in place.tags]
            if goal.at_value and goal.at_value not in found:
                none = "no city has the {key} {value}"
                self.report(f"{goal.path}.at.{goal.at}", none, key=goal.at, value=shown(goal.at_value))
        face_up = self.rule_number("goals", "face_up")
        if face_up is not None and len(self.spec.goals) < face_up:
            few = "{number} goals, but rules.goals.face_up turns up {face_up}"
            self.report("goals", few, number=len(self.spec.goals), face_up=face_up)

    def amounts(self, places_known: bool) -> None:
        """Report decks too small for the deal, and amounts beyond the engine's capacity."""
        players = self.spec.max_players
        tickets = len(self.spec.tickets)
        dealt = self.rule_number("starting_tickets", "dealt")
        if dealt is not None and players * dealt > tickets:
            few = "only {number}, but {players} players are dealt {dealt} each"
            self.report("tickets", few, number=tickets, players=players, dealt=dealt)
        each = self.rule_number("train_cards", "each_colour")
        locomotives = self.rule_number("train_cards", "locomotives")
        hand = self.rule_number("train_cards", "dealt")
        display = self.rule_number("card_market", "display")
        if each is not None and locomotives is not None and hand is not None:
            cards = COLOUR_COUNT * each + locomotives
            displayed = 0 if display is None else display
            if cards < players * hand + displayed:
                few = "only {cards} cards, but {players} players are dealt {hand} each and {displayed} are displayed"
                self.report("rules.train_cards", few, cards=cards, players=players, hand=hand, displayed=displayed)
        self.at_most("routes", len(self.spec.routes), MOST_ROUTES)
        self.at_most("tickets", tickets, MOST_TICKETS)
        self.at_most("goals", len(self.spec.goals), WORD)
        self.at_most("regions", len(self.spec.regions), WORD)
        countries = {place.country for place in self.spec.places if place.country}
        self.at_most("cities", len(countries), WORD, "at most {most} different countries fit, got {got}")
        if places_known:
            count, ends = route_ends(self.spec)
            spots = "at most {most} fit, every end of a route in a country included, got {got}"
            self.at_most("cities", count, MOST_SPOTS, spots)
            if count <= MOST_SPOTS:
                self.width(count, ends)

    def width(self, count: int, ends: list[tuple[int, int]]) -> None:
        """Report a network so dense that finding the longest path could take too long (U-27)."""
        _, width = line_up(core_neighbours(count, ends))
        if width > MAX_WIDTH:
            tangled = (
                "the network is too tangled to find the longest path: "
                "a line that sweeps over the map meets {got} cities at once, and at most {most} can be"
            )
            self.report("routes", tangled, got=width, most=MAX_WIDTH)

    def at_most(self, path: str, count: int, most: int, message: str = "at most {most} fit, got {got}") -> None:
        """Report a list that exceeds the engine's capacity."""
        if count > most:
            self.report(path, message, most=most, got=count)
