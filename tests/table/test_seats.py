"""Any mix of seats at one table: people at one screen, others by link, a bot in one seat."""

from __future__ import annotations

import pytest

from semafor.table.wire.problems import Refused
from tests.table.home import BOT, ME, OPEN, OTHER, Home
from tests.table.test_table import play_on


def kinds(home: Home, game: str) -> list[tuple[str, str | None]]:
    return [(seat.kind, seat.level) for seat in home.tables[game].seats]


def test_the_owner_chooses_a_bot_for_each_seat() -> None:
    home = Home()
    made = home.make([ME, OPEN, OPEN, OPEN], board="usa")
    (ala,) = home.sit(made)
    assert ala.ask("seat_bot", seat=2, level="guard")["ok"]
    assert ala.ask("seat_bot", seat=1, level="apprentice")["ok"]
    assert ala.ask("seat_bot", seat=2, level="guard")["ok"], "it is there already"
    assert ala.ask("seat_bot", seat=2, level="dispatcher")["ok"], "another level"
    assert kinds(home, made.game)[1:] == [("bot", "apprentice"), ("bot", "dispatcher"), ("open", None)]
    names = [seat.name for seat in home.tables[made.game].seats if seat.name]
    assert len(set(names)) == 3
    assert ala.ask("seat_bot", seat=1, level=None)["ok"]
    assert kinds(home, made.game)[1] == ("open", None)
    assert ala.ask("start")["error"]["code"] == "seats_open"


def test_what_is_refused() -> None:
    home = Home()
    made = home.make([ME, OPEN, BOT], board="usa")
    (ala,) = home.sit(made)
    assert ala.ask("seat_bot", seat=1, level="wizard")["error"]["code"] == "unknown_level"
    assert ala.ask("seat_bot", seat=3, level="guard")["error"]["code"] == "unknown_seat"
    joined = home.join(made.game, name="Iza", invite=made.invite)
    iza = home.connect(made.game, [joined.token])
    assert iza.ask("seat_bot", seat=2, level=None)["error"]["code"] == "not_owner"
    assert home.connect(made.game, []).ask("seat_bot", seat=2, level=None)["error"]["code"] == "not_owner"
    for level in ("guard", None):
        assert ala.ask("seat_bot", seat=1, level=level)["error"]["code"] == "seat_taken"
        assert ala.ask("seat_bot", seat=0, level=level)["error"]["code"] == "seat_taken"
    assert ala.ask("start")["ok"]
    assert ala.ask("seat_bot", seat=2, level=None)["error"]["code"] == "already_started"


def test_a_seat_with_a_bot_is_full_until_the_owner_frees_it() -> None:
    home = Home()
    made = home.make([ME, OPEN], board="usa")
    (ala,) = home.sit(made)
    assert ala.ask("seat_bot", seat=1, level="guard")["ok"]
    with pytest.raises(Refused, match="all seats are taken"):
        home.join(made.game, name="Iza", invite=made.invite)
    assert ala.ask("seat_bot", seat=1, level=None)["ok"]
    assert home.join(made.game, name="Iza", invite=made.invite).seat == 1


def test_two_at_one_screen_one_by_link_and_a_bot_play_a_game() -> None:
    home = Home()
    made = home.make([ME, OTHER, OPEN, OPEN], board="usa")
    screen = home.connect(made.game, [seat.token for seat in made.seats])
    assert list(screen.seats) == [0, 1]
    joined = home.join(made.game, name="Iza", invite=made.invite)
    assert screen.ask("seat_bot", seat=3, level="apprentice")["ok"]
    assert screen.ask("start")["ok"]
    assert screen.view["eyes"] is None
    assert "hand" not in screen.view["observation"]
    # The same two on devices of their own act like the screen behind its curtain.
    guests = [*home.sit(made), home.connect(made.game, [joined.token])]
    play_on(home, guests)
    assert {seat for seat in range(4) if home.tables[made.game].begun().actions_of(seat)} == {0, 1, 2, 3}
