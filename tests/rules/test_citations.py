"""Refusals cite the rulebook of their board, with the rule names in its file."""

from pathlib import Path

import pytest

import semafor
from semafor import (
    Action,
    Board,
    Claim,
    DrawCard,
    DrawTickets,
    Game,
    KeepTickets,
    Pass,
    PayTunnel,
    Withdraw,
    load_board,
)
from tests.games import refused, situation, started
from tests.toy import problems, with_parts


@pytest.fixture
def board(tmp_path: Path) -> Board:
    """Return the toy board, with ferry cards, and with its own name for every reason of every rule."""
    ferry_cards: dict[str, object] = {"pile": 1, "hand_limit": 1, "covers": 1}
    path = tmp_path / "cited.toml"
    path.write_text(with_parts({"ferry_cards": ferry_cards}), encoding="utf-8")
    plain = load_board(str(path)).rules
    cites = {rule.slug: {reason: f"{rule.slug} {reason}" for reason in rule.cites} for rule in plain}
    rules: dict[str, dict[str, object]] = {slug: {"cites": reasons} for slug, reasons in cites.items()}
    rules["ferry_cards"].update(ferry_cards)
    path.write_text(with_parts(rules), encoding="utf-8")
    named = load_board(str(path))
    assert {rule.slug: rule.cites for rule in named.rules} == cites
    return named


def toy(board: Board, hand: dict[str, int], **fields: object) -> Game:
    """Return a situation on an edited toy board."""
    return semafor.load_position({"board": "toy", "seats": [{"hand": hand}, {}], **fields}, 1, board)


@pytest.mark.parametrize(
    ("seat", "action", "code", "cited"),
    [
        (1, DrawCard(), "not_your_turn", "turns order"),
        (0, Pass(), "must_act", "turns pass"),
        (0, KeepTickets(["ambel:fenn"]), "nothing_pending", "ticket_draw keep"),
        (0, PayTunnel({"red": 1}), "nothing_pending", "tunnels surcharge"),
        (0, Withdraw(), "nothing_pending", "tunnels withdraw"),
        (0, Claim("cormo:fenn:orange", {"orange": 1}), "cards_not_in_hand", "claiming set"),
        (0, Claim("cormo:fenn:orange", {}, 1), "ferry_cards_not_in_hand", "ferry_cards waves"),
        (0, Claim("cormo:fenn:orange", {"red": 1}), "wrong_colour", "claiming set"),
        (0, DrawCard("locomotive"), "not_displayed", "card_market draw"),
    ],
)
def test_what_a_turn_refuses(board: Board, seat: int, action: Action, code: str, cited: str) -> None:
    game = toy(board, {"red": 2, "blue": 1}, display=["red", "blue", "white", "green", "black"])
    refusal = refused(game, seat, action)
    assert (refusal.code, refusal.rule) == (code, cited)


def test_what_a_decision_refuses(board: Board) -> None:
    game = semafor.new_game(board, 2, 1)
    assert refused(game, 0, DrawCard()).rule == "starting_tickets keep"
    game = toy(board, {}, ticket_deck=["ambel:fenn", "brack:gild", "cormo:gild"])
    game.apply(0, DrawTickets())
    assert refused(game, 0, DrawCard()).rule == "ticket_draw decide"
    assert refused(game, 0, KeepTickets(["cormo:gild"])).rule == "ticket_draw keep"
    game = toy(board, {})
    game.apply(0, DrawCard())
    assert refused(game, 0, DrawTickets()).rule == "card_market second"
    game = toy(board, {"green": 2}, deck=["green", "white", "black"], display=["red", "red", "red", "blue", "blue"])
    game.apply(0, Claim("eskar:fenn:grey", {"green": 2}))
    assert refused(game, 0, DrawCard()).rule == "tunnels withdraw"
    assert refused(game, 0, PayTunnel({"green": 1})).rule == "tunnels surcharge"
    assert refused(game, 0, PayTunnel({})).rule == "tunnels surcharge"


@pytest.mark.parametrize(
    ("name", "start", "keep"),
    [
        ("usa", "U-5", "U-22"),
        ("nordic-countries", "N-3", "N-15"),
        ("italy", "I-2", "I-8"),
        ("northern-lights", "L-5", "L-10"),
    ],
)
def test_tickets_are_chosen_by_the_rulebook_of_the_board(name: str, start: str, keep: str) -> None:
    board = load_board(name)
    assert refused(semafor.new_game(board, 2, 1), 0, DrawCard()).rule == start
    ticket = board.spec.tickets[0].id
    assert refused(started(name, 2, first=0), 0, KeepTickets([ticket])).rule == keep


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (PayTunnel({"red": 1}), "not_on_this_board"),
        (Withdraw(), "not_on_this_board"),
        (Claim("chicago:duluth:red", {"red": 2}, 1), "ferry_cards_not_in_hand"),
    ],
)
def test_no_rule_is_cited_that_the_board_does_not_have(action: Action, code: str) -> None:
    refusal = refused(situation("usa", {"hand": {"red": 3}}, {}), 0, action)
    assert (refusal.code, refusal.rule) == (code, None)


def test_a_reason_that_a_rule_does_not_have_is_reported() -> None:
    assert problems(with_parts({"turns": {"cites": {"oder": "X-1", "pass": "X-2"}}})) == [
        "rules.turns.cites.oder: unknown key, did you mean order? Known here: order, pass"
    ]
