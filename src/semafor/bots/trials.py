"""Games that policies play in a compiled loop, each with a trace: what was dealt, claimed and completed, and when.

>>> from semafor.engine.boards import load_board
>>> from semafor.bots.estimates import policy_named
>>> toy = load_board("toy")
>>> trace = play_trial(toy, [policy_named("planner", toy) for _ in range(2)], "a seed")
>>> len(trace.points), len(trace.owners), sum(trace.dealt_to) > -10
(2, 14, True)
"""

from typing import Final

from mypy_extensions import i64

from semafor.bots.planner import Planner
from semafor.bots.policy import Policy
from semafor.engine.kernel import (
    ANY_FIRST_PLAYER,
    ASKS_CARD,
    ASKS_EXTRA,
    ASKS_TURN,
    DRAW_FERRY_CARD,
    DRAW_TICKETS,
    DRAWN,
    NO_OWNER,
    NOT_YET,
    OVER,
    PASS,
    TRAINS,
    WITHDRAW,
    Offers,
    State,
    actor,
    count_points,
    make_move,
    set_up,
)
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.tally import COMPLETED, NOT_HELD

NOBODY: Final = -1


class Trace:
    """What happened in a game. Seats count from the one that began, turns from 1 for everybody together."""

    def __init__(self, players: int) -> None:
        """Start with nothing."""
        self.players = players
        self.turns = 0
        self.points: list[int] = []
        self.shares: list[float] = []
        """What each seat has of the win: 1, or less if it is shared."""
        self.trains_left: list[int] = []
        self.dealt_to: list[int] = []
        """For each ticket, the seat that it was dealt to at the start, or NOBODY."""
        self.held_by: list[int] = []
        """For each ticket, the seat that kept it, or NOBODY."""
        self.completed: list[bool] = []
        self.owners: list[int] = []
        """For each route, the seat that claimed it, or NOBODY."""
        self.claimed_at: list[int] = []
        """For each route, the turn in which it was claimed, or 0."""
        self.ticket_draws = 0
        self.sweeps = 0
        self.extras = 0
        """Tunnels that cost more, or were given up."""
        self.withdrawals = 0
        self.ferry_cards = 0
        self.passes = 0
        self.triggered_at = 0
        """The turn that began the last round, or 0."""
        self.expected: list[int] = []
        """How many more turns each other seat planned for when the last round began; it got one."""
        self.bonuses: list[tuple[str, int, int]] = []
        """The points beyond routes and tickets: the name, the seat, the points."""


def play_trial(board: Board, policies: list[Policy], seed: str) -> Trace:
    """Let a policy for each seat, in the order of turns, play a game from its deal to its end."""
    players: i64 = len(policies)
    offers = Offers(board)
    state = set_up(board, players, Chance.seeded(seed), ANY_FIRST_PLAYER, None)
    luck = Chance.seeded(f"{seed} luck")
    trace = Trace(len(policies))
    trace.dealt_to = _dealt(state)
    trace.claimed_at = [0] * int(board.route_count)
    for policy in policies:
        policy.forget()
    turns: i64 = 0
    while state.pending != OVER:
        seat = actor(state)
        order = (seat - state.first + players) % players
        asked = state.question()
        if asked == ASKS_TURN:
            turns += 1
        trains = state.seats[TRAINS + seat]
        discarded = state.discarded
        waiting = state.turns_left == NOT_YET
        offers.fill(state, seat)
        move = policies[order].choose(state, seat, offers, luck)
        make_move(state, seat, move)
        if state.seats[TRAINS + seat] < trains:
            trace.claimed_at[state.pay_route] = int(turns)
        elif asked == ASKS_EXTRA:
            trace.extras += 1
            trace.withdrawals += int(move == WITHDRAW)
        elif asked == ASKS_TURN and move == DRAW_TICKETS:
            trace.ticket_draws += 1
        elif asked == ASKS_TURN and move == DRAW_FERRY_CARD:
            trace.ferry_cards += 1
        elif asked == ASKS_TURN and move == PASS:
            trace.passes += 1
        elif asked in (ASKS_TURN, ASKS_CARD) and state.discarded > discarded:
            # Nothing else is discarded when a card is drawn.
            trace.sweeps += 1
        if waiting and state.turns_left != NOT_YET:
            trace.triggered_at = int(turns)
            for other in range(players):
                policy = policies[other]
                if other != order and isinstance(policy, Planner):
                    trace.expected.append(int(policy.turns) - 1)
    trace.turns = int(turns)
    _count(state, trace)
    return trace


def _dealt(state: State) -> list[int]:
    """Return for each ticket the seat, in the order of turns, that it is dealt to."""
    dealt = [NOBODY] * int(state.board.ticket_total)
    for seat in range(state.players):
        for slot in range(state.seats[DRAWN + seat]):
            dealt[state.drawn_ticket(seat, slot)] = int((seat - state.first + state.players) % state.players)
    return dealt


def _count(state: State, trace: Trace) -> None:
    """Add the result of a finished game."""
    players = state.players
    first = state.first
    tally = count_points(state)
    for order in range(players):
        seat = (first + order) % players
        trace.points.append(int(tally.totals[seat]))
        trace.shares.append(1.0 / len(tally.winners) if int(seat) in tally.winners else 0.0)
        trace.trains_left.append(int(state.seats[TRAINS + seat]))
    for ticket in range(state.board.ticket_total):
        outcome = i64(tally.outcomes[ticket])
        held = outcome != NOT_HELD
        holder = (state.ticket_place(ticket) - first + players) % players
        trace.held_by.append(int(holder) if held else NOBODY)
        trace.completed.append(outcome == COMPLETED)
    for route in range(state.board.route_count):
        owner = i64(state.owners[route])
        trace.owners.append(NOBODY if owner == NO_OWNER else int((owner - first + players) % players))
    for bonus in tally.bonuses:
        trace.bonuses.append((bonus.name, int((bonus.seat - first + players) % players), int(bonus.points)))
