"""Goal cards: bonuses known to all from the start (L-3, L-12, R-9, R-16, R-17).

Each goal is data: what it counts, where, and its points. All who have the most of it score it.

Example: `measure = "routes_at", at = { country = "NO" }` counts the routes that start or end in a city in Norway.
"""

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from semafor.model.award import Award, Share
from semafor.model.bits import WORD, bit, ones
from semafor.model.board import Board
from semafor.model.board_file import MOST_POINTS, by_language, read_id, read_names
from semafor.model.cards import COLOUR_COUNT, LOCOMOTIVE
from semafor.model.event_types import GoalsShown
from semafor.model.gains import Gains
from semafor.model.hooks import Rule
from semafor.model.reading import Reader, Table, shown
from semafor.model.spec import BoardSpec, GoalSpec, Place
from semafor.model.state import State
from semafor.model.tally import COMPLETED, Tally
from semafor.rules.globetrotter import show_tickets
from semafor.rules.longest_path import show_paths
from semafor.rules.paths import routes_of

_LOCOMOTIVES_IN_HAND: Final = 0
_TRAINS_LEFT: Final = 1
_LONGEST_PATH: Final = 2
_COUNTRIES: Final = 3
_TICKETS: Final = 4
_ROUTES: Final = 5
_MEASURES: Final[dict[str, int]] = {
    "locomotives_in_hand": _LOCOMOTIVES_IN_HAND,
    "tickets_at": _TICKETS,
    "trains_left": _TRAINS_LEFT,
    "routes_of_length": _ROUTES,
    "countries": _COUNTRIES,
    "longest_path": _LONGEST_PATH,
    "tickets_up_to": _TICKETS,
    "routes_at": _ROUTES,
    "ferries": _ROUTES,
}
_PUBLIC: Final = (_TRAINS_LEFT, _LONGEST_PATH, _COUNTRIES, _ROUTES)
"""The allow-list of measures that are public during the game: neither tickets nor hands."""


class Goal:
    """A goal prepared for counting: the tickets or routes that count are marked once."""

    def __init__(self, board: Board, spec: GoalSpec) -> None:
        """Mark the tickets and routes that count."""
        self.id = spec.id
        self.points: i64 = spec.points
        self.measure: i64 = _MEASURES[spec.measure]
        self.public = self.measure in _PUBLIC
        places = {place.id for place in board.spec.places if _is_at(place, spec)}
        self.tickets = vec[u8](
            [
                u8(
                    ticket.points <= spec.limit
                    if spec.measure == "tickets_up_to"
                    else ticket.a in places or ticket.b in places
                )
                for ticket in board.spec.tickets
            ]
        )
        marked: list[bool] = []
        for route in board.spec.routes:
            if spec.measure == "routes_of_length":
                marked.append(route.length == spec.limit)
            elif spec.measure == "ferries":
                marked.append(route.kind == "ferry")
            else:
                marked.append(route.a in places or route.b in places)
        self.routes = vec[u8]([u8(mark) for mark in marked])


def _is_at(place: Place, spec: GoalSpec) -> bool:
    if spec.at == "tag":
        return spec.at_value in place.tags
    return spec.at == "country" and place.country == spec.at_value


class Goals(Rule):
    """Turns up some of the goals, and awards them at the end."""

    slug: ClassVar[str] = "goals"
    cited: ClassVar[dict[str, str]] = {"face_up": "L-3", "points": "L-12"}

    def __init__(self, table: Table) -> None:
        """Read how many goals are turned up."""
        super().__init__(table)
        self.face_up: i64 = table.integer("face_up", 1, 60)
        self.goals: list[Goal] = []
        self.countries = vec[i64]()

    @classmethod
    def read_place(cls, table: Table, place: Place) -> None:
        """Read by what goals refer to a city."""
        place.country = table.text("country", "")
        place.tags = table.texts("tags", [])

    @classmethod
    def read_parts(cls, table: Table, spec: BoardSpec) -> None:
        """Read the list of goals."""
        spec.goals = [_read_goal(entry) for entry in table.tables("goals", False)]

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report goals with the same id, about unknown places, too many goals, or too few to turn up (L-3)."""
        reader.check_ids([(goal.path, goal.id) for goal in spec.goals], "{id} is already the goal at {first}")
        cls.needed(spec, reader, [goal.path for goal in spec.goals])
        for goal in spec.goals:
            if goal.at_value and not any(_is_at(place, goal) for place in spec.places):
                none = "no city has the {key} {value}"
                reader.report(f"{goal.path}.at.{goal.at}", none, key=goal.at, value=shown(goal.at_value))
        face_up = spec.number("goals", "face_up")
        if face_up is not None and len(spec.goals) < face_up:
            few = "{number} goals, but rules.goals.face_up turns up {face_up}"
            reader.report("goals", few, number=len(spec.goals), face_up=face_up)
        reader.at_most("goals", len(spec.goals), WORD)
        countries = {place.country for place in spec.places if place.country}
        reader.at_most("cities", len(countries), WORD, "at most {most} different countries fit, got {got}")

    def prepare(self, board: Board) -> None:
        """Prepare the goals, and compute the mask of countries that every route connects (R-17)."""
        board.award_rules = append(board.award_rules, self)
        self.goals = [Goal(board, spec) for spec in board.spec.goals]
        names = sorted({place.country for place in board.spec.places if place.country})
        numbers = {place.id: names.index(place.country) for place in board.spec.places if place.country}
        masks: list[int] = []
        for route in board.spec.routes:
            between = {numbers[end] for end in (route.a, route.b) if end in numbers}
            masks.append(sum(1 << number for number in between) if len(between) == 2 else 0)
        self.countries = vec[i64](masks)

    def describe(self, board: Board, said: dict[str, object]) -> None:
        """Add how many goals are turned up."""
        said["goals_face_up"] = int(self.face_up)

    def set_up(self, state: State) -> None:
        """Shuffle the goals and turn up the first ones (L-3); the others leave the game."""
        total = i64(len(self.goals))
        order = vec[u8]([u8(goal) for goal in range(total)])
        state.chance.shuffle(order, 0, total)
        for i in range(self.face_up):
            state.goals |= bit(i64(order[i]))
        if state.journal is not None:
            state.journal.write(GoalsShown(-1, tuple(face_up_goals(state))))

    def award(self, state: State, tally: Tally) -> None:
        """Award each goal that is face up (L-12)."""
        for number, goal in enumerate(self.goals):
            if (state.goals >> i64(number)) & 1 == 1:
                tally.award_most(goal.id, goal.points, self.count(state, tally, goal))

    def explain(self, state: State, tally: Tally) -> list[Award]:
        """Name the tickets or routes that won each goal."""
        awards: list[Award] = []
        for number, goal in enumerate(self.goals):
            if (int(state.goals) >> number) & 1 == 0:
                continue
            shares = tally.shares(goal.id, self.count(state, tally, goal))
            if goal.measure == _TICKETS:
                show_tickets(state, tally, shares, goal.tickets)
            elif goal.measure == _LONGEST_PATH:
                show_paths(state, shares)
            else:
                self._show_routes(state, goal, shares)
            award = Award(goal.id, self.slug, [self.cites["points"]], int(goal.points), goal.public, shares)
            award.names = state.board.spec.goals[number].names
            awards.append(award)
        return awards

    def _show_routes(self, state: State, goal: Goal, shares: list[Share]) -> None:
        for share in shares:
            if share.points > 0 and goal.measure in (_ROUTES, _COUNTRIES):
                share.routes = [
                    state.board.route_id(route)
                    for route in routes_of(state.board, state.owners, share.seat)
                    if (i64(goal.routes[route]) == 1 if goal.measure == _ROUTES else self.countries[route] != 0)
                ]

    def gains(self, state: State, gains: Gains) -> None:
        """Add what the routes and tickets that count for a goal can gain."""
        for number, goal in enumerate(self.goals):
            if (state.goals >> i64(number)) & 1 == 0:
                continue
            if goal.measure == _ROUTES:
                gains.most_by_route += goal.points
                for route in range(len(goal.routes)):
                    gains.by_route[route] += goal.points * i64(goal.routes[route])
            elif goal.measure == _TICKETS:
                for ticket in range(len(goal.tickets)):
                    gains.by_ticket[ticket] += goal.points * i64(goal.tickets[ticket])

    def count(self, state: State, tally: Tally, goal: Goal) -> vec[i64]:
        """Return each seat's count for the goal."""
        values = vec[i64]([0] * state.players)
        if goal.measure == _TICKETS:
            for ticket in range(state.board.ticket_total):
                if i64(tally.outcomes[ticket]) == COMPLETED and i64(goal.tickets[ticket]) == 1:
                    values[state.ticket_place(ticket)] += 1
        elif goal.measure == _ROUTES:
            for route in range(state.board.route_count):
                owner = i64(state.owners[route])
                if owner < state.players and i64(goal.routes[route]) == 1:
                    values[owner] += 1
        elif goal.measure == _COUNTRIES:
            self._count_countries(state, values)
        else:
            for seat in range(state.players):
                if goal.measure == _LONGEST_PATH:
                    values[seat] = tally.network.longest_path(seat)
                elif goal.measure == _TRAINS_LEFT:
                    values[seat] = state.trains(seat)
                else:
                    values[seat] = _locomotives_in_hand(state, seat)
        return values

    def _count_countries(self, state: State, values: vec[i64]) -> None:
        """Count the countries that the player's routes connect; routes inside one country don't count (R-17)."""
        masks = vec[i64]([0] * state.players)
        for route in range(state.board.route_count):
            owner = i64(state.owners[route])
            if owner < state.players:
                masks[owner] |= self.countries[route]
        for seat in range(state.players):
            values[seat] = ones(masks[seat])


def _read_goal(table: Table) -> GoalSpec:
    measure = table.choice("measure", list(_MEASURES))
    goal = GoalSpec(read_id(table), read_names(table), table.integer("points", 1, MOST_POINTS), measure, table.path)
    goal.aliases = table.texts("aliases", [])
    if table.raw("measure") != measure:
        # An unknown measure might take these, so don't report them as unknown keys.
        for key in ("at", "where", "limit"):
            table.raw(key)
    if measure in ("tickets_at", "routes_at"):
        at = table.table("at")
        goal.at = "tag" if at.has("tag") else "country"
        goal.at_value = at.text(goal.at)
        at.finish()
        goal.where = by_language(table, "where")
    if measure in ("routes_of_length", "tickets_up_to"):
        goal.limit = table.integer("limit", 1)
    table.finish()
    return goal


def _locomotives_in_hand(state: State, seat: i64) -> i64:
    """Count locomotives, every pair of cards of one colour as one."""
    total = state.hand(seat, LOCOMOTIVE)
    for colour in range(COLOUR_COUNT):
        total += state.hand(seat, colour) >> 1
    return total


def counts_hand(spec: GoalSpec) -> bool:
    """Return whether a goal counts cards in hand."""
    return spec.measure == "locomotives_in_hand"


def face_up_goals(state: State) -> list[str]:
    """Return the ids of the goals that are face up, in the order of the board file."""
    return [goal.id for number, goal in enumerate(state.board.spec.goals) if (int(state.goals) >> number) & 1]
