"""Guessing opponents' tickets from what they have built, and never from what the seat can't know."""

from math import log
from random import Random

import pytest

import semafor
from semafor import Chance, Game
from semafor.bots.planning.beliefs import Beliefs
from semafor.bots.planning.ways import Map
from semafor.bots.registry import make_bot
from semafor.engine.kernel import sample_state
from semafor.model.state import State
from tests.bots.playing import ask
from tests.games import situation
from tests.play import TABLES, board_named, new_game, position_of
from tests.properties.scramble import scrambled

GUESSES = 60


def played(name: str, players: int, seed: int, steps: int) -> Game:
    """Return a game that planners have played for some steps, at somebody's turn."""
    game = new_game(name, players, seed)
    bots = [make_bot("planner", game.board) for _ in range(players)]
    step = 0
    while step < steps or game.pending.name != "take_turn":
        seat = game.pending.seats[0]
        game.apply(seat, ask(game, seat, bots[seat], step))
        step += 1
    return game


def guesses(game: Game, seat: int, count: int) -> list[State]:
    """Return sampled states with guessed tickets for the opponents."""
    chance = Chance.seeded("guesses")
    seen = game.observe(seat)
    beliefs = Beliefs(game.board, Map(game.board))
    beliefs.look(sample_state(seen, chance), seat)
    states = []
    for _ in range(count):
        state = sample_state(seen, chance)
        beliefs.deal(state, seat, chance)
        states.append(state)
    return states


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_guess_agrees_with_what_the_seat_sees(name: str, players: int) -> None:
    game = played(name, players, 8400, 14 * players)
    seat = game.pending.seats[0]
    for state in guesses(game, seat, 5):
        assert Game.from_state(state).observe(seat).to_json() == game.observe(seat).to_json()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_guess_does_not_depend_on_what_the_seat_cannot_know(name: str, players: int) -> None:
    game = played(name, players, 8500, 14 * players)
    seat = game.pending.seats[0]
    other = semafor.load_position(scrambled(position_of(game), seat, Random(1)), board=board_named(name))
    for state, twin in zip(guesses(game, seat, 5), guesses(other, seat, 5), strict=True):
        assert list(state.tickets) == list(twin.tickets)


def test_a_ticket_whose_way_is_built_is_likely() -> None:
    """The opponent has built Los Angeles - El Paso - Houston, so a ticket along that path is likelier than most."""
    way = ["los-angeles:phoenix:grey", "el-paso:phoenix:grey", "el-paso:houston:green", "houston:new-orleans:grey"]
    game = situation("usa", {}, {"tickets": ["los-angeles:miami"], "routes": way})
    board = game.board
    fitting = int(board.ticket_index["los-angeles:miami"])
    far = int(board.ticket_index["boston:miami"])
    held = [[int(state.ticket_place(ticket)) == 1 for state in guesses(game, 0, 400)] for ticket in (fitting, far)]
    assert sum(held[0]) > 3 * sum(held[1])


def test_true_tickets_are_guessed_more_often_than_by_chance() -> None:
    """Measure the mean log probability late in games between planners, which penalises confident wrong guesses."""
    gain = 0.0
    tickets = 0
    for seed in range(6):
        game = played("usa", 2, 8600 + seed, 70)
        seat = game.pending.seats[0]
        other = 1 - seat
        held = [position_of(game)["seats"][player]["tickets"] for player in range(2)]
        truth = [int(game.board.ticket_index[ticket]) for ticket in held[other]]
        states = guesses(game, seat, GUESSES)
        unknown = int(game.board.ticket_total) - len(held[seat])
        for ticket in truth:
            share = (sum(int(state.ticket_place(ticket)) == other for state in states) + 0.5) / (GUESSES + 1)
            gain += log(share / (len(truth) / unknown))
            tickets += 1
    assert gain / tickets > 1.1
