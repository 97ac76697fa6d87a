"""Whole games at a table, without a server: messages in, entries stored, messages out, a clock set by hand."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import msgspec
import pytest

from semafor.table.game_table import AT_ONCE, Pace, opening
from semafor.table.requests import MAX_NON_ACTIONS
from semafor.table.steps import BotTurn, TakeOver, bot_time, move_bot, next_step
from semafor.table.stored import StoredEntry
from semafor.table.wire.problems import Refused
from tests.table.home import BOT, ME, OPEN, OTHER, Guest, Home


def to_act(guests: list[Guest]) -> Guest:
    return next(guest for guest in guests if guest.view["offers"])


def past_the_opening(home: Home, guests: list[Guest]) -> None:
    """Let everybody keep tickets, and bots move until a person must decide."""
    for guest in guests:
        if guest.view["offers"] and guest.view["offers"]["keep"]:
            assert guest.act(guest.choice())["ok"]
    play_bots(home, guests)


def play_bots(home: Home, guests: list[Guest]) -> None:
    game = guests[0].game
    while isinstance(next_step(home.tables[game]), BotTurn):
        home.wake(game)


def play_on(home: Home, guests: list[Guest]) -> None:
    """Play to the end of the game."""
    game = guests[0].game
    while home.tables[game].row.status != "over":
        if isinstance(next_step(home.tables[game]), BotTurn):
            home.wake(game)
        else:
            guest = to_act(guests)
            assert guest.act(guest.choice())["ok"]


def act_undoably(home: Home, guests: list[Guest]) -> Guest:
    """Act until somebody's action can be undone; return the seat."""
    while True:
        guest = to_act(guests)
        assert guest.act(guest.choice())["ok"]
        if guest.view["undo"] is not None:
            return guest
        play_bots(home, guests)


class TestPlaying:
    @pytest.mark.parametrize("seats", [[ME, BOT], [ME, OTHER], [BOT, ME, BOT]])
    def test_a_whole_game(self, seats: list[Any]) -> None:
        home = Home()
        guests = home.sit(home.make(seats, board="usa" if len(seats) > 2 else "toy"))
        play_on(home, guests)
        for guest in guests:
            assert guest.view["score"] is not None
            assert guest.view["seed"] is not None
            assert guest.last("table")["table"]["status"] == "over"
            seen = [entry["seq"] for one in guest.inbox if one["type"] == "view" for entry in one["entries"]]
            assert sorted(set(seen)) == list(range(1, guest.view["seq"] + 1))
        assert not home.wake(guests[0].game)

    def test_the_game_is_the_same_after_a_reload(self) -> None:
        home = Home()
        made = home.make([ME, OTHER], clock={"kind": "game", "seconds": 600, "increment": 5}, spectator_delay=2)
        guests = home.sit(made)
        past_the_opening(home, guests)
        for _ in range(6):
            guest = to_act(guests)
            home.now += 7
            assert guest.act(guest.choice())["ok"]
        tokens = [[], *([seat.token] for seat in made.seats)]
        before = [home.connect(made.game, one).view for one in tokens]
        home.load(made.game)
        assert [home.connect(made.game, one).view for one in tokens] == before

    def test_a_long_log_is_opened_in_steps(self) -> None:
        """Leaving and returning can add thousands of entries, and other games must not wait for all of them."""
        home = Home()
        made = home.make([ME, OTHER])
        guests = home.sit(made)
        past_the_opening(home, guests)
        for _ in range(AT_ONCE):
            assert guests[0].ask("leave", seat=0)["ok"]
            assert guests[0].ask("return", seat=0)["ok"]
        table = home.tables[made.game]
        entries = [msgspec.json.decode(entry, type=StoredEntry) for entry in home.entries[made.game]]
        steps = opening(table.row, table.seats, entries, Pace(), home.now)
        seen = 0
        while True:
            try:
                next(steps)
            except StopIteration as opened:
                table = opened.value
                break
            seen += 1
        assert seen == -(-len(entries) // AT_ONCE) > 1
        assert table.seq == len(entries) == home.tables[made.game].seq

    def test_an_answer_that_was_lost_is_given_again(self) -> None:
        home = Home()
        guests = home.sit(home.make([ME, OTHER]))
        past_the_opening(home, guests)
        guest = to_act(guests)
        action = guest.choice()
        message = {"type": "act", "id": "once", "seat": guest.view["eyes"], "seq": guest.view["seq"], "action": action}
        first = home.handle(guest, message)
        count = len(home.entries[guest.game])
        assert home.handle(guest, message) == first
        home.load(guest.game)
        assert home.handle(guest, message) == first
        assert len(home.entries[guest.game]) == count

    def test_what_is_refused_changes_nothing(self) -> None:
        home = Home()
        guests = home.sit(home.make([ME, OTHER], first=0))
        past_the_opening(home, guests)
        ala, ola = guests
        count = len(home.entries[ala.game])
        old = ala.view["seq"] - 1
        assert ola.act({"type": "draw_card", "from": "deck"})["error"]["code"] == "not_your_turn"
        assert ala.act({"type": "draw_card", "from": "deck"}, seat=1)["error"]["code"] == "not_your_seat"
        assert ala.act({"type": "draw_card", "from": "deck"}, seq=old - 2)["error"]["code"] == "stale"
        assert ala.act({"type": "fly"})["error"]["code"] == "bad_action"
        assert home.handle(ala, {"type": "hello", "version": 1})["error"]["code"] == "bad_message"
        assert len(home.entries[ala.game]) == count

    def test_a_prepared_entry_that_was_not_stored_leaves_no_trace(self) -> None:
        """Another process was faster: the table drops the entry and continues with the other one."""
        home = Home()
        guests = home.sit(home.make([ME, BOT], first=1))
        assert guests[0].act(guests[0].choice())["ok"]
        table = home.tables[guests[0].game]
        turn = next_step(table)
        assert isinstance(turn, BotTurn)
        position = table.begun().game.position()
        action = home.think(table, turn)
        dropped = move_bot(table, turn, action, home.now)
        assert dropped is not None
        assert table.begun().game.position() == position
        home.append(guests[0].game, table.prepare(home.now, "bot_took_over", 0, reason="left"))
        assert table.begun().game.position() == position
        stored = move_bot(table, turn, action, home.now)
        assert stored is not None
        assert stored.entry.seq == dropped.entry.seq + 1
        home.append(guests[0].game, stored)
        assert move_bot(table, turn, action, home.now) is None, "the turn is over"

    def test_a_bot_gets_a_seed_of_its_own_for_every_decision(self) -> None:
        home = Home()
        made = home.make([BOT, BOT])
        seeds: list[str] = []
        step = next_step(home.tables[made.game])
        while isinstance(step, BotTurn):
            seeds.append(step.seed)
            home.wake(made.game)
            step = next_step(home.tables[made.game])
        assert len(set(seeds)) == len(seeds) > 10

    def test_two_seats_at_one_screen(self) -> None:
        home = Home()
        made = home.make([ME, OTHER])
        both = home.connect(made.game, [seat.token for seat in made.seats])
        assert (both.view["eyes"], both.view["offers"]) == (None, None)
        for seat in (0, 1):
            assert both.ask("look", seat=seat)["ok"]
            assert both.view["eyes"] == seat
            assert both.view["reset"]
            assert both.act(both.choice())["ok"]
        assert both.ask("look", seat=None)["ok"]
        assert (both.view["eyes"], both.view["offers"]) == (None, None)


class TestUndo:
    def test_an_action_is_taken_back(self) -> None:
        home = Home()
        guests = home.sit(home.make([ME, OTHER]))
        past_the_opening(home, guests)
        guest = act_undoably(home, guests)
        undone = guest.view
        answer = guest.ask("undo", seat=undone["eyes"], seq=undone["seq"])
        assert answer["ok"]
        assert guest.view["reset"]
        assert guest.view["observation"]["to_act"] == [undone["eyes"]]
        again = guest.ask("undo", seat=undone["eyes"], seq=guest.view["seq"])
        assert again["error"]["code"] == "no_undo"
        play_on(home, guests)

    def test_a_bot_waits_longer_when_its_move_would_end_an_undo(self) -> None:
        home = Home(Pace(bot_pause=1.0, undo_pause=5.0))
        guests = home.sit(home.make([ME, BOT]))
        past_the_opening(home, guests)
        acted = act_undoably(home, guests)
        step = next_step(home.tables[acted.game])
        assert isinstance(step, BotTurn)
        assert step.at == home.now + 5.0
        assert acted.view["undo_ms"] == 5000
        assert acted.ask("undo", seat=0, seq=acted.view["seq"])["ok"]
        action = home.think(home.tables[acted.game], step)
        assert move_bot(home.tables[acted.game], step, action, home.now) is None, "it no longer has anything to decide"

    def test_who_goes_on_at_once_can_still_undo_until_the_bot_has_moved(self) -> None:
        home = Home(Pace(bot_pause=1.0, undo_pause=5.0))
        guests = home.sit(home.make([ME, BOT]))
        past_the_opening(home, guests)
        acted = act_undoably(home, guests)
        table = home.tables[acted.game]
        assert acted.ask("go_on", seat=0, seq=acted.view["seq"] - 1)["ok"]
        assert bot_time(table) == home.now + 5.0, "that was about an earlier action"
        assert acted.ask("go_on", seat=0, seq=acted.view["seq"])["ok"]
        assert bot_time(table) == home.now + 1.0
        assert acted.ask("undo", seat=0, seq=acted.view["seq"])["ok"]
        again = act_undoably(home, guests)
        assert bot_time(table) == home.now + 5.0, "the next action is another one"
        assert again.ask("go_on", seat=0, seq=again.view["seq"])["ok"]
        play_bots(home, guests)
        assert again.view["undo"] is None

    def test_nobody_takes_back_for_ever(self) -> None:
        home = Home()
        guests = home.sit(home.make([ME, OTHER]))
        ala = guests[0]
        for number in range(MAX_NON_ACTIONS):
            answer = ala.ask("return" if number % 2 else "leave", seat=0)
            assert answer["ok"]
        assert ala.ask("leave", seat=0)["error"]["code"] == "too_often"


class TestWhoPlays:
    def test_a_bot_takes_over_when_the_clock_has_run_out(self) -> None:
        home = Home()
        guests = home.sit(home.make([ME, OTHER], clock={"kind": "move", "seconds": 30}, first=0))
        past_the_opening(home, guests)
        ala = guests[0]
        deadline = home.now + 30
        step = next_step(home.tables[ala.game])
        assert step == TakeOver(deadline, 0, "clock")
        home.now += 10
        assert ala.ask("ping")["ok"]
        assert home.connect(ala.game, []).view["clocks"][0] == {"remaining_ms": 20_000, "running": True}
        assert home.wake(ala.game)
        assert home.now == deadline
        assert ala.view["entries"][-1]["reason"] == "clock"
        assert ala.last("table")["table"]["seats"][0]["played_by_bot"]
        assert ala.act({"type": "draw_card", "from": "deck"})["error"]["code"] == "played_by_bot"
        assert home.wake(ala.game)
        assert ala.view["entries"][-1]["by_bot"]
        assert ala.ask("return", seat=0)["ok"]
        assert not ala.last("table")["table"]["seats"][0]["played_by_bot"]

    def test_a_bot_plays_on_for_who_is_away_while_others_wait(self) -> None:
        home = Home(Pace(grace=60.0))
        guests = home.sit(home.make([ME, OTHER], first=0))
        past_the_opening(home, guests)
        ala, ola = guests
        assert next_step(home.tables[ala.game]) is None
        home.now += 100
        home.hang_up(ala)
        assert next_step(home.tables[ala.game]) == TakeOver(home.now + 60, 0, "away")
        home.hang_up(ola)
        assert next_step(home.tables[ala.game]) is None, "nobody is waiting"

    def test_a_table_is_due_when_a_bot_is_to_act_and_never_while_only_people_are(self) -> None:
        """`wake_at` tells other processes when to take over a table whose process has died."""
        home = Home()
        guests = home.sit(home.make([ME, OTHER]))
        table = home.tables[guests[0].game]
        left = table.prepare(home.now, "bot_took_over", 0, reason="left")
        assert left.wake_at == home.now
        table.commit(left)
        assert table.prepare(home.now, "person_returned", 0).wake_at is None

    def test_bots_finish_when_all_have_agreed(self) -> None:
        home = Home()
        guests = home.sit(home.make([ME, OTHER]))
        ala, ola = guests
        assert ala.ask("answer_end", seat=0, yes=True)["error"]["code"] == "no_offer"
        assert ala.ask("offer_end", seat=0)["ok"]
        assert ola.last("table")["table"]["end_offer"] == {"by": 0, "yes": [0]}
        assert ola.ask("answer_end", seat=1, yes=False)["ok"]
        assert ola.last("table")["table"]["end_offer"] is None
        assert ala.ask("offer_end", seat=0)["ok"]
        assert ola.ask("answer_end", seat=1, yes=True)["ok"]
        assert [entry["kind"] for entry in ola.view["entries"]] == ["end_agreed"]
        play_on(home, guests)

    def test_bots_that_are_alone_play_to_the_end_without_pauses_when_asked(self) -> None:
        home = Home(Pace(bot_pause=1.0))
        guests = home.sit(home.make([ME, OTHER, BOT], first=0))
        past_the_opening(home, guests)
        ala, ola = guests
        table = home.tables[ala.game]
        assert ala.ask("skip", seat=0)["error"]["code"] == "people_play"
        assert ala.ask("leave", seat=0)["ok"]
        assert not ola.view["bots_only"]
        assert ola.ask("skip", seat=1)["error"]["code"] == "people_play"
        assert ola.ask("leave", seat=1)["ok"]
        assert ola.view["bots_only"]
        home.wake(ala.game)
        before = next_step(table)
        assert isinstance(before, BotTurn)
        assert not before.brief
        assert before.at == home.now + 1.0
        assert ala.ask("skip", seat=0)["ok"]
        after = next_step(home.load(ala.game))
        assert isinstance(after, BotTurn)
        assert after.brief, "also after a restart"
        assert after.at <= home.now
        assert ola.ask("skip", seat=1)["ok"], "it is done already"
        assert [entry["kind"] for entry in ola.view["entries"]] == ["skipped"]
        assert ola.ask("return", seat=1)["ok"]
        assert not ola.view["bots_only"]
        play_bots(home, guests)
        # A first card leaves the turn with her.
        while ola.view["offers"] is not None:
            assert ola.act(ola.choice())["ok"]
        again = next_step(home.tables[ala.game])
        assert isinstance(again, BotTurn)
        assert not again.brief
        assert again.at > home.now, "who is back sees what bots do"

    def test_bots_have_the_last_turns_and_need_not_pause_then(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # A deal in which a bot is the first who is low on trains.
        monkeypatch.setattr("semafor.table.creating.new_seed", lambda: "0")
        home = Home(Pace(bot_pause=1.0))
        made = home.make([BOT, ME, BOT, BOT], first=0)
        (ala,) = home.sit(made)
        table = home.tables[made.game]
        alone = 0
        while table.row.status != "over":
            seen = ala.view["observation"]
            turns = seen["turns_left"]
            mine_to_come = turns is None or 1 in {(seen["to_act"][0] + turn) % 4 for turn in range(turns)}
            assert ala.view["bots_only"] is not mine_to_come
            if ala.view["bots_only"]:
                alone += 1
                assert ala.ask("skip", seat=1)["ok"]
                step = next_step(table)
                assert isinstance(step, BotTurn)
                assert not step.brief, "the last turns of bots are as strong as all others"
                assert step.at <= home.now
            if isinstance(next_step(table), BotTurn):
                home.wake(made.game)
            else:
                action = ala.choice()
                assert ala.act(ala.card() or action if action["type"] == "claim" else action)["ok"]
        assert alone
        assert not ala.view["bots_only"]
        assert ala.ask("skip", seat=1)["ok"]

    def test_who_agreed_and_lost_the_answer_gets_it_also_after_the_end(self) -> None:
        home = Home()
        guests = home.sit(home.make([ME, OTHER]))
        messages = [
            {"type": "offer_end", "id": "a", "seat": 0},
            {"type": "answer_end", "id": "b", "seat": 1, "yes": True},
        ]
        answers = [home.handle(guest, message) for guest, message in zip(guests, messages, strict=True)]
        play_on(home, guests)
        assert [home.handle(guest, message) for guest, message in zip(guests, messages, strict=True)] == answers
        assert guests[0].ask("offer_end", seat=0)["error"]["code"] == "game_over"

    def test_spectators_see_the_game_late_and_its_end_at_once(self) -> None:
        home = Home()
        made = home.make([ME, OTHER], spectator_delay=3)
        guests = home.sit(made)
        spectator = home.connect(made.game, [])
        assert "view" not in {message["type"] for message in spectator.inbox}
        past_the_opening(home, guests)
        while home.tables[made.game].row.status != "over":
            guest = to_act(guests)
            assert guest.act(guest.choice())["ok"]
            late = 0 if home.tables[made.game].row.status == "over" else 3
            assert spectator.view["seq"] == guest.view["seq"] - late
        assert spectator.view["score"] is not None
        assert "hand" not in spectator.view["observation"]


class TestSeats:
    def test_a_table_fills_and_starts(self) -> None:
        home = Home()
        made = home.make([ME, OPEN, OPEN], board="usa")
        (ala,) = home.sit(made)
        assert next_step(home.tables[made.game]) is None
        assert ala.ask("start")["error"]["code"] == "seats_open"
        with pytest.raises(Refused, match="not an invitation"):
            home.join(made.game, name="Ola")
        joined = home.join(made.game, name="Ola", invite=made.invite.upper(), colour="green")
        assert joined.seat == 1
        ola = home.connect(made.game, [joined.token])
        assert ola.ask("start")["error"]["code"] == "not_owner"
        assert ola.ask("rename", seat=1, name="Ala")["error"]["code"] == "name_taken"
        assert ola.ask("rename", seat=1, name=" Ela ", colour="black")["ok"]
        assert ala.ask("start", fill="guard")["ok"]
        seats = ala.last("table")["table"]["seats"]
        assert [(seat["kind"], seat["level"]) for seat in seats] == [
            ("person", None),
            ("person", None),
            ("bot", "guard"),
        ]
        assert (seats[1]["name"], seats[1]["colour"]) == ("Ela", "black")
        assert len({seat["colour"] for seat in seats}) == 3
        assert ala.ask("start")["ok"], "it has started"
        with pytest.raises(Refused, match="has begun"):
            home.join(made.game, name="Iza", invite=made.invite)

    def test_a_bot_gives_its_name_up(self) -> None:
        home = Home()
        made = home.make([ME, OPEN, {**BOT, "name": "Iza"}], board="usa")
        joined = home.join(made.game, name="iza", invite=made.invite)
        names = [seat.name for seat in home.tables[made.game].seats]
        assert names[joined.seat] == "iza"
        assert names[2] != "Iza"

    def test_a_rematch_rotates_the_seats(self) -> None:
        home = Home()
        made = home.make([ME, OTHER], clock={"kind": "days", "days": 2})
        guests = home.sit(made)
        with pytest.raises(Refused, match="not over"):
            home.rematch(made.game)
        play_on(home, guests)
        again = home.rematch(made.game)
        ala = home.connect(again.game, [made.seats[0].token])
        assert list(ala.seats) == [1]
        table = ala.last("welcome")["table"]
        assert (table["status"], table["clock"]["days"]) == ("playing", 2)
        assert [seat["name"] for seat in table["seats"]] == ["Ola", "Ala"]

    def test_talk(self) -> None:
        home = Home()
        (ala,) = home.sit(home.make([ME, BOT]))
        assert ala.ask("chat", seat=0, text=" hello\x07 ")["ok"]
        assert ala.ask("chat", seat=0, phrase="thanks")["ok"]
        assert ala.ask("chat", seat=0, text="\x07")["error"]["code"] == "bad_message"
        assert [(line.name, line.text, line.phrase) for line in home.chat[ala.game]] == [
            ("Ala", "hello", None),
            ("Ala", None, "thanks"),
        ]

    def test_a_table_without_spectators(self) -> None:
        home = Home()
        made = home.make([ME, BOT], spectators=False)
        with pytest.raises(Refused, match="no spectators"):
            home.connect(made.game, [])


def test_a_table_needs_no_event_loop_database_or_process() -> None:
    """A table's imports must run in a browser: only Python and msgspec."""
    program = """
import sys, warnings
warnings.simplefilter("ignore")
import semafor.table.finished.files, semafor.table.finished.replays, semafor.table.steps
print(sorted({"asyncio", "multiprocessing", "numpy", "sqlalchemy", "sqlite3", "starlette"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
