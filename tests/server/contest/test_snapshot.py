"""The page of a large contest is cheap, however often it is requested."""

from __future__ import annotations

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from semafor.contest.standings import standings
from semafor.server.contest import snapshot as module
from semafor.server.contest.contest_store import DealtGame, StoredContest, StoredDeal, StoredPlayer
from semafor.server.contest.snapshot import ContestSnapshot, GameResult, KeptStandings
from semafor.table.wire.contest_messages import MOST_DEALS, MOST_TABLES, ContestSeat


def large() -> ContestSnapshot:
    """Return a contest with the most tables and deals allowed, all of them played, and half of the deals open."""
    row = StoredContest(
        id="c",
        host="h",
        name="Friday",
        board="usa",
        digest="d",
        rules=1,
        seats=encode([ContestSeat("person"), ContestSeat("person")]).decode(),
        clock="{}",
        joining=False,
        created=0.0,
    )
    tables = range(1, MOST_TABLES + 1)
    deals = [
        StoredDeal(contest="c", deal=deal, seed="s", open=2 * deal <= MOST_DEALS) for deal in range(1, MOST_DEALS + 1)
    ]
    players = [
        StoredPlayer(contest="c", number=table, seat=seat, name=f"{table} {seat}", token=f"{table} {seat}", ready=0)
        for table in tables
        for seat in (0, 1)
    ]
    games = {
        (deal.deal, table): DealtGame(
            deal=deal.deal,
            number=table,
            game=f"{deal.deal} {table}",
            result=encode(GameResult([table * deal.deal % 50, table], [0, 0])).decode(),
            status="over",
        )
        for deal in deals
        for table in tables
    }
    return ContestSnapshot(row, deals, dict.fromkeys(tables, False), players, games)


def test_standings_are_computed_when_something_has_changed_and_else_not(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[int] = []

    def counted(people: object, deals: object) -> object:
        computed.append(1)
        return standings(people, deals)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "standings", counted)
    kept = KeptStandings()
    contest = large()
    first = kept.of(contest)
    assert len(first) == 2 * MOST_TABLES
    assert all(one.deals[-1] is None for one in first), "an unopened deal stays secret"
    for _ in range(3):
        assert kept.of(large()) == first
    assert len(computed) == 1
    # A sealed deal changes nothing; another open one does, and so does a forgotten name.
    contest.games[MOST_DEALS, 1] = replace(contest.games[MOST_DEALS, 1], result=None)
    assert kept.of(contest) == first
    contest.deals[-1].open = True
    assert kept.of(contest) != first
    contest.players[0].name = "Player"
    assert "Player" in {one.name for one in kept.of(contest)}
    assert len(computed) == 3


def test_nothing_is_shown_before_a_deal_is_open() -> None:
    contest = large()
    for deal in contest.deals:
        deal.open = False
    assert KeptStandings().of(contest) == []


def test_people_and_progress_are_found() -> None:
    contest = large()
    assert [player.name for player in contest.at(7)] == ["7 0", "7 1"]
    assert contest.at(MOST_TABLES + 1) == []
    assert contest.progress(contest.deals[0], 1) == "over"
    contest.games[1, 1].result = None
    assert contest.progress(contest.deals[0], 1) == "missed"
    del contest.games[MOST_DEALS, 2]
    assert contest.progress(contest.deals[-1], 2) == "waiting"
    contest.games[MOST_DEALS, 3].result = None
    assert contest.progress(contest.deals[-1], 3) == "playing"
    contest.tables[3] = True
    assert contest.progress(contest.deals[-1], 3) == "missed"
