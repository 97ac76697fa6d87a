"""No game stalls, whatever the players do and however few cards there are (R-1 to R-4)."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import semafor
from semafor import Game
from semafor.model.cards import CARDS, COLOURS
from semafor.model.numbers.layout import KEEP_TICKETS
from semafor.model.numbers.moves import (
    DRAW_DECK,
    DRAW_FERRY_CARD,
    DRAW_SHOWN,
    DRAW_TICKETS,
    KEEP,
    PASS,
    ROUTES,
    WITHDRAW,
)
from tests.conservation import may_claim
from tests.play import TABLES, board_named, new_game, position_of

MOST_MOVES = 20_000
"""Far more than any game here takes."""

Wish = Callable[[Game, int], int]
"""The cost of a move to a player: the cheapest moves are played."""


def _is_draw(move: int) -> bool:
    return DRAW_DECK <= move < DRAW_TICKETS


def hoards(_: Game, move: int) -> int:
    """Draw cards while there are any, then tickets; claim when nothing else is possible."""
    return 0 if _is_draw(move) else 1 if move == DRAW_FERRY_CARD else 2 if move == DRAW_TICKETS else 3


def hunts_locomotives(_: Game, move: int) -> int:
    """Take every displayed locomotive, otherwise draw from the deck; claim last."""
    return 0 if move == DRAW_SHOWN + 8 else 1 if move == DRAW_DECK else 2 if _is_draw(move) else 3


def leaves_locomotives(_: Game, move: int) -> int:
    """Take only colours from the display, so that locomotives pile up there; claim last."""
    return 0 if DRAW_SHOWN <= move < DRAW_SHOWN + 8 else 1 if move == DRAW_DECK else 2 if _is_draw(move) else 3


def collects_tickets(game: Game, move: int) -> int:
    """Draw tickets down to the last one, keep as few as possible, and claim last of all."""
    if game.state.pending == KEEP_TICKETS:
        return (move - KEEP).bit_count()
    return 0 if move == DRAW_TICKETS else 1 if _is_draw(move) else 2


def keeps_every_ticket(game: Game, move: int) -> int:
    """Draw tickets down to the last one, and keep all of them."""
    if game.state.pending == KEEP_TICKETS:
        return -(move - KEEP).bit_count()
    return 0 if move == DRAW_TICKETS else 1 if _is_draw(move) else 2


def withdraws(game: Game, move: int) -> int:
    """Try a tunnel whenever one can be paid, and withdraw whenever possible."""
    if move >= ROUTES:
        return 0 if game.board.spec.routes[move - ROUTES].fields["tunnel"] else 3
    return 0 if move == WITHDRAW else 1 if _is_draw(move) else 2


def claims_short_routes(game: Game, move: int) -> int:
    """Claim the shortest routes at once, so that trains last long and routes run out."""
    return int(game.board.route_length[move - ROUTES]) if move >= ROUTES else 10 if _is_draw(move) else 11


WISHES: list[Wish] = [
    hoards,
    hunts_locomotives,
    leaves_locomotives,
    collects_tickets,
    keeps_every_ticket,
    withdraws,
    claims_short_routes,
]


def play_out(game: Game, rng: Random, wishes: list[Wish]) -> int:
    """Play to the end, each seat in its own style; return the number of moves."""
    for number in range(MOST_MOVES):
        if game.over:
            return number
        moves = game.moves()
        assert moves, game.pending
        wish = wishes[game.pending.seats[0] % len(wishes)]
        least = min(wish(game, move) for move in moves)
        move = rng.choice([move for move in moves if wish(game, move) == least])
        if move == PASS:
            assert moves == [PASS]
            assert_nothing_can_be_drawn(game)
        game.play(move)
    raise AssertionError(f"not over after {MOST_MOVES} moves")


def assert_nothing_can_be_drawn(game: Game) -> None:
    """Check that a player passes only with no card or ticket to draw and no route to pay for (R-4)."""
    position = position_of(game)
    [seat] = game.pending.seats
    entry = position["seats"][seat]
    assert position["deck"] == []
    assert position["discards"] == {}
    assert position["ticket_deck"] == []
    assert position.get("ferry_pile", 0) == 0 or entry["ferry_cards"] == 2
    # A hand with as many cards of the right colour as a free route has spaces can claim it on every board.
    for route in game.board.spec.routes:
        if may_claim(position, seat, route.id) and not (route.fields["locomotives"] or route.fields["waves"]):
            held = [entry["hand"].get(card, 0) for card in COLOURS if route.colour in (card, "grey")]
            assert max(held) < route.length or entry["trains"] < route.length


@pytest.mark.parametrize("wish", WISHES, ids=[wish.__name__ for wish in WISHES])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_table_of_one_mind_reaches_the_end(name: str, players: int, wish: Wish) -> None:
    game = new_game(name, players, 1)
    play_out(game, Random(1), [wish])
    assert game.score().winners


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_mixed_table_reaches_the_end(name: str, players: int) -> None:
    for seed in range(6):
        rng = Random(seed)
        game = new_game(name, players, seed)
        play_out(game, rng, rng.sample(WISHES, len(WISHES)))
        assert game.score().winners


@st.composite
def scarce_positions(draw: st.DrawFn) -> dict[str, object]:
    """Generate positions in which most cards and tickets are out of the game."""
    name, players = draw(st.sampled_from(TABLES))
    board = board_named(name)
    left = {card: int(board.locomotives) if card == "locomotive" else int(board.each_colour) for card in CARDS}
    kinds = draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=3))

    def some(most: int) -> list[str]:
        cards = draw(st.lists(st.sampled_from(kinds), max_size=most))
        found = []
        for card in cards:
            if left[card] > 0:
                left[card] -= 1
                found.append(card)
        return found

    def counted(cards: list[str]) -> dict[str, int]:
        return {card: cards.count(card) for card in cards}

    seats: list[dict[str, object]] = [{"hand": counted(some(6))} for _ in range(players)]
    for seat in seats:
        seat["trains"] = draw(st.integers(0, int(board.trains)))
    display: list[str | None] = [*some(5)]
    display += [None] * (5 - len(display))
    tickets = draw(st.permutations([ticket.id for ticket in board.spec.tickets]))
    position: dict[str, object] = {
        "board": name,
        "seats": seats,
        "display": display,
        "deck": some(6),
        "discards": counted(some(6)),
        "ticket_deck": tickets[: draw(st.integers(0, 4))],
        "to_act": draw(st.integers(0, players - 1)),
    }
    if board.number("ferry_cards", "pile") > 0:
        position["ferry_pile"] = draw(st.integers(0, 3))
    return position


@settings(max_examples=300, deadline=None, derandomize=True)
@given(scarce_positions(), st.integers(0, 5), st.permutations(WISHES))
def test_a_game_with_hardly_any_cards_reaches_the_end(
    position: dict[str, object], seed: int, wishes: list[Wish]
) -> None:
    game = semafor.load_position(position, seed=seed)
    cards = sum(len(pile) for pile in piles(game))
    play_out(game, Random(seed), wishes)
    assert sum(len(pile) for pile in piles(game)) == cards
    assert game.score().winners


def piles(game: Game) -> list[list[str]]:
    """Return the locations of the cards: deck, discards, display and hands."""
    position = position_of(game)
    hands = [[card for card, count in seat["hand"].items() for _ in range(count)] for seat in position["seats"]]
    discards = [card for card, count in position["discards"].items() for _ in range(count)]
    return [position["deck"], discards, [card for card in position["display"] if card is not None], *hands]
