"""The rules emit every kind of event, each with exactly the fields of its type."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from semafor import Chance, builtin_ids, load_board, new_game
from semafor.model.event_types import PRIVATE_FIELDS
from semafor.table.wire.event_shapes import Event

SHAPES: dict[str, Any] = {get_args(get_type_hints(shape)["type"])[0]: shape for shape in get_args(Event)}


def test_there_is_a_shape_for_every_kind() -> None:
    assert sorted(SHAPES) == sorted(PRIVATE_FIELDS)


@pytest.mark.parametrize("kind", PRIVATE_FIELDS)
def test_private_fields_may_be_missing_and_no_others(kind: str) -> None:
    assert SHAPES[kind].__optional_keys__ == frozenset(PRIVATE_FIELDS[kind])


@pytest.mark.parametrize("board", builtin_ids())
def test_what_games_write_has_exactly_these_fields(board: str) -> None:
    for seed in range(3):
        game = new_game(load_board(board), players=2, seed=seed)
        events = list(game.opening_events)
        chance = Chance.seeded(f"events {seed}")
        while not game.over:
            seat = game.pending.seats[0]
            actions = list(game.legal_actions(seat))
            events += game.apply(seat, actions[chance.below(len(actions))])
        for event in events:
            shape = SHAPES[event.type]
            assert set(event.full()) == set(get_type_hints(shape)), event
            msgspec.convert(event.full(), shape, strict=True)
            assert set(event.seen_by(-1)) == shape.__required_keys__, event
