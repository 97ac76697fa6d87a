"""A record replays to the same game, survives JSON, and is refused where it does not fit."""

import json
from random import Random
from typing import cast

import pytest

import semafor
from semafor import Event, Game, Pass, Record, RecordError, replay
from semafor.engine.files.records import Step
from tests.play import TABLES, a_game_of_each_style, board_named, new_game, play_on, position_of


def played(
    name: str, players: int, seed: int, style: str = "even", limit: int = 100_000
) -> tuple[Game, list[list[Event]]]:
    """Play a game and keep its events."""
    game = new_game(name, players, seed)
    return game, [events for _, _, events in play_on(game, Random(seed), style, limit)]


def assert_same_game(game: Game, again: Game) -> None:
    """Check that two games have the same position, score and history."""
    assert position_of(again) == position_of(game)
    assert again.score().to_json() == game.score().to_json()
    assert again.record().to_json(events=True) == game.record().to_json(events=True)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_record_replays_to_the_same_events_and_score(name: str, players: int) -> None:
    for game, rng, style in a_game_of_each_style(name, players, 900):
        happened = [events for _, _, events in play_on(game, rng, style)]
        record = game.record()
        assert [step.events for step in record.steps] == happened
        read = Record.from_json(json.loads(json.dumps(record.to_json())))
        again = replay(read)
        assert [step.events for step in again.record().steps] == happened
        assert again.opening_events == game.opening_events
        assert_same_game(game, again)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_record_of_part_of_a_game_goes_on_as_the_game_does(name: str, players: int) -> None:
    for limit in (0, 1, players, players + 7, players + 30):
        game, _ = played(name, players, limit, "digger", limit)
        again = replay(game.record())
        assert_same_game(game, again)
        rest = [events for _, _, events in play_on(game, Random(limit), "builder")]
        assert [events for _, _, events in play_on(again, Random(limit), "builder")] == rest
        assert_same_game(game, again)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_record_that_begins_in_the_middle_replays_from_its_position(name: str, players: int) -> None:
    game, _ = played(name, players, 5, "even", players + 20)
    middle = semafor.load_position(game.position())
    for _ in play_on(middle, Random(5), "even"):
        pass
    record = Record.from_json(json.loads(json.dumps(middle.record().to_json())))
    assert record.position == game.position()
    assert_same_game(middle, replay(record))


@pytest.mark.parametrize("events", [False, True])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_record_survives_json(name: str, players: int, events: bool) -> None:
    game, _ = played(name, players, 6, "collector", 60)
    data = game.record().to_json(events)
    read = Record.from_json(json.loads(json.dumps(data)))
    assert read.to_json() == game.record().to_json()
    assert ("events" in data) == events


def test_seeds_of_any_size_and_texts_and_the_first_player_are_kept() -> None:
    for seed in (0, -3, 10**40, "a text", ""):
        for first in (None, 2):
            game = semafor.new_game(board_named("usa"), 3, seed, first)
            again = replay(Record.from_json(json.loads(json.dumps(game.record().to_json()))))
            assert position_of(again) == position_of(game)
            assert first is None or position_of(again)["first"] == first


def changed(record: Record, **parts: object) -> Record:
    return Record.from_json({**record.to_json(), **parts})


def problems(record: Record) -> list[str]:
    """Return the paths of the problems of a record."""
    with pytest.raises(RecordError) as caught:
        replay(record)
    return [problem.path for problem in caught.value.problems]


def test_a_record_of_another_revision_or_version_is_refused_with_both_reasons() -> None:
    record = played("toy", 2, 7)[0].record()
    digest = "0" * len(record.digest)
    assert problems(changed(record, digest=digest)) == ["digest"]
    assert problems(changed(record, digest=digest, rules=record.rules + 1)) == ["digest", "rules"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_illegal_action_is_refused_with_its_place(name: str, players: int) -> None:
    game, _ = played(name, players, 8, "even", players + 12)
    for number in (0, players, players + 11):
        step = game.record().steps[number]
        for wrong in (Step(step.seat, Pass(), []), Step(players, step.action, [])):
            record = game.record()
            record.steps[number] = wrong
            assert problems(record) == [f"actions[{number}]"]


def test_an_action_after_the_end_is_refused() -> None:
    record = played("toy", 3, 9)[0].record()
    record.steps.append(record.steps[-1])
    assert problems(record) == [f"actions[{len(record.steps) - 1}]"]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": 2}, "format"),
        ({"board": 3}, "board"),
        ({"players": "two"}, "players"),
        ({"seed": 1.5}, "seed"),
        ({"seed": True}, "seed"),
        ({"colour": "red"}, "colour"),
        ({"actions": {}}, "actions"),
        ({"actions": [{"seat": 0, "action": {"type": "fly"}}]}, "actions[0].action.type"),
        ({"actions": [{"seat": -1, "action": {"type": "pass"}}]}, "actions[0].seat"),
    ],
)
def test_a_record_that_is_not_one_is_refused_with_its_place(change: dict[str, object], place: str) -> None:
    data = cast(dict[str, object], json.loads(json.dumps(new_game("toy", 2, 1).record().to_json())))
    data.update(change)
    with pytest.raises(RecordError) as caught:
        Record.from_json(data)
    assert place in [problem.path for problem in caught.value.problems]
