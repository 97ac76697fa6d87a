"""Nordic Countries as a whole: how its rules differ from the base game (N-1 to N-7, N-14 to N-18, R-6)."""

from collections import Counter

import pytest

import semafor
from semafor import Claim, DrawCard, DrawTickets, GameError, KeepTickets
from tests.games import Seat, allowed, display, event, hand, payments, refused, routes, situation, ticket_deck, types

NORDIC = "nordic-countries"
YELLOW = "imatra:lahti:yellow"
GREY = "kuopio:oulu:grey"
DISPLAY = ["red", "red", "blue", "white", "black"]


@pytest.mark.parametrize("players", [2, 3])
def test_n_1_two_or_three_players_with_40_trains_and_no_points(players: int) -> None:
    game = semafor.new_game(semafor.load_board(NORDIC), players, seed=1)
    assert game.players == players
    assert [(game.state.trains(seat), game.state.points(seat)) for seat in range(players)] == [(40, 0)] * players


@pytest.mark.parametrize("players", [1, 4, 5])
def test_n_1_no_other_number_of_players(players: int) -> None:
    with pytest.raises(GameError, match=f"nordic-countries is for 2 to 3 players, not {players}"):
        semafor.new_game(semafor.load_board(NORDIC), players, seed=1)


def test_n_2_110_train_cards_and_46_tickets() -> None:
    position = situation(NORDIC, {}, {}).position()
    cards, shown = position["deck"], position["display"]
    assert isinstance(cards, list)
    assert isinstance(shown, list)
    counts = Counter(cards + shown)
    assert counts.pop("locomotive") == 14
    assert sorted(counts) == ["black", "blue", "green", "orange", "purple", "red", "white", "yellow"]
    assert set(counts.values()) == {12}
    assert len(ticket_deck(situation(NORDIC, {}, {}))) == 46


def test_n_2_a_globetrotter_card_and_none_for_the_longest_path() -> None:
    seat: Seat = {"routes": ["orebro:oslo:green", "orebro:stockholm:black"], "tickets": ["oslo:stockholm"]}
    first, second = situation(NORDIC, seat, {}, decision="over").score().seats
    assert first.longest_path == 4
    assert first.bonuses == {"globetrotter": 10}
    assert second.bonuses == {}


def test_n_3_five_tickets_are_dealt_and_at_least_two_kept() -> None:
    game = semafor.new_game(semafor.load_board(NORDIC), 3, seed=1)
    for seat in range(3):
        dealt = game.observe(seat).to_json()["drawn"]
        assert isinstance(dealt, list)
        assert len(dealt) == 5
        kept = [action.tickets for action in game.legal_actions(seat) if isinstance(action, KeepTickets)]
        assert Counter(map(len, kept)) == {2: 10, 3: 10, 4: 5, 5: 1}
        refusal = refused(game, seat, KeepTickets(dealt[:1]))
        assert (refusal.code, refusal.rule) == ("too_few_tickets", "N-3")
        assert refusal.message == "at least 2 of the tickets dealt must be kept"


def test_n_3_tickets_given_back_leave_the_game() -> None:
    game = semafor.new_game(semafor.load_board(NORDIC), 2, seed=1)
    before = ticket_deck(game)
    given_back: list[str] = []
    for seat in (0, 1):
        dealt = game.observe(seat).to_json()["drawn"]
        assert isinstance(dealt, list)
        given_back += dealt[2:]
        game.apply(seat, KeepTickets(dealt[:2]))
    assert ticket_deck(game) == before
    assert len(before) == 46 - 10
    removed = game.position()["removed_tickets"]
    assert isinstance(removed, list)
    assert sorted(removed) == sorted(given_back)


def test_n_4_both_cards_may_be_displayed_locomotives() -> None:
    shown = ["locomotive", "locomotive", "red", "blue", "white"]
    game = situation(NORDIC, {}, {}, display=shown, deck=["green", "green", "green"])
    game.apply(0, DrawCard("locomotive"))
    assert (game.pending.name, game.pending.seats) == ("second_card", [0])
    assert allowed(game, 0, DrawCard("locomotive"))
    game.apply(0, DrawCard("locomotive"))
    assert hand(game, 0) == {"locomotive": 2}
    assert display(game) == ["green", "green", "red", "blue", "white"]
    assert game.pending.seats == [1]


def test_n_4_a_locomotive_may_be_the_second_card() -> None:
    shown = ["locomotive", "red", "red", "blue", "white"]
    game = situation(NORDIC, {}, {}, display=shown, deck=["green", "locomotive", "green"])
    game.apply(0, DrawCard())
    game.apply(0, DrawCard("locomotive"))
    assert hand(game, 0) == {"green": 1, "locomotive": 1}


def test_n_4_three_or_more_displayed_locomotives_stay() -> None:
    shown = ["locomotive", "locomotive", "red", "blue", "white"]
    game = situation(NORDIC, {}, {}, display=shown, deck=["locomotive", "locomotive", "green", "green"])
    events = game.apply(0, DrawCard("red")) + game.apply(0, DrawCard("blue"))
    assert types(events) == ["card_taken", "display_filled"] * 2
    assert display(game) == ["locomotive"] * 4 + ["white"]
    assert game.pending.seats == [1]


def test_n_4_a_display_of_locomotives_stays_at_the_start() -> None:
    game = situation(NORDIC, {}, {}, deck=["locomotive"] * 5 + ["red"] * 3)
    assert display(game) == ["locomotive"] * 5


def test_n_5_example_a_yellow_route_of_two_takes_two_yellow_cards_and_nothing_else() -> None:
    game = situation(NORDIC, {"hand": {"yellow": 3, "locomotive": 3}}, {})
    assert payments(game, YELLOW) == [({"yellow": 2}, 0)]
    for cards in ({"yellow": 1, "locomotive": 1}, {"locomotive": 2}):
        refusal = refused(game, 0, Claim(YELLOW, cards))
        assert (refusal.code, refusal.rule) == ("locomotives_not_allowed", "N-5")
        assert refusal.message == "locomotives can't be played on imatra:lahti:yellow"


@pytest.mark.parametrize(
    ("route", "cards"),
    [
        ("kristiansand:stavanger:green", {"green": 1, "locomotive": 1}),  # a tunnel
        ("kristiansand:stavanger:orange", {"orange": 1, "locomotive": 2}),  # a ferry
    ],
)
def test_n_5_locomotives_stand_for_any_colour_on_ferries_and_tunnels(route: str, cards: dict[str, int]) -> None:
    game = situation(NORDIC, {"hand": cards}, {})
    assert allowed(game, 0, Claim(route, cards))


def test_n_5_on_every_other_route_none_can_be_played() -> None:
    cards = dict.fromkeys(["purple", "blue", "orange", "white", "green", "yellow", "black", "red"], 5)
    game = situation(NORDIC, {"hand": {**cards, "locomotive": 2}}, {})
    for route in game.board.spec.routes:
        if not route.fields["tunnel"] and not route.fields["locomotives"] and route.length < 9:
            colour = "red" if route.colour == "grey" else route.colour
            refusal = game.why_not(0, Claim(route.id, {colour: route.length - 1, "locomotive": 1}))
            assert refusal is not None
            assert (refusal.code, refusal.rule) == ("locomotives_not_allowed", "N-5")
            assert game.why_not(0, Claim(route.id, {colour: route.length})) is None


DOUBLE = ["boden:kiruna:black", "boden:kiruna:orange"]


def test_n_6_with_two_players_the_second_of_a_double_is_closed() -> None:
    game = situation(NORDIC, {"hand": {"black": 3}}, {"hand": {"orange": 3}})
    game.apply(0, Claim(DOUBLE[0], {"black": 3}))
    refusal = refused(game, 1, Claim(DOUBLE[1], {"orange": 3}))
    assert (refusal.code, refusal.rule) == ("route_closed", "N-6")
    assert refusal.message == (
        "boden:kiruna:orange is closed: with 2 players no more of its parallel routes may be claimed"
    )


def test_n_6_with_three_players_both_are_open() -> None:
    game = situation(NORDIC, {"hand": {"black": 3}}, {"hand": {"orange": 3}}, {"hand": {"orange": 3}})
    game.apply(0, Claim(DOUBLE[0], {"black": 3}))
    game.apply(1, Claim(DOUBLE[1], {"orange": 3}))
    assert (routes(game, 0), routes(game, 1)) == ([DOUBLE[0]], [DOUBLE[1]])
    assert refused(game, 2, Claim(DOUBLE[1], {"orange": 3})).code == "route_taken"


@pytest.mark.parametrize("players", [2, 3])
def test_n_6_nobody_holds_both(players: int) -> None:
    others: list[Seat] = [{} for _ in range(players - 1)]
    game = situation(NORDIC, {"routes": [DOUBLE[0]], "hand": {"orange": 3}}, *others)
    refusal = refused(game, 0, Claim(DOUBLE[1], {"orange": 3}))
    assert (refusal.code, refusal.rule) == ("parallel_held", "N-6")
    assert refusal.message == "you hold a route parallel to boden:kiruna:orange; a player may hold only one of them"


def test_n_7_example_a_grey_route_of_three_takes_three_cards_of_one_colour() -> None:
    game = situation(NORDIC, {"hand": {"red": 3, "blue": 3, "white": 2}}, {})
    assert payments(game, GREY) == [({"blue": 3}, 0), ({"red": 3}, 0)]
    refusal = refused(game, 0, Claim(GREY, {"blue": 2, "white": 1}))
    assert (refusal.code, refusal.rule) == ("mixed_colours", "N-7")
    assert refusal.message == "kuopio:oulu:grey takes cards of any one colour, not blue and white together"
    refusal = refused(game, 0, Claim(GREY, {"blue": 2}))
    assert (refusal.code, refusal.rule) == ("wrong_number", "N-7")


def test_n_7_no_locomotive_unless_it_is_a_ferry_or_a_tunnel() -> None:
    game = situation(NORDIC, {"hand": {"red": 3, "locomotive": 2}}, {})
    refusal = refused(game, 0, Claim(GREY, {"red": 2, "locomotive": 1}))
    assert (refusal.code, refusal.rule) == ("locomotives_not_allowed", "N-5")
    # A grey ferry of 2 with a symbol.
    assert allowed(game, 0, Claim("alborg:goteborg:grey", {"red": 1, "locomotive": 1}))


@pytest.mark.parametrize(
    ("route", "cards", "points"),
    [
        ("alborg:arhus:purple", {"purple": 1}, 1),
        ("imatra:lahti:yellow", {"yellow": 2}, 2),
        ("boden:kiruna:black", {"black": 3}, 4),
        ("orebro:sundsvall:orange", {"orange": 4}, 7),
        ("kirkenes:rovaniemi:blue", {"blue": 5}, 10),
        ("mo-i-rana:trondheim:red", {"red": 4, "locomotive": 2}, 15),
        ("lieksa:murmansk:grey", {"green": 9}, 27),
    ],
)
def test_n_14_points_by_length(route: str, cards: dict[str, int], points: int) -> None:
    game = situation(NORDIC, {"hand": cards}, {})
    events = game.apply(0, Claim(route, cards))
    assert event(events, "route_claimed").fields["points"] == points
    assert game.state.points(0) == points
    assert game.score().seats[0].routes == points


def test_n_15_take_three_tickets_and_keep_at_least_one() -> None:
    game = situation(NORDIC, {}, {}, seed=3)
    top = ticket_deck(game)[:3]
    drawn = event(game.apply(0, DrawTickets()), "tickets_drawn")
    assert drawn.fields["tickets"] == top
    kept = [action.tickets for action in game.legal_actions(0) if isinstance(action, KeepTickets)]
    assert Counter(map(len, kept)) == {1: 3, 2: 3, 3: 1}
    refusal = refused(game, 0, KeepTickets([]))
    assert (refusal.code, refusal.rule) == ("too_few_tickets", "N-15")
    assert refusal.message == "at least 1 of the tickets drawn must be kept"


def test_n_15_those_given_back_leave_the_game() -> None:
    game = situation(NORDIC, {}, {}, seed=3)
    top, rest = ticket_deck(game)[:3], ticket_deck(game)[3:]
    game.apply(0, DrawTickets())
    game.apply(0, KeepTickets(top[1:2]))
    assert ticket_deck(game) == rest
    removed = game.position()["removed_tickets"]
    assert isinstance(removed, list)
    assert sorted(removed) == sorted([top[0], top[2]])


def test_n_15_fewer_if_fewer_are_left_and_none_if_none() -> None:
    game = situation(NORDIC, {}, {}, ticket_deck=["oslo:stockholm"])
    game.apply(0, DrawTickets())
    assert game.legal_actions(0) == [KeepTickets(["oslo:stockholm"])]
    game.apply(0, KeepTickets(["oslo:stockholm"]))
    refusal = refused(game, 1, DrawTickets())
    assert (refusal.code, refusal.rule) == ("no_tickets_left", "N-15")
    assert refusal.message == "there are no tickets left to draw"


@pytest.mark.parametrize("trains", [4, 3, 2])
def test_n_16_with_two_trains_or_fewer_everybody_has_one_more_turn(trains: int) -> None:
    game = situation(NORDIC, {}, {"hand": {"yellow": 2}, "trains": trains}, {}, to_act=1)
    events = game.apply(1, Claim(YELLOW, {"yellow": 2}))
    assert event(events, "last_round").fields == {"trains": trains - 2, "turns_left": 3}
    for seat in (2, 0, 1):
        assert not game.over
        assert game.pending.seats == [seat]
        game.apply(seat, DrawCard())
        events = game.apply(seat, DrawCard())
    assert game.over
    assert event(events, "game_over").fields["reason"] == "last round played"


def test_n_16_with_three_trains_the_game_goes_on() -> None:
    game = situation(NORDIC, {"hand": {"yellow": 2}, "trains": 5}, {})
    events = game.apply(0, Claim(YELLOW, {"yellow": 2}))
    assert types(events) == ["route_claimed"]
    assert game.position()["turns_left"] is None


# Tickets of 4 points each.
TO_STOCKHOLM: Seat = {"routes": ["orebro:oslo:green", "orebro:stockholm:black"], "tickets": ["oslo:stockholm"]}


def test_n_18_a_tie_goes_to_more_completed_tickets() -> None:
    # 4 points on the board, 4 for the ticket and 10 for most tickets.
    game = situation(NORDIC, TO_STOCKHOLM, {"points": 18, "routes": ["kirkenes:rovaniemi:blue"]}, decision="over")
    score = game.score()
    assert [seat.total for seat in score.seats] == [18, 18]
    assert score.seats[1].longest_path > score.seats[0].longest_path
    assert score.winners == [0]


def test_n_18_then_to_the_longer_longest_path() -> None:
    game = situation(NORDIC, {"points": 20, "routes": [YELLOW]}, {"points": 20, "routes": [GREY]}, decision="over")
    score = game.score()
    assert [seat.total for seat in score.seats] == [20, 20]
    assert [seat.longest_path for seat in score.seats] == [2, 3]
    assert score.winners == [1]


def test_n_18_then_the_win_is_shared() -> None:
    seats: list[Seat] = [
        {"points": 20, "routes": ["alborg:oslo:white"]},
        {"points": 19, "routes": [DOUBLE[0]]},
        {"points": 20, "routes": [GREY]},
    ]
    assert situation(NORDIC, *seats, decision="over").score().winners == [0, 2]


def test_n_18_points_come_first() -> None:
    game = situation(NORDIC, TO_STOCKHOLM, {"points": 19}, decision="over")
    assert game.score().winners == [1]


@pytest.mark.parametrize(
    ("tunnel", "tunnel_cards", "ferry", "ferry_cards"),
    [
        (
            "kristiansand:stavanger:green",
            {"green": 2},
            "kristiansand:stavanger:orange",
            {"orange": 2, "locomotive": 1},
        ),
        (
            "mo-i-rana:trondheim:green",
            {"green": 5},
            "mo-i-rana:trondheim:red",
            {"red": 4, "locomotive": 2},
        ),
    ],
)
def test_r_6_a_tunnel_and_a_ferry_of_different_lengths_are_no_double(
    tunnel: str, tunnel_cards: dict[str, int], ferry: str, ferry_cards: dict[str, int]
) -> None:
    # With 2 players it stays open to the other player and to the owner of the first.
    below = ["yellow"] * 9
    game = situation(
        NORDIC, {"hand": {**tunnel_cards, **ferry_cards}}, {"hand": ferry_cards}, deck=below, display=DISPLAY
    )
    assert game.board.lanes(game.board.route_index[tunnel]) == []
    game.apply(0, Claim(tunnel, tunnel_cards))
    assert allowed(game, 1, Claim(ferry, ferry_cards))
    game.apply(1, DrawCard())
    game.apply(1, DrawCard())
    game.apply(0, Claim(ferry, ferry_cards))
    assert sorted(routes(game, 0)) == sorted([tunnel, ferry])


def test_r_6_parallel_routes_have_equal_length() -> None:
    board = situation(NORDIC, {}, {}).board
    for index, route in enumerate(board.spec.routes):
        between = {route.a, route.b}
        same = [i for i, other in enumerate(board.spec.routes) if {other.a, other.b} == between]
        equal = [i for i in same if board.spec.routes[i].length == route.length]
        assert board.lanes(index) == (equal if len(equal) > 1 else [])
