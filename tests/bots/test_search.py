"""The search: what it may know, and that it is the same everywhere when it is given playouts instead of time."""

from random import Random

import pytest

from semafor import Action, Chance, Claim, Game, load_board, load_position, new_game
from semafor.bots.base import LegalActions
from semafor.bots.search import Search
from tests.play import position_of
from tests.properties.scramble import scrambled

BOARDS = ["toy", "usa", "nordic-countries", "italy", "northern-lights"]
PLAYOUTS = 12


def in_the_middle(board_id: str, players: int) -> Game:
    """A game some turns after the start, with no payment begun: bots are asked for whole actions."""
    game = new_game(load_board(board_id), players, seed=f"search {board_id}")
    chance = Chance.seeded(3)
    while game.pending.name != "take_turn" or game.state.is_paying() or len(game.history) < 12 * players:
        moves = game.moves()
        game.play(moves[chance.below(len(moves))])
    return game


def choice(game: Game) -> Action:
    seat = game.pending.seats[0]
    seen = game.observe(seat)
    return Search(game.board, playouts=PLAYOUTS, actions=3).choose(seen, LegalActions(seen), Chance.seeded(9), 60.0)


@pytest.mark.parametrize("board_id", BOARDS)
def test_search_chooses_a_legal_action_and_the_same_one_again(board_id: str) -> None:
    game = in_the_middle(board_id, 2)
    seen = game.observe(game.pending.seats[0])
    action = choice(game)
    assert action in LegalActions(seen)
    assert choice(game) == action


@pytest.mark.parametrize("board_id", BOARDS)
def test_search_does_not_change_its_mind_over_what_it_cannot_know(board_id: str) -> None:
    game = in_the_middle(board_id, 3)
    seat = game.pending.seats[0]
    action = choice(game)
    for number in range(3):
        other = load_position(scrambled(position_of(game), seat, Random(number)))
        assert choice(other) == action


def test_search_takes_the_winning_claim_of_the_last_turn() -> None:
    """With one turn left, one claim completes the ticket and wins; everything else loses."""
    way = ["atlanta:raleigh:grey:1", "raleigh:washington:grey:1", "new-york:washington:orange"]
    seats = [
        {"hand": {"blue": 3, "red": 1}, "tickets": ["atlanta:montreal"], "routes": way},
        {"hand": {}, "tickets": [], "routes": ["el-paso:los-angeles:black"]},
    ]
    position = {"board": "usa", "seats": seats, "to_act": 0, "decision": "take_turn", "turns_left": 1}
    game = load_position(position, seed=1)
    assert choice(game) == Claim("montreal:new-york:blue", {"blue": 3})
