"""Games, boards, observations, records and actions as Python objects: pickling, copying and repr."""

import copy
import pickle
from collections.abc import Callable
from typing import TypeVar

import pytest

import semafor
from semafor import Chance, Claim, KeepTickets, PayTunnel

T = TypeVar("T")


def pickled(thing: T) -> T:
    again: T = pickle.loads(pickle.dumps(thing))
    return again


COPIES: dict[str, Callable[[object], object]] = {"pickle": pickled, "deepcopy": copy.deepcopy}


def played(board: str, decisions: int) -> semafor.Game:
    game = semafor.new_game(semafor.load_board(board), players=3, seed="pickle")
    chance = Chance.seeded(1)
    for _ in range(decisions):
        moves = game.moves()
        game.play(moves[int(chance.below(len(moves)))])
    return game


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("board", ["usa", "nordic-countries", "italy", "northern-lights"])
def test_games_and_observations_are_copied_with_their_past_and_future(board: str, how: str) -> None:
    game = played(board, 40)
    again = COPIES[how](game)
    assert isinstance(again, semafor.Game)
    assert again is not game
    assert again.board is game.board
    assert again.record().to_json() == game.record().to_json()
    assert [event.full() for event in again.opening_events] == [event.full() for event in game.opening_events]
    for seat in (-1, 0, 1):
        seen = COPIES[how](game.observe(seat))
        assert isinstance(seen, semafor.Observation)
        assert seen == game.observe(seat)
        assert seen.to_json() == game.observe(seat).to_json()
        assert seen.closed_routes() == game.observe(seat).closed_routes()
    game.play_out(Chance.seeded(2))
    again.play_out(Chance.seeded(2))
    assert again.position() == game.position()


def test_a_game_from_a_position_and_the_order_of_tickets_given_back_are_kept() -> None:
    game = semafor.load_position({"board": "usa", "seats": [{"hand": {"red": 3}}, {}]}, seed=4)
    game.apply(0, semafor.DrawTickets())
    drawn = game.observe(0).to_json()["drawn"]
    assert isinstance(drawn, list)
    game.apply(0, KeepTickets([drawn[1]], [drawn[2], drawn[0]]))
    assert pickled(game).position() == game.position()
    assert pickled(game).record().to_json() == game.record().to_json()


def test_values_are_kept() -> None:
    game = played("toy", 60)
    assert pickled(game.record()).to_json() == game.record().to_json()
    assert pickled(game.board) is game.board
    for action in (Claim("a:b:red", {"red": 2}, 1), PayTunnel({"red": 1}), semafor.Pass(), KeepTickets(["a"], ["b"])):
        assert pickled(action) == action
    chance = Chance.seeded(3)
    assert pickled(chance).next32() == chance.next32()
    assert pickled(game.opening_events) == game.opening_events


def test_a_claim_has_the_cards_that_it_was_given() -> None:
    assert Claim("chicago:duluth:red", {"red": 2, "locomotive": 1}).cards == {"red": 2, "locomotive": 1}
    assert PayTunnel({"red": 1}).cards == {"red": 1}


def test_there_is_always_a_first_player() -> None:
    board = semafor.load_board("toy")
    game = semafor.new_game(board, players=3, seed=1)
    assert game.first == game.observe(0).to_json()["first"]
    assert semafor.new_game(board, players=3, seed=1, first=2).first == 2
    assert semafor.load_position(game.position()).first == game.first
    assert "first" not in game.record().to_json()


def test_objects_say_what_they_are() -> None:
    game = semafor.load_position({"board": "toy", "seats": [{}, {}]})
    assert repr(game) == "<Game on toy, 2 players, take_turn by seat 0>"
    assert repr(game.board).startswith("<Board toy, revision ")
    assert repr(game.observe(1)) == "<Observation of toy by seat 1, take_turn>"
    assert repr(game.observe(semafor.SPECTATOR)) == "<Observation of toy by a spectator, take_turn>"
    assert repr(game.record()) == "<Record on toy, 2 players, 0 actions>"
    assert repr(game.score()) == "<Score 0, 0, won by [0, 1]>"
