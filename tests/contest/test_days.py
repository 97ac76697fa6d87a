"""The deal of the day: the same everywhere, for everybody, at the same moment."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from semafor import Game, Record, load_board, parse_action
from semafor.cli.main import cli
from semafor.contest.par import FieldGames, Par, field_points, par_of, ranked
from semafor.contest.results import BadResult, check_result
from semafor.simulation.thinking import Decide
from semafor.table.bot_levels import level_spec
from semafor.table.deals import FIRST_DAY, PLAYER, Deal, NoSuchDay, day_deal, day_of, next_day_at, read_day, today
from semafor.table.fairness import bot_seed

DAY = date(2026, 11, 17)
TOY = load_board("toy")
MIDNIGHT = datetime(2026, 11, 17, tzinfo=UTC).timestamp()


class TestTheRule:
    def test_a_seed_says_what_it_is_for(self) -> None:
        board = load_board("usa")
        deal = day_deal(board, DAY)
        assert deal.seed == f"semafor day 1:2026-11-17:usa:{board.spec.digest}:{deal.rules}"
        assert (deal.players, deal.level) == (2, "dispatcher")

    def test_no_two_deals_of_a_year_are_alike(self) -> None:
        boards = [load_board(name) for name in ("usa", "nordic-countries", "italy", "northern-lights")]
        days = [FIRST_DAY + timedelta(days=number) for number in range(365)]
        assert len({day_deal(board, day).seed for board in boards for day in days}) == 365 * 4
        assert all(day_of(day_deal(TOY, day).seed) == day for day in days)

    @pytest.mark.parametrize(
        "seed", ["", "0f3c", "semafor day 1:", "semafor day 1:yesterday:usa", "semafor day 2:2026-11-17:usa"]
    )
    def test_other_seeds_are_no_days(self, seed: str) -> None:
        assert day_of(seed) is None

    def test_a_day_begins_at_midnight_utc(self) -> None:
        assert today(MIDNIGHT - 0.001) == date(2026, 11, 16)
        assert today(MIDNIGHT) == DAY
        assert next_day_at(MIDNIGHT - 0.001) == MIDNIGHT
        assert next_day_at(MIDNIGHT) == MIDNIGHT + 86400

    @given(st.datetimes(datetime(2026, 11, 1), datetime(2028, 1, 1)), st.integers(-12 * 60, 14 * 60))
    def test_it_is_the_same_day_in_every_time_zone(self, moment: datetime, minutes: int) -> None:
        here = moment.replace(tzinfo=UTC)
        there = here.astimezone(timezone(timedelta(minutes=minutes)))
        assert today(here.timestamp()) == today(there.timestamp()) == moment.date()

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("2026-11-18", "is not out yet: today is 2026-11-17"),
            ("2025-12-31", "there are deals from 2026-01-01 on"),
            ("17.11.2026", "is not a date; write it as 2026-11-17"),
            ("20261117", "is not a date; write it as 2026-11-17"),
            ("", "is not a date"),
        ],
    )
    def test_a_day_without_a_deal_is_refused(self, text: str, reason: str) -> None:
        with pytest.raises(NoSuchDay, match=reason):
            read_day(text, MIDNIGHT)


class TestPar:
    def test_par_is_the_same_in_parts_and_elsewhere(self) -> None:
        deal = day_deal(TOY, DAY)
        whole = par_of(deal, TOY, 12)
        parts = [json.loads(FieldGames(deal, first, 4).run()) for first in (8, 0, 4)]
        assert ranked([points for part in parts for points in part]) == whole
        assert field_points(deal, TOY, 5, 1) == field_points(deal, TOY, 0, 12)[5:6]

    def test_places(self) -> None:
        par = Par([90, 80, 80, 10])
        assert par.par == 80
        assert [par.place(points) for points in (95, 90, 85, 80, 11, 10, 0)] == [1, 1, 2, 2, 4, 4, 5]

    @given(st.lists(st.integers(-50, 200), min_size=1, max_size=100), st.integers(-50, 200))
    def test_more_points_never_give_a_worse_place(self, points: list[int], own: int) -> None:
        par = ranked(points)
        assert par.place(own + 1) <= par.place(own)
        assert par.points[-1] <= par.par <= par.points[0]

    def test_the_command_shows_it(self) -> None:
        shown = CliRunner().invoke(cli, ["day", "par", str(FIRST_DAY), "--board", "italy"])
        italy = load_board("italy")
        assert f"{FIRST_DAY} italy: par {par_of(day_deal(italy, FIRST_DAY), italy).par}" in shown.output
        assert CliRunner().invoke(cli, ["day", "par", "soon"]).exit_code == 2


def played(deal: Deal, mine: str = "greedy") -> Game:
    """Return a game of the deal, with a bot in the person's seat."""
    game = deal.begin(TOY)
    taken = [0] * deal.players
    while not game.over:
        seat = game.pending.seats[0]
        spec = mine if seat == PLAYER else level_spec(deal.level, TOY, deal.players)
        job = Decide(game.observe(seat), spec, bot_seed(deal.seed, seat, taken[seat]))
        taken[seat] += 1
        game.apply(seat, parse_action(json.loads(job.run())))
    return game


class TestResults:
    """What counts as a result, and what does not."""

    DEAL = day_deal(TOY, DAY)

    def record(self, game: Game | None = None, **changed: object) -> Record:
        return Record.from_json({**(game or played(self.DEAL)).record().to_json(), **changed})

    def refused(self, record: Record) -> str:
        with pytest.raises(BadResult) as refusal:
            check_result(self.DEAL, TOY, record)
        return refusal.value.code

    def test_a_game_of_the_deal_counts(self) -> None:
        game = played(self.DEAL)
        totals = [seat.total for seat in game.score().seats]
        result = check_result(self.DEAL, TOY, self.record(game))
        assert (result.points, result.margin) == (totals[0], totals[0] - totals[1])
        assert result.won == (0 in game.score().winners)
        assert check_result(self.DEAL, TOY, self.record()).print == result.print

    def test_another_deal_does_not(self) -> None:
        assert self.refused(self.record(played(day_deal(TOY, DAY + timedelta(days=1))))) == "other_deal"
        assert self.refused(self.record(seed=5)) == "other_deal"
        assert self.refused(self.record(first=1)) == "other_deal"
        assert self.refused(self.record(players=3)) == "other_deal"
        assert self.refused(self.record(board="usa")) == "other_deal"

    def test_another_version_does_not(self) -> None:
        assert self.refused(self.record(rules=1)) == "other_version"
        assert self.refused(self.record(digest="0" * 64)) == "other_version"

    def test_half_a_game_does_not(self) -> None:
        actions = self.record().to_json()["actions"]
        assert isinstance(actions, list)
        assert self.refused(self.record(actions=actions[:-1])) == "not_over"
        assert self.refused(self.record(actions=[])) == "not_over"

    def test_a_weaker_opponent_does_not(self) -> None:
        game = self.DEAL.begin(TOY)
        while not game.over:
            seat = game.pending.seats[0]
            game.apply(seat, game.legal_actions(seat)[-1])
        assert self.refused(self.record(game)) == "other_bot"

    def test_an_edited_action_does_not(self) -> None:
        actions = self.record().to_json()["actions"]
        assert isinstance(actions, list)
        own = next(number for number, step in enumerate(actions) if step["seat"] == PLAYER)
        actions[own + 1 : own + 1] = [actions[own]]
        assert self.refused(self.record(actions=actions)) == "bad_record"
