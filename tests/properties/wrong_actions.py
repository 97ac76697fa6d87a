"""Actions that are probably illegal: random ones, mutated legal ones, and ones from other boards."""

from functools import cache
from random import Random

from semafor import (
    Action,
    Claim,
    DrawCard,
    DrawFerryCard,
    DrawTickets,
    Game,
    KeepTickets,
    Pass,
    PayTunnel,
    Withdraw,
)
from semafor.model.cards import CARDS, named_cards
from tests.play import BOARDS, Cards, a_game_of_each_style, board_named, play_on, position_of

SIMPLE: list[Action] = [
    *[DrawCard(card) for card in CARDS],
    DrawCard(),
    DrawTickets(),
    DrawFerryCard(),
    Withdraw(),
    Pass(),
    PayTunnel({}),
    KeepTickets([]),
]
"""Every action without parameters, and the two empty ones."""


def key(action: Action) -> str:
    """Return a key that identifies a listed action, ignoring the order of tickets kept or given back."""
    if isinstance(action, KeepTickets):
        return f"keep {sorted(action.tickets)}"
    return repr(action)


def random_cards(rng: Random, most: int = 9) -> Cards:
    """Return cards of one or two kinds, or of any."""
    kinds = rng.sample(CARDS, rng.choice([1, 1, 2, 3]))
    return {kind: rng.randint(0, most) for kind in kinds}


def from_hand(game: Game, seat: int, rng: Random) -> Cards:
    """Return some of the cards that a seat really has."""
    hand = position_of(game)["seats"][seat]["hand"]
    return {kind: rng.randint(0, count) for kind, count in hand.items() if rng.random() < 0.6}


def random_claim(game: Game, seat: int, rng: Random) -> Claim:
    """Return a claim of any route with cards that may be in the hand and may even pay for it."""
    route = rng.choice(game.board.spec.routes)
    ferry_cards = rng.choice([0, 0, 0, 1, 2, 3])
    hand = position_of(game)["seats"][seat]["hand"]
    style = rng.randrange(4)
    if style == 0:
        return Claim(route.id, random_cards(rng), ferry_cards)
    if style == 1:
        return Claim(route.id, from_hand(game, seat, rng), ferry_cards)
    # A set of one colour with locomotives, as in the rulebook.
    colour = rng.choice(CARDS) if route.colour == "grey" else route.colour
    locomotives = min(hand.get("locomotive", 0), rng.choice([0, 0, 1, 2, route.length]), route.length)
    return Claim(route.id, _plus({colour: route.length - locomotives}, "locomotive", locomotives), 0)


def random_keep(game: Game, rng: Random) -> KeepTickets:
    """Return a choice among any tickets of the board."""
    tickets = [ticket.id for ticket in game.board.spec.tickets]
    order = rng.choice([None, None, rng.sample(tickets, rng.randint(0, 2))])
    return KeepTickets(rng.sample(tickets, rng.randint(0, 3)), order)


def _plus(cards: Cards, kind: str, count: int) -> Cards:
    changed = dict(cards)
    changed[kind] = changed.get(kind, 0) + count
    return changed


def bent_cards(cards: Cards, rng: Random) -> Cards:
    """Return a payment with one card more, fewer, or of another kind."""
    style = rng.randrange(4)
    if style == 0 or not cards:
        return _plus(cards, rng.choice(CARDS), 1)
    kind = rng.choice(sorted(cards))
    if style == 1:
        return _plus(cards, kind, -1)
    if style == 2:
        return _plus(_plus(cards, kind, -1), rng.choice(CARDS), 1)
    return _plus(cards, kind, -cards[kind] - 1)


def bent(game: Game, action: Action, rng: Random) -> Action:
    """Return a slightly mutated legal action, or the same one if nothing can be changed."""
    if isinstance(action, Claim):
        cards = named_cards(action.counts)
        style = rng.randrange(5)
        if style == 0:
            return Claim(rng.choice(game.board.spec.routes).id, cards, action.ferry_cards)
        if style == 1:
            return Claim(action.route, cards, action.ferry_cards + rng.choice([-1, 1, 2]))
        return Claim(action.route, bent_cards(cards, rng), action.ferry_cards)
    if isinstance(action, PayTunnel):
        return PayTunnel(bent_cards(named_cards(action.counts), rng))
    if isinstance(action, KeepTickets):
        return bent_keep(game, action, rng)
    return action


def bent_keep(game: Game, action: KeepTickets, rng: Random) -> KeepTickets:
    """Return a choice of tickets with a duplicate, one fewer, a wrong one, or a wrong order for the rest."""
    tickets = list(action.tickets)
    stranger = rng.choice(game.board.spec.tickets).id
    style = rng.randrange(6)
    if style == 0:
        return KeepTickets([*tickets, tickets[0]])
    if style == 1:
        return KeepTickets(tickets[1:])
    if style == 2:
        return KeepTickets([*tickets[1:], stranger])
    if style == 3:
        return KeepTickets(tickets, [stranger])
    if style == 4:
        return KeepTickets(tickets, tickets)
    return KeepTickets(tickets[::-1])


@cache
def actions_of_all_boards() -> list[Action]:
    """Return actions that were legal at some point on any board."""
    found: dict[str, Action] = {}
    for name in BOARDS:
        board = board_named(name)
        for game, rng, style in a_game_of_each_style(name, board.spec.max_players, 300):
            for _, action, _ in play_on(game, rng, style, 80):
                found.setdefault(key(action), action)
    return list(found.values())


def candidates(game: Game, seat: int, legal: list[Action], rng: Random, count: int) -> list[Action]:
    """Return all kinds of actions to ask about, some of them legal."""
    found = rng.sample(SIMPLE, 4)
    found += rng.sample(actions_of_all_boards(), count)
    for _ in range(count):
        found.append(random_claim(game, seat, rng))
        found.append(random_keep(game, rng))
        found.append(PayTunnel(from_hand(game, seat, rng) if rng.random() < 0.7 else random_cards(rng, 3)))
        if legal:
            found.append(rng.choice(legal))
            found.append(bent(game, rng.choice(legal), rng))
    return found
