"""The train cards and the deal (U-2, U-3)."""

from collections import Counter

import pytest

from semafor import SPECTATOR, PositionError, load_board, new_game
from semafor.model.cards import CARDS, COLOURS
from tests.games import deck, discards, display, hand, situation, ticket_deck, types

ALL_CARDS = dict.fromkeys(COLOURS, 12) | {"locomotive": 14}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_u_2_the_deck_has_110_cards(players: int) -> None:
    game = new_game(load_board("usa"), players, players)
    cards = Counter(deck(game)) + Counter(discards(game)) + Counter(card for card in display(game) if card)
    for seat in range(players):
        cards += Counter(hand(game, seat))
    assert cards == ALL_CARDS
    assert cards.total() == 110


@pytest.mark.parametrize("card", CARDS)
def test_u_2_no_card_more_can_be_in_play(card: str) -> None:
    there_are = ALL_CARDS[card]
    assert hand(situation("usa", {"hand": {card: there_are}}, {}), 0) == {card: there_are}
    with pytest.raises(PositionError, match=f"{there_are + 1} {card} cards are named, but the board has {there_are}"):
        situation("usa", {"hand": {card: there_are}}, {}, display=[card])


def test_u_2_there_are_33_tickets_and_one_longest_path_bonus() -> None:
    board = load_board("usa")
    assert len({ticket.id for ticket in board.spec.tickets}) == 33
    game = new_game(board, 5, 1)
    tickets = [ticket.id for seat in range(5) for ticket in game.observe(seat).offered] + ticket_deck(game)
    assert sorted(tickets) == sorted(ticket.id for ticket in board.spec.tickets)
    assert [rule.slug for rule in board.rules].count("longest_path") == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_u_3_four_cards_to_each_and_five_face_up(players: int) -> None:
    game = new_game(load_board("usa"), players, 11)
    assert types(game.opening_events).count("display_swept") == 0
    assert [sum(hand(game, seat).values()) for seat in range(players)] == [4] * players
    assert len([card for card in display(game) if card]) == 5
    assert len(deck(game)) == 110 - 4 * players - 5


def test_u_3_the_hands_are_secret() -> None:
    game = new_game(load_board("usa"), 3, 2)
    for seat in range(3):
        seats = game.observe(seat).to_json()["seats"]
        assert isinstance(seats, list)
        assert [(other["hand"], other["known"]) for other in seats] == [(4, {})] * 3
    assert "hand" not in game.observe(SPECTATOR).to_json()
    for dealt in game.opening_events:
        if dealt.type == "cards_dealt":
            assert dealt.seen_by(dealt.seat)["cards"] == dealt.fields["cards"]
            for other in {SPECTATOR, 0, 1, 2} - {dealt.seat}:
                assert dealt.seen_by(other) == {"type": "cards_dealt", "seat": dealt.seat, "count": 4}


def test_u_3_the_cards_are_shuffled_by_the_seed() -> None:
    board = load_board("usa")
    decks = [deck(new_game(board, 2, seed)) for seed in range(20)]
    assert decks == [deck(new_game(board, 2, seed)) for seed in range(20)]
    assert len({tuple(cards) for cards in decks}) == 20
    # Every kind of card comes up on top sooner or later.
    assert {deck(new_game(board, 2, seed))[0] for seed in range(150)} == set(CARDS)
