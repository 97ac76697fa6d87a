"""Resolves the routes in a table's text, and assigns the lanes of doubles and triples.

`Seattle - Portland`, where there are two such routes, means either of them: the player gets one that nobody else has.
So routes are assigned when all are known, those with a colour first.
"""

from __future__ import annotations

from collections.abc import Sequence

from semafor import Board
from semafor.cli.words.language import Names, Speech
from semafor.cli.words.matching import CARD_NAMES, KIND_NAMES, PlaceLexicon, RouteWords
from semafor.model.spec import RouteSpec, pair


class Wanted:
    """A route as written: its player, line and text; and, once resolved, the routes it may mean."""

    def __init__(self, seat: int, line: int, text: str) -> None:
        """Start with no routes found."""
        self.seat = seat
        self.line = line
        self.text = text
        self.routes: list[RouteSpec] = []


class Claims:
    """Assigns the routes of a board."""

    def __init__(self, board: Board, speech: Speech, called: Names, places: PlaceLexicon) -> None:
        """Collect the routes by the places they are between."""
        self.board = board
        self.speech = speech
        self.called = called
        self.places = places
        self.words = RouteWords()
        self.pairs: dict[str, list[RouteSpec]] = {}
        for route in board.spec.routes:
            self.pairs.setdefault(pair(route.a, route.b), []).append(route)
        self.problems: list[tuple[int, str]] = []

    def find(self, text: str) -> tuple[list[RouteSpec], str]:
        """Return the routes that a text may mean, parallel ones or a single one; or none, and the problem."""
        found = self.places.find_pair(text, self.pairs, self.words)
        if len(found.pairs) > 1:
            names = [self.called.between(*key.split(":")) for key in found.pairs]
            return [], self.speech("which_route", text=text, names=self.speech.either(names))
        if found.pairs:
            return self._narrow(text, self.pairs[found.pairs[0]], found.rest)
        if found.known:
            a, b = found.known
            return [], self.speech("no_such_route", places=self.called.between(a, b), near=self._neighbours(a, b))
        said = [
            self.speech(
                "which_place", text=text, word=word, names=self.speech.either([self.called.places[id] for id in ids])
            )
            for word, ids in found.unclear.items()
        ]
        for word in found.unknown:
            near = self.places.near(word)
            hint = " " + self.speech("did_you_mean", names=self.speech.either(near)) if near else ""
            what = self.speech("a_route")
            said.append(self.speech("unknown_place", text=text, word=word, what=what, near=hint))
        return [], "\n".join(said)

    def assign(self, wanted: Sequence[Wanted], names: Sequence[str], lines: Sequence[int]) -> list[list[str]]:
        """Assign every seat its routes, as ids, and report conflicts. `names` and `lines` are the players'."""
        for want in wanted:
            want.routes, problem = self.find(want.text)
            self.problems += [(want.line, message) for message in problem.splitlines()]
        held: list[list[str]] = [[] for _ in names]
        owner: dict[str, Wanted] = {}
        for want in sorted(wanted, key=lambda want: len(want.routes)):
            if want.routes:
                route = self._give(want, owner, names)
                if route is not None:
                    owner[route.id] = want
                    held[want.seat].append(route.id)
        for seat, routes in enumerate(held):
            self._check_trains(routes, names[seat], lines[seat])
        return held

    def _narrow(self, text: str, routes: list[RouteSpec], rest: Sequence[str]) -> tuple[list[RouteSpec], str]:
        """Choose among the routes between two places by the words that follow: a colour, a kind, a number."""
        chosen = routes
        for word in rest:
            colours = CARD_NAMES.find(word)
            kinds = KIND_NAMES.find(word)
            if word.isdigit():
                chosen = _by_number(chosen, int(word))
            else:
                chosen = [route for route in chosen if route.colour in colours or route.kind in kinds]
        if not chosen:
            return [], self.speech("no_such_lane", text=text, routes=self.speech.either(self._described(routes)))
        if len({route.length for route in chosen}) > 1:
            return [], self.speech("which_lane", text=text, routes=self.speech.either(self._described(chosen)))
        return chosen, ""

    def _give(self, want: Wanted, owner: dict[str, Wanted], names: Sequence[str]) -> RouteSpec | None:
        """Find the lane for this route, or report why there is none."""
        board = self.board
        number = board.route_index[want.routes[0].id]
        lanes = [board.route_id(lane) for lane in board.lanes(number)] or [want.routes[0].id]
        claimed = {lane: owner[lane] for lane in lanes if lane in owner}
        places = self.called.between(want.routes[0].a, want.routes[0].b)
        rule = board.rule("parallel_routes")
        for other in claimed.values():
            if other.seat == want.seat:
                key = "held_twice" if len(lanes) > 1 and rule is not None else "route_twice"
                cited = rule.cites["one_each"] if rule is not None else ""
                self._report(want, key, places=places, name=names[want.seat], line=other.line, rule=cited)
                return None
        holders = self.speech.list([f"{names[w.seat]} ({self.speech('line', line=w.line)})" for w in claimed.values()])
        groups = len(board.group_start) - 1
        group = board.route_group[number]
        if group >= 0 and rule is not None:
            most = int(board.lanes_open[max(2, min(len(names), 5)) * groups + group])
            if len(claimed) >= most and len(claimed) < len(lanes):
                values = {"players": self.speech.count("players", len(names)), "rule": rule.cites["closed"]}
                self._report(want, "lane_closed", places=places, most=most, holders=holders, **values)
                return None
        free = [route for route in want.routes if route.id not in owner]
        if not free:
            self._report(want, "route_taken", places=places, holders=holders)
            return None
        return free[0]

    def _check_trains(self, routes: Sequence[str], name: str, line: int) -> None:
        used = sum(self.called.routes[route].length for route in routes)
        if used > self.board.trains:
            trains = int(self.board.trains)
            rule = self.board.rule("claiming")
            cited = rule.cites["trains"] if rule is not None else ""
            message = self.speech("too_many_trains", name=name, used=used, trains=trains, rule=cited)
            self.problems.append((line, message))

    def _report(self, want: Wanted, key: str, /, **values: object) -> None:
        self.problems.append((want.line, self.speech(key, text=want.text, **values)))

    def _described(self, routes: Sequence[RouteSpec]) -> list[str]:
        return list(dict.fromkeys(f"({self.called.attributes(route)})" for route in routes))

    def _neighbours(self, a: str, b: str) -> str:
        """List the routes of two places that have none between them."""
        said: list[str] = []
        for place in dict.fromkeys((a, b)):
            ends = [key.split(":") for key in self.pairs]
            there = sorted(self.called.places[x if y == place else y] for x, y in ends if place in (x, y))
            said.append(self.speech("neighbours", place=self.called.places[place], names=self.speech.list(there)))
        return " ".join(said)


def _by_number(routes: Sequence[RouteSpec], number: int) -> list[RouteSpec]:
    """Choose by a number: the length if lengths differ, otherwise the lane."""
    same = [route for route in routes if route.length == number]
    if len({route.length for route in routes}) > 1 or number > len(routes) or len(routes) == 1:
        return same
    return [routes[number - 1]]
