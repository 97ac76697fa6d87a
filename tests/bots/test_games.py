"""Every bot plays whole games on every board with every number of players: legally, to the end, reproducibly."""

import pytest

from semafor.bots.reasons import CODES
from semafor.bots.registry import bot_names, make_bot
from tests.bots.playing import LADDER, ask, line_ups, play, seated
from tests.play import BOARDS, TABLES, board_named, new_game


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_gives_the_same_game(name: str, players: int) -> None:
    for number, specs in enumerate(line_ups(players)):
        game = new_game(name, players, 3100 + number)
        again = game.clone()
        taken = list(play(game, seated(specs, game)))
        assert game.over
        assert list(play(again, seated(specs, again))) == taken
        assert again.position() == game.position()


def test_the_ladder_is_in_the_registry() -> None:
    assert [name for name in bot_names() if name in LADDER] == LADDER


@pytest.mark.parametrize("spec", LADDER)
def test_a_bot_explains_what_it_does(spec: str) -> None:
    game = new_game("toy", 2, 3200)
    bots = [make_bot(spec, game.board) for _ in range(2)]
    for seat, _ in play(game, bots):
        reason = bots[seat].explain()
        assert reason is not None
        assert reason.code in CODES


@pytest.mark.parametrize("name", BOARDS)
def test_greedy_beats_random(name: str) -> None:
    won = 0
    for seed in range(3):
        game = new_game(name, board_named(name).spec.min_players, 3300 + seed)
        bots = seated(["greedy"] + ["random"] * (game.players - 1), game)
        for _ in play(game, bots):
            pass
        won += game.score().winners == [0]
    assert won >= 2


def test_a_bot_plays_from_any_position() -> None:
    """A bot that joins in the middle has no memory of the game and needs none."""
    game = new_game("northern-lights", 3, 3400)
    for number, _ in enumerate(play(game, seated(["greedy", "hungry", "path"], game))):
        if number % 10 == 0 and not game.over:
            seat = game.pending.seats[0]
            for spec in LADDER:
                assert game.why_not(seat, ask(game, seat, make_bot(spec, game.board), number)) is None
