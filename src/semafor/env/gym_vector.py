"""Gymnasium: many games at once, one seat of each against bots, as `gymnasium.make_vec("Semafor-v0", num_envs=64)`.

>>> import gymnasium
>>> import semafor.env
>>> env = gymnasium.make_vec("Semafor-v0", num_envs=4, board="toy", opponents="greedy")
>>> observations, infos = env.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((4, 207), (4, 43))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from semafor.compiled import warn_if_interpreted
from semafor.engine.game import Game
from semafor.env.aec import LOST_BY
from semafor.env.core.batch import WIN, Batch
from semafor.env.layout import Layout
from semafor.env.render import RENDER_MODES, check_render_mode, render
from semafor.env.settings import (
    BoardLike,
    EnvError,
    Opponents,
    check_illegal,
    check_reward,
    find_board,
    find_opponents,
    learner_seat,
)
from semafor.env.vector import array_of

Observations = NDArray[np.uint8]
Infos = dict[str, Any]


class SemaforVectorEnv(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Many games for one learner, stepped together in compiled code; bots (docs/bots.md) have the other seats.

    A game that has ended stays for one step: the next action of its slot is ignored, and deals the next game. All
    arrays but the rewards are read-only views of the compiled code's memory; every step makes new ones.
    """

    metadata = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        board: BoardLike = "usa",
        players: int = 2,
        opponents: Opponents = "greedy",
        reward: str = WIN,
        illegal: str = "end",
        seconds: float = 1.0,
        render_mode: str | None = None,
        planner: bool = False,
    ) -> None:
        """`illegal` says what an illegal action does: "end" loses its game, "raise" raises and changes nothing.

        With `planner` observations have the planner's fields.
        """
        warn_if_interpreted()
        if num_envs < 1:
            raise EnvError(f"there must be at least one game, not {num_envs}")
        self.num_envs = num_envs
        self.board = find_board(board, players)
        self.players = players
        self.layout = Layout(self.board, players, planner)
        self.reward = check_reward(reward)
        self.illegal = check_illegal(illegal)
        self.render_mode = check_render_mode(render_mode)
        self.single_observation_space = spaces.Box(
            np.zeros(self.layout.size, np.uint8), self.layout.largest, dtype=np.uint8
        )
        self.single_action_space = spaces.Discrete(self.layout.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        specs = find_opponents(opponents, self.board, players)
        self._batch = Batch(self.board, players, num_envs, specs, reward, seconds, False, planner)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Deal: game k, counted over all slots, is `new_game(board, players, seed + k)`.

        The learner's seat is its seed modulo the number of players; `options={"seat": 1}` gives it another one.
        Without a seed, the next games follow from the last seed.
        """
        seat = learner_seat(options, self.players)
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(2**31)) if seed is None else seed, seat)
        return self._observations(), self._infos([])

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Make a move in every game; then the others act until it is the learner's decision again."""
        if not self._batch.states:
            raise EnvError("call reset before step")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise EnvError(f"actions must be {self.num_envs} whole numbers, not {chosen.dtype} of shape {chosen.shape}")
        if chosen.min() < 0 or chosen.max() >= self.layout.actions:
            raise EnvError(f"actions must be from 0 to {self.layout.actions - 1}")
        numbers = chosen.astype("<u2").tobytes()
        if self.illegal == "raise":
            self._batch.check(numbers)
        illegal = self._batch.advance(numbers, LOST_BY[self.reward])
        rewards = array_of(self._batch.rewards, np.float64).reshape(self.num_envs, self.players)
        mine = rewards[np.arange(self.num_envs), array_of(self._batch.learners, np.int64)]
        done = array_of(self._batch.done, np.bool_)
        return self._observations(), mine, done, np.zeros(self.num_envs, np.bool_), self._infos(illegal)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, by game."""
        return array_of(self._batch.masks, np.bool_).reshape(self.num_envs, self.layout.actions)

    @property
    def seats(self) -> NDArray[np.int64]:
        """The learner's seat, by game."""
        return array_of(self._batch.learners, np.int64)

    def _observations(self) -> Observations:
        return array_of(self._batch.observations, np.uint8).reshape(self.num_envs, self.layout.size)

    def _infos(self, illegal: list[int]) -> Infos:
        """Return the infos by name, for all games; `_name` masks the games that have a value."""
        everywhere = np.ones(self.num_envs, np.bool_)
        infos: Infos = {
            "action_mask": self.action_masks().view(np.int8),
            "_action_mask": everywhere,
            "seat": self.seats,
            "_seat": everywhere,
        }
        lost = np.zeros(self.num_envs, np.bool_)
        lost[illegal] = True
        ended = array_of(self._batch.done, np.bool_) & ~lost
        if ended.any():
            infos["points"] = array_of(self._batch.scores, np.int64).reshape(self.num_envs, self.players)
            bonuses = np.full(self.num_envs, None, object)
            for place in np.flatnonzero(ended):
                bonuses[place] = [seat.bonuses for seat in Game.from_state(self._batch.states[place]).score().seats]
            infos["bonuses"] = bonuses
            infos["_points"] = infos["_bonuses"] = ended
        if lost.any():
            infos["illegal"] = lost
            infos["_illegal"] = lost
        return infos

    def render(self) -> Any:
        """Return every table as a spectator sees it: texts ("ansi") or pictures ("rgb_array")."""
        if self.render_mode is None:
            return None
        return tuple(render(Game.from_state(state), self.render_mode) for state in self._batch.states)
