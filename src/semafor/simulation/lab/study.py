"""A study of a board: games in portions that somebody else plays, and changes tried: the same for all homes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from msgspec.json import decode

from semafor.engine.boards import find_board, unfinished_data
from semafor.model.board import Board
from semafor.model.reading import BoardError
from semafor.simulation.jobs import BoardJob
from semafor.simulation.lab import figures
from semafor.simulation.lab.changes import Proposal, edited, proposals
from semafor.simulation.lab.games import Duel, LabDetours, LabDuels, LabGames
from semafor.simulation.lab.measures import MEASURES, measure
from semafor.simulation.lab.problems import WORST, Found, problems_of
from semafor.simulation.lab.report import LabChange, LabProblem, LabReport
from semafor.simulation.lab.sums import Sums, added, no_sums
from semafor.simulation.toml_text import board_toml

Ask = Callable[[BoardJob], Awaitable[bytes]]
Tell = Callable[[float], None]
_DUELS: Final = 0.05
"""Games between a planner and greedy bots, as a part of the others."""
_TRIAL: Final = 0.2
"""The same for the games in which a change is tried."""
_FEWEST: Final = 100
_HELPED: Final = 0.7
"""A change helped if the problem weighs less than this part of what it did."""


@dataclass(frozen=True)
class Effort:
    """How much is played: `games` in all, or as many as fit into some seconds; `lanes` portions at a time."""

    games: int
    seconds: float | None = None
    lanes: int = 1
    portion: float = 0.5
    """Seconds that a portion of games should take."""
    changes: int = WORST
    """Problems for which changes are tried."""


class Study:
    """Plays the games of a board."""

    def __init__(self, name: str, text: str | None, seed: int, effort: Effort, ask: Ask, tell: Tell) -> None:
        """Take a board, how much is played, who plays, and who is told the progress, from 0 to 1."""
        self.board = find_board(name, text)
        self.name = name
        self.text = self.board.text
        self.seed = seed
        self.effort = effort
        self.ask = ask
        self.tell = tell
        self.begun = time.monotonic()
        self.tables: list[Sums] = []
        self.pace = 4.0
        """Games that fit into a second; the first portion finds out."""

    async def report(self) -> LabReport:
        """Play, and return what the games say."""
        effort = self.effort
        trying = 0.35 if effort.changes else 0.0
        self.tell(0.0)
        limit = None if effort.seconds is None else effort.seconds * (1 - trying)
        numbers = range(self.board.spec.min_players, self.board.spec.max_players + 1)
        tables = await self._play(self.board, self.text, effort.games, numbers, limit, (0.0, 0.95 - trying))
        self.tables = tables
        games = sum(sums.games for sums in tables)
        duel = await self._duel(max(_FEWEST, round(games * _DUELS)))
        detours = await self._detours(self.text)
        found = Found(self.board, tables, detours, duel.share, numbers[0], duel.games)
        report = self._told(found)
        left = None if limit is None else (effort.seconds or 0.0) - (time.monotonic() - self.begun)
        await self._try_changes(report, left, (0.95 - trying, 1.0))
        report.seconds = round(time.monotonic() - self.begun, 1)
        self.tell(1.0)
        return report

    def _told(self, found: Found) -> LabReport:
        board, tables = self.board, found.tables
        low, high = figures.share_of(found.skill * found.skill_games, found.skill_games)
        return LabReport(
            board=board.id,
            digest=board.spec.digest,
            seed=self.seed,
            games=sum(sums.games for sums in tables),
            seconds=0.0,
            tables=[figures.table_of(sums) for sums in tables],
            skill=found.skill,
            skill_interval=(low, high),
            tickets=figures.tickets_of(board, tables),
            routes=figures.routes_of(board, tables, found.detours),
            cities=figures.cities_of(board, tables),
            colours=figures.colours_of(board, tables),
            rules=figures.rules_of(board, tables),
            problems=problems_of(found),
        )

    async def _play(
        self,
        board: Board,
        text: str,
        games: int,
        numbers: range,
        seconds: float | None,
        part: tuple[float, float],
    ) -> list[Sums]:
        """Play games, shared equally among the numbers of players; stop when the time is up."""
        begun = time.monotonic()
        share = -(-games // len(numbers))
        next_game = dict.fromkeys(numbers, 0)
        parts: dict[int, dict[int, Sums]] = {players: {} for players in numbers}
        played = 0

        async def lane() -> None:
            nonlocal played
            while True:
                players = min(next_game, key=lambda count: next_game[count])
                first = next_game[players]
                late = seconds is not None and time.monotonic() - begun > seconds
                if first >= share or (late and first > 0):
                    return
                count = min(share - first, max(1, round(self.pace * self.effort.portion)))
                next_game[players] = first + count
                started = time.monotonic()
                done = await self.ask(LabGames(self.name, text, players, self.seed, first, count))
                self.pace = min(max(count / max(time.monotonic() - started, 1e-3), 1.0), self.pace * 4)
                parts[players][first] = decode(done, type=Sums)
                played += count
                done_part = played / (share * len(numbers))
                if seconds is not None:
                    done_part = max(done_part, min(1.0, (time.monotonic() - begun) / max(seconds, 1e-3)))
                self.tell(part[0] + (part[1] - part[0]) * min(1.0, done_part))

        await asyncio.gather(*(lane() for _ in range(self.effort.lanes)))
        return [
            added([sums for _, sums in sorted(parts[players].items())]) if parts[players] else no_sums(board, players)
            for players in numbers
        ]

    async def _duel(self, games: int) -> Duel:
        """Let a planner play against greedy bots, with the fewest players."""
        players = self.board.spec.min_players
        wins, played = 0.0, 0
        started = time.monotonic()
        while played < games:
            count = min(games - played, max(1, round(self.pace * self.effort.portion)))
            done = await self.ask(LabDuels(self.name, self.text, players, self.seed, played, count))
            part = decode(done, type=Duel)
            wins, played = wins + part.share, played + part.games
            if self.effort.seconds is not None and time.monotonic() - started > self.effort.seconds / 20:
                break
        return Duel(played, wins / max(1, played))

    async def _detours(self, text: str) -> list[float]:
        """Return the detours of a board; a server's event loop would wait for seconds."""
        return decode(await self.ask(LabDetours(self.name, text)), type=list[float])

    # Changes

    async def _try_changes(self, report: LabReport, seconds: float | None, part: tuple[float, float]) -> None:
        """Try changes for the worst problems, and note the one that helped most."""
        data: dict[str, Any] = unfinished_data(self.text)
        listed = [
            (problem, change)
            for problem in report.problems[: self.effort.changes]
            for change in proposals(self.board, data, report, problem)
        ]
        for number, (problem, change) in enumerate(listed):
            span = (part[1] - part[0]) / len(listed)
            at = part[0] + span * number
            limit = None if seconds is None else seconds / len(listed)
            tried = await self._try(data, report, problem, change, limit, (at, at + span))
            if tried is not None and (problem.change is None or _is_better(tried, problem.change)):
                problem.change = tried

    async def _try(
        self,
        data: dict[str, Any],
        report: LabReport,
        problem: LabProblem,
        change: Proposal,
        seconds: float | None,
        part: tuple[float, float],
    ) -> LabChange | None:
        """Play on the changed board; return how much the problem weighs there, or None if it can't be played on."""
        try:
            text = board_toml(edited(data, change.edits))
            board = find_board("", text)
        except (BoardError, KeyError, IndexError, TypeError):
            return None
        numbers = range(board.spec.min_players, board.spec.max_players + 1)
        if problem.kind == "seat":
            players = int(problem.said.values["players"])
            numbers = range(players, players + 1)
        games = max(_FEWEST, round(report.games * _TRIAL))
        tables = await self._play(board, text, games, numbers, seconds, part)
        before, _ = measure(self.board, self.tables, problem)
        after, interval = measure(board, tables, problem)
        # Skill is not measured again.
        again = problems_of(Found(board, tables, await self._detours(text), 1.0, numbers[0], 0))
        weight = max((one.weight for one in again if _is_same(one, problem)), default=0.0)
        return LabChange(
            said=change.said,
            edits=change.edits,
            measure=MEASURES[problem.kind],
            before=round(before, 3),
            after=round(after, 3),
            after_interval=(round(interval[0], 3), round(interval[1], 3)),
            weight=weight,
            games=sum(sums.games for sums in tables),
            # Fewer games find fewer problems: the number itself must have changed, too, by more than chance.
            helped=weight < problem.weight * _HELPED
            and (problem.kind == "rule" or not interval[0] <= before <= interval[1]),
        )


def _is_better(one: LabChange, other: LabChange) -> bool:
    return (one.helped, -one.weight) > (other.helped, -other.weight)


def _is_same(one: LabProblem, other: LabProblem) -> bool:
    """Return whether two problems are about the same thing."""
    if one.kind != other.kind and {one.kind, other.kind} not in ({"ticket", "hopeless"}, {"corridor", "prize"}):
        return False
    if one.kind in ("corridor", "prize"):
        return one.routes[0].split(":")[:2] == other.routes[0].split(":")[:2]
    if one.kind == "seat":
        return one.said.values["players"] == other.said.values["players"]
    return (one.cities, one.colour, one.rule) == (other.cities, other.colour, other.rule) and (
        not one.tickets or not other.tickets or one.tickets[0] == other.tickets[0]
    )
