"""Bots by name, with options, from files, packages and programs; and the errors when there is none."""

import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from semafor.bots import registry
from semafor.bots.base import Bot, PolicyBot
from semafor.bots.external import BotFailure
from semafor.bots.greedy import Greedy
from semafor.bots.net.files import trained_boards
from semafor.bots.policy import RandomPolicy
from semafor.bots.registry import BotError, BotKind, Option, bot_names, make_bot, split_specs
from tests.bots.playing import ask, play
from tests.play import board_named, new_game

TOY = board_named("toy")
PLUG_IN = """
class FromTheDeck:
    def __init__(self, board):
        self.board = board
        self.asked = 0

    def choose(self, seen, legal, chance, seconds):
        self.asked += 1
        return next(iter(legal))

    def explain(self):
        return f"{self.board.id} {self.asked}"


class Silent(FromTheDeck):
    explain = None

    def choose(self, seen, legal, chance, seconds):
        return "pass"


class Clumsy:
    def __init__(self, board):
        raise RuntimeError("fell over\\nand over")

    def choose(self, seen, legal, chance, seconds):
        return None


class NoBot:
    pass


number = 7
"""


@pytest.fixture
def plug_in(tmp_path: Path) -> Path:
    """Write a file with several classes, valid and invalid."""
    path = tmp_path / "my_bot.py"
    path.write_text(PLUG_IN)
    return path


def problem(spec: str) -> str:
    """Return what is wrong with a spec."""
    with pytest.raises(BotError) as caught:
        make_bot(spec, TOY)
    return str(caught.value)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Register a bot with options for one test; return the options it was last made with."""
    made: dict[str, float] = {}

    def make(board: object, options: dict[str, float]) -> Bot:
        made.clear()
        made.update(options)
        return PolicyBot(RandomPolicy(TOY))

    options = [Option("time", 1.0, 0.01, False, "seconds"), Option("worlds", 20, 1, True, "how many")]
    monkeypatch.setitem(registry._KINDS, "thinker", BotKind("thinker", make, options))
    return made


# By name


def test_every_name_makes_a_bot_of_its_own() -> None:
    for name in bot_names("toy"):
        first = make_bot(name, TOY)
        assert isinstance(first, Bot)
        assert make_bot(f" {name} ", TOY) is not first


def test_a_bot_that_plays_some_boards_is_named_there_only() -> None:
    assert "net" in bot_names()
    assert "net" in bot_names("usa")
    assert "net" not in bot_names("toy")
    trained = ", ".join(trained_boards())
    assert problem("net") == f"net can't play: no network has been trained on the board toy, only on {trained}"
    assert problem("greedy:time=1") == 'greedy takes no options, so "time" means nothing to it'


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    assert problem("gready") == 'there is no bot "gready"; did you mean greedy?'
    assert "did you mean one-step" in problem("onestep")


def test_a_name_like_no_other_is_answered_with_all_of_them() -> None:
    said = problem("xyzzy")
    assert all(name in said for name in bot_names())
    assert "file.py:Class" in said
    assert "exec:" in said


def test_a_name_is_registered_once() -> None:
    with pytest.raises(BotError, match='"greedy" already'):
        registry.register(BotKind("greedy", lambda board, options: PolicyBot(Greedy(board)), []))


# Options


def test_options_have_defaults(thinker: dict[str, float]) -> None:
    make_bot("thinker", TOY)
    assert thinker == {"time": 1.0, "worlds": 20}
    make_bot("thinker:", TOY)
    assert thinker == {"time": 1.0, "worlds": 20}


def test_options_are_read_by_their_type(thinker: dict[str, float]) -> None:
    make_bot("thinker: worlds=5 , time = 0.25", TOY)
    assert thinker == {"time": 0.25, "worlds": 5}


@pytest.mark.usefixtures("thinker")
def test_an_unknown_option_is_answered_with_those_there_are() -> None:
    said = problem("thinker:speed=3")
    assert 'no option "speed"' in said
    assert "time (a number, seconds; 1 if left out)" in said
    assert "worlds (a whole number, how many; 20 if left out)" in said


@pytest.mark.usefixtures("thinker")
@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("thinker:time", "time needs a value: thinker:time=1"),
        ("thinker:time=soon", "time must be a number, not 'soon'"),
        ("thinker:time=", "time must be a number, not ''"),
        ("thinker:time=nan", "time must be at least 0.01, not nan"),
        ("thinker:time=inf", "time must be at least 0.01, not inf"),
        ("thinker:time=0", "time must be at least 0.01, not 0"),
        ("thinker:worlds=2.5", "worlds must be a whole number, not '2.5'"),
        ("thinker:worlds=0", "worlds must be at least 1, not 0"),
        ("greedy:time=1", 'greedy takes no options, so "time" means nothing to it'),
    ],
)
def test_a_wrong_option_is_explained(spec: str, said: str) -> None:
    assert problem(spec) == said


def test_a_list_of_bots_is_split_between_bots_and_not_between_options() -> None:
    listed = "planner, search:time=1.0,worlds=20,my_bot.py:MyBot,exec:node bot.mjs,greedy,"
    assert split_specs(listed) == [
        "planner",
        "search:time=1.0,worlds=20",
        "my_bot.py:MyBot",
        "exec:node bot.mjs",
        "greedy",
    ]


# Plug-ins


def text(bot: Bot) -> str:
    """Return what a third-party bot says about its last choice."""
    reason = bot.explain()
    assert reason is not None
    assert reason.code == "said"
    return reason.text


def test_a_class_in_a_file_plays(plug_in: Path) -> None:
    game = new_game("toy", 2, 5100)
    bots = [make_bot(f"{plug_in}:FromTheDeck", TOY), make_bot("greedy", TOY)]
    asked = sum(seat == 0 for seat, _ in play(game, bots))
    assert text(bots[0]) == f"toy {asked}"


def test_each_bot_of_a_file_is_a_new_one(plug_in: Path) -> None:
    game = new_game("toy", 2, 5200)
    for _ in range(2):
        bot = make_bot(f"{plug_in}:FromTheDeck", TOY)
        ask(game, 0, bot, 1)
        assert text(bot) == "toy 1"


def test_a_plug_in_need_not_explain(plug_in: Path) -> None:
    assert make_bot(f"{plug_in}:Silent", TOY).explain() is None


def test_a_plug_in_that_answers_with_something_else_fails(plug_in: Path) -> None:
    with pytest.raises(BotFailure, match="answered with str, not with an action") as caught:
        ask(new_game("toy", 2, 5250), 0, make_bot(f"{plug_in}:Silent", TOY), 1)
    assert caught.value.kind == "nonsense"


def test_what_is_wrong_with_a_plug_in_is_said(plug_in: Path, tmp_path: Path) -> None:
    assert problem(f"{plug_in}:Missing").endswith("has no class Missing; it has FromTheDeck, Silent, Clumsy")
    assert "is no bot: it must be a class with a method choose" in problem(f"{plug_in}:NoBot")
    assert "is no bot" in problem(f"{plug_in}:number")
    assert problem(f"{plug_in}:Clumsy").endswith("could not be made: RuntimeError: fell over")
    missing = tmp_path / "missing.py"
    assert problem(f"{missing}:Bot") == f"there is no file {missing}"
    broken = tmp_path / "broken.py"
    for _ in range(2):
        broken.write_text("import a_module_that_is_not_there")
        assert "could not be run: ModuleNotFoundError" in problem(f"{broken}:Bot")
    broken.write_text("x = 1")
    assert problem(f"{broken}:Bot").endswith("has no class Bot; it has no bot at all")


@pytest.fixture
def installed(plug_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that a package offers bots."""
    monkeypatch.syspath_prepend(plug_in.parent)
    monkeypatch.delitem(sys.modules, "my_bot", raising=False)
    points = EntryPoints(
        [
            EntryPoint("zed", "my_bot:FromTheDeck", registry.GROUP),
            EntryPoint("absent", "no_such_package:Bot", registry.GROUP),
            EntryPoint("greedy", "my_bot:FromTheDeck", registry.GROUP),
        ]
    )
    monkeypatch.setattr(registry, "entry_points", lambda group: points.select(group=group))


@pytest.mark.usefixtures("installed")
def test_bots_of_installed_packages_are_found_by_name() -> None:
    assert bot_names()[-2:] == ["absent", "zed"]
    assert bot_names().count("greedy") == 1
    bot = make_bot("zed", TOY)
    ask(new_game("toy", 2, 5300), 0, bot, 1)
    assert text(bot) == "toy 1"


@pytest.mark.usefixtures("installed")
def test_a_package_can_not_replace_our_bots() -> None:
    assert isinstance(make_bot("greedy", TOY), PolicyBot)


@pytest.mark.usefixtures("installed")
def test_what_is_wrong_with_an_installed_bot_is_said() -> None:
    assert problem("absent").startswith("absent (no_such_package:Bot) could not be loaded: ModuleNotFoundError")
    assert problem("zed:time=1") == 'zed takes no options, so "time=1" means nothing to it'


# Programs


def test_a_command_must_be_one() -> None:
    assert "needs a command" in problem("exec:")
    assert "can't be read" in problem("exec:python3 'bot.py")
    assert problem("exec:no-such-program x") == "there is no program 'no-such-program' that could be run"
