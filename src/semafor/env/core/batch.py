"""Many games at once, stepped together: the results of a step are in a few flat vectors.

NumPy reads the vectors through the buffer protocol, without copies. Every step fills new ones, so the results of
earlier steps don't change.

Game number k of a batch is the engine's own `new_game(board, players, seed + k)`: slot g begins with game g, and when a
game ends, the next one of its slot, k + count, begins at once. So every game of a batch can be reproduced alone.

A batch is pickled and copied as its current games: their seeds, the learners' moves and the opponents' answers.
"""

from collections.abc import Callable
from typing import Any, Final

from librt.vecs import extend, vec
from mypy_extensions import i64, u8

from semafor.bots.base import Bot
from semafor.bots.registry import make_bot
from semafor.engine.game import Observation
from semafor.engine.kernel import ANY_FIRST_PLAYER, OVER, Offers, State, actor, count_points, make_move, set_up
from semafor.engine.legality.choices import carry_out
from semafor.engine.legality.explain import why_not
from semafor.engine.observation import View
from semafor.engine.scoring.rewards import margin, win
from semafor.env.core.encoder import Encoder, Row
from semafor.env.core.opponents import Decide, FunctionBot, OpponentFailure
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.refusal import IllegalAction, Refusal

WIN: Final = "win"
MARGIN: Final = "margin"
REWARDS: Final = (WIN, MARGIN)

EVERY_SEAT: Final[i64] = -1
"""Instead of a learner's seat: the learner plays all of them."""
ANY_SEAT: Final[i64] = -1
"""Instead of a requested seat: the learner has a different one every game."""


class Batch:
    """A number of games on one board."""

    encoder: Encoder
    offers: Offers
    states: list[State]
    rows: list[Row | None]
    bots: list[list[Bot | None]]
    luck: list[list[Chance]]
    chosen: list[list[int]]
    answers: list[list[Action]]
    masks: vec[u8]
    seats: vec[i64]
    rewards: vec[float]
    done: vec[u8]

    def __init__(
        self,
        board: Board,
        players: int,
        count: int,
        opponents: list[str | Decide],
        reward: str,
        seconds: float,
        again: bool,
        planner: bool = False,
    ) -> None:
        """`opponents` are bots or functions for all seats but one, or empty; `again` deals the next game after each.

        With `planner` observations end with the planner's fields.
        """
        self.board = board
        self.players: i64 = players
        self.count: i64 = count
        self.opponents = opponents
        self.by_margin = reward == MARGIN
        self.seconds = seconds
        self.again = again
        self.seed = 0
        self.learner_seat: i64 = ANY_SEAT
        self.failure = ""
        self.encoder = Encoder(board, players, planner)
        self.offers = Offers(board)
        self.states = []
        self.rows = []
        self.bots = []
        self.luck = []
        # The moves of the learner in the game of each slot, and the answers of its opponents.
        self.chosen = []
        self.answers = []
        self.numbers = vec[i64]([0] * count)
        self.learners = vec[i64]([EVERY_SEAT] * count)
        self.ended = vec[i64]([EVERY_SEAT] * count)
        self.blank_masks = vec[u8]([u8(0)] * (count * self.encoder.actions))
        self.blank_rewards = vec[float]([0.0] * (count * players))
        self.blank_done = vec[u8]([u8(0)] * count)
        self.blank_seats = vec[i64]([0] * count)
        self.scores = vec[i64]([0] * (count * players))
        self._clear()

    def _clear(self) -> None:
        """Allocate the results of a step. Copying a block of zeros is faster than writing them one by one."""
        self.observations = vec[u8](capacity=self.count * self.encoder.size)
        self.masks = self.blank_masks[:]
        self.rewards = self.blank_rewards[:]
        self.done = self.blank_done[:]
        self.seats = self.blank_seats[:]
        # These continue from copies, so that callers keep the old ones unchanged.
        self.numbers = self.numbers[:]
        self.learners = self.learners[:]
        self.ended = self.ended[:]
        self.scores = self.scores[:]

    def reset(self, seed: int, learner_seat: int = -1) -> None:
        """Deal the first game of every slot; the learner has the given seat, or a different one every game."""
        self.seed = seed
        self.learner_seat = learner_seat
        self.failure = ""
        self.states = []
        self.rows = []
        self.bots = []
        self.luck = []
        self.chosen = []
        self.answers = []
        self._clear()
        for place in range(self.count):
            self._lay_out(place, place)
            self._play_bots(place)
            self._show(place)

    def _lay_out(self, place: i64, number: i64) -> None:
        """Deal the first game of a slot."""
        self.numbers[place] = number
        self.states.append(self._deal(place))
        for _ in range(self.players):
            self.rows.append(None)
        self.bots.append([])
        self.luck.append([])
        self.chosen.append([])
        self.answers.append([])
        self._seat_bots(place)

    def _deal(self, place: i64) -> State:
        """Return a new game, the engine's own for its seed."""
        chance = Chance.seeded(self.seed + int(self.numbers[place]))
        return set_up(self.board, self.players, chance, ANY_FIRST_PLAYER, None)

    def _seat_bots(self, place: i64) -> None:
        """Seat new bots for a new game; the learner takes a different seat every game."""
        if not self.opponents:
            return
        number = self.numbers[place]
        learner = self.learner_seat
        if learner == ANY_SEAT:
            learner = i64((self.seed + int(number)) % int(self.players))
        self.learners[place] = learner
        bots: list[Bot | None] = []
        luck: list[Chance] = []
        waiting = 0
        for seat in range(self.players):
            luck.append(Chance.seeded(f"{self.seed + int(number)}, opponent in seat {seat}"))
            if seat == learner:
                bots.append(None)
            else:
                opponent = self.opponents[waiting]
                bots.append(make_bot(opponent, self.board) if isinstance(opponent, str) else FunctionBot(opponent))
                waiting += 1
        self.bots[place] = bots
        self.luck[place] = luck

    # A step

    def check(self, chosen: bytes) -> None:
        """Raise IllegalAction for the first illegal choice, before anything has changed."""
        if self.failure:
            raise OpponentFailure(f"{self.failure}; call reset")
        actions = self.encoder.actions
        masks = self.masks
        for place in range(self.count):
            number = _choice(chosen, place)
            if i64(self.done[place]) == 1 and not self.again:
                continue  # the game is over: the next one is dealt, whatever the choice
            if number >= actions or i64(masks[place * actions + number]) == 0:
                name = self.encoder.space.name(int(number)) if number < actions else "no such action"
                message = f"action {number} ({name}) is not legal now in game {place}"
                raise IllegalAction(Refusal("illegal_move", None, message))

    def step(self, chosen: bytes) -> None:
        """Make a move in every game: `chosen` has their numbers, two bytes each, and has passed `check`."""
        self._clear()
        moves = self.encoder.space.moves
        for place in range(self.count):
            self._move(place, moves[_choice(chosen, place)])
            self._show(place)

    def advance(self, chosen: bytes, lost: float) -> list[int]:
        """Make a move in every game; where the last step ended a game, deal the next one instead.

        An illegal choice ends the game, and the learner's reward is `lost`. Returns the slots of such games.
        """
        if self.failure:
            raise OpponentFailure(f"{self.failure}; call reset")
        over = self.done
        masks = self.masks
        self._clear()
        moves = self.encoder.space.moves
        actions = self.encoder.actions
        illegal: list[int] = []
        for place in range(self.count):
            number = _choice(chosen, place)
            if i64(over[place]) == 1:
                self._deal_next(place)
            elif number < actions and i64(masks[place * actions + number]) == 1:
                self._move(place, moves[number])
            else:
                illegal.append(int(place))
                self.done[place] = 1
                self.ended[place] = self.learners[place]
                self.rewards[place * self.players + self.learners[place]] = lost
            self._show(place)
        return illegal

    def _move(self, place: i64, move: int) -> None:
        """Make the learner's move; then the opponents act, and the game may be over."""
        state = self.states[place]
        self.chosen[place].append(move)
        make_move(state, actor(state), move)
        self._play_bots(place)
        if state.pending == OVER:
            self._finish(place)

    def _play_bots(self, place: i64) -> None:
        """Let the opponents act until the learner must decide or the game is over."""
        if not self.opponents:
            return
        state = self.states[place]
        learner = self.learners[place]
        while state.pending != OVER:
            seat = actor(state)
            if seat == learner:
                return
            action = self._answer(place, seat)
            self.answers[place].append(action)
            carry_out(state, seat, action)

    def _answer(self, place: i64, seat: i64) -> Action:
        """Return the action of an opponent; raise OpponentFailure if it returns no legal one."""
        state = self.states[place]
        bot = self.bots[place][seat]
        assert bot is not None
        seen = Observation(View(state, seat))
        try:
            action = bot.choose(seen, seen.legal, self.luck[place][seat], self.seconds)
            refusal = why_not(state, seat, action)
        except Exception as error:
            raise self._failed(place, seat, f"{type(error).__name__}: {error}") from error
        if refusal is not None:
            raise self._failed(place, seat, refusal.message)
        return action

    def _failed(self, place: i64, seat: i64, why: str) -> OpponentFailure:
        """Record the failure, and return the exception."""
        learner = self.learners[place]
        opponent = self.opponents[seat if seat < learner else seat - 1]
        name = opponent if isinstance(opponent, str) else str(getattr(opponent, "__name__", opponent))
        self.failure = f"the opponent {name} failed in seat {seat} of game {place}: {why}"
        return OpponentFailure(self.failure)

    def _finish(self, place: i64) -> None:
        """Score a finished game and, with `again`, deal the next."""
        tally = count_points(self.states[place])
        self.done[place] = 1
        self.ended[place] = self.learners[place]
        at = place * self.players
        for seat in range(self.players):
            self.scores[at + seat] = tally.totals[seat]
            self.rewards[at + seat] = margin(tally, seat) if self.by_margin else win(tally, seat)
        if self.again:
            self._deal_next(place)

    def _deal_next(self, place: i64) -> None:
        """Deal the next game of a slot."""
        at = place * self.players
        self.numbers[place] += self.count
        self.states[place] = self._deal(place)
        for seat in range(self.players):
            self.rows[at + seat] = None
        self.chosen[place] = []
        self.answers[place] = []
        self._seat_bots(place)
        self._play_bots(place)

    def _show(self, place: i64) -> None:
        """Write the observation and the mask of the seat that decides next."""
        state = self.states[place]
        seat = actor(state)
        encoder = self.encoder
        if seat >= 0:
            self.offers.fill(state, seat)
            encoder.write_mask(self.offers, self.masks, place * encoder.actions)
        elif self.opponents:
            seat = self.learners[place]
        else:
            seat = state.seat
        self.seats[place] = seat
        at = place * self.players + seat
        row = self.rows[at]
        if row is None:
            row = encoder.new_row(state, seat)
            self.rows[at] = row
        else:
            encoder.update(row, state)
        self.observations = extend(self.observations, row.numbers)

    # Pickling and copying

    def __reduce__(self) -> tuple[Callable[..., "Batch"], tuple[Any, ...]]:
        """Return its parameters and its games."""
        reward = MARGIN if self.by_margin else WIN
        planner = self.encoder.planning is not None
        made = (
            self.board,
            int(self.players),
            int(self.count),
            self.opponents,
            reward,
            self.seconds,
            self.again,
            planner,
        )
        if not self.states:
            return Batch, made
        dealt = (self.seed, int(self.learner_seat), self.failure, [int(number) for number in self.numbers])
        last = (
            [int(seat) for seat in self.ended],
            [int(done) for done in self.done],
            [float(reward) for reward in self.rewards],
            [int(points) for points in self.scores],
        )
        return remade_batch, (made, dealt, self.chosen, self.answers, last)

    def deal_again(self, place: i64, number: i64, chosen: list[int], answers: list[Action]) -> None:
        """Replay the game of a slot. Bots choose again, because they may keep state, but the recorded answers count."""
        self._lay_out(place, number)
        state = self.states[place]
        learner = self.learners[place]
        moves = 0
        replies = 0
        while moves < len(chosen) or replies < len(answers):
            seat = actor(state)
            if seat == learner or not self.opponents:
                self.chosen[place].append(chosen[moves])
                make_move(state, seat, chosen[moves])
                moves += 1
                continue
            if not self.failure:
                self._answer(place, seat)
            action = answers[replies]
            self.answers[place].append(action)
            carry_out(state, seat, action)
            replies += 1
        self._show(place)


def remade_batch(
    made: tuple[Any, ...],
    dealt: tuple[int, int, str, list[int]],
    chosen: list[list[int]],
    answers: list[list[Action]],
    last: tuple[list[int], list[int], list[float], list[int]],
) -> Batch:
    """Restore a batch that was pickled or copied."""
    board, players, count, opponents, reward, seconds, again, planner = made
    batch = Batch(board, players, count, opponents, reward, seconds, again, planner)
    batch.observations = vec[u8]()
    batch.seed = dealt[0]
    batch.learner_seat = dealt[1]
    batch.failure = dealt[2]
    for place in range(count):
        batch.deal_again(place, dealt[3][place], chosen[place], answers[place])
    batch.ended = vec[i64]([i64(seat) for seat in last[0]])
    batch.done = vec[u8]([u8(done) for done in last[1]])
    batch.rewards = vec[float](last[2])
    batch.scores = vec[i64]([i64(points) for points in last[3]])
    return batch


def _choice(chosen: bytes, place: i64) -> i64:
    return i64(chosen[2 * place]) | (i64(chosen[2 * place + 1]) << 8)
