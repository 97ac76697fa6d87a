"""Tunnels: three cards are turned up, and what matches costs more (N-11, N-12, N-13, R-7)."""

import pytest

from semafor import Claim, DrawCard, DrawTickets, Game, Pass, PayTunnel, Withdraw
from tests.games import allowed, deck, discards, display, event, hand, refused, routes, situation, types

NORDIC = "nordic-countries"
ROUTE = "kristiansand:stavanger:green"
"""A green tunnel of 2 spaces."""
DISPLAY = ["red", "red", "blue", "white", "black"]


def at_the_tunnel(cards: dict[str, int], turned_up: list[str]) -> Game:
    """Return a game with these cards on top of the deck and some more below."""
    below = ["yellow", "yellow", "yellow"]
    return situation(NORDIC, {"hand": cards}, {}, deck=turned_up + below, display=DISPLAY)


def laid_down(cards: dict[str, int], paid: dict[str, int], turned_up: list[str]) -> Game:
    """Return a game in which the tunnel has been paid for and the cards are turned up."""
    game = at_the_tunnel(cards, turned_up)
    game.apply(0, Claim(ROUTE, paid))
    return game


@pytest.mark.parametrize("paid", [{"green": 2}, {"green": 1, "locomotive": 1}, {"locomotive": 2}])
def test_n_11_the_normal_payment_may_have_locomotives(paid: dict[str, int]) -> None:
    game = at_the_tunnel({"green": 2, "locomotive": 2}, ["red", "white", "blue"])
    assert allowed(game, 0, Claim(ROUTE, paid))


def test_n_11_nothing_matches_and_the_tunnel_is_claimed() -> None:
    game = at_the_tunnel({"green": 3}, ["red", "white", "blue"])
    events = game.apply(0, Claim(ROUTE, {"green": 2}))
    assert types(events) == ["tunnel_opened", "route_claimed"]
    opened = event(events, "tunnel_opened")
    assert opened.fields["revealed"] == ["red", "white", "blue"]
    assert opened.fields["extra"] == 0
    assert routes(game, 0) == [ROUTE]
    assert hand(game, 0) == {"green": 1}
    assert game.state.trains(0) == 38
    assert game.state.points(0) == 2
    assert game.pending.seats == [1]


def test_n_11_example_two_green_played_and_one_green_turned_up() -> None:
    cards = {"green": 3, "locomotive": 1, "red": 1}
    game = laid_down(cards, {"green": 2}, ["green", "red", "white"])
    assert (game.pending.name, game.pending.seats) == ("pay_tunnel", [0])
    assert game.legal_actions(0) == [Withdraw(), PayTunnel({"green": 1}), PayTunnel({"locomotive": 1})]
    events = game.apply(0, PayTunnel({"green": 1}))
    assert types(events) == ["tunnel_paid", "route_claimed"]
    assert event(events, "route_claimed").fields["cards"] == {"green": 3}
    assert routes(game, 0) == [ROUTE]
    assert hand(game, 0) == {"red": 1, "locomotive": 1}


def test_n_11_example_two_green_played_and_a_locomotive_turned_up() -> None:
    game = laid_down({"green": 3, "locomotive": 1}, {"green": 2}, ["locomotive", "red", "white"])
    assert game.legal_actions(0) == [Withdraw(), PayTunnel({"green": 1}), PayTunnel({"locomotive": 1})]
    game.apply(0, PayTunnel({"locomotive": 1}))
    assert routes(game, 0) == [ROUTE]
    assert hand(game, 0) == {"green": 1}


def test_n_11_every_matching_card_costs_one_more() -> None:
    game = laid_down({"green": 5, "locomotive": 2}, {"green": 2}, ["green", "locomotive", "green"])
    assert game.legal_actions(0) == [
        Withdraw(),
        PayTunnel({"green": 3}),
        PayTunnel({"green": 2, "locomotive": 1}),
        PayTunnel({"green": 1, "locomotive": 2}),
    ]


def test_n_11_a_locomotive_in_the_payment_does_not_change_the_colour() -> None:
    game = laid_down({"green": 2, "locomotive": 1}, {"green": 1, "locomotive": 1}, ["green", "red", "white"])
    assert game.legal_actions(0) == [Withdraw(), PayTunnel({"green": 1})]


@pytest.mark.parametrize(
    "extra", [{}, {"red": 1}, {"green": 2}, {"green": 1, "locomotive": 1}, {"locomotive": 2}, {"green": 1, "red": 1}]
)
def test_n_11_the_extra_is_exactly_what_matches_in_the_colour_paid_with(extra: dict[str, int]) -> None:
    game = laid_down({"green": 4, "locomotive": 2, "red": 1}, {"green": 2}, ["green", "red", "white"])
    refusal = refused(game, 0, PayTunnel(extra))
    assert (refusal.code, refusal.rule) == ("wrong_extra", "N-11")
    played = " and ".join(f"{count} {card}" for card, count in extra.items()) or "nothing"
    assert refusal.message == f"the tunnel costs 1 more card (green or locomotive), not {played}"


def test_n_11_the_extra_must_be_in_hand() -> None:
    game = laid_down({"green": 2, "red": 1}, {"green": 2}, ["green", "red", "white"])
    assert game.legal_actions(0) == [Withdraw()]
    refusal = refused(game, 0, PayTunnel({"green": 1}))
    assert (refusal.code, refusal.rule) == ("cards_not_in_hand", "N-11")
    assert refusal.message == "you have 0 green cards, not 1"


def test_n_11_routes_that_are_no_tunnels_turn_nothing_up() -> None:
    game = at_the_tunnel({"yellow": 2}, ["yellow", "yellow", "locomotive"])
    assert types(game.apply(0, Claim("imatra:lahti:yellow", {"yellow": 2}))) == ["route_claimed"]
    assert deck(game)[:3] == ["yellow", "yellow", "locomotive"]


def test_n_11_without_a_tunnel_there_is_nothing_to_pay_or_to_withdraw() -> None:
    game = at_the_tunnel({"green": 2}, [])
    refusal = refused(game, 0, PayTunnel({"green": 1}))
    assert (refusal.code, refusal.rule) == ("nothing_pending", "N-11")
    refusal = refused(game, 0, Withdraw())
    assert (refusal.code, refusal.rule) == ("nothing_pending", "N-12")


def test_n_12_the_player_may_withdraw_and_the_turn_is_over() -> None:
    cards = {"green": 3, "locomotive": 2}
    game = laid_down(cards, {"green": 1, "locomotive": 1}, ["green", "red", "locomotive"])
    assert hand(game, 0) == {"green": 2, "locomotive": 1}
    events = game.apply(0, Withdraw())
    assert types(events) == ["tunnel_withdrawn"]
    assert hand(game, 0) == cards
    assert routes(game, 0) == []
    assert (game.state.trains(0), game.state.points(0)) == (40, 0)
    assert (game.pending.name, game.pending.seats) == ("take_turn", [1])
    assert discards(game) == {"green": 1, "red": 1, "locomotive": 1}
    # The route is still open.
    assert game.state.is_open(game.board.route_index[ROUTE])


def test_n_12_the_cards_turned_up_are_discarded_when_the_extra_is_paid() -> None:
    game = laid_down({"green": 3}, {"green": 2}, ["green", "red", "white"])
    assert discards(game) == {}
    game.apply(0, PayTunnel({"green": 1}))
    assert discards(game) == {"green": 4, "red": 1, "white": 1}


def test_n_12_the_cards_turned_up_are_discarded_when_nothing_matches() -> None:
    game = laid_down({"green": 2}, {"green": 2}, ["blue", "red", "white"])
    assert discards(game) == {"green": 2, "blue": 1, "red": 1, "white": 1}
    assert display(game) == DISPLAY


def test_n_12_nothing_else_can_be_done_before_that_is_decided() -> None:
    game = laid_down({"green": 3, "blue": 4}, {"green": 2}, ["green", "red", "white"])
    for action in (DrawCard(), DrawCard("red"), DrawTickets(), Claim("bergen:oslo:blue", {"blue": 4}), Pass()):
        refusal = refused(game, 0, action)
        assert (refusal.code, refusal.rule) == ("tunnel_pending", "N-12")
        assert refusal.message == "first pay the extra for the tunnel, or withdraw"
    assert refused(game, 1, PayTunnel({"green": 1})).code == "not_your_turn"
    assert refused(game, 1, Withdraw()).code == "not_your_turn"


def test_n_12_everybody_knows_what_was_taken_back() -> None:
    game = laid_down({"green": 3, "red": 1}, {"green": 2}, ["green", "red", "white"])
    game.apply(0, Withdraw())
    seats = game.observe(1).to_json()["seats"]
    assert isinstance(seats, list)
    assert seats[0]["known"] == {"green": 2}
    assert seats[0]["hand"] == 4


def test_n_13_example_two_locomotives_played_and_a_locomotive_turned_up() -> None:
    cards = {"green": 3, "locomotive": 3}
    game = laid_down(cards, {"locomotive": 2}, ["locomotive", "red", "white"])
    assert game.legal_actions(0) == [Withdraw(), PayTunnel({"locomotive": 1})]
    game.apply(0, PayTunnel({"locomotive": 1}))
    assert routes(game, 0) == [ROUTE]
    assert hand(game, 0) == {"green": 3}


def test_n_13_only_locomotives_match_locomotives() -> None:
    game = at_the_tunnel({"green": 3, "locomotive": 3}, ["green", "green", "red"])
    events = game.apply(0, Claim(ROUTE, {"locomotive": 2}))
    assert types(events) == ["tunnel_opened", "route_claimed"]
    assert event(events, "tunnel_opened").fields["extra"] == 0


@pytest.mark.parametrize("extra", [{"green": 1}, {"locomotive": 2}, {"green": 1, "locomotive": 1}, {}])
def test_n_13_the_extra_is_paid_in_locomotives_only(extra: dict[str, int]) -> None:
    game = laid_down({"green": 3, "locomotive": 4}, {"locomotive": 2}, ["locomotive", "green", "white"])
    refusal = refused(game, 0, PayTunnel(extra))
    assert (refusal.code, refusal.rule) == ("wrong_extra", "N-13")
    played = " and ".join(f"{count} {card}" for card, count in extra.items()) or "nothing"
    assert refusal.message == f"the tunnel was paid with locomotives alone, so the extra is 1 locomotive, not {played}"


def test_r_7_cards_laid_down_are_not_reshuffled() -> None:
    game = situation(NORDIC, {"hand": {"green": 3}}, {}, deck=["red"], discards={"white": 1}, display=DISPLAY)
    events = game.apply(0, Claim(ROUTE, {"green": 2}))
    # The red card was the last: the discards, one white card, are the new deck. The green ones are on the table.
    assert types(events)[:2] == ["deck_reshuffled", "tunnel_opened"]
    assert event(events[:2], "deck_reshuffled").fields["count"] == 1
    assert event(events, "tunnel_opened").fields["revealed"] == ["red", "white"]
    assert routes(game, 0) == [ROUTE]
    # Now they are all discarded together and become the deck.
    assert discards(game) == {}
    assert sorted(deck(game)) == ["green", "green", "red", "white"]


def test_r_7_while_it_is_decided_the_cards_are_neither_in_hand_nor_discarded() -> None:
    game = situation(NORDIC, {"hand": {"green": 3}}, {}, deck=["green"], display=DISPLAY)
    game.apply(0, Claim(ROUTE, {"green": 2}))
    assert game.pending.name == "pay_tunnel"
    assert hand(game, 0) == {"green": 1}
    assert discards(game) == {}
    assert deck(game) == []
    assert game.position()["tunnel"] == {"route": ROUTE, "paid": {"green": 2}, "revealed": ["green"]}
    game.apply(0, Withdraw())
    assert hand(game, 0) == {"green": 3}
    assert deck(game) == ["green"]


@pytest.mark.parametrize("turned_up", [[], ["green"], ["white", "green"]])
def test_r_7_with_fewer_than_three_those_there_are_count(turned_up: list[str]) -> None:
    game = situation(NORDIC, {"hand": {"green": 3}}, {}, deck=turned_up, display=DISPLAY)
    events = game.apply(0, Claim(ROUTE, {"green": 2}))
    opened = event(events, "tunnel_opened")
    assert opened.fields["revealed"] == turned_up
    assert opened.fields["extra"] == turned_up.count("green")
    assert game.pending.name == ("pay_tunnel" if turned_up else "take_turn")
