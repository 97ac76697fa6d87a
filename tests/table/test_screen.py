"""A big screen in a living room: what it sees, where it points, which seats it frees; tables for children."""

from __future__ import annotations

from copy import copy

import msgspec
import pytest

from semafor import SPECTATOR, Chance, builtin_ids
from semafor.model.event_types import PRIVATE_FIELDS
from semafor.table.game_table import GONE, GameTable
from semafor.table.requests import note_moved
from semafor.table.steps import BotTurn, next_step
from semafor.table.tokens import hashed
from semafor.table.views.viewer import Viewer
from semafor.table.wire.problems import Refused
from tests.table.home import BOT, ME, OPEN, OTHER, Guest, Home, Json
from tests.table.test_table import past_the_opening, to_act


def living_room(seats: list[Json], **fields: object) -> tuple[Home, Guest, list[Guest]]:
    """Return a table's home, its big screen, and its players."""
    home = Home()
    made = home.make(seats, screen=True, **fields)
    assert made.screen is not None
    return home, home.connect(made.game, [made.screen]), home.sit(made)


def assert_shows_nothing_hidden(table: GameTable, number: int) -> None:
    """Check that a screen's view is the same, byte for byte, in another world that looks the same."""
    log = table.log
    assert log is not None
    other = copy(log)
    other.now = copy(log.now)
    other.now.game = log.game.observe(SPECTATOR).determinise(Chance.seeded(number))
    here, there = (Viewer(one, table.row.tracker).view(None, log.seq, 5.0) for one in (log, other))
    assert msgspec.json.encode(here) == msgspec.json.encode(there)


@pytest.mark.parametrize("board", builtin_ids())
def test_a_screen_gets_what_a_spectator_gets_and_nothing_private_until_the_end(board: str) -> None:
    home, screen, players = living_room([ME, OTHER, BOT], board=board, tracker=True)
    table = home.tables[screen.game]
    spectator = home.connect(screen.game, [])
    steps = 0
    while table.row.status != "over":
        if isinstance(next_step(table), BotTurn):
            home.wake(screen.game)
        else:
            guest = to_act(players)
            assert guest.act(guest.choice())["ok"]
        if not table.begun().game.over:
            assert_shows_nothing_hidden(table, steps)
        steps += 1
    assert steps > 20
    views = [message for message in screen.inbox if message["type"] == "view"]
    assert views == [message for message in spectator.inbox if message["type"] == "view"]
    events = [event for view in views for entry in view["entries"] for event in entry["events"]]
    assert {event["type"] for event in events} & set(PRIVATE_FIELDS)
    for event in events:
        assert not set(event) & set(PRIVATE_FIELDS.get(event["type"], ())), event
    for view in views[:-1]:
        assert (view["eyes"], view["offers"], view["tickets"], view["score"], view["seed"]) == (
            None,
            None,
            [],
            None,
            None,
        )
    assert views[-1]["score"]


def test_a_screen_may_see_and_start_what_strangers_may_not() -> None:
    home, screen, _ = living_room([OPEN, OPEN], board="usa", spectators=False)
    table = home.tables[screen.game]
    welcome = screen.last("welcome")
    assert (welcome["screen"], welcome["seats"], welcome["unknown_tokens"]) == (True, [], 0)
    assert welcome["invite"] == table.row.invite
    assert welcome["table"]["screen"]
    with pytest.raises(Refused, match="no spectators"):
        home.connect(screen.game, ["another"])
    assert screen.ask("start")["error"]["code"] == "seats_open"
    assert home.join(screen.game, name="Iza", invite=table.row.invite).seat == 0
    assert screen.ask("start", fill="guard")["ok"]
    assert table.row.status == "playing"


def test_a_screen_is_not_late_where_spectators_are() -> None:
    home, screen, players = living_room([ME, OTHER], board="usa", spectator_delay=5)
    spectator = home.connect(screen.game, [])
    past_the_opening(home, players)
    assert screen.view["seq"] == home.tables[screen.game].seq > 1
    assert not [message for message in spectator.inbox if message["type"] == "view"]


class TestPointing:
    ROUTE = "atlanta:nashville:grey"

    def test_only_the_player_whose_turn_it_is_is_asked(self) -> None:
        home, screen, players = living_room([ME, OTHER], board="usa")
        assert screen.ask("point", route=self.ROUTE)["error"]["code"] == "nobody_to_ask", "both choose tickets"
        past_the_opening(home, players)
        asked = to_act(players)
        assert screen.ask("point", route=self.ROUTE)["ok"]
        pointed = {"type": "pointed", "seat": asked.view["eyes"], "route": self.ROUTE}
        assert asked.inbox[-1] == pointed
        assert [guest for guest in [*players, screen] if pointed in guest.inbox] == [asked]
        home.hang_up(asked)
        assert screen.ask("point", route=self.ROUTE)["error"]["code"] == "nobody_to_ask", "their phone is off"

    def test_nobody_else_points_and_only_at_routes(self) -> None:
        home, screen, players = living_room([ME, OTHER], board="usa")
        past_the_opening(home, players)
        for stranger in (home.connect(screen.game, []), *players):
            assert stranger.ask("point", route=self.ROUTE)["error"]["code"] == "not_a_screen"
        assert screen.ask("point", route="atlanta:moon:grey")["error"]["code"] == "unknown_route"

    def test_bots_are_not_asked(self) -> None:
        home, screen, players = living_room([ME, BOT], board="usa")
        past_the_opening(home, players)
        assert players[0].ask("leave", seat=0)["ok"]
        assert screen.ask("point", route=self.ROUTE)["error"]["code"] == "nobody_to_ask"


class TestEmptyPlaces:
    def test_a_screen_frees_the_seat_of_a_player_who_is_gone(self) -> None:
        home, screen, players = living_room([ME, OTHER], board="usa")
        table = home.tables[screen.game]
        key, ala = table.row.screen or "", table.seats[0].token
        home.now += 2 * GONE
        with pytest.raises(Refused, match="Ala is here"):
            table.movable(0, key, home.now)
        home.hang_up(players[0])
        with pytest.raises(Refused, match="Ala is here"):
            table.movable(0, key, home.now + GONE / 2)
        assert table.movable(0, key, home.now + GONE) == ala
        for seat, token, code in ((0, hashed("x"), "wrong_token"), (7, key, "not_your_seat")):
            with pytest.raises(Refused) as refused:
                table.movable(seat, token, home.now + GONE)
            assert refused.value.info.code == code
        with pytest.raises(Refused) as refused:
            table.movable(0, table.seats[1].token or "", home.now + GONE)
        assert refused.value.info.code == "not_your_seat", "the other players may not"

    def test_the_others_see_it(self) -> None:
        home, screen, _ = living_room([ME, OTHER], board="usa")
        moved = note_moved(home.tables[screen.game], 0, home.now)
        assert moved is not None
        home.append(screen.game, moved)
        assert (screen.view["entries"][-1]["kind"], screen.view["entries"][-1]["by"]) == ("seat_moved", 0)
        assert home.load(screen.game).seq == moved.entry.seq


def test_a_rematch_has_the_same_screen() -> None:
    home, screen, _ = living_room([BOT, BOT], board="toy", kids=False)
    while home.tables[screen.game].row.status != "over":
        home.wake(screen.game)
    again = home.rematch(screen.game)
    assert home.tables[again.game].row.screen == home.tables[screen.game].row.screen


class TestKids:
    def test_hints_phrases_and_gentle_bots(self) -> None:
        home, screen, (ala, ola) = living_room([ME, OTHER, OPEN, {"kind": "bot"}], board="usa", kids=True)
        assert screen.last("welcome")["table"]["kids"]
        assert screen.last("welcome")["table"]["hints"]
        assert home.tables[screen.game].seats[3].level == "apprentice"
        assert ala.ask("chat", seat=0, text="Hi")["error"]["code"] == "only_phrases"
        assert ala.ask("chat", seat=0, phrase="hello")["ok"]
        assert ala.ask("seat_bot", seat=2, level="semafor")["error"]["code"] == "unknown_level"
        assert ala.ask("start", fill="guard")["error"]["code"] == "unknown_level"
        assert ala.ask("start", fill="passenger")["ok"]
        past_the_opening(home, [ala, ola])
        assert to_act([ala, ola]).ask("hint", seat=to_act([ala, ola]).view["eyes"])["hint"]

    def test_no_clock_and_no_strong_bot(self) -> None:
        for fields in ({"clock": {"kind": "move", "seconds": 60}}, {"seats": [ME, {"kind": "bot", "level": "guard"}]}):
            with pytest.raises(Refused):
                Home().make(**{"seats": [ME, OTHER], "board": "usa", "kids": True, **fields})  # type: ignore[arg-type]
