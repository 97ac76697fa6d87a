"""Hints: who may ask for them; they match what a bot would do and follow from what the seat sees."""

from __future__ import annotations

import pickle
from datetime import date
from typing import Any

import pytest

from semafor import Chance, parse_action
from semafor.simulation.insight.hints import HintJob, give_hint
from semafor.table import deals
from semafor.table.requests import Advise, decide
from semafor.table.wire.client_messages import AskHint
from tests.table.home import BOT, ME, OPEN, OTHER, Home
from tests.table.test_table import past_the_opening, play_on
from tests.table.test_views import BOARDS, played


@pytest.mark.parametrize(
    ("seats", "fields", "hints"),
    [
        ([ME, BOT], {}, True),
        ([ME, BOT, BOT], {"hints": False}, False),
        ([ME, OTHER], {}, False),
        ([ME, OPEN], {}, False),
        ([ME, OTHER], {"hints": True}, True),
        ([ME], {"day": "1970-01-01"}, False),
        ([ME], {"board": None, "lesson": "first-journey"}, False),
    ],
)
def test_one_person_against_bots_may_ask_and_several_people_may_if_the_table_says_so(
    seats: list[Any], fields: dict[str, Any], hints: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "FIRST_DAY", date(1970, 1, 1))
    home = Home()
    made = home.make(seats, **fields)
    guest = home.connect(made.game, [made.seats[0].token])
    assert guest.last("welcome")["table"]["hints"] is hints
    if any(seat["kind"] == "open" for seat in seats):
        return
    answer = guest.ask("hint", seat=0)
    assert answer["ok"] is hints
    assert hints or answer["error"]["code"] == "no_hints"


def test_a_table_whose_open_seats_were_filled_with_bots_has_hints() -> None:
    home = Home()
    made = home.make([ME, OPEN])
    guest = home.connect(made.game, [made.seats[0].token])
    assert guest.ask("start", fill="guard")["ok"]
    assert home.tables[made.game].info().hints
    assert guest.ask("hint", seat=0)["ok"]


def test_only_the_player_to_act_gets_a_hint_and_only_for_their_own_seat() -> None:
    home = Home()
    made = home.make([ME, OTHER], hints=True)
    guests = home.sit(made)
    past_the_opening(home, guests)
    for guest in guests:
        seat = guest.view["eyes"]
        acts = guest.view["offers"] is not None
        answer = guest.ask("hint", seat=seat)
        assert answer["ok"] is acts
        assert acts or answer["error"]["code"] == "not_your_turn"
        assert guest.ask("hint", seat=1 - seat)["error"]["code"] == "not_your_seat"
    spectator = home.connect(made.game, [])
    assert spectator.ask("hint", seat=0)["error"]["code"] == "not_your_seat"
    assert guests[0].ask("leave", seat=0)["ok"]
    assert guests[0].ask("hint", seat=0)["error"]["code"] in {"played_by_bot", "not_your_turn"}


def test_a_game_can_be_played_by_hints_alone_and_each_is_worked_out_once() -> None:
    home = Home()
    made = home.make([ME, BOT])
    [guest] = home.sit(made)
    table = home.tables[made.game]
    asked = 0
    while table.row.status != "over":
        if guest.view["offers"] is None:
            home.wake(made.game)
            continue
        answer = guest.ask("hint", seat=0)
        assert answer["seq"] == guest.view["seq"]
        assert not isinstance(decide(table, guest, AskHint(id="again", seat=0), home.now), Advise)
        assert guest.ask("hint", seat=0)["hint"] == answer["hint"]
        assert guest.act(answer["hint"]["action"])["ok"]
        asked += 1
    assert asked > 2
    assert guest.ask("hint", seat=0)["error"]["code"] == "game_over"


def test_a_finished_game_and_one_that_has_not_begun_have_no_hints() -> None:
    home = Home()
    waiting = home.make([ME, OPEN], hints=True)
    assert home.connect(waiting.game, [waiting.seats[0].token]).ask("hint", seat=0)["error"]["code"] == "not_started"
    made = home.make([ME, BOT])
    guests = home.sit(made)
    play_on(home, guests)
    assert guests[0].ask("hint", seat=0)["error"]["code"] == "game_over"


@pytest.mark.parametrize("board", BOARDS)
def test_a_hint_is_legal_and_its_plan_leads_from_end_to_end(board: str) -> None:
    for decisions in (0, 3, 30, 60, 90):
        game = played(board, decisions, decisions).game
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        hint: Any = give_hint(seen)
        assert parse_action(hint["action"]) in seen.legal
        kept = set(hint["action"].get("tickets", ()))
        ways = {way.id: way for way in (*seen.tickets, *seen.offered) if not way.drawn or way.id in kept}
        assert [plan.id for plan in hint["plan"]] == list(ways)
        for plan in hint["plan"]:
            assert plan.completed == ways[plan.id].completed
            assert set(plan.missing) == {route for route in plan.routes if not owned(seen, route)}
            assert not plan.routes or joins(game.board.spec, plan.id, plan.routes)
            assert not set(plan.missing) & set(seen.closed_routes())


def owned(seen: Any, route: str) -> bool:
    return bool(seen.owner(route) == seen.seat)


def joins(spec: Any, ticket: str, routes: list[str]) -> bool:
    """Return whether routes, in order, form a path between the two places of a ticket."""
    wanted = next(one for one in spec.tickets if one.id == ticket)
    ends = {route.id: {route.a, route.b} for route in spec.routes}
    for begin, goal in ((wanted.a, wanted.b), (wanted.b, wanted.a)):
        at = begin
        for route in routes:
            if at not in ends[route]:
                break
            [at] = ends[route] - {at}
        else:
            return bool(at == goal)
    return False


@pytest.mark.parametrize("board", BOARDS)
def test_the_same_hint_in_every_world_that_looks_the_same(board: str) -> None:
    for decisions in (0, 30, 80):
        game = played(board, decisions, decisions).game
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        worlds = [game, *(seen.determinise(Chance.seeded(number)) for number in range(3))]
        jobs = [HintJob(world.observe(seat)) for world in worlds]
        assert len({pickle.dumps(job) for job in jobs}) == 1
        assert len({job.run() for job in jobs}) == 1
