"""Playing on from a moment of a finished game: the same cards and bots, and one seat for whoever asks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from semafor import Record, load_board
from semafor.engine.files.replay import replay
from semafor.simulation.insight.spreads import SpreadGames
from semafor.table.finished.files import game_file
from semafor.table.finished.moments import actions_until, check_spread, record_until
from semafor.table.steps import BotTurn, next_step
from semafor.table.wire.problems import Refused
from tests.table.home import BOT, ME, OTHER, Home
from tests.table.test_table import act_undoably, past_the_opening, play_on


def finished(seats: list[Any], **fields: Any) -> tuple[Home, str]:
    """Return a finished game with an undone action in it."""
    home = Home()
    made = home.make(seats, **fields)
    guests = home.sit(made)
    past_the_opening(home, guests)
    guest = act_undoably(home, guests)
    assert guest.ask("undo", seat=guest.view["eyes"], seq=guest.view["seq"])["ok"]
    play_on(home, guests)
    return home, made.game


def test_the_same_actions_give_the_same_game() -> None:
    home, game = finished([ME, BOT])
    record = home.tables[game].finished().game.record()
    for part in (0, 1, 2):
        after = part * home.tables[game].seq // 3
        taken = actions_until(home.tables[game], after)
        made = home.play_on(game, after, 0)
        [guest] = home.sit(made)
        table = home.tables[made.game]
        assert table.log is not None
        assert table.log.game.position() == replay(Record.from_json(record_until(home.tables[game], taken))).position()
        # In the same order, too: starting tickets, chosen by all at once, go back under the deck as they come.
        for step in record.steps[taken:]:
            if step.seat == 0:
                assert guest.act(step.action.to_json())["ok"]
            else:
                assert isinstance(next_step(table), BotTurn)
                home.wake(made.game)
        assert table.finished().game.record().to_json() == record.to_json()


def test_seats_stay_and_bots_play_for_people() -> None:
    home, game = finished([ME, OTHER, BOT], board="usa", tracker=True)
    old = home.tables[game]
    made = home.play_on(game, 5, 1)
    table = home.tables[made.game]
    info = table.info()
    assert [(seat.name, seat.colour) for seat in info.seats] == [(seat.name, seat.colour) for seat in old.seats]
    assert [seat.kind for seat in info.seats] == ["bot", "person", "bot"]
    assert [seat.level for seat in info.seats] == ["dispatcher", None, BOT["level"]]
    assert (info.continues, info.status, info.tracker, info.hints, info.public) == (game, "playing", True, True, False)
    assert [seat.seat for seat in made.seats] == [1]
    # A game in progress again: its own record is secret, and nobody sees another seat's cards.
    with pytest.raises(Refused, match="secret"):
        game_file(table)
    [guest] = home.sit(made)
    assert guest.view["eyes"] == 1
    assert "hand" in guest.view["observation"]
    assert guest.view["seed"] is None
    # The stored table is the same one.
    again = home.load(made.game).info()
    assert (again.continues, again.hints, again.owner) == (game, True, 1)


def test_a_game_that_goes_on_is_neither_a_lesson_nor_the_deal_of_a_day() -> None:
    home = Home()
    for fields in ({"board": None, "lesson": "first-journey"}, {"day": "2026-01-02"}):
        home.now = 1.8e9
        made = home.make([ME], **fields)
        guests = home.sit(made)
        play_on(home, guests)
        before = home.tables[made.game].info()
        assert (before.lesson, before.day) != (None, None)
        after = home.tables[home.play_on(made.game, 1, 0).game].info()
        assert (after.lesson, after.day, after.hints) == (None, None, True)


def test_a_game_that_can_t_be_continued_is_refused() -> None:
    home, game = finished([ME, BOT])
    running = home.make([ME, BOT]).game
    for wanted, code in (((running, 1, 0), "not_over"), ((game, 1, 2), "unknown_seat"), ((game, 9999, 0), "game_over")):
        with pytest.raises(Refused) as problem:
            home.play_on(*wanted)
        assert problem.value.info.code == code
    for first, games in ((-1, 5), (100, 5), (90, 20), (0, 0), (0, 21)):
        with pytest.raises(Refused):
            check_spread(home.tables[game], 1, first, games)


def test_spreads_shuffle_the_decks_anew_and_are_the_same_everywhere() -> None:
    home, game = finished([ME, BOT])
    record = record_until(home.tables[game], check_spread(home.tables[game], 1, 0, 20))
    games = json.loads(SpreadGames("toy", None, record, 0, 12).run())
    parts = [SpreadGames("toy", None, record, first, 4).run() for first in (8, 0, 4)]
    assert games == [one for part in (parts[1], parts[2], parts[0]) for one in json.loads(part)]
    assert len({tuple(one["points"]) for one in games}) > 1
    for one in games:
        best = max(one["points"])
        assert all(one["points"][seat] == best for seat in one["winners"])
        assert one["winners"]
    assert replay(Record.from_json(record), load_board("toy")).over is False
