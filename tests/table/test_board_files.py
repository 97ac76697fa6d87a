"""What is wrong in a board file is sent as texts with blanks, which clients translate."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec
import pytest

from semafor.engine.loading import board_text
from semafor.table.creating import wanted_board
from semafor.table.wire.problems import Refused


def refused(text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        wanted_board(None, text)
    return caught.value


def filled(said: Any) -> str:
    if isinstance(said, str):
        return said
    values = {name: filled(value) for name, value in said["values"].items()}
    return str(said["text"]).format(**values) if values else str(said["text"])


@pytest.mark.parametrize(
    ("old", "new"),
    [("length = 3", "length = 0"), ("trains = ", 'trains = "many" # '), ("ambel", "atlantis"), ("id =", "id = ] #")],
)
def test_the_texts_and_their_values_say_the_message(old: str, new: str) -> None:
    problem = pickle.loads(pickle.dumps(refused(board_text("toy").replace(old, new, 1))))
    info = msgspec.json.decode(msgspec.json.encode(problem.info))
    lines = [
        f"{one['path']}: {filled(one['said'])}" if one["path"] else filled(one["said"]) for one in info["problems"]
    ]
    assert "\n".join(lines) == info["message"]


def test_other_refusals_have_no_problems() -> None:
    with pytest.raises(Refused) as caught:
        wanted_board("mars", None)
    assert "problems" not in msgspec.json.decode(msgspec.json.encode(caught.value.info))
