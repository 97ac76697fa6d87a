"""The base class of rules: a rule overrides some of these hooks.

Hooks only add. A rule registers for hooks in `prepare`, so that play never calls a rule that has nothing to do. No rule
overrides another, and none knows a board: differences between boards are parameters.
"""

from typing import TYPE_CHECKING, ClassVar

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from semafor.model.actions import Action
from semafor.model.award import Award, Share
from semafor.model.bits import bit
from semafor.model.gains import Gains
from semafor.model.reading import Reader, Table
from semafor.model.refusal import Refusal
from semafor.model.spec import BoardSpec, Place, RouteField, RouteSpec

if TYPE_CHECKING:
    from semafor.model.board import Board
    from semafor.model.network.connections import Network
    from semafor.model.state import State
    from semafor.model.tally import Tally


class Shape:
    """One form a payment may take.

    `ferry_cards` and `locomotives` are the numbers of those; `same` cards are of one colour (the route's, or any one on
    a grey route); `loose` more coloured cards come in groups of `unit` equal ones (1: any cards, 2: pairs).
    """

    def __init__(self, ferry_cards: int, locomotives: int, same: int, loose: int, unit: int) -> None:
        """Take the five numbers."""
        self.ferry_cards = ferry_cards
        self.locomotives = locomotives
        self.same = same
        self.loose = loose
        self.unit = unit

    def key(self) -> tuple[int, int, int, int, int]:
        """Return the five numbers in the order of payments: fewest ferry cards and locomotives first."""
        return (self.ferry_cards, self.locomotives, self.same + self.loose, self.same, self.unit)


class Price:
    """The most that all the cards of the game may have to pay for on a route; each rule adds its part.

    `covered` symbols need no locomotive. `for_symbol` coloured cards replace the locomotive of a symbol, and one of the
    `rates` another card of the payment, if any do.
    """

    def __init__(self) -> None:
        """Start without substitutes."""
        self.covered = 0
        self.wild = False
        self.for_symbol = 0
        self.rates: list[int] = []
        self.locomotives_replace = False


@mypyc_attr(allow_interpreted_subclasses=True)  # third-party rules need not be compiled
class Rule:
    """The base class of rules; every hook does nothing here.

    `slug` names the rule in board files. Without a `required` rule no game can be played. `cited` are the ids that
    the rule's refusals and awards cite, by reason: the rulebooks number the same rule differently, so a board file
    may name others in its table `cites`. `route_fields` are the fields that it adds to the routes of board files.

    For its awards: whether everybody can count them during the game (`public`; not if they depend on hands or tickets),
    their names and descriptions by language. For the rules of the catalogue the clients have the texts.
    """

    slug: ClassVar[str] = ""
    required: ClassVar[bool] = False
    cited: ClassVar[dict[str, str]] = {}
    public: ClassVar[bool] = False
    names: ClassVar[dict[str, str]] = {}
    about: ClassVar[dict[str, str]] = {}
    route_fields: ClassVar[tuple[RouteField, ...]] = ()

    cites: dict[str, str]

    def __init__(self, table: Table) -> None:
        """Start with the ids of the basic rulebook; a rule with parameters then reads them."""
        self.cites = dict(self.cited)

    def read_cites(self, table: Table) -> None:
        """Read the ids that the board cites instead.

        Not in `__init__`, which a compiled class without its own runs twice.
        """
        if table.has("cites"):
            named = table.table("cites")
            for reason in self.cited:
                if named.has(reason):
                    self.cites[reason] = named.text(reason)
            named.finish()

    # When a board file is read, whether or not the board uses the rule

    @classmethod
    def read_place(cls, table: Table, place: Place) -> None:
        """Read the rule's fields of a city."""

    @classmethod
    def read_parts(cls, table: Table, spec: BoardSpec) -> None:
        """Read the lists of the file that belong to the rule."""

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report what on the board contradicts the rule, or needs it while it is missing.

        A missing or mistyped parameter, which is reported anyway, checks nothing.
        """

    @classmethod
    def limit_price(cls, spec: BoardSpec, route: RouteSpec, price: Price) -> None:
        """Add what may replace the cards of a route, to check that it can be paid."""

    @classmethod
    def needed(cls, spec: BoardSpec, reader: Reader, paths: list[str]) -> None:
        """Report once, at the first of the paths that need the rule, that it is missing."""
        if paths and cls.slug not in spec.rules:
            missing = "needs a table [rules.{rule}], which is missing"
            if len(paths) > 1:
                missing = "needs a table [rules.{rule}], which is missing (and for {number} more)"
            reader.report(paths[0], missing, rule=cls.slug, number=len(paths) - 1)

    # When a board is built

    def prepare(self, board: "Board") -> None:
        """Write parameters into the board's tables and register for the hooks below."""

    def cover(self, board: "Board", route: int, shapes: list[Shape]) -> list[Shape]:
        """Return the shapes in which spaces with symbols are covered, given the shapes so far."""
        return shapes

    def widen(self, board: "Board", route: int, shapes: list[Shape]) -> list[Shape]:
        """Add shapes in which locomotives replace coloured cards."""
        return shapes

    def substitute(self, board: "Board", route: int, shapes: list[Shape]) -> list[Shape]:
        """Add shapes with substitutes."""
        return shapes

    def describe(self, board: "Board", said: dict[str, object]) -> None:
        """Add the rule's fields to the description of the board."""

    def describe_route(self, board: "Board", route: int, said: dict[str, object]) -> None:
        """Add the rule's fields to the description of a route."""

    def possible_moves(self, board: "Board") -> list[int]:
        """Return every move of the rule that can ever be legal on the board."""
        return []

    def move_name(self, board: "Board", move: int) -> str:
        """Return a short description of one of these moves."""
        raise NotImplementedError

    # When a game is set up

    def set_up(self, state: "State") -> None:
        """Do the rule's part of setting up a game."""

    # In play

    def offers(self, state: "State", seat: i64) -> i64:
        """Return the moves below 60 that the rule offers for a turn, as bits."""
        return 0

    def act(self, state: "State", seat: i64, move: i64) -> None:
        """Make a move that the rule offered, for a turn or for its own decision."""

    def intercept(self, state: "State", seat: i64, route: i64) -> bool:
        """Stop a claim after it is paid, leaving a decision pending, and return True; else return False."""
        return False

    def claimed(self, state: "State", seat: i64, route: i64) -> None:
        """React to a claim."""

    def turn_ended(self, state: "State", seat: i64) -> None:
        """React to the end of a turn."""

    # While a decision of the rule is pending (`Board.decisions`)

    def deciders(self, state: "State") -> i64:
        """Return the seats that must decide, as bits; a rule that overrides this is in `Board.own_deciders`."""
        return bit(state.seat)

    def answers(self, state: "State", seat: i64, words: vec[i64]) -> i64:
        """Write the moves that answer the decision into the masks `words`; return how many of these are used."""
        return 0

    def refuse_seat(self, state: "State", seat: i64) -> Refusal:
        """Return why the seat may not decide now."""
        turns = state.board.rule("turns")
        cited = None if turns is None else turns.cites["order"]
        return Refusal("not_your_turn", cited, f"it is the turn of seat {state.seat}, not of seat {seat}")

    def refuse_kind(self, state: "State", kind: str) -> Refusal | None:
        """Return why an action of this kind must wait until the decision is made; None if it answers it."""
        return None

    # Actions (`Board.action_rules`), and the moves that carry them out

    def action(self, state: "State", seat: i64, move: i64) -> Action:
        """Return the action of a legal move of the rule."""
        raise NotImplementedError

    def move(self, state: "State", seat: i64, action: Action) -> i64:
        """Return the next move that carries out an action of the rule."""
        raise NotImplementedError

    def check(self, state: "State", seat: i64, action: Action) -> Refusal | None:
        """Return what is wrong with the contents of an action (cards, tickets) beyond its move."""
        return None

    def refuse_early(self, kind: str) -> Refusal | None:
        """Return why an action of this kind can't be taken in a turn: it answers a decision that is not pending."""
        return None

    # At the end

    def award(self, state: "State", tally: "Tally") -> None:
        """Add the rule's points to the final score."""

    def explain(self, state: "State", tally: "Tally") -> list[Award]:
        """Explain the rule's awards: what was counted, for whom, and by which routes and tickets.

        By default these are the bonuses that the tally has under the rule's slug.
        """
        return [
            self.award_of(
                self.slug,
                0,
                [Share(int(b.seat), int(b.value), int(b.points)) for b in tally.bonuses if b.name == self.slug],
            )
        ]

    def gains(self, state: "State", gains: Gains) -> None:
        """Add what routes and tickets can gain from the rule's awards, for bots."""

    def may_change(self, tally: "Tally", seat: i64, route: i64) -> bool:
        """Return whether the rule's awards to a seat may change if it also had a route, for bots.

        The tally is of a game without tickets and hands.
        """
        return True

    def counts(self, network: "Network") -> vec[i64]:
        """Return what every seat has of what the rule awards, counted from the routes alone, for learners.

        A rule that overrides this is in `Board.counted_rules`. It is asked after every claim.
        """
        raise NotImplementedError

    def award_of(self, id: str, points: i64, shares: list[Share]) -> Award:
        """Return an award of the rule with its texts."""
        award = Award(id, self.slug, list(self.cites.values()), int(points), self.public, shares)
        award.names = self.names
        award.about = self.about
        return award

    # Explaining

    def refuse(self, state: "State", seat: i64, move: i64) -> Refusal | None:
        """Return why the seat can't make a move of this rule now, if this rule is the reason."""
        return None

    def refuse_claim(self, state: "State", seat: i64, route: i64) -> Refusal | None:
        """Return why the seat can't claim the route with any payment, if this rule is the reason."""
        return None

    def refuse_payment(
        self, state: "State", seat: i64, route: i64, cards: tuple[int, ...], ferry_cards: int
    ) -> Refusal | None:
        """Return why these cards don't pay for the route, if this rule is the reason."""
        return None
