"""Payments: building tables of shapes from the rules, and what a hand can pay for.

A route's payment comes in shapes (`Shape`): numbers of ferry cards and locomotives, of cards of one colour, and of
loose ones. The rules make the shapes when a board is built, routes with the same shapes and colour become one *claim
class*, and play only looks up tables:

- `plain` classes, paid with one colour and locomotives, have a mask per colour, locomotives and cards held;
- the others have a short list of the cheapest shapes for the locomotives and ferry cards held.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.bits import WORD, bit
from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE
from semafor.model.hooks import Shape
from semafor.model.numbers.layout import FERRY_CARDS, HANDS, SHAPE
from semafor.model.numbers.moves import MAX_FERRY_CARDS
from semafor.model.reading import BoardError, Problem
from semafor.model.state import State

MOST_SHAPES: Final = 20_000
"""Shapes of all routes together, so that a board is built in a fraction of a second; built-in boards have up to 652."""
PAIRS: Final = 2
"""The unit of loose cards that come in pairs."""
NEED: Final = 3
"""Numbers per need in the tables, at these offsets."""
_NEED_SAME: Final = 0
_NEED_LOOSE: Final = 1
_NEED_UNIT: Final = 2


def build_classes(board: Board) -> None:
    """Compute every route's shapes and store them as tables."""
    keys: dict[tuple[int, tuple[tuple[int, int, int, int, int], ...]], int] = {}
    board.shapes = []
    board.class_colour = vec[i64]()
    board.route_class = vec[i64]([0] * board.route_count)
    count = 0
    for route in range(board.route_count):
        shapes = route_shapes(board, route)
        count += len(shapes)
        if count > MOST_SHAPES:
            many = "too many ways to pay: the payments of all routes together come in at most {most} shapes"
            raise BoardError([Problem("routes", many, most=MOST_SHAPES)])
        key = (int(board.route_colour[route]), tuple([shape.key() for shape in shapes]))
        if key not in keys:
            keys[key] = len(board.shapes)
            board.shapes.append(shapes)
            board.class_colour = append(board.class_colour, board.route_colour[route])
        board.route_class[route] = keys[key]
    board.priced_shapes = [sorted(shapes, key=_waste) for shapes in board.shapes]
    board.class_plain = vec[i64]([1 if is_plain(shapes) else 0 for shapes in board.shapes])
    board.class_single = vec[i64]([1 if is_single(shapes) else 0 for shapes in board.shapes])
    board.class_locomotives = vec[i64]([sum({1 << shape.locomotives for shape in shapes}) for shapes in board.shapes])
    board.class_mask = vec[i64]([0] * (len(board.shapes) * board.route_words))
    for route in range(board.route_count):
        board.class_mask[board.route_class[route] * board.route_words + route // WORD] |= bit(route % WORD)
    _lay_shapes(board)
    _lay_lengths(board)
    _lay_plain(board)
    _lay_others(board)


def route_shapes(board: Board, route: int) -> list[Shape]:
    """Return all shapes in which a route can be paid, fewest ferry cards and locomotives first."""
    shapes = [Shape(0, 0, board.spec.routes[route].length, 0, 1)]
    for rule in board.rules:
        shapes = rule.cover(board, route, shapes)
    for rule in board.rules:
        shapes = rule.widen(board, route, shapes)
    for rule in board.rules:
        shapes = rule.substitute(board, route, shapes)
    by_key = {shape.key(): shape for shape in shapes if shape.locomotives <= board.locomotives}
    return [by_key[key] for key in sorted(by_key)]


def is_plain(shapes: list[Shape]) -> bool:
    """Return whether the shapes have only one colour and locomotives."""
    return all(shape.loose == 0 and shape.ferry_cards == 0 for shape in shapes)


def is_single(shapes: list[Shape]) -> bool:
    """Return whether all coloured cards of a payment are of one colour."""
    return all(shape.loose == 0 for shape in shapes)


def _waste(shape: Shape) -> tuple[int, int, int]:
    """Return the key by which people compare payments: locomotives, then coloured cards, then ferry cards."""
    return (shape.locomotives, shape.same + shape.loose, shape.ferry_cards)


def _lay_shapes(board: Board) -> None:
    """Put the shapes of all classes into one vector, five numbers each."""
    board.shape_start = vec[i64]([0])
    board.shape_numbers = vec[i64]()
    for shapes in board.shapes:
        for shape in shapes:
            for number in (shape.ferry_cards, shape.locomotives, shape.same, shape.loose, shape.unit):
                board.shape_numbers = append(board.shape_numbers, i64(number))
        board.shape_start = append(board.shape_start, len(board.shape_numbers) // SHAPE)


def _lay_lengths(board: Board) -> None:
    """Store, for each number of trains, the mask of the routes that it is enough for (U-18)."""
    board.longest_route = max(board.spec.routes[route].length for route in range(board.route_count))
    words = board.route_words
    board.length_mask = vec[i64]([0] * ((board.longest_route + 1) * words))
    for trains in range(board.longest_route + 1):
        for route in range(board.route_count):
            if board.route_length[route] <= trains:
                board.length_mask[trains * words + route // WORD] |= bit(route % WORD)


def _lay_plain(board: Board) -> None:
    """Store, for each colour, locomotives held and cards of the colour held, the plain routes they pay for.

    Grey routes are under the ninth colour and looked up with the largest number of cards of one colour. A mask has an
    even number of words here, padded if necessary, so that two can be read at a time.
    """
    plain = [index for index, shapes in enumerate(board.shapes) if is_plain(shapes)]
    cap = 0
    for index in plain:
        cap = max(cap, max(shape.same + shape.locomotives for shape in board.shapes[index]))
    board.plain_cap = cap
    words = board.route_words
    width = _even(words)
    board.plain_mask = vec[i64]([0] * ((GREY + 1) * (cap + 1) * (cap + 1) * width))
    for index in plain:
        colour = board.class_colour[index]
        for locomotives in range(cap + 1):
            usable = [shape.same for shape in board.shapes[index] if shape.locomotives <= locomotives]
            if not usable:
                continue
            for held in range(min(usable), cap + 1):
                at = ((colour * (cap + 1) + locomotives) * (cap + 1) + held) * width
                for word in range(words):
                    board.plain_mask[at + word] |= board.class_mask[index * words + word]


def _even(words: i64) -> i64:
    """Round the number of words of a mask up to an even number."""
    return words + (words & 1)


def _lay_others(board: Board) -> None:
    """Store, for ferry cards and locomotives held and each other class, the cheapest sufficient (same, loose, unit)."""
    board.other_classes = vec[i64]()
    board.other_start = vec[i64]([0])
    board.other_needs = vec[i64]()
    board.locomotive_cap = board.locomotives
    others = [index for index, shapes in enumerate(board.shapes) if not is_plain(shapes)]
    for index in others:
        board.other_classes = append(board.other_classes, i64(index))
    needs = [_needs(board.shapes[index], board.locomotive_cap) for index in others]
    # The entries for one hand are adjacent, so that they share cache lines.
    for held in range((MAX_FERRY_CARDS + 1) * (board.locomotive_cap + 1)):
        for of_class in needs:
            for shape in of_class[held]:
                for number in (shape.same, shape.loose, shape.unit):
                    board.other_needs = append(board.other_needs, i64(number))
            board.other_start = append(board.other_start, len(board.other_needs))


def _needs(shapes: list[Shape], locomotive_cap: int) -> list[list[Shape]]:
    """Return the cheapest shapes for ferry cards and locomotives held: from those for one card fewer, step by step."""
    row = locomotive_cap + 1
    needs: list[list[Shape]] = [[] for _ in range((MAX_FERRY_CARDS + 1) * row)]
    for shape in shapes:
        if shape.ferry_cards <= MAX_FERRY_CARDS:
            needs[shape.ferry_cards * row + shape.locomotives].append(shape)
    for held, exact in enumerate(needs):
        usable = list(exact)
        if held % row > 0:
            usable.extend(needs[held - 1])
        if held >= row:
            usable.extend(needs[held - row])
        needs[held] = _cheapest(usable)
    return needs


def _cheapest(shapes: list[Shape]) -> list[Shape]:
    """Return the shapes that are not dominated by a cheaper one."""
    cheapest: list[Shape] = []
    for shape in sorted(shapes, key=_cost):
        if not any(_asks_for_no_more(kept, shape) for kept in cheapest):
            cheapest.append(shape)
    return cheapest


def _cost(shape: Shape) -> tuple[int, int, int]:
    return (shape.same, shape.loose, shape.unit)


def _asks_for_no_more(shape: Shape, other: Shape) -> bool:
    if shape.loose == 0 or shape.unit == other.unit == PAIRS:
        return shape.same <= other.same and shape.loose <= other.loose
    if shape.unit == other.unit:
        return shape.same <= other.same and shape.same + shape.loose <= other.same + other.loose
    return False


# What a hand can pay for


class Purse:
    """A summary of a hand of coloured cards, enough to decide which needs it meets."""

    start: i64
    most: i64
    most_odd: i64
    pairs: i64
    coloured: i64

    def __init__(self) -> None:
        """Start empty; `look` fills it."""
        self.counts = vec[i64]()
        self.start = 0
        self.most = 0
        self.most_odd = 0
        self.pairs = 0
        self.coloured = 0

    def look(self, counts: vec[i64], start: i64) -> None:
        """Summarise the coloured cards that are counted from `start` on."""
        most: i64 = 0
        most_odd: i64 = 0
        pairs: i64 = 0
        coloured: i64 = 0
        for i in range(start, start + COLOUR_COUNT):
            held = counts[i]
            coloured += held
            pairs += held >> 1
            most = max(most, held)
            if held & 1 == 1 and held > most_odd:
                most_odd = held
        self.counts = counts
        self.start = start
        self.most = most
        self.most_odd = most_odd
        self.pairs = pairs
        self.coloured = coloured

    def held(self, colour: i64) -> i64:
        """Return the number of cards of the colour (grey: of the most frequent colour)."""
        return self.most if colour == GREY else self.counts[self.start + colour]

    def meets(self, colour: i64, same: i64, loose: i64, unit: i64) -> bool:
        """Return whether the hand has `same` cards of the colour (grey: of any one) and the loose ones besides."""
        if self.held(colour) < same or self.coloured < same + loose:
            return False
        return unit != PAIRS or self.has_pairs_beside(colour, same, loose)

    def has_pairs_beside(self, colour: i64, same: i64, loose: i64) -> bool:
        """Return whether there are `loose` cards in pairs besides `same` cards of the colour, which must be in hand.

        Taking `same` cards of one colour uses up half as many pairs; for an odd number one less, if the hand has an odd
        card of that colour.
        """
        odd = self.most_odd
        if colour != GREY:
            odd = self.counts[self.start + colour]
            if odd & 1 == 0:
                odd = 0
        broken = same >> 1
        if same & 1 == 1 and odd < same:
            broken += 1
        return self.pairs - broken >= loose >> 1


def payable(state: State, seat: i64, purse: Purse, words: vec[i64], at: i64) -> None:
    """Write into words[at:] the mask of the routes whose price the seat's hand can pay."""
    board = state.board
    cards = state.cards
    masks = board.plain_mask
    cap = board.plain_cap
    count = board.route_words
    width = _even(count)
    hand = HANDS + seat * KINDS
    locomotives = cards[hand + LOCOMOTIVE]
    per_colour = (cap + 1) * (cap + 1) * width
    for word in range(0, count, 2):
        # Two words at a time, combined in registers instead of memory.
        low: i64 = 0
        high: i64 = 0
        most: i64 = 0
        row = min(locomotives, cap) * (cap + 1) * width + word
        for i in range(hand, hand + COLOUR_COUNT):
            held = min(cards[i], cap)
            most = max(most, held)
            low |= masks[row + held * width]
            high |= masks[row + held * width + 1]
            row += per_colour
        words[at + word] = low | masks[row + most * width]
        if word + 1 < count:
            words[at + word + 1] = high | masks[row + most * width + 1]
    if len(board.other_classes) > 0:
        _payable_others(state, seat, purse, words, at, locomotives)


def _payable_others(state: State, seat: i64, purse: Purse, words: vec[i64], at: i64, locomotives: i64) -> None:
    """Add the routes of the other classes."""
    board = state.board
    classes = board.other_classes
    colours = board.class_colour
    starts = board.other_start
    needs = board.other_needs
    purse.look(state.cards, HANDS + seat * KINDS)
    coloured = purse.coloured
    ferry_cards = min(state.seats[FERRY_CARDS + seat], MAX_FERRY_CARDS)
    row = ferry_cards * (board.locomotive_cap + 1) + min(locomotives, board.locomotive_cap)
    row *= len(classes)
    for index in classes:
        colour = colours[index]
        held = purse.held(colour)
        for need in range(starts[row], starts[row + 1], NEED):
            same = needs[need + _NEED_SAME]
            if held < same or coloured < same + needs[need + _NEED_LOOSE]:
                continue
            if needs[need + _NEED_UNIT] != PAIRS or purse.has_pairs_beside(colour, same, needs[need + _NEED_LOOSE]):
                _add_class(board, index, words, at)
                break
        row += 1


def _add_class(board: Board, index: i64, words: vec[i64], at: i64) -> None:
    count = board.route_words
    masks = board.class_mask
    for word in range(count):
        words[at + word] |= masks[index * count + word]


# What is wrong with a payment


def is_enough(board: Board, route: i64, cards: tuple[int, ...], ferry_cards: int) -> bool:
    """Return whether some of these cards pay for the route."""
    purse = Purse()
    purse.look(vec[i64]([i64(count) for count in cards]), 0)
    colour = board.route_colour[route]
    return any(
        shape.ferry_cards <= ferry_cards
        and shape.locomotives <= cards[LOCOMOTIVE]
        and purse.meets(colour, shape.same, shape.loose, shape.unit)
        for shape in board.shapes[board.route_class[route]]
    )


def is_part(board: Board, route: i64, cards: tuple[int, ...]) -> bool:
    """Return whether these cards with some more pay for the route."""
    colour = board.route_colour[route]
    return any(
        shape.locomotives >= cards[LOCOMOTIVE] and _loose_cards(shape, cards, own) <= shape.loose
        for shape in board.shapes[board.route_class[route]]
        for own in range(COLOUR_COUNT)
        if colour in (GREY, own)
    )


def _loose_cards(shape: Shape, cards: tuple[int, ...], own: int) -> int:
    """Return how many loose cards the shape needs at least to hold these, if its set has the colour `own`."""
    loose = [cards[kind] - (shape.same if kind == own else 0) for kind in range(COLOUR_COUNT)]
    return sum([-(-count // shape.unit) * shape.unit for count in loose if count > 0])
