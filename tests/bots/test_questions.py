"""Code above the engine answers decisions without asking which rule they come from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import semafor
from semafor.bots.registry import make_bot
from semafor.engine.kernel import ASKS_ANYTHING, ASKS_TICKETS
from semafor.model.numbers import layout
from semafor.model.numbers.layout import OVER, SECOND_CARD, TAKE_TURN
from semafor.model.numbers.questions import QUESTION_NAMES
from tests.play import BOARDS, board_named

SOURCES = Path(__file__).parents[2] / "src" / "semafor"
ABOVE = [
    path for path in SOURCES.rglob("*.py") if path.relative_to(SOURCES).parts[0] not in {"engine", "model", "rules"}
]
DECISIONS = {
    name: value
    for name, value in vars(layout).items()
    if re.fullmatch(r"CHOOSE_STARTING_TICKETS|TAKE_TURN|SECOND_CARD|KEEP_TICKETS|PAY_TUNNEL|PAY_\w+_STEP", name)
}


@pytest.mark.parametrize("name", BOARDS)
def test_every_rule_says_what_its_decisions_ask(name: str) -> None:
    board = board_named(name)
    owned = {number for number in range(len(board.decisions)) if board.decisions[number] in board.rules}
    assert ASKS_ANYTHING not in {board.questions[number] for number in owned}
    assert len({board.decision_labels[number] for number in owned}) == len(owned)
    assert owned >= {TAKE_TURN, SECOND_CARD, OVER}
    assert ASKS_TICKETS in board.questions


def test_nobody_above_the_engine_names_a_decision() -> None:
    assert len(DECISIONS) == 9
    assert len(ABOVE) > 200
    words = re.compile(rf"\b({'|'.join(DECISIONS)})\b")
    naming = {path.name: words.findall(path.read_text(encoding="utf-8")) for path in ABOVE}
    assert {name: found for name, found in naming.items() if found} == {}


@pytest.mark.parametrize("bot", ["random", "greedy", "hungry", "path", "one-step", "long-route", "planner"])
def test_a_decision_that_says_nothing_of_itself_is_answered(bot: str) -> None:
    """A third-party rule might ask one."""
    board = semafor.load_board("toy")
    said = board.questions[SECOND_CARD]
    # Boards are shared: restore it for the other tests.
    board.questions[SECOND_CARD] = ASKS_ANYTHING
    try:
        assert asked_for_second_cards(board, bot) > 0
    finally:
        board.questions[SECOND_CARD] = said


def asked_for_second_cards(board: semafor.Board, bot: str) -> int:
    """Play a whole game and count how often a second card was asked for."""
    game = semafor.new_game(board, players=2, seed=4)
    players = [make_bot(bot, board) for _ in range(2)]
    chance = semafor.Chance.seeded(4)
    asked = 0
    while not game.over:
        seat = game.pending.seats[0]
        asked += game.pending.name == QUESTION_NAMES[ASKS_ANYTHING]
        seen = game.observe(seat)
        game.apply(seat, players[seat].choose(seen, seen.legal, chance, 1.0))
    return asked
