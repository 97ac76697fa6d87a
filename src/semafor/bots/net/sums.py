"""The inner loop of the network: vector instructions when compiled (building/parts.py), with equal results."""

from librt.vecs import vec
from mypy_extensions import i64


def add_scaled(sums: vec[float], numbers: vec[float], at: i64, factor: float) -> None:
    """Add to all sums the numbers from an offset on, times a factor."""
    for i in range(i64(len(sums))):
        sums[i] += factor * numbers[at + i]
