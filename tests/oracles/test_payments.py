"""The engine accepts exactly the oracle's payments, lists each once, and reaches each by one sequence of moves."""

import itertools
import random
import time
import tomllib
from collections import Counter

import pytest

from semafor import Claim, Game, PayTunnel, Withdraw, builtin_ids, load_board, load_position
from semafor.engine.boards import make_board
from semafor.model.cards import named_cards
from semafor.model.numbers.moves import ROUTES
from semafor.rules.payment_steps import accepts
from tests.games import Seat, discards, hand, payments, refused, routes, situation
from tests.oracles.payments import (
    KINDS,
    Cards,
    Payment,
    counted,
    multisets,
    oracle_extras,
    oracle_payments,
)
from tests.toy import TOY, with_parts

BOARDS = builtin_ids()


def deal(chance: random.Random, board: str) -> Seat:
    """Return a hand that can pay for something: several cards each of a few colours, and some locomotives."""
    most = 3 if board == "toy" else 5
    colours = chance.sample(KINDS[:-1], chance.randint(2, 4))
    cards = {colour: chance.randint(1, most) for colour in colours}
    cards["locomotive"] = chance.randint(0, 3)
    return {"hand": cards, "ferry_cards": chance.randint(0, 2) if board == "italy" else 0}


def holding(board: str, seat: Seat) -> Game:
    """Return a game in which the first of two seats is to move and holds these cards."""
    return situation(board, seat, {})


def cards_of(seat: Seat) -> Cards:
    cards = seat["hand"]
    assert isinstance(cards, dict)
    return counted(cards)


def ferry_cards_of(seat: Seat) -> int:
    held = seat.get("ferry_cards", 0)
    assert isinstance(held, int)
    return held


def accepted(board: str, route: str, seat: Seat) -> set[Payment]:
    """Return what the oracle accepts."""
    spec = load_board(board).spec
    [found] = [each for each in spec.routes if each.id == route]
    return oracle_payments(board, found, cards_of(seat), ferry_cards_of(seat))


def listed(game: Game, place: int = 0) -> Counter[tuple[str, Payment]]:
    """Count each pair of route and payment among a seat's legal actions."""
    return Counter(
        (action.route, (action.counts, action.ferry_cards))
        for action in game.legal_actions(place)
        if isinstance(action, Claim)
    )


@pytest.mark.parametrize("number", range(16))
@pytest.mark.parametrize("board", BOARDS)
def test_legal_claims_are_what_the_oracle_accepts_each_once(board: str, number: int) -> None:
    seat = deal(random.Random(number), board)
    wanted = Counter(
        (route.id, payment)
        for route in load_board(board).spec.routes
        for payment in oracle_payments(board, route, cards_of(seat), ferry_cards_of(seat))
    )
    assert wanted
    assert listed(holding(board, seat)) == wanted


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("board", BOARDS)
def test_every_seat_pays_with_its_own_cards(board: str, number: int) -> None:
    chance = random.Random(100 + number)
    place = load_board(board).spec.max_players - 1 - number % 2
    seats: list[Seat] = [{"hand": {"locomotive": 1}} for _ in range(load_board(board).spec.max_players)]
    if board == "italy":
        seats[0] = {"hand": {}, "ferry_cards": 1}
    seats[place] = deal(chance, board)
    if board == "toy":
        seats = [seat if seat is seats[place] else {} for seat in seats]
    wanted = Counter(
        (route.id, payment)
        for route in load_board(board).spec.routes
        for payment in oracle_payments(board, route, cards_of(seats[place]), ferry_cards_of(seats[place]))
    )
    game = situation(board, *seats, to_act=place)
    assert listed(game, place) == wanted
    claims = [action for action in game.legal_actions(place) if isinstance(action, Claim)]
    for claim in chance.sample(claims, min(3, len(claims))):
        first = game.clone().apply(place, claim)[0]
        assert first.seat == place
        assert first.fields["paid" if first.type == "tunnel_opened" else "cards"] == named_cards(claim.counts)


# Routes covering every kind of payment: board, route, hand.
RICH: list[tuple[str, str, Seat]] = [
    ("toy", "fenn:harro:grey", {"hand": {"red": 3, "blue": 2, "locomotive": 3}}),
    ("usa", "houston:new-orleans:grey", {"hand": {"red": 3, "blue": 2, "white": 1, "locomotive": 3}}),
    ("usa", "denver:omaha:purple", {"hand": {"purple": 4, "blue": 4, "locomotive": 4}}),
    # N-5, N-7: no locomotives on plain routes.
    ("nordic-countries", "imatra:lahti:yellow", {"hand": {"yellow": 3, "locomotive": 3}}),
    ("nordic-countries", "kuopio:oulu:grey", {"hand": {"yellow": 4, "red": 3, "blue": 2, "locomotive": 3}}),
    # N-9, N-10: ferries with 1 and 2 symbols, coloured and grey, where any 3 cards are a locomotive.
    ("nordic-countries", "umea:vaasa:grey", {"hand": {"red": 2, "blue": 2, "green": 2, "locomotive": 1}}),
    ("nordic-countries", "kristiansand:stavanger:orange", {"hand": {"orange": 3, "blue": 3, "locomotive": 2}}),
    ("nordic-countries", "alborg:goteborg:grey", {"hand": {"red": 3, "blue": 2, "white": 2, "locomotive": 2}}),
    ("nordic-countries", "honningsvag:tromso:purple", {"hand": {"purple": 3, "blue": 4, "red": 3, "locomotive": 1}}),
    ("nordic-countries", "helsinki:stockholm:grey", {"hand": {"red": 4, "blue": 4, "locomotive": 2}}),
    # N-8: any 4 cards, locomotives too, for one of the set.
    ("nordic-countries", "lieksa:murmansk:grey", {"hand": {"green": 8, "blue": 3, "locomotive": 4}}),
    ("nordic-countries", "lieksa:murmansk:grey", {"hand": {"green": 6, "blue": 7, "white": 1, "locomotive": 5}}),
    # N-11: tunnels.
    ("nordic-countries", "bergen:oslo:blue", {"hand": {"blue": 4, "red": 4, "locomotive": 4}}),
    # L-7: pairs for symbols, one or two of them, and a set of another or the same colour.
    ("northern-lights", "helsinki:tallinn:grey:1", {"hand": {"red": 5, "blue": 2, "white": 1, "locomotive": 2}}),
    ("northern-lights", "gdansk:karlskrona:grey", {"hand": {"red": 4, "blue": 3, "white": 1, "locomotive": 2}}),
    ("northern-lights", "mo-i-rana:narvik:grey:1", {"hand": {"red": 6, "blue": 3, "green": 2, "locomotive": 2}}),
    ("northern-lights", "mo-i-rana:trondheim:grey:2", {"hand": {"red": 7, "blue": 4, "green": 3, "locomotive": 1}}),
    ("northern-lights", "mo-i-rana:narvik:grey:2", {"hand": {"red": 5, "blue": 3, "green": 1}}),
    # I-6: 1 to 4 waves with 0 to 2 ferry cards.
    ("italy", "messina:reggio-calabria:grey:1", {"hand": {"red": 1, "locomotive": 2}, "ferry_cards": 2}),
    ("italy", "ancona:venezia:grey", {"hand": {"red": 4, "blue": 3, "locomotive": 4}, "ferry_cards": 0}),
    ("italy", "ancona:venezia:grey", {"hand": {"red": 4, "blue": 3, "locomotive": 4}, "ferry_cards": 1}),
    ("italy", "ancona:venezia:grey", {"hand": {"red": 4, "blue": 3, "locomotive": 4}, "ferry_cards": 2}),
    ("italy", "genova:sassari:grey", {"hand": {"red": 4, "blue": 3, "locomotive": 4}, "ferry_cards": 2}),
    ("italy", "cagliari:napoli:grey", {"hand": {"red": 4, "blue": 3, "locomotive": 5}, "ferry_cards": 2}),
]


@pytest.mark.parametrize(("board", "route", "seat"), RICH)
def test_of_all_choices_of_cards_only_the_oracles_are_allowed(board: str, route: str, seat: Seat) -> None:
    game = holding(board, seat)
    wanted = accepted(board, route, seat)
    assert wanted
    for cards in multisets(cards_of(seat)):
        for ferry_cards in range(ferry_cards_of(seat) + 1):
            refusal = game.why_not(0, Claim(route, named_cards(cards), ferry_cards))
            assert (refusal is None) == ((cards, ferry_cards) in wanted), (cards, ferry_cards, refusal)
            if refusal is not None:
                assert refusal.rule is not None
                assert refusal.message


@pytest.mark.parametrize("board", BOARDS)
def test_a_payment_with_one_card_changed_is_judged_as_the_oracle_does(board: str) -> None:
    chance = random.Random(board)
    for _ in range(4):
        seat = deal(chance, board)
        game = holding(board, seat)
        owned = cards_of(seat)
        for route, (cards, ferry_cards) in chance.sample(sorted(listed(game)), 12):
            wanted = accepted(board, route, seat)
            for changed, ferry in neighbours(cards, ferry_cards):
                action = Claim(route, named_cards(changed), ferry)
                refusal = game.why_not(0, action)
                assert (refusal is None) == ((changed, ferry) in wanted), (action, refusal)
                if refusal is not None and any(map(int.__gt__, changed, owned)):
                    assert refusal.code == "cards_not_in_hand"


def neighbours(cards: Cards, ferry_cards: int) -> list[Payment]:
    """Return payments with one card more, fewer or exchanged, or one ferry card more or fewer."""
    more = [change(cards, kind, 1) for kind in range(len(KINDS))]
    fewer = [change(cards, kind, -1) for kind in range(len(KINDS)) if cards[kind]]
    exchanged = [change(less, kind, 1) for less in fewer for kind in range(len(KINDS))]
    found = [(changed, ferry_cards) for changed in (*more, *fewer, *exchanged)]
    found.append((cards, ferry_cards + 1))
    if ferry_cards:
        found.append((cards, ferry_cards - 1))
    return found


def change(cards: Cards, kind: int, by: int) -> Cards:
    return (*cards[:kind], cards[kind] + by, *cards[kind + 1 :])


@pytest.mark.parametrize(("board", "route", "seat"), RICH)
def test_moves_reach_each_payment_by_exactly_one_path(board: str, route: str, seat: Seat) -> None:
    game = holding(board, seat)
    first = ROUTES + game.board.route_index[route]
    assert first in game.moves()
    reached = Counter(laid_down(game, end) for end in ends(game, first))
    assert reached == Counter(accepted(board, route, seat))


def ends(game: Game, move: int) -> list[Game]:
    """Return every game that results from paying in full for a claim that begins with this move."""
    after = game.clone()
    after.play(move)
    if not after.state.is_paying():
        return [after]
    moves = after.moves()
    # A step with one option is taken automatically.
    assert len(moves) > 1
    return [end for move in moves for end in ends(after, move)]


def laid_down(before: Game, after: Game) -> Payment:
    """Return what a claim was paid with: the cards on the table for a tunnel, otherwise the discards."""
    ferry_cards = int(before.state.ferry_cards(0)) - int(after.state.ferry_cards(0))
    if before.board.rule("bonus_cards") is None:
        return less(held(before), held(after)), ferry_cards
    # Bonus cards have been drawn into the hand, so look at the discards.
    return less(counted(discards(after)), counted(discards(before))), ferry_cards


def held(game: Game) -> Cards:
    return counted(hand(game, 0))


def less(cards: Cards, others: Cards) -> Cards:
    return tuple(count - other for count, other in zip(cards, others, strict=True))


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("board", BOARDS)
def test_moves_reach_each_payment_from_any_hand_by_exactly_one_path(board: str, number: int) -> None:
    chance = random.Random(number)
    seat = deal(chance, board)
    game = holding(board, seat)
    begun = game.moves()
    for route in chance.sample(sorted(game.board.route_index), 12):
        first = ROUTES + game.board.route_index[route]
        wanted = Counter(accepted(board, route, seat))
        assert (first in begun) == bool(wanted)
        if wanted:
            assert Counter(laid_down(game, end) for end in ends(game, first)) == wanted


@pytest.mark.parametrize("number", range(8))
def test_a_tunnels_extra_is_paid_as_the_oracle_says(number: int) -> None:
    chance = random.Random(number)
    route = "bergen:oslo:blue"
    rest = {"blue": chance.randint(0, 3), "red": chance.randint(0, 2), "locomotive": chance.randint(0, 3)}
    locomotives = chance.choice([0, 2, 4])
    paid = {"blue": 4 - locomotives, "locomotive": locomotives}
    revealed = ["locomotive", *chance.choices(["blue", "locomotive", "red", "white"], k=2)]
    tunnel = {"route": route, "paid": paid, "revealed": revealed}
    game = situation("nordic-countries", {"hand": rest}, {}, decision="pay_tunnel", tunnel=tunnel)
    wanted = oracle_extras(counted(rest), counted(paid), revealed)
    legal = game.legal_actions(0)
    assert Counter(action.counts for action in legal if isinstance(action, PayTunnel)) == Counter(wanted)
    assert legal.count(Withdraw()) == 1
    assert len(legal) == len(wanted) + 1
    for cards in multisets(counted(rest)):
        if cards not in wanted:
            code = refused(game, 0, PayTunnel(named_cards(cards))).code
            assert code == "wrong_extra"
    paid_by_moves = []
    for move in game.moves():
        after = game.clone()
        after.play(move)
        if route in routes(after, 0):
            paid_by_moves.append(less(held(game), held(after)))
    assert Counter(paid_by_moves) == Counter(wanted)


def test_the_oracle_itself_on_the_rulebooks_examples() -> None:
    lights: Seat = {"hand": {"red": 2, "blue": 2, "locomotive": 1}}
    assert (counted({"red": 2, "blue": 2, "locomotive": 1}), 0) in accepted(
        "northern-lights", "mo-i-rana:narvik:grey:1", lights
    )
    book: Seat = {"hand": {"green": 7, "blue": 3, "red": 4, "locomotive": 1}}
    assert (counted({"green": 7, "blue": 3, "red": 4, "locomotive": 1}), 0) in accepted(
        "nordic-countries", "lieksa:murmansk:grey", book
    )
    yellow: Seat = {"hand": {"yellow": 2, "locomotive": 2}}
    assert accepted("nordic-countries", "imatra:lahti:yellow", yellow) == {(counted({"yellow": 2}), 0)}


def test_a_payment_is_listed_however_it_can_be_read() -> None:
    """4 red cards on a ferry of 2 with a symbol are one payment, however they are assigned."""
    game = holding("northern-lights", {"hand": {"red": 4, "locomotive": 1}})
    assert payments(game, "goteborg:kobenhavn:grey:1") == [
        ({"red": 3}, 0),
        ({"red": 1, "locomotive": 1}, 0),
        ({"red": 2, "locomotive": 1}, 0),
    ]


# Pairs on long ferries, which only custom boards have


def pair_ferry(length: int, symbols: int, colour: str, cards: dict[str, int]) -> tuple[Game, str]:
    """Return a game with these cards in hand, and a ferry on which a pair stands in for a locomotive (L-7)."""
    route = {"between": ["ambel", "harro"], "length": length, "locomotives": symbols, "colour": colour}
    rules: dict[str, dict[str, object]] = {
        "train_cards": {"each_colour": 20, "locomotives": 59},
        "claiming": {"trains": 60},
        "route_points": {"points": {str(spaces): spaces for spaces in range(1, 61)}},
        "ferries": {"substitute": "pair"},
    }
    text = with_parts(rules, routes=[*tomllib.loads(TOY)["routes"], route])
    game = load_position({"board": "toy", "seats": [{"hand": cards}, {}]}, 1, make_board(text, "pairs.toml"))
    return game, f"ambel:harro:{colour}"


@pytest.mark.parametrize("colour", ["grey", "red"])
@pytest.mark.parametrize(("length", "symbols"), [(3, 1), (4, 2), (5, 3), (6, 6), (7, 2)])
def test_l_7_pairs_are_found_each_once(length: int, symbols: int, colour: str) -> None:
    chance = random.Random(length)
    for _ in range(3):
        held = {kind: chance.choice((0, 0, 1, 2, 3)) for kind in KINDS[:-1]}
        cards = {**held, "locomotive": chance.randint(0, 3)}
        game, route = pair_ferry(length, symbols, colour, cards)
        number = game.board.route_index[route]
        wanted = {
            counts
            for counts in itertools.product(*(range(cards[kind] + 1) for kind in KINDS))
            if length <= sum(counts) <= length + symbols and accepts(game.board, number, counts, 0)
        }
        found = [claim.counts for claim in game.observe(0).legal.payments(route)]
        assert len(found) == len(set(found))
        assert set(found) == wanted


def test_l_7_pairs_are_found_without_trying_what_does_not_fit() -> None:
    """In this hand a payment in pairs is one choice of cards in hundreds; trying all of them took a minute."""
    cards = {"purple": 7, "blue": 18, "orange": 17, "white": 4, "green": 11, "yellow": 19, "black": 15, "red": 20}
    game, route = pair_ferry(30, 15, "grey", {**cards, "locomotive": 40})
    started = time.process_time()
    assert len(game.observe(0).legal.payments(route, 500)) == 500
    assert time.process_time() - started < 5
