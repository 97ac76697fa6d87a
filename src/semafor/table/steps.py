"""The automatic steps of a table: bots move, clocks run out, bots take over for absent players."""

from __future__ import annotations

from msgspec import Struct

from semafor import Action, Observation
from semafor.table.bot_levels import STAND_IN, is_own, level_spec
from semafor.table.fairness import bot_seed
from semafor.table.game_table import GameTable
from semafor.table.log import GameLog, Prepared
from semafor.table.wire.messages import Reason


class BotTurn(Struct, frozen=True):
    """A bot must decide for a seat: start thinking now, and move at `at`."""

    at: float
    seat: int
    level: str
    spec: str
    """The bot of that level, as the registry names it."""
    seed: str
    """The seed of the bot's own generator for this decision."""
    seen: Observation
    changed: int
    brief: bool = False
    """Whether to think briefly: all people have left, and want to see the end."""
    action: Action | None = None
    """Its action, if a lesson prescribes it: then the bot need not think."""
    whose: str = ""
    """The game and the seat, if the bot is the machine owner's: it may keep state, so no other seat shares it."""


class TakeOver(Struct, frozen=True):
    """At `at` a bot takes over a seat."""

    at: float
    seat: int
    reason: Reason


Step = BotTurn | TakeOver


def next_step(table: GameTable) -> Step | None:
    """Return the next step, and when it is due; None if only people can act."""
    log = table.log
    if log is None or log.game.over or not (table.pace.unwatched or table.present or table.watching):
        return None
    seat = log.bot_seat()
    if seat is not None:
        return _bot_turn(table, log, seat)
    steps = [TakeOver(at, seat, "away") for at, seat in _absences(table, log)]
    deadline = log.now.clocks.deadline()
    if deadline is not None:
        at, seat = deadline
        steps.insert(0, TakeOver(table.home_time(at), seat, "clock"))
    return min(steps, key=lambda step: step.at, default=None)


def bot_time(table: GameTable) -> float:
    """Return when a bot may move, by the home's time: people want to see the last action, and perhaps take it back."""
    log = table.begun()
    last = log.last_action()
    if last is None:
        return 0.0
    if log.now.skipped:
        return 0.0
    waits = log.now.undo_by is not None and table.undo_waived != log.seq
    return table.home_time(last.at) + (table.pace.undo_pause if waits else table.pace.bot_pause)


def move_bot(table: GameTable, turn: BotTurn, action: Action, now: float) -> Prepared | None:
    """Prepare the action that a bot has chosen; None if the game has moved on meanwhile."""
    log = table.log
    if log is None or log.now.changed != turn.changed or log.bot_seat() != turn.seat:
        return None
    return table.prepare(now, "action", turn.seat, action=action, by_bot=True)


def take_over(table: GameTable, now: float) -> Prepared | None:
    """Prepare the take-over by a bot that is due; None if none is."""
    step = next_step(table)
    if not isinstance(step, TakeOver) or step.at > now:
        return None
    return table.prepare(now, "bot_took_over", step.seat, by_bot=True, reason=step.reason)


def _bot_turn(table: GameTable, log: GameLog, seat: int) -> BotTurn:
    stored = table.seats[seat]
    seen = log.game.observe(seat)
    rehearsed = None if table.lesson is None or stored.kind != "bot" else table.lesson.reply(seen)
    level = stored.level if stored.kind == "bot" and stored.level else STAND_IN
    return BotTurn(
        at=bot_time(table),
        seat=seat,
        level=level,
        spec=level_spec(level, table.board, len(table.seats)),
        seed=bot_seed(log.seed, seat, log.actions_of(seat)),
        seen=seen,
        changed=log.now.changed,
        brief=log.now.skipped and log.people == log.now.stand_ins,
        action=rehearsed,
        whose=f"{table.row.id} {seat}" if is_own(level) else "",
    )


def _absences(table: GameTable, log: GameLog) -> list[tuple[float, int]]:
    """Return the absent seats that others wait for, and when a bot takes over.

    The wait begins when all three are true: the seat must decide, it is away, and another player is here. So who sits
    down late at an old table, or looks away until it is their turn, has the whole grace.
    """
    present = table.present & log.people
    if table.clock.kind == "days" or not present:
        return []
    waits = {
        seat: max(table.home_time(asked), table.away_since[seat], table.attended_since)
        for seat, asked in log.now.asked.items()
        if seat not in present
    }
    return [(since + table.pace.grace, seat) for seat, since in waits.items()]
