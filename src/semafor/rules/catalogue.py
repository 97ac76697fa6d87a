"""All rules by the names that board files use, and the making of a board from its file.

The order here is the order in which the rules set up a game, react to a claim, explain a refusal and award
points; the order in a board file does not matter.
"""

from librt.vecs import vec

from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.reading import BoardError, Reader, Table
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
from semafor.rules.payment import build_classes
from semafor.rules.regions import Regions
from semafor.rules.route_points import RoutePoints
from semafor.rules.route_substitution import RouteSubstitution
from semafor.rules.starting_tickets import StartingTickets
from semafor.rules.ticket_draw import TicketDraw
from semafor.rules.ticket_points import TicketPoints
from semafor.rules.tie_break import TieBreak
from semafor.rules.train_cards import TrainCards
from semafor.rules.tunnels import Tunnels
from semafor.rules.turns import Turns

SLUGS = [
    "turns",
    "train_cards",
    "card_market",
    "starting_tickets",
    "ticket_draw",
    "parallel_routes",
    "ferry_cards",
    "locomotives",
    "ferries",
    "route_substitution",
    "claiming",
    "tunnels",
    "bonus_cards",
    "route_points",
    "countries",
    "last_round",
    "ticket_points",
    "longest_path",
    "globetrotter",
    "goals",
    "regions",
    "tie_break",
]
"""Every rule there is. Tickets are scored before the bonuses that count completed ones."""

REQUIRED = [
    "turns",
    "train_cards",
    "card_market",
    "starting_tickets",
    "claiming",
    "route_points",
    "last_round",
    "ticket_points",
    "tie_break",
]
"""The rules without which there is no game."""


def read_rule(slug: str, table: Table) -> Rule:
    """Makes a rule from its table in a board file."""
    match slug:
        case "turns":
            return Turns(table)
        case "train_cards":
            return TrainCards(table)
        case "card_market":
            return CardMarket(table)
        case "goals":
            return Goals(table)
        case "starting_tickets":
            return StartingTickets(table)
        case "ticket_draw":
            return TicketDraw(table)
        case "parallel_routes":
            return ParallelRoutes(table)
        case "ferry_cards":
            return FerryCards(table)
        case "locomotives":
            return Locomotives(table)
        case "ferries":
            return Ferries(table)
        case "route_substitution":
            return RouteSubstitution(table)
        case "claiming":
            return Claiming(table)
        case "tunnels":
            return Tunnels(table)
        case "bonus_cards":
            return BonusCards(table)
        case "route_points":
            return RoutePoints(table)
        case "countries":
            return Countries(table)
        case "last_round":
            return LastRound(table)
        case "ticket_points":
            return TicketPoints(table)
        case "longest_path":
            return LongestPath(table)
        case "globetrotter":
            return Globetrotter(table)
        case "regions":
            return Regions(table)
        case _:
            return TieBreak(table)


def read_rules(rules: dict[str, dict[str, object]], reader: Reader) -> list[Rule]:
    """Reads all rules of a board file, in the catalogue's order; every problem goes to the reader."""
    tables = {slug: Table(reader, f"rules.{slug}", rules[slug]) for slug in SLUGS if slug in rules}
    for slug in rules:
        if slug not in SLUGS:
            reader.report(f"rules.{slug}", f"unknown rule; the rules are {', '.join(SLUGS)}")
    for slug in REQUIRED:
        if slug not in rules:
            reader.report("rules", f"the rule {slug} is missing, and no game can be played without it")
    read: list[Rule] = []
    for slug, table in tables.items():
        read.append(read_rule(slug, table))
        table.finish()
    return read


def build_board(spec: BoardSpec) -> Board:
    """Makes a board ready to be played on, or raises BoardError with everything wrong in its rules."""
    reader = Reader()
    rules = read_rules(spec.rules, reader)
    if reader.problems:
        raise BoardError(reader.problems)
    board = Board(spec)
    board.rules = rules
    board.set_up_rules = vec[Rule](rules)
    for rule in rules:
        rule.prepare(board)
    build_classes(board)
    return board
