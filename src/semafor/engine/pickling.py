"""Pickle and copy boards, games, observations, records, actions and generators.

Compiled classes have no `__dict__` that Python could save, so each is reduced here: a board to the text of its file, a
game to its start and its moves. A board that this process already knows is not rebuilt.

    >>> import copy
    >>> from semafor.engine.boards import load_board
    >>> register()
    >>> board = load_board("toy")
    >>> copy.deepcopy(board) is board
    True
    >>> game = Game.new(board, players=2, seed=1)
    >>> copy.deepcopy(game).position() == game.position()
    True
"""

import copyreg
from collections.abc import Callable
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.engine.boards import board_of
from semafor.engine.files.action_json import parse_action
from semafor.engine.files.records import HISTORY_SEAT
from semafor.engine.game import Decision, Game, Observation
from semafor.engine.observation import View
from semafor.engine.positions.writing import dump_position
from semafor.model.actions import (
    Action,
    Claim,
    DrawCard,
    DrawFerryCard,
    DrawTickets,
    KeepTickets,
    Pass,
    PayTunnel,
    Withdraw,
)
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.event_types import CLASSES, EVENTS, Event
from semafor.model.state import empty_state
from semafor.rules.tickets import arrange_drawn, ticket_ids


def register() -> None:
    """Register reducers for the compiled classes with `pickle` and `copy`."""
    copyreg.pickle(Board, _board_parts)
    copyreg.pickle(Game, _game_parts)
    copyreg.pickle(Observation, _observation_parts)
    copyreg.pickle(Chance, _chance_parts)
    copyreg.pickle(Decision, _decision_parts)
    for event in EVENTS:
        copyreg.pickle(event, _event_parts)
    for kind in (Claim, DrawCard, DrawFerryCard, DrawTickets, KeepTickets, Pass, PayTunnel, Withdraw):
        copyreg.pickle(kind, _action_parts)


def _board_parts(board: Board) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    if not board.text:
        raise TypeError(f"the board {board.id} was not made from the text of a file and can't be pickled")
    return board_of, (board.text,)


def _chance_parts(chance: Chance) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    return Chance, (int(chance.a), int(chance.b), int(chance.c), int(chance.counter))


def _event_parts(event: Event) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    return CLASSES[event.type], event.values()


def _decision_parts(decision: Decision) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    return Decision, (decision.name, list(decision.seats))


def _action_parts(action: Action) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    return parse_action, (action.to_json(),)


def _game_parts(game: Game) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    position: dict[str, object] | None = None
    if game.seed is None:
        if game.start.is_paying():
            raise TypeError("a game that begins in the middle of a payment can't be pickled")
        position = dump_position(game.start)
    history = [int(entry) for entry in game.history]
    return _make_game, (game.board, game.players, game.seed, game.asked_first, position, history, dict(game.orders))


def _make_game(
    board: Board,
    players: int,
    seed: int | str | None,
    first: int | None,
    position: object,
    history: list[int],
    orders: dict[int, list[str]],
) -> Game:
    """Restore a game: start it and make its moves."""
    if seed is None:
        game = Game.from_position(position, None, board)
    else:
        game = Game.new(board, players, seed, first)
    for index, entry in enumerate(history):
        seat = entry // HISTORY_SEAT
        order = orders.get(index)
        if order is not None:
            kept = [ticket for ticket in ticket_ids(game.state, seat, -1) if ticket not in order]
            arrange_drawn(game.state, seat, kept, order)
            game.orders[index] = order
        game.make_move(seat, entry % HISTORY_SEAT)
    return game


def _observation_parts(observation: Observation) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    seen = observation._view
    singles = [
        int(seen.pending),
        int(seen.acting),
        int(seen.first),
        int(seen.turns_left),
        int(seen.passes),
        int(seen.deck_size),
        int(seen.ferry_pile),
        int(seen.goals),
        int(seen.ticket_count),
        int(seen.removed_tickets),
        int(seen.held),
        int(seen.shows_payment),
    ]
    words = [[int(number) for number in seen.numbers], [int(mask) for mask in seen.masks]]
    small = [bytes([int(value) for value in values]) for values in (seen.owners, seen.tickets, seen.under, seen.drawn)]
    return _make_observation, (seen.board, int(seen.players), int(seen.seat), singles, words, small)


def _make_observation(
    board: Board, players: int, seat: int, singles: list[int], words: list[list[int]], small: list[bytes]
) -> Observation:
    """Restore an observation: make an empty one and fill it."""
    seen = View(empty_state(board, players, Chance.seeded(0)), seat)
    seen.pending = singles[0]
    seen.acting = singles[1]
    seen.first = singles[2]
    seen.turns_left = singles[3]
    seen.passes = singles[4]
    seen.deck_size = singles[5]
    seen.ferry_pile = singles[6]
    seen.goals = singles[7]
    seen.ticket_count = singles[8]
    seen.removed_tickets = singles[9]
    seen.held = singles[10]
    seen.shows_payment = singles[11] != 0
    seen.numbers = vec[i64]([i64(number) for number in words[0]])
    seen.masks = vec[i64]([i64(mask) for mask in words[1]])
    seen.owners = _bytes(small[0])
    seen.tickets = _bytes(small[1])
    seen.under = _bytes(small[2])
    seen.drawn = _bytes(small[3])
    return Observation(seen)


def _bytes(values: bytes) -> vec[u8]:
    return vec[u8]([u8(value) for value in values])
