"""Bots as external programs: the examples play; failures are detected and classified, and processes are killed."""

import gc
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from semafor import Action, Chance, DrawCard, Game
from semafor.bots.base import Bot
from semafor.bots.external import MOST_ACTIONS, BotFailure, ExternalBot, question
from semafor.bots.registry import make_bot
from tests.bots.playing import ask, play, seated
from tests.games import situation
from tests.play import TABLES, board_named, new_game

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
PROGRAMS = {
    "python": f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'random_bot.py'))}",
    "javascript": f"node {shlex.quote(str(EXAMPLES / 'random_bot.mjs'))}",
}
TOY = board_named("toy")
PATIENCE = 300.0
"""Timeout in seconds, generous enough for a busy machine."""

READY = """
import json, os, sys, threading
sys.stdin.readline()
print('{"ready": true}', flush=True)
question = json.loads(sys.stdin.readline())
"""
HANG = "threading.Event().wait()"


def program(directory: Path, code: str) -> ExternalBot:
    """Make a bot from a Python program."""
    path = directory / "program.py"
    path.write_text(code)
    return ExternalBot([sys.executable, str(path)], TOY, PATIENCE)


def decide(bot: ExternalBot, seconds: float = PATIENCE) -> Action:
    """Ask a bot for its first turn of a game in which it can't claim any route."""
    seen = situation("toy", {}, {}).observe(0)
    return bot.choose(seen, seen.legal, Chance.seeded(1), seconds)


def failure(bot: ExternalBot, seconds: float = PATIENCE) -> BotFailure:
    """Return how a bot failed, and check that its process is gone."""
    with pytest.raises(BotFailure) as caught:
        decide(bot, seconds)
    assert bot.child is None
    assert_all_are_gone()
    return caught.value


STARTED: list["Process"] = []


class Process(subprocess.Popen[bytes]):
    """A process, kept so that a test can check how it ended."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        STARTED.append(self)


@pytest.fixture(autouse=True)
def _remember_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    STARTED.clear()
    monkeypatch.setattr(subprocess, "Popen", Process)


def assert_all_are_gone() -> None:
    """Check that every process of the test has ended and been reaped."""
    assert all(process.returncode is not None for process in STARTED)


# The examples


@pytest.mark.parametrize("language", PROGRAMS)
@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if table[1] == 2])
def test_an_example_plays_whole_games_repeatably(language: str, name: str, players: int) -> None:
    games = [new_game(name, players, 6100) for _ in range(2)]
    taken = [list(play(game, seated([f"exec:{PROGRAMS[language]}", "greedy"], game))) for game in games]
    assert games[0].over
    assert taken[0] == taken[1]


def said(bot: Bot) -> str:
    """Return what the program says about its last choice."""
    reason = bot.explain()
    assert reason is not None
    return reason.text


@pytest.mark.parametrize("language", PROGRAMS)
def test_a_program_gives_its_reason(language: str) -> None:
    game = new_game("toy", 2, 6200)
    bot = make_bot(f"exec:{PROGRAMS[language]}", TOY)
    assert bot.explain() is None
    ask(game, 0, bot, 1)
    assert said(bot) == "It chose at random."


def test_the_documentation_shows_the_example_as_it_is_and_names_the_others() -> None:
    page = (EXAMPLES.parents[1] / "docs" / "bots-external.md").read_text(encoding="utf-8")
    assert (EXAMPLES / "random_bot.py").read_text(encoding="utf-8") in page
    assert [path.name for path in EXAMPLES.glob("*.*") if f"examples/bots/{path.name})" not in page] == []


# The question


def test_a_program_is_told_what_any_bot_is_told() -> None:
    game = new_game("usa", 3, 6300)
    seen = game.observe(1)
    asked = question(seen, seen.legal, Chance.seeded(5), 1.5)
    assert asked == {
        "type": "decide",
        "observation": seen.to_json(),
        "legal": [action.to_json() for action in game.legal_actions(1)],
        "truncated": False,
        "seconds": 1.5,
        "random": Chance.seeded(5).next32(),
    }


def test_of_thousands_of_payments_the_first_are_listed() -> None:
    """Use a ferry of the Nordic board that takes any cards (N-10)."""
    hand = dict.fromkeys(["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"], 5)
    seen = situation("nordic-countries", {"hand": hand}, {}).observe(0)
    asked = question(seen, seen.legal, Chance.seeded(1), 1.0)
    assert asked["truncated"] is True
    assert isinstance(asked["legal"], list)
    assert len(asked["legal"]) == MOST_ACTIONS


def test_an_action_that_is_not_listed_is_legal_all_the_same(tmp_path: Path) -> None:
    hand = dict.fromkeys(["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"], 5)
    game = situation("nordic-countries", {"hand": hand}, {})
    last = game.legal_actions(0, MOST_ACTIONS + 500)[-1]
    bot = program(tmp_path, READY + f"print(json.dumps({{'action': {last.to_json()!r}}}))")
    assert ask(game, 0, bot, 1) == last


def test_the_board_comes_first(tmp_path: Path) -> None:
    code = """
import json, sys
start = json.loads(sys.stdin.readline())
print('{"ready": true}', flush=True)
sys.stdin.readline()
reason = [start["type"], start["board"]["id"], start["players"], start["seat"], len(start["board"]["routes"])]
print(json.dumps({"action": {"type": "draw_card", "from": "deck"}, "reason": str(reason)}))
"""
    bot = program(tmp_path, code)
    assert decide(bot) == DrawCard()
    assert said(bot) == "['start', 'toy', 2, 0, 14]"


# Failures


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("timeout", HANG),
        ("timeout", "print('{', end='', flush=True); threading.Event().wait()"),
        ("crash", "sys.exit(3)"),
        ("crash", "os.kill(os.getpid(), 9)"),
        ("crash", "os.close(1); threading.Event().wait()"),
        ("nonsense", "print('draw a card')"),
        ("nonsense", "print()"),
        ("nonsense", "print('[1, 2]')"),
        ("nonsense", "print('[' * 100000)"),
        ("nonsense", "sys.stdout.buffer.write(bytes([255, 254, 10]))"),
        ("nonsense", "print('{}')"),
        ("nonsense", "print('{', end='')"),
        ("nonsense", "print('x' * 2000000)"),
        ("nonsense", """print('{"action": {"type": "fly"}}')"""),
        ("nonsense", """print('{"action": null}')"""),
        ("illegal", """print('{"action": {"type": "pass"}}')"""),
        ("illegal", """print('{"action": {"type": "claim", "route": "nowhere", "cards": {}}}')"""),
    ],
)
def test_a_failure_is_told_by_its_kind(kind: str, answer: str, tmp_path: Path) -> None:
    failed = failure(program(tmp_path, READY + answer), 0.5 if kind == "timeout" else PATIENCE)
    assert failed.kind == kind
    assert str(failed) == failed.message != ""


def test_a_refused_action_is_named_with_the_reason(tmp_path: Path) -> None:
    failed = failure(program(tmp_path, READY + """print('{"action": {"type": "withdraw"}}')"""))
    assert failed.message.startswith("Withdraw() is not legal: ")


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("crash", "raise SystemExit(1)"),
        ("nonsense", "print('hello', flush=True); input()"),
        ("nonsense", "print('{}', flush=True); input()"),
        ("timeout", "import threading; threading.Event().wait()"),
    ],
)
def test_a_program_that_does_not_get_ready_fails(kind: str, code: str, tmp_path: Path) -> None:
    bot = program(tmp_path, code)
    if kind == "timeout":
        bot.start_seconds = 0.3
    assert failure(bot).kind == kind


def test_a_program_that_cannot_be_started_has_crashed(tmp_path: Path) -> None:
    no_program = tmp_path / "no program"
    no_program.write_text("")
    no_program.chmod(0o755)
    failed = failure(ExternalBot([str(no_program)], TOY))
    assert failed.kind == "crash"
    assert "could not be started" in failed.message


def test_after_a_failure_a_new_process_is_started(tmp_path: Path) -> None:
    """The first process leaves a marker and dies; the second finds it and plays."""
    answer = """
if not os.path.exists(__file__ + ".mark"):
    open(__file__ + ".mark", "w").close()
    sys.exit(1)
print('{"action": {"type": "draw_card", "from": "deck"}}')
"""
    bot = program(tmp_path, READY + answer)
    assert failure(bot).kind == "crash"
    assert decide(bot) == DrawCard()


# No process outlives its bot


def running(directory: Path, after: str) -> ExternalBot:
    """Make a bot that has answered once and then does what `after` says."""
    answer = """print('{"action": {"type": "draw_card", "from": "deck"}}', flush=True)\n"""
    bot = program(directory, READY + answer + after)
    assert decide(bot) == DrawCard()
    assert bot.child is not None
    return bot


@pytest.mark.parametrize(
    "after", ["sys.stdin.read()", HANG, "import signal; signal.signal(15, signal.SIG_IGN)\n" + HANG]
)
def test_closing_ends_the_process_whatever_it_does(after: str, tmp_path: Path) -> None:
    bot = running(tmp_path, after)
    bot.close()
    assert len(STARTED) == 1
    assert_all_are_gone()
    bot.close()


def test_a_bot_that_nobody_needs_any_more_takes_its_process_along(tmp_path: Path) -> None:
    bot = running(tmp_path, HANG)
    del bot
    gc.collect()
    assert len(STARTED) == 1
    assert_all_are_gone()


def test_a_program_that_ends_takes_all_its_bots_along(tmp_path: Path) -> None:
    """A process that keeps its standard output open would leave the caller waiting for EOF."""
    (tmp_path / "program.py").write_text(READY + """print('{"action": {"type": "pass"}}', flush=True)\n""" + HANG)
    code = f"""
import semafor
from semafor.bots.external import Child
child = Child([{sys.executable!r}, {str(tmp_path / "program.py")!r}])
child.ask({{"type": "start"}}, {PATIENCE})
print(child.process.pid)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_a_game_can_go_on_without_the_bot(tmp_path: Path) -> None:
    """The referee handles the failure; the game is unchanged."""
    game: Game = new_game("toy", 2, 6400)
    before = game.position()
    with pytest.raises(BotFailure):
        ask(game, 0, program(tmp_path, READY + "sys.exit(1)"), 1)
    assert game.position() == before
