"""Learn to beat a bot by masked PPO, in plain NumPy.

    python -m examples.env.ppo --board toy --opponent greedy --minutes 5 --curve toy.svg

Hundreds of games are played at once against the bot (`VectorEnv`); the network learns from every decision of its
own seat. The reward is the margin in points, scaled; what is reported is the share of games won.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from examples.env.curve import Point, write_curve
from examples.env.network import Adam, Array, Network, log_softmax, sample
from semafor.env import VectorEnv


@dataclass
class Settings:
    """The hyperparameters."""

    games: int = 128
    steps: int = 64
    width: int = 128
    epochs: int = 3
    batch: int = 2048
    rate: float = 5e-4
    discount: float = 0.997
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    scale: float = 40.0
    """The margin in points that counts as a reward of 1."""


@dataclass
class Rollout:
    """A rollout of some steps of all games: the first axis is the step, the second the game."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    logs: Array
    advantages: Array
    targets: Array


class Learner:
    """A network, its optimiser, and the games it learns from."""

    def __init__(self, env: VectorEnv, settings: Settings, seed: int) -> None:
        self.env = env
        self.settings = settings
        self.network = Network(env.layout.size, env.layout.actions, settings.width, seed)
        self.adam = Adam(self.network.weights, settings.rate)
        self.rng = np.random.default_rng(seed)
        self.observations, self.masks = env.reset(seed)
        self.won: list[float] = []

    def collect(self) -> Rollout:
        """Play a rollout."""
        settings, env = self.settings, self.env
        shape = (settings.steps, env.games)
        observations = np.zeros((*shape, env.layout.size), np.uint8)
        masks = np.zeros((*shape, env.layout.actions), np.bool_)
        actions = np.zeros(shape, np.int64)
        logs, rewards = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        values, lasts = np.zeros((settings.steps + 1, env.games), np.float32), np.zeros(shape, np.bool_)
        everywhere = np.arange(env.games)
        for step in range(settings.steps):
            observations[step], masks[step] = self.observations, self.masks
            logits, values[step], _ = self.network.forward(env.layout.scaled(self.observations))
            all_logs = log_softmax(logits, self.masks)
            actions[step] = sample(all_logs, self.rng)
            logs[step] = all_logs[everywhere, actions[step]]
            self.observations, self.masks, margins, lasts[step] = env.step(actions[step])
            mine = margins[everywhere, env.ended]
            rewards[step] = np.where(lasts[step], np.clip(mine / settings.scale, -2, 2), 0)
            self.won += [float(margin > 0) + 0.5 * float(margin == 0) for margin in mine[lasts[step]]]
        _, values[-1], _ = self.network.forward(env.layout.scaled(self.observations))
        advantages = np.zeros(shape, np.float32)
        following = np.zeros(env.games, np.float32)
        for step in reversed(range(settings.steps)):
            goes_on = ~lasts[step]
            surprise = rewards[step] + settings.discount * values[step + 1] * goes_on - values[step]
            following = (surprise + settings.discount * settings.trace * following * goes_on).astype(np.float32)
            advantages[step] = following
        return Rollout(observations, masks, actions, logs, advantages, advantages + values[:-1])

    def learn(self, seen: Rollout) -> None:
        """Train the policy on a rollout: a few epochs of small batches."""
        count = seen.actions.size
        observations = seen.observations.reshape(count, -1)
        masks = seen.masks.reshape(count, -1)
        actions, logs = seen.actions.reshape(count), seen.logs.reshape(count)
        advantages, targets = seen.advantages.reshape(count), seen.targets.reshape(count)
        for _ in range(self.settings.epochs):
            order = self.rng.permutation(count)
            for begin in range(0, count, self.settings.batch):
                of = order[begin : begin + self.settings.batch]
                self._improve(observations[of], masks[of], actions[of], logs[of], advantages[of], targets[of])

    def _improve(
        self,
        observations: NDArray[np.uint8],
        masks: NDArray[np.bool_],
        actions: NDArray[np.int64],
        old_logs: Array,
        advantages: Array,
        targets: Array,
    ) -> None:
        settings = self.settings
        count = len(actions)
        rows = np.arange(count)
        logits, values, kept = self.network.forward(self.env.layout.scaled(observations))
        logs = log_softmax(logits, masks)
        chances = np.exp(logs)
        ratio = np.exp(logs[rows, actions] - old_logs)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        too_far = np.where(advantages > 0, ratio > 1 + settings.clip, ratio < 1 - settings.clip)
        pull = np.where(too_far, 0, -advantages * ratio) / count
        to_logits = -chances * pull[:, None]
        to_logits[rows, actions] += pull
        # A small entropy bonus keeps the policy exploring.
        known = np.where(masks, logs, 0)
        entropy = -(chances * known).sum(1, keepdims=True)
        to_logits += settings.entropy * chances * (known + entropy) / count
        to_values = (values - targets) / count
        gradients = self.network.backward(to_logits.astype(np.float32), to_values.astype(np.float32), kept)
        self.adam.step(gradients)


def evaluate(network: Network, board: str, opponent: str, games: int, seed: int) -> float:
    """Return the share of games that the network wins when it takes its best action."""
    env = VectorEnv(board, 2, min(games, 256), opponent, "win")
    observations, masks = env.reset(seed)
    everywhere = np.arange(env.games)
    won: list[float] = []
    while len(won) < games:
        logits, _, _ = network.forward(env.layout.scaled(observations))
        observations, masks, rewards, done = env.step(np.argmax(log_softmax(logits, masks), axis=1))
        won += ((rewards[everywhere, env.ended][done] + 1) / 2).tolist()
    return float(np.mean(won))


def train(
    board: str, opponent: str, settings: Settings, seconds: float, rounds: int, seed: int
) -> tuple[Network, list[Point]]:
    """Train for a number of rounds or seconds, whichever ends first; return the network and the curve."""
    env = VectorEnv(board, 2, settings.games, opponent, "margin")
    learner = Learner(env, settings, seed)
    curve: list[Point] = []
    begun = time.perf_counter()
    for number in range(1, rounds + 1):
        left = 1 - max((number - 1) / rounds, (time.perf_counter() - begun) / seconds)
        learner.adam.rate = settings.rate * max(left, 0.05)
        learner.learn(learner.collect())
        decisions = number * settings.games * settings.steps
        if len(learner.won) >= 400 or number == rounds:
            if learner.won:
                curve.append(Point(decisions, float(np.mean(learner.won)), len(learner.won)))
                print(f"{decisions:>12,} decisions  {curve[-1].share:6.1%} of {len(learner.won)} games won", flush=True)
            learner.won = []
        if time.perf_counter() - begun > seconds:
            break
    return learner.network, curve


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to beat a bot by masked PPO.")
    parser.add_argument("--board", default="toy", help="an id or a board file (toy)")
    parser.add_argument("--opponent", default="greedy", help="a bot (greedy)")
    parser.add_argument("--minutes", type=float, default=5.0, help="stop after so long (5)")
    parser.add_argument("--rounds", type=int, default=1_000_000, help="stop after this many rounds")
    parser.add_argument("--games", type=int, default=Settings.games, help=f"played at once ({Settings.games})")
    parser.add_argument("--steps", type=int, default=Settings.steps, help=f"of a round ({Settings.steps})")
    parser.add_argument("--width", type=int, default=Settings.width, help=f"of the network ({Settings.width})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=int, default=1000, help="games to play at the end (1000)")
    parser.add_argument("--curve", type=Path, metavar="FILE.svg", help="draw the learning curve")
    parser.add_argument("--save", type=Path, metavar="FILE.npz", help="keep the network")
    options = parser.parse_args()

    settings = Settings(games=options.games, steps=options.steps, width=options.width)
    network, curve = train(
        options.board, options.opponent, settings, 60 * options.minutes, options.rounds, options.seed
    )
    share = evaluate(network, options.board, options.opponent, options.test, 1_000_000)
    print(f"best actions, new games: {share:.1%} of {options.test} won against {options.opponent} on {options.board}")
    if options.curve is not None:
        title = f"Masked PPO against {options.opponent} on {options.board}, 2 players"
        write_curve(options.curve, title, curve, f"share of games won against {options.opponent}")
    if options.save is not None:
        network.save(options.save)


if __name__ == "__main__":
    main()
