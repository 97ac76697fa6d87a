"""Results of a deal: a record is valid only if it belongs to that deal, replays, and its bots make their own choices.

A record can't show who chose the person's actions, or how often they had tried before.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256

from msgspec import Struct

from semafor import Board, Game, Observation, Record
from semafor.model.errors import SemaforError
from semafor.model.values.action_json import ActionJSON
from semafor.simulation.thinking import Decide
from semafor.table.bot_levels import level_spec
from semafor.table.deals import PLAYER, Deal
from semafor.table.fairness import bot_seed


class BadResult(SemaforError):
    """A record that is not a valid result of the deal; `code` is for programs, the message for people."""

    def __init__(self, code: str, text: str) -> None:
        """Take the code and the message."""
        super().__init__(text)
        self.code = code


class DealResult(Struct, frozen=True):
    """A valid result; `print` is the same for two copies of one game."""

    points: int
    margin: int
    won: bool
    print: str


def check_result(deal: Deal, board: Board, record: Record) -> DealResult:
    """Return the result of a record; raise BadResult if it is not a valid result of the deal."""
    _check_head(deal, record)
    if len(record.steps) == 0:
        raise BadResult("not_over", "the game has not begun")
    game = deal.begin(board)
    taken: Counter[int] = Counter()
    for number, step in enumerate(record.steps, 1):
        if step.seat != PLAYER and step.seat < deal.players and step.seat in game.pending.seats:
            _check_bot(deal, game.observe(step.seat), taken[step.seat], step.action.to_json(), number)
        refusal = game.why_not(step.seat, step.action)
        if refusal is not None:
            raise BadResult("bad_record", f"action {number} is not legal: {refusal.message}")
        game.apply(step.seat, step.action)
        taken[step.seat] += 1
    if not game.over:
        raise BadResult("not_over", f"the game is not over after {len(record.steps)} actions")
    return result_of(game)


def result_of(game: Game) -> DealResult:
    """Return the result of a finished game."""
    score = game.score()
    own = score.seats[PLAYER].total
    others = max(seat.total for number, seat in enumerate(score.seats) if number != PLAYER)
    # By seat: in which order the seats choose their tickets at the start makes no other game.
    steps = sorted(game.record().steps, key=lambda step: step.seat)
    actions = json.dumps([(step.seat, step.action.to_json()) for step in steps], sort_keys=True)
    return DealResult(own, own - others, PLAYER in score.winners, sha256(actions.encode()).hexdigest())


def _check_head(deal: Deal, record: Record) -> None:
    if record.board != deal.board:
        raise BadResult("other_deal", f"the deal is on {deal.board}, the record on {record.board}")
    if (record.digest, record.rules) != (deal.digest, deal.rules):
        raise BadResult("other_version", "the record is from another version of the board or of the rules")
    if record.position is not None or record.seed != deal.seed or record.first is not None:
        raise BadResult("other_deal", "the record is from another deal: it has another seed")
    if record.players != deal.players:
        raise BadResult("other_deal", f"the deal is for {deal.players} players, the record has {record.players}")


def _check_bot(deal: Deal, seen: Observation, taken: int, action: ActionJSON, number: int) -> None:
    """Check that a bot's action is the one it chooses in this position."""
    seed = bot_seed(deal.seed, int(seen.seat), taken)
    job = Decide(seen, level_spec(deal.level, seen.board, int(seen.players)), seed)
    chosen = json.loads(job.run() or "null")
    if chosen != action:
        raise BadResult("other_bot", f"action {number} is not the one that the {deal.level} chooses there")
