"""Weight files for tests: random, not trained."""

import json
import struct
import zlib
from itertools import pairwise
from random import Random

from semafor.bots.net.brain import EXTRA, FORMAT
from semafor.bots.net.inputs import INPUTS_VERSION, Inputs
from semafor.bots.planning.weights import ADVISER
from semafor.model.board import Board

WIDTHS = (12, 8)


def head_of(board: Board, **changed: object) -> dict[str, object]:
    """Return the header of a board's file."""
    head: dict[str, object] = {
        "format": FORMAT,
        "inputs": INPUTS_VERSION,
        "board": board.id,
        "digest": board.spec.digest,
        "players": [2, 3, 4, 5],
        "widths": list(WIDTHS),
    }
    return head | changed


def weights_for(board: Board, seed: int, scale: float, **changed: object) -> bytes:
    """Return a file of weights; with a scale of 0 they are all zero."""
    rng = Random(seed)
    inputs = Inputs(board, ADVISER)
    sizes = [int(inputs.seen_by_layers), *WIDTHS, int(inputs.choices + EXTRA)]
    data = b""
    for before, after in pairwise(sizes):
        data += struct.pack(f"<{after}f", *[rng.uniform(-scale, scale) for _ in range(after)])
        data += struct.pack(f"<{after}f", *[scale / 127] * after)
        data += rng.randbytes(before * after)
    return json.dumps(head_of(board, **changed)).encode() + b"\n" + zlib.compress(data)
