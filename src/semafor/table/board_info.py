"""Boards for the browser: as a summary, and in full, with the names of places in every language."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from semafor import Board, builtin_ids, load_board
from semafor.engine.definition import board_definition
from semafor.engine.values.definition import BoardDefinition
from semafor.table.wire.api_messages import BoardSummary
from semafor.table.wire.client_messages import BASIC_BOARD

HIDDEN: Final = frozenset({"toy"})
"""Boards for tests and examples: they can be played on, but are not offered."""
_PLAIN: Final = frozenset({"U"})


def offered_boards() -> list[str]:
    """Return the ids of the boards that people choose from, the basic one first."""
    return sorted(set(builtin_ids()) - HIDDEN, key=lambda id_: (id_ != BASIC_BOARD, id_))


def board_summaries() -> list[BoardSummary]:
    """Return the boards that people choose from, in the same order."""
    return [_summary(load_board(id_)) for id_ in offered_boards()]


def _summary(board: Board) -> BoardSummary:
    spec = board.spec
    return BoardSummary(
        id=spec.id,
        revision=spec.revision,
        names=dict(spec.names),
        players=[spec.min_players, spec.max_players],
        trains=int(board.trains),
        routes=int(board.route_count),
        tickets=int(board.ticket_total),
        differences=_differences(board),
    )


def _differences(board: Board) -> list[str]:
    """Return the ids of the rules that differ from the basic board, in order."""
    ids = {cited for rule in board.rules for cited in rule.cites.values() if cited.partition("-")[0] not in _PLAIN}
    return sorted(ids, key=lambda cited: (cited.partition("-")[0], int(cited.partition("-")[2])))


@lru_cache(maxsize=64)
def definition(board: Board) -> BoardDefinition:
    """Return a board in full, as `semafor engine` describes it."""
    return board_definition(board)
