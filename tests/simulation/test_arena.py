"""The arena as a whole: every runner gives the same results, loses nothing and reports every failure."""

import json
import sys
from collections.abc import Generator, Iterable
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE, Popen
from time import sleep

import pytest

import semafor
from semafor import Record
from semafor.simulation.arena import Arena, PlanError, Runner
from semafor.simulation.blocks import Plan, Seating
from semafor.simulation.journal import Journal, JournalError
from semafor.simulation.match import SeatResult
from semafor.simulation.runners import workers
from semafor.simulation.runners.arena_jobs import ArenaJob
from semafor.simulation.runners.workers import Workers
from semafor.simulation.statistics.crosstable import Crosstable
from tests.simulation.players import make

TIMES = ("p50_ms", "p99_ms", "max_ms")


def here(job: ArenaJob, seatings: Iterable[Seating]) -> Generator[str, None, None]:
    """Play in this process."""
    for seating in seatings:
        yield job.play(seating)


def backwards(job: ArenaJob, seatings: Iterable[Seating]) -> Generator[str, None, None]:
    """Play in this process, last game first."""
    return here(job, list(seatings)[::-1])


def plan(*bots: str, blocks: int = 3, players: int = 2, seconds: float = 300.0, records: bool = False) -> Plan:
    return Plan("toy", players, bots, blocks, 7, seconds, records=records)


def untimed(standing: Crosstable) -> dict[str, object]:
    """Return everything that must be reproducible: all but the times."""
    data = standing.to_json()
    bots = data["bots"]
    assert isinstance(bots, list)
    for bot in bots:
        for name in TIMES:
            del bot[name]
    return data


def test_the_result_does_not_depend_on_the_number_of_jobs_or_the_order(tmp_path: Path) -> None:
    arena = Arena(plan("random", "uniform", "first", records=True), make)
    results = []
    records = []
    runners: dict[str, Runner] = {"here": here, "backwards": backwards, "one": Workers(1), "three": Workers(3)}
    for name, runner in runners.items():
        journal = Journal(tmp_path / name, arena.plan, False)
        standing = arena.play(runner, journal)
        arena.write_records(standing, journal, tmp_path / f"{name}.ndjson")
        journal.close()
        results.append(untimed(standing))
        records.append((tmp_path / f"{name}.ndjson").read_bytes())
    assert results[1:] == results[:1] * 3
    assert records[1:] == records[:1] * 3
    assert results[0]["games"] == 3 * 3 * 2


def test_records_replay_to_the_results(tmp_path: Path) -> None:
    arena = Arena(plan("random", "crashing", records=True), make)
    journal = Journal(tmp_path / "journal", arena.plan, False)
    standing = arena.play(here, journal)
    arena.write_records(standing, journal, tmp_path / "records")
    journal.close()
    lines = (tmp_path / "records").read_text().splitlines()
    assert len(lines) == len(standing.games) == 6
    for line, game in zip(lines, standing.games, strict=True):
        again = semafor.replay(Record.from_json(json.loads(line)))
        assert again.over
        assert [seat.total for seat in again.score().seats] == [seat.points for seat in game.seats]


def test_blocks_are_dealt_alike_for_all_rotations(tmp_path: Path) -> None:
    arena = Arena(plan("first", "random", records=True), make)
    journal = Journal(tmp_path / "journal", arena.plan, False)
    arena.play(here, journal)
    seeds = [record["seed"] for record in journal.records(range(6))]
    journal.close()
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3


# Edges


def test_no_edge_between_a_bot_and_itself(tmp_path: Path) -> None:
    arena = Arena(plan("random", "random", blocks=40), make)
    standing = arena.play(Workers(2), journal := Journal(tmp_path / "journal", arena.plan, False))
    journal.close()
    for entry in standing.entries:
        assert entry.ci[0] < 0.5 < entry.ci[1]
        assert entry.elo_ci is not None
        assert entry.elo_ci[0] < 0 < entry.elo_ci[1]
    assert [entry.name for entry in standing.entries] == ["random", "random#2"]


def test_a_bot_without_chance_against_itself_wins_exactly_half(tmp_path: Path) -> None:
    arena = Arena(plan("first", "first", blocks=6), make)
    standing = arena.play(here, journal := Journal(tmp_path / "journal", arena.plan, False))
    journal.close()
    assert [entry.win_share for entry in standing.entries] == [0.5, 0.5]
    assert [entry.mean_margin for entry in standing.entries] == [0.0, 0.0]


def test_a_real_edge_is_found(tmp_path: Path) -> None:
    arena = Arena(plan("planner", "random", blocks=15))
    standing = arena.play(Workers(2), journal := Journal(tmp_path / "journal", arena.plan, False))
    journal.close()
    planner, random = standing.entries
    assert planner.ci[0] > 0.5 > random.ci[1]
    assert planner.elo == 0.0
    assert random.elo_ci is not None
    assert random.elo_ci[1] < 0
    assert planner.win_share + random.win_share == pytest.approx(1)
    assert standing.matrix["planner"]["random"].games == 30


class Planted:
    """Fakes results: the first bot wins with a given probability in any seat."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.random = Random(11)

    def __call__(self, job: ArenaJob, seatings: Iterable[Seating]) -> Generator[str, None, None]:
        for seating in seatings:
            winner = 0 if self.random.random() < self.share else 1
            seats = [
                SeatResult(entry, points=10, rank=1 + (entry != winner), share=float(entry == winner))
                for entry in seating.seats
            ]
            line = {"game": seating.number, "block": seating.block, "seats": [seat.to_json() for seat in seats]}
            yield json.dumps(line)


@pytest.mark.parametrize(("share", "found"), [(0.55, True), (0.5, False)])
def test_a_planted_edge_of_55_per_cent_is_found_and_none_where_there_is_none(
    tmp_path: Path, share: float, found: bool
) -> None:
    arena = Arena(plan("first", "random", blocks=800), make)
    standing = arena.play(Planted(share), journal := Journal(tmp_path / "journal", arena.plan, False))
    journal.close()
    first, random = standing.entries
    assert (first.ci[0] > 0.5) == found
    assert (random.ci[1] < 0.5) == found
    assert first.ci[0] < share < first.ci[1]
    assert first.elo_ci is not None
    assert (first.elo_ci[0] > 0) == found


# Failures


def test_failures_are_losses_and_are_told(tmp_path: Path) -> None:
    arena = Arena(plan("first", "crashing", "nonsense", "illegal", blocks=1), make)
    standing = arena.play(here, journal := Journal(tmp_path / "journal", arena.plan, False))
    journal.close()
    first, *others = standing.entries
    assert first.win_share == 1.0
    assert first.failures == {}
    for entry, kind in zip(others, ("crash", "nonsense", "illegal"), strict=True):
        assert entry.failures == {kind: entry.games}
        assert entry.win_share == 0.0
        assert entry.example
    assert all(entry.games == 6 for entry in standing.entries)


@pytest.mark.parametrize(("bot", "kind"), [("deaf", "timeout"), ("killing", "crash")])
def test_a_bot_that_takes_its_process_with_it_has_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, kind: str
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.3)
    arena = Arena(plan("first", bot, blocks=1, seconds=5.0 if kind == "timeout" else 300.0), make)
    standing = arena.play(Workers(2), journal := Journal(tmp_path / "journal", arena.plan, False))
    journal.close()
    assert [entry.win_share for entry in standing.entries] == [1.0, 0.0]
    assert [entry.failures for entry in standing.entries] == [{}, {kind: 2}]


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    bots = (f"once:{tmp_path / 'mark'}", "random")
    arena = Arena(plan(*bots), make)
    standing = arena.play(Workers(2), journal := Journal(tmp_path / "journal", arena.plan, False))
    journal.close()
    assert (tmp_path / "mark").exists(), "no worker was killed"
    undisturbed = arena.play(here, again := Journal(tmp_path / "again", arena.plan, False))
    again.close()
    assert untimed(standing) == untimed(undisturbed)
    assert standing.entries[0].failures == {}


def test_a_worker_whose_arena_is_killed_ends_without_a_word(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    options = ["--board=toy", "--players=2", "--bots=random,greedy", "--blocks=100000", "--seed=1", "--jobs=1"]
    start = [sys.executable, "-c", "from semafor.cli.main import main; main()", "arena"]
    command = [*start, *options, f"--journal={journal}"]
    with Popen(command, stdout=DEVNULL, stderr=PIPE) as arena:
        while not journal.exists() or len(journal.read_bytes().splitlines()) <= 3:
            assert arena.poll() is None, "it ended too early"
            sleep(0.1)
        arena.kill()
        # The worker holds the other end until it exits.
        said = arena.communicate(timeout=300)[1]
    assert journal.exists()
    assert b"Traceback" not in said


def test_a_bot_that_cannot_be_made_is_refused_before_the_games() -> None:
    with pytest.raises(semafor.GameError, match="players"):
        Arena(plan("first", players=5), make)
    with pytest.raises(KeyError):
        Arena(plan("first", "nobody"), make)
    with pytest.raises(PlanError, match="nobody"):
        Arena(plan(), make)
    with pytest.raises(PlanError, match="two bots"):
        Arena(plan("first", "random", "uniform"), make, sprt=True)


# Stopping and resuming


class Stopping:
    """Plays in this process and stops after some games."""

    def __init__(self, games: int) -> None:
        self.games = games

    def __call__(self, job: ArenaJob, seatings: Iterable[Seating]) -> Generator[str, None, None]:
        for count, seating in enumerate(seatings):
            if count == self.games:
                raise KeyboardInterrupt
            yield job.play(seating)


@pytest.mark.parametrize("broken_off", ["", '{"game":3,"bl'])
def test_a_run_that_was_stopped_goes_on(tmp_path: Path, broken_off: str) -> None:
    arena = Arena(plan("random", "uniform", records=True), make)
    journal = Journal(tmp_path / "journal", arena.plan, False)
    with pytest.raises(KeyboardInterrupt):
        arena.play(Stopping(3), journal)
    assert arena.standing(journal).blocks == 1
    journal.close()
    with (tmp_path / "journal").open("a") as file:
        file.write(broken_off)
    resumed = Journal(tmp_path / "journal", arena.plan, True)
    assert sorted(resumed.games) == [0, 1, 2]
    asked: list[int] = []

    def rest(job: ArenaJob, seatings: Iterable[Seating]) -> Generator[str, None, None]:
        listed = list(seatings)
        asked.extend(seating.number for seating in listed)
        return here(job, listed)

    standing = arena.play(rest, resumed)
    arena.write_records(standing, resumed, tmp_path / "records")
    resumed.close()
    assert asked == [3, 4, 5]
    whole = arena.play(here, journal := Journal(tmp_path / "whole", arena.plan, False))
    arena.write_records(whole, journal, tmp_path / "whole records")
    journal.close()
    assert untimed(standing) == untimed(whole)
    assert (tmp_path / "records").read_bytes() == (tmp_path / "whole records").read_bytes()


def test_a_journal_of_other_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    Journal(path, plan("random", "uniform"), False).close()
    with pytest.raises(JournalError, match="--resume"):
        Journal(path, plan("random", "uniform"), False)
    with pytest.raises(JournalError, match="bots"):
        Journal(path, plan("random", "first"), True)
    Journal(path, plan("random", "uniform", blocks=9), True).close()
    path.write_text("{}\n")
    with pytest.raises(JournalError, match="not a journal"):
        Journal(path, plan("random", "uniform"), True)


@pytest.mark.parametrize("as_program", [False, True])
def test_two_versions_of_a_bot_are_never_mixed(tmp_path: Path, as_program: bool) -> None:
    source = tmp_path / "mine.py"
    source.write_text("class Mine: pass\n")
    bot = f"exec:{sys.executable} {source}" if as_program else f"{source}:Mine"
    path = tmp_path / "journal"
    Journal(path, plan("random", bot), False).close()
    Journal(path, plan("random", bot), True).close()
    source.write_text("class Mine:  # improved\n    pass\n")
    with pytest.raises(JournalError, match=r"another version of .*mine\.py"):
        Journal(path, plan("random", bot), True)


def test_a_sequential_test_stops_and_drops_what_came_after(tmp_path: Path) -> None:
    results = []
    for name, runner in (("one", here), ("two", Workers(2))):
        arena = Arena(plan("planner", "random", blocks=60), sprt=True)
        journal = Journal(tmp_path / name, arena.plan, False)
        standing = arena.play(runner, journal)
        assert standing.verdict is not None
        assert standing.verdict.answer == "stronger"
        assert len(journal.games) < arena.total
        assert untimed(arena.play(backwards, journal)) == untimed(standing), "the result is decided: no more games"
        journal.close()
        results.append(untimed(standing))
    assert results[0] == results[1]
