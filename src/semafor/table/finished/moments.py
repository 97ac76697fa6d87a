"""Moments of finished games: going on from one, at another table, and the record up to it.

A game that goes on has the seed and the actions of the finished one, so the cards lie as they lay there: the same
choices lead to the same game, and what comes of another choice is not luck. The replay of the finished game hides
nothing any more; in the new game every seat, a bot's too, sees only what it may know.
"""

from __future__ import annotations

import json
from typing import Any, Final

from semafor.table.bot_levels import STAND_IN
from semafor.table.creating import NewTable, new_row
from semafor.table.game_table import GameTable
from semafor.table.stored import StoredEntry, StoredSeat
from semafor.table.tokens import hashed, new_game_id, new_token
from semafor.table.wire.api_messages import PlayOn, SeatToken
from semafor.table.wire.problems import Refused

MOST_GAMES: Final = 100
"""Games that bots play on from one moment; more hardly change the picture."""
GAMES_AT_ONCE: Final = 20


def play_on(table: GameTable, wanted: PlayOn, now: float) -> tuple[NewTable, list[StoredEntry]]:
    """Make a table that goes on from a moment of a finished game: one seat is the asker's, bots have the others."""
    if wanted.seat >= table.row.players:
        text = f"there is no seat {wanted.seat}; the game has {table.row.players}"
        raise Refused("unknown_seat", text, None, "seat", 422)
    taken = actions_until(table, wanted.after)
    old = table.row
    row = new_row(new_game_id(), table.board, old.board_text, old.players, now)
    row.seed, row.commitment, row.first = old.seed, old.commitment, old.first
    row.tracker = old.tracker
    row.status = "playing"
    row.continues = old.id
    token = new_token()
    seats = [_seat(seat, row.id) for seat in table.seats]
    own = seats[wanted.seat]
    own.kind, own.level, own.token, own.owner = "person", None, hashed(token), True
    return NewTable(row, seats, [SeatToken(own.seat, token)]), _entries(table, row.id, taken, now)


def _seat(seat: StoredSeat, game: str) -> StoredSeat:
    """Return a seat with a bot: the same one, or in a person's place the one that plays on for absent players."""
    level = seat.level or STAND_IN
    return StoredSeat(game=game, seat=seat.seat, kind="bot", name=seat.name, colour=seat.colour, level=level)


def actions_until(table: GameTable, after: int) -> int:
    """Return how many actions count up to an entry of a finished game; refuse its end, from which nothing goes on."""
    log = table.finished()
    actions = [entry.seq for entry in log.entries if entry.kind == "action" and not entry.undone]
    taken = sum(seq <= after for seq in actions)
    if taken == len(actions):
        raise Refused("game_over", "the game is over at that moment; choose an earlier one", None, "after")
    return taken


def check_spread(table: GameTable, after: int, first: int, games: int) -> int:
    """Return the actions up to the moment from which bots are to play on; refuse too many games of them."""
    if not 1 <= games <= GAMES_AT_ONCE:
        raise Refused("bad_request", f"1 to {GAMES_AT_ONCE} games are played at once", None, "games", 422)
    if not 0 <= first <= MOST_GAMES - games:
        raise Refused("bad_request", f"the games have the numbers 0 to {MOST_GAMES - 1}", None, "first", 422)
    return actions_until(table, after)


def record_until(table: GameTable, taken: int) -> dict[str, Any]:
    """Return the record of a finished game up to so many actions."""
    return table.finished().game.record().until(taken).to_json()


def _entries(table: GameTable, game: str, taken: int, now: float) -> list[StoredEntry]:
    log = table.finished()
    actions = [entry for entry in log.entries if entry.kind == "action" and not entry.undone]
    entries = [StoredEntry(game=game, seq=1, kind="start", at=now)]
    for entry, step in zip(actions[:taken], log.game.record().steps, strict=False):
        action = json.dumps(step.action.to_json(), separators=(",", ":"))
        seq = len(entries) + 1
        entries.append(
            StoredEntry(game=game, seq=seq, kind="action", seat=step.seat, action=action, by_bot=entry.by_bot, at=now)
        )
    return entries
