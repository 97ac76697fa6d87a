"""Puzzles: every one can be played, nothing hidden is in it, and its proof can be repeated."""

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
    Source,
    id_of,
    key_of,
    puzzle_boards,
    puzzles_of,
    read_collection,
)
from semafor.puzzles.making import Found, choose, is_clear, progress, prove
from semafor.puzzles.playing import puzzle_answer, puzzle_table
from semafor.puzzles.trials import Trials, lead
from semafor.table.wire.api_messages import PuzzleMove
from semafor.table.wire.problems import Refused
from tests.proof import PROOF

BOARDS = ["italy", "nordic-countries", "northern-lights", "usa"]
LEAST = 30
EVERY = 1 if PROOF else 4
"""One puzzle in so many is looked at with all the answers that the rules allow: on Nordic Countries, thousands."""
LARGEST = 300_000
TOY = load_board("toy")


def answers(board: Board, puzzle: Puzzle) -> set[str]:
    """Every answer that the rules allow in a puzzle."""
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
        legal = game.observe(puzzle.seat).legal_actions()
        assert all(parse_action(option.action) in legal for option in puzzle.options)
        keys = [key_of(board, option.action) for option in puzzle.options]
        assert len(set(keys)) == len(keys)
        assert set(keys) == answers(board, puzzle)


@pytest.mark.parametrize("name", BOARDS)
def test_every_solution_leads_clearly(name: str) -> None:
    for puzzle in puzzles_of(name).values():
        best, *others = puzzle.options
        assert (best.behind, best.games) == (0.0, making.ROUNDS[-1])
        assert all(is_clear(option) and option.games in making.ROUNDS for option in others)
        assert puzzle.level in (1, 2)
        assert set(puzzle.found) <= set(FINDERS)
        assert puzzle.reason["code"]


@pytest.mark.parametrize("name", BOARDS)
def test_what_others_hold_is_seen_as_numbers_only(name: str) -> None:
    for puzzle in puzzles_of(name).values():
        shown = puzzle_table(name, puzzle.id)
        seats = shown.view.observation["seats"]
        assert shown.view.eyes == puzzle.seat
        assert all({type(seat["hand"]), type(seat["tickets"])} == {int} for seat in seats)
        # Another world that looks the same from the seat gives the very same table.
        other = puzzle.game(load_board(name)).observe(puzzle.seat).determinise(Chance.seeded("other"))
        assert other.observe(puzzle.seat) == puzzle.game(load_board(name)).observe(puzzle.seat)


def test_a_proof_gives_the_same_numbers_again() -> None:
    board = load_board("usa")
    puzzle = min(puzzles_of("usa").values(), key=lambda one: len(one.options))
    assert prove(puzzle.game(board).observe(puzzle.seat), puzzle.seed) == puzzle.options


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


def toy_puzzle(number: int, turns: int | None = None, found: list[str] | None = None) -> Puzzle:
    option = Option({"type": "draw_tickets"}, 0.5, 0.0, 300, 0.0, 0.0)
    other = msgspec.structs.replace(option, behind=6.0 + number)
    position: dict[str, object] = {"turns_left": turns}
    return Puzzle(str(number), 0, position, Source("", "", 1), "", [option, other], {"code": "drawing"}, found or [])


def test_trials_meet_the_same_worlds_in_any_order() -> None:
    seen = Game.new(TOY, 2, "trials").observe(0)
    whole, parts = Trials(seen, "seed"), Trials(seen, "seed")
    whole.run(whole.all, 6)
    parts.run(parts.all[:1], 6)
    parts.run(parts.all, 2)
    parts.run(parts.all, 6)
    assert parts.options() == whole.options()
    assert lead(whole.all[0], whole.all[0]) == (0.0, 0.0)
    assert {trial.key for trial in whole.all} == {key_of(TOY, action.to_json()) for action in seen.legal_actions()}


def test_making_stops_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def seek(_: Board, number: int) -> Found:
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
    # Fewer games give what they gave before.
    assert len(making.make(TOY, 3, 1, file, lambda _found, _all: None).puzzles) == 1


def test_puzzles_go_from_easy_to_hard_and_last_rounds_fill_up() -> None:
    last = [toy_puzzle(number, turns=1) for number in range(4)]
    easy = [toy_puzzle(4 + number, found=list(FINDERS)) for number in range(2)]
    hard = [toy_puzzle(6 + number) for number in range(2)]
    kept = choose([Found(0, last), Found(1, hard), Found(2, easy)], 5)
    assert [puzzle.id for puzzle in kept] == ["5", "4", "7", "6", "0"]
    assert choose([], 9) == []


def test_puzzles_of_another_version_are_refused() -> None:
    other = Collection(FORMAT, METHOD, "toy", "0" * 16, 2, [])
    with pytest.raises(PuzzleError, match="another version"):
        read_collection(other.write(), TOY)
    with pytest.raises(PuzzleError, match="can't be read"):
        read_collection(b"{", TOY)


def test_a_game_may_have_no_puzzles() -> None:
    found = making.seek(TOY, 0)
    assert found == making.seek(TOY, 0)
    assert found.game == 0


def test_the_command_refuses_puzzles_that_were_changed(tmp_path: Path) -> None:
    board = load_board("usa")
    puzzle = min(puzzles_of("usa").values(), key=lambda one: len(one.options))
    changed = msgspec.structs.replace(puzzle, options=[puzzle.options[0], *reversed(puzzle.options[1:])])
    file = tmp_path / "usa.json"
    file.write_bytes(Collection(FORMAT, METHOD, "usa", board.spec.digest, 2, [changed]).write())
    shown = CliRunner().invoke(cli, ["puzzles", "check", "usa", "--file", str(file)])
    assert shown.exit_code == 2
    assert f"{puzzle.id}: the proof gives other numbers" in shown.output


def test_the_command_lets_a_bot_answer() -> None:
    right = sum("planner" in puzzle.found for puzzle in puzzles_of("usa").values())
    shown = CliRunner().invoke(cli, ["puzzles", "solve", "usa", "--bot", "planner"])
    assert f"planner solves {right} of {len(puzzles_of('usa'))}" in shown.output
    assert shown.output.count("points behind the best.") == len(puzzles_of("usa"))
    assert CliRunner().invoke(cli, ["puzzles", "solve", "usa", "--bot", "nobody"]).exit_code == 2
