"""Clocks at a table: an undo restores them, and a wrong system date neither stops nor drains them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from semafor.home.steady_clock import SteadyClock
from semafor.table.steps import BotTurn, TakeOver, next_step
from semafor.table.stored import StoredEntry
from tests.table.home import BOT, ME, OTHER, Guest, Home
from tests.table.test_table import act_undoably, past_the_opening, play_bots, to_act

HOUR = 3600.0
JUMPS = [5.0, HOUR, 30 * HOUR, 400 * 24 * HOUR, -5.0, -HOUR, -30 * HOUR, -400 * 24 * HOUR]


def left(home: Home, game: str) -> list[float]:
    """Return the remaining seconds as everybody sees them."""
    clocks = home.connect(game, []).view["clocks"]
    return [clock["remaining_ms"] / 1000 for clock in clocks]


def timed(kind: str, **more: Any) -> tuple[Home, list[Guest]]:
    home = Home()
    home.now = 1_000_000_000.0
    home.since = home.now
    clock = {"kind": kind, **more}
    guests = home.sit(home.make([ME, OTHER], board="usa", clock=clock, first=0))
    past_the_opening(home, guests)
    return home, guests


class TestUndo:
    @pytest.mark.parametrize(
        "clock", [{"kind": "game", "seconds": 600, "increment": 30}, {"kind": "move", "seconds": 90}]
    )
    def test_no_time_is_won_by_taking_back(self, clock: dict[str, Any]) -> None:
        home, guests = timed(**clock)
        guest = act_undoably(home, guests)
        game, seat = guest.game, guest.view["eyes"]
        assert guest.ask("undo", seat=seat, seq=guest.view["seq"])["ok"]
        home.now += 40
        before = left(home, game)
        for _ in range(5):
            assert guest.act(guest.choice())["ok"]
            home.now += 2
            assert guest.ask("undo", seat=seat, seq=guest.view["seq"])["ok"]
            assert left(home, game) == before
        home.load(game)
        assert left(home, game) == before
        home.now += 3
        after = left(home, game)
        assert after[seat] == before[seat] - 3, "it runs again"
        assert after[1 - seat] == before[1 - seat]

    def test_who_chooses_at_the_same_time_goes_on_thinking(self) -> None:
        home = Home()
        guests = home.sit(home.make([ME, OTHER], board="usa", clock={"kind": "game", "seconds": 600, "increment": 30}))
        ala, ola = guests
        home.now += 10
        assert ala.act(ala.choice())["ok"]
        assert ala.view["undo"] == 0
        home.now += 7
        assert ala.ask("undo", seat=0, seq=ala.view["seq"])["ok"]
        assert left(home, ala.game) == [590, 583]
        assert ola.act(ola.choice())["ok"]


class TestJumps:
    def test_a_steady_clock_does_not_follow_the_system(self) -> None:
        system, counted = [1_000_000.0], [50.0]
        clock = SteadyClock(lambda: system[0], lambda: counted[0])
        assert (clock.now(), clock.started) == (1_000_000.0, 1_000_000.0)
        for jump in JUMPS:
            system[0] += jump
            before = clock.now()
            counted[0] += 2.5
            assert clock.now() == before + 2.5
        clock.set(7.0)
        assert (clock.now(), clock.started) == (7.0, 7.0)

    @pytest.mark.parametrize("jump", JUMPS)
    @pytest.mark.parametrize(
        "clock", [{"kind": "game", "seconds": 600, "increment": 30}, {"kind": "move", "seconds": 90}]
    )
    def test_a_restart_by_another_date_leaves_the_clock(self, jump: float, clock: dict[str, Any]) -> None:
        """Nobody can act while the server is down, so no clock runs; dates don't matter."""
        home, guests = timed(**clock)
        game = guests[0].game
        before = left(home, game)
        home.now += jump
        home.since = home.now
        home.load(game)
        assert left(home, game) == pytest.approx(before)
        step = next_step(home.tables[game])
        assert isinstance(step, TakeOver)
        assert step.at == pytest.approx(home.now + before[0])
        home.now += 20
        assert left(home, game)[0] == pytest.approx(before[0] - 20)
        guest = home.connect(game, [])
        player = next(one for one in guests if one.view["offers"])
        stored = len(home.entries[game])
        assert player.act(player.card() or player.choice())["ok"]
        times = [msgspec.json.decode(entry, type=StoredEntry).at for entry in home.entries[game]]
        assert times[stored] - times[stored - 1] == pytest.approx(20)
        assert times == sorted(times)
        assert guest.view["seq"] == len(times)

    def test_days_pass_while_no_server_runs(self) -> None:
        home, guests = timed("days", days=3)
        home.now += 2 * 24 * HOUR
        home.since = home.now
        home.load(guests[0].game)
        assert left(home, guests[0].game)[0] == 24 * HOUR
        home.now -= 12 * HOUR
        home.load(guests[0].game)
        assert left(home, guests[0].game)[0] == 36 * HOUR

    @pytest.mark.parametrize("apart", [0.0, *JUMPS])
    def test_two_processes_with_other_dates_agree(self, apart: float) -> None:
        """Each continues from the last entry, whoever wrote it and whatever its date."""
        first, guests = timed("game", seconds=600, increment=0)
        game = guests[0].game
        second = Home()
        second.now = first.now + apart
        second.since = second.now
        for kept in ("rows", "seats", "entries"):
            setattr(
                second,
                kept,
                {key: (value if isinstance(value, bytes) else value[:]) for key, value in getattr(first, kept).items()},
            )
        second.guests[game] = []
        second.load(game)
        homes = [first, second]
        for number in range(6):
            home, other = homes[number % 2], homes[1 - number % 2]
            for one in homes:
                one.now += 10
            tokens = {seat: guest.seats[seat] for guest in guests for seat in guest.seats}
            acting = home.tables[game].begun().game.pending.seats[0]
            guest = home.connect(game, [])
            guest.seats = {acting: tokens[acting]}
            guest.look_as(acting)
            home._show(game, [guest])
            assert guest.act({"type": "draw_card", "from": "deck"})["ok"]
            entry = home.entries[game][-1]
            other.entries[game].append(entry)
            other.tables[game].take([msgspec.json.decode(entry, type=StoredEntry)], other.now)
            assert left(first, game) == pytest.approx(left(second, game))
        assert sum(left(first, game)) == pytest.approx(1200 - 60)

    @pytest.mark.parametrize("jump", JUMPS)
    def test_bots_go_on_after_it(self, jump: float) -> None:
        home = Home()
        home.now = 1_000_000_000.0
        guests = home.sit(home.make([ME, BOT], first=1))
        assert guests[0].act(guests[0].choice())["ok"]
        home.now += jump
        table = home.load(guests[0].game)
        step = next_step(table)
        assert isinstance(step, BotTurn)
        assert step.at <= home.now + home.pace.undo_pause
        play_bots(home, guests)
        assert to_act(guests).view["offers"]
