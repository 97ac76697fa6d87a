"""The network's inner loop, which the compiled package runs with vector instructions."""

from __future__ import annotations

import random
import struct

import pytest
from librt.vecs import vec

from semafor.bots.net.brain import Layer
from semafor.bots.net.sums import add_scaled


@pytest.mark.parametrize("outputs", [1, 2, 7, 256])
def test_a_layer_is_exactly_what_single_sums_make_of_it(outputs: int) -> None:
    rng = random.Random(outputs)
    weights = [rng.randint(-63, 63) for _ in range(20 * outputs)]
    values = [rng.choice([0.0, rng.uniform(-3, 3)]) for _ in range(20)]
    layer = Layer(20, outputs)
    layer.read(struct.pack(f"<{2 * outputs}f{20 * outputs}b", *[0.25] * outputs, *[0.125] * outputs, *weights), 0)
    expected = [0.25] * outputs
    for i, value in enumerate(values):
        for j in range(outputs):
            expected[j] += value * (0.125 * weights[i * outputs + j])
    results = vec[float]([9.0] * outputs)
    layer.apply(vec[float](values), results)
    assert list(results) == expected


def test_numbers_that_are_not_there_are_an_error() -> None:
    sums = vec[float]([0.0, 0.0])
    add_scaled(sums, vec[float]([1.0, 1.0, 1.0]), 1, 2.0)
    assert list(sums) == [2.0, 2.0]
    with pytest.raises(IndexError):
        add_scaled(sums, vec[float]([1.0, 1.0, 1.0]), 2, 1.0)
