"""Search: try the sensible actions in made-up worlds, play each out with planners, and keep the one that wins most.

Worlds are drawn from what the seat knows. Every action is tried in the same worlds with the same luck (common
random numbers), so that their difference is not drowned by the deal. After each round the worse half of the
actions is dropped (sequential halving).
"""

from time import perf_counter
from typing import Final

from mypy_extensions import i64

from semafor.bots.base import Bot, LegalActions, whole_action
from semafor.bots.planner import Planner
from semafor.engine.determinise import sample_state
from semafor.engine.game import Game, Observation
from semafor.engine.offers import Offers, actor
from semafor.engine.scoring import count_points
from semafor.engine.turn import make_move
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.layout import OVER, SECOND_CARD, TAKE_TURN
from semafor.model.moves import DRAW_DECK, DRAW_SHOWN, DRAW_TICKETS, KEEP, ROUTES
from semafor.model.state import State

WIN: Final = 1000
"""What a win is worth beside a point of margin."""
_FIRST_ROUND: Final = 4
"""Worlds per action before the first halving; doubled after each."""


class Candidate:
    """A move under trial, and how it has done."""

    def __init__(self, move: int) -> None:
        """Starts untried."""
        self.move = move
        self.worth = 0
        self.tries = 0

    def mean(self) -> float:
        """The mean worth of its playouts."""
        return self.worth / self.tries if self.tries else 0.0


class Search(Bot):
    """Flat Monte Carlo with planners, any time budget."""

    def __init__(self, board: Board, seconds: float = 1.0, playouts: int = 0, actions: int = 8) -> None:
        """Takes the time per decision; or, for play that is the same everywhere, a number of playouts (0: by time)."""
        self.board = board
        self.seconds = seconds
        self.playouts = playouts
        self.actions = actions
        self.guide = Planner(board)
        self.players = [Planner(board) for _ in range(5)]
        self.offers = Offers(board)
        self.tried = 0
        self.played = 0

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """The planner's answer where there is nothing to search for; else the best of the candidates."""
        deadline = perf_counter() + min(seconds, self.seconds) * 0.92
        seat = int(seen.seat)
        state = sample_state(seen, chance)
        self.tried = 0
        if state.pending == SECOND_CARD or state.pending > TAKE_TURN + 2:
            return whole_action(self.guide, state, seat, chance)
        candidates = self._candidates(state, seat, chance)
        self.tried = len(candidates)
        if len(candidates) > 1:
            candidates = self._halve(seen, candidates, chance, deadline)
        return self._as_action(state, seat, candidates[0].move, chance)

    def explain(self, language: str = "en") -> str:
        """What the search came to; where there was nothing to search for, the planner's reason."""
        if self.tried <= 1:
            return self.guide.reason(language == "pl")
        if language == "pl":
            return (
                f"Z {self.tried} możliwości ta wygrywała najczęściej w partiach rozegranych w myślach: {self.played}."
            )
        return f"Of {self.tried} actions this one won most of the {self.played} games that it played out in its head."

    def _as_action(self, state: State, seat: i64, move: i64, chance: Chance) -> Action:
        """The whole action that begins with a move; the planner pays."""
        game = Game.from_state(state)
        game.make_move(seat, move)
        while game.state.is_paying():
            self.offers.fill(game.state, seat)
            game.make_move(seat, self.guide.choose(game.state, seat, self.offers, chance))
        return game.record().steps[0].action

    def _candidates(self, state: State, seat: i64, chance: Chance) -> list[Candidate]:
        """The planner's move first, then other sensible ones."""
        self.offers.fill(state, seat)
        first = int(self.guide.choose(state, seat, self.offers, chance))
        moves = [first]
        for move in self.offers.moves():
            if move != first:
                moves.append(move)
        if len(moves) > self.actions:
            rest = sorted(moves[1:], key=lambda move: -self._promise(state, seat, move))
            moves = [first, *rest[: self.actions - 1]]
        return [Candidate(move) for move in moves]

    def _promise(self, state: State, seat: i64, move: int) -> int:
        """How sensible a move looks at first sight."""
        if move >= ROUTES:
            route = move - ROUTES
            planned = self.guide.has_planned(route)
            return int(self.board.route_points[route]) * 4 + (60 if planned else 0)
        if KEEP <= move < KEEP + 32:
            return self.guide.promise_of_tickets(state, seat, move - KEEP)
        if move == DRAW_DECK:
            return 40
        if move == DRAW_TICKETS:
            return 15
        if DRAW_SHOWN <= move < DRAW_TICKETS:
            return 20 + int(self.guide.wishes.weights[move - DRAW_SHOWN])
        return 10

    def _halve(
        self, seen: Observation, candidates: list[Candidate], chance: Chance, deadline: float
    ) -> list[Candidate]:
        """Plays rounds, dropping the worse half after each, until one is left or time is up; the best comes first."""
        seat = int(seen.seat)
        worlds = _FIRST_ROUND
        self.played = 0
        while len(candidates) > 1:
            for _ in range(worlds):
                world = sample_state(seen, chance)
                luck = chance.next32()
                for candidate in candidates:
                    candidate.worth += self._play_out(world.clone(), seat, candidate.move, Chance.seeded(int(luck)))
                    candidate.tries += 1
                    self.played += 1
                if self._is_up(deadline):
                    return _best_first(candidates)
            candidates = _best_first(candidates)[: (len(candidates) + 1) // 2]
            worlds *= 2
        return candidates

    def _is_up(self, deadline: float) -> bool:
        if self.playouts:
            return self.played >= self.playouts
        return perf_counter() >= deadline

    def _play_out(self, state: State, seat: i64, move: i64, luck: Chance) -> int:
        """Makes the move in a world, lets planners play it to the end, and says how well the seat did."""
        for player in self.players:
            player.forget()
        make_move(state, seat, move)
        while state.pending != OVER:
            mover = actor(state)
            self.offers.fill(state, mover)
            make_move(state, mover, self.players[mover].choose(state, mover, self.offers, luck))
        tally = count_points(state)
        best_other: i64 = -1000000
        for other in range(state.players):
            if other != seat and tally.totals[other] > best_other:
                best_other = tally.totals[other]
        worth = int(tally.totals[seat] - best_other)
        if int(seat) in tally.winners:
            worth += WIN // len(tally.winners)
        return worth


def _best_first(candidates: list[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.mean())
