"""The golden transcripts are complete and up to date; `python -m tests.golden.write` rewrites them."""

import re
from difflib import unified_diff
from pathlib import Path

import pytest

import semafor
from tests.golden.transcript import FOLDER, TALES, WAYS, file_of, transcript


@pytest.mark.parametrize(("name", "players", "way"), TALES)
def test_the_game_goes_as_its_transcript_tells(name: str, players: int, way: str) -> None:
    path = file_of(name, players, way)
    kept = path.read_text(encoding="utf-8")
    found = re.match(rf"board {name}, {players} players, seed (\d+), {WAYS[way]}\n", kept)
    assert found, kept.splitlines()[0]
    played = transcript(name, players, way, int(found[1]))
    assert played is not None, f"seed {found[1]} no longer leads to the ending that {path.name} is about"
    difference = unified_diff(kept.splitlines(), played.splitlines(), path.name, "as played now", lineterm="")
    assert played == kept, "\n".join(difference)


def test_there_is_a_transcript_for_every_board_number_of_players_and_way_to_end() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(*tale).name for tale in TALES}


def test_every_way_to_end_that_the_engine_knows_has_its_transcripts() -> None:
    rules = Path(semafor.__file__).parent / "rules"
    reasons = [
        re.findall(r'end_game\(state, "(.+?)"\)', path.read_text(encoding="utf-8")) for path in rules.glob("*.py")
    ]
    assert {reason for found in reasons for reason in found} == set(WAYS.values())


@pytest.mark.parametrize(
    "words",
    [
        "goals ",
        "chooses",
        "keeps ",
        "sweep of ",
        "reshuffle of ",
        "takes ",
        "draws a ferry card",
        "draws tickets ",
        "digs ",
        "pays ",
        "withdraws",
        "bonus ",
        "passes",
        "last round: ",
        "* longest_path",
        "* globetrotter",
        "* regions",
        "* railway-empire",
    ],
)
def test_everything_that_can_happen_happens_in_some_transcript(words: str) -> None:
    assert any(words in path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt"))
