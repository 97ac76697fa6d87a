"""Gymnasium: one seat against bots, as `gymnasium.make("Semafor-v0", board="usa", opponents="greedy")`.

>>> import gymnasium
>>> import semafor.env
>>> env = gymnasium.make("Semafor-v0", board="toy", opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> int(info["valid_actions"][0])
13
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
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
from semafor.model.refusal import IllegalAction

ID = "Semafor-v0"

Observation = NDArray[np.uint8]
Info = dict[str, Any]


class SemaforEnv(gymnasium.Env[Observation, int]):
    """A game for one learner; bots (docs/bots.md) have the other seats."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        board: BoardLike = "usa",
        players: int = 2,
        opponents: Opponents = "greedy",
        reward: str = WIN,
        illegal: str = "end",
        seconds: float = 1.0,
        render_mode: str | None = None,
        planner: bool = False,
    ) -> None:
        """`illegal` says what an illegal action does: "end" loses the game, "raise" raises and changes nothing.

        With `planner` observations have the planner's fields.
        """
        warn_if_interpreted()
        self.board = find_board(board, players)
        specs = find_opponents(opponents, self.board, players)
        self.layout = Layout(self.board, players, planner)
        self.reward = check_reward(reward)
        self.illegal = check_illegal(illegal)
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = spaces.Box(np.zeros(self.layout.size, np.uint8), self.layout.largest, dtype=np.uint8)
        self.action_space: Any = spaces.Discrete(self.layout.actions)
        self._batch = Batch(self.board, players, 1, specs, reward, seconds, False, planner)
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal `new_game(board, players, seed)`; the learner's seat is the seed modulo the number of players.

        `options={"seat": 1}` gives it another one. Without a seed, the next game follows from the last seed.
        """
        seat = learner_seat(options, self._batch.players)
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(2**31)) if seed is None else seed
        self._batch.reset(dealt, seat)
        self._over = False
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Make the move with this number; then the others act until it is the learner's decision again."""
        if self._over:
            raise EnvError("the game is over or was never dealt: call reset first")
        number = int(action)
        if not 0 <= number < self.layout.actions:
            raise EnvError(f"an action must be from 0 to {self.layout.actions - 1}, not {action}")
        chosen = number.to_bytes(2, "little")
        try:
            self._batch.check(chosen)
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            self._over = True
            info = {**self._info(), "illegal": error.refusal.message}
            return self._observation(), LOST_BY[self.reward], True, False, info
        self._batch.step(chosen)
        self._over = bool(self._batch.done[0])
        reward = float(self._batch.rewards[self.seat])
        return self._observation(), reward, self._over, False, self._info()

    @property
    def seat(self) -> int:
        """The learner's seat."""
        return int(self._batch.learners[0])

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, under the name that MaskablePPO expects."""
        return np.array(np.frombuffer(self._batch.masks, np.bool_))  # type: ignore[call-overload]

    def _observation(self) -> Observation:
        return np.array(np.frombuffer(self._batch.observations, np.uint8))  # type: ignore[call-overload]

    def _info(self) -> Info:
        mask = self.action_masks()
        # A list, because vector environments need all arrays of one name to have the same shape.
        info: Info = {
            "action_mask": mask.view(np.int8),
            "valid_actions": np.flatnonzero(mask).tolist(),
            "seat": self.seat,
        }
        if self._batch.done[0]:
            info["points"] = np.array(np.frombuffer(self._batch.scores, np.int64))  # type: ignore[call-overload]
            info["bonuses"] = [seat.bonuses for seat in Game.from_state(self._batch.states[0]).score().seats]
        return info

    def render(self) -> Any:
        """Return the table as a spectator sees it: text ("ansi") or a picture ("rgb_array")."""
        if self.render_mode is None or not self._batch.states:
            return None
        return render(Game.from_state(self._batch.states[0]), self.render_mode)


def register() -> None:
    """Register the environment with Gymnasium, single and vectorised."""
    gymnasium.register(
        id=ID,
        entry_point="semafor.env.single:SemaforEnv",
        vector_entry_point="semafor.env.gym_vector:SemaforVectorEnv",
    )
