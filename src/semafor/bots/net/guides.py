"""Guides of a search: they propose moves, rank them, and evaluate a move in a sampled world.

The planner proposes its own move and plays worlds out to the end. The learned player proposes the moves that its
network scores highest, plays a world for a few turns only, and lets the network evaluate the result.
"""

from math import exp
from typing import Final

from mypy_extensions import i64

from semafor.bots.net.brain import MARGIN, MOST_MARGINS, WIN_SHARE
from semafor.bots.net.player import Net
from semafor.bots.planner import Planner
from semafor.bots.planning.weights import Weights
from semafor.bots.policy import Policy, play_out
from semafor.engine.kernel import (
    ASKS_TICKETS,
    ASKS_TURN,
    DRAW_DECK,
    DRAW_SHOWN,
    DRAW_TICKETS,
    KEEP,
    MAX_SEATS,
    OVER,
    ROUTES,
    Offers,
    State,
    actor,
    count_points,
    make_move,
)
from semafor.engine.scoring.rewards import lead, margin, win, win_share
from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT
from semafor.model.chance import Chance
from semafor.model.tally import Tally

_MARGIN: Final = 25.0
"""The margin, in points, between a close game and a clear one."""
_WIN_SHARE: Final = 0.5
"""The weight of the win itself in a playout's value; the rest is a logistic function of the margin."""
_TICKET_STEP: Final[i64] = 4
"""In playouts planners sample one in this many tickets when deciding whether to draw some."""
_TURNS: Final[i64] = 8
"""The seat's own turns in a world, including the one being tried, before the evaluation."""
_BEHIND: Final = 0.01
"""The prior handicap of a move, for each point that the network scores it below the best."""
_TOO_FAR: Final = 8.0
"""Moves that score below the best by more than this are not tried."""


class Candidate:
    """A move being tried, and its values by world."""

    def __init__(self, move: int, behind: float = 0.0) -> None:
        """Start untried; `behind` is the handicap that its lead over the first must exceed."""
        self.move = move
        self.behind = behind
        self.worths: list[float] = []
        self.total = 0.0

    def add(self, worth: float) -> None:
        """Add the value of a playout."""
        self.worths.append(worth)
        self.total += worth


class Guide:
    """Proposes moves, and evaluates them in worlds."""

    def __init__(self, noise: float) -> None:
        """`noise` is the prior sum of squares added to the variance of a lead, for few worlds."""
        self.noise = noise

    def candidates(self, state: State, seat: i64, offers: Offers, chance: Chance) -> list[Candidate]:
        """Return the moves worth trying: the guide's own choice first, then the others by promise."""
        raise NotImplementedError

    def worth(self, state: State, seat: i64, move: i64, luck: Chance) -> float:
        """Make the move in a world, which is consumed, and return the seat's value, 0 to 1."""
        raise NotImplementedError

    def forget(self) -> None:
        """Reset for another game, or another seat."""


def quick_planners(board: Board) -> list[Policy]:
    """Return a planner for each seat, for playouts: they look at fewer tickets."""
    planners: list[Policy] = []
    for _ in range(MAX_SEATS):
        planner = Planner(board, Weights({}))
        planner.ticket_step = _TICKET_STEP
        planners.append(planner)
    return planners


class PlannerGuide(Guide):
    """The planner's move first; planners play to the end of the game."""

    def __init__(self, board: Board) -> None:
        """Allocate the planners for a board."""
        super().__init__(0.05)
        self.board = board
        self.planner = Planner(board, Weights({}))
        self.players = quick_planners(board)
        self.offers = Offers(board)

    def forget(self) -> None:
        """Drop all plans."""
        self.planner.forget()
        for player in self.players:
            player.forget()

    def candidates(self, state: State, seat: i64, offers: Offers, chance: Chance) -> list[Candidate]:
        """Return the planner's move, then the others by a quick heuristic."""
        first = int(self.planner.choose(state, seat, offers, chance))
        rest = [move for move in offers.moves() if move != first]
        rest.sort(key=lambda move: -self._promise(state, seat, move))
        return [Candidate(move) for move in [first, *rest]]

    def _promise(self, state: State, seat: i64, move: int) -> int:
        """Return a quick heuristic value of a move."""
        if move >= ROUTES:
            route = move - ROUTES
            points = int(self.board.route_points[route] * 4 + self.planner.awards.gain(route) // 25)
            return points + (60 if self.planner.has_planned(route) else 0)
        if state.question() == ASKS_TICKETS:
            return self.planner.promise_of_tickets(state, seat, move - KEEP)
        if move == DRAW_DECK:
            return 100
        if move == DRAW_TICKETS:
            return 45
        if DRAW_SHOWN <= move < DRAW_SHOWN + COLOUR_COUNT:
            return 20 + int(self.planner.wishes.weights[move - DRAW_SHOWN])
        return 40

    def worth(self, state: State, seat: i64, move: i64, luck: Chance) -> float:
        """Let planners play the world to its end."""
        make_move(state, seat, move)
        tally = play_out(state, self.players, self.offers, luck)
        ahead = float(int(lead(tally, seat)))
        return _WIN_SHARE * win_share(tally, seat) + (1.0 - _WIN_SHARE) / (1.0 + exp(-ahead / _MARGIN))


class NetGuide(Guide):
    """The network's best move first; nets play a few turns, then the network evaluates the seat's position."""

    def __init__(self, net: Net) -> None:
        """Take the player, whose working memory it shares."""
        super().__init__(0.005)
        self.net = net
        self.offers = Offers(net.board)

    def candidates(self, state: State, seat: i64, offers: Offers, chance: Chance) -> list[Candidate]:
        """Return the moves by the network's scores."""
        net = self.net
        net.look(state, seat, offers)
        scores = net.brain.scores
        scored = [(scores[net.inputs.choice_of(move)], -move) for move in offers.moves()]
        scored.sort(reverse=True)
        most = scored[0][0]
        return [Candidate(-move, _BEHIND * (most - score)) for score, move in scored if most - score <= _TOO_FAR]

    def worth(self, state: State, seat: i64, move: i64, luck: Chance) -> float:
        """Let nets play until the seat has had a few turns."""
        net = self.net
        offers = self.offers
        make_move(state, seat, move)
        turns: i64 = 0
        others_moved = False
        while state.pending != OVER:
            mover = actor(state)
            offers.fill(state, mover)
            if mover != seat:
                others_moved = True
            elif others_moved and state.question() == ASKS_TURN and offers.count > 1:
                turns += 1
                others_moved = False
                if turns == _TURNS:
                    net.look(state, seat, offers)
                    return (net.brain.value + 1.0) / 2.0
            make_move(state, mover, net.choose(state, mover, offers, luck))
        return (_reward(count_points(state), seat) + 1.0) / 2.0


def _reward(tally: Tally, seat: i64) -> float:
    """Return the reward that the network was trained to predict; it sums to 0 over the seats."""
    margins = margin(tally, seat) / MARGIN
    return WIN_SHARE * win(tally, seat) + (1.0 - WIN_SHARE) * max(-MOST_MARGINS, min(MOST_MARGINS, margins))
