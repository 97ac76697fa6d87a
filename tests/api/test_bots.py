"""One way to name a bot, and what happens when it fails."""

from __future__ import annotations

import re
import traceback
from importlib.resources import files
from pathlib import Path

import pytest

import semafor as sf
from examples.bots.naming import names
from examples.bots.typed_bot import Finisher, cautious
from tests.api.tasks import Mine

ROOT = Path(__file__).parents[2]


def first(seen: sf.Observation, legal: sf.LegalActions, chance: sf.Chance, seconds: float) -> sf.Action:
    return next(iter(legal))


class WithBoard(Mine):
    def __init__(self, board: sf.Board) -> None:
        self.board = board

    def forget(self) -> None:
        raise AssertionError("a bot of one's own is made anew for every game")


class Broken:
    def choose(self, seen: sf.Observation, legal: sf.LegalActions, chance: sf.Chance, seconds: float) -> sf.Action:
        return self.fall(seen.turns_left)

    def fall(self, turns: int | None) -> sf.Action:
        raise RuntimeError(f"fell over with {turns}")


WAYS: dict[str, sf.AnyBot] = {**names(), "a class that is given the board": WithBoard, "another object": Mine()}


@pytest.mark.parametrize("bot", WAYS.values(), ids=WAYS.keys())
def test_a_bot_is_named_in_any_way(bot: sf.AnyBot) -> None:
    game = sf.play([bot, "greedy"], board="toy", seed=3, seconds=10.0)
    assert game.over
    assert isinstance(game.events[-1], sf.GameOver)


def test_a_network_of_a_file_plays(tmp_path: Path) -> None:
    own = files("semafor.bots.net").joinpath("weights", "usa.net").read_bytes()
    path = tmp_path / "mine.net"
    path.write_bytes(own)
    seen = sf.new_game("usa", players=2, seed=1).observe(0)
    stored, mine = (sf.make_bot(name, "usa") for name in ("net", f"net:weights={path}"))
    assert mine.choose(seen, seen.legal, sf.Chance.seeded(1), 1.0) == stored.choose(
        seen, seen.legal, sf.Chance.seeded(1), 1.0
    )
    path.write_bytes(own.replace(b'"digest":"', b'"digest":"0', 1).replace(b'"digest": "', b'"digest": "0', 1))
    with pytest.raises(sf.BotError, match="another revision of the board usa"):
        sf.make_bot(f"net:weights={path}", "usa")
    anyway = sf.make_bot(f"net:weights={path},anyway=1", "usa")
    assert anyway.choose(seen, seen.legal, sf.Chance.seeded(1), 1.0) in seen.legal
    with pytest.raises(sf.BotError, match="there is no file"):
        sf.make_bot("net:weights=nowhere.net", "usa")
    with pytest.raises(sf.BotError, match="other places, routes or tickets"):
        sf.make_bot(f"net:weights={path},anyway=1", "toy")


def test_a_network_plays_anyway_on_a_board_with_one_number_changed(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = files("semafor.boards").joinpath("usa.toml").read_text(encoding="utf-8")
    path.write_text(re.sub(r"points = (\d+)", lambda found: f"points = {int(found[1]) + 1}", text, count=1), "utf-8")
    board = sf.load_board(str(path))
    with pytest.raises(sf.BotError, match=r"another revision of the board usa.*net:anyway=1"):
        sf.make_bot("net", board)
    with pytest.warns(UserWarning, match="search plays usa without its network"):
        sf.make_bot("search:playouts=2", board)
    assert sf.play(["net:anyway=1", "random"], board).over


def test_what_is_no_bot_is_refused() -> None:
    with pytest.raises(sf.BotError, match="int is no bot"):
        sf.make_bot(7, "toy")  # type: ignore[arg-type]
    with pytest.raises(sf.BotError, match="did you mean greedy"):
        sf.play(["gready", first], board="toy")


def test_a_bot_that_fails_shows_its_traceback_and_the_position() -> None:
    with pytest.raises(sf.BotFailure, match="RuntimeError: fell over") as caught:
        sf.match(Broken, first, games=2, board="toy")
    lines = "".join(traceback.format_exception(caught.value))
    assert "test_bots.py" in lines
    assert "in fall" in lines
    position = caught.value.position
    assert position is not None
    assert sf.load_position(position).pending.name == "keep_tickets"


def test_a_bot_that_fails_may_also_have_lost() -> None:
    result = sf.match(Broken, first, games=4, board="toy", on_error="forfeit")
    assert result.share == 0
    assert result.failures == {"Broken": 4}
    assert "Broken failed in 4" in str(result)
    with pytest.raises(sf.SemaforError, match="at least 2 games"):
        sf.match(first, first, games=1)
    with pytest.raises(sf.SemaforError, match="at least 2 bots"):
        sf.match(first)


def test_the_file_of_a_failure_is_named_and_can_be_loaded() -> None:
    with pytest.raises(sf.BotFailure) as caught:
        sf.play([first, Broken], board="toy")
    [note] = caught.value.__notes__
    path = note.split("'")[1]
    assert sf.load_position(path).position() == caught.value.position
    with pytest.raises(sf.PositionError, match=r"nowhere\.json is no file of a position: No such file"):
        sf.load_position("nowhere.json")


def test_more_than_two_play_at_one_table_and_their_seats_rotate() -> None:
    seen: list[tuple[str, int]] = []

    def noting(name: str) -> sf.AnyBot:
        def choose(seen_: sf.Observation, legal: sf.LegalActions, chance: sf.Chance, seconds: float) -> sf.Action:
            seen.append((name, seen_.seat))
            return next(iter(legal))

        return choose

    result = sf.match(noting("a"), noting("b"), "planner", games=7, board="toy")
    assert result.games == 9
    assert set(seen) == {(name, seat) for name in "ab" for seat in range(3)}
    assert result.bots == ("choose", "choose#2", "planner")
    assert sum(one.share for one in result.results) == pytest.approx(1)
    assert all(one.interval[0] <= one.share <= one.interval[1] for one in result.results)
    assert len(str(result).splitlines()) == 3


def test_the_example_beats_greedy_on_the_toy_board() -> None:
    assert sf.match(Finisher, "random", games=10, board="toy").share > 0.5
    assert sf.play([Finisher, cautious], board="toy", seed=2).over
