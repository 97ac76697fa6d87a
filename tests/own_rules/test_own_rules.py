"""Two rules from another package appear wherever awards do, without a change to Semafor."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import semafor

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
RULES = "\n[rules.empty_hand]\npoints = 5\n\n[rules.most_cities]\npoints = 7\n"
ENTRY_POINTS = "[semafor.rules]\nempty_hand = empty_hand:EmptyHand\nmost_cities = most_cities:MostCities\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with both rules as an installed package, and a board that uses them."""
    folder = tmp_path_factory.mktemp("own")
    page = (ROOT / "docs/adding-a-rule.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```python file=src/semafor/rules/empty_hand.py\n(.*?)```", page, re.DOTALL)
    (folder / "empty_hand.py").write_text(example, encoding="utf-8")
    (folder / "most_cities.py").write_text((HERE / "most_cities.py").read_text(encoding="utf-8"), encoding="utf-8")
    metadata = folder / "house_rules-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: house-rules\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    toy = files("semafor").joinpath("boards/toy.toml").read_text(encoding="utf-8")
    (folder / "toy.toml").write_text(toy + RULES, encoding="utf-8")
    return folder


def run(installed: Path, *arguments: str) -> str:
    """Return the output of a program that can import the rules and the Semafor under test."""
    package = str(Path(semafor.__file__).parents[1])
    path = os.pathsep.join([str(installed), package, str(ROOT)])
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", *arguments],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def found(installed: Path) -> dict[str, Any]:
    """Return everything that `everywhere.py` prints."""
    printed: dict[str, Any] = json.loads(run(installed, str(HERE / "everywhere.py"), str(installed / "toy.toml")))
    return printed


def test_they_score(found: dict[str, Any]) -> None:
    assert found["score"] == [{"longest_path": 5, "most_cities": 7}, {"empty_hand": 5}]


def test_the_score_sheet_explains_them(found: dict[str, Any]) -> None:
    assert found["sheet"]["most_cities"] == [7, 0]
    assert found["sheet"]["empty_hand"] == [5]


def award(found: dict[str, Any], where: str, id: str) -> dict[str, Any]:
    [one] = [award for award in found[where]["awards"] if award["id"] == id]
    assert isinstance(one, dict)
    return one


def test_the_standing_shows_what_is_public_and_no_more(found: dict[str, Any]) -> None:
    cities = award(found, "standing", "most_cities")
    assert [(share["seat"], share["value"]) for share in cities["shares"]] == [(0, 3), (1, 2)]
    assert cities["winners"] == [0]
    hand = award(found, "standing", "empty_hand")
    assert (hand["shares"], hand["winners"]) == (None, [])


def test_the_final_score_says_what_was_counted_and_what_it_is_called(found: dict[str, Any]) -> None:
    cities = award(found, "final", "most_cities")
    assert (cities["rule"], cities["cites"], cities["points"]) == ("most_cities", ["H-2"], 7)
    assert cities["names"] == {"en": "Most cities", "pl": "Najwięcej miast"}
    assert cities["shares"][0]["routes"] == ["ambel:brack:red", "brack:cormo:blue"]
    assert cities["shares"][0]["places"] == ["ambel", "brack", "cormo"]
    hand = award(found, "final", "empty_hand")
    assert hand["names"]["en"] == "Empty hand"
    assert [(share["seat"], share["points"]) for share in hand["shares"]] == [(1, 5)]


def test_bots_play_for_them(found: dict[str, Any]) -> None:
    longest = 5
    assert found["bot"] == (longest + 7) * 100


def test_environments_reward_them(found: dict[str, Any]) -> None:
    seats = found["env"]["score"]["seats"]
    assert found["env"]["points"] == [seat["total"] for seat in seats]
    assert any("most_cities" in seat["bonuses"] for seat in seats)


def test_a_learner_is_told_of_them(found: dict[str, Any]) -> None:
    bonuses = found["learner"]["bonuses"]
    assert len(bonuses) == len(found["learner"]["points"])
    assert any("most_cities" in seat for seat in bonuses)


def test_a_learner_sees_what_lies_on_the_map_and_no_more(found: dict[str, Any]) -> None:
    """Its own count comes first; an award that depends on hands is not there."""
    learner = found["learner"]
    counted = learner["counted"]["most_cities"]
    assert learner["sees"] == {"most_cities": counted[learner["seat"] :] + counted[: learner["seat"]]}
    assert max(counted) > 0


def test_statistics_count_them(found: dict[str, Any]) -> None:
    assert found["statistics"] == found["played"]
    assert any("most_cities" in seat for seat in found["statistics"])


@pytest.mark.parametrize(
    ("lang", "name", "about"), [("en", "Most cities", "in one network"), ("pl", "Najwięcej miast", "sieci")]
)
def test_semafor_score_prints_them(installed: Path, lang: str, name: str, about: str) -> None:
    text = installed / "table.txt"
    text.write_text(
        "Ania\n  routes: ambel-brack, brack-cormo\n  hand: 1 red\nBartek\n  routes: dunley-gild\n", encoding="utf-8"
    )
    printed = run(
        installed, "-m", "semafor", "score", str(text), "--board", str(installed / "toy.toml"), "--lang", lang
    )
    assert re.search(rf"{name} +7 +–", printed)
    assert "(H-2)" in printed
    assert about in printed
    assert "(H-1)" in printed


def test_a_slug_is_taken_once(installed: Path) -> None:
    code = (
        "from semafor.rules.catalogue import register_rule\n"
        "from most_cities import MostCities\n"
        "class Another(MostCities): pass\n"
        "try: register_rule(Another)\n"
        "except ValueError as error: print(error)"
    )
    assert run(installed, "-c", code) == "there is a rule 'most_cities' already\n"


PLAY = """
import json, sys
import semafor
from semafor.engine.definition import board_definition
from tests.own_rules.snow import Snow

semafor.register_rule(Snow)
try:
    board = semafor.load_board(sys.argv[1])
except semafor.BoardError as error:
    print(json.dumps(str(error)))
else:
    position = {"board": board.id, "seats": [{"hand": {"locomotive": 1}}, {}]}
    game = semafor.load_position(position, board=board)
    game.apply(0, semafor.Claim("brack:eskar:white", {"locomotive": 1}))
    routes = board_definition(board)["routes"]
    print(json.dumps([{route["id"]: route["snow"] for route in routes if route["snow"]}, game.score().seats[0].routes]))
"""


@pytest.mark.parametrize(
    ("colour", "rule", "expected"),
    [
        ('"white"', "[rules.snow]", [{"brack:eskar:white": 2}, 3]),
        ('"white"', "", "routes[4].snow: needs a table [rules.snow], which is missing"),
        ('"grey", tunnel = true', "[rules.snow]", "routes[10].snow: there is no snow in a tunnel"),
    ],
)
def test_a_rule_adds_a_field_to_routes(tmp_path: Path, colour: str, rule: str, expected: object) -> None:
    toy = files("semafor").joinpath("boards/toy.toml").read_text(encoding="utf-8")
    snowed = toy.replace(f"colour = {colour}", f"colour = {colour}, snow = 2", 1)
    assert snowed != toy
    board = tmp_path / "snow.toml"
    board.write_text(f"{snowed}\n{rule}\n", encoding="utf-8")
    assert json.loads(run(tmp_path, "-c", PLAY, str(board))) == expected
