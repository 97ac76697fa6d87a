"""Puzzles: each is playable, reveals nothing hidden, and has a reproducible proof."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from semafor import Board, Chance, Game, load_board, parse_action
from semafor.cli.main import cli
from semafor.puzzles import making
from semafor.puzzles.collection import (
    FINDERS,
    FORMAT,
    METHOD,
    Collection,
    Option,
    Puzzle,
    PuzzleError,
    Result,
    Source,
    Witness,
    id_of,
    key_of,
    puzzle_boards,
    puzzles_of,
    read_collection,
)
from semafor.puzzles.judges import EVERYBODY, judges_of
from semafor.puzzles.making import Found, checked, choose, collection, progress, renewed
from semafor.puzzles.playing import puzzle_answer, puzzle_table
from semafor.puzzles.proving import ROUNDS, Prover, is_clear
from semafor.puzzles.trials import Trials, lead
from semafor.table.wire.problems import Refused
from semafor.table.wire.puzzle_messages import PuzzleMove
from tests.proof import PROOF

BOARDS = ["italy", "nordic-countries", "northern-lights", "usa"]
LEAST = 30
EVERY = 1 if PROOF else 4
"""Every n-th puzzle is tried with every legal answer: on Nordic Countries, thousands."""
LARGEST = 300_000
TOY = load_board("toy")


def answers(board: Board, puzzle: Puzzle) -> set[str]:
    """Return every legal answer to a puzzle."""
    return {key_of(board, action.to_json()) for action in puzzle.game(board).legal_actions(puzzle.seat)}


def test_every_board_has_puzzles() -> None:
    assert [board for board in puzzle_boards() if board in BOARDS] == puzzle_boards()
    for board in BOARDS:
        assert len(puzzles_of(board)) >= LEAST
        assert len(files("semafor.puzzles").joinpath("positions", f"{board}.json").read_bytes()) < LARGEST


@pytest.mark.parametrize("name", BOARDS)
def test_every_puzzle_can_be_played_and_has_a_value_for_every_answer(name: str) -> None:
    board = load_board(name)
    for puzzle in list(puzzles_of(name).values())[::EVERY]:
        assert puzzle.id == id_of(puzzle.position)
        game = puzzle.game(board)
        assert puzzle.seat in game.pending.seats
        legal = game.observe(puzzle.seat).legal
        assert all(parse_action(option.action) in legal for option in puzzle.options)
        keys = [key_of(board, option.action) for option in puzzle.options]
        assert len(set(keys)) == len(keys)
        assert set(keys) == answers(board, puzzle)


@pytest.mark.parametrize("name", BOARDS)
def test_every_solution_leads_clearly_before_its_judges(name: str) -> None:
    judges = {judge.witness.bot: judge for judge in judges_of(load_board(name))}
    for puzzle in puzzles_of(name).values():
        best, *others = puzzle.options
        names = [witness.bot for witness in puzzle.by]
        assert names == list(EVERYBODY)
        for number, judge in enumerate(judges[bot] for bot in names):
            assert best.results[number].behind == 0.0
            assert best.results[number].games in ROUNDS[2:]
            for option in others:
                assert is_clear(judge.much, option.results[number])
                assert option.results[number].games in ROUNDS
        assert puzzle.level in (1, 2)
        assert set(puzzle.found) <= set(FINDERS)


@pytest.mark.parametrize("name", BOARDS)
def test_the_reason_fits_the_solution(name: str) -> None:
    fitting = {
        "claim": {"on_the_way", "for_points", "beside_the_plan", "nothing_else"},
        "keep_tickets": {"tickets_kept"},
        "draw_card": {"drawing"},
        "draw_tickets": {"more_tickets"},
        "draw_ferry_card": {"ferry_card"},
    }
    for puzzle in puzzles_of(name).values():
        assert puzzle.reason["code"] in fitting[puzzle.kind]


@pytest.mark.parametrize("name", BOARDS)
def test_what_others_hold_is_seen_as_numbers_only(name: str) -> None:
    for puzzle in puzzles_of(name).values():
        shown = puzzle_table(name, puzzle.id)
        seats = shown.view.observation["seats"]
        assert shown.view.eyes == puzzle.seat
        assert all({type(seat["hand"]), type(seat["tickets"])} == {int} for seat in seats)
        # Another world that looks the same to the seat gives the same table.
        other = puzzle.game(load_board(name)).observe(puzzle.seat).determinise(Chance.seeded("other"))
        assert other.observe(puzzle.seat) == puzzle.game(load_board(name)).observe(puzzle.seat)


def shortest(name: str) -> Puzzle:
    """Return the puzzle with the cheapest proof."""

    def games(puzzle: Puzzle) -> int:
        return sum(result.games for option in puzzle.options for result in option.results)

    return min(puzzles_of(name).values(), key=games)


def by_others(puzzle: Puzzle) -> list[Witness]:
    """Return the witnesses of a puzzle, with other weights."""
    return [Witness(witness.bot, "other weights") for witness in puzzle.by]


def test_a_proof_gives_the_same_numbers_again() -> None:
    puzzle = shortest("usa")
    assert len(puzzle.by) == len(EVERYBODY)
    again = renewed(Prover(load_board("usa")), puzzle)
    # With other weights the network's numbers change, but the proof must hold.
    assert again is not None
    assert again.by != puzzle.by or again == puzzle


def test_a_puzzle_that_bots_no_longer_prove_is_dropped() -> None:
    puzzle = shortest("italy")
    wrong = msgspec.structs.replace(puzzle, options=puzzle.options[::-1])
    prover = Prover(load_board("italy"))
    assert renewed(prover, wrong) is None
    assert checked(prover, msgspec.structs.replace(puzzle, by=by_others(puzzle))) == puzzle


def test_checking_asks_the_witnesses_of_a_puzzle_and_renewing_all_of_today() -> None:
    puzzle = shortest("usa")
    prover = Prover(load_board("usa"))
    alone = checked(prover, msgspec.structs.replace(puzzle, by=puzzle.by[:1]))
    assert alone is not None
    assert [witness.bot for witness in alone.by] == ["planner"]
    both = renewed(prover, alone)
    assert both is not None
    assert [witness.bot for witness in both.by] == list(EVERYBODY)


def test_an_answer_is_judged_and_an_illegal_one_refused() -> None:
    for name in BOARDS:
        puzzle = next(iter(puzzles_of(name).values()))
        for number, option in enumerate(puzzle.options):
            assert puzzle_answer(name, puzzle.id, PuzzleMove(option.action)).chosen == number
        with pytest.raises(Refused):
            puzzle_answer(name, puzzle.id, PuzzleMove({"type": "withdraw"}))
        with pytest.raises(Refused, match="must be one of"):
            puzzle_answer(name, puzzle.id, PuzzleMove({"type": "teleport"}))
        with pytest.raises(Refused, match="there is no puzzle"):
            puzzle_table(name, "no such id")
    with pytest.raises(Refused, match="there is no puzzle"):
        puzzle_table("../../etc", "passwd")


# Making


def toy_puzzle(
    number: int, turns: int | None = None, found: list[str] | None = None, kind: str = "draw_tickets", trains: int = 1
) -> Puzzle:
    best = Option({"type": kind}, [Result(0.5, 0.0, 300, 0.0, 0.0)])
    other = Option({"type": "pass"}, [Result(0.4, 0.0, 300, 6.0 + number, 1.0)])
    position: dict[str, object] = {"turns_left": turns, "seats": [{"trains": int(TOY.trains)}, {"trains": trains}]}
    source, by = Source("", "", 1), [Witness("planner")]
    return Puzzle(str(number), 0, position, source, "", by, [best, other], {"code": "drawing"}, found or [])


def test_trials_meet_the_same_worlds_in_any_order() -> None:
    seen = Game.new(TOY, 2, "trials").observe(0)
    [judge] = judges_of(TOY)
    whole, parts = Trials(seen, "seed", judge), Trials(seen, "seed", judge)
    whole.run(whole.all, 6)
    parts.run(parts.all[:1], 6)
    parts.run(parts.all, 2)
    parts.run(parts.all, 6)
    assert parts.results() == whole.results()
    assert lead(whole.all[0], whole.all[0]) == (0.0, 0.0)
    assert {trial.key for trial in whole.all} == {key_of(TOY, action.to_json()) for action in seen.legal}


def test_making_stops_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def seek(_: Prover, number: int) -> Found:
        played.append(number)
        return Found(number, [toy_puzzle(number)])

    monkeypatch.setattr(making, "seek", seek)
    file = tmp_path / "deep" / "toy.progress"
    assert len(making.make(TOY, 3, 2, file, lambda _found, _all: None).puzzles) == 2
    # The program was stopped in the middle of a line.
    file.write_bytes(file.read_bytes() + b'{"game":2,"puz')
    assert [found.game for found in progress(file)] == [0, 1]
    made = making.make(TOY, 3, 4, file, lambda _found, _all: None)
    assert played == [0, 1, 2, 3]
    assert [found.game for found in progress(file)] == played
    assert len(made.puzzles) == 3
    assert read_collection(made.write(), TOY) == made
    # Fewer games: only the puzzles found before.
    assert len(making.make(TOY, 3, 1, file, lambda _found, _all: None).puzzles) == 1


def test_puzzles_go_from_easy_to_hard_and_last_rounds_fill_up() -> None:
    last = [toy_puzzle(number, turns=1) for number in range(4)]
    easy = [toy_puzzle(4 + number, found=list(FINDERS)) for number in range(2)]
    hard = [toy_puzzle(6 + number) for number in range(2)]
    kept = choose(TOY, [*last, *hard, *easy], 5)
    assert [puzzle.id for puzzle in kept] == ["5", "4", "7", "6", "3"]
    assert choose(TOY, [], 9) == []


def test_rare_kinds_and_parts_of_the_game_are_kept() -> None:
    many = [toy_puzzle(number) for number in range(9)]
    early = toy_puzzle(10, trains=int(TOY.trains))
    claim = toy_puzzle(11, kind="claim")
    kept = choose(TOY, [*many, early, claim], 4)
    assert {puzzle.id for puzzle in kept} == {"8", "7", "10", "11"}


def test_puzzles_of_another_version_are_refused() -> None:
    other = Collection(FORMAT, METHOD, "toy", "0" * 16, 2, [])
    with pytest.raises(PuzzleError, match="another version"):
        read_collection(other.write(), TOY)
    with pytest.raises(PuzzleError, match="can't be read"):
        read_collection(b"{", TOY)


def test_a_game_may_have_no_puzzles() -> None:
    prover = Prover(TOY)
    found = making.seek(prover, 0)
    assert found == making.seek(prover, 0)
    assert found.game == 0


def test_the_command_refuses_puzzles_that_were_changed(tmp_path: Path) -> None:
    board = load_board("italy")
    puzzle = shortest("italy")
    file = tmp_path / "italy.json"

    def shown(changed: Puzzle) -> str:
        file.write_bytes(collection(board, [changed]).write())
        return CliRunner().invoke(cli, ["puzzles", "check", "italy", "--file", str(file)]).output

    first, *others = puzzle.options
    assert "1 proofs were worked out again and give the same numbers" in shown(puzzle)
    changed = msgspec.structs.replace(puzzle, options=[first, *reversed(others)])
    assert f"{puzzle.id}: the proof gives other numbers" in shown(changed)
    # With other bots its numbers may differ, but it must hold.
    by = by_others(puzzle)
    assert "1 proofs are by other weights, and hold" in shown(msgspec.structs.replace(changed, by=by))
    wrong = msgspec.structs.replace(puzzle, by=by, options=[*others, first])
    assert f"{puzzle.id}: the bots of today do not prove it" in shown(wrong)


def test_the_command_lets_a_bot_answer() -> None:
    right = sum("planner" in puzzle.found for puzzle in puzzles_of("usa").values())
    shown = CliRunner().invoke(cli, ["puzzles", "solve", "usa", "--bot", "planner"])
    assert f"planner solves {right} of {len(puzzles_of('usa'))}" in shown.output
    assert shown.output.count("points behind the best.") == len(puzzles_of("usa"))
    assert CliRunner().invoke(cli, ["puzzles", "solve", "usa", "--bot", "nobody"]).exit_code == 2


def test_the_command_renews_proofs(tmp_path: Path) -> None:
    board, puzzle = load_board("italy"), shortest("italy")
    wrong = msgspec.structs.replace(puzzle, options=puzzle.options[::-1])
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_bytes(collection(board, [wrong, puzzle]).write())
    shown = CliRunner().invoke(cli, ["puzzles", "renew", "italy", str(new), "--file", str(old)])
    assert f"{puzzle.id}: the bots of today do not prove it" in shown.output
    assert f"{new}: 1 puzzles." in shown.output
    assert read_collection(new.read_bytes(), board).puzzles == [puzzle]
