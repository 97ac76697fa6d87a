"""Wrong payments on all boards: the reason of the refusal is true, and cites the rule that the payment breaks.

Claims that are one card wrong, and others at random; and what a tunnel costs besides.

What is legal, and what would put a payment right, is found by brute force (`oracles/payments.py` and `repairs.py`). A
refusal must name something that one of the smallest repairs puts right.
"""

import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest

from semafor import Claim, Game, PayTunnel, Refusal, load_board
from semafor.model.cards import named_cards
from semafor.model.spec import RouteSpec
from tests.games import Seat, refused, situation
from tests.oracles.payments import COLOURS, KINDS, LOCOMOTIVE, Payment, counted, oracle_extras, oracle_payments
from tests.oracles.repairs import repairs
from tests.proof import PROOF

BOARDS = ("usa", "nordic-countries", "italy", "northern-lights")
PER_PRICE = 20 if PROOF else 5
"""The number of near misses to check for each kind of route."""
AT_RANDOM = 200 if PROOF else 20
"""The number of random payments to try for each kind of route."""
COLOURED_SETS = {"nordic-countries": "N-5"}
GREY_SETS = {"nordic-countries": "N-7"}
SYMBOLS = {"nordic-countries": "N-9", "northern-lights": "L-7", "italy": "I-6"}
STAND_INS = {"nordic-countries": "N-10", "northern-lights": "L-7"}
LAST = KINDS.index(LOCOMOTIVE)

Change = tuple[str, str]
"""A card taken away and a card put down instead; one of them may be "". Ferry cards are cards, too."""
FERRY_CARD = "ferry card"


def changes(payment: Payment, ferry_cards: int) -> Iterator[tuple[Change, Payment]]:
    """Yield everything that is one card away: one fewer, one more, one of another kind."""
    for away in ("", *KINDS, FERRY_CARD):
        for instead in ("", *KINDS, FERRY_CARD):
            if away == instead:
                continue
            cards, played = list(payment[0]), payment[1]
            for kind, step in ((away, -1), (instead, 1)):
                if kind == FERRY_CARD:
                    played += step
                elif kind:
                    cards[KINDS.index(kind)] += step
            if min(cards) >= 0 and 0 <= played <= ferry_cards:
                yield (away, instead), (tuple(cards), played)


class Price:
    """What one kind of route accepts."""

    def __init__(self, board: str, route: RouteSpec) -> None:
        self.board = board
        self.route = route
        self.ferry_cards = 2 if board == "italy" else 0
        self.known: dict[Payment, bool] = {}

    def accepts(self, payment: Payment) -> bool:
        """Return whether exactly these cards pay: they are the whole hand, and all of it is laid down."""
        if self.route.fields["any_cards_for_one"]:
            return self._substitutes(payment)
        if payment not in self.known:
            cards, played = payment
            self.known[payment] = payment in oracle_payments(self.board, self.route, cards, played)
        return self.known[payment]

    def _substitutes(self, payment: Payment) -> bool:
        """Return the same where any cards stand in for others: brute force would try millions of ways (N-8)."""
        cards, played = payment
        instead = self.route.fields["any_cards_for_one"]
        return played == 0 and any(
            max(cards[:LAST]) >= kept and sum(cards) == kept + instead * (self.route.length - kept)
            for kept in range(self.route.length + 1)
        )

    def payments(self, chance: random.Random) -> list[Payment]:
        """Return some legal payments of different kinds."""
        if self.route.fields["any_cards_for_one"]:
            return [substituted(self.route, chance) for _ in range(12)]
        colours = COLOURS if self.route.colour == "grey" else (self.route.colour,)
        own = chance.choice(colours)
        other = chance.choice([colour for colour in COLOURS if colour != own])
        third = chance.choice([colour for colour in COLOURS if colour not in (own, other)])
        hand = counted({own: 6, other: 2, third: 2, LOCOMOTIVE: 3})
        found = sorted(oracle_payments(self.board, self.route, hand, self.ferry_cards))
        return chance.sample(found, min(12, len(found)))


def substituted(route: RouteSpec, chance: random.Random) -> Payment:
    """Return a payment with other cards in place of some of the set (N-8)."""
    replaced = chance.randint(0, route.length)
    loose = chance.choices(KINDS, k=replaced * route.fields["any_cards_for_one"])
    laid = [*[chance.choice(COLOURS)] * (route.length - replaced), *loose]
    return tuple(laid.count(kind) for kind in KINDS), 0


def check_reason(price: Price, payment: Payment, refusal: Refusal, told: str) -> None:
    """Check that the reason is true and cites the right rule."""
    route, board = price.route, price.board
    cards, played = payment
    symbols = route.fields["locomotives"] + route.fields["waves"]
    colours = {colour for colour in COLOURS if cards[COLOURS.index(colour)]}
    found = repairs(board, route, payment, price.ferry_cards)
    smallest = min(repair.size() for repair in found)
    too_many = any(repair.puts() == 0 for repair in found)
    too_few = any(repair.takes() == 0 for repair in found)
    beyond = sum(cards) + played > route.length
    price_rule = (COLOURED_SETS.get(board, "U-15"), GREY_SETS.get(board, "U-16"))[route.colour == "grey"]
    cited = SYMBOLS[board] if symbols else price_rule
    match refusal.code:
        case "locomotives_not_allowed":
            true = board == "nordic-countries" and route.kind == "plain" and cards[LAST] > 0
            cited = "N-5"
        case "wrong_colour":
            true = route.colour != "grey" and bool(colours - {route.colour})
        case "mixed_colours":
            true = route.colour == "grey" and len(colours) > 1
        case "wrong_number":
            true = too_many if refusal.message.endswith("too many") else too_few and not too_many
            cited = STAND_INS[board] if symbols and beyond and not too_many else cited
        case "too_few_locomotives":
            # As many cards as spaces, or fewer: then it is not their number, but what they are laid on.
            true = not (too_many and beyond) and any(
                repair.locomotives + repair.ferry_cards > 0 for repair in found if repair.size() == smallest
            )
        case "ferry_card_not_allowed":
            true = played > route.fields["waves"] or (played > 0 and not too_many)
            cited = "I-7"
        case "wrong_substitutes":
            true = beyond and symbols > 0 and not too_many and not too_few
            cited = STAND_INS[board]
        case _:
            true = False
    assert true, told
    assert refusal.rule == cited, told
    # Just too many cards, all of them fit to be played, are blamed on nothing else.
    own = {route.colour} if route.colour != "grey" else set(sorted(colours)[:1])
    if too_many and beyond and colours <= own and played <= route.fields["waves"]:
        assert refusal.code in ("wrong_number", "locomotives_not_allowed"), told


def prices(board: str) -> list[Price]:
    """Return a price for each kind of route."""
    found: dict[tuple[object, ...], Price] = {}
    for route in load_board(board).spec.routes:
        kind = (route.colour == "grey", route.length, route.symbols, route.kind)
        found.setdefault(kind, Price(board, route))
    return list(found.values())


def near_misses(price: Price, chance: random.Random) -> list[Payment]:
    """Return illegal payments that are one card away from a legal one."""
    near = sorted({changed for payment in price.payments(chance) for _, changed in changes(payment, price.ferry_cards)})
    chance.shuffle(near)
    # Judging a payment is slow, so judge no more than needed.
    return list(islice((changed for changed in near if not price.accepts(changed)), PER_PRICE))


def refusal_of(board: str, route: RouteSpec, payment: Payment) -> Refusal:
    """Return the engine's refusal of a payment from a hand that has these cards."""
    cards, played = payment
    seat: Seat = {"hand": named_cards(cards)}
    if played:
        seat["ferry_cards"] = played
    game: Game = situation(board, seat, {})
    refusal = game.why_not(0, Claim(route.id, named_cards(cards), played))
    assert refusal is not None
    return refusal


@pytest.mark.parametrize("board", BOARDS)
def test_a_near_miss_is_refused_for_what_is_wrong_with_it(board: str) -> None:
    chance = random.Random(f"near misses on {board}")
    looked_at = sum(check(price, payment) for price in prices(board) for payment in near_misses(price, chance))
    assert looked_at > 5 * PER_PRICE


@pytest.mark.parametrize("board", BOARDS)
def test_any_wrong_payment_is_refused_for_a_reason_that_is_true(board: str) -> None:
    chance = random.Random(f"payments on {board}")
    tried = ((price, at_random(price, chance)) for price in prices(board) for _ in range(AT_RANDOM))
    assert sum(check(price, payment) for price, payment in tried if not price.accepts(payment)) > 5 * AT_RANDOM


def at_random(price: Price, chance: random.Random) -> Payment:
    """Return cards of few colours, about as many as the route takes."""
    colours = chance.sample(COLOURS, chance.randint(1, 3))
    if price.route.colour != "grey" and chance.random() < 0.8:
        colours[0] = price.route.colour
    kinds = [*colours, colours[0], LOCOMOTIVE]
    laid = chance.choices(kinds, k=chance.randint(0, price.route.length + 4))
    return tuple(laid.count(kind) for kind in KINDS), chance.randint(0, price.ferry_cards)


def check(price: Price, payment: Payment) -> bool:
    """Check the refusal of a wrong payment; return whether there was anything to refuse."""
    if not any(payment[0]) and not payment[1]:
        return False  # nothing at all asks what the route takes
    refusal = refusal_of(price.board, price.route, payment)
    told = f"{price.route.id}, {named_cards(payment[0])}, {payment[1]} ferry cards: {refusal!r}"
    check_words(refusal.message.replace(price.route.id, "it"), told)
    check_numbers(refusal, payment, told)
    if price.route.fields["any_cards_for_one"]:
        assert (refusal.code, refusal.rule) == ("wrong_substitutes", "N-8"), told
        check_substitutes(refusal, price.route, payment, told)
    else:
        check_reason(price, payment, refusal, told)
    return True


def check_words(message: str, told: str) -> None:
    """Check singular and plural."""
    things = "card|locomotive|wave|space|train"
    assert not re.search(rf"\b1 (\w+ )?({things})s\b", message), told
    assert not re.search(rf"\b(0|[2-9]|\d\d) (\w+ )?({things})\b", message), told


def check_numbers(refusal: Refusal, payment: Payment, told: str) -> None:
    """Check that the sentence is about this payment: it counts the cards that were played."""
    cards, played = payment
    if refusal.code == "wrong_number":
        count = sum(cards)
        assert f"; {count} card" in refusal.message, told
        assert (f"{played} ferry card" in refusal.message) == (played > 0), told
    if refusal.code == "ferry_card_not_allowed" and "beside" in refusal.message:
        assert f" {played} ferry card" in refusal.message, told
        assert refusal.message.endswith(f"not {sum(cards)}"), told
    if refusal.code == "too_few_locomotives" and "other space" not in refusal.message:
        assert re.search(rf"\b{cards[LAST]} (locomotives? )?", refusal.message.split(";")[-1]), told
    if refusal.code in ("wrong_colour", "mixed_colours"):
        named = re.split(r", not ", refusal.message)[-1]
        assert all(cards[COLOURS.index(colour)] for colour in COLOURS if colour in named.split()), told


def check_substitutes(refusal: Refusal, route: RouteSpec, payment: Payment, told: str) -> None:
    """Check that the sentence says what is wrong: the number of cards, or how many share a colour."""
    count = sum(payment[0])
    replaced, rest = divmod(count - route.length, route.fields["any_cards_for_one"] - 1)
    if rest or not 0 <= replaced <= route.length:
        assert refusal.message.endswith(f"9, 12, 15, …, 36 cards, not {count}"), told
    else:
        needed = f"among {count} cards at least {route.length - replaced} must be of one colour"
        assert refusal.message.endswith(f"{needed}, not {max(payment[0][:LAST])}"), told


@pytest.mark.parametrize("locomotives", [0, 1, 4])
@pytest.mark.parametrize("revealed", [["blue", "red", "locomotive"], ["locomotive"] * 2, ["locomotive", "white"]])
def test_a_near_miss_of_a_tunnels_extra_is_refused_for_what_is_wrong_with_it(
    locomotives: int, revealed: list[str]
) -> None:
    """One card more, fewer or different: the sentence says what the tunnel costs and what was played."""
    paid = {"blue": 4 - locomotives, "locomotive": locomotives}
    rest = {"blue": 4, "red": 2, "locomotive": 4}
    tunnel = {"route": "bergen:oslo:blue", "paid": paid, "revealed": revealed}
    alone = locomotives == 4
    legal = oracle_extras(counted(rest), counted(paid), revealed)
    extra = sum(next(iter(legal)))
    missed = {changed[0] for cards in legal for _, changed in changes((cards, 0), 0) if changed[0] not in legal}
    assert missed
    for cards in sorted(missed):
        held = {**rest, **named_cards(cards)}
        game = situation("nordic-countries", {"hand": held}, {}, decision="pay_tunnel", tunnel=tunnel)
        refusal = refused(game, 0, PayTunnel(named_cards(cards)))
        assert (refusal.code, refusal.rule) == ("wrong_extra", "N-13" if alone else "N-11")
        price = "locomotive" if alone else "more card"
        assert f"{extra} {price}{'' if extra == 1 else 's'}" in refusal.message, refusal
        said = " and ".join(f"{count} {kind}" for kind, count in named_cards(cards).items()) or "nothing"
        assert refusal.message.endswith(f", not {said}"), refusal
