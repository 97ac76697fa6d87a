"""Impossible positions: each is refused with every reason."""

import copy

import pytest

from semafor.engine.boards import load_board
from tests.engine.tables import Position, completed, problems, table, tunnel

IMPOSSIBLE: list[tuple[str, Position, str]] = [
    ("no board", {"seats": [{}, {}]}, "board: is missing"),
    ("a board that is a number", {"board": 3, "seats": []}, "board: must be a text, got 3"),
    ("an unknown board", table("atlantis"), "board: 'atlantis' is neither a built-in board nor a file"),
    ("no seats", {"board": "usa"}, "seats: is missing"),
    ("too few seats", table("usa", {}), "seats: usa is for 2 to 5 players, got 1 seats"),
    (
        "too many seats",
        table("nordic-countries", {}, {}, {}, {}),
        "seats: nordic-countries is for 2 to 3 players, got 4",
    ),
    ("a hundred seats", table("usa", *({} for _ in range(100))), "got 100 seats"),
    ("a seat that is none", {"board": "usa", "seats": [{}, 7]}, "seats[1]: must be a table of named values, got 7"),
    ("an unknown field", table(desk=[]), "desk: unknown key, did you mean deck?"),
    (
        "an unknown field of a seat",
        table("usa", {"ticket": []}, {}),
        "seats[0].ticket: unknown key, did you mean tickets?",
    ),
    ("an unknown card", table("usa", {"hand": {"pink": 1}}, {}), "seats[0].hand.pink: unknown key"),
    (
        "a negative number of cards",
        table("usa", {"hand": {"red": -1}}, {}),
        "seats[0].hand.red: must be a whole number",
    ),
    ("true cards", table("usa", {"hand": {"red": True}}, {}), "seats[0].hand.red: must be a whole number"),
    ("half a card", table("usa", {"hand": {"red": 0.5}}, {}), "seats[0].hand.red: must be a whole number"),
    ("a hand that is a list", table("usa", {"hand": ["red"]}, {}), "seats[0].hand: must be a table of named values"),
    ("an unknown ticket", table("usa", {"tickets": ["boston:miammi"]}, {}), "did you mean boston:miami?"),
    ("a ticket that is none", table("usa", {"tickets": [3]}, {}), "seats[0].tickets[0]: must be a text, got 3"),
    ("tickets that are a text", table("usa", {"tickets": "x"}, {}), 'seats[0].tickets: must be a list, got "x"'),
    (
        "an unknown route",
        table("usa", {}, {"routes": ["x"]}),
        'seats[1].routes[0]: there is no route "x" on this board',
    ),
    ("a route of another board", table("usa", {"routes": ["bergen:oslo:blue"]}, {}), "there is no route"),
    (
        "a route claimed twice",
        table("usa", {"routes": ["boston:new-york:red"]}, {"routes": ["new-york:boston:red"]}),
        "seats[1].routes: boston:new-york:red is claimed twice, also in seats[0].routes",
    ),
    (
        "a route claimed twice by one seat",
        table("usa", {"routes": ["boston:new-york:red"] * 2}, {}),
        "seats[0].routes: boston:new-york:red is claimed twice",
    ),
    (
        "a closed parallel route",
        table("usa", {"routes": ["boston:new-york:red"]}, {"routes": ["boston:new-york:yellow"]}),
        "with 2 players only 1 of them can be claimed",
    ),
    (
        "both parallel routes",
        table("usa", {"routes": ["boston:new-york:red", "boston:new-york:yellow"]}, {}, {}, {}),
        "seats[0].routes: boston:new-york:yellow and boston:new-york:red are parallel",
    ),
    (
        "more trains than follow",
        table("usa", {"routes": ["boston:new-york:red"], "trains": 44}, {}),
        "seats[0].trains: 44",
    ),
    (
        "more trains than there are",
        table("usa", {"trains": 46}, {}),
        "seats[0].trains: 46 are more than are left of 45",
    ),
    ("negative points", table("usa", {"points": -1}, {}), "seats[0].points: must be a whole number from 0"),
    ("too many cards", table("usa", {"hand": {"red": 13}}, {}), "13 red cards are named, but the board has 12"),
    (
        "too many cards all over the table",
        table("usa", {"hand": {"red": 10}}, {}, deck=["red"], display=["red"], discards={"red": 1}),
        "13 red cards are named, but the board has 12",
    ),
    ("too long a display", table(display=["red"] * 6), "display: has 6 members, but there are only 5"),
    ("an unknown card in the display", table(display=["pink"]), "display[0]: must be one of purple"),
    ("a null in the deck", table(deck=["red", None]), "deck[1]: must be one of purple"),
    ("a deck that is a number", table(deck=3), "deck: must be a list, got 3"),
    ("too long a deck", table(deck=["red"] * 500), "deck: has 500 members, but there are only 110"),
    ("discards that are a list", table(discards=[]), "discards: must be a table"),
    (
        "a ticket in two hands",
        table("usa", {"tickets": ["boston:miami"]}, {"tickets": ["miami:boston"]}),
        "seats[1].tickets: boston:miami can be in one place only, and is also in seats[0].tickets",
    ),
    (
        "a ticket in a hand and in the deck",
        table("usa", {"tickets": ["boston:miami"]}, {}, ticket_deck=["boston:miami"]),
        "ticket_deck: boston:miami can be in one place only",
    ),
    ("a ticket twice in the deck", table(ticket_deck=["boston:miami"] * 2), "and is twice there"),
    (
        "a removed ticket in the deck",
        table(ticket_deck=["boston:miami"], removed_tickets=["boston:miami"]),
        "one place",
    ),
    (
        "too many ferry cards in hand",
        table("italy", {"ferry_cards": 3}, {}),
        "seats[0].ferry_cards: a player can hold 2",
    ),
    (
        "too many ferry cards",
        table("italy", {"ferry_cards": 2}, {}, ferry_pile=9),
        "ferry_pile: 2 ferry cards in hands",
    ),
    ("ferry cards where there are none", table("usa", {"ferry_cards": 1}, {}), "this board has no ferry cards"),
    ("an unknown goal", table("northern-lights", goals=["small-stepps"]), "did you mean small-steps?"),
    ("a goal twice", table("northern-lights", goals=["small-steps"] * 2), "goals[1]: small-steps is named twice"),
    ("goals where there are none", table(goals=["small-steps"]), "goals: has 1 members, but there are only 0 goals"),
    ("a seat to act that is none", table(to_act=2), "to_act: must be a whole number from 0 to 1, got 2"),
    ("a truth to act", table(to_act=True), "to_act: must be a whole number from 0 to 1, got true"),
    ("an unknown decision", table(decision="sleep"), "decision: must be one of take_turn"),
    ("no turns left in play", table(turns_left=0), "turns_left: must be a whole number from 1 to 2, got 0"),
    ("more turns left than players", table(turns_left=3), "turns_left: must be a whole number from 1 to 2, got 3"),
    ("too many passes", table(passes=2), "passes: must be a whole number from 0 to 1, got 2"),
    ("a first player that is none", table(first=2), "first: must be a whole number from 0 to 1, got 2"),
    ("no state of a generator", table(random="7"), "random: the state of the random generator must be 32"),
    (
        "more known than held",
        table("usa", {"hand": {"red": 1}, "known": {"red": 2}}, {}),
        "seats[0].known.red: more than",
    ),
    (
        "a known ticket in hand",
        table("usa", {"tickets": ["boston:miami"], "knows": ["boston:miami"]}, {}),
        "not given back",
    ),
    ("a known ticket nowhere", table("usa", {"knows": ["boston:miami"]}, {}, ticket_deck=[]), "is not in this game"),
    (
        "no second card",
        table(decision="second_card", deck=[], display=["locomotive"]),
        "there is no second card to take",
    ),
    ("nothing drawn", table(decision="keep_tickets"), "the decision keep_tickets needs a seat with drawn tickets"),
    (
        "drawn in a turn",
        table("usa", {"drawn": ["boston:miami"]}, {}),
        "seats[0].drawn: goes with the decision keep_tickets",
    ),
    (
        "drawn by another seat",
        table("usa", {}, {"drawn": ["boston:miami"]}, decision="keep_tickets"),
        "seats[1].drawn: only seat 0, which is to act, can be choosing",
    ),
    (
        "too many drawn",
        table("usa", {"drawn": list(load_board("usa").ticket_index)[:5]}, {}, decision="keep_tickets"),
        "seats[0].drawn: at most 4 tickets are dealt or drawn at once, got 5",
    ),
    (
        "more to keep than drawn",
        table("usa", {"drawn": ["boston:miami"], "keep_at_least": 2}, {}, decision="keep_tickets"),
        "seats[0].keep_at_least: must be from 1 to 1",
    ),
    (
        "none to keep",
        table("usa", {"drawn": ["boston:miami"], "keep_at_least": 0}, {}, decision="keep_tickets"),
        "seats[0].keep_at_least: must be from 1 to 1",
    ),
    ("an opening turn", table(opening=True), "opening: goes with the decision keep_tickets"),
    (
        "two first players",
        table("usa", {"drawn": ["boston:miami"]}, {}, decision="keep_tickets", opening=True, first=1, to_act=0),
        "to_act: before the first turn it is the first player, seat 1",
    ),
    (
        "chosen in a turn",
        table("usa", {"chosen": {"keep": []}}, {}),
        "seats[0].chosen: only a choice of starting tickets",
    ),
    (
        "chosen what was not drawn",
        table(
            "usa",
            {"drawn": ["boston:miami"], "chosen": {"keep": ["denver:el-paso"]}},
            {"drawn": ["duluth:houston"]},
            decision="keep_tickets",
        ),
        "seats[0].chosen.keep: denver:el-paso is not among the drawn ones",
    ),
    (
        "chosen twice",
        table(
            "usa",
            {"drawn": ["boston:miami"], "chosen": {"keep": ["boston:miami"] * 2}},
            {"drawn": ["duluth:houston"]},
            decision="keep_tickets",
        ),
        "seats[0].chosen.keep: names a ticket twice",
    ),
    (
        "chosen too few",
        table(
            "usa",
            {"drawn": ["boston:miami", "denver:el-paso"], "chosen": {"keep": ["boston:miami"]}},
            {"drawn": ["duluth:houston"]},
            decision="keep_tickets",
        ),
        "seats[0].chosen.keep: at least 2 must be kept, got 1",
    ),
    (
        "a wrong order",
        table(
            "usa",
            {"drawn": ["boston:miami"], "chosen": {"keep": ["boston:miami"], "order": ["boston:miami"]}},
            {"drawn": ["duluth:houston"]},
            decision="keep_tickets",
        ),
        "seats[0].chosen.order: must name each ticket given back once",
    ),
    ("no tunnel to pay", table("toy", decision="pay_tunnel"), "tunnel: is missing"),
    ("a tunnel in a turn", {**tunnel(), "decision": "take_turn"}, "tunnel: goes with the decision pay_tunnel"),
    ("a tunnel on a board without", {**tunnel(), "board": "usa"}, "decision: this board has no tunnels"),
    ("a tunnel that is none", tunnel("ambel:dunley:grey"), "tunnel.route: ambel:dunley:grey is no tunnel"),
    ("an unknown tunnel", tunnel("ambel:fenn:grey"), 'tunnel.route: there is no route "ambel:fenn:grey"'),
    ("a tunnel without a route", {**tunnel(), "tunnel": {}}, "tunnel.route: is missing"),
    ("a tunnel not paid for", tunnel(paid={"red": 1}), "tunnel.paid: these cards do not pay for eskar:fenn:grey"),
    ("a tunnel paid with two colours", tunnel(paid={"red": 1, "blue": 1}), "tunnel.paid: these cards do not pay"),
    ("too many cards turned up", tunnel(revealed=["locomotive"] * 4), "3 cards are turned up for a tunnel, got 4"),
    ("nothing that costs more", tunnel(revealed=["blue"] * 3), "tunnel.revealed: no card turned up costs anything"),
    ("an unknown field of a tunnel", tunnel(extra=1), "tunnel.extra: unknown key"),
    (
        "a tunnel that is claimed",
        {**tunnel(), "seats": [{}, {"routes": ["eskar:fenn:grey"]}]},
        "tunnel.route: eskar:fenn:grey is claimed already",
    ),
    (
        "a tunnel without trains",
        {**tunnel(), "seats": [{"trains": 1}, {}]},
        "takes 2 trains, and the seat to act has 1",
    ),
    ("no object", [], "must be a table of named values, got a list of 0"),  # type: ignore[list-item]
]


class TestImpossible:
    @pytest.mark.parametrize(
        ("position", "expected"), [case[1:] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE]
    )
    def test_it_is_refused_and_the_reason_said(self, position: Position, expected: str) -> None:
        before = copy.deepcopy(position)
        found = problems(position)
        assert any(expected in problem for problem in found), found
        assert position == before

    def test_too_many_trains_used(self) -> None:
        routes: list[str] = []
        pairs: set[str] = set()
        for route in load_board("usa").spec.routes:
            if route.length == 6 and f"{route.a}:{route.b}" not in pairs:
                pairs.add(f"{route.a}:{route.b}")
                routes.append(route.id)
        found = problems(table("usa", {"routes": routes[:8]}, {}))
        assert found == ["seats[0].routes: take 48 trains, and a player has 45"]

    def test_the_third_lane_of_a_triple(self) -> None:  # L-6
        board = load_board("northern-lights")
        lanes = next(board.lanes(route) for route in range(board.route_count) if len(board.lanes(route)) == 3)
        ids = [board.route_id(lane) for lane in lanes]
        two = [{"routes": [ids[0]]}, {"routes": [ids[1]]}]
        assert completed(table("northern-lights", *two, {}))["seats"][1]["routes"] == [ids[1]]
        assert "with 2 players only 1 of them" in problems(table("northern-lights", *two))[0]
        assert "with 3 players only 2 of them" in problems(table("northern-lights", *two, {"routes": [ids[2]]}))[0]
        completed(table("northern-lights", *two, {"routes": [ids[2]]}, {}))

    def test_a_tunnel_beside_a_claimed_lane(self) -> None:  # N-6
        board = load_board("nordic-countries")
        doubles = [board.lanes(number) for number, route in enumerate(board.spec.routes) if route.fields["tunnel"]]
        lanes = next(lanes for lanes in doubles if lanes)
        first, second = (board.spec.routes[lane] for lane in lanes[:2])
        paid = {"locomotive": second.length}
        position = table(
            "nordic-countries",
            {},
            {"routes": [first.id]},
            decision="pay_tunnel",
            tunnel={"route": second.id, "paid": paid, "revealed": ["locomotive"]},
        )
        assert any("is closed: a parallel route is claimed" in problem for problem in problems(position))

    def test_every_problem_is_listed(self) -> None:
        seats: list[Position] = [
            {"hand": {"red": 20, "pink": 1}, "tickets": ["a:b"], "routes": ["boston:new-york:red", "nowhere"]},
            {"routes": ["boston:new-york:red"], "trains": 80},
        ]
        found = problems(table("usa", *seats, display=[1], to_act=5, decision="sleep", desk=1, random="x"))
        for start in (
            "seats[0].hand.pink:",
            "seats[0].tickets[0]:",
            "seats[0].routes[1]:",
            "seats[1].routes:",
            "seats[1].trains:",
            "20 red cards",
            "display[0]:",
            "to_act:",
            "decision:",
            "desk:",
            "random:",
        ):
            assert len([problem for problem in found if problem.startswith(start)]) == 1, (start, found)

    def test_long_lists_of_nonsense_are_refused_quickly(self) -> None:
        found = problems(table(ticket_deck=["x" * 1000] * 100000, deck=[None] * 100000))
        assert len(found) < 200
