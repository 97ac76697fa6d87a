"""The display, the deck, and drawing from them (U-4, U-7 to U-14, R-1, R-2); the sweep has its own tests."""

from collections import Counter

import pytest

from semafor import Claim, DrawCard, DrawTickets, Game, Pass, PositionError, Refusal, load_board, new_game
from semafor.model.cards import COLOURS
from tests.games import allowed, deck, discards, display, event, hand, refused, situation, types

FIVE = ["red", "blue", "green", "white", "black"]
"""A display without a locomotive, every card of a different colour."""
LOCOMOTIVE = "locomotive"
EMPTY = [None] * 5


def test_u_4_the_first_display_never_keeps_three_locomotives() -> None:
    board = load_board("usa")
    swept = 0
    for seed in range(400):
        game = new_game(board, 2, seed)
        assert display(game).count(LOCOMOTIVE) < 3
        sweeps = [sweep.fields["cards"] for sweep in game.opening_events if sweep.type == "display_swept"]
        for cards in sweeps:
            assert isinstance(cards, list)
            assert len(cards) == 5
            assert cards.count(LOCOMOTIVE) >= 3
        assert types(game.opening_events).count("display_filled") == 5 * (1 + len(sweeps))
        assert sum(discards(game).values()) == 5 * len(sweeps)
        swept += len(sweeps)
    assert swept > 0


def test_u_4_the_sweep_is_repeated_if_needed() -> None:
    bad = [LOCOMOTIVE, "red", LOCOMOTIVE, "blue", LOCOMOTIVE]
    game = situation("usa", {}, {}, deck=[*bad, *bad, *FIVE, "yellow"])
    assert display(game) == FIVE
    assert discards(game) == {"red": 2, "blue": 2, LOCOMOTIVE: 6}
    assert deck(game) == ["yellow"]


def test_u_4_two_locomotives_stay() -> None:
    game = situation("usa", {}, {}, deck=[LOCOMOTIVE, "red", LOCOMOTIVE, "blue", "green", *FIVE])
    assert display(game) == [LOCOMOTIVE, "red", LOCOMOTIVE, "blue", "green"]
    assert discards(game) == {}


@pytest.mark.parametrize("first", ["deck", "display"])
@pytest.mark.parametrize("second", ["deck", "display"])
def test_u_7_two_cards_each_from_deck_or_display(first: str, second: str) -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=["yellow", "orange", "purple"])
    on_top = iter(["yellow", "orange", "purple"])
    expected = Counter[str]()
    for source, shown in ((first, "blue"), (second, "white")):
        assert game.pending.seats == [0]
        top = next(on_top)
        expected[top if source == "deck" else shown] += 1
        game.apply(0, DrawCard(None if source == "deck" else shown))
    assert hand(game, 0) == expected
    assert (game.pending.name, game.pending.seats) == ("take_turn", [1])


def test_u_7_the_second_card_is_chosen_after_the_first() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=["yellow", "orange"])
    assert refused(game, 0, DrawCard("yellow")) == Refusal(
        "not_displayed", "U-7", "there is no yellow card in the display"
    )
    game.apply(0, DrawCard("red"))
    assert (game.pending.name, game.pending.seats) == ("second_card", [0])
    assert allowed(game, 0, DrawCard("yellow"))  # it was just turned up
    assert refused(game, 0, DrawCard("red")).code == "not_displayed"


def test_u_7_a_card_from_the_deck_is_unseen() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=["yellow", "orange"])
    drawn = event(game.apply(0, DrawCard()), "card_drawn")
    assert drawn.seen_by(0) == {"type": "card_drawn", "seat": 0, "from": "deck", "card": "yellow"}
    assert drawn.seen_by(1) == {"type": "card_drawn", "seat": 0, "from": "deck"}
    taken = event(game.apply(0, DrawCard("red")), "card_taken")
    assert taken.seen_by(1)["card"] == "red"


def test_u_8_a_displayed_card_is_replaced_at_once() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=["yellow", "orange", "purple"])
    events = game.apply(0, DrawCard("green"))
    assert types(events) == ["card_taken", "display_filled"]
    assert event(events, "display_filled").fields == {"slot": 2, "card": "yellow"}
    assert display(game) == ["red", "blue", "yellow", "white", "black"]
    game.apply(0, DrawCard("yellow"))
    assert display(game) == ["red", "blue", "orange", "white", "black"]
    assert deck(game) == ["purple"]


def test_u_8_a_card_from_the_deck_leaves_the_display_alone() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=["yellow", "orange", "purple"])
    assert types(game.apply(0, DrawCard())) == ["card_drawn"]
    assert display(game) == FIVE


def test_u_9_three_locomotives_are_swept_between_the_two_draws() -> None:
    game = situation(
        "usa", {}, {}, display=[LOCOMOTIVE, "red", "blue", LOCOMOTIVE, "green"], deck=[LOCOMOTIVE, *FIVE, "yellow"]
    )
    events = game.apply(0, DrawCard("red"))
    assert types(events) == ["card_taken", "display_filled", "display_swept", *["display_filled"] * 5]
    assert display(game) == FIVE
    assert discards(game) == {"blue": 1, "green": 1, LOCOMOTIVE: 3}
    assert game.pending.name == "second_card"
    game.apply(0, DrawCard("black"))
    assert hand(game, 0) == {"red": 1, "black": 1}


def test_u_9_the_sweep_after_the_second_card_comes_before_the_next_turn() -> None:
    game = situation(
        "usa",
        {},
        {},
        decision="second_card",
        display=[LOCOMOTIVE, "red", "blue", LOCOMOTIVE, "green"],
        deck=[LOCOMOTIVE, *FIVE, "yellow"],
    )
    assert "display_swept" in types(game.apply(0, DrawCard("red")))
    assert game.pending.seats == [1]
    assert display(game) == FIVE


def test_u_9_two_locomotives_are_not_swept() -> None:
    game = situation("usa", {}, {}, display=[LOCOMOTIVE, "red", "blue", "white", "green"], deck=[LOCOMOTIVE, *FIVE])
    assert "display_swept" not in types(game.apply(0, DrawCard("red")))
    assert display(game) == [LOCOMOTIVE, LOCOMOTIVE, "blue", "white", "green"]


def test_u_10_a_displayed_locomotive_is_the_whole_draw() -> None:
    game = situation("usa", {}, {}, display=[LOCOMOTIVE, *FIVE[1:]], deck=["yellow", "orange"])
    assert allowed(game, 0, DrawCard(LOCOMOTIVE))
    game.apply(0, DrawCard(LOCOMOTIVE))
    assert hand(game, 0) == {LOCOMOTIVE: 1}
    assert display(game)[0] == "yellow"
    assert (game.pending.name, game.pending.seats) == ("take_turn", [1])
    assert refused(game, 0, DrawCard()).code == "not_your_turn"


@pytest.mark.parametrize("first", [None, "red"])
def test_u_10_a_displayed_locomotive_is_never_the_second_card(first: str | None) -> None:
    game = situation("usa", {}, {}, display=["red", LOCOMOTIVE, *FIVE[2:]], deck=["yellow", "orange"])
    game.apply(0, DrawCard(first))
    message = "a locomotive from the display can't be the second card of a draw"
    assert refused(game, 0, DrawCard(LOCOMOTIVE)) == Refusal("locomotive_second", "U-10", message)
    assert allowed(game, 0, DrawCard())


def test_u_10_nor_when_it_has_just_come_up() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=[LOCOMOTIVE, "orange"])
    game.apply(0, DrawCard("red"))
    assert display(game)[0] == LOCOMOTIVE
    assert refused(game, 0, DrawCard(LOCOMOTIVE)).rule == "U-10"


def test_u_11_a_locomotive_from_the_deck_is_a_card_like_any_other() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=[LOCOMOTIVE, LOCOMOTIVE, "orange"])
    game.apply(0, DrawCard())
    assert (game.pending.name, game.pending.seats) == ("second_card", [0])
    game.apply(0, DrawCard())
    assert hand(game, 0) == {LOCOMOTIVE: 2}
    assert game.pending.seats == [1]


def test_u_12_no_hand_is_too_large() -> None:
    nearly_all = dict.fromkeys(COLOURS, 11) | {LOCOMOTIVE: 10}
    game = situation("usa", {"hand": nearly_all}, {}, display=["red", "blue", "green", "white", "black"])
    game.apply(0, DrawCard("red"))
    game.apply(0, DrawCard())
    assert sum(hand(game, 0).values()) == 100


def test_u_13_when_the_deck_runs_out_the_discards_are_the_new_deck() -> None:
    used = {"yellow": 7, "purple": 2, LOCOMOTIVE: 3}
    game = situation("usa", {}, {}, display=FIVE, deck=["red", "orange"], discards=used)
    assert types(game.apply(0, DrawCard())) == ["card_drawn"]
    assert (deck(game), discards(game)) == (["orange"], used)
    events = game.apply(0, DrawCard())
    assert types(events) == ["card_drawn", "deck_reshuffled"]
    assert event(events, "deck_reshuffled").fields == {"count": 12}
    assert Counter(deck(game)) == used
    assert discards(game) == {}


def test_u_13_the_new_deck_is_shuffled() -> None:
    orders = set()
    for seed in range(20):
        used = {"yellow": 6, "purple": 6}
        game = situation("usa", {}, {}, seed=seed, display=FIVE, deck=["red"], discards=used)
        game.apply(0, DrawCard())
        orders.add(tuple(deck(game)))
    assert len(orders) > 15


@pytest.mark.parametrize("shown", [EMPTY, FIVE, ["red", None, None, None, LOCOMOTIVE]])
def test_u_14_without_deck_and_discards_nothing_is_drawn(shown: list[str | None]) -> None:
    game = situation("usa", {}, {}, display=shown, deck=[])
    assert game.legal_actions(0) == [DrawTickets()]
    message = "deck and discards are empty, so drawing train cards can't be chosen"
    for card in [None, "red", "yellow", LOCOMOTIVE]:
        assert refused(game, 0, DrawCard(card)) == Refusal("deck_empty", "U-14", message)


def test_u_14_one_card_in_the_deck_is_enough() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=["red"])
    assert [action for action in game.legal_actions(0) if isinstance(action, DrawCard)] == [
        DrawCard(),
        *[DrawCard(card) for card in COLOURS if card in FIVE],
    ]


#


def test_r_1_the_second_card_is_not_optional() -> None:
    game = situation("usa", {"hand": {"red": 2}}, {}, display=FIVE, deck=["yellow", "orange"])
    game.apply(0, DrawCard())
    pending = Refusal("second_card_pending", "R-1", "the second card of the draw must be taken first")
    for action in (Pass(), DrawTickets(), Claim("boston:new-york:red", {"red": 2})):
        assert refused(game, 0, action) == pending
    assert {action.type for action in game.legal_actions(0)} == {"draw_card"}


def only_card(game: Game, action: DrawCard) -> None:
    """Take a card when there is no second one to take: the turn ends."""
    game.apply(0, action)
    assert sum(hand(game, 0).values()) == 1
    assert (game.pending.name, game.pending.seats) == ("take_turn", [1])
    assert refused(game, 0, DrawCard()).code == "not_your_turn"


def test_r_1_only_forbidden_locomotives_are_left() -> None:
    game = situation("usa", {}, {}, display=[LOCOMOTIVE] * 5, deck=["red"])
    only_card(game, DrawCard())
    assert display(game) == [LOCOMOTIVE] * 5


def test_r_1_the_last_card_of_the_deck_comes_up_as_a_locomotive() -> None:
    game = situation("usa", {}, {}, display=["red", *[LOCOMOTIVE] * 4], deck=[LOCOMOTIVE])
    only_card(game, DrawCard("red"))
    assert display(game) == [LOCOMOTIVE] * 5


def test_r_1_a_displayed_card_may_be_the_second_when_the_deck_is_empty() -> None:
    game = situation("usa", {}, {}, display=["red", *[LOCOMOTIVE] * 4], deck=["blue"])
    game.apply(0, DrawCard())
    assert game.legal_actions(0) == [DrawCard("red")]
    message = "there is no card left to draw: deck and discards are empty"
    assert refused(game, 0, DrawCard()) == Refusal("deck_empty", "U-14", message)
    assert refused(game, 0, DrawCard(LOCOMOTIVE)).rule == "U-10"
    game.apply(0, DrawCard("red"))
    assert display(game) == [None, *[LOCOMOTIVE] * 4]
    assert game.pending.seats == [1]


def test_r_1_a_position_in_which_no_second_card_is_left_can_not_be() -> None:
    with pytest.raises(PositionError, match="there is no second card to take"):
        situation("usa", {}, {}, decision="second_card", display=[LOCOMOTIVE] * 5, deck=[])


#


def test_r_2_the_last_card_fills_the_slot_and_then_the_discards_become_the_deck() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=["yellow"], discards={"purple": 3})
    events = game.apply(0, DrawCard("red"))
    assert types(events) == ["card_taken", "display_filled", "deck_reshuffled"]
    assert display(game) == ["yellow", *FIVE[1:]]
    assert deck(game) == ["purple"] * 3
    assert discards(game) == {}


def test_r_2_the_discards_are_untouched_while_the_deck_has_a_card() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=["yellow", "orange"], discards={"purple": 3})
    game.apply(0, DrawCard("red"))
    assert deck(game) == ["orange"]
    assert discards(game) == {"purple": 3}


def test_r_2_a_slot_that_can_not_be_refilled_stays_empty_until_the_deck_has_a_card() -> None:
    game = situation("usa", {}, {"hand": {"orange": 3}}, {}, display=FIVE, deck=["yellow"])
    game.apply(0, DrawCard("red"))
    events = game.apply(0, DrawCard("green"))
    assert types(events) == ["card_taken"]
    assert display(game) == ["yellow", "blue", None, "white", "black"]
    events = game.apply(1, Claim("chicago:pittsburgh:orange", {"orange": 3}))
    assert types(events) == ["route_claimed", "deck_reshuffled", "display_filled"]
    assert display(game) == ["yellow", "blue", "orange", "white", "black"]
    assert deck(game) == ["orange"] * 2
    assert allowed(game, 2, DrawCard())


def test_r_2_all_cards_of_a_claim_are_discarded_before_the_deck_is_looked_at() -> None:
    seen = set()
    for seed in range(30):
        paid = {"red": 4, LOCOMOTIVE: 2}
        game = situation("usa", {"hand": paid}, {}, seed=seed, display=EMPTY, deck=[])
        events = game.apply(0, Claim("miami:new-orleans:red", paid))
        assert types(events) == ["route_claimed", "deck_reshuffled", *["display_filled"] * 5]
        assert event(events, "deck_reshuffled").fields == {"count": 6}
        assert Counter([*display(game), *deck(game)]) == paid
        assert discards(game) == {}
        seen.add((tuple(display(game)), tuple(deck(game))))
    # One shuffle of all six: either kind may stay in the deck, and the display may show any of them.
    assert {deck for _, deck in seen} == {("red",), (LOCOMOTIVE,)}
    assert {shown[0] for shown, _ in seen} == {"red", LOCOMOTIVE}


def test_r_2_a_sweep_that_empties_the_deck_reshuffles_what_it_swept() -> None:
    game = situation(
        "usa", {}, {}, display=["red", LOCOMOTIVE, LOCOMOTIVE, "blue", "green"], deck=[LOCOMOTIVE, "white", "black"]
    )
    events = game.apply(0, DrawCard("red"))
    assert types(events)[:3] == ["card_taken", "display_filled", "display_swept"]
    # White and black come first; the other three slots are filled from the five cards that were swept.
    assert display(game)[:2] == ["white", "black"]
    assert None not in display(game)
    assert len(deck(game)) == 2
    assert discards(game) == {}


def test_r_2_an_empty_deck_means_empty_discards() -> None:
    board = load_board("toy")
    for seed in range(20):
        game = new_game(board, 2, seed)
        while not game.over:
            seat = game.pending.seats[0]
            legal = game.legal_actions(seat)
            game.apply(seat, next((action for action in legal if isinstance(action, DrawCard)), legal[0]))
            assert deck(game) or not discards(game)
            assert not deck(game) or None not in display(game)


def test_r_2_a_single_discard_becomes_the_deck() -> None:
    game = situation("usa", {"hand": {"red": 1}}, {}, display=FIVE, deck=[])
    route = next(spec.id for spec in game.board.spec.routes if spec.length == 1 and spec.colour == "grey")
    events = game.apply(0, Claim(route, {"red": 1}))
    assert types(events) == ["route_claimed", "deck_reshuffled"]
    assert (deck(game), discards(game), display(game)) == (["red"], {}, FIVE)
