"""Semafor: an open engine for the Ticket to Ride family of games.

    >>> import semafor as sf
    >>> game = sf.new_game("usa", players=2, seed=7)
    >>> while not game.over:
    ...     events = game.apply(next(iter(game.legal)))
    >>> game.winners
    [1]

A game is a `Game`, what a seat knows of it an `Observation`, and a finished one is kept as a `Record`.
"""

import importlib
from typing import TYPE_CHECKING, Any

from semafor.compiled import COMPILED
from semafor.engine.boards import load_board
from semafor.engine.files import records
from semafor.engine.files.action_json import BadAction, parse_action
from semafor.engine.files.game_file import GameFile, GameFileError, read_game, read_game_file, read_game_files
from semafor.engine.files.observation_reading import ObservationError
from semafor.engine.files.records import RULES_VERSION, Record, RecordError
from semafor.engine.files.replay import replay, walk
from semafor.engine.game import Decision, Game, Observation
from semafor.engine.legality.legal_actions import LegalActions
from semafor.engine.legality.space import MoveSpace
from semafor.engine.loading import builtin_ids
from semafor.engine.pickling import register
from semafor.engine.pictures import svg
from semafor.engine.positions.draft import PositionError
from semafor.engine.scoring import score_sheet
from semafor.engine.scoring.score import Score, SeatScore
from semafor.engine.scoring.score_sheet import ScoreSheet, SeatSheet, TicketLine
from semafor.engine.scoring.standing import SeatStanding, Standing
from semafor.engine.seen import GameError
from semafor.engine.values.bots import AnyBot, Bot, Estimate, estimate_by
from semafor.engine.values.claims import ClaimOption, Claims
from semafor.engine.values.moments import Moment
from semafor.engine.values.observed import ObservationJSON
from semafor.engine.values.seats import SeatView, TunnelView
from semafor.engine.values.tickets import TicketWay
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
from semafor.model.award import Award, Share
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.errors import SemaforError
from semafor.model.event_types import (
    BonusCardsDrawn,
    CardDrawn,
    CardsDealt,
    CardTaken,
    DeckReshuffled,
    DisplayFilled,
    DisplaySwept,
    Event,
    FerryCardDrawn,
    FirstPlayer,
    GameOver,
    GoalsShown,
    LastRound,
    Passed,
    RouteClaimed,
    TicketsChosen,
    TicketsDealt,
    TicketsDrawn,
    TicketsKept,
    TunnelOpened,
    TunnelPaid,
    TunnelWithdrawn,
)
from semafor.model.numbers.view import SPECTATOR
from semafor.model.reading import BoardError, Phrase, Problem
from semafor.model.refusal import IllegalAction, Refusal
from semafor.model.values.action_json import ActionJSON
from semafor.model.values.board import Route, Ticket
from semafor.model.values.cards import Cards, UnknownName
from semafor.model.values.frozen import compare, freeze, show_only
from semafor.rules.catalogue import register_rule

if TYPE_CHECKING:
    from semafor.bots.external import BotFailure as BotFailure
    from semafor.bots.registry import BotError as BotError
    from semafor.bots.registry import make_bot as make_bot
    from semafor.simulation.insight.analysis import Analysis as Analysis
    from semafor.simulation.insight.prose import analyse as analyse
    from semafor.simulation.playing import BotResult as BotResult
    from semafor.simulation.playing import MatchResult as MatchResult
    from semafor.simulation.playing import match as match
    from semafor.simulation.playing import play as play

__all__ = [
    "COMPILED",
    "RULES_VERSION",
    "SPECTATOR",
    "Action",
    "ActionJSON",
    "Analysis",
    "AnyBot",
    "BadAction",
    "Board",
    "BoardError",
    "BonusCardsDrawn",
    "Bot",
    "BotError",
    "BotFailure",
    "BotResult",
    "CardDrawn",
    "CardTaken",
    "Cards",
    "CardsDealt",
    "Chance",
    "Claim",
    "ClaimOption",
    "Claims",
    "Decision",
    "DeckReshuffled",
    "DisplayFilled",
    "DisplaySwept",
    "DrawCard",
    "DrawFerryCard",
    "DrawTickets",
    "Estimate",
    "Event",
    "FerryCardDrawn",
    "FirstPlayer",
    "Game",
    "GameError",
    "GameFile",
    "GameFileError",
    "GameOver",
    "GoalsShown",
    "IllegalAction",
    "KeepTickets",
    "LastRound",
    "LegalActions",
    "MatchResult",
    "Moment",
    "MoveSpace",
    "Observation",
    "ObservationError",
    "ObservationJSON",
    "Pass",
    "Passed",
    "PayTunnel",
    "PositionError",
    "Problem",
    "Record",
    "RecordError",
    "Refusal",
    "Route",
    "RouteClaimed",
    "Score",
    "ScoreSheet",
    "SeatScore",
    "SeatView",
    "SemaforError",
    "Standing",
    "Ticket",
    "TicketWay",
    "TicketsChosen",
    "TicketsDealt",
    "TicketsDrawn",
    "TicketsKept",
    "TunnelOpened",
    "TunnelPaid",
    "TunnelView",
    "TunnelWithdrawn",
    "UnknownName",
    "Withdraw",
    "analyse",
    "builtin_ids",
    "load_board",
    "load_position",
    "make_bot",
    "match",
    "new_game",
    "parse_action",
    "play",
    "read_game",
    "read_game_file",
    "read_game_files",
    "register_rule",
    "replay",
    "svg",
    "walk",
]

__version__ = "0.3.0.dev0"

new_game = Game.new
"""Deals a new game: `new_game(board, players, seed, first=None)`."""
load_position = Game.from_position
"""A game from a position: `load_position(data, seed=None, board=None)`."""

_LATER = {
    "Analysis": "simulation.insight.analysis",
    "BotError": "bots.registry",
    "BotFailure": "bots.external",
    "BotResult": "simulation.playing",
    "MatchResult": "simulation.playing",
    "analyse": "simulation.insight.prose",
    "make_bot": "bots.registry",
    "match": "simulation.playing",
    "play": "simulation.playing",
}
"""Names that are imported when they are first used, since the bots take longer to load than the engine."""


_VALUES: tuple[type, ...] = (
    Action,
    Decision,
    Event,
    Observation,
    Phrase,
    Problem,
    Record,
    Refusal,
    Score,
    ScoreSheet,
    SeatScore,
    SeatSheet,
    SeatStanding,
    Standing,
    TicketLine,
    records.Step,
    score_sheet.Step,
)
_GAME = (
    "apply",
    "board",
    "clone",
    "events",
    "first",
    "legal",
    "legal_actions",
    "moves",
    "observe",
    "opening_events",
    "over",
    "pending",
    "play",
    "play_out",
    "players",
    "position",
    "record",
    "score",
    "score_sheet",
    "seed",
    "standing",
    "trying",
    "turn",
    "why_not",
    "winners",
)
"""What a game has, apart from what is for compiled code."""


def _public(value: Any) -> Any:
    """Let a class or a function say that it is `semafor.X`, wherever it is defined."""
    if callable(value) and str(getattr(value, "__module__", None) or "semafor.").startswith("semafor."):
        value.__module__ = "semafor"  # a compiled function has none
    return value


if not TYPE_CHECKING:  # a name that does not exist must stay an error for type checkers

    def __getattr__(name: str) -> Any:
        if name not in _LATER:
            raise AttributeError(f"module 'semafor' has no attribute {name!r}")
        module = importlib.import_module(f"semafor.{_LATER[name]}")
        for later, where in _LATER.items():
            if where == _LATER[name]:
                globals()[later] = _public(getattr(module, later))
        return globals()[name]


def __dir__() -> list[str]:
    return sorted(__all__)


def _estimate(seen: Observation, action: Action, worlds: int, policy: str, seed: int | str) -> Estimate:
    from semafor.bots.estimates import estimate  # noqa: PLC0415 (the bots are loaded when they are needed)

    return estimate(seen, action, worlds, policy, seed)


for _name in __all__:
    if _name not in _LATER:
        _public(globals()[_name])
for _kind in (*_VALUES, Award, Share):
    compare(_kind)
for _kind in (*_VALUES, LegalActions):
    freeze(_kind)
show_only(Board, ("between", "deck", "id", "neighbours", "places", "routes", "spec", "tickets", "trains"))
show_only(Game, _GAME)
estimate_by(_estimate)
register()
