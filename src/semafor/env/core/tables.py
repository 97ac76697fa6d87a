"""Games for training: the caller's networks play some seats, scripted players the others.

A slot has a game, followed by the next one when it ends. The caller decides for its own seats, which are all but those
of scripted opponents; payments and forced moves are automatic. Rows, masks and the rest are updated in place, by slot.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.bots.greedy import Greedy
from semafor.bots.net.inputs import Inputs
from semafor.bots.planner import Planner
from semafor.bots.planning.weights import Weights
from semafor.bots.policy import Policy
from semafor.bots.styles import Hungry, LongRoute, OneStep, Path
from semafor.engine.kernel import (
    ANY_FIRST_PLAYER,
    ASKS_EXTRA,
    OVER,
    Offers,
    State,
    actor,
    count_points,
    make_move,
    set_up,
)
from semafor.engine.scoring.rewards import margin, win
from semafor.model.board import Board
from semafor.model.chance import Chance

NETWORK: Final = "network"
"""The name of an opponent that the caller plays."""
MOST_DECISIONS: Final[i64] = 1000
"""After so many decisions of the caller a game is counted as it stands: weak networks may never end one."""


def scripted(name: str, board: Board) -> Policy:
    """Return a scripted player by its name."""
    if name == "planner":
        return Planner(board, Weights({}))
    if name == "hungry":
        return Hungry(board)
    if name == "path":
        return Path(board)
    if name == "one-step":
        return OneStep(board)
    if name == "long-route":
        return LongRoute(board)
    if name == "greedy":
        return Greedy(board)
    raise ValueError(f"no scripted player {name!r}")


class Tables:
    """A number of games on one board; in slot p the learner meets the p-th opponent."""

    states: list[State]
    policies: list[list[Policy]]

    def __init__(self, board: Board, players: int, opponents: list[str], adviser: dict[str, int]) -> None:
        """Seat the opponents, one kind in each slot; `adviser` are the weights of the planner in the inputs."""
        self.board = board
        self.players: i64 = players
        self.count: i64 = len(opponents)
        self.opponents = opponents
        self.inputs = Inputs(board, adviser)
        self.offers = Offers(board)
        self.luck = Chance.seeded("opponents")
        self.seed = 0
        self.states = []
        self.policies = []
        for name in opponents:
            mine: list[Policy] = []
            if name != NETWORK:
                mine = [scripted(name, board) for _ in range(players)]
            self.policies.append(mine)
        count = len(opponents)
        self.numbers = vec[i64]([0] * count)
        self.learners = vec[i64]([0] * count)
        self.seats = vec[i64]([0] * count)
        self.advised = vec[i64]([0] * count)
        self.ended = vec[i64]([0] * count)
        self.decided = vec[i64]([0] * count)
        self.rows = vec[u8]([u8(0)] * (count * self.inputs.size))
        self.masks = vec[u8]([u8(0)] * (count * self.inputs.choices))
        self.done = vec[u8]([u8(0)] * count)
        self.wins = vec[float]([0.0] * count)
        self.margins = vec[float]([0.0] * count)
        self.bonuses = vec[float]([0.0] * count)

    def reset(self, seed: int) -> None:
        """Deal the first game of every slot: game k has the seed plus k."""
        self.seed = seed
        self.states = []
        for place in range(self.count):
            self.numbers[place] = place
            self.states.append(self._deal(place))
            self._go_on(place)

    def _deal(self, place: i64) -> State:
        number = self.numbers[place]
        self.learners[place] = (number // self.count + place) % self.players
        for policy in self.policies[place]:
            policy.forget()
        return set_up(self.board, self.players, Chance.seeded(self.seed + int(number)), ANY_FIRST_PLAYER, None)

    def step(self, places: bytes, choices: bytes) -> None:
        """Make a choice in some slots, two bytes each; `done` is set where the game has ended."""
        for i in range(i64(len(places)) // 2):
            place = _number(places, i)
            self.done[place] = 0
            choice = _number(choices, i)
            if choice >= self.inputs.choices or i64(self.masks[place * self.inputs.choices + choice]) == 0:
                raise ValueError(f"choice {choice} is not legal in place {place}")
            make_move(self.states[place], self.seats[place], self.inputs.move_of(choice))
            self.decided[place] += 1
            self._go_on(place)

    def _go_on(self, place: i64) -> None:
        """Play until the caller must decide, in this game or in the next."""
        inputs = self.inputs
        offers = self.offers
        policies = self.policies[place]
        while True:
            state = self.states[place]
            if state.pending == OVER or self.decided[place] == MOST_DECISIONS:
                self._finish(place)
                continue
            seat = actor(state)
            offers.fill(state, seat)
            if offers.count == 1:
                make_move(state, seat, offers.pick(0))
            elif len(policies) > 0 and seat != self.learners[place]:
                make_move(state, seat, policies[seat].choose(state, seat, offers, self.luck))
            elif state.question() == ASKS_EXTRA or state.is_paying():
                make_move(state, seat, inputs.script(state, seat, offers))
            else:
                break
        self.seats[place] = seat
        inputs.mark(offers, self.masks, place * inputs.choices)
        inputs.write(state, seat, offers, self.rows, place * inputs.size)
        self.advised[place] = inputs.advised

    def _finish(self, place: i64) -> None:
        tally = count_points(self.states[place])
        learner = self.learners[place]
        self.done[place] = 1
        self.ended[place] = learner
        self.wins[place] = win(tally, learner)
        self.margins[place] = margin(tally, learner)
        self.bonuses[place] = float(tally.totals[learner] - tally.routes[learner] - tally.ticket_points[learner])
        self.numbers[place] += self.count
        self.decided[place] = 0
        self.states[place] = self._deal(place)


def _number(numbers: bytes, i: i64) -> i64:
    return i64(numbers[2 * i]) | (i64(numbers[2 * i + 1]) << 8)
