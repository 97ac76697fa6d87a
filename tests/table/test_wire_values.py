"""Messages have the types of the engine's values: what games write has exactly their fields."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from semafor import Chance, Game, Observation, builtin_ids, load_board, new_game
from semafor.engine.values.fields import json_fields
from semafor.engine.values.observed import ObservationJSON, SeatViewJSON
from semafor.engine.values.scores import FinalScoreJSON, StandingJSON
from semafor.engine.values.tickets import TicketWayJSON
from semafor.home.endpoints.describe import openapi
from semafor.model.event_types import CLASSES, FIELDS, PRIVATE_FIELDS, Event
from semafor.model.values.action_json import ActionJSON
from semafor.server.app import SERVED
from semafor.table.wire.values import EVENT_TYPES

ACTION_TYPES: dict[str, Any] = {
    type: shape for shape in get_args(ActionJSON) for type in get_args(get_type_hints(shape)["type"])
}


def steps(board: str, seed: int) -> Any:
    """Yield a random game after every step, with the action and the events that led there."""
    game = new_game(load_board(board), players=2, seed=seed)
    chance = Chance.seeded(f"events {seed}")
    yield game, None, game.opening_events
    while not game.over:
        seat = game.pending.seats[0]
        actions = list(game.legal_actions(seat))
        action = actions[chance.below(len(actions))]
        yield game, action, game.apply(seat, action)


def described(game: Game) -> list[tuple[Observation, ObservationJSON]]:
    return [(seen, seen.to_json()) for seen in (game.observe(seat) for seat in (-1, 0, 1))]


def test_every_type_of_event_has_its_fields() -> None:
    assert sorted(EVENT_TYPES) == sorted(CLASSES)
    for type, made in CLASSES.items():
        kind: Any = made
        assert kind.__match_args__ == ("seat", *FIELDS[type])
        assert EVENT_TYPES[type].__optional_keys__ == frozenset(PRIVATE_FIELDS[type])


@pytest.mark.parametrize("board", builtin_ids())
def test_what_games_write_has_exactly_these_fields(board: str) -> None:
    for seed in range(3):
        for _, action, events in steps(board, seed):
            if action is not None:
                data = action.to_json()
                assert set(data) <= set(get_type_hints(ACTION_TYPES[data["type"]])), data
                msgspec.convert(data, ACTION_TYPES[data["type"]], strict=True)
            for event in events:
                _check(event)


def _check(event: Event) -> None:
    shape = EVENT_TYPES[event.type]
    assert set(event.full()) == set(get_type_hints(shape)), event
    msgspec.convert(event.full(), shape, strict=True)
    assert set(event.seen_by(-1)) == shape.__required_keys__, event


@pytest.mark.parametrize("board", builtin_ids())
def test_every_field_of_an_observation_is_described(board: str) -> None:
    fields = {field.name for field in json_fields(ObservationJSON)}
    own = {field.name for field in json_fields(SeatViewJSON)}
    for game, _, _ in steps(board, 1):
        for seen, data in described(game):
            assert set(data) <= fields
            assert ObservationJSON.__required_keys__ <= set(data)
            assert all(set(seat) <= own for seat in data["seats"])
            assert [seat["known"] for seat in data["seats"]] == [seat.known for seat in seen.seats]
            msgspec.convert(data, ObservationJSON, strict=True)
            assert all("known" not in seat for seat in seen.to_json(known=False)["seats"])


def test_the_schema_has_the_observation_with_its_meanings() -> None:
    schemas = openapi(tuple(SERVED))["components"]["schemas"]
    properties = schemas["Observation"]["properties"]
    for field in json_fields(ObservationJSON):
        assert properties[field.name]["description"] == field.meaning != ""
    assert schemas["View"]["properties"]["observation"] == {"$ref": "#/components/schemas/Observation"}
    assert schemas["Hint"]["properties"]["action"] == {"$ref": "#/components/schemas/Action"}
    assert not [name for name in schemas if name.endswith("JSON")]


@pytest.mark.parametrize("board", builtin_ids())
def test_standings_tickets_and_scores_have_their_types(board: str) -> None:
    for number, (game, _, _) in enumerate(steps(board, 2)):
        if number % 20 == 0 or game.over:
            msgspec.convert(game.standing().to_json(), StandingJSON, strict=True)
            msgspec.convert(game.score_sheet().to_json(), FinalScoreJSON, strict=True)
            for way in game.observe(0).tickets:
                msgspec.convert(way.to_json(), TicketWayJSON, strict=True)
