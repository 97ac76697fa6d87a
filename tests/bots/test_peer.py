"""Programs that speak the engine's protocol: what they may ask, what the engine tells them, and how they fail."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from semafor import Action, Chance, DrawCard, Game
from semafor.bots.external import BotFailure
from semafor.bots.peer import PeerBot
from tests.bots.playing import play, seated
from tests.games import situation
from tests.play import board_named, new_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "longest_claim.cpp"
TOY = board_named("toy")
PATIENCE = 300.0
"""Timeout in seconds, generous enough for a busy machine."""
ASK = """
import json, sys, time
def ask(**request):
    print(json.dumps(request), flush=True)
    return json.loads(sys.stdin.readline())
DRAW = {"type": "draw_card", "from": "deck"}
"""


def program(directory: Path, code: str) -> PeerBot:
    """Make a bot from a Python program."""
    path = directory / "peer.py"
    path.write_text(ASK + code)
    return PeerBot([sys.executable, str(path)], TOY, PATIENCE)


def decide(bot: PeerBot, game: Game, seat: int, seconds: float = PATIENCE) -> Action:
    """Ask a bot for the decision of a seat."""
    seen = game.observe(seat)
    return bot.choose(seen, seen.legal, Chance.seeded(1), seconds)


def test_the_example_is_compiled_and_plays_a_whole_game(tmp_path: Path) -> None:
    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    built = tmp_path / "longest_claim"
    subprocess.run([compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", built, EXAMPLE], check=True)
    game = new_game("toy", 2, 6400)
    acted = [seat for seat, _ in play(game, seated([f"engine:{built}", "greedy"], game))]
    assert game.over
    assert {0, 1} == set(acted)


def test_what_it_is_told_is_what_its_seat_may_know(tmp_path: Path) -> None:
    code = """
told = [ask(op="seat"), ask(op="legal", seat=1), ask(op="observe", seat=1), ask(op="dump"), ask(op="playout", seed=1)]
told += [ask(op="apply", seat=0, action=DRAW), ask(op="apply", seat=1, action={"type": "pass"}, id=7), ask(op="new")]
open(__file__ + ".json", "w").write(json.dumps(told))
ask(op="apply", seat=1, action=told[1]["actions"][0])
"""
    game = new_game("toy", 2, 6410)
    bot = program(tmp_path, code)
    try:
        action = decide(bot, game, 1)
    finally:
        bot.close()
    told: list[dict[str, Any]] = json.loads((tmp_path / "peer.py.json").read_text())
    seen = game.observe(1)
    assert action == game.legal_actions(1)[0]
    assert (told[0]["seat"], told[0]["players"], told[0]["board"]) == (1, 2, "toy")
    assert told[1]["actions"] == [one.to_json() for one in game.legal_actions(1)]
    assert told[2]["observation"] == json.loads(json.dumps(seen.to_json()))
    made_up = seen.determinise(_after_the_number(Chance.seeded(1))).position()
    assert told[3]["position"]["deck"] == made_up["deck"] != game.position()["deck"]
    assert [answer["error"]["code"] for answer in told[4:8]] == [
        "not_here",
        "not_your_seat",
        "tickets_pending",
        "not_here",
    ]
    assert told[6]["id"] == 7


def _after_the_number(chance: Chance) -> Chance:
    chance.next32()
    return chance


def test_the_answer_to_an_action_comes_with_the_next_decision(tmp_path: Path) -> None:
    code = """
answer = ask(op="apply", seat=0, action=DRAW)
assert answer == {"ok": True, "events": [], "to_act": [0], "over": False}, answer
ask(op="apply", seat=0, action=DRAW)
"""
    game = situation("toy", {}, {})
    bot = program(tmp_path, code)
    try:
        assert [decide(bot, game, 0), decide(bot, game, 0)] == [DrawCard(), DrawCard()]
    finally:
        bot.close()


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("crash", "sys.exit(1)"),
        ("nonsense", "print('hello', flush=True); input()"),
        ("timeout", "while True: ask(op='seat')"),
    ],
)
def test_a_failure_is_told_by_its_kind(kind: str, code: str, tmp_path: Path) -> None:
    bot = program(tmp_path, code)
    if kind == "timeout":
        bot.start_seconds = 0.3
    with pytest.raises(BotFailure) as caught:
        decide(bot, situation("toy", {}, {}), 0, 0.1 if kind == "timeout" else PATIENCE)
    assert caught.value.kind == kind
    assert bot.child is None
