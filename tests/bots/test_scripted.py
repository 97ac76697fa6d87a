"""What each scripted bot cares about, in exact situations on the toy board."""

import pytest

from semafor import Action, Claim, DrawCard, DrawFerryCard, DrawTickets, Game, KeepTickets, Pass, PayTunnel, Withdraw
from semafor.bots.registry import make_bot
from tests.bots.playing import SCRIPTED, ask, play, seated
from tests.games import Seat, situation
from tests.play import new_game

DISPLAY = ["red", "blue", "green", "white", "yellow"]
SHORT = ["ambel:dunley:grey", "brack:eskar:white", "cormo:fenn:orange", "eskar:fenn:grey"]
"""The routes that almost any two cards pay for."""


def choice(game: Game, spec: str) -> Action:
    """Let a new bot decide for the seat to act."""
    return ask(game, game.pending.seats[0], make_bot(spec, game.board), 1)


def claimed(game: Game, spec: str) -> str:
    """Return the route that a bot claims."""
    action = choice(game, spec)
    assert isinstance(action, Claim), action
    return action.route


def test_greedy_claims_the_route_with_the_most_points() -> None:
    game = situation("toy", {"hand": {"orange": 3, "blue": 2}, "tickets": ["brack:gild"]}, {})
    assert claimed(game, "greedy") == "dunley:gild:orange"


def test_greedy_draws_what_it_has_most_of() -> None:
    hand = {"red": 1, "blue": 1, "green": 1, "yellow": 1}
    game = situation("toy", {"hand": hand | {"red": 2}}, {"routes": SHORT}, display=DISPLAY)
    assert choice(game, "greedy") == DrawCard("red")
    game = situation("toy", {"hand": hand | {"yellow": 2}}, {"routes": [*SHORT, "cormo:eskar:yellow"]}, display=DISPLAY)
    assert choice(game, "greedy") == DrawCard("yellow")


def test_greedy_draws_from_the_deck_when_nothing_displayed_is_in_its_hand() -> None:
    game = situation("toy", {"hand": {"purple": 1}}, {"routes": SHORT}, display=DISPLAY)
    assert choice(game, "greedy") == DrawCard()


@pytest.mark.parametrize("spec", ["greedy", "long-route"])
def test_those_who_want_few_tickets_keep_the_cheapest(spec: str) -> None:
    own: Seat = {"drawn": ["ambel:harro", "brack:gild"], "keep_at_least": 1}
    assert choice(situation("toy", own, {}, decision="keep_tickets"), spec) == KeepTickets(["brack:gild"])
    own["keep_at_least"] = 2
    game = situation("toy", own, {}, decision="keep_tickets")
    assert choice(game, spec) == KeepTickets(["ambel:harro", "brack:gild"])


def test_the_hungry_draw_tickets_before_they_build() -> None:
    game = situation("toy", {"hand": {"blue": 3}, "tickets": ["brack:gild"]}, {})
    assert choice(game, "hungry") == DrawTickets()
    assert isinstance(choice(game, "path"), Claim)


def test_the_hungry_build_when_their_plan_takes_half_of_their_trains() -> None:
    tickets = ["ambel:cormo", "brack:gild", "dunley:harro"]
    game = situation("toy", {"hand": {"green": 2}, "tickets": tickets}, {})
    assert claimed(game, "hungry") == "ambel:eskar:green"


def test_the_hungry_come_back_for_more_when_their_tickets_are_made() -> None:
    own: Seat = {"hand": {"red": 1}, "tickets": ["brack:gild"], "routes": ["brack:eskar:black", "eskar:gild:blue"]}
    assert choice(situation("toy", own, {}), "hungry") == DrawTickets()


def test_the_hungry_keep_several_tickets_that_share_their_way() -> None:
    own: Seat = {"drawn": ["ambel:harro", "dunley:harro"], "keep_at_least": 1}
    game = situation("toy", own, {}, decision="keep_tickets")
    assert choice(game, "hungry") == KeepTickets(["ambel:harro", "dunley:harro"])


def test_nobody_keeps_a_ticket_that_cannot_be_made() -> None:
    """Harro is cut off: all its routes are taken."""
    own: Seat = {"drawn": ["ambel:harro", "brack:gild"], "keep_at_least": 1}
    other: Seat = {"routes": ["fenn:harro:grey", "gild:harro:grey"]}
    game = situation("toy", own, other, decision="keep_tickets")
    for spec in SCRIPTED:
        assert choice(game, spec) == KeepTickets(["brack:gild"]), spec


def test_path_builds_for_its_dearest_ticket_first() -> None:
    """The path from Eskar to Harro needs no white card; the one from Brack to Gild does."""
    own: Seat = {"hand": {"white": 1}, "tickets": ["brack:gild"]}
    assert claimed(situation("toy", own, {}, display=DISPLAY), "path") == "brack:eskar:white"
    own["tickets"] = ["brack:gild", "eskar:harro"]
    assert isinstance(choice(situation("toy", own, {}, display=DISPLAY), "path"), DrawCard)


def test_one_step_prefers_the_way_of_its_tickets_to_the_same_points_elsewhere() -> None:
    own: Seat = {"hand": {"green": 2, "yellow": 2, "purple": 2}, "tickets": ["cormo:dunley"]}
    assert claimed(situation("toy", own, {}), "one-step") in ("cormo:eskar:yellow", "dunley:eskar:purple")


def test_one_step_waits_rather_than_spend_cards_on_little() -> None:
    own: Seat = {"hand": {"white": 1}, "tickets": ["dunley:harro"]}
    game = situation("toy", own, {}, display=DISPLAY)
    assert isinstance(choice(game, "one-step"), DrawCard)


def test_long_route_takes_the_longest() -> None:
    own: Seat = {"hand": {"blue": 2, "red": 3}, "tickets": ["brack:gild"]}
    game = situation("toy", own, {})
    assert claimed(game, "long-route") == "ambel:brack:red"
    assert claimed(game, "path") == "eskar:gild:blue"


@pytest.mark.parametrize("spec", SCRIPTED)
def test_a_tunnel_is_paid_where_it_can_be(spec: str) -> None:
    tunnel: dict[str, object] = {"route": "eskar:fenn:grey", "paid": {"red": 2}, "revealed": ["red", "blue", "blue"]}
    game = situation("toy", {"hand": {}}, {}, decision="pay_tunnel", tunnel=tunnel)
    assert choice(game, spec) == Withdraw()
    tunnel["paid"] = {"green": 2}
    tunnel["revealed"] = ["green", "blue", "blue"]
    game = situation("toy", {"hand": {"locomotive": 1}}, {}, decision="pay_tunnel", tunnel=tunnel)
    assert choice(game, spec) == PayTunnel({"locomotive": 1})


def test_a_tunnel_that_failed_is_not_tried_again_with_the_same_cards() -> None:
    hand = {"green": 2}
    taken: Seat = {"routes": ["ambel:dunley:grey", "ambel:eskar:green"]}
    tunnel = {"route": "eskar:fenn:grey", "paid": hand, "revealed": ["green", "blue", "blue"]}
    bot = make_bot("greedy", new_game("toy", 2, 1).board)
    assert ask(situation("toy", {}, taken, decision="pay_tunnel", tunnel=tunnel), 0, bot, 1) == Withdraw()
    game = situation("toy", {"hand": hand}, taken, display=DISPLAY)
    assert ask(game, 0, bot, 1) == DrawCard("green")
    assert claimed(game, "greedy") == "eskar:fenn:grey"
    game = situation("toy", {"hand": hand | {"locomotive": 1}}, taken, display=DISPLAY)
    assert isinstance(ask(game, 0, bot, 1), Claim)


@pytest.mark.parametrize("spec", SCRIPTED)
def test_without_cards_to_draw_a_bot_does_what_is_left(spec: str) -> None:
    game = situation("toy", {"hand": {"white": 1}}, {}, deck=[], display=[], ticket_deck=[])
    assert isinstance(choice(game, spec), Claim)
    game = situation("toy", {"hand": {}}, {}, deck=[], display=[], ticket_deck=["ambel:cormo"])
    assert choice(game, spec) == DrawTickets()
    game = situation("toy", {"hand": {}}, {}, deck=[], display=[], ticket_deck=[])
    assert choice(game, spec) == Pass()


def test_ferry_cards_are_drawn_for_a_way_over_the_sea() -> None:
    game = new_game("italy", 2, 7)
    actions = [action for _, action in play(game, seated(["hungry", "path"], game))]
    assert DrawFerryCard() in actions
    assert any(isinstance(action, Claim) and action.ferry_cards for action in actions)
