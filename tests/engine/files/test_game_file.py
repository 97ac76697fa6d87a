"""Game files: a single game in any format, or many records, one per line."""

import json

import pytest

import semafor
from semafor import Chance, GameFileError
from semafor.engine.files.game_text import game_to_text


def record(seed: str) -> semafor.Record:
    game = semafor.new_game(semafor.load_board("toy"), players=2, seed=seed)
    game.play_out(Chance.seeded(seed))
    return game.record()


def test_a_record_is_read_as_json_and_as_text() -> None:
    made = record("one")
    for raw in (
        json.dumps(made.to_json()).encode(),
        json.dumps(made.to_json(), indent=1).encode(),
        game_to_text(made).encode(),
    ):
        assert semafor.read_game_file(raw).record.to_json() == made.to_json()
        (only,) = semafor.read_game_files(raw)
        assert only.game.over
        assert only.head == {}


def test_many_records_one_a_line_are_read_one_after_the_other() -> None:
    made = [record(seed) for seed in ("one", "two", "three")]
    raw = b"\n".join(json.dumps(one.to_json()).encode() for one in made) + b"\n"
    read = [one.record.to_json() for one in semafor.read_game_files(raw)]
    assert read == [one.to_json() for one in made]
    with pytest.raises(GameFileError, match="line 4: "):
        list(semafor.read_game_files(raw + b'{"actions": []}\n'))


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"[", b"{}", b"null\nnull", b"7", b'{"format": "semafor game 1"}'])
def test_what_is_no_game_is_refused(raw: bytes) -> None:
    with pytest.raises(GameFileError):
        semafor.read_game_file(raw)
