"""Observations of other engines: read from JSON, with nothing invented, and played on."""

from __future__ import annotations

from typing import Any

import pytest

import semafor as sf
from tests.api.test_values import BOARDS

FOREIGN: dict[str, Any] = {
    "board": "usa",
    "seat": 0,
    "seats": [{"hand": 5, "routes": ["chicago:duluth:red"]}, {"hand": 7, "tickets": 3, "known": {"red": 2}}],
    "hand": {"red": 4, "locomotive": 1},
    "tickets": ["atlanta:montreal"],
    "display": ["red", None, "blue", None, "white"],
    "deck": 60,
}


@pytest.mark.parametrize("board", BOARDS)
def test_what_was_written_is_read_again(board: str) -> None:
    game = sf.new_game(board, players=2, seed=2)
    chance = sf.Chance.seeded(2)
    while not game.over:
        for seat in (sf.SPECTATOR, 0, 1):
            seen = game.observe(seat)
            again = sf.Observation.from_json(seen.to_json())
            assert again == seen
            assert again.oddities == []
        actions = game.legal_actions(limit=20)
        game.apply(actions[int(chance.below(len(actions)))])
    assert sf.Observation.from_json(game.observe(0).to_json()).to_json() == game.observe(0).to_json()


def test_a_seat_of_another_engine_says_what_it_knows_and_no_more() -> None:
    seen = sf.Observation.from_json(FOREIGN)
    assert seen.hand == {"red": 4, "locomotive": 1}
    assert (seen.deck, seen.me.trains) == (60, 42)
    assert seen.display == ("red", None, "blue", None, "white")
    assert seen.owner("chicago:duluth:red") == 0
    for bot in ("planner", "greedy", "search:playouts=8,net=0", "net"):
        action = sf.make_bot(bot, seen.board).choose(seen, seen.legal, sf.Chance.seeded(1), 1.0)
        assert action in seen.legal
    for world in seen.worlds(3, seed=1):
        assert world.observe(0) == seen


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"turns_left": 5}, "turns_left: 5 is more than the 2 players"),
        ({"hand": {"red": 13}}, "red: 16 are seen, and the board has 12"),
        ({"seats": [{"hand": 5, "trains": 60}, {"hand": 7}]}, "seats[0].trains: 60 are more than the 45"),
        ({"deck": 500}, "deck: 500 cards are more than the"),
        ({"seats": [{"hand": 9}, {"hand": 7}]}, "hand: 5 cards, and seats[0].hand says 9"),
        ({"seats": [{"hand": 5}, {"hand": 1, "known": {"red": 2}}]}, "seats[1].hand: 1 are fewer than the 2 known"),
    ],
)
def test_what_is_odd_is_named_and_a_lenient_reader_plays_on(change: dict[str, Any], said: str) -> None:
    with pytest.raises(sf.ObservationError) as caught:
        sf.Observation.from_json({**FOREIGN, **change})
    assert said in str(caught.value)
    assert "lenient=True" in str(caught.value)
    seen = sf.Observation.from_json({**FOREIGN, **change}, lenient=True)
    assert any(odd.startswith(said) for odd in seen.oddities)
    action = sf.make_bot("planner", seen.board).choose(seen, seen.legal, sf.Chance.seeded(1), 1.0)
    assert action in seen.legal
    assert seen.estimate(action, worlds=3).worlds == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"board": "mars"}, "board"),
        ({"seats": [{}]}, "usa is for 2 to 5 players, got 1"),
        ({"hand": {"pink": 1}}, "hand.pink: unknown key"),
        ({"seats": [{"routes": ["chicago:duluth:rde"]}, {}]}, "did you mean chicago:duluth:red"),
        ({"seats": [{"routes": ["chicago:duluth:red"]}, {"routes": ["chicago:duluth:red"]}]}, "claimed twice"),
        ({"decision": "pay_tunnel"}, "tunnel: is missing"),
        ({"to_act": [7]}, "to_act: must be a list of seats from 0 to 1"),
        ({"trains": 7}, "trains: unknown key"),
        ({"seats": [{}, {"tickets": 33}], "tickets": ["atlanta:montreal"]}, "more tickets than the board has"),
    ],
)
def test_what_can_not_be_is_refused_even_by_a_lenient_reader(change: dict[str, Any], said: str) -> None:
    with pytest.raises(sf.ObservationError) as caught:
        sf.Observation.from_json({**FOREIGN, **change}, lenient=True)
    assert said in str(caught.value)
