"""The low-level API: a game as numbers, for compiled policies, searches and environments.

`Game` and `Observation` are for everybody else. Code that plays thousands of games a second works on a `State`: flat
vectors of integers, read by the offsets here, with legal moves as bit masks (`Offers`) and moves as numbers
(`make_move`). Compiled code gets constants and classes from here at no cost: mypyc resolves them to where they are
defined.

A policy gets a state sampled from an observation (`sample_state`), never the true one. `state_of` returns the true
state of a game, for code that may know everything: environments that encode what each seat sees, and analyses of
finished games.

The names in `__all__` are stable: they are renamed or removed only with a note in the changelog. The values of
constants and the layout of vectors are not stable; never store them. Everything below the engine (`model.state`,
`model.numbers` and `rules`) may change at any time, and an import contract keeps other packages out.

    >>> from semafor.engine.game import Game
    >>> from semafor.engine.boards import load_board
    >>> from semafor.model.chance import Chance
    >>> chance = Chance.seeded(1)
    >>> state = sample_state(Game.new(load_board("toy"), players=2, seed=1).observe(0), chance)
    >>> offers = Offers(state.board)
    >>> while state.pending != OVER:
    ...     seat = actor(state)
    ...     offers.fill(state, seat)
    ...     make_move(state, seat, offers.pick(chance.below(offers.count)))
    >>> len(count_points(state).totals) >= 2
    True
"""

from semafor.engine import determinise
from semafor.engine.game import Game, Observation
from semafor.engine.legality.offers import Offers, actor
from semafor.engine.observation import View
from semafor.engine.scoring.counting import count_points
from semafor.engine.turn import ANY_FIRST_PLAYER, make_move, set_up
from semafor.model.chance import Chance
from semafor.model.numbers.layout import (
    DISCARDS,
    DRAWN,
    FERRY_CARDS,
    HANDS,
    IN_DECK,
    KNOWN,
    MAX_SEATS,
    NO_OWNER,
    NOT_YET,
    OVER,
    PAID,
    POINTS,
    REMOVED,
    SHAPE,
    SHAPE_FERRY_CARDS,
    SHAPE_LOCOMOTIVES,
    SHAPE_LOOSE,
    SHAPE_SAME,
    SHAPE_UNIT,
    SHOWN,
    TICKETS_HELD,
    TRAINS,
)
from semafor.model.numbers.moves import (
    DRAW_DECK,
    DRAW_FERRY_CARD,
    DRAW_SHOWN,
    DRAW_TICKETS,
    KEEP,
    MAX_DRAWN,
    MAX_FERRY_CARDS,
    PASS,
    PAY_COLOUR,
    PAY_FERRY_CARDS,
    PAY_LOCOMOTIVES,
    ROUTES,
    WITHDRAW,
    WORDS_BEFORE_ROUTES,
)
from semafor.model.numbers.questions import (
    ASKS_ANYTHING,
    ASKS_CARD,
    ASKS_EXTRA,
    ASKS_PAYMENT,
    ASKS_TICKETS,
    ASKS_TURN,
)
from semafor.model.state import State, empty_state
from semafor.rules.tickets import arrange_drawn, keep_move, ticket_ids

__all__ = [
    "ANY_FIRST_PLAYER",
    "ASKS_ANYTHING",
    "ASKS_CARD",
    "ASKS_EXTRA",
    "ASKS_PAYMENT",
    "ASKS_TICKETS",
    "ASKS_TURN",
    "DISCARDS",
    "DRAWN",
    "DRAW_DECK",
    "DRAW_FERRY_CARD",
    "DRAW_SHOWN",
    "DRAW_TICKETS",
    "FERRY_CARDS",
    "HANDS",
    "IN_DECK",
    "KEEP",
    "KNOWN",
    "MAX_DRAWN",
    "MAX_FERRY_CARDS",
    "MAX_SEATS",
    "NOT_YET",
    "NO_OWNER",
    "OVER",
    "PAID",
    "PASS",
    "PAY_COLOUR",
    "PAY_FERRY_CARDS",
    "PAY_LOCOMOTIVES",
    "POINTS",
    "REMOVED",
    "ROUTES",
    "SHAPE",
    "SHAPE_FERRY_CARDS",
    "SHAPE_LOCOMOTIVES",
    "SHAPE_LOOSE",
    "SHAPE_SAME",
    "SHAPE_UNIT",
    "SHOWN",
    "TICKETS_HELD",
    "TRAINS",
    "WITHDRAW",
    "WORDS_BEFORE_ROUTES",
    "Offers",
    "State",
    "View",
    "actor",
    "arrange_drawn",
    "count_points",
    "empty_state",
    "keep_move",
    "make_move",
    "sample_state",
    "set_up",
    "state_of",
    "ticket_ids",
    "view_of",
]


def sample_state(seen: Observation, chance: Chance) -> State:
    """Return a random state that is consistent with the observation."""
    return determinise.sample_state(seen._view, chance)


def view_of(seen: Observation) -> View:
    """Return the vectors of an observation, which must not be changed."""
    return seen._view


def state_of(game: Game) -> State:
    """Return the true state of a game, including hidden information; it is not a copy and must not be changed."""
    return game.state
