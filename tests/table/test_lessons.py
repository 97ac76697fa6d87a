"""Lessons: a fixed deal and a scripted opponent, whatever the learner does."""

from __future__ import annotations

from typing import Any

import pytest

from semafor.table.fairness import new_seed
from semafor.table.lessons import LESSONS, lesson_of
from semafor.table.steps import BotTurn, next_step
from semafor.table.wire.problems import Refused
from tests.table.home import BOT, ME, OPEN, Guest, Home
from tests.table.test_table import play_bots, play_on

Json = dict[str, Any]
TAKEN = "krakow:lodz:red"


def begin(home: Home, lesson: str = "first-journey") -> Guest:
    made = home.make([ME], board=None, lesson=lesson)
    [guest] = home.sit(made)
    return guest


def hand(guest: Guest) -> dict[str, int]:
    cards: dict[str, int] = guest.view["observation"]["hand"]
    return cards


def draw(*cards: str) -> list[Json]:
    return [{"type": "draw_card", "from": "display", "card": card} for card in cards]


def claim(route: str, **cards: int) -> list[Json]:
    return [{"type": "claim", "route": route, "cards": cards}]


def owned(guest: Guest, seat: int) -> list[str]:
    routes: list[str] = guest.view["observation"]["seats"][seat]["routes"]
    return routes


def keep(*tickets: str) -> list[Json]:
    return [{"type": "keep_tickets", "tickets": list(tickets)}]


def test_the_first_journey_as_its_story_tells_it() -> None:
    home = Home()
    guest = begin(home)
    tickets = guest.view["offers"]["keep"]["tickets"]
    assert sorted(tickets) == ["bialystok:wroclaw", "poznan:warszawa"]
    turns = [
        keep("poznan:warszawa"),
        draw("yellow", "black"),
        claim("lodz:poznan:yellow", yellow=2),
        claim("lodz:warszawa:black", black=2),
        [{"type": "draw_tickets"}, *keep("gdansk:krakow")],
        draw("purple", "purple"),
        claim("gdansk:warszawa:purple", purple=2, locomotive=1),
        draw("green", "green"),  # There is a locomotive, which can't be the second card (U-10).
        draw("green", "green"),
        claim("krakow:warszawa:grey", green=3),
        claim("katowice:krakow:grey", green=1),
    ]
    taken: list[bool] = []
    for turn in turns:
        for action in turn:
            assert guest.act(action)["ok"]
        # As after a reload: the opponent's script uses only what is stored.
        home.load(guest.game)
        play_bots(home, [guest])
        taken.append(TAKEN in owned(guest, 1))
    # The opponent blocks the second ticket once the learner has built towards it, and not before.
    assert taken == [False] * 6 + [True] * 5
    assert home.tables[guest.game].row.status == "over"
    score = guest.view["score"]["seats"]
    assert [seat["total"] for seat in score] == [28, 2]


MINUTES: dict[str, list[list[Json]]] = {
    "usa": [
        keep("denver:el-paso", "houston:kansas-city"),
        draw("locomotive"),  # U-10: alone
        claim("dallas:el-paso:red", red=3, locomotive=1),
        claim("dallas:houston:grey:1", white=1),
    ],
    "nordic-countries": [
        keep("arhus:lillehammer", "oslo:stockholm"),
        draw("locomotive", "locomotive"),  # N-4: like any other card
        claim("alborg:oslo:white", white=2, locomotive=1),  # N-9
        [*claim("lillehammer:oslo:purple", purple=2), {"type": "pay_tunnel", "cards": {"locomotive": 1}}],  # N-11
    ],
    "italy": [
        keep("ancona:austria", "bologna:trento", "bolzano:venezia"),
        [{"type": "draw_ferry_card"}],  # I-5
        [{**claim("ancona:venezia:grey", purple=2)[0], "ferry_cards": 1}],  # I-6
        claim("udine:venezia:green", green=2),
    ],
    "northern-lights": [
        keep("alborg:lillehammer", "karlstad:stavanger"),
        claim("alborg:kristiansand:grey:1", yellow=2),  # L-7: a pair
        claim("kristiansand:stavanger:grey:1", purple=1, locomotive=1),  # L-8: a card more
        claim("kristiansand:oslo:white", white=1),  # that card
    ],
}


@pytest.mark.parametrize("lesson", MINUTES)
def test_a_minute_on_a_board_as_its_story_tells_it(lesson: str) -> None:
    home = Home()
    guest = begin(home, lesson)
    for turn in MINUTES[lesson]:
        for action in turn:
            offered = {claim["route"]: claim["best"] for claim in guest.view["offers"]["claims"]}
            if action["type"] == "claim":
                # The page proposes first what the story says.
                paid = {"cards": action["cards"], "ferry_cards": action.get("ferry_cards", 0)}
                assert offered[action["route"]] == paid
            assert guest.act(action)["ok"], action
        play_bots(home, [guest])
    table = home.tables[guest.game]
    assert table.info().lesson == lesson
    assert (table.row.board, table.row.board_text) == (lesson, None)
    # It ends before the game does.
    assert guest.view["offers"]["decision"] == "take_turn"
    leads = {award["id"] for award in guest.view["standing"]["awards"] if award["winners"] == [0]}
    if lesson == "northern-lights":
        assert leads >= {"ferry-captain", "wild-west", "small-steps"}
    elif lesson == "usa":
        assert leads == {"longest_path"}
    elif lesson == "italy":
        [regions] = guest.view["standing"]["awards"]
        assert regions["shares"][0]["value"] == 3


def test_whatever_the_learner_does_the_game_goes_on() -> None:
    home = Home()
    guest = begin(home)
    play_on(home, [guest])
    assert guest.view["score"] is not None


def test_a_learner_who_only_draws_is_not_hurried() -> None:
    home = Home()
    guest = begin(home)
    assert guest.act(guest.choice())["ok"]
    for _ in range(6):
        play_bots(home, [guest])
        card = guest.card()
        assert card is not None
        assert guest.act(card)["ok"]
    assert owned(guest, 1) == []


def test_nobody_thinks_for_the_opponent_and_it_sees_only_its_own_cards() -> None:
    home = Home()
    guest = begin(home)
    assert guest.act(guest.choice())["ok"]
    play_bots(home, [guest])
    for card in draw("yellow", "black"):
        assert guest.act(card)["ok"]
    step = next_step(home.tables[guest.game])
    assert isinstance(step, BotTurn)
    assert step.action == LESSONS["first-journey"].reply(step.seen)
    assert step.seen.seat == 1


def test_only_the_deal_of_a_lesson_makes_one() -> None:
    home = Home()
    assert home.tables[begin(home).game].info().lesson == "first-journey"
    assert home.tables[home.make([ME, BOT]).game].info().lesson is None
    assert [lesson_of(lesson.seed) for lesson in LESSONS.values()] == list(LESSONS.values())
    assert [lesson_of(seed) for seed in (new_seed(), "lesson", "lesson x 1", "lesson first-journey 1")] == [None] * 4


@pytest.mark.parametrize(
    ("fields", "seats", "code"),
    [
        ({"lesson": "second-journey", "board": None}, [ME], "unknown_lesson"),
        ({"lesson": "first-journey", "board": "usa"}, [ME], "bad_request"),
        ({"lesson": "italy", "board": "italy"}, [ME], "bad_request"),
        ({"lesson": "first-journey", "board": None, "day": "2026-11-17"}, [ME], "bad_request"),
        ({"lesson": "first-journey", "board": None}, [ME, BOT], "bad_request"),
        ({"lesson": "first-journey", "board": None}, [OPEN], "bad_request"),
    ],
)
def test_a_lesson_brings_its_board_and_its_opponent(fields: Json, seats: list[Json], code: str) -> None:
    with pytest.raises(Refused) as caught:
        Home().make(seats, **fields)
    assert caught.value.info.code == code
