"""Claiming a route: trains, sets of one colour, and the free choice of route (U-1, U-15 to U-18)."""

from collections.abc import Mapping
from itertools import product

import pytest

from semafor import Claim, DrawCard, DrawTickets, GameError, Refusal, load_board, new_game
from semafor.model.cards import COLOURS
from tests.games import Seat, allowed, deck, discards, event, hand, payments, refused, situation, started, types


def trains(game_json: Mapping[str, object]) -> list[int]:
    """Return the trains of all seats, from an observation."""
    seats = game_json["seats"]
    assert isinstance(seats, list)
    return [seat["trains"] for seat in seats]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_u_1_each_has_45_trains_and_no_points(players: int) -> None:
    game = new_game(load_board("usa"), players, 1)
    assert game.players == players
    assert trains(game.observe(0).to_json()) == [45] * players
    assert [seat.routes for seat in game.score().seats] == [0] * players


@pytest.mark.parametrize("players", [0, 1, 6])
def test_u_1_two_to_five_players(players: int) -> None:
    with pytest.raises(GameError, match=f"usa is for 2 to 5 players, not {players}"):
        new_game(load_board("usa"), players, 1)


def test_u_15_as_many_cards_of_the_routes_colour_as_it_has_spaces() -> None:
    game = situation("usa", {"hand": {"red": 7, "blue": 7}}, {})
    assert payments(game, "dallas:el-paso:red") == [({"red": 4}, 0)]
    assert payments(game, "atlanta:miami:blue") == [({"blue": 5}, 0)]
    assert payments(game, "denver:helena:green") == []
    game.apply(0, Claim("dallas:el-paso:red", {"red": 4}))
    assert hand(game, 0) == {"red": 3, "blue": 7}


@pytest.mark.parametrize("count", [0, 1, 3, 5, 6])
def test_u_15_neither_more_nor_fewer_cards(count: int) -> None:
    game = situation("usa", {"hand": {"red": 6}}, {})
    cards = {"red": count} if count else {}
    played = f"{'1 card is' if count == 1 else f'{count} cards are'} too {'few' if count < 4 else 'many'}"
    message = f"dallas:el-paso:red has 4 spaces; {played}"
    assert refused(game, 0, Claim("dallas:el-paso:red", cards)) == Refusal("wrong_number", "U-15", message)


def test_u_15_no_other_colour() -> None:
    game = situation("usa", {"hand": {"red": 4, "blue": 4, "white": 2, "locomotive": 2}}, {})
    claim = Claim("dallas:el-paso:red", {"blue": 4})
    message = "dallas:el-paso:red takes red cards, not blue"
    assert refused(game, 0, claim) == Refusal("wrong_colour", "U-15", message)
    claim = Claim("dallas:el-paso:red", {"red": 1, "blue": 1, "white": 1, "locomotive": 1})
    message = "dallas:el-paso:red takes red cards, not blue or white"
    assert refused(game, 0, claim) == Refusal("wrong_colour", "U-15", message)


def test_u_15_only_cards_in_hand() -> None:
    game = situation("usa", {"hand": {"red": 3}}, {"hand": {"red": 4, "locomotive": 1}})
    message = "you have 3 red cards, not 4"
    claim = Claim("dallas:el-paso:red", {"red": 4})
    assert refused(game, 0, claim) == Refusal("cards_not_in_hand", "U-15", message)
    message = "you have 0 locomotive cards, not 1"
    claim = Claim("dallas:el-paso:red", {"red": 3, "locomotive": 1})
    assert refused(game, 0, claim) == Refusal("cards_not_in_hand", "U-15", message)
    message = "you have 1 red card, not 2"
    game = situation("usa", {"hand": {"red": 1}}, {})
    assert refused(game, 0, Claim("boston:new-york:red", {"red": 2})).message == message


@pytest.mark.parametrize(
    ("board", "route", "rule"),
    [
        ("usa", "dallas:el-paso:red", "U-15"),
        ("usa", "calgary:vancouver:grey", "U-16"),
        ("nordic-countries", "imatra:lahti:yellow", "N-5"),
        ("nordic-countries", "bergen:oslo:blue", "N-5"),
        ("nordic-countries", "kuopio:oulu:grey", "N-7"),
        ("nordic-countries", "alborg:oslo:white", "N-9"),
        ("nordic-countries", "lieksa:murmansk:grey", "N-8"),
        ("italy", "genova:sassari:grey", "I-6"),
        ("northern-lights", "kirkenes:murmansk:grey", "L-7"),
    ],
)
def test_u_15_who_lacks_the_cards_is_told_the_rule_of_the_route(board: str, route: str, rule: str) -> None:
    game = situation(board, {"hand": {}}, {})
    refusal = refused(game, 0, Claim(route, {"red": 1}))
    assert (refusal.code, refusal.rule) == ("cards_not_in_hand", rule)
    # A claim without cards asks about the route itself.
    refusal = refused(game, 0, Claim(route, {}))
    assert refusal == Refusal("cards_not_in_hand", rule, f"your cards do not pay for {route}")


def test_u_15_who_has_the_cards_must_play_them() -> None:
    game = situation("usa", {"hand": {"red": 4}}, {})
    assert refused(game, 0, Claim("dallas:el-paso:red", {})).code == "wrong_number"


def test_u_16_a_grey_route_takes_any_one_colour() -> None:
    game = situation("usa", {"hand": {"red": 3, "blue": 2, "green": 4}}, {})
    assert payments(game, "calgary:vancouver:grey") == [({"green": 3}, 0), ({"red": 3}, 0)]
    for colour in COLOURS:
        game = situation("usa", {"hand": {colour: 3}}, {})
        assert allowed(game, 0, Claim("calgary:vancouver:grey", {colour: 3}))


def test_u_16_a_grey_route_takes_no_two_colours() -> None:
    game = situation("usa", {"hand": {"red": 3, "blue": 2, "locomotive": 1}}, {})
    message = "calgary:vancouver:grey takes cards of any one colour, not blue and red together"
    for cards in ({"red": 1, "blue": 2}, {"red": 1, "blue": 1, "locomotive": 1}):
        claim = Claim("calgary:vancouver:grey", cards)
        assert refused(game, 0, claim) == Refusal("mixed_colours", "U-16", message)


def test_u_16_a_grey_route_takes_the_right_number() -> None:
    game = situation("usa", {"hand": {"red": 4}}, {})
    for count, wrong in ((2, "few"), (4, "many")):
        message = f"calgary:vancouver:grey has 3 spaces; {count} cards are too {wrong}"
        claim = Claim("calgary:vancouver:grey", {"red": count})
        assert refused(game, 0, claim) == Refusal("wrong_number", "U-16", message)


def test_u_16_a_route_of_one_space_takes_one_card() -> None:
    game = situation("usa", {"hand": {"red": 2, "locomotive": 1}}, {})
    assert payments(game, "atlanta:nashville:grey") == [({"red": 1}, 0), ({"locomotive": 1}, 0)]
    message = "atlanta:nashville:grey has 1 space; 2 cards are too many"
    assert refused(game, 0, Claim("atlanta:nashville:grey", {"red": 2})).message == message


def test_u_17_a_route_may_be_anywhere() -> None:
    game = situation("usa", {"hand": {"red": 6}, "routes": ["portland:seattle:grey:1"]}, {})
    claimable = {action.route for action in game.legal_actions(0) if isinstance(action, Claim)}
    board = load_board("usa")
    assert claimable == {
        route.id
        for route in board.spec.routes
        if route.colour in ("red", "grey") and {route.a, route.b} != {"portland", "seattle"}
    }


def test_u_17_one_route_per_turn() -> None:
    game = situation("usa", {"hand": {"red": 6}}, {}, {})
    game.apply(0, Claim("boston:new-york:red", {"red": 2}))
    assert (game.pending.name, game.pending.seats) == ("take_turn", [1])
    for action in (Claim("dallas:el-paso:red", {"red": 4}), DrawCard(), DrawTickets()):
        assert refused(game, 0, action).code == "not_your_turn"


def test_u_17_a_claimed_route_is_not_claimed_again() -> None:
    hands: list[Seat] = [{"hand": {"red": 4}, "routes": ["dallas:el-paso:red"]}, {"hand": {"red": 4}}]
    claim = Claim("dallas:el-paso:red", {"red": 4})
    message = "you have claimed dallas:el-paso:red already"
    assert refused(situation("usa", *hands), 0, claim) == Refusal("route_taken", "U-17", message)
    message = "seat 0 has claimed dallas:el-paso:red already"
    assert refused(situation("usa", *hands, to_act=1), 1, claim) == Refusal("route_taken", "U-17", message)


def test_u_17_there_is_no_part_of_a_route_and_no_route_that_is_not_on_the_board() -> None:
    game = situation("usa", {"hand": {"red": 6}}, {})
    assert refused(game, 0, Claim("miami:new-orleans:red", {"red": 3})).code == "wrong_number"
    message = "there is no route 'miami:seattle:red' on this board"
    assert refused(game, 0, Claim("miami:seattle:red", {"red": 3})) == Refusal("unknown_route", None, message)


def test_u_18_one_train_on_every_space_and_the_cards_discarded() -> None:
    game = situation("usa", {"hand": {"red": 5, "locomotive": 2}}, {})
    cards_before = len(deck(game))
    events = game.apply(0, Claim("miami:new-orleans:red", {"red": 4, "locomotive": 2}))
    assert types(events) == ["route_claimed"]
    assert event(events, "route_claimed").seen_by(1) == {
        "type": "route_claimed",
        "seat": 0,
        "route": "miami:new-orleans:red",
        "cards": {"red": 4, "locomotive": 2},
        "ferry_cards": 0,
        "points": 15,
    }
    assert trains(game.observe(1).to_json()) == [39, 45]
    assert hand(game, 0) == {"red": 1}
    assert discards(game) == {"red": 4, "locomotive": 2}
    assert len(deck(game)) == cards_before
    seats = game.observe(1).to_json()["seats"]
    assert isinstance(seats, list)
    assert seats[0]["routes"] == ["miami:new-orleans:red"]


@pytest.mark.parametrize(("left", "length"), list(product(range(7), range(1, 7))))
def test_u_18_without_enough_trains_a_route_is_not_claimed(left: int, length: int) -> None:
    route = {
        1: "atlanta:nashville:grey",
        2: "boston:new-york:red",
        3: "chicago:duluth:red",
        4: "dallas:el-paso:red",
        5: "helena:omaha:red",
        6: "miami:new-orleans:red",
    }[length]
    game = situation("usa", {"hand": {"red": 6}, "trains": left}, {})
    claim = Claim(route, {"red": length})
    if length <= left:
        assert allowed(game, 0, claim)
        game.apply(0, claim)
        assert trains(game.observe(0).to_json())[0] == left - length
    else:
        message = f"{route} takes {length} {'train' if length == 1 else 'trains'} and you have {left}"
        assert refused(game, 0, claim) == Refusal("not_enough_trains", "U-18", message)


def test_u_18_a_turn_is_a_claim_or_a_draw_and_not_both() -> None:
    game = started("usa", 2, first=0)
    assert {action.type for action in game.legal_actions(0)} == {"draw_card", "draw_tickets", "claim"}
    game.apply(0, next(action for action in game.legal_actions(0) if isinstance(action, Claim)))
    assert game.pending.seats == [1]


@pytest.mark.parametrize("seat", range(4))
def test_u_18_u_21_trains_and_points_are_those_of_the_seat_that_claims(seat: int) -> None:
    hands: list[Seat] = [{"trains": 10 + number} for number in range(4)]
    hands[seat]["hand"] = {"red": 6}
    game = situation("usa", *hands, to_act=seat)
    game.apply(seat, Claim("dallas:el-paso:red", {"red": 4}))
    left = [10 + number for number in range(4)]
    left[seat] -= 4
    assert trains(game.observe(0).to_json()) == left
    seats = game.observe(0).to_json()["seats"]
    assert isinstance(seats, list)
    assert [entry["points"] for entry in seats] == [7 if number == seat else 0 for number in range(4)]
    # What others have claimed stays claimed, and the route is closed to everybody.
    after = (seat + 1) % 4
    assert refused(game, after, Claim("dallas:el-paso:red", {"red": 4})).code == "route_taken"


@pytest.mark.parametrize("seat", range(4))
def test_u_18_the_trains_of_the_seat_to_act_count_and_no_others(seat: int) -> None:
    hands: list[Seat] = [{"trains": 45} for _ in range(4)]
    hands[seat] = {"hand": {"red": 6}, "trains": 3}
    game = situation("usa", *hands, to_act=seat)
    assert refused(game, seat, Claim("dallas:el-paso:red", {"red": 4})).code == "not_enough_trains"
    assert allowed(game, seat, Claim("chicago:duluth:red", {"red": 3}))
    hands = [{"trains": 3} for _ in range(4)]
    hands[seat] = {"hand": {"red": 6}, "trains": 4}
    assert allowed(situation("usa", *hands, to_act=seat), seat, Claim("dallas:el-paso:red", {"red": 4}))


def test_u_17_every_route_claimed_stays_claimed() -> None:
    game = situation("usa", {"hand": {"red": 9}}, {"hand": {"red": 3, "locomotive": 8}})
    claims = [
        (0, "dallas:el-paso:red", {"red": 4}),
        (1, "chicago:duluth:red", {"red": 3}),
        (0, "helena:omaha:red", {"red": 5}),
    ]
    for number, (seat, route, cards) in enumerate(claims):
        game.apply(seat, Claim(route, cards))
        claimable = {action.route for action in game.legal_actions() if isinstance(action, Claim)}
        for _, taken, _ in claims[: number + 1]:
            assert taken not in claimable
            assert refused(game, 1 - seat, Claim(taken, {"red": 1})).code == "route_taken"
