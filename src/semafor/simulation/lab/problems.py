"""What spoils a board: found in the figures, and put in order.

A difference is called a problem if it is large enough to matter, and too large for chance: with so many tickets, routes
and seats compared, the level is divided by their number (Bonferroni), so 19 of 20 labs blame nothing that is sound.
Weights compare problems of different kinds: 1 is worth a change. They were set so that nothing on our four boards,
which are or resemble published ones, weighs more than 1, and every planted fault does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from semafor.model.board import Board
from semafor.model.spec import KIND_CITY
from semafor.simulation.lab.figures import (
    cities_of,
    colours_of,
    route_effect,
    routes_of,
    rules_of,
    share_of,
    stricter,
    table_of,
    ticket_effect,
    tickets_of,
)
from semafor.simulation.lab.paths import shortest_ways
from semafor.simulation.lab.report import LabCity, LabProblem, LabRoute, LabText, LabTicket
from semafor.simulation.lab.sums import Sums

MARGIN: Final = 7.0
"""Points of margin by which a ticket may differ from the average one."""
SEAT: Final = 0.065
"""How far a seat's share of the wins may be from the fair one: whoever begins has some advantage on every board."""
IMBALANCE: Final = 1.5
"""How many times the spaces of other colours one colour may have, or a part of it."""
OWNER: Final = 0.10
"""How much more often the owner of a route may win than those of other routes as long."""
NEEDED: Final = 0.12
"""A route is a corridor if without it the ways of the tickets are longer by this part."""
NEVER: Final = 0.01
"""A rule that surely happens in a smaller part of the games hardly ever does."""
SELDOM: Final = 0.03
"""A route or city that is used in fewer games is hardly used."""
SURPRISED: Final = 0.35
LUCK: Final = 0.60
"""The share of the wins of a planner against a greedy bot, for two, below which luck decides."""
WORST: Final = 5
_LEAST: Final = 0.4
"""What weighs less is not worth a line."""
_ENOUGH: Final = 30
"""Deals or claims without which a mean says nothing."""
_GUESS: Final = 0.95
"""The most that a problem weighs that is only a coincidence: good players may just like a route."""
_RARE: Final = 0.2
"""Where fewer tickets are delivered than this, no city is to blame."""
_OFF_WAY: Final = 8.0
"""Points that a ticket may pay more or less than its shortest way."""


@dataclass
class Found:
    """The figures that problems are looked for in."""

    board: Board
    tables: Sequence[Sums]
    detours: Sequence[float]
    skill: float
    skill_players: int
    skill_games: int


def problems_of(found: Found) -> list[LabProblem]:
    """Return what spoils the board, the worst first."""
    board, tables = found.board, found.tables
    if not sum(sums.games for sums in tables):
        return []
    tickets, routes = tickets_of(board, tables), routes_of(board, tables, found.detours)
    cities = cities_of(board, tables)
    far = _cities(board, cities, tickets, tables)
    blamed = {id for one in far for id in one.tickets}
    places = {id for one in far for id in one.cities if one.weight > 1}
    off = {route.id for route in board.spec.routes if {route.a, route.b} & places}
    listed = [
        *far,
        *_tickets(board, tickets, tables, blamed),
        *_colours(board, tables),
        *_corridors(board, routes, tables, off),
        *_seats(tables),
        *_rules(board, tables, off),
        *_unused(board, routes, tables, off),
        *_luck(found),
    ]
    corridor = max((one.weight for one in listed if one.kind == "corridor"), default=0.0)
    for one in listed:
        # Who begins reaches a corridor first: that is the same fault, not a second one.
        if one.kind in ("seat", "prize") and corridor > 1:
            one.weight = min(one.weight, corridor * 0.9)
    return sorted((one for one in listed if one.weight >= _LEAST), key=lambda one: -one.weight)


def _problem(kind: str, weight: float, said: LabText, **about: object) -> LabProblem:
    fields: dict[str, object] = {
        "routes": [],
        "cities": [],
        "tickets": [],
        "rule": None,
        "colour": None,
        "change": None,
    }
    return LabProblem(kind=kind, weight=round(weight, 2), said=said, **{**fields, **about})  # type: ignore[arg-type]


def _say(text: str, **values: object) -> LabText:
    return LabText(text, {name: str(value) for name, value in values.items()})


def percent(share: float) -> str:
    """Write a share.

    >>> percent(0.125), percent(0.0042), percent(0.9991), percent(0.0)
    ('12 %', '0.4 %', '99.9 %', '0 %')
    """
    near = 0 < share < 0.01 or 0.99 < share < 1
    return f"{100 * share:.1f} %" if near else f"{100 * share:.0f} %"


def ticket_name(board: Board, id: str) -> str:
    """Return the names of a ticket's places."""
    return " – ".join(place_name(board, end) for end in id.split(":"))


def route_name(board: Board, number: int) -> str:
    """Return the names of a route's places, and its length."""
    route = board.spec.routes[number]
    return f"{place_name(board, route.a)} – {place_name(board, route.b)} ({route.length})"


def place_name(board: Board, id: str) -> str:
    """Return the name of a place; of one without, its id."""
    return next((place.name or id for place in board.spec.places if place.id == id), id)


# Tickets


def _tickets(board: Board, tickets: list[LabTicket], tables: Sequence[Sums], blamed: set[str]) -> list[LabProblem]:
    found = []
    z = stricter(len(tickets))
    ways = shortest_ways(board.spec)
    for number, one in enumerate(tickets):
        if one.id in blamed or one.dealt < _ENOUGH:
            continue
        effect, _ = ticket_effect(tables, number)
        low, high = effect.interval(z)
        # Nearly all published tickets pay their shortest way. One that doesn't has a simple cure.
        paid = (one.points - (ways[number] or 0)) / _OFF_WAY
        name = ticket_name(board, one.id)
        values = {
            "ticket": name,
            "points": one.points,
            "worth": one.worth,
            "margin": f"{abs(effect.value):.1f}",
            "win": percent(abs(one.win)),
            "delivered": percent(one.delivered),
        }
        weight = 0.6 * abs(effect.value) / MARGIN
        if low > 0 and effect.value > MARGIN / 2:
            more = "{ticket} pays {points} and is worth {worth}: whoever is dealt it is {margin} points further ahead"
            text = f"{more} than with another ticket, and wins {{win}} more often"
            found.append(_problem("ticket", weight + max(0.0, paid), _say(text, **values), tickets=[one.id]))
        elif abs(paid) >= 1:
            values["worth"] = ways[number] or 0
            text = "{ticket} pays {points}, and its shortest way is {worth} spaces"
            weight = weight if effect.value * paid > 0 else 0.0
            found.append(_problem("ticket", abs(paid) + weight, _say(text, **values), tickets=[one.id]))
        elif high < 0 and one.delivered < 0.02:
            text = "{ticket} is hopeless: of those who were dealt it, {delivered} kept and completed it"
            found.append(_problem("hopeless", 0.5 + weight / 3, _say(text, **values), tickets=[one.id]))
        elif high < 0 and effect.value < -MARGIN / 2:
            less = "{ticket} pays {points} and would have to pay {worth}: whoever is dealt it is {margin} points"
            text = f"{less} further behind than with another ticket"
            found.append(_problem("ticket", weight, _say(text, **values), tickets=[one.id]))
    return found


def _cities(board: Board, cities: list[LabCity], tickets: list[LabTicket], tables: Sequence[Sums]) -> list[LabProblem]:
    """Find cities that nobody reaches, or reaches in time for their tickets."""
    delivered = [one.delivered for one in tickets]
    usual = sum(delivered) / max(1, len(delivered))
    found: list[LabProblem] = []
    # The worst first: that a city's tickets lead to a worse one is not its own fault.
    for one in sorted(cities, key=lambda one: (one.reached, one.delivered or 0.0)):
        blamed = {id for problem in found for id in problem.tickets}
        mine = [ticket for ticket in tickets if one.id in ticket.id.split(":") and ticket.id not in blamed]
        found += _city(board, one, mine, usual, tables)
    return found


def _city(board: Board, one: LabCity, mine: list[LabTicket], usual: float, tables: Sequence[Sums]) -> list[LabProblem]:
    games = sum(sums.games for sums in tables)
    z = stricter(len(board.spec.places))
    dealt = sum(ticket.dealt for ticket in mine)
    delivered = sum(ticket.dealt * ticket.delivered for ticket in mine) / max(1, dealt)
    values = {
        "city": place_name(board, one.id),
        "reached": percent(one.reached),
        "delivered": percent(delivered),
        "usual": percent(usual),
    }
    if mine and usual > _RARE and share_of(delivered * dealt, dealt, z)[1] < usual * 0.2:
        text = (
            "{city} can't be reached in time: of its tickets that were dealt, {delivered} were kept and completed,"
            " of all others {usual}; somebody gets there in {reached} of the games"
        )
        weight = 2.6 * (1 - delivered / usual / 0.2) * (1 - one.reached) ** 4 + 0.1 * len(mine)
        ids = [ticket.id for ticket in mine]
        return [_problem("city", weight, _say(text, **values), cities=[one.id], tickets=ids)]
    if share_of(one.reached * games, games, z)[1] < SELDOM and _is_city(board, one.id):
        text = "hardly anybody goes to {city}: somebody gets there in {reached} of the games"
        return [_problem("city", 0.9, _say(text, **values), cities=[one.id])]
    return []


def _is_city(board: Board, id: str) -> bool:
    return board.spec.kinds()[id] == KIND_CITY


# Colours


def _colours(board: Board, tables: Sequence[Sums]) -> list[LabProblem]:
    found = []
    colours = colours_of(board, tables)
    for one in colours:
        others = [other for other in colours if other is not one]
        usual = sum(other.spaces for other in others) / len(others)
        if not usual:
            continue
        # A few spaces more or less say little.
        ratio = (one.spaces + 2) / (usual + 2)
        values = {
            "colour": one.colour,
            "spaces": one.spaces,
            "usual": f"{usual:.0f}",
            "claimed": percent(one.claimed),
            "others": percent(sum(other.claimed for other in others) / len(others)),
        }
        if ratio > IMBALANCE:
            text = (
                "{colour} cards are scarce: {spaces} spaces take them, of another colour {usual} on average; {claimed}"
                " of these spaces are claimed in a game, of the others {others}"
            )
            weight = 1 + 1.5 * (ratio / IMBALANCE - 1)
            found.append(_problem("colour", min(weight, 4), _say(text, **values), colour=one.colour))
        elif ratio < 1 / IMBALANCE:
            text = "{colour} cards are of little use: {spaces} spaces take them, of another colour {usual} on average"
            weight = 0.9 + 1.5 * (1 / max(ratio, 0.2) / IMBALANCE - 1) * 0.5
            found.append(_problem("colour", min(weight, 3), _say(text, **values), colour=one.colour))
    return found


# Routes


def _corridors(board: Board, routes: list[LabRoute], tables: Sequence[Sums], off: set[str]) -> list[LabProblem]:
    """Find routes whose owner wins more often than those of other routes as long."""
    usual = _owners_by_length(board, routes)
    z = stricter(len(routes))
    found = []
    for number, one in enumerate(routes):
        if one.id in off:
            continue
        effect = route_effect(tables, number)
        if effect.count < _ENOUGH:
            continue
        expected = usual[board.spec.routes[number].length]
        more = effect.value - expected
        if effect.value - z * effect.error - expected <= 0 or more < OWNER / 2:
            continue
        values = {
            "route": route_name(board, number),
            "win": percent(effect.value),
            "detour": percent(one.detour),
            "claimed": percent(one.claimed),
        }
        # How often it matters: a route that is seldom claimed decides little.
        weight = more / OWNER * min(1.0, one.claimed / 0.5)
        if one.detour >= NEEDED:
            text = (
                "{route} is a corridor without which little works: its owner wins {win} more often than is fair, and"
                " without it the ways of the tickets are {detour} longer"
            )
            weight = weight * 1.5 * min(1.0, one.detour / 0.4) + one.detour
            found.append(_problem("corridor", weight, _say(text, **values), routes=[one.id]))
        elif weight > 0.5:
            text = (
                "{route} decides: its owner wins {win} more often than is fair; it is claimed in {claimed} of the games"
            )
            found.append(_problem("prize", min(weight, _GUESS), _say(text, **values), routes=[one.id]))
    for one_problem in _bridges(board, routes):
        if not off & set(one_problem.routes) and not any(
            set(one_problem.routes) & set(other.routes) for other in found if other.kind == "corridor"
        ):
            found.append(one_problem)
    return found


def _bridges(board: Board, routes: list[LabRoute]) -> list[LabProblem]:
    """Find single routes on which very many tickets depend, whoever wins."""
    found = []
    for number, one in enumerate(routes):
        if one.detour < 2 * NEEDED or len(board.lanes(number)) > 1:
            continue
        text = "{route} is a corridor: without it the ways of the tickets are {detour} longer"
        said = _say(text, route=route_name(board, number), detour=percent(one.detour))
        found.append(_problem("corridor", 0.8 + 2 * one.detour, said, routes=[one.id]))
    return found


def _owners_by_length(board: Board, routes: list[LabRoute]) -> dict[int, float]:
    """Return how much more often than fair the owners of routes of a length win, weighted by their claims."""
    lengths = {route.length for route in board.spec.routes}
    usual: dict[int, float] = {}
    everywhere = sum(one.win * one.claimed for one in routes) / max(1e-9, sum(one.claimed for one in routes))
    for length in lengths:
        mine = [one for one, route in zip(routes, board.spec.routes, strict=True) if route.length == length]
        claims = sum(one.claimed for one in mine)
        # A few routes of a length say little about what is usual for it.
        usual[length] = (sum(one.win * one.claimed for one in mine) + 2 * everywhere) / (claims + 2)
    return usual


def _unused(board: Board, routes: list[LabRoute], tables: Sequence[Sums], off: set[str]) -> list[LabProblem]:
    """Find routes that are hardly ever claimed, in one problem: each alone spoils little."""
    games = sum(sums.games for sums in tables)
    z = stricter(len(routes))
    idle = [
        number
        for number, one in enumerate(routes)
        if one.id not in off and share_of(one.claimed * games, games, z)[1] < SELDOM
    ]
    if not idle:
        return []
    names = ", ".join(route_name(board, number) for number in idle[:3])
    text = "{number} routes are hardly ever claimed: {routes}"
    said = _say(text, number=len(idle), routes=names)
    weight = 0.3 + 0.6 * len(idle) / len(routes) * 5
    return [_problem("unused", min(weight, 1.2), said, routes=[routes[number].id for number in idle])]


# The table


def _seats(tables: Sequence[Sums]) -> list[LabProblem]:
    found = []
    tests = sum(sums.players for sums in tables)
    for sums in tables:
        table = table_of(sums)
        for number, seat in enumerate(table.seats):
            fair = 1 / sums.players
            low, high = share_of(seat.share * sums.games, sums.games, stricter(tests))
            if not low <= fair <= high and abs(seat.share - fair) > SEAT / 3:
                text = (
                    "with {players} players, seat {number} in the order of turns wins {share} of the games instead of"
                    " {fair}"
                )
                said = _say(
                    text, players=sums.players, number=number + 1, share=percent(seat.share), fair=percent(fair)
                )
                # A standard error less: with few games, chance alone makes some seat look bad.
                error = (seat.share_interval[1] - seat.share_interval[0]) / 4
                off = max(0.0, abs(seat.share - fair) - error)
                found.append(_problem("seat", (off / SEAT) ** 1.5, said))
    found.sort(key=lambda one: -one.weight)
    # Seats of the same game take from each other: one problem says it.
    return found[:1]


def _rules(board: Board, tables: Sequence[Sums], off: set[str]) -> list[LabProblem]:
    found = []
    games = sum(sums.games for sums in tables)
    for one in rules_of(board, tables):
        if share_of(min(one.happened, 1.0) * games, games)[1] > NEVER:
            continue
        marked = {route.id for route in board.spec.routes if route.fields.get(one.part)}
        if marked and marked <= off:
            continue  # the routes are at fault, not the rule
        text = "the rule {rule} never happens: not once in {games} games"
        if one.happened:
            text = "the rule {rule} hardly ever happens: {happened} times in {games} games"
        name = f"{one.rule}.{one.part}" if one.part else one.rule
        said = _say(text, rule=name, games=games, happened=round(one.happened * games))
        weight = 1.5 if one.part != "extra" else 0.8
        found.append(_problem("rule", weight, said, rule=one.rule))
    # A rule whose routes are never claimed has no other effects either: one problem for each rule.
    first: dict[str | None, LabProblem] = {}
    for problem in found:
        known = first.setdefault(problem.rule, problem)
        if problem.weight > known.weight:
            first[problem.rule] = problem
    return list(first.values())


def _luck(found: Found) -> list[LabProblem]:
    """Find games that end by surprise, or in which luck decides."""
    listed = []
    last = sum(sums.last_rounds for sums in found.tables)
    surprised = sum(sums.surprises for sums in found.tables)
    low, _ = share_of(surprised, last)
    if last and low > SURPRISED:
        text = "the last round comes as a surprise: {share} of the other players had planned for three turns or more"
        listed.append(_problem("surprise", low / SURPRISED, _say(text, share=percent(surprised / last))))
    if found.skill_games:
        fair = 1 / found.skill_players
        _, high = share_of(found.skill * found.skill_games, found.skill_games)
        weak = fair + (LUCK - 0.5) * 2 * (1 - fair)
        if high < weak:
            text = "luck decides: a planner beats greedy bots in only {share} of the games"
            weight = 1 + (weak - high) * 2
            listed.append(_problem("luck", weight, _say(text, share=percent(found.skill))))
    return listed
