"""The analysis of a finished game, as sent to clients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

import msgspec

from semafor import __version__
from semafor.table.game_table import GameTable
from semafor.table.wire.api_messages import Analysis, CostlyMove, MoveAdvice, TurningPoint, WinChances
from semafor.table.wire.shapes import ReasonShape


class _StoredAnalysis(msgspec.Struct):
    """An analysis in storage."""

    version: str
    name: str
    analysis: Analysis


def keep(found: Analysis, name: str) -> str:
    """Return the text to store of an analysis with a name, which says what it is of."""
    return msgspec.json.encode(_StoredAnalysis(__version__, name, found)).decode()


def kept(text: str | None, name: str) -> Analysis | None:
    """Return the stored analysis, unless it is of something else or of another version."""
    if text is None:
        return None
    try:
        found = msgspec.json.decode(text, type=_StoredAnalysis)
    except msgspec.MsgspecError:
        return None
    return found.analysis if (found.version, found.name) == (__version__, name) else None


class ActionAnalysis(Protocol):
    """An analysis that counts actions (`semafor.simulation.analysis.Analysis`)."""

    @property
    def playouts(self) -> int:
        """How many games were played out for one chance."""
        ...

    @property
    def advice(self) -> Sequence[Any]:
        """What the planner would have done."""
        ...

    @property
    def chances(self) -> Sequence[Any]:
        """The chances of winning."""
        ...

    @property
    def costly(self) -> Sequence[Any]:
        """The moves that cost most."""
        ...

    @property
    def turning_points(self) -> Sequence[Any]:
        """Where a chance fell."""
        ...


def analysis(table: GameTable, made: ActionAnalysis) -> Analysis:
    """Return the analysis with the numbers of log entries: some entries were undone, and some are not actions."""
    log = table.finished()
    seqs = [entry.seq for entry in log.entries if entry.kind == "start"]
    seqs += [entry.seq for entry in log.entries if entry.kind == "action" and not entry.undone]
    return Analysis(
        table.row.id,
        made.playouts,
        [
            MoveAdvice(seqs[one.step], one.seat, one.action, cast(ReasonShape, one.reason), one.same)
            for one in made.advice
        ],
        [WinChances(seqs[one.after], one.chances) for one in made.chances],
        [TurningPoint(one.seat, seqs[one.after + 1], one.before, one.then) for one in made.turning_points],
        [CostlyMove(one.seat, seqs[one.step], one.taken, one.better) for one in made.costly],
    )
