"""Northern Lights as a whole: how its rules differ from the base game (L-1, L-2, L-4 to L-6, L-9 to L-13)."""

from collections import Counter

import pytest

import semafor
from semafor import Claim, DrawCard, DrawTickets, GameError, KeepTickets
from tests.games import (
    Seat,
    dealt,
    display,
    empty_seats,
    event,
    hand,
    payments,
    refused,
    routes,
    situation,
    ticket_deck,
    types,
)

LIGHTS = "northern-lights"
DOUBLE = ["karlskrona:norrkoping:green", "karlskrona:norrkoping:red"]
"""3 spaces each."""
TRIPLE = ["karlstad:oslo:white", "karlstad:oslo:green", "karlstad:oslo:orange"]
"""1 space each."""
PAY_FOR_ALL = {"green": 3, "red": 3, "white": 1, "orange": 1}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_l_1_two_to_five_players_with_40_trains_and_no_points(players: int) -> None:
    game = semafor.new_game(semafor.load_board(LIGHTS), players, seed=1)
    assert [(game.state.trains(seat), game.state.points(seat)) for seat in range(players)] == [(40, 0)] * players


@pytest.mark.parametrize("players", [1, 6])
def test_l_1_no_other_number_of_players(players: int) -> None:
    with pytest.raises(GameError, match=f"northern-lights is for 2 to 5 players, not {players}"):
        semafor.new_game(semafor.load_board(LIGHTS), players, seed=1)


def test_l_2_114_train_cards_55_tickets_and_11_goals() -> None:
    game = situation(LIGHTS, {}, {})
    position = game.position()
    cards, shown = position["deck"], position["display"]
    assert isinstance(cards, list)
    assert isinstance(shown, list)
    counts = Counter(cards + shown)
    assert counts.pop("locomotive") == 18
    assert sorted(counts.values()) == [12] * 8
    assert len(set(ticket_deck(game))) == 55
    assert len(game.board.spec.goals) == 11


def test_l_4_three_or_more_displayed_locomotives_stay() -> None:
    shown = ["locomotive", "locomotive", "red", "blue", "white"]
    game = situation(LIGHTS, {}, {}, display=shown, deck=["locomotive", "locomotive", "green", "green"])
    events = game.apply(0, DrawCard("red")) + game.apply(0, DrawCard("blue"))
    assert types(events) == ["card_taken", "display_filled"] * 2
    assert display(game) == ["locomotive"] * 4 + ["white"]


def test_l_4_a_display_of_locomotives_stays_at_the_start() -> None:
    game = situation(LIGHTS, {}, {}, deck=["locomotive"] * 5 + ["red"] * 3)
    assert display(game) == ["locomotive"] * 5


def test_l_4_a_displayed_locomotive_is_the_whole_draw() -> None:
    shown = ["locomotive", "locomotive", "red", "blue", "white"]
    game = situation(LIGHTS, {}, {}, display=shown, deck=["green"] * 4)
    game.apply(0, DrawCard("locomotive"))
    assert hand(game, 0) == {"locomotive": 1}
    assert game.pending.seats == [1]
    game.apply(1, DrawCard("red"))
    refusal = refused(game, 1, DrawCard("locomotive"))
    assert (refusal.code, refusal.rule) == ("locomotive_second", "U-10")
    assert refusal.message == "a locomotive from the display can't be the second card of a draw"


def test_l_4_a_locomotive_from_the_deck_is_one_card_like_any_other() -> None:
    shown = ["white", "locomotive", "red", "blue", "white"]
    game = situation(LIGHTS, {}, {}, display=shown, deck=["locomotive", "locomotive", "green"])
    game.apply(0, DrawCard())
    assert game.pending.name == "second_card"
    game.apply(0, DrawCard())
    assert hand(game, 0) == {"locomotive": 2}


def test_l_5_four_tickets_are_dealt_and_at_least_two_kept() -> None:
    game = semafor.new_game(semafor.load_board(LIGHTS), 3, seed=1)
    for seat in range(3):
        tickets = dealt(game, seat)
        assert len(tickets) == 4
        kept = [action.tickets for action in game.legal_actions(seat) if isinstance(action, KeepTickets)]
        assert Counter(map(len, kept)) == {2: 6, 3: 4, 4: 1}
        refusal = refused(game, seat, KeepTickets(tickets[:1]))
        assert (refusal.code, refusal.rule) == ("too_few_tickets", "L-5")
        assert refusal.message == "at least 2 of the tickets dealt must be kept"


def test_l_5_those_given_back_go_under_the_deck() -> None:
    game = semafor.new_game(semafor.load_board(LIGHTS), 3, seed=1)
    under = ticket_deck(game)
    assert len(under) == 55 - 12
    for seat in range(3):
        tickets = dealt(game, seat)
        under += tickets[2:]
        game.apply(seat, KeepTickets(tickets[:2]))
    assert ticket_deck(game) == under


def claim(lane: str) -> Claim:
    """Return the claim of a lane with cards of its own colour only."""
    return Claim(lane, {lane.split(":")[2]: 3 if lane in DOUBLE else 1})


@pytest.mark.parametrize(
    ("players", "lanes", "open_lanes"),
    [
        (2, DOUBLE, 1),
        (2, TRIPLE, 1),
        (3, DOUBLE, 1),
        (3, TRIPLE, 2),
        (4, DOUBLE, 2),
        (4, TRIPLE, 3),
        (5, DOUBLE, 2),
        (5, TRIPLE, 3),
    ],
)
def test_l_6_lanes_of_doubles_and_triples_by_players(players: int, lanes: list[str], open_lanes: int) -> None:
    able: list[Seat] = [{"hand": PAY_FOR_ALL} for _ in range(min(players, 4))]
    game = situation(LIGHTS, *able, *empty_seats(players - len(able)))
    for seat in range(open_lanes):
        game.apply(seat, claim(lanes[seat]))
    assert [routes(game, seat) for seat in range(open_lanes)] == [[lane] for lane in lanes[:open_lanes]]
    following = open_lanes % players
    for lane in lanes[open_lanes:]:
        refusal = refused(game, following, claim(lane))
        assert (refusal.code, refusal.rule) == ("route_closed", "L-6")
        assert refusal.message == (
            f"{lane} is closed: with {players} players no more of its parallel routes may be claimed"
        )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("lanes", [DOUBLE, TRIPLE])
def test_l_6_one_per_player(lanes: list[str], players: int) -> None:
    game = situation(LIGHTS, {"hand": PAY_FOR_ALL, "routes": lanes[:1]}, *empty_seats(players - 1))
    for lane in lanes[1:]:
        refusal = refused(game, 0, claim(lane))
        assert (refusal.code, refusal.rule) == ("parallel_held", "L-6")
        assert refusal.message == f"you hold a route parallel to {lane}; a player may hold only one of them"


def test_l_7_example_a_yellow_route_of_two() -> None:
    game = situation(LIGHTS, {"hand": {"yellow": 2, "locomotive": 2, "red": 2}}, {})
    route = "junction-lapland:umea:yellow"
    assert payments(game, route) == [
        ({"yellow": 2}, 0),
        ({"yellow": 1, "locomotive": 1}, 0),
        ({"locomotive": 2}, 0),
    ]
    refusal = refused(game, 0, Claim(route, {"yellow": 1, "red": 1}))
    assert (refusal.code, refusal.rule) == ("wrong_colour", "U-15")


def test_l_7_every_grey_route_is_a_ferry() -> None:
    for route in situation(LIGHTS, {}, {}).board.spec.routes:
        assert (route.colour == "grey") == (route.fields["locomotives"] > 0)


@pytest.mark.parametrize(
    ("route", "cards", "points"),
    [
        ("kristiansand:oslo:white", {"white": 1}, 1),
        ("junction-lapland:umea:yellow", {"yellow": 2}, 2),
        ("karlskrona:norrkoping:green", {"green": 3}, 4),
        ("karlstad:sundsvall:purple", {"purple": 4}, 7),
        ("karlstad:ostersund:yellow", {"yellow": 5}, 10),
    ],
)
def test_l_9_points_by_length(route: str, cards: dict[str, int], points: int) -> None:
    game = situation(LIGHTS, {"hand": cards}, {})
    events = game.apply(0, Claim(route, cards))
    assert event(events, "route_claimed").fields["points"] == points
    assert game.state.points(0) == points


def test_l_9_no_route_is_longer_than_five() -> None:
    assert {route.length for route in semafor.load_board(LIGHTS).spec.routes} == {1, 2, 3, 4, 5}


def test_l_10_take_three_tickets_and_keep_at_least_one() -> None:
    game = situation(LIGHTS, {}, {}, seed=3)
    top = ticket_deck(game)[:3]
    assert event(game.apply(0, DrawTickets()), "tickets_drawn").fields["tickets"] == top
    kept = [action.tickets for action in game.legal_actions(0) if isinstance(action, KeepTickets)]
    assert Counter(map(len, kept)) == {1: 3, 2: 3, 3: 1}
    refusal = refused(game, 0, KeepTickets([]))
    assert (refusal.code, refusal.rule) == ("too_few_tickets", "L-10")
    assert refusal.message == "at least 1 of the tickets drawn must be kept"


def test_l_10_the_rest_go_under_the_deck() -> None:
    game = situation(LIGHTS, {}, {}, seed=3)
    top, rest = ticket_deck(game)[:3], ticket_deck(game)[3:]
    game.apply(0, DrawTickets())
    game.apply(0, KeepTickets(top[1:2]))
    assert ticket_deck(game) == [*rest, top[0], top[2]]


def test_l_10_none_left_can_not_be_drawn() -> None:
    game = situation(LIGHTS, {}, {}, ticket_deck=[])
    refusal = refused(game, 0, DrawTickets())
    assert (refusal.code, refusal.rule) == ("no_tickets_left", "L-10")
    assert refusal.message == "there are no tickets left to draw"


@pytest.mark.parametrize("trains", [4, 3, 2])
def test_l_11_with_two_trains_or_fewer_everybody_has_one_more_turn(trains: int) -> None:
    game = situation(LIGHTS, {}, {}, {"hand": {"yellow": 2}, "trains": trains}, {}, to_act=2)
    events = game.apply(2, Claim("junction-lapland:umea:yellow", {"yellow": 2}))
    assert event(events, "last_round").fields == {"trains": trains - 2, "turns_left": 4}
    for seat in (3, 0, 1, 2):
        assert game.pending.seats == [seat]
        game.apply(seat, DrawCard())
        game.apply(seat, DrawCard())
    assert game.over


def test_l_11_with_three_trains_the_game_goes_on() -> None:
    game = situation(LIGHTS, {"hand": {"yellow": 2}, "trains": 5}, {})
    assert types(game.apply(0, Claim("junction-lapland:umea:yellow", {"yellow": 2}))) == ["route_claimed"]
    assert game.position()["turns_left"] is None


TO_STOCKHOLM: Seat = {"routes": ["karlstad:oslo:green", "karlstad:stockholm:blue"], "tickets": ["oslo:stockholm"]}


def winners(*seats: Seat, goals: list[str]) -> tuple[list[int], list[int]]:
    """Return the totals and the winners."""
    score = situation(LIGHTS, *seats, goals=goals, decision="over").score()
    return [seat.total for seat in score.seats], score.winners


def test_l_13_a_tie_goes_to_more_completed_tickets() -> None:
    # 2 points on the board and 2 for the ticket.
    assert winners(TO_STOCKHOLM, {"points": 4}, goals=[]) == ([4, 4], [0])
    more_goals: Seat = {"points": 0, "hand": {"locomotive": 1}}
    assert winners({**TO_STOCKHOLM, "points": 8}, more_goals, goals=["locomotive-lover"]) == ([10, 10], [0])


def test_l_13_then_to_more_goals() -> None:
    one: Seat = {"points": 22, "hand": {"locomotive": 1}, "trains": 3}
    two: Seat = {"points": 10, "routes": ["bergen:oslo:red"]}
    goals = ["locomotive-lover", "cost-analysis", "wild-west"]
    assert winners(one, two, goals=goals) == ([32, 32], [1])


def test_l_13_then_the_win_is_shared_whatever_the_longest_path() -> None:
    long: Seat = {"points": 10, "routes": ["karlstad:ostersund:yellow"]}
    short: Seat = {"points": 10, "routes": ["bergen:oslo:red"]}
    assert winners(long, short, {"points": 9}, goals=["locomotive-lover"]) == ([10, 10, 9], [0, 1])


def test_l_13_points_come_first() -> None:
    assert winners(TO_STOCKHOLM, {"points": 5}, goals=[]) == ([4, 5], [1])
