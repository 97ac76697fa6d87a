"""The ten tasks do what they say, in no more lines than the API promises."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import semafor as sf
from tests.api import tasks

LINES: dict[Callable[..., Any], int] = {
    tasks.play_a_random_game: 4,
    tasks.look_at_the_table: 3,
    tasks.ask_who_owns_a_route: 1,
    tasks.count_actions_and_payments: 2,
    tasks.try_a_move: 2,
    tasks.estimate_in_200_worlds: 1,
    tasks.let_a_class_play_against_the_planner: 1,
    tasks.draw_a_plan: 1,
    tasks.walk_through_a_game: 2,
    tasks.count_what_nobody_has_seen: 1,
}
CLAIM = sf.Claim("chicago:duluth:red", {"red": 3})


@pytest.fixture
def game() -> sf.Game:
    """Return a game in which seat 0 can claim a route, and knows its tickets."""
    mine = {"hand": {"red": 3, "locomotive": 1}, "tickets": ["atlanta:montreal"]}
    return sf.load_position({"board": "usa", "seats": [mine, {"routes": ["montreal:new-york:blue"]}]})


@pytest.mark.parametrize("task", LINES, ids=lambda task: task.__name__)
def test_a_task_takes_no_more_lines(task: Callable[..., Any]) -> None:
    [function] = ast.parse(inspect.getsource(task)).body
    assert isinstance(function, ast.FunctionDef)
    last = function.body[-1].end_lineno
    assert last is not None
    assert last - function.body[0].lineno + 1 <= LINES[task]


def test_a_random_game_has_a_winner() -> None:
    assert tasks.play_a_random_game() in ([0], [1], [0, 1])


def test_the_table_is_seen(game: sf.Game, capsys: pytest.CaptureFixture[str]) -> None:
    tasks.look_at_the_table(game)
    assert capsys.readouterr().out == f"3 {game.observe(0).display}\n[45, 42]\n"


def test_routes_have_owners(game: sf.Game) -> None:
    assert tasks.ask_who_owns_a_route(game.observe(0)) is None
    game.apply(CLAIM)
    assert tasks.ask_who_owns_a_route(game.observe(1)) == 0


def test_actions_and_payments_are_counted(game: sf.Game, capsys: pytest.CaptureFixture[str]) -> None:
    tasks.count_actions_and_payments(game.observe(0))
    count, payments = capsys.readouterr().out.splitlines()
    assert int(count) == len(game.legal_actions())
    assert payments == f"[{CLAIM!r}, {sf.Claim('chicago:duluth:red', {'red': 2, 'locomotive': 1})!r}]"


def test_a_move_is_tried_and_the_game_stays(game: sf.Game) -> None:
    before = game.position()
    assert tasks.try_a_move(game, CLAIM) == {"locomotive": 1}
    assert game.position() == before


def test_an_estimate_is_a_share_and_a_margin_of_as_many_worlds(game: sf.Game) -> None:
    seen = game.observe(0)
    made = tasks.estimate_in_200_worlds(seen, CLAIM)
    assert made == tasks.estimate_in_200_worlds(seen, CLAIM)
    assert made.worlds == 200
    assert 0 <= made.share <= 1
    assert made.error > 0
    with pytest.raises(sf.IllegalAction, match="2 cards are too few"):
        seen.estimate(sf.Claim("chicago:duluth:red", {"red": 2}))


def test_a_class_plays_a_match() -> None:
    result = tasks.let_a_class_play_against_the_planner()
    assert result.bots == ("Mine", "planner")
    assert result.games == 4
    assert 0 <= result.interval[0] <= result.share <= result.interval[1] <= 1
    assert str(result).startswith("Mine won ")
    assert result == tasks.let_a_class_play_against_the_planner()


def test_a_plan_is_drawn(game: sf.Game) -> None:
    seen = game.observe(0)
    drawn = tasks.draw_a_plan(seen)
    assert drawn.count('class="marked"') == len(seen.tickets[0].routes) > 1
    assert "marked" not in sf.svg(seen)


def test_a_game_is_walked_through(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = sf.new_game("toy", players=2, seed=3)
    game.play_out(sf.Chance.seeded(3))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record().to_json()))
    tasks.walk_through_a_game(str(path))
    assert len(capsys.readouterr().out.splitlines()) == len(game.record().steps)
    steps = list(sf.walk(game))
    assert [event for step in steps for event in step.events] == game.events[len(game.opening_events) :]
    assert not steps[0].game.observe(0).seats[0].routes
    assert steps[-1].game.over is False


def test_what_nobody_has_seen_is_the_deck_and_the_other_hands(game: sf.Game) -> None:
    seen = game.observe(0)
    unseen = tasks.count_what_nobody_has_seen(seen)
    shown = sf.Cards({card: seen.display.count(card) for card in set(seen.display) if card})
    for card, count in seen.board.deck.items():
        assert unseen[card] == count - seen.hand[card] - shown[card] - seen.discards[card]
    assert unseen.total == seen.deck + seen.others[0].hand
