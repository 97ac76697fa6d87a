"""Parallel routes on a board with doubles (U-19, U-20, R-6)."""

from collections import Counter
from collections.abc import Mapping

import pytest

from semafor import Claim, DrawCard, DrawTickets, PositionError, Refusal, load_board
from tests.games import Seat, allowed, hand, refused, situation

ORANGE = "atlanta:new-orleans:orange"
YELLOW = "atlanta:new-orleans:yellow"
PLENTY: Seat = {"hand": {"locomotive": 2, "orange": 2, "yellow": 2}}
PAYMENTS = {ORANGE: {"orange": 2, "locomotive": 2}, YELLOW: {"yellow": 2, "locomotive": 2}}


def doubles() -> list[tuple[str, str]]:
    """Return all pairs of routes of the board between the same two cities."""
    routes = load_board("usa").spec.routes
    return [
        (one.id, other.id)
        for number, one in enumerate(routes)
        for other in routes[number + 1 :]
        if {one.a, one.b} == {other.a, other.b}
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("held", "other"), [(ORANGE, YELLOW), (YELLOW, ORANGE)])
def test_u_19_a_player_holds_only_one_of_a_double(players: int, held: str, other: str) -> None:
    game = situation("usa", {**PLENTY, "routes": [held]}, *[{} for _ in range(players - 1)])
    message = f"you hold a route parallel to {other}; a player may hold only one of them"
    assert refused(game, 0, Claim(other, PAYMENTS[other])) == Refusal("parallel_held", "U-19", message)


@pytest.mark.parametrize("players", [2, 3])
def test_u_20_with_two_or_three_players_the_other_route_is_closed_to_all(players: int) -> None:
    for seat in range(1, players):
        seats: list[Seat] = [{"routes": [ORANGE]}, *[PLENTY if other == seat else {} for other in range(1, players)]]
        game = situation("usa", *seats, to_act=seat)
        message = f"{YELLOW} is closed: with {players} players no more of its parallel routes may be claimed"
        assert refused(game, seat, Claim(YELLOW, PAYMENTS[YELLOW])) == Refusal("route_closed", "U-20", message)


@pytest.mark.parametrize("players", [4, 5])
def test_u_20_with_four_or_five_players_the_other_route_is_open_to_the_others(players: int) -> None:
    for seat in range(1, players):
        seats: list[Seat] = [{"routes": [ORANGE]}, *[PLENTY if other == seat else {} for other in range(1, players)]]
        game = situation("usa", *seats, to_act=seat)
        assert allowed(game, seat, Claim(YELLOW, PAYMENTS[YELLOW]))
        game.apply(seat, Claim(YELLOW, PAYMENTS[YELLOW]))
        owned = [found["routes"] for found in seats_of(game.observe(0).to_json())]
        assert owned[0] == [ORANGE]
        assert owned[seat] == [YELLOW]


def seats_of(seen: Mapping[str, object]) -> list[dict[str, object]]:
    """Return the seats of an observation."""
    seats = seen["seats"]
    assert isinstance(seats, list)
    return seats


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_u_20_every_double_closes_when_it_is_claimed_in_play(players: int) -> None:
    found = doubles()
    assert len(found) == 22
    for one, other in found:
        rich: Seat = {"hand": {"locomotive": 6}}
        game = situation("usa", rich, rich, *[{} for _ in range(players - 2)])
        board = load_board("usa")
        length = board.spec.routes[board.route_index[one]].length
        assert allowed(game, 0, Claim(other, {"locomotive": length}))
        game.apply(0, Claim(one, {"locomotive": length}))
        assert game.pending.seats == [1]
        assert allowed(game, 1, Claim(other, {"locomotive": length})) == (players >= 4)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_u_20_holds_for_the_rest_of_the_game(players: int) -> None:
    game = situation("usa", {"hand": {"locomotive": 4}}, *[{} for _ in range(players - 1)])
    game.apply(0, Claim(ORANGE, {"locomotive": 4}))
    for _ in range(players):
        [seat] = game.pending.seats
        expected = "parallel_held" if seat == 0 else "route_closed" if players < 4 else "cards_not_in_hand"
        assert refused(game, seat, Claim(YELLOW, {"locomotive": 4})).code == expected
        game.apply(seat, DrawCard())
        game.apply(seat, DrawCard())


@pytest.mark.parametrize("players", [2, 3])
def test_u_20_a_position_with_both_routes_claimed_can_not_be(players: int) -> None:
    seats: list[Seat] = [{"routes": [ORANGE]}, {"routes": [YELLOW]}, *[{} for _ in range(players - 2)]]
    with pytest.raises(PositionError, match=f"with {players} players only 1 of them can be claimed"):
        situation("usa", *seats)


def test_u_19_a_position_with_both_routes_in_one_hand_can_not_be() -> None:
    with pytest.raises(PositionError, match="a player may hold only one of them"):
        situation("usa", {"routes": [ORANGE, YELLOW]}, {}, {}, {})


def test_r_6_parallel_routes_are_of_equal_length_between_the_same_cities() -> None:
    board = load_board("usa")
    pairs = Counter(frozenset((route.a, route.b)) for route in board.spec.routes)
    for route in board.spec.routes:
        lanes = [board.route_id(lane) for lane in board.lanes(board.route_index[route.id])]
        assert len(lanes) == (2 if pairs[frozenset((route.a, route.b))] == 2 else 0)
    # Routes that only share a city are not parallel: one player may hold them all.
    held = ["atlanta:charleston:grey", "atlanta:miami:blue", "atlanta:nashville:grey"]
    game = situation("usa", {"hand": {"yellow": 4}, "routes": held}, {})
    assert allowed(game, 0, Claim(YELLOW, {"yellow": 4}))


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_u_19_who_holds_a_lane_of_several_doubles_is_barred_from_all_the_others(seat: int) -> None:
    rich: Seat = {"hand": {"locomotive": 12}}
    game = situation("usa", *[rich if other == seat else {} for other in range(4)], to_act=seat)
    board = load_board("usa")
    taken: list[str] = []
    for one, other in doubles()[:5]:
        length = board.spec.routes[board.route_index[one]].length
        if sum(hand(game, seat).values()) < length:
            break
        game.apply(seat, Claim(one, {"locomotive": length}))
        taken.append(other)
        while game.pending.seats != [seat]:
            [next_seat] = game.pending.seats
            game.apply(next_seat, DrawTickets())
            game.apply(next_seat, game.legal_actions(next_seat)[0])
        open_to_it = {action.route for action in game.legal_actions(seat) if isinstance(action, Claim)}
        assert not open_to_it & set(taken)
        assert {refused(game, seat, Claim(lane, {})).code for lane in taken} == {"parallel_held"}
    assert len(taken) >= 3


def test_l_6_a_third_lane_closes_when_two_are_claimed_and_not_before() -> None:
    board = load_board("northern-lights")
    lanes = next(
        [board.route_id(lane) for lane in board.lanes(route)]
        for route in range(board.route_count)
        if len(board.lanes(route)) == 3
    )
    length = board.spec.routes[board.route_index[lanes[0]]].length
    rich: Seat = {"hand": {"locomotive": 3 * length}}
    for first, second, third in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        game = situation("northern-lights", {**rich, "routes": []}, {**rich}, {**rich})
        payment = {"locomotive": length}
        game.apply(0, Claim(lanes[first], payment))
        assert allowed(game, 1, Claim(lanes[second], payment))
        assert allowed(game, 1, Claim(lanes[third], payment))
        game.apply(1, Claim(lanes[second], payment))
        assert refused(game, 2, Claim(lanes[third], payment)).code == "route_closed"
