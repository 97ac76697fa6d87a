"""A bot plays for an absent player only after others have waited for that player for the whole grace."""

from __future__ import annotations

from typing import Any

import pytest

from semafor.table.game_table import Pace
from semafor.table.steps import TakeOver, next_step
from tests.table.home import BOT, ME, OPEN, OTHER, Guest, Home
from tests.table.test_table import past_the_opening, play_bots, play_on, to_act

HOUR = 3600.0
GRACE = 90.0


def due(home: Home, game: str) -> list[float]:
    """Return in how many seconds a bot takes over, if one does."""
    step = next_step(home.tables[game])
    return [step.at - home.now] if isinstance(step, TakeOver) else []


@pytest.mark.parametrize("others", [[OPEN], [OPEN, BOT], [OTHER, OPEN]])
def test_who_sits_down_last_at_an_old_table_is_waited_for(others: list[dict[str, Any]]) -> None:
    home = Home(Pace(bot_pause=0.0))
    made = home.make([ME, *others], board="usa")
    ala = home.connect(made.game, [seat.token for seat in made.seats])
    home.now += HOUR
    joined = home.join(made.game, name="Iza", invite=made.invite)
    assert ala.ask("start")["ok"]
    play_bots(home, [ala])
    assert due(home, made.game) == [GRACE]
    home.now += GRACE - 1
    iza = home.connect(made.game, [joined.token])
    assert due(home, made.game) == []
    assert iza.act(iza.choice())["ok"], "she chooses her own tickets"


def test_who_looks_away_between_turns_has_the_grace_when_it_is_their_turn() -> None:
    home = Home()
    guests = home.sit(home.make([ME, OTHER], board="usa", first=0))
    past_the_opening(home, guests)
    ala, ola = guests
    home.hang_up(ola)
    home.now += HOUR
    _turn(ala)
    assert due(home, ala.game) == [GRACE]
    home.now += 30
    assert due(home, ala.game) == [GRACE - 30]
    again = home.connect(ola.game, [])
    assert due(home, ala.game) == [GRACE - 30], "a spectator is not the player"
    home.hang_up(again)
    assert home.wake(ala.game)
    assert ala.view["entries"][-1]["reason"] == "away"


def _turn(guest: Guest) -> None:
    while guest.view["offers"]:
        card = guest.card()
        assert card is not None
        assert guest.act(card)["ok"]


def test_nobody_has_waited_while_everybody_was_away() -> None:
    home = Home()
    made = home.make([ME, OTHER], board="usa", first=0)
    guests = home.sit(made)
    past_the_opening(home, guests)
    for guest in guests:
        home.hang_up(guest)
    home.now += HOUR
    spectator = home.connect(made.game, [])
    assert due(home, made.game) == []
    home.now += HOUR
    home.connect(made.game, [made.seats[1].token])
    assert due(home, made.game) == [GRACE]
    home.hang_up(spectator)
    assert due(home, made.game) == [GRACE]


def test_who_took_a_seat_back_at_another_process_is_waited_for() -> None:
    home = Home()
    guests = home.sit(home.make([ME, OTHER], board="usa", first=1))
    past_the_opening(home, guests)
    ala, ola = guests
    assert ola.ask("leave", seat=1)["ok"]
    home.hang_up(ola)
    table = home.tables[ola.game]
    home.now += HOUR
    while ola.view["observation"]["to_act"] != [1]:
        guest = to_act(guests)
        assert guest.act(guest.choice())["ok"]
    table.take([table.prepare(home.now, "person_returned", 1).entry], home.now)
    assert due(home, ola.game) == [GRACE]
    assert ala.ask("ping")["ok"]


def test_who_has_not_come_to_the_rematch_yet_is_waited_for() -> None:
    home = Home()
    made = home.make([ME, OTHER])
    guests = home.sit(made)
    play_on(home, guests)
    home.now += HOUR
    again = home.rematch(made.game)
    home.now += HOUR
    home.connect(again.game, [made.seats[0].token])
    assert due(home, again.game) == [GRACE]


def test_a_seat_that_a_bot_had_is_waited_for_like_any_other() -> None:
    home = Home()
    made = home.make([ME, OPEN])
    (ala,) = home.sit(made)
    assert ala.ask("seat_bot", seat=1, level="guard")["ok"]
    home.now += HOUR
    assert ala.ask("seat_bot", seat=1, level=None)["ok"]
    home.join(made.game, name="Iza", invite=made.invite)
    home.now += HOUR
    assert ala.ask("start")["ok"]
    assert due(home, made.game) == [GRACE]
