"""Many games at once, for NumPy: the compiled `Batch` with arrays around its vectors.

>>> env = VectorEnv("toy", players=2, games=4)
>>> observations, masks = env.reset(seed=1)
>>> observations.shape, masks.shape
((4, 207), (4, 43))
>>> observations, masks, rewards, done = env.step(masks.argmax(axis=1))
>>> rewards.shape, done.any()
((4, 2), np.False_)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.utils import seeding
from numpy.typing import ArrayLike, NDArray

from semafor.compiled import warn_if_interpreted
from semafor.env.core.batch import WIN, Batch
from semafor.env.layout import Layout
from semafor.env.settings import BoardLike, EnvError, Opponents, check_reward, find_board, find_opponents

Observations = NDArray[np.uint8]
Masks = NDArray[np.bool_]
Rewards = NDArray[np.float64]
Done = NDArray[np.bool_]


class VectorEnv:
    """N games stepped together; a game that ends is followed by the next one at once.

    Without opponents the caller plays every seat: each row belongs to the seat in `seats`. With opponents (bots, see
    docs/bots.md) it plays one seat of each game, also in `seats`, a different one every game.

    All arrays are read-only views of the compiled code's memory; every step makes new ones.
    """

    def __init__(
        self,
        board: BoardLike = "usa",
        players: int = 2,
        games: int = 256,
        opponents: Opponents = (),
        reward: str = WIN,
        seconds: float = 1.0,
        planner: bool = False,
    ) -> None:
        """`seconds` is the time of an opponent for a decision; `planner` adds the planner's fields."""
        warn_if_interpreted()
        self.board = find_board(board, players)
        if games < 1:
            raise EnvError(f"there must be at least one game, not {games}")
        specs = find_opponents(opponents, self.board, players) if opponents else []
        self.layout = Layout(self.board, players, planner)
        self.players = players
        self.games = games
        self._batch = Batch(self.board, players, games, specs, check_reward(reward), seconds, True, planner)
        self._dealt = False
        self._random = seeding.np_random(None)[0]

    def reset(self, seed: int | None = None) -> tuple[Observations, Masks]:
        """Deal: game k, counted over all slots, is `new_game(board, players, seed + k)`.

        Without a seed, the next games follow from the last seed; if there was none, they are random.
        """
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self._batch.reset(int(self._random.integers(2**31)) if seed is None else int(seed))
        self._dealt = True
        return self.observations, self.masks

    def step(self, actions: ArrayLike) -> tuple[Observations, Masks, Rewards, Done]:
        """Make a move in every game; if one of them is illegal, raise IllegalAction and change nothing.

        Rewards are 0 until a game is over; then `done` is set, `rewards` and `scores` are those of the finished game,
        by seat, and the observation is the first one of the next game. If an opponent crashes or chooses an illegal
        action, OpponentFailure says which, and the games need a reset.
        """
        if not self._dealt:
            raise EnvError("call reset before step")
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise EnvError(f"actions must be {self.games} whole numbers, not {chosen.dtype} of shape {chosen.shape}")
        if chosen.min() < 0 or chosen.max() >= self.layout.actions:
            raise EnvError(f"actions must be from 0 to {self.layout.actions - 1}")
        numbers = chosen.astype("<u2").tobytes()
        self._batch.check(numbers)
        self._batch.step(numbers)
        return self.observations, self.masks, self.rewards, self.done

    @property
    def observations(self) -> Observations:
        """The observations of the seats that must decide, by game."""
        return array_of(self._batch.observations, np.uint8).reshape(self.games, self.layout.size)

    @property
    def masks(self) -> Masks:
        """Which actions are legal, by game."""
        return array_of(self._batch.masks, np.bool_).reshape(self.games, self.layout.actions)

    @property
    def rewards(self) -> Rewards:
        """By game and seat."""
        return array_of(self._batch.rewards, np.float64).reshape(self.games, self.players)

    @property
    def done(self) -> Done:
        """Which games have ended in the last step."""
        return array_of(self._batch.done, np.bool_)

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seat that must decide, by game."""
        return array_of(self._batch.seats, np.int64)

    @property
    def ended(self) -> NDArray[np.int64]:
        """The seat that the caller had in the game that has ended, by game: where to look in `rewards`."""
        return array_of(self._batch.ended, np.int64)

    @property
    def scores(self) -> NDArray[np.int64]:
        """The points of the last game that has ended, by game and seat."""
        return array_of(self._batch.scores, np.int64).reshape(self.games, self.players)

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of the current game of each slot; it was dealt with the seed plus this number."""
        return array_of(self._batch.numbers, np.int64)


def array_of(numbers: Any, dtype: Any) -> NDArray[Any]:
    """Return a vector of the compiled code as an array that shares its memory."""
    return np.frombuffer(numbers, dtype=dtype)
