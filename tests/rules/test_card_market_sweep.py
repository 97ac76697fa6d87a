"""The sweep of the display always ends (R-3, R-20).

R-3: it is not done when the cards outside the hands hold too few coloured ones for a display with fewer than three
locomotives. R-20, a ruling of our own, for the one case that R-3 leaves open: with as many cards in the deck as in the
display and none discarded, a sweep exchanges the two, and the next one would exchange them back, for ever. So a sweep
that exchanged them is not repeated.
"""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from semafor import Board, Chance, Claim, DrawCard, DrawTickets, Game, load_board, load_position
from semafor.model.cards import COLOURS
from tests.games import Seat, deck, discards, display, event, hand, situation, types
from tests.toy import with_parts

LOCOMOTIVE = "locomotive"
MOST_CARDS = 16
"""This many cards outside the hands are tried in every combination."""


def coloured(count: int) -> list[str]:
    """Return this many coloured cards."""
    return [COLOURS[number % 8] for number in range(count)]


def mixed(cards: list[str], chance: Chance) -> list[str]:
    """Return the cards in random order."""
    left = list(cards)
    return [left.pop(chance.below(len(left))) for _ in cards]


def cards_outside(game: Game) -> Counter[str]:
    """Return the cards that are in no hand."""
    shown = Counter(card for card in display(game) if card is not None)
    return Counter(deck(game)) + Counter(discards(game)) + shown


def check_at_rest(game: Game) -> None:
    """Check that the display needs no sweep, or that one of the two rulings forbids it."""
    assert deck(game) or not discards(game)
    assert not deck(game) or None not in display(game)
    if display(game).count(LOCOMOTIVE) < 3:
        return
    outside = cards_outside(game)
    others = outside.total() - outside[LOCOMOTIVE]
    too_few = min(5, outside.total()) - others >= 3
    exchanged = len(deck(game)) == 5 and not discards(game)
    assert too_few or exchanged


def compositions() -> list[tuple[int, int]]:
    """Return every split of up to sixteen cards into locomotives and coloured cards that the deck allows."""
    return [
        (locomotives, others)
        for locomotives in range(15)
        for others in range(MOST_CARDS + 1)
        if locomotives + others <= MOST_CARDS
    ]


@pytest.mark.parametrize(("locomotives", "others"), compositions())
def test_r_3_r_20_the_sweep_ends_with_any_cards(locomotives: int, others: int) -> None:
    cards = [LOCOMOTIVE] * locomotives + coloured(others)
    chance = Chance.seeded(100 * locomotives + others)
    for seed in range(12):
        order = mixed(cards, chance)
        game = situation("usa", {}, {}, seed=seed, deck=order)
        assert cards_outside(game) == Counter(cards)
        check_at_rest(game)
        # The same cards with some of them discarded, and a display that a claim refills.
        cut = chance.below(len(order) + 1)
        used = Counter(order[cut:])
        game = situation("usa", {"hand": {"yellow": 2}}, {}, seed=seed, deck=order[:cut], discards=dict(used))
        check_at_rest(game)
        game.apply(0, Claim("boston:new-york:yellow", {"yellow": 2}))
        assert cards_outside(game) == Counter([*cards, "yellow", "yellow"])
        check_at_rest(game)


@pytest.mark.parametrize("count", range(6, 12))
def test_r_3_r_20_the_sweep_ends_in_any_order_of_the_deck(count: int) -> None:
    for kinds in product([LOCOMOTIVE, "red"], repeat=count):
        check_at_rest(situation("usa", {}, {}, deck=list(kinds)))


@pytest.mark.parametrize(("locomotives", "others"), [entry for entry in compositions() if sum(entry) >= 6])
def test_r_3_r_20_the_sweep_ends_whatever_is_drawn(locomotives: int, others: int) -> None:
    chance = Chance.seeded(locomotives * 100 + others)
    cards = mixed([LOCOMOTIVE] * locomotives + coloured(others), chance)
    game = situation("usa", {}, {}, seed=others, deck=cards, ticket_deck=[])
    while any(isinstance(action, DrawCard) for action in game.legal_actions()):
        [seat] = game.pending.seats
        legal = [action for action in game.legal_actions(seat) if isinstance(action, DrawCard)]
        events = game.apply(seat, legal[chance.below(len(legal))])
        assert cards_outside(game) + Counter(hand(game, 0)) + Counter(hand(game, 1)) == Counter(cards)
        for sweep in events:
            if sweep.type == "display_swept":
                swept = sweep.fields["cards"]
                assert isinstance(swept, list)
                assert swept.count(LOCOMOTIVE) >= 3
    assert deck(game) == []


def test_r_3_too_few_coloured_cards_for_another_display() -> None:
    shown = [LOCOMOTIVE, LOCOMOTIVE, "red", "blue", "green"]
    # Red is taken: blue, green and the card turned up are all the coloured cards there are.
    game = situation("usa", {}, {}, display=shown, deck=[LOCOMOTIVE] * 6)
    events = game.apply(0, DrawCard("red"))
    assert types(events) == ["card_taken", "display_filled"]
    assert display(game) == [LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, "blue", "green"]
    assert game.pending.name == "second_card"
    game.apply(0, DrawCard("blue"))
    assert display(game).count(LOCOMOTIVE) == 4


def test_r_3_one_coloured_card_more_and_the_sweep_is_done() -> None:
    shown = [LOCOMOTIVE, LOCOMOTIVE, "red", "blue", "green"]
    for seed in range(10):
        game = situation("usa", {}, {}, seed=seed, display=shown, deck=[*[LOCOMOTIVE] * 6, "white"])
        events = game.apply(0, DrawCard("red"))
        assert "display_swept" in types(events)
        assert sorted(card for card in display(game) if card != LOCOMOTIVE and card) == ["blue", "green", "white"]
        assert display(game).count(LOCOMOTIVE) == 2


def test_r_3_cards_in_the_discards_count_too() -> None:
    shown = [LOCOMOTIVE, LOCOMOTIVE, "red", "blue", "green"]
    game = situation("usa", {}, {}, display=shown, deck=[LOCOMOTIVE] * 6, discards={"white": 1})
    assert "display_swept" in types(game.apply(0, DrawCard("red")))
    assert display(game).count(LOCOMOTIVE) == 2


def test_r_3_cards_in_the_hands_do_not_count() -> None:
    shown = [LOCOMOTIVE, LOCOMOTIVE, "red", "blue", "green"]
    game = situation("usa", {"hand": {"white": 12}}, {"hand": {"black": 12}}, display=shown, deck=[LOCOMOTIVE] * 6)
    assert "display_swept" not in types(game.apply(0, DrawCard("red")))


def test_r_3_the_sweep_is_done_when_a_claim_brings_the_cards_for_it() -> None:
    shown = [LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, "blue", "green"]
    game = situation("usa", {"hand": {"red": 2}}, {}, display=shown, deck=[LOCOMOTIVE] * 6)
    events = game.apply(0, Claim("boston:new-york:red", {"red": 2}))
    assert "display_swept" in types(events)
    assert display(game).count(LOCOMOTIVE) < 3


def test_r_3_a_display_that_can_not_be_full_counts_with_the_cards_there_are() -> None:
    for others in range(3):
        game = situation("usa", {"hand": {LOCOMOTIVE: 3}}, {}, display=coloured(others), deck=[])
        events = game.apply(0, Claim("chicago:duluth:red", {LOCOMOTIVE: 3}))
        assert "display_swept" not in types(events)
        assert display(game).count(LOCOMOTIVE) == 3
        assert deck(game) == []


def test_r_20_a_sweep_that_exchanged_display_and_deck_is_not_repeated() -> None:
    shown = [LOCOMOTIVE, LOCOMOTIVE, "red", "blue", "green"]
    under = [LOCOMOTIVE, "white", LOCOMOTIVE, "black", LOCOMOTIVE]
    game = situation("usa", {}, {}, display=shown, deck=[LOCOMOTIVE, *under])
    events = game.apply(0, DrawCard("red"))
    assert types(events).count("display_swept") == 1
    assert event(events, "display_swept").fields["cards"] == [LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, "blue", "green"]
    assert display(game) == under
    assert Counter(deck(game)) == {LOCOMOTIVE: 3, "blue": 1, "green": 1}
    assert discards(game) == {}
    assert game.pending.name == "second_card"


def test_r_20_the_first_exchange_is_done_even_if_it_does_not_help() -> None:
    good = ["red", "white", LOCOMOTIVE, "black", LOCOMOTIVE]
    game = situation("usa", {}, {}, display=[LOCOMOTIVE, LOCOMOTIVE, "red", "blue", "green"], deck=[LOCOMOTIVE, *good])
    events = game.apply(0, DrawCard("red"))
    assert types(events).count("display_swept") == 1
    assert display(game) == good


@pytest.mark.parametrize("more", [4, 6])
def test_r_20_is_only_for_a_whole_exchange(more: int) -> None:
    shown = [LOCOMOTIVE, LOCOMOTIVE, "red", "blue", "green"]
    under = [LOCOMOTIVE, "white", LOCOMOTIVE, LOCOMOTIVE, "black", "yellow"][:more]
    for seed in range(20):
        game = situation("usa", {}, {}, seed=seed, display=shown, deck=[LOCOMOTIVE, *under])
        game.apply(0, DrawCard("red"))
        assert display(game).count(LOCOMOTIVE) < 3


def test_r_20_another_player_goes_on_with_the_exchanged_display() -> None:
    shown = [LOCOMOTIVE, "white", LOCOMOTIVE, "black", LOCOMOTIVE]
    game = situation(
        "usa", {"tickets": []}, {}, display=shown, deck=[LOCOMOTIVE, "blue", LOCOMOTIVE, "green", LOCOMOTIVE]
    )
    game.apply(0, DrawTickets())
    game.apply(0, game.legal_actions(0)[0])
    assert display(game) == shown  # nothing was turned up
    game.apply(1, DrawCard("white"))
    check_at_rest(game)


@pytest.mark.parametrize(("white", "swept"), [(0, False), (1, True)])
def test_r_3_locomotives_in_the_discards_are_no_help(white: int, swept: bool) -> None:
    shown = [LOCOMOTIVE, LOCOMOTIVE, "red", "blue", "green"]
    used = {LOCOMOTIVE: 3, **({"white": white} if white else {})}
    game = situation("usa", {}, {}, display=shown, deck=[LOCOMOTIVE, LOCOMOTIVE], discards=used)
    events = game.apply(0, DrawCard("red"))
    assert ("display_swept" in types(events)) == swept
    check_at_rest(game)
    assert cards_outside(game) == Counter({LOCOMOTIVE: 7, "blue": 1, "green": 1, **({"white": 1} if white else {})})


def test_r_3_a_coloured_card_in_the_deck_counts_once() -> None:
    shown = [LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, "red", "blue"]
    # Blue and white are the only coloured cards left, one displayed and one in the deck.
    game = situation("usa", {}, {}, display=shown, deck=[LOCOMOTIVE, LOCOMOTIVE, "white", LOCOMOTIVE])
    assert types(game.apply(0, DrawCard("red"))) == ["card_taken", "display_filled"]
    assert display(game) == [LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, "blue"]


def sweeping_board(folder: Path, sweep_at: int) -> Board:
    """Return the toy board with a different number of locomotives that triggers a sweep."""
    path = folder / "sweeping.toml"
    path.write_text(with_parts({"card_market": {"sweep_at": sweep_at}}), encoding="utf-8")
    return load_board(str(path))


@pytest.mark.parametrize(("sweep_at", "swept"), [(0, False), (1, True), (2, True), (3, False)])
def test_u_9_a_board_may_sweep_at_fewer_locomotives_or_never(tmp_path: Path, sweep_at: int, swept: bool) -> None:
    position = {
        "board": "toy",
        "seats": [{}, {}],
        "display": ["red", LOCOMOTIVE, "blue", "green", "white"],
        "deck": [LOCOMOTIVE, "red", "blue", "green", "white", "black", "black"],
    }
    game = load_position(position, 1, sweeping_board(tmp_path, sweep_at))
    events = game.apply(0, DrawCard("red"))
    assert ("display_swept" in types(events)) == swept
    as_it_was = [LOCOMOTIVE, LOCOMOTIVE, "blue", "green", "white"]
    assert display(game) == (["red", "blue", "green", "white", "black"] if swept else as_it_was)


@pytest.mark.parametrize(("sweep_at", "others", "swept"), [(1, 4, False), (1, 5, True), (2, 3, False), (2, 4, True)])
def test_r_3_counts_with_the_number_of_the_board(tmp_path: Path, sweep_at: int, others: int, swept: bool) -> None:
    left = coloured(others)
    position = {
        "board": "toy",
        "seats": [{}, {}],
        "display": [LOCOMOTIVE, *["yellow", *left][: 5 - sweep_at], *[LOCOMOTIVE] * (sweep_at - 1)],
        "deck": [LOCOMOTIVE, *["yellow", *left][5 - sweep_at :]],
    }
    game = load_position(position, 1, sweeping_board(tmp_path, sweep_at))
    events = game.apply(0, DrawCard("yellow"))
    assert ("display_swept" in types(events)) == swept


def test_u_9_only_displayed_cards_count_and_only_they_are_replaced() -> None:
    # Eight and nine cards of a colour in the hands must not be taken for locomotives or empty slots.
    hands: list[Seat] = [{"hand": {"red": 8, "blue": 8, "green": 9}}, {"hand": {"white": 8, "black": 9}}]
    calm = ["yellow", LOCOMOTIVE, "orange", "purple", LOCOMOTIVE]
    game = situation("usa", *hands, display=calm, deck=["orange", *["purple"] * 9])
    assert types(game.apply(0, DrawCard("yellow"))) == ["card_taken", "display_filled"]
    game = situation("usa", *hands, display=calm, deck=[LOCOMOTIVE, *["purple"] * 9])
    events = game.apply(0, DrawCard("yellow"))
    assert types(events) == ["card_taken", "display_filled", "display_swept", *["display_filled"] * 5]
    assert hand(game, 0) == {"red": 8, "blue": 8, "green": 9, "yellow": 1}
    assert hand(game, 1) == {"white": 8, "black": 9}
    assert deck(game) == ["purple"] * 4
