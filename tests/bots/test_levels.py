"""The levels for people: complete in both languages, each a bot that can be made, and in order of strength."""

from itertools import pairwise

import pytest

from semafor.bots.levels import LEVELS, Level, level_by_id
from semafor.bots.registry import make_bot
from tests.bots.playing import play, seated
from tests.play import BOARDS, board_named, new_game

IDS = [level.id for level in LEVELS]


def test_there_are_five_with_names_of_their_own() -> None:
    assert len(set(IDS)) == 5
    for language in ("en", "pl"):
        assert len({level.names[language] for level in LEVELS}) == 5
        assert len({level.about[language] for level in LEVELS}) == 5


@pytest.mark.parametrize("level", LEVELS, ids=IDS)
def test_a_level_is_a_bot_of_every_board(level: Level) -> None:
    for name in BOARDS:
        assert make_bot(level.spec, board_named(name)).explain("pl") != ""


@pytest.mark.parametrize("level", LEVELS, ids=IDS)
def test_a_level_says_in_one_sentence_what_it_does(level: Level) -> None:
    for language in ("en", "pl"):
        assert level.about[language].endswith(".")
        assert level.about[language].count(".") == 1


def test_a_level_is_found_by_its_id() -> None:
    assert [level_by_id(id).id for id in IDS] == IDS
    with pytest.raises(KeyError):
        level_by_id("master")


def test_the_levels_are_rated_in_even_steps() -> None:
    """As measured: see docs/bots.md."""
    steps = [above.elo - below.elo for below, above in pairwise(LEVELS)]
    assert min(steps) > 0.75 * max(steps)


@pytest.mark.parametrize(("below", "above"), list(pairwise(IDS[:4])))
def test_a_level_beats_the_one_below(below: str, above: str) -> None:
    """The strongest is left to the arena: it thinks for a second."""
    won = 0.0
    for deal in range(10):
        for seat in range(2):
            game = new_game("usa", 2, 8700 + deal)
            specs = [level_by_id(above).spec, level_by_id(below).spec]
            for _ in play(game, seated(specs if seat == 0 else specs[::-1], game)):
                pass
            won += seat in game.score().winners
    assert won > 10
