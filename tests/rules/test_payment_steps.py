"""Payments made move by move, and the tables behind them, on edited boards (U-15, U-18, N-9)."""

import random
from itertools import product
from pathlib import Path

import pytest

from semafor import Board, Claim, Game, builtin_ids, load_board, load_position
from semafor.model.cards import COLOURS
from semafor.model.numbers.moves import PAY_FERRY_CARDS, ROUTES
from semafor.model.spec import RouteSpec
from tests.games import Seat, payments, situation
from tests.oracles.payments import counted, oracle_payments
from tests.toy import edited

FERRY = '  { between = ["fenn", "harro"], length = 3, colour = "grey", locomotives = 1 },\n'
FIRST = '  { between = ["ambel", "brack"], length = 3, colour = "red" },\n'
HANDS: dict[str, list[Seat]] = {
    "toy": [{"hand": {"purple": 3, "locomotive": 4}}, {"hand": {"locomotive": 4}}, {"hand": {"purple": 3, "red": 3}}],
    "usa": [{"hand": {"purple": 6}}, {"hand": {"locomotive": 6}}, {"hand": {"purple": 4, "red": 4, "locomotive": 2}}],
    "nordic-countries": [
        {"hand": {"purple": 9}},
        {"hand": {"purple": 3, "white": 3, "locomotive": 1}},
        {"hand": {"locomotive": 6}},
        {"hand": {"white": 5, "blue": 4, "locomotive": 2}},
    ],
    "italy": [
        {"hand": {"purple": 6}, "ferry_cards": 2},
        {"hand": {"locomotive": 6}, "ferry_cards": 1},
        {"hand": {"purple": 3, "red": 3, "locomotive": 3}, "ferry_cards": 2},
    ],
    "northern-lights": [
        {"hand": {"purple": 8}},
        {"hand": {"purple": 3, "white": 3, "locomotive": 1}},
        {"hand": {"purple": 2, "red": 4, "blue": 3, "locomotive": 3}},
    ],
}


def paths(game: Game, chosen: list[int]) -> list[tuple[list[int], Game]]:
    """Return every way to complete the payment: the moves, and the game after them."""
    moves = game.moves()
    if not moves or not all(PAY_FERRY_CARDS <= move < ROUTES for move in moves):
        return [(chosen, game)]
    assert len(moves) > 1, f"a step with only one option is asked after {chosen}"
    found: list[tuple[list[int], Game]] = []
    for move in moves:
        copy = game.clone()
        copy.play(move)
        found += paths(copy, [*chosen, move])
    return found


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name, hands in HANDS.items() for number in range(len(hands))]
)
def test_u_15_every_payment_is_one_path_and_no_step_has_one_possibility(name: str, number: int) -> None:
    game = situation(name, HANDS[name][number], {})
    listed: dict[str, int] = {}
    for action in game.legal_actions(0):
        if isinstance(action, Claim):
            listed[action.route] = listed.get(action.route, 0) + 1
    routes = [move for move in game.moves() if move >= ROUTES]
    assert {game.board.route_id(move - ROUTES) for move in routes} == set(listed)
    few = [move for move in routes if listed[game.board.route_id(move - ROUTES)] <= 40]
    assert few
    for move in random.Random(number).sample(few, min(12, len(few))):
        copy = game.clone()
        copy.play(move)
        assert len(paths(copy, [])) == listed[game.board.route_id(move - ROUTES)]


@pytest.mark.parametrize("name", builtin_ids())
def test_u_18_exactly_the_routes_within_the_trains_are_offered(name: str) -> None:
    board = load_board(name)
    rich: Seat = {"hand": {**dict.fromkeys(COLOURS, int(board.each_colour)), "locomotive": int(board.locomotives)}}
    for left in range(max(route.length for route in board.spec.routes) + 1):
        game = situation(name, {**rich, "trains": left}, {})
        offered = [move - ROUTES for move in game.moves() if move >= ROUTES]
        assert offered == [number for number, route in enumerate(board.spec.routes) if route.length <= left]


def made(folder: Path, text: str) -> Board:
    """Return the board of a text."""
    path = folder / "made.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(str(path))


def check_on(board: Board, route: RouteSpec, hand: dict[str, int], as_on: str) -> None:
    """Check that a route of an edited toy board is paid as the oracle says for the same rules."""
    game = load_position({"board": "toy", "seats": [{"hand": hand}, {}]}, 1, board)
    wanted = oracle_payments(as_on, route, counted(hand))
    listed = {
        (action.counts, action.ferry_cards)
        for action in game.legal_actions()
        if isinstance(action, Claim) and action.route == route.id
    }
    assert listed == wanted, (route.id, hand)
    move = ROUTES + board.route_index[route.id]
    assert (move in game.moves()) == bool(wanted), (route.id, hand)
    if 0 < len(wanted) < 30:
        game.play(move)
        assert len(paths(game, [])) == len(wanted), (route.id, hand)


@pytest.mark.parametrize("substitute", ["none", "any", "pair"])
@pytest.mark.parametrize(
    "hand",
    [
        {"red": 3},
        {"red": 3, "blue": 2},
        {"red": 2, "blue": 2, "locomotive": 1},
        {"red": 1, "locomotive": 2},
        {"red": 3, "blue": 3, "green": 3},
        {"locomotive": 4},
    ],
)
def test_n_9_a_board_may_begin_with_a_ferry(tmp_path: Path, substitute: str, hand: dict[str, int]) -> None:
    cards = "\ncards = 3" if substitute == "any" else ""
    text = edited((FERRY, ""), (FIRST, FERRY + FIRST), ('substitute = "none"', f'substitute = "{substitute}"{cards}'))
    board = made(tmp_path, text)
    assert board.route_id(0) == "fenn:harro:grey"
    as_on = {"none": "toy", "any": "nordic-countries", "pair": "northern-lights"}[substitute]
    check_on(board, board.spec.routes[0], hand, as_on)


def test_n_9_the_longest_route_may_be_a_ferry(tmp_path: Path) -> None:
    text = edited(
        ('length = 3, colour = "grey", locomotives = 1', 'length = 6, colour = "grey", locomotives = 2'),
        ("3 = 4, 4 = 7 }", "3 = 4, 4 = 7, 6 = 15 }"),
        ("each_colour = 3", "each_colour = 6"),
        ("locomotives = 4\ndealt = 2", "locomotives = 8\ndealt = 2"),
    )
    board = made(tmp_path, text)
    route = next(spec for spec in board.spec.routes if spec.fields["locomotives"])
    for red, locomotives in ((4, 2), (5, 2), (3, 3), (6, 0), (0, 6), (1, 5), (0, 5), (6, 1)):
        hand = {"red": red, "locomotive": locomotives}
        check_on(board, route, hand, "toy")


SMALL: list[dict[str, int]] = [
    {},
    {"purple": 1},
    {"purple": 2},
    {"purple": 3},
    {"purple": 1, "white": 1},
    {"purple": 2, "white": 1},
    {"purple": 2, "white": 2},
    {"purple": 3, "white": 1},
    {"purple": 3, "white": 3},
    {"purple": 1, "white": 1, "blue": 1},
    {"purple": 3, "white": 2, "blue": 1},
    {"orange": 1, "blue": 1},
    {"orange": 2, "blue": 2},
    {"orange": 1, "purple": 1, "blue": 1, "white": 1, "red": 1},
]


@pytest.mark.parametrize("coloured", SMALL, ids=str)
@pytest.mark.parametrize("name", builtin_ids())
def test_u_15_n_10_l_7_i_6_a_small_hand_pays_for_what_the_oracle_says(name: str, coloured: dict[str, int]) -> None:
    alike: dict[tuple[object, ...], list[RouteSpec]] = {}
    for route in load_board(name).spec.routes:
        price = (
            route.colour,
            route.length,
            route.fields["locomotives"],
            route.fields["waves"],
            route.fields["tunnel"],
            route.fields["any_cards_for_one"],
        )
        alike.setdefault(price, []).append(route)
    for locomotives in range(4):
        for ferry_cards in range(3 if name == "italy" else 1):
            cards = {**coloured, "locomotive": locomotives}
            seat: Seat = {"hand": cards, "ferry_cards": ferry_cards} if ferry_cards else {"hand": cards}
            game = situation(name, {}, seat, to_act=1)
            offered = {game.board.route_id(move - ROUTES) for move in game.moves() if move >= ROUTES}
            payable: set[str] = set()
            for routes in alike.values():
                if oracle_payments(name, routes[0], counted(cards), ferry_cards):
                    payable.update(route.id for route in routes)
            assert offered == payable, (cards, ferry_cards)


@pytest.mark.parametrize("symbols", [1, 2])
@pytest.mark.parametrize("substitute", ["any", "pair"])
def test_n_9_l_7_a_coloured_ferry_may_have_substitutes(tmp_path: Path, substitute: str, symbols: int) -> None:
    rule = 'substitute = "any"\ncards = 3' if substitute == "any" else 'substitute = "pair"'
    ferry = f'length = 3, colour = "orange", locomotives = {symbols} }}'
    text = edited(
        ('length = 3, colour = "grey", locomotives = 1 }', ferry),
        ('substitute = "none"', rule),
        ("each_colour = 3", "each_colour = 6"),
    )
    board = made(tmp_path, text)
    route = next(spec for spec in board.spec.routes if spec.fields["locomotives"])
    as_on = "nordic-countries" if substitute == "any" else "northern-lights"
    for orange in range(5):
        for red in range(5):
            for blue, locomotives in ((0, 0), (1, 0), (2, 0), (0, 1), (3, 1), (2, 2)):
                hand = {"orange": orange, "red": red, "blue": blue, "locomotive": locomotives}
                check_on(board, route, hand, as_on)


def test_u_16_the_cards_of_others_do_not_count() -> None:
    hands: list[Seat] = [
        {"hand": {"red": 6, "locomotive": 6}},
        {"hand": {"blue": 1, "locomotive": 2}},
        {"hand": {"green": 6}},
    ]
    game = situation("usa", *hands, to_act=1)
    assert payments(game, "calgary:vancouver:grey", 1) == [({"blue": 1, "locomotive": 2}, 0)]
    game.play(ROUTES + game.board.route_index["calgary:vancouver:grey"])
    assert game.pending.seats == [2]  # there was nothing to choose


@pytest.mark.parametrize("lengths", [(4, 2), (2, 4)])
def test_n_10_ferries_of_different_lengths_do_not_lend_each_other_their_prices(
    tmp_path: Path, lengths: tuple[int, int]
) -> None:
    # 6 cards are 3 of a colour and any 3 on the long one, any 6 on the short one.
    ferries = [
        f'  {{ between = ["fenn", "{city}"], length = {length}, colour = "grey", locomotives = 1 }},\n'
        for city, length in zip(("harro", "gild"), lengths, strict=True)
    ]
    text = edited(
        (FERRY, "".join(ferries)),
        ('substitute = "none"', 'substitute = "any"\ncards = 3'),
        ("each_colour = 3", "each_colour = 6"),
    )
    board = made(tmp_path, text)
    hands: list[dict[str, int]] = [
        {"red": 3, "blue": 3},
        {"red": 2, "blue": 2, "white": 2},
        {"red": 3, "blue": 2, "white": 2},
        {"red": 4, "blue": 3, "white": 2},
    ]
    for hand in hands:
        for route in board.spec.routes:
            if route.fields["locomotives"]:
                check_on(board, route, hand, "nordic-countries")


def test_l_7_a_long_grey_ferry_with_pairs_beside_an_odd_set(tmp_path: Path) -> None:
    # 4 spaces with a symbol: a set of 3 and a pair, which a set of 3 out of 4 cards breaks up.
    text = edited(
        ('length = 3, colour = "grey", locomotives = 1', 'length = 4, colour = "grey", locomotives = 1'),
        ('substitute = "none"', 'substitute = "pair"'),
        ("each_colour = 3", "each_colour = 6"),
    )
    board = made(tmp_path, text)
    route = next(spec for spec in board.spec.routes if spec.fields["locomotives"])
    for purple, red, white in product(range(3), range(6), range(3)):
        check_on(board, route, {"purple": purple, "red": red, "white": white}, "northern-lights")
