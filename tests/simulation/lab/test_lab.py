"""The lab finds what was spoiled on purpose, blames nothing that is sound, and its statistics are right."""

import asyncio
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import semafor
from semafor.cli.words.catalogue import catalogue
from semafor.engine.boards import load_board
from semafor.engine.loading import board_text
from semafor.simulation.jobs import BoardJob
from semafor.simulation.lab.changes import edited
from semafor.simulation.lab.figures import Mean, share_of, stricter
from semafor.simulation.lab.games import LabDetours, LabGames
from semafor.simulation.lab.report import LabEdit, LabReport
from semafor.simulation.lab.study import Effort, Study
from semafor.simulation.lab.sums import Sums, added
from semafor.simulation.toml_text import board_toml
from tests.simulation.lab import spoiled

ROOT = Path(__file__).parents[3]
GAMES = 2400 if semafor.COMPILED else 300


def studied(text: str, games: int = GAMES, changes: int = 0, seed: int = 1) -> LabReport:
    async def ask(job: BoardJob) -> bytes:
        return job.run()

    return asyncio.run(Study("", text, seed, Effort(games, changes=changes), ask, lambda _part: None).report())


SPOILED: dict[str, tuple[Callable[[], str], Callable[[LabReport], bool]]] = {
    "a ticket worth 20 too much": (
        lambda: spoiled.dear_ticket("usa", 3),
        lambda found: found.problems[0].tickets == ["chicago:new-orleans"],
    ),
    "a ticket of a small board": (
        lambda: spoiled.dear_ticket("toy", 3),
        lambda found: found.problems[0].tickets == ["brack:gild"],
    ),
    "a bad ticket worth 20 too much": (
        lambda: spoiled.dear_ticket("nordic-countries", 20),
        lambda found: found.problems[0].tickets == ["murmansk:narvik"],
    ),
    "a city that can't be reached in time": (
        lambda: spoiled.far_city("usa", "miami"),
        lambda found: found.problems[0].cities == ["miami"],
    ),
    "another such city": (
        lambda: spoiled.far_city("northern-lights", "visby"),
        lambda found: found.problems[0].cities == ["visby"],
    ),
    "a scarce colour": (
        lambda: spoiled.scarce_colour("italy", "blue"),
        lambda found: found.problems[0].colour == "blue",
    ),
    "a corridor": (
        lambda: spoiled.corridor("usa", spoiled.WEST, ("denver", "omaha")),
        lambda found: found.problems[0].routes == ["denver:omaha:purple"],
    ),
    "a rule without routes": (
        lambda: spoiled.idle_rule("usa", "tunnels", {"revealed": 3}),
        lambda found: found.problems[0].rule == "tunnels",
    ),
    "an award that nobody gets": (
        lambda: spoiled.idle_rule("italy", "regions", {"points": {"17": 50}}),
        lambda found: found.problems[0].rule == "regions",
    ),
    "a seat that wins 60 %": (
        lambda: spoiled.first_seat("usa"),
        lambda found: found.problems[0].kind == "seat" and found.problems[0].said.values["number"] == "1",
    ),
}


@pytest.mark.parametrize("fault", SPOILED if semafor.COMPILED else ["a ticket of a small board"])
def test_the_planted_fault_comes_first(fault: str) -> None:
    make, is_found = SPOILED[fault]
    report = studied(make())
    assert is_found(report), [(one.kind, one.weight, str(one.said)) for one in report.problems[:3]]
    texts = catalogue("en").texts.values()
    assert [one.said.text for one in report.problems if one.said.text not in texts] == []


@pytest.mark.parametrize("board", ["usa", "nordic-countries", "italy"] if semafor.COMPILED else ["usa"])
def test_our_own_boards_have_nothing_much_worse_than_what_is_worth_a_change(board: str) -> None:
    assert all(one.weight < 1.4 for one in studied(board_text(board)).problems)


def test_the_example_is_fair_to_both_seats() -> None:
    text = (ROOT / "examples/boards/emerald-isle.toml").read_text(encoding="utf-8")
    table = studied(text, 8000 if semafor.COMPILED else 200).tables[0]
    seat = table.seats[0]
    chance = (seat.share_interval[1] - seat.share_interval[0]) / 2
    assert abs(seat.share - 0.5) < 0.02 + chance
    assert 11 < table.minutes < 19


def test_a_change_is_tried_and_helps() -> None:
    worst = studied(spoiled.dear_ticket("toy", 3), 1500, changes=1).problems[0]
    assert worst.tickets == ["brack:gild"]
    assert worst.change is not None
    assert worst.change.helped
    assert worst.change.edits[0].path == "tickets[3].points"
    assert abs(worst.change.after) < worst.change.before / 2
    assert all(text in catalogue("en").texts.values() for text in (worst.change.said.text, worst.change.measure))


def test_the_same_seed_gives_the_same_report_in_portions_of_any_size() -> None:
    toy = board_text("toy")
    whole = LabGames("", toy, 3, 7, 0, 12).run()
    parts = [LabGames("", toy, 3, 7, first, 4).run() for first in (0, 4, 8)]
    decoded = [sums_of(part) for part in (whole, *parts)]
    together = added(decoded[1:])
    assert together.turns == decoded[0].turns
    assert together.reached == decoded[0].reached
    assert [one.claims for one in together.routes] == [one.claims for one in decoded[0].routes]
    assert [one.dealt_margin for one in together.tickets] == [one.dealt_margin for one in decoded[0].tickets]
    assert studied(toy, 120).problems == studied(toy, 120).problems


def sums_of(raw: bytes) -> Sums:
    return msgspec.json.decode(raw, type=Sums)


def test_little_is_left_to_whoever_asks_for_the_games() -> None:
    """On the largest board, a server's event loop was blocked for four seconds."""
    ids = [f"p{number}" for number in range(120)]
    data = tomllib.loads(board_text("usa"))
    del data["marks"]
    data["players"] = {"min": 2, "max": 2}
    data["cities"] = [{"id": id, "name": id, "lat": 0.1 * at, "lon": at % 7} for at, id in enumerate(ids)]
    near = [(at, at + step) for at in range(120) for step in (1, 4) if at + step < 120]
    data["routes"] = [{"between": [ids[a], ids[b]], "length": 1 + a % 3, "colour": "grey"} for a, b in near]
    far = [(at, at + step) for at in range(70) for step in (30, 40, 50) if at + step < 120]
    data["tickets"] = [{"between": [ids[a], ids[b]], "points": 10} for a, b in far]
    asked = detours = 0.0

    async def ask(job: BoardJob) -> bytes:
        nonlocal asked, detours
        begun = time.thread_time()
        done = job.run()
        asked += time.thread_time() - begun
        if isinstance(job, LabDetours):
            detours += time.thread_time() - begun
        return done

    study = Study("", board_toml(data), 1, Effort(100, 0.1, changes=0), ask, lambda _part: None)
    begun = time.thread_time()
    asyncio.run(study.report())
    assert time.thread_time() - begun - asked < detours / 2


def test_the_sums_count_every_seat_and_deal_once() -> None:
    toy = load_board("toy")
    sums = sums_of(LabGames("toy", None, 4, 1, 0, 30).run())
    assert sums.games == sum(sums.turns.values()) == 30
    assert sum(seat.share for seat in sums.seats) == pytest.approx(30)
    # Each of four is dealt two tickets.
    assert sum(one.dealt for one in sums.tickets) == 30 * 4 * 2
    assert sum(one.dealt_share for one in sums.tickets) == pytest.approx(30 * 2)
    assert all(one.dealt_completed <= one.dealt_kept <= one.dealt for one in sums.tickets)
    assert all(one.completed <= one.held for one in sums.tickets)
    claims = sum(one.claims * route.length for one, route in zip(sums.routes, toy.spec.routes, strict=True))
    assert claims <= 30 * 4 * 12


def test_intervals_hold_what_they_promise() -> None:
    # A fair coin lies outside the 95 % interval about once in 20 labs, outside a stricter one hardly ever.
    chance = semafor.Chance.seeded("coins")
    outside = strictly = 0
    for _ in range(400):
        heads = sum(int(chance.below(2)) for _ in range(400))
        low, high = share_of(heads, 400)
        outside += not low <= 0.5 <= high
        low, high = share_of(heads, 400, stricter(100))
        strictly += not low <= 0.5 <= high
    assert 5 <= outside <= 40
    assert strictly <= 2
    mean = Mean(30.0, 120.0, 10)
    assert mean.value == 3.0
    assert mean.interval() == pytest.approx(
        (3 - 1.96 * (30 / 9 / 10) ** 0.5, 3 + 1.96 * (30 / 9 / 10) ** 0.5), rel=1e-3
    )


def test_edits_change_a_copy() -> None:
    data = tomllib.loads(board_text("toy"))
    edits = [("tickets[0].points", 9), ("rules.tunnels", None), ("routes[+]", {"length": 2})]
    changed = edited(data, [LabEdit(path, value) for path, value in edits])
    assert (changed["tickets"][0]["points"], data["tickets"][0]["points"]) == (9, 4)
    assert "tunnels" not in changed["rules"]
    assert len(changed["routes"]) == len(data["routes"]) + 1
