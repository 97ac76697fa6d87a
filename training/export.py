"""Write the weights of a training run for the player, 6 bits each and compressed, and measure what was written.

python -m training.export --board usa --runs runs src/semafor/bots/net/weights/usa.net
"""

from __future__ import annotations

import argparse
import json
import math
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from semafor.bots.net.brain import FORMAT
from semafor.bots.net.inputs import INPUTS_VERSION
from semafor.engine.boards import load_board
from training.league import evaluate
from training.network import Network
from training.probe import inputs_digest
from training.train import STYLES, TEST_SEED

LARGEST = 31
"""The largest quantised weight; each output has its own scale."""


def pack(network: Network, players: list[int], note: str) -> bytes:
    """Return a network as a file; round its weights to what the file can hold."""
    board = network.board
    head = {
        "format": FORMAT,
        "inputs": INPUTS_VERSION,
        "board": board.id,
        "digest": board.spec.digest,
        "adviser": network.adviser,
        "probe": inputs_digest(board, network.adviser),
        "players": players,
        "widths": list(network.widths),
        "note": note,
    }
    data = b""
    for layer in (network.first, network.second, network.last):
        weights = layer.weight.detach().numpy()
        scales = np.maximum(np.abs(weights).max(1), 1e-9).astype(np.float32) / LARGEST
        small = np.rint(weights / scales[:, None]).astype(np.int8)
        data += layer.bias.detach().numpy().astype("<f4").tobytes() + scales.astype("<f4").tobytes()
        data += small.T.tobytes()
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(small * scales[:, None]))
    return json.dumps(head).encode() + b"\n" + zlib.compress(data, 9)


def main(words: Sequence[str] | None = None) -> None:
    """Write the file, by the words of a command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--board", default="usa", help="the id of a board, or the path of its file (usa)")
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    parser.add_argument("--players", type=int, nargs="+", default=[2], help="the tables that it was trained for")
    parser.add_argument("--test", type=int, default=1024, help="games against each opponent, 0 for none (1024)")
    options = parser.parse_args(words)
    torch.set_num_threads(1)
    board = load_board(options.board)
    kept = torch.load(options.runs / f"{board.id}.pt", weights_only=False)
    network = Network(board, tuple(kept["widths"]), kept["adviser"])
    network.load_state_dict(kept["average"])
    note = f"{kept['rounds']} rounds, {kept['decisions']} decisions, {kept['seconds'] / 3600:.1f} hours"
    data = pack(network, options.players, note)
    options.file.parent.mkdir(parents=True, exist_ok=True)
    options.file.write_bytes(data)
    print(f"{note}; {len(data)} bytes")
    for opponent in ("planner", *STYLES) if options.test else ():
        won, margin = evaluate(network, options.players[0], opponent, options.test, TEST_SEED * 2)
        error = 1.96 * math.sqrt(won * (1 - won) / options.test)
        print(f"over {opponent}: {won:.3f}, give or take {error:.3f}; margin {margin:.1f}", flush=True)


if __name__ == "__main__":
    main()
