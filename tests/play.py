"""Random play for tests: every board and number of players, several styles, reproducible from a seed."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import TypedDict, cast

import semafor
from semafor import Action, Board, Claim, Event, Game, KeepTickets
from semafor.engine.legality.choices import action_of
from semafor.engine.legality.payments import payments
from semafor.model.cards import named_cards
from semafor.model.numbers.moves import DRAW_DECK, DRAW_FERRY_CARD, DRAW_TICKETS, ROUTES, WITHDRAW

Cards = dict[str, int]


class Chosen(TypedDict):
    """A seat's starting tickets, chosen while others are still choosing."""

    keep: list[str]
    order: list[str]


class SeatPosition(TypedDict, total=False):
    """A seat of a position."""

    hand: Cards
    known: Cards
    tickets: list[str]
    routes: list[str]
    ferry_cards: int
    trains: int
    points: int
    drawn: list[str]
    keep_at_least: int
    chosen: Chosen
    knows: list[str]


class Tunnel(TypedDict):
    """A tunnel that is being decided."""

    route: str
    paid: Cards
    revealed: list[str]


class Position(TypedDict, total=False):
    """A position as `Game.position` writes it, with types."""

    board: str
    seats: list[SeatPosition]
    display: list[str | None]
    deck: list[str]
    discards: Cards
    ticket_deck: list[str]
    removed_tickets: list[str]
    goals: list[str]
    ferry_pile: int
    to_act: int
    decision: str
    opening: bool
    tunnel: Tunnel
    turns_left: int | None
    first: int
    passes: int
    random: str


def position_of(game: Game) -> Position:
    """Return a game's position, typed."""
    return cast(Position, game.position())


@cache
def board_named(name: str) -> Board:
    """Return a built-in board."""
    return semafor.load_board(name)


BOARDS = sorted(semafor.builtin_ids())
TABLES = [
    (name, players)
    for name in BOARDS
    for players in range(board_named(name).spec.min_players, board_named(name).spec.max_players + 1)
]
"""Every board with every supported number of players."""

STYLES: dict[str, dict[str, int]] = {
    "even": {"draw": 4, "tickets": 1, "ferry": 1, "claim": 4, "withdraw": 1, "pay": 1},
    "builder": {"draw": 2, "tickets": 0, "ferry": 1, "claim": 20, "withdraw": 0, "pay": 1},
    "hoarder": {"draw": 30, "tickets": 2, "ferry": 2, "claim": 1, "withdraw": 1, "pay": 1},
    "collector": {"draw": 2, "tickets": 20, "ferry": 1, "claim": 2, "withdraw": 1, "pay": 1},
    "digger": {"draw": 3, "tickets": 0, "ferry": 1, "claim": 9, "withdraw": 9, "pay": 1},
}
"""Styles: how often a player wants each kind of move, if it is legal."""


def new_game(name: str, players: int, seed: int) -> Game:
    """Deal a game on a built-in board."""
    return semafor.new_game(board_named(name), players, seed)


def _wish(move: int) -> str:
    """Return the kind of a move in the terms of STYLES."""
    if move >= ROUTES:
        return "claim"
    names = {DRAW_TICKETS: "tickets", DRAW_FERRY_CARD: "ferry", WITHDRAW: "withdraw"}
    return names.get(move, "draw" if DRAW_DECK <= move < DRAW_TICKETS else "pay")


def random_keep(game: Game, seat: int, rng: Random) -> KeepTickets:
    """Choose tickets for a seat, sometimes with a custom order for those given back (U-22)."""
    action = rng.choice(game.legal_actions(seat))
    assert isinstance(action, KeepTickets)
    if rng.random() < 0.5:
        return action
    drawn = next(entry["drawn"] for at, entry in enumerate(position_of(game)["seats"]) if at == seat)
    back = [ticket for ticket in drawn if ticket not in action.tickets]
    rng.shuffle(back)
    return KeepTickets(action.tickets, back)


def random_action(game: Game, rng: Random, style: str = "even", most: int = 40) -> tuple[int, Action]:
    """Return a seat and a legal action in the given style; of a route's payments, one of the first `most`."""
    seat = rng.choice(game.pending.seats)
    if game.pending.name == "keep_tickets":
        return seat, random_keep(game, seat, rng)
    moves = game.moves()
    wishes = sorted({_wish(move) for move in moves})
    weights = [STYLES[style].get(wish, 1) for wish in wishes]
    wish = rng.choices(wishes, weights)[0] if sum(weights) else rng.choice(wishes)
    move = rng.choice([move for move in moves if _wish(move) == wish])
    if move < ROUTES:
        return seat, action_of(game.state, seat, move)
    cards, ferry_cards = rng.choice(list(islice(payments(game.state, seat, move - ROUTES), most)))
    return seat, Claim(game.board.route_id(move - ROUTES), named_cards(cards), ferry_cards)


Step = tuple[int, Action, list[Event]]


def play_on(game: Game, rng: Random, style: str = "even", limit: int = 100_000) -> Iterator[Step]:
    """Play random actions, yielding each with its seat and events after it is applied; at most `limit` of them."""
    for _ in range(limit):
        if game.over:
            return
        seat, action = random_action(game, rng, style)
        yield seat, action, game.apply(seat, action)


def a_game_of_each_style(name: str, players: int, seed: int) -> Iterator[tuple[Game, Random, str]]:
    """Deal a game for every style."""
    for number, style in enumerate(STYLES):
        yield new_game(name, players, seed + number), Random(seed + number), style
