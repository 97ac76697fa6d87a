"""Semafor: an open engine for the Ticket to Ride family of games.

    >>> import semafor
    >>> game = semafor.new_game(semafor.load_board("usa"), players=2, seed=7)
    >>> while not game.over:
    ...     seat = game.pending.seats[0]
    ...     events = game.apply(seat, game.legal_actions(seat)[0])
    >>> game.score().winners
    [1]

Everything outside the engine plays through `Game`, sees it through `Observation`, and keeps it as a `Record`.
"""

from semafor.compiled import COMPILED
from semafor.engine.boards import load_board
from semafor.engine.files.action_json import BadAction, parse_action
from semafor.engine.files.game_file import GameFile, GameFileError, read_game_file, read_game_files
from semafor.engine.files.records import RULES_VERSION, Record, RecordError
from semafor.engine.files.replay import replay
from semafor.engine.game import Decision, Game, GameError, Observation
from semafor.engine.legal import ClaimOption, LegalActions
from semafor.engine.legality.space import MoveSpace
from semafor.engine.loading import builtin_ids
from semafor.engine.pickling import register
from semafor.engine.positions.draft import PositionError
from semafor.engine.scoring.score import Score, SeatScore
from semafor.engine.scoring.score_sheet import ScoreSheet
from semafor.engine.scoring.standing import Standing
from semafor.engine.scoring.ticket_ways import TicketWay
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
from semafor.model.events import Event
from semafor.model.numbers.view import SPECTATOR
from semafor.model.reading import BoardError, Problem
from semafor.model.refusal import IllegalAction, Refusal
from semafor.rules.catalogue import register_rule

__all__ = [
    "COMPILED",
    "RULES_VERSION",
    "SPECTATOR",
    "Action",
    "BadAction",
    "Board",
    "BoardError",
    "Chance",
    "Claim",
    "ClaimOption",
    "Decision",
    "DrawCard",
    "DrawFerryCard",
    "DrawTickets",
    "Event",
    "Game",
    "GameError",
    "GameFile",
    "GameFileError",
    "IllegalAction",
    "KeepTickets",
    "LegalActions",
    "MoveSpace",
    "Observation",
    "Pass",
    "PayTunnel",
    "PositionError",
    "Problem",
    "Record",
    "RecordError",
    "Refusal",
    "Score",
    "ScoreSheet",
    "SeatScore",
    "Standing",
    "TicketWay",
    "Withdraw",
    "builtin_ids",
    "load_board",
    "load_position",
    "new_game",
    "parse_action",
    "read_game_file",
    "read_game_files",
    "register_rule",
    "replay",
]

__version__ = "0.2.0"

new_game = Game.new
"""Deals a new game: `new_game(board, players, seed, first=None)`."""
load_position = Game.from_position
"""A game from a position: `load_position(data, seed=None, board=None)`."""

register()
