"""PettingZoo: all seats as agents that take turns (AEC).

>>> env = aec_env("toy", players=2)
>>> env.reset(seed=1)
>>> env.agent_selection, sorted(env.observe("player_0"))
('player_0', ['action_mask', 'observation'])
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from semafor.compiled import warn_if_interpreted
from semafor.engine.game import Game
from semafor.engine.kernel import Offers, count_points, state_of
from semafor.engine.scoring.rewards import margin, win
from semafor.env.core.batch import MARGIN, WIN
from semafor.env.core.encoder import Encoder
from semafor.env.layout import Layout
from semafor.env.render import RENDER_MODES, check_render_mode, render
from semafor.env.settings import BoardLike, EnvError, check_reward, find_board

LOST_BY: dict[str, float] = {WIN: -1.0, MARGIN: -100.0}
"""The reward for an illegal action."""

Seen = dict[str, NDArray[Any]]


def aec_env(
    board: BoardLike = "usa",
    players: int = 2,
    reward: str = WIN,
    render_mode: str | None = None,
    planner: bool = False,
) -> Any:
    """Return the environment in PettingZoo's usual wrappers: illegal actions end the game, wrong calls are errors."""
    env: Any = raw_env(board, players, reward, render_mode, planner)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=LOST_BY[reward])
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


env = aec_env
"""The name by PettingZoo's convention."""


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """The environment without wrappers: an illegal action raises IllegalAction and changes nothing."""

    metadata = {"name": "semafor_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        board: BoardLike = "usa",
        players: int = 2,
        reward: str = WIN,
        render_mode: str | None = None,
        planner: bool = False,
    ) -> None:
        """`board` is an id, a path or a board; `reward` is "win" or "margin"; see `docs/env.md` for `planner`."""
        super().__init__()
        warn_if_interpreted()
        self.board = find_board(board, players)
        self.layout = Layout(self.board, players, planner)
        self.reward = check_reward(reward)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._encoder = Encoder(self.board, players, planner)
        self._random = seeding.np_random(None)[0]
        self._game: Game | None = None
        seen = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros(self.layout.size, np.uint8), self.layout.largest, dtype=np.uint8),
                "action_mask": spaces.Box(0, 1, (self.layout.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self.layout.actions) for agent in self.possible_agents}

    @property
    def game(self) -> Game:
        """The game with all hidden information: not for agents."""
        if self._game is None:
            raise EnvError("call reset first")
        return self._game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the same space for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the moves of the board, numbered."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal `new_game(board, players, seed)`; without a seed, the next game follows from the last seed.

        There are no options; any are ignored, as PettingZoo's own test requires.
        """
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        dealt = int(self._random.integers(2**31)) if seed is None else seed
        self._game = Game.new(self.board, len(self.possible_agents), dealt)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seats = self.game.pending.seats
        if seats:
            self.agent_selection = self.possible_agents[seats[0]]

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees now; its mask is empty unless it must decide."""
        seat = self.possible_agents.index(agent)
        game = self.game
        observation = np.frombuffer(self._encoder.observation(state_of(game), seat), np.uint8)  # type: ignore[call-overload]
        mask = np.zeros(self.layout.actions, np.int8)
        if game.turn == seat:
            offers = Offers(self.board)
            offers.fill(state_of(game), seat)
            mask = np.frombuffer(self._encoder.mask(offers), np.int8)  # type: ignore[call-overload]
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move with this number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise EnvError(f"{agent} must take an action")
        game = self.game
        game.play(self._encoder.space.moves[action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if game.over:
            tally = count_points(state_of(game))
            count = margin if self.reward == MARGIN else win
            score = game.score()
            for seat, name in enumerate(self.possible_agents):
                self.rewards[name] = count(tally, seat)
                self.terminations[name] = True
                self.infos[name] = {"points": int(tally.totals[seat]), "bonuses": score.seats[seat].bonuses}
        self._select()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the table as a spectator sees it: text ("ansi") or a picture ("rgb_array")."""
        return None if self.render_mode is None else render(self.game, self.render_mode)

    def close(self) -> None:
        """Do nothing: no resource is held."""
