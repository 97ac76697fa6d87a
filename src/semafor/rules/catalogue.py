"""All rules, and building a board with those that its file lists.

The order here is the order in which the rules set up a game, react to a claim, explain a refusal and award
points; the order in a board file does not matter.
"""

from importlib.metadata import entry_points
from typing import Final

from librt.vecs import vec

from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.reading import Reader, Table
from semafor.model.spec import BoardSpec
from semafor.rules.bonus_cards import BonusCards
from semafor.rules.card_market import CardMarket
from semafor.rules.claiming import Claiming
from semafor.rules.countries import Countries
from semafor.rules.ferries import Ferries
from semafor.rules.ferry_cards import FerryCards
from semafor.rules.globetrotter import Globetrotter
from semafor.rules.goals import Goals
from semafor.rules.last_round import LastRound
from semafor.rules.locomotives import Locomotives
from semafor.rules.longest_path import LongestPath
from semafor.rules.parallel_routes import ParallelRoutes
from semafor.rules.regions import Regions
from semafor.rules.route_points import RoutePoints
from semafor.rules.route_substitution import RouteSubstitution
from semafor.rules.shapes import build_classes
from semafor.rules.starting_tickets import StartingTickets
from semafor.rules.ticket_draw import TicketDraw
from semafor.rules.ticket_points import TicketPoints
from semafor.rules.tie_break import TieBreak
from semafor.rules.train_cards import TrainCards
from semafor.rules.tunnels import Tunnels
from semafor.rules.turns import Turns

CATALOGUE: Final[tuple[type[Rule], ...]] = (
    Turns,
    TrainCards,
    CardMarket,
    StartingTickets,
    TicketDraw,
    ParallelRoutes,
    Locomotives,
    FerryCards,
    Ferries,
    RouteSubstitution,
    Claiming,
    Tunnels,
    BonusCards,
    RoutePoints,
    Countries,
    LastRound,
    TicketPoints,  # before the bonuses that count completed tickets
    LongestPath,
    Globetrotter,
    Goals,
    Regions,
    TieBreak,
)

ENTRY_POINTS: Final = "semafor.rules"
"""The entry point group for rules of other packages."""

_registered: list[type[Rule]] = []
_installed: list[type[Rule]] = []
_looked: list[bool] = []


def register_rule(rule: type[Rule]) -> None:
    """Register your own rule for boards loaded from now on, after those of the catalogue.

    Raises ValueError if its slug is taken.
    """
    if rule not in _registered:
        if any(known.slug == rule.slug for known in all_rules()):
            raise ValueError(f"there is a rule {rule.slug!r} already")
        _registered.append(rule)


def all_rules() -> list[type[Rule]]:
    """Return the rules of the catalogue, then those of installed packages, then those registered."""
    if not _looked:
        _looked.append(True)
        for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
            found: type[Rule] = point.load()
            _installed.append(found)
    return [*CATALOGUE, *_installed, *_registered]


def read_rules(rules: dict[str, dict[str, object]], reader: Reader) -> list[Rule]:
    """Read the rules of a board file, in the catalogue's order; report every problem to the reader."""
    known = all_rules()
    slugs = [rule.slug for rule in known]
    for slug in rules:
        if slug not in slugs:
            reader.report(f"rules.{slug}", "unknown rule; the rules are {rules}", rules=", ".join(slugs))
    for rule in known:
        if rule.required and rule.slug not in rules:
            missing = "the rule {rule} is missing, and no game can be played without it"
            reader.report("rules", missing, rule=rule.slug)
    read: list[Rule] = []
    for rule in known:
        if rule.slug in rules:
            table = Table(reader, f"rules.{rule.slug}", rules[rule.slug])
            made = rule(table)
            made.read_cites(table)
            read.append(made)
            table.finish()
    return read


def build_board(spec: BoardSpec, rules: list[Rule]) -> Board:
    """Return a board to play on by these rules, which must be in the catalogue's order."""
    board = Board(spec)
    board.rules = rules
    board.by_slug = {rule.slug: rule for rule in rules}
    board.set_up_rules = vec[Rule](rules)
    for rule in rules:
        rule.prepare(board)
    build_classes(board)
    return board
