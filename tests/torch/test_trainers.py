"""Trainers that need PyTorch accept the environments unchanged: `make torch`, which `make proof` runs as well."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

for name in ("torch", "stable_baselines3", "sb3_contrib", "torchrl"):
    pytest.importorskip(name, reason="`make torch` installs PyTorch and what needs it")

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv
from torchrl.envs import GymEnv, PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from semafor.env import ID, SemaforEnv, raw_env


def test_stable_baselines_checks_the_environment() -> None:
    check_env(SemaforEnv("toy"), warn=False)


def test_make_vec_env_as_it_is_called_by_default() -> None:
    env = make_vec_env(ID, n_envs=2, seed=1)
    assert env.reset().shape[0] == 2
    env.step(np.zeros(2, np.int64))
    assert env.render() is not None
    env.close()


def test_ppo_learns_in_several_processes() -> None:
    """The other processes have imported nothing: the name says what to import."""
    name = f"semafor.env:{ID}"
    env = make_vec_env(name, n_envs=2, seed=1, vec_env_cls=SubprocVecEnv, env_kwargs={"board": "toy"})
    PPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=1).learn(128)
    env.close()


def test_maskable_ppo_learns_and_plays_legally() -> None:
    env = make_vec_env(ID, n_envs=2, seed=1, env_kwargs={"board": "toy", "opponents": "random"})
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=1)
    model.learn(256)
    judge = gymnasium.make(ID, board="toy", opponents="random", illegal="raise")
    masked: Any = ActionMasker(judge, lambda one: one.unwrapped.action_masks())
    mean, _ = evaluate_policy(model, masked, n_eval_episodes=2, warn=False)
    assert -1.0 <= float(np.mean(mean)) <= 1.0


def test_torchrl_takes_gymnasiums_environment() -> None:
    env = GymEnv(ID, board="toy", opponents="random", categorical_action_encoding=True)
    check_env_specs(env)
    assert env.rollout(3)["observation"].shape[-1] == 207


def test_torchrl_takes_pettingzoos_environment() -> None:
    """Agents act in turn, each with its mask: random rollouts are legal to the end."""
    env = PettingZooWrapper(raw_env("toy", players=2), use_mask=True, categorical_actions=True, seed=1)
    check_env_specs(env)
    rollout = env.rollout(2000, break_when_any_done=True)
    assert rollout["next", "done"][-1].all()
