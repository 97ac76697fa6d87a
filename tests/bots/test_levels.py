"""The levels for people: described in every language, each a bot that can be made, and in order of strength."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from semafor.bots.levels import LEVELS, Level, level_by_id
from semafor.bots.reasons import CODES
from semafor.bots.registry import make_bot
from tests.bots.playing import play, seated
from tests.play import BOARDS, board_named, new_game

IDS = [level.id for level in LEVELS]
CATALOGUES = sorted(Path(__file__, "../../../web/messages").resolve().glob("*.json"))


def test_there_are_five() -> None:
    assert len(set(IDS)) == 5


@pytest.mark.parametrize("level", LEVELS, ids=IDS)
def test_a_level_is_a_bot_of_every_board(level: Level) -> None:
    for name in BOARDS:
        assert make_bot(level.spec, board_named(name)).explain() is not None


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_every_language_names_the_levels_and_says_every_reason(catalogue: Path) -> None:
    said = json.loads(catalogue.read_text(encoding="utf-8"))
    assert len({said[f"level_{id}"] for id in IDS}) == 5
    for key in [*(f"level_{id}_about" for id in IDS), *(f"reason_{code}" for code in CODES)]:
        assert said[key].endswith(".")
        assert said[key].count(".") == 1


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
