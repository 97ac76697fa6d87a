"""What each route accepts, by brute force and straight from the rules' text.

A route is a row of spaces, and each space is covered by *something*: a card of the set's colour, a locomotive, three
cards of any colours, a pair. Every space in turn gets each of the things that the rules page allows there, and what
has been laid down at the end is a payment. Nothing here counts shapes or knows what the engine's tables look like.
"""

from collections.abc import Iterator
from itertools import product

from semafor.model.spec import RouteSpec

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
LOCOMOTIVE = "locomotive"
KINDS = (*COLOURS, LOCOMOTIVE)

Cards = tuple[int, ...]
"""A multiset of cards: how many of each of KINDS."""
Payment = tuple[Cards, int]
"""Cards, and the number of ferry cards."""
Cover = list[tuple[str, ...]]
"""What covers one space: a sequence of cards, each given as the kinds it may be."""


def counted(cards: dict[str, int]) -> Cards:
    """Return named cards as a multiset."""
    return tuple(cards.get(kind, 0) for kind in KINDS)


def oracle_payments(board: str, route: RouteSpec, hand: Cards, ferry_cards: int = 0) -> set[Payment]:
    """Return every payment for the route from a hand with this many ferry cards."""
    found: set[Payment] = set()
    colours = COLOURS if route.colour == "grey" else (route.colour,)
    for colour in colours:
        for spaces, played in covers(board, route, colour, ferry_cards):
            found |= {(cards, played) for cards in _lay(spaces, hand)}
    return found


def _lay(spaces: list[list[Cover]], hand: Cards) -> set[Cards]:
    """Return every multiset of cards from the hand that covers all spaces, one cover each."""
    laid = {(0,) * len(KINDS)}
    for covers in spaces:
        further: set[Cards] = set()
        for cover in covers:
            partly = laid
            for kinds in cover:
                partly = {_with(cards, kind) for cards in partly for kind in map(KINDS.index, kinds)}
                partly = {cards for cards in partly if _within(cards, hand)}
            further |= partly
        laid = further
    return laid


def _with(cards: Cards, kind: int) -> Cards:
    return (*cards[:kind], cards[kind] + 1, *cards[kind + 1 :])


def _within(cards: Cards, hand: Cards) -> bool:
    return all(count <= held for count, held in zip(cards, hand, strict=True))


def covers(board: str, route: RouteSpec, colour: str, ferry_cards: int) -> Iterator[tuple[list[list[Cover]], int]]:
    """Yield the covers of each space when the set has this colour, with the ferry cards they take."""
    card: Cover = [(colour,)]
    locomotive: Cover = [(LOCOMOTIVE,)]
    any_three: Cover = [COLOURS] * 3
    any_four: Cover = [KINDS] * 4
    pairs: list[Cover] = [[(own,), (own,)] for own in COLOURS]
    symbols = route.fields["locomotives"]
    others = route.length - symbols
    match board:
        case "usa":
            # U-15, U-16.
            yield [[card, locomotive]] * route.length, 0
        case "toy":
            # U-15, U-16; its ferry takes a locomotive for the symbol and nothing else (N-9).
            yield [[locomotive]] * symbols + [[card, locomotive]] * others, 0
        case "nordic-countries":
            if {route.a, route.b} == {"lieksa", "murmansk"}:
                # N-8: any 4 cards in place of one card of the set; no locomotive in the set itself (N-5).
                yield [[card, any_four]] * route.length, 0
            elif symbols:
                # N-9; any 3 coloured cards stand in for any locomotive, required or not (N-10, R-8).
                yield [[locomotive, any_three]] * symbols + [[card, locomotive, any_three]] * others, 0
            elif route.fields["tunnel"]:
                yield [[card, locomotive]] * route.length, 0  # N-11
            else:
                yield [[card]] * route.length, 0  # N-5, N-7
        case "northern-lights":
            # L-7: a locomotive or a pair for each symbol; pairs for nothing else.
            yield [[locomotive, *pairs]] * symbols + [[card, locomotive]] * others, 0
        case "italy":
            # I-6: each wave takes a locomotive (0) or lies under one of the ferry cards (1, 2). A ferry card covers up
            # to 2 waves, and must cover at least one (I-7).
            plain = [[card, locomotive]] * (route.length - route.fields["waves"])
            for played in range(ferry_cards + 1):
                for over in product(range(played + 1), repeat=route.fields["waves"]):
                    if all(1 <= over.count(ferry_card) <= 2 for ferry_card in range(1, played + 1)):
                        yield [[locomotive]] * over.count(0) + plain, played
        case _:
            raise ValueError(f"the oracle does not know {board}")


def oracle_extras(hand: Cards, paid: Cards, revealed: list[str]) -> set[Cards]:
    """Return every way to pay a tunnel's extra after a payment and the cards turned up (N-11, N-13)."""
    colours = [kind for kind in COLOURS if paid[KINDS.index(kind)]]
    matching = (*colours, LOCOMOTIVE)
    extra = sum(card in matching for card in revealed)
    return _lay([[[matching]]] * extra, hand)


def multisets(hand: Cards) -> Iterator[Cards]:
    """Yield every choice of cards from a hand, including all and none."""
    yield from product(*(range(held + 1) for held in hand))
