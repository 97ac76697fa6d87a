"""The levels offered to players: described in every language, each a bot that exists, in order of strength."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from semafor.bots.levels import LEVELS, Level, level_by_id
from semafor.bots.reasons import CODES
from semafor.bots.registry import make_bot
from semafor.engine.boards import make_board
from semafor.engine.loading import board_text
from tests.bots.playing import play, seated
from tests.play import BOARDS, board_named, new_game

IDS = [level.id for level in LEVELS]
CATALOGUES = sorted(Path(__file__, "../../../web/messages").resolve().glob("*.json"))


def test_there_are_seven() -> None:
    assert len(set(IDS)) == 7


@pytest.mark.parametrize("level", LEVELS, ids=IDS)
def test_a_level_is_a_bot_of_every_board(level: Level) -> None:
    for name in BOARDS:
        board = board_named(name)
        for players in range(board.spec.min_players, board.spec.max_players + 1):
            assert make_bot(level.spec_at(board, players), board).explain() is not None


def test_a_board_of_ones_own_is_not_left_to_the_network_of_another() -> None:
    """A custom board may have the id of a board that a network was trained on."""
    other = make_board(board_text("usa").replace("revision = ", "revision = 9", 1), "usa.toml")
    assert other.id == "usa"
    specs = [level_by_id("superintendent").spec_at(board, 2) for board in (board_named("usa"), other)]
    assert specs == ["net:lapses=4", "search:time=0.5"]
    with pytest.warns(UserWarning, match="without its network"):
        make_bot("search", other)


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_every_language_names_the_levels_and_says_every_reason(catalogue: Path) -> None:
    said = json.loads(catalogue.read_text(encoding="utf-8"))["main"]
    assert len({said[f"level_{id}"] for id in IDS}) == 7
    for key in [*(f"level_{id}_about" for id in IDS), *(f"reason_{code}" for code in CODES)]:
        assert said[key]


def test_a_level_is_found_by_its_id() -> None:
    assert [level_by_id(id).id for id in IDS] == IDS
    with pytest.raises(KeyError):
        level_by_id("master")


def test_the_levels_are_rated_in_even_steps() -> None:
    """The ratings are measured; see docs/bots.md."""
    steps = [above.elo - below.elo for below, above in pairwise(LEVELS)]
    assert min(steps) > 0.85 * max(steps)


@pytest.mark.parametrize(("below", "above"), list(pairwise(IDS[:5])))
def test_a_level_beats_the_one_below(below: str, above: str) -> None:
    """Leave the strongest levels to the arena: they think longer, or are close."""
    won = 0.0
    for deal in range(10):
        for seat in range(2):
            game = new_game("usa", 2, 8700 + deal)
            specs = [level_by_id(above).spec, level_by_id(below).spec]
            for _ in play(game, seated(specs if seat == 0 else specs[::-1], game)):
                pass
            won += seat in game.score().winners
    assert won > 10
