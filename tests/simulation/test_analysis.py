"""The analysis of a finished game: honest advice, win chances that add up, reproducible results."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import semafor
from semafor import Action, Chance, Claim, Game, KeepTickets, Record
from semafor.bots.reasons import CODES
from semafor.bots.registry import make_bot
from semafor.cli.main import cli
from semafor.simulation.insight import analysis
from semafor.simulation.insight.advice import advise
from semafor.simulation.insight.analysis import AnalysisError, Chances, Study, analyse, turning_points
from tests.play import board_named, position_of

PLAYOUTS = 12


def played(board: str, players: int, seed: int, bot: str = "greedy") -> Record:
    """Return a game between bots of one kind."""
    game = Game.new(board_named(board), players, seed)
    bots = [make_bot(bot, game.board) for _ in range(players)]
    chance = Chance.seeded(seed)
    while not game.over:
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        game.apply(seat, bots[seat].choose(seen, seen.legal, chance, 1.0))
    return game.record()


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("nordic-countries", 3), ("italy", 4), ("toy", 2)])
def test_chances_begin_with_the_deal_add_up_and_end_with_the_result(board: str, players: int) -> None:
    record = played(board, players, 5)
    made = analyse(record, board_named(board), PLAYOUTS)
    assert made.playouts == PLAYOUTS
    for one in made.chances:
        assert sum(one.chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in one.chances)
    afters = [one.after for one in made.chances]
    assert (afters[0], afters[-1], afters) == (0, len(record.steps), sorted(set(afters)))
    assert 10 < len(afters) <= analysis.MOST_POINTS + 2
    winners = Study(record, board_named(board)).after(len(record.steps)).score().winners
    assert made.chances[-1].chances == [(seat in winners) / len(winners) for seat in range(players)]
    assert [(one.step, one.seat) for one in made.advice] == [(n, step.seat) for n, step in enumerate(record.steps, 1)]
    assert all(one.reason["code"] in CODES for one in made.advice)
    assert any(one.same for one in made.advice)
    assert not all(one.same for one in made.advice)


def test_the_same_game_gives_the_same_numbers_and_they_can_be_made_in_parts() -> None:
    record = played("usa", 2, 8)
    board = board_named("usa")
    first = analyse(record, board, PLAYOUTS)
    assert analyse(Record.from_json(record.to_json()), board, PLAYOUTS) == first
    study = Study(record, board)
    point = first.chances[7]
    parts = [study.wins(point.after, at, 4) for at in range(0, PLAYOUTS, 4)]
    assert [sum(won) / PLAYOUTS for won in zip(*parts, strict=True)] == point.chances


@pytest.mark.parametrize(("board", "players"), [("usa", 3), ("northern-lights", 2), ("italy", 2)])
def test_advice_depends_on_nothing_that_the_seat_can_not_know(board: str, players: int) -> None:
    record = played(board, players, 3)
    study = Study(record, board_named(board))
    given = study.advice()
    game = study.after(0)
    changed = 0
    for number, step in enumerate(record.steps, 1):
        if number % 5 == 1:
            # Another world that looks the same to this seat: the others' cards, their tickets and the decks are
            # sampled.
            other = game.observe(step.seat).determinise(Chance.seeded(number))
            changed += other.position() != game.position()
            advice = advise(other.observe(step.seat))
            assert advice.action.to_json() == given[number - 1].action
            assert advice.reason.to_json() == given[number - 1].reason
        assert game.why_not(step.seat, advise(game.observe(step.seat)).action) is None
        game.apply(step.seat, step.action)
    assert changed > 10


def test_a_planner_agrees_with_the_adviser_more_than_another_bot_does() -> None:
    def agreement(bot: str) -> float:
        given = Study(played("usa", 2, 4, bot), board_named("usa")).advice()
        return sum(one.same for one in given) / len(given)

    assert agreement("planner") > 0.7 > agreement("random")


@pytest.mark.parametrize(
    ("advised", "taken", "same"),
    [
        (KeepTickets(["a", "b"]), KeepTickets(["b", "a"], ["c"]), True),
        (KeepTickets(["a"]), KeepTickets(["a", "b"]), False),
        (Claim("x", {"red": 2}), Claim("x", {"red": 1, "locomotive": 1}), False),
        (Claim("x", {"red": 2}), Claim("x", {"red": 2}), True),
    ],
)
def test_what_is_the_same(advised: Action, taken: Action, same: bool) -> None:
    assert analysis._same(advised, taken) is same


def test_playouts_keep_what_is_on_the_table_and_shuffle_only_what_nobody_knows() -> None:
    study = Study(played("usa", 2, 6, "planner"), board_named("usa"))
    known = 0
    for after in study.points()[5:-1:9]:
        before = study.after(after)
        state = before.state.clone()
        analysis._shuffle(state, Chance.seeded(1))
        shuffled = Game.from_state(state)
        one, other = position_of(before), position_of(shuffled)
        for seat in range(2):
            assert shuffled.observe(seat) == before.observe(seat)
            known += len(one["seats"][seat].get("knows", []))
        assert one["random"] != other["random"]
        for deck, again in ((one["deck"], other["deck"]), (one["ticket_deck"], other["ticket_deck"])):
            assert deck != again
            assert sorted(deck) == sorted(again)
        assert {**one, "deck": [], "ticket_deck": [], "random": ""} == {
            **other,
            "deck": [],
            "ticket_deck": [],
            "random": "",
        }
    assert known > 0


def test_turning_points_are_the_largest_clear_drops() -> None:
    chances = [
        Chances(after, [seat0, 1 - seat0])
        for after, seat0 in enumerate([0.5, 0.52, 0.9, 0.88, 0.2, 0.22, 0.8, 0.5, 0.9, 0.1, 0.14, 0.1])
    ]
    found = turning_points(chances, 200)
    assert [(drop.seat, drop.after, drop.until) for drop in found] == [
        (1, 1, 2),
        (0, 3, 4),
        (1, 5, 6),
        (1, 7, 8),
        (0, 8, 9),
    ]
    assert (found[1].before, found[1].then) == (0.88, 0.2)
    assert turning_points([Chances(0, [0.5, 0.5]), Chances(1, [0.6, 0.4])], 200) == []
    assert len(turning_points([Chances(0, [0.5, 0.5]), Chances(1, [0.6, 0.4])], 2000)) == 1


def test_moves_that_cost_most_differ_from_the_advice_and_costs_are_made_in_parts() -> None:
    record = played("usa", 2, 5, "planner:lapses=62")
    board = board_named("usa")
    made = analyse(record, board, PLAYOUTS)
    study = Study(record, board)
    advice = {one.step: one for one in made.advice}
    assert made.costly
    for seat in range(2):
        costs = [one.cost for one in made.costly if one.seat == seat]
        assert len(costs) <= analysis.MOST_COSTLY
        assert costs == sorted(costs, reverse=True)
    for one in made.costly:
        assert (advice[one.step].seat, advice[one.step].same) == (one.seat, False)
        assert one.better > one.taken
    one = made.costly[0]
    parts = [study.compare(one.step, advice[one.step].action, at, 4) for at in range(0, PLAYOUTS, 4)]
    assert [sum(won) / PLAYOUTS for won in zip(*parts, strict=True)] == [one.taken, one.better]
    # Compared with itself, an action costs nothing.
    same = study.compare(one.step, record.steps[one.step - 1].action.to_json(), 0, 6)
    assert same[0] == same[1]


def test_only_a_finished_game_is_analysed() -> None:
    whole = played("toy", 2, 1)
    record = whole.until(len(whole.steps) - 1)
    with pytest.raises(AnalysisError, match="only finished games are analysed"):
        analyse(record, board_named("toy"), 1)
    result = CliRunner().invoke(cli, ["analyse", "-"], input=json.dumps(record.to_json()))
    assert (result.exit_code, "the game is not over" in result.output) == (2, True)


def test_the_command_prints_the_analysis_of_a_file() -> None:
    record = played("toy", 2, 1)
    result = CliRunner().invoke(cli, ["analyse", "-", "--playouts", "3", "--json"], input=json.dumps(record.to_json()))
    assert result.exit_code == 0, result.output
    assert json.loads(result.output) == analyse(record, board_named("toy"), 3).to_json()
    assert CliRunner().invoke(cli, ["analyse", "-"], input="nonsense").exit_code == 2
    # As `semafor arena --records` writes them, one per line.
    lines = "".join(json.dumps(played("toy", 2, seed).to_json()) + "\n" for seed in (1, 2))
    both = CliRunner().invoke(cli, ["analyse", "-", "--playouts", "3", "--json"], input=lines)
    assert both.exit_code == 0, both.output
    first, _ = both.output.splitlines()
    assert first == result.output.strip()


@pytest.mark.parametrize("language", ["en", "pl"])
def test_without_json_the_command_prints_sentences_and_a_table(language: str) -> None:
    record = played("toy", 2, 1)
    given = json.dumps(record.to_json())
    result = CliRunner().invoke(cli, ["analyse", "-", "--playouts", "3", "--lang", language], input=given)
    assert result.exit_code == 0, result.output
    assert f"{len(record.steps)}" in result.output.splitlines()[0]
    assert "%" in result.output
    if language == "en":
        assert result.output == f"{semafor.analyse(record, 3)}\n\n"
