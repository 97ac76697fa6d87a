"""An action is parsed once and applied once; a view samples at most one world; views start no work."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any

import pytest

from semafor import COMPILED, LegalActions, parse_action
from semafor.table import log
from semafor.table.log import GameLog
from semafor.table.steps import next_step
from semafor.table.views import questions
from semafor.table.views.observed_game import ObservedGame
from tests.table.home import BOT, ME, OTHER, Home, dear_table


class Counted:
    """Counts of actions parsed and applied, and of worlds sampled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.parsed = self.applied = self.worlds = 0
        parse, apply, sample = parse_action, GameLog._act, ObservedGame.__dict__["legal"].func

        def parsing(data: object) -> Any:
            self.parsed += 1
            return parse(data)

        def applying(*given: Any) -> Any:
            self.applied += 1
            return apply(*given)

        def sampling(observed: ObservedGame) -> LegalActions:
            self.worlds += 1
            found: LegalActions = sample(observed)
            return found

        monkeypatch.setattr(questions, "parse_action", parsing)
        monkeypatch.setattr(log, "parse_action", parsing)
        monkeypatch.setattr(GameLog, "_act", applying)
        spy = cached_property(sampling)
        spy.__set_name__(ObservedGame, "legal")
        monkeypatch.setattr(ObservedGame, "legal", spy)

    def since(self) -> tuple[int, int, int]:
        """Return the counts since the last call."""
        found = self.parsed, self.applied, self.worlds
        self.parsed = self.applied = self.worlds = 0
        return found


def test_an_action_is_parsed_and_applied_once_and_each_view_samples_at_most_one_world(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = Home()
    made = home.make([ME, OTHER], board="usa")
    guests = home.sit(made)
    for guest in guests:
        assert guest.act(guest.choice())["ok"]
    counted = Counted(monkeypatch)
    sampled = 0
    for _ in range(12):
        [guest] = [one for one in guests if one.view["offers"]]
        assert guest.act(guest.choice())["ok"]
        parsed, applied, worlds = counted.since()
        assert (parsed, applied) == (1, 1)
        # Only a seat that may act next needs a world, for its offers.
        assert worlds <= 1
        sampled += worlds
    assert sampled == 12


def test_all_requests_about_one_state_share_its_world(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    home = Home()
    [me] = home.sit(home.make([ME, BOT], board="usa"))
    assert me.act(me.choice())["ok"]
    while not me.view["offers"]:
        assert home.wake(me.game)
    assert me.ask("check", seat=0, action={"type": "draw_tickets"})["ok"]
    counted.since()
    for _ in range(3):
        assert me.ask("look", seat=0)["ok"]
        assert me.ask("check", seat=0, action={"type": "draw_tickets"})["ok"]
        assert me.ask("payments", seat=0, route="atlanta:nashville:grey")["ok"]
    assert counted.since() == (3, 0, 0)


def test_showing_a_game_starts_nothing() -> None:
    home = Home()
    [me] = home.sit(home.make([ME, BOT], board="usa"))
    assert me.act(me.choice())["ok"]
    table = home.tables[me.game]
    before = table.seq, next_step(table)
    for _ in range(3):
        me.ask("look", seat=0)
    assert (table.seq, next_step(table)) == before
    assert before[1] is not None


@pytest.mark.parametrize("board", ["nordic-countries", "northern-lights"])
def test_the_most_expensive_messages_are_cheap(board: str) -> None:
    """With 52 cards in hand, where other cards stand in for locomotives. The goal is 3 ms; a slow machine gets 6."""
    home, guest = dear_table(board, 52)
    seat, limit = guest.view["eyes"], 0.006 if COMPILED else 0.3
    routes = [route.id for route in home.tables[guest.game].board.spec.routes]

    def spent(kind: str, **fields: Any) -> float:
        """Return the minimum of several runs, so that other work on this machine does not count."""
        times: list[float] = []
        for _ in range(5 if COMPILED else 1):
            started = time.process_time()
            assert guest.ask(kind, seat=seat, **fields)["ok"]
            times.append(time.process_time() - started)
        return min(times)

    assert spent("look") < limit
    assert max(spent("payments", route=route, limit=500) for route in routes) < limit
