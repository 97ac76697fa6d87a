"""Search: try the sensible actions in sampled worlds, play each out, and take the one that does best.

Worlds are sampled from what the seat knows and believes. Every action is tried in the same worlds with the same luck
(common random numbers), so that the deal does not drown out their differences. The budget is split into rounds, and the
better half survives each (sequential halving); an action that is clearly worse than another is dropped earlier, and
when one is left the search stops.

A guide (see `guides`), the learned player where one is trained and else the planner, proposes the actions and evaluates
worlds. Its own action is the default. Another replaces it only if its lead is too large to be luck, and with a small
budget fewer actions are tried, so that each gets enough worlds.
"""

from math import sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from semafor.bots.base import Bot, named, whole_action
from semafor.bots.net.guides import Candidate, Guide, NetGuide, PlannerGuide
from semafor.bots.net.player import Net
from semafor.bots.planning.beliefs import Beliefs
from semafor.bots.policy import Policy
from semafor.bots.reasons import (
    BESIDE_THE_PLAN,
    CODES,
    DRAWING,
    FERRY_CARD,
    MORE_TICKETS,
    NOTHING_ELSE,
    ON_THE_WAY,
    TICKETS_KEPT,
    Reason,
    reason,
)
from semafor.engine.game import Game, Observation
from semafor.engine.kernel import (
    ASKS_TICKETS,
    ASKS_TURN,
    DRAW_FERRY_CARD,
    DRAW_TICKETS,
    KEEP,
    NOT_YET,
    PASS,
    ROUTES,
    Offers,
    State,
    sample_state,
)
from semafor.engine.legality.legal_actions import LegalActions
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance

_FEW: Final = 8
"""Worlds that every action gets before any is dropped; if the budget has fewer, the guide's action is taken."""
_ENOUGH: Final = 12
"""Worlds that the budget must allow for every action that is tried."""
_DOUBT: Final = 16.0
"""How much an action must be ahead of the guide's, for each unit of the squared error of its lead.

If actions are worse than the guide's by m on average with a standard deviation s, the posterior mean of a lead is
positive if it exceeds m / s² times its squared error. Trials in many worlds gave about m = 0.04 and s = 0.05.
"""
_SPREAD: Final = 0.0025
"""The variance s²."""
_CLEARLY: Final = 2.0
"""An action is dropped within a round if it is this many standard errors behind another."""
_NO_MATTER: Final = 0.004
"""If no two actions differ by more than about this, the choice makes no difference."""


class Lead:
    """The lead of one candidate over another in the worlds that both were tried in."""

    def __init__(self, one: Candidate, other: Candidate, noise: float) -> None:
        """Compute the mean of the differences and its standard error; `noise` is a prior sum of squares."""
        tries = min(len(one.worths), len(other.worths))
        differences = [one.worths[i] - other.worths[i] for i in range(tries)]
        self.mean = sum(differences) / tries
        squares = sum([(difference - self.mean) ** 2 for difference in differences])
        self.error = sqrt((squares + noise) / (tries * max(tries - 1, 1)))


class Search(Bot):
    """Flat Monte Carlo search with any time budget."""

    def __init__(
        self,
        board: Board,
        seconds: float = 1.0,
        playouts: int = 0,
        actions: int = 16,
        believes: bool = True,
        net: Net | None = None,
    ) -> None:
        """Take the time per decision; or, for reproducible play, a number of playouts (0: by time).

        `net` guides the search at tables that its network was trained for, until the last round; otherwise the planner
        does.
        """
        self.board = board
        self.seconds = seconds
        self.playouts = playouts
        self.actions = actions
        self.believes = believes
        by_planner = PlannerGuide(board)
        self.by_planner = by_planner
        self.net = net
        self.by_net: Guide = by_planner if net is None else NetGuide(net)
        self.guide: Guide = by_planner
        self.planner = by_planner.planner
        self.beliefs = Beliefs(board, self.planner.ways.map)
        self.offers = Offers(board)
        self.why: i64 = NOTHING_ELSE
        self.over: Action | None = None
        self.by = 0.0
        self.tried = 0
        self.played = 0
        self.pace = 0.0
        """Playouts per second in the previous race; 0 before the first."""
        self.begun = 0.0
        self.deadline = 0.0

    def forget(self) -> None:
        """Drop all plans."""
        self.by_planner.forget()

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the best of the candidates; without a search, the net's or the planner's choice."""
        self.begun = perf_counter()
        self.deadline = self.begun + min(seconds, self.seconds) * 0.95 - 0.005
        seat = int(seen.seat)
        state = sample_state(seen, chance)
        self.tried = 0
        self.over = None
        # In the last round the planner counts out the score of a move, and its playouts are short.
        net = self.net
        if net is not None and (state.turns_left != NOT_YET or not net.knows(state)):
            net = None
        asked = state.question()
        if asked not in (ASKS_TURN, ASKS_TICKETS):
            player: Policy = self.planner if net is None else net
            action = whole_action(player, state, seat, chance)
            self.why = player.reason()
            return action
        self.guide = self.by_planner if net is None else self.by_net
        candidates = self._candidates(state, seat, chance)
        self.tried = len(candidates)
        best = candidates[0]
        if len(candidates) > 1:
            best = self._race(seen, candidates, chance)
            self._compare(best, candidates, state, seat)
        if best is not candidates[0] or self.guide is not self.by_planner:
            self.why = self._reason(best.move)
        else:
            self.why = self.planner.why
        return self._as_action(state, seat, best.move, chance)

    def explain(self) -> Reason | None:
        """Return the purpose of the action, the amount of search, and the runner-up."""
        if self.tried <= 1:
            return reason(self.why)
        return Reason(CODES[self.why], self.tried, self.played, over=self.over, by=max(0, round(100.0 * self.by)))

    def _compare(self, best: Candidate, candidates: list[Candidate], state: State, seat: i64) -> None:
        """Record the runner-up, and the lead over it."""
        nearest: Candidate | None = None
        for candidate in candidates:
            if candidate is best or not candidate.worths:
                continue
            lead = Lead(best, candidate, self.guide.noise).mean
            if nearest is None or lead < self.by:
                nearest = candidate
                self.by = lead
        if nearest is not None:
            self.over = named(state.clone(), seat, nearest.move)

    def _reason(self, move: i64) -> i64:
        """Return the reason for a move other than the planner's."""
        if move >= ROUTES:
            return ON_THE_WAY if self.planner.has_planned(move - ROUTES) else BESIDE_THE_PLAN
        if move >= KEEP:
            return TICKETS_KEPT
        if move == DRAW_TICKETS:
            return MORE_TICKETS
        if move == DRAW_FERRY_CARD:
            return FERRY_CARD
        return NOTHING_ELSE if move == PASS else DRAWING

    def _as_action(self, state: State, seat: i64, move: i64, chance: Chance) -> Action:
        """Return the whole action that begins with a move; the planner pays."""
        game = Game.from_state(state)  # it plays on this very state
        game.make_move(seat, move)
        while state.is_paying():
            self.offers.fill(state, seat)
            game.make_move(seat, self.planner.choose(state, seat, self.offers, chance))
        return game.record().steps[0].action

    # Candidates

    def _candidates(self, state: State, seat: i64, chance: Chance) -> list[Candidate]:
        """Return the guide's move first, then other sensible ones."""
        if self.guide is not self.by_planner:
            self.planner.forget()
            self.planner.look(state, seat)  # for the reasons
        self.offers.fill(state, seat)
        return self.guide.candidates(state, seat, self.offers, chance)[: self._affordable()]

    def _affordable(self) -> int:
        """Return how many actions the budget has enough worlds for.

        With a time budget, at least two: the pace is only measured while actions compete.
        """
        if self.playouts:
            return max(1, min(self.actions, self.playouts // _ENOUGH))
        if self.pace == 0.0:
            return self.actions
        return max(2, min(self.actions, int(self.pace * (self.deadline - perf_counter()) / _ENOUGH)))

    # Trials

    def _race(self, seen: Observation, candidates: list[Candidate], chance: Chance) -> Candidate:
        """Run sequential halving over sampled worlds; return the best when time ends."""
        seat = int(seen.seat)
        first = candidates[0]
        live = candidates
        rounds = (len(candidates) - 1).bit_length()
        done = 1
        self.played = 0
        raced = perf_counter()
        if self.believes:
            self.beliefs.look(sample_state(seen, chance), seat)
        while len(live) > 1 and self._try_world(seen, live, chance):
            if len(live[0].worths) >= _FEW:
                while self._spent() * rounds >= done:
                    done += 1
                    live = _better_half(live, first)
                if len(live[0].worths) % 4 == 0:
                    live = still_in(live, first, self.guide.noise)
        took = perf_counter() - raced
        if took > 0.0:  # browsers may round their clocks to many milliseconds
            self.pace = self.played / took
        return _believed(live, first, self.guide.noise)

    def _try_world(self, seen: Observation, live: list[Candidate], chance: Chance) -> bool:
        """Play every candidate out in one more world; return whether there is time for another."""
        seat = int(seen.seat)
        world = sample_state(seen, chance)
        if self.believes:
            self.beliefs.deal(world, seat, chance)
        luck = int(chance.next32())
        worths: list[float] = []
        for candidate in live:
            worths.append(self.guide.worth(world.clone(), seat, candidate.move, Chance.seeded(luck)))
            self.played += 1
            if self._spent() >= 1.0:
                break
        if len(worths) == len(live):
            for i, candidate in enumerate(live):
                candidate.add(worths[i])
        return self._spent() < 1.0

    def _spent(self) -> float:
        """Return how much of the budget is used, 1 for all of it."""
        if self.playouts:
            return self.played / self.playouts
        now = perf_counter()
        return 1.0 if now >= self.deadline else (now - self.begun) / (self.deadline - self.begun)


def _leader(live: list[Candidate]) -> Candidate:
    """Return the best candidate so far; of equals the first."""
    best = live[0]
    for candidate in live:
        if candidate.total > best.total:
            best = candidate
    return best


def _believed(live: list[Candidate], first: Candidate, noise: float) -> Candidate:
    """Return the candidate with the largest lead over the first beyond the threshold; the first if there is none."""
    best = first
    most = 0.0
    for candidate in live:
        if candidate is first or len(candidate.worths) < _FEW:
            continue
        lead = Lead(candidate, first, noise)
        doubt = candidate.behind + _DOUBT * lead.error * lead.error
        believed = (lead.mean - doubt) / (1.0 + lead.error * lead.error / _SPREAD)
        if believed > most:
            most = believed
            best = candidate
    return best


def _better_half(live: list[Candidate], first: Candidate) -> list[Candidate]:
    """Return the better half in the same order, with the middle one and the first, which others must beat."""
    middle = sorted([candidate.total for candidate in live])[len(live) // 2]
    return [candidate for candidate in live if candidate.total >= middle or candidate is first]


def still_in(live: list[Candidate], first: Candidate, noise: float) -> list[Candidate]:
    """Return the candidates that may still be chosen; only the leader if all are equally good.

    Out are those that will hardly make up for their handicap, and those clearly behind the leader.
    """
    live = [candidate for candidate in live if candidate is first or _may_replace(candidate, first, noise)]
    leader = _leader(live)
    left: list[Candidate] = []
    matters = False
    for candidate in live:
        if candidate is leader:
            left.append(candidate)
            continue
        lead = Lead(leader, candidate, noise)
        if lead.mean <= _CLEARLY * lead.error:
            left.append(candidate)
            matters = matters or lead.mean + _CLEARLY * lead.error > _NO_MATTER
    return left if matters else [leader]


def _may_replace(candidate: Candidate, first: Candidate, noise: float) -> bool:
    """Return whether the candidate's lead over the first may still turn out to exceed its handicap."""
    if candidate.behind == 0.0:
        return True
    lead = Lead(candidate, first, noise)
    return lead.mean + _CLEARLY * lead.error > candidate.behind
