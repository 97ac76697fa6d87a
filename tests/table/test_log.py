"""The log of a game: resuming from any entry, undo, and the clocks derived from it."""

from __future__ import annotations

import json

import pytest

import semafor
from semafor import Chance
from semafor.model.events import UNDOABLE
from semafor.table.clocks import LEAST_ON_RETURN, Clocks
from semafor.table.log import RECENT, GameLog
from semafor.table.stored import StoredEntry
from semafor.table.views.viewer import Viewer
from semafor.table.wire.messages import Clock, EntryKind
from tests.table.test_views import BOARDS, played


def entry(log: GameLog, kind: EntryKind, seat: int | None, action: semafor.Action | None = None) -> StoredEntry:
    text = None if action is None else json.dumps(action.to_json())
    return StoredEntry(game="g", seq=log.seq + 1, kind=kind, seat=seat, action=text, at=float(log.seq))


def may_undo(log: GameLog) -> int | None:
    return log.now.undo_by


@pytest.mark.parametrize("board", BOARDS)
def test_whoever_comes_back_gets_exactly_what_is_missing(board: str) -> None:
    """From every seq on, the entries are the tail of the log, whether cached or rebuilt."""
    log = played(board, 3, 60)
    viewer = Viewer(log, False)
    for eyes in (None, 0, 2):
        whole = viewer.view(eyes, 0, 1.0)
        assert whole.reset
        assert [one.seq for one in whole.entries] == list(range(1, log.seq + 1))
        for after in [1, 2, log.seq - RECENT - 1, log.seq - RECENT, log.seq - 1, log.seq]:
            view = viewer.view(eyes, after, 1.0)
            assert not view.reset
            assert view.from_seq == after
            assert view.entries == whole.entries[after:]
        assert viewer.view(eyes, log.seq + 5, 1.0).reset, "a client ahead of the log starts over"


@pytest.mark.parametrize("board", BOARDS)
def test_an_undo_leads_back_to_the_same_game(board: str) -> None:
    log = played(board, 1, 0)
    chance = Chance.seeded(9)
    undone = 0
    while undone < 12 and not log.game.over:
        seat = log.game.pending.seats[0]
        legal = log.game.legal_actions(seat, 300)
        claims = [action for action in legal if action.type == "claim"]
        action = (claims or legal)[int(chance.below(len(claims or legal)))]
        before = log.game.position()
        opening = log.now.opening
        log.add(entry(log, "action", seat, action))
        if may_undo(log) is None:
            continue
        assert may_undo(log) == seat
        log.add(entry(log, "undo", seat))
        undone += 1
        assert log.game.position() == before
        assert (may_undo(log), log.now.opening) == (None, opening)
        assert Viewer(log, False).view(0, log.seq - 1, 1.0).reset
        assert len(log.events_after(0)) == len([one for one in log.entries if not one.undone])
        log.add(entry(log, "action", seat, action))
    assert undone == 12


def test_what_reveals_something_can_not_be_undone() -> None:
    """Every event either reveals nothing or prevents an undo."""
    revealing = {"card_taken", "card_drawn", "display_filled", "display_swept", "deck_reshuffled", "tickets_drawn"}
    revealing |= {"tunnel_opened", "bonus_cards_drawn", "game_over", "cards_dealt", "tickets_dealt", "goals_shown"}
    assert UNDOABLE.isdisjoint(revealing)
    for board in BOARDS:
        log = played(board, 4, 120)
        for one, events in log.events_after(0):
            if one.kind == "action" and any(event.type in revealing for event in events):
                again = played(board, 4, one.seq - 1)
                assert again.seq == one.seq
                assert again.now.undo_by is None


def test_a_bots_action_can_not_be_undone() -> None:
    log = played("usa", 1, 0)
    action = log.game.legal_actions(0)[0]
    made = entry(log, "action", 0, action)
    made.by_bot = True
    log.add(made)
    assert log.now.undo_by is None


def test_a_view_says_how_long_the_next_bot_waits_for_an_undo() -> None:
    log = played("usa", 2, 0)
    viewer = Viewer(log, False, 3.0)
    assert viewer.view(0, 0, 1.0).undo_ms is None, "nothing has been done yet"
    while log.now.undo_by is None:
        seat = log.game.pending.seats[0]
        claims = [one for one in log.game.legal_actions(seat, 400) if one.type == "claim"]
        log.add(entry(log, "action", seat, claims[0] if claims else log.game.legal_actions(seat)[0]))
    done = log.now.undo_by
    last = log.last_action()
    assert last is not None
    assert viewer.view(done, 0, last.at).undo_ms is None, "a person is next, and nothing ends on its own"
    log.people -= {1 - done}
    assert viewer.view(done, 0, last.at).undo_ms == 3000
    assert viewer.view(done, 0, last.at + 2.25).undo_ms == 750
    assert viewer.view(done, 0, last.at + 9.0).undo_ms == 0


class TestClocks:
    def test_without_a_clock_nothing_runs_out(self) -> None:
        clocks = Clocks(Clock(), 2)
        clocks.run({0})
        clocks.advance(1e9)
        assert (clocks.deadline(), clocks.shown(1e9, {0, 1})) == (None, None)

    def test_time_per_move_is_full_again_after_each_decision(self) -> None:
        clocks = Clocks(Clock("move", 30), 2)
        clocks.advance(100.0)
        clocks.run({0})
        assert clocks.deadline() == (130.0, 0)
        clocks.advance(110.0)
        assert clocks.left == [20.0, 30.0]
        clocks.decided(0)
        clocks.turn_ended(0)
        clocks.run({1})
        assert clocks.deadline() == (140.0, 1)
        shown = clocks.shown(115.0, {0, 1})
        assert shown is not None
        assert [(one.remaining_ms, one.running) for one in shown] == [(30_000, False), (25_000, True)]

    def test_time_per_game_goes_down_and_an_increment_comes_with_each_turn(self) -> None:
        clocks = Clocks(Clock("game", 60, 5), 2)
        clocks.run({0})
        clocks.advance(10.0)
        clocks.decided(0)
        assert clocks.left[0] == 50.0
        clocks.turn_ended(0)
        assert clocks.left[0] == 55.0
        clocks.left[0] = -3.0
        clocks.returned(0)
        assert clocks.left[0] == LEAST_ON_RETURN

    def test_time_never_runs_backwards(self) -> None:
        clocks = Clocks(Clock("days", None, None, 1), 1)
        clocks.run({0})
        clocks.advance(50.0)
        clocks.advance(20.0)
        assert clocks.left == [86_350.0]
        assert clocks.deadline() == (86_400.0, 0)
