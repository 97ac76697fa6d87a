"""A small network in plain NumPy: two hidden layers, one head for the policy and one for the value, and Adam."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
NEVER = np.float32(-1e9)
"""The logit of an action that is not legal."""


class Network:
    """Takes observations scaled to 0 to 1; returns logits of all actions and an estimate of the reward."""

    def __init__(self, inputs: int, actions: int, width: int, seed: int) -> None:
        """Start from random weights; the policy begins nearly uniform."""
        rng = np.random.default_rng(seed)
        shapes = [(inputs, width), (width, width), (width, actions), (width, 1)]
        gains = [np.sqrt(2.0), np.sqrt(2.0), 0.01, 1.0]
        self.weights: list[Array] = []
        for (rows, columns), gain in zip(shapes, gains, strict=True):
            drawn = rng.standard_normal((rows, columns)) * gain / np.sqrt(rows)
            self.weights += [drawn.astype(np.float32), np.zeros(columns, np.float32)]

    def forward(self, inputs: Array) -> tuple[Array, Array, tuple[Array, Array, Array]]:
        """Return logits, values, and what `backward` needs."""
        w1, b1, w2, b2, wp, bp, wv, bv = self.weights
        first = np.maximum(inputs @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        return second @ wp + bp, (second @ wv + bv)[:, 0], (inputs, first, second)

    def backward(self, to_logits: Array, to_values: Array, kept: tuple[Array, Array, Array]) -> list[Array]:
        """Return the gradient of every weight from those of the logits and the values."""
        _, _, w2, _, wp, _, wv, _ = self.weights
        inputs, first, second = kept
        column = to_values[:, None]
        to_second = (to_logits @ wp.T + column @ wv.T) * (second > 0)
        to_first = (to_second @ w2.T) * (first > 0)
        return [
            inputs.T @ to_first,
            to_first.sum(0),
            first.T @ to_second,
            to_second.sum(0),
            second.T @ to_logits,
            to_logits.sum(0),
            second.T @ column,
            column.sum(0),
        ]

    def save(self, path: Path) -> None:
        """Write the weights to a file."""
        np.savez(path, *self.weights)

    @staticmethod
    def load(path: Path) -> Network:
        """Read a network from a file."""
        with np.load(path) as saved:
            weights = [saved[name] for name in saved.files]
        network = Network(weights[0].shape[0], weights[4].shape[1], weights[0].shape[1], 0)
        network.weights = weights
        return network


class Adam:
    """The Adam optimiser, with gradients clipped to a norm."""

    def __init__(self, weights: list[Array], rate: float, largest_norm: float = 0.5) -> None:
        self.weights = weights
        self.rate = rate
        self.largest_norm = largest_norm
        self.first = [np.zeros_like(weight) for weight in weights]
        self.second = [np.zeros_like(weight) for weight in weights]
        self.steps = 0

    def step(self, gradients: list[Array]) -> None:
        """Update all weights by one step."""
        self.steps += 1
        norm = float(np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients)))
        scale = min(1.0, self.largest_norm / (norm + 1e-8))
        rate = self.rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for number, gradient in enumerate(gradients):
            first, second = self.first[number], self.second[number]
            np.add(first, 0.1 * (gradient * scale - first), out=first)
            np.add(second, 0.001 * ((gradient * scale) ** 2 - second), out=second)
            change = (rate * first / (np.sqrt(second) + 1e-8)).astype(np.float32)
            np.subtract(self.weights[number], change, out=self.weights[number])


def log_softmax(logits: Array, masks: NDArray[np.bool_]) -> Array:
    """Return log probabilities; illegal actions have a probability of practically zero."""
    legal = np.where(masks, logits, NEVER)
    legal = legal - legal.max(1, keepdims=True)
    result: Array = legal - np.log(np.exp(legal).sum(1, keepdims=True))
    return result


def sample(logs: Array, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw an action for every row."""
    noise = rng.gumbel(size=logs.shape).astype(np.float32)
    actions: NDArray[np.int64] = np.argmax(logs + noise, axis=1)
    return actions
