"""Follow the market of random games card by card with a naive table."""

from collections import Counter
from random import Random

import pytest

import semafor
from semafor.model.cards import CARDS
from tests.oracles.market import Market
from tests.play import BOARDS, TABLES, a_game_of_each_style, board_named, play_on


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_games_handle_the_cards_as_a_table_would(name: str, players: int) -> None:
    seen: Counter[str] = Counter()
    for game, rng, style in a_game_of_each_style(name, players, 1800):
        market = Market(game)
        market.deal(game)
        market.agrees_with(game)
        for seat, action, events in play_on(game, rng, style):
            market.act(seat, action, events)
            market.agrees_with(game)
        seen += market.seen
    spec = board_named(name).spec
    assert seen["deck_reshuffled"] > 0
    assert (seen["display_swept"] > 0) == (spec.rules["card_market"]["sweep_at"] != 0)
    assert (seen["tunnel_withdrawn"] > 0) == ("tunnels" in spec.rules)
    assert (seen["bonus_cards_drawn"] > 0) == ("bonus_cards" in spec.rules)


def scarce(name: str, rng: Random) -> dict[str, object]:
    """Return a position with few cards, many of them locomotives, so that piles keep running out."""
    board = board_named(name)
    pool = [card for card in CARDS for _ in range(3 if card != "locomotive" else 4)]
    rng.shuffle(pool)
    del pool[rng.randint(8, len(pool)) :]

    def some(most: int) -> list[str]:
        return [pool.pop() for _ in range(min(len(pool), rng.randint(0, most)))]

    def counted(cards: list[str]) -> dict[str, int]:
        return dict(Counter(cards))

    players = rng.randint(board.spec.min_players, board.spec.max_players)
    display = some(5)
    deck = some(6)
    return {
        "board": name,
        "seats": [{"hand": counted(some(7))} for _ in range(players)],
        "display": [*display, *[None] * (5 - len(display))],
        "deck": deck,
        "discards": counted(pool),
    }


@pytest.mark.parametrize("name", BOARDS)
def test_scarce_cards_are_handled_as_a_table_would(name: str) -> None:
    rng = Random(1)
    seen: Counter[str] = Counter()
    for number in range(80):
        game = semafor.load_position(scarce(name, rng), seed=number)
        market = Market(game)
        for seat, action, events in play_on(game, rng, rng.choice(["even", "hoarder", "digger"]), 150):
            market.act(seat, action, events)
            market.agrees_with(game)
        seen += market.seen
    assert seen["deck_reshuffled"] > 100
