"""Building a payment move by move, in a fixed order, so that exactly one sequence leads to each payment.

Ferry cards, locomotives, the number of coloured cards, then the coloured cards in the order of the colours. Each step
offers only options that can be completed, and a step with one option is taken automatically.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.model.bits import bit, lowest
from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE
from semafor.model.numbers.layout import (
    FERRY_CARDS,
    HANDS,
    PAID,
    PAY_COLOUR_STEP,
    PAY_COLOURED_STEP,
    PAY_FERRY_CARDS_STEP,
    PAY_LOCOMOTIVES_STEP,
    SHAPE,
    SHAPE_FERRY_CARDS,
    SHAPE_LOCOMOTIVES,
    SHAPE_LOOSE,
    SHAPE_SAME,
    SHAPE_UNIT,
)
from semafor.model.numbers.moves import PAY_COLOUR, PAY_COLOURED, PAY_FERRY_CARDS, PAY_LOCOMOTIVES
from semafor.model.state import State
from semafor.rules.shapes import PAIRS, Purse

_PAID_ALL: Final = True
_MORE_TO_CHOOSE: Final = False


def begin(state: State, seat: i64, route: i64) -> bool:
    """Begin the payment for a route; return whether it is already complete."""
    state.pay_route = route
    cards = state.cards
    for i in range(PAID, PAID + KINDS):
        cards[i] = 0
    if state.seats[FERRY_CARDS + seat] == 0:
        return choose_ferry_cards(state, seat, 0)
    options = ferry_card_options(state, seat)
    if options & (options - 1) == 0:
        return choose_ferry_cards(state, seat, lowest(options))
    state.pending = PAY_FERRY_CARDS_STEP
    return _MORE_TO_CHOOSE


def pay(state: State, seat: i64, move: i64) -> bool:
    """Make the next step of the payment; return whether it is complete."""
    if state.pending == PAY_FERRY_CARDS_STEP:
        return choose_ferry_cards(state, seat, move - PAY_FERRY_CARDS)
    if state.pending == PAY_LOCOMOTIVES_STEP:
        return choose_locomotives(state, seat, move - PAY_LOCOMOTIVES)
    if state.pending == PAY_COLOURED_STEP:
        return choose_coloured(state, seat, move - PAY_COLOURED)
    return choose_colour(state, seat, move - PAY_COLOUR)


def steps(state: State, seat: i64, words: vec[i64]) -> i64:
    """Write the moves of the next step into the masks; return how many of these are used."""
    if state.pending == PAY_FERRY_CARDS_STEP:
        words[0] = ferry_card_options(state, seat) << PAY_FERRY_CARDS
        return 1
    if state.pending == PAY_LOCOMOTIVES_STEP:
        words[1] = locomotive_options(state, seat)
        return 2
    if state.pending == PAY_COLOURED_STEP:
        words[2] = coloured_options(state, seat)
        return 3
    words[0] = colour_options(state, seat) << PAY_COLOUR
    return 1


def next_step(state: State, cards: tuple[int, ...], ferry_cards: int) -> i64:
    """Return the next move of the sequence that pays with exactly these cards."""
    if state.pending == PAY_FERRY_CARDS_STEP:
        return PAY_FERRY_CARDS + ferry_cards
    if state.pending == PAY_LOCOMOTIVES_STEP:
        return PAY_LOCOMOTIVES + cards[LOCOMOTIVE]
    if state.pending == PAY_COLOURED_STEP:
        return PAY_COLOURED + sum(cards[:COLOUR_COUNT])
    colour = 0
    while state.cards[PAID + colour] >= cards[colour]:
        colour += 1
    return PAY_COLOUR + colour


def choose_ferry_cards(state: State, seat: i64, count: i64) -> bool:
    """Play `count` ferry cards and continue with the locomotives."""
    state.pay_ferry_cards = count
    options = locomotive_options(state, seat)
    if options & (options - 1) == 0:
        return choose_locomotives(state, seat, lowest(options))
    state.pending = PAY_LOCOMOTIVES_STEP
    return _MORE_TO_CHOOSE


def choose_locomotives(state: State, seat: i64, count: i64) -> bool:
    """Play `count` locomotives and continue with the number of coloured cards."""
    state.cards[PAID + LOCOMOTIVE] = count
    board = state.board
    if board.class_plain[board.route_class[state.pay_route]] == 1:
        return choose_coloured(state, seat, board.route_length[state.pay_route] - count)
    options = coloured_options(state, seat)
    if options & (options - 1) == 0:
        return choose_coloured(state, seat, lowest(options))
    state.pending = PAY_COLOURED_STEP
    return _MORE_TO_CHOOSE


def choose_coloured(state: State, seat: i64, count: i64) -> bool:
    """Set the number of coloured cards and continue with the first of them."""
    state.pay_coloured = count
    board = state.board
    index = board.route_class[state.pay_route]
    if board.class_single[index] == 1 and board.class_colour[index] != GREY:
        state.cards[PAID + board.class_colour[index]] = count
        return _PAID_ALL
    return _go_on(state, seat, 0)


def choose_colour(state: State, seat: i64, colour: i64) -> bool:
    """Play one card of a colour and continue with the next."""
    if _is_single(state):
        state.cards[PAID + colour] = state.pay_coloured  # the others must be the same
        return _PAID_ALL
    state.cards[PAID + colour] += 1
    return _go_on(state, seat, _paid_coloured(state))


def _is_single(state: State) -> bool:
    """Return whether the payment has only one colour, so that its first coloured card decides all."""
    return state.board.class_single[state.board.route_class[state.pay_route]] == 1


def _go_on(state: State, seat: i64, paid: i64) -> bool:
    """Play cards, after those already paid, as long as there is only one option."""
    cards = state.cards
    while paid < state.pay_coloured:
        options = colour_options(state, seat)
        if options & (options - 1) != 0:
            state.pending = PAY_COLOUR_STEP
            return _MORE_TO_CHOOSE
        if _is_single(state):
            return choose_colour(state, seat, lowest(options))
        cards[PAID + lowest(options)] += 1
        paid += 1
    return _PAID_ALL


def _paid_coloured(state: State) -> i64:
    cards = state.cards
    total: i64 = 0
    for i in range(PAID, PAID + COLOUR_COUNT):
        total += cards[i]
    return total


# The options of each step, as bits


def ferry_card_options(state: State, seat: i64) -> i64:
    """Return the numbers of ferry cards with which the payment can be completed."""
    return _options(state, seat, 0)


def locomotive_options(state: State, seat: i64) -> i64:
    """Return the numbers of locomotives with which the payment can be completed."""
    return _options(state, seat, 1)


def coloured_options(state: State, seat: i64) -> i64:
    """Return the numbers of coloured cards with which the payment can be completed."""
    return _options(state, seat, 2)


def _options(state: State, seat: i64, step: i64) -> i64:
    """Return the options of a step (0 ferry cards, 1 locomotives, 2 coloured cards), given the earlier ones."""
    board = state.board
    index = board.route_class[state.pay_route]
    colour = board.class_colour[index]
    numbers = board.shape_numbers
    cards = state.cards
    held_ferry_cards = state.seats[FERRY_CARDS + seat]
    held_locomotives = cards[HANDS + seat * KINDS + LOCOMOTIVE]
    if board.class_plain[index] == 1:
        return _plain_options(state, seat, step, held_locomotives)
    purse = Purse()
    purse.look(cards, HANDS + seat * KINDS)
    options: i64 = 0
    for at in range(board.shape_start[index] * SHAPE, board.shape_start[index + 1] * SHAPE, SHAPE):
        ferry_cards = numbers[at + SHAPE_FERRY_CARDS]
        locomotives = numbers[at + SHAPE_LOCOMOTIVES]
        coloured = numbers[at + SHAPE_SAME] + numbers[at + SHAPE_LOOSE]
        if ferry_cards > held_ferry_cards or locomotives > held_locomotives:
            continue
        if step > 0 and ferry_cards != state.pay_ferry_cards:
            continue
        if step > 1 and locomotives != cards[PAID + LOCOMOTIVE]:
            continue
        value = ferry_cards if step == 0 else (locomotives if step == 1 else coloured)
        same = numbers[at + SHAPE_SAME]
        if (options >> value) & 1 == 0 and purse.meets(
            colour, same, numbers[at + SHAPE_LOOSE], numbers[at + SHAPE_UNIT]
        ):
            options |= bit(value)
    return options


def _plain_options(state: State, seat: i64, step: i64, held_locomotives: i64) -> i64:
    """Return the same for a plain class: no ferry cards, and the coloured ones are implied."""
    if step == 0:
        return 1
    board = state.board
    cards = state.cards
    index = board.route_class[state.pay_route]
    colour = board.class_colour[index]
    hand = HANDS + seat * KINDS
    held: i64 = 0
    if colour == GREY:
        for i in range(hand, hand + COLOUR_COUNT):
            held = max(held, cards[i])
    else:
        held = cards[hand + colour]
    # Every shape has one card for each space, so they differ only in locomotives. These must cover what the set lacks,
    # and the hand must have them.
    fewest = board.route_length[state.pay_route] - held
    options = board.class_locomotives[index] & (bit(held_locomotives + 1) - 1)
    return options if fewest <= 0 else options & ~(bit(fewest) - 1)


def colour_options(state: State, seat: i64) -> i64:
    """Return the colours of the next card with which the payment can be completed, in the order of the colours."""
    board = state.board
    index = board.route_class[state.pay_route]
    if board.class_single[index] == 1:
        return _whole_sets(state, seat)
    cards = state.cards
    numbers = board.shape_numbers
    from_colour: i64 = 0
    for colour in range(i64(COLOUR_COUNT)):
        if cards[PAID + colour] > 0:
            from_colour = colour
    options: i64 = 0
    for at in range(board.shape_start[index] * SHAPE, board.shape_start[index + 1] * SHAPE, SHAPE):
        if (
            numbers[at + SHAPE_FERRY_CARDS] != state.pay_ferry_cards
            or numbers[at + SHAPE_LOCOMOTIVES] != cards[PAID + LOCOMOTIVE]
            or numbers[at + SHAPE_SAME] + numbers[at + SHAPE_LOOSE] != state.pay_coloured
        ):
            continue
        for colour in range(from_colour, i64(COLOUR_COUNT)):
            if (options >> colour) & 1 == 0 and _completes(state, seat, at, colour):
                options |= bit(colour)
    return options


def _whole_sets(state: State, seat: i64) -> i64:
    """Return the colours of which the hand holds the whole set, for a grey route."""
    cards = state.cards
    count = state.pay_coloured
    hand = HANDS + seat * KINDS
    options: i64 = 0
    for i in range(i64(COLOUR_COUNT)):
        if cards[hand + i] >= count:
            options |= bit(i)
    return options


def _completes(state: State, seat: i64, at: i64, colour: i64) -> bool:
    """Return whether a payment of the shape can be completed after one more card of `colour`, and then none before it.

    Each colour's final count lies between a minimum and a maximum; with pairs it also goes in steps of two. The colours
    before `colour` are final. So the total can be reached if and only if it lies between the sums. They are first
    computed as if no colour were that of the set, then corrected for each that may be.
    """
    cards = state.cards
    hand = HANDS + seat * KINDS
    paid = cards[PAID + colour] + 1
    if paid > cards[hand + colour]:
        return False
    cards[PAID + colour] = paid
    numbers = state.board.shape_numbers
    wanted = state.board.class_colour[state.board.route_class[state.pay_route]]
    total = state.pay_coloured
    same = numbers[at + SHAPE_SAME]
    odd = numbers[at + SHAPE_UNIT] - 1  # loose cards come singly or in pairs: x & ~odd rounds down to such a number
    least: i64 = 0
    greatest: i64 = 0
    stuck: i64 = 0  # colours that can't be brought to an allowed number
    for i in range(i64(COLOUR_COUNT)):
        low = (cards[PAID + i] + odd) & ~odd
        high = (cards[hand + i] if i >= colour else cards[PAID + i]) & ~odd
        least += low
        greatest += high
        if high < low:
            stuck += 1
    completes = False
    for i in range(i64(COLOUR_COUNT)):
        if wanted not in (GREY, i):
            continue
        low = (cards[PAID + i] + odd) & ~odd
        most = cards[hand + i] if i >= colour else cards[PAID + i]
        high = most & ~odd
        beyond = cards[PAID + i] - same
        set_low = same if beyond < 0 else same + ((beyond + odd) & ~odd)
        set_high = same + ((most - same) & ~odd)
        others_stuck = stuck - 1 if high < low else stuck
        if most >= set_low and others_stuck == 0 and least - low + set_low <= total <= greatest - high + set_high:
            completes = True
            break
    cards[PAID + colour] = paid - 1
    return completes


def accepts(board: Board, route: i64, cards: tuple[int, ...], ferry_cards: int) -> bool:
    """Return whether these cards, named all at once, are a payment for the route."""
    counts = vec[i64]([cards[colour] for colour in range(COLOUR_COUNT)])
    return fits(board, route, counts, cards[LOCOMOTIVE], ferry_cards)


def fits(board: Board, route: i64, counts: vec[i64], locomotives: i64, ferry_cards: i64) -> bool:
    """Return the same for coloured cards by colour, locomotives and ferry cards."""
    index = board.route_class[route]
    numbers = board.shape_numbers
    wanted = board.class_colour[index]
    coloured: i64 = 0
    odd: i64 = 0
    for count in counts:
        coloured += count
        odd += count & 1
    for at in range(board.shape_start[index] * SHAPE, board.shape_start[index + 1] * SHAPE, SHAPE):
        same = numbers[at + SHAPE_SAME]
        if (
            numbers[at + SHAPE_FERRY_CARDS] != ferry_cards
            or numbers[at + SHAPE_LOCOMOTIVES] != locomotives
            or same + numbers[at + SHAPE_LOOSE] != coloured
            or (numbers[at + SHAPE_UNIT] == PAIRS and odd > 1)
        ):
            continue
        for colour in range(i64(COLOUR_COUNT)):
            if wanted not in (GREY, colour) or counts[colour] < same:
                continue
            # The loose cards must come in pairs: in all colours except perhaps that of the set.
            if numbers[at + SHAPE_UNIT] != PAIRS or odd + ((counts[colour] - same) & 1) - (counts[colour] & 1) == 0:
                return True
    return False
