"""The network, in plain loops: it needs no library, and one evaluation takes a fraction of a millisecond.

There is a file of weights for each board: a JSON header, then, compressed by zlib, for each layer the biases and the
scale of each output as 32-bit floats and the weights as signed bytes, by input.
"""

import json
import struct
import zlib
from itertools import cycle
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.bots.net.files import WeightsError, stored_weights
from semafor.bots.net.inputs import CLAIMS, INPUTS_VERSION, KEEPS, Inputs
from semafor.bots.net.sums import add_scaled
from semafor.bots.planning.weights import ABOUT, ADVISER
from semafor.engine.kernel import DRAW_SHOWN, MAX_DRAWN
from semafor.model.board import Board
from semafor.model.cards import KINDS

FORMAT: Final = 2
ROUTE_FEATURES: Final[i64] = 11
CARD_FEATURES: Final[i64] = 3
EXTRA: Final[i64] = 17
"""Outputs of the last layer besides the choices: weights of features, promises and the advice, and the value."""
HEAD_START: Final = 5.0
"""The head start of the planner's choice before training."""
WIN_SHARE: Final = 0.6
"""The weight of the win in the training reward; the rest is the margin. Values are in this unit."""
MARGIN: Final = 50.0
"""The margin in points that counts as much as a win."""
MOST_MARGINS: Final = 2.0
"""The margin is clipped to this many wins."""
_LOWEST: Final = -1e30


class Layer:
    """A fully connected layer."""

    weights: vec[float]
    biases: vec[float]

    def __init__(self, inputs: i64, outputs: i64) -> None:
        """Allocate the working memory."""
        self.inputs = inputs
        self.outputs = outputs
        self.weights = vec[float]([0.0] * (inputs * outputs))
        self.biases = vec[float]([0.0] * outputs)

    def read(self, data: bytes, at: i64) -> i64:
        """Read the weights from an offset in a file; return the offset after them."""
        outputs = self.outputs
        size = self.inputs * outputs
        self.biases = vec[float](list(struct.unpack_from(f"<{outputs}f", data, int(at))))
        scales = struct.unpack_from(f"<{outputs}f", data, int(at + 4 * outputs))
        numbers = struct.unpack_from(f"<{size}b", data, int(at + 8 * outputs))
        # Uncompiled, as in a page, this takes a tenth of the time of a loop over the bytes.
        self.weights = vec[float]([number * scale for number, scale in zip(numbers, cycle(scales), strict=False)])
        return at + 8 * outputs + size

    def apply(self, values: vec[float], results: vec[float]) -> None:
        """Compute the outputs; most inputs are 0 and are skipped."""
        outputs = self.outputs
        weights = self.weights
        biases = self.biases
        for j in range(outputs):
            results[j] = biases[j]
        for i in range(self.inputs):
            value = values[i]
            if value != 0.0:
                add_scaled(results, weights, i * outputs, value)


class Network:
    """The layers for a board. They are read-only, so that all players of a program share them."""

    def __init__(self, board: Board, data: bytes) -> None:
        """Read the weights, or raise WeightsError."""
        head, _, packed = data.partition(b"\n")
        about = _read_head(head, board)
        widths: list[int] = about["widths"]
        self.players: list[int] = about["players"]
        self.adviser: dict[str, int] = about.get("adviser", ADVISER)
        inputs = Inputs(board, self.adviser)
        self.first = Layer(inputs.seen_by_layers, widths[0])
        self.second = Layer(widths[0], widths[1])
        self.last = Layer(widths[1], inputs.choices + EXTRA)
        wanted: i64 = 0
        for layer in (self.first, self.second, self.last):
            wanted += layer.outputs * (layer.inputs + 8)
        body = _unpacked(packed, int(wanted))
        if len(body) != wanted:
            raise WeightsError(
                f"the weights are not the {wanted} bytes of a network for {board.id}: "
                "they are damaged, or for a board with other places, routes or tickets"
            )
        at: i64 = 0
        for layer in (self.first, self.second, self.last):
            at = layer.read(body, at)


class Brain:
    """The working memory for one evaluation of a network. It keeps no state between evaluations."""

    scale: vec[float]
    values: vec[float]
    first_out: vec[float]
    second_out: vec[float]
    last_out: vec[float]
    scores: vec[float]

    def __init__(self, network: Network, inputs: Inputs) -> None:
        """Allocate the working memory."""
        self.network = network
        self.choices = inputs.choices
        self.scale = vec[float]([0.0] * inputs.size)
        for part in inputs.parts:
            for i in range(part.start, part.start + part.size):
                self.scale[i] = 1.0 / part.largest
        self.values = vec[float]([0.0] * inputs.size)
        self.first_out = vec[float]([0.0] * network.first.outputs)
        self.second_out = vec[float]([0.0] * network.second.outputs)
        self.last_out = vec[float]([0.0] * network.last.outputs)
        self.scores = vec[float]([0.0] * inputs.choices)
        self.value = 0.0

    def evaluate(self, inputs: Inputs, row: vec[u8]) -> None:
        """Score every choice of the position in a row that `inputs` has just written, and evaluate the position."""
        values = self.values
        for i in range(inputs.size):
            values[i] = float(i64(row[i])) * self.scale[i]
        network = self.network
        network.first.apply(values, self.first_out)
        _cut(self.first_out)
        network.second.apply(self.first_out, self.second_out)
        _cut(self.second_out)
        network.last.apply(self.second_out, self.last_out)
        out = self.last_out
        scores = self.scores
        for choice in range(self.choices):
            scores[choice] = out[choice]
        of_cards = self.choices + ROUTE_FEATURES
        for kind in range(i64(KINDS)):
            scores[DRAW_SHOWN + kind] += (
                out[of_cards] * values[inputs.wishes + kind]
                + out[of_cards + 1] * values[inputs.spare + kind]
                + out[of_cards + 2] * values[inputs.hand + kind]
            )
        of_promises = out[of_cards + CARD_FEATURES]
        for i in range(i64((1 << MAX_DRAWN) - 1)):
            scores[KEEPS + i] += of_promises * float(i64(row[inputs.promises + i]) - 128) / 25.0
        scores[inputs.advised] += HEAD_START + out[of_cards + CARD_FEATURES + 1]
        self.value = out[of_cards + CARD_FEATURES + 2]
        self._score_routes(inputs)

    def _score_routes(self, inputs: Inputs) -> None:
        values = self.values
        out = self.last_out
        at = self.choices
        board = inputs.board
        for route in range(inputs.routes):
            near = values[inputs.near + route]
            if near == 0.0:
                continue  # not available: the score does not matter
            plan = values[inputs.plan + route]
            theirs = values[inputs.their_ends + route]
            points = float(board.route_points[route]) / 15.0
            self.scores[CLAIMS + route] += (
                out[at] * near
                + out[at + 1] * values[inputs.spare_near + route]
                + out[at + 2] * plan
                + out[at + 3] * values[inputs.target + route]
                + out[at + 4] * values[inputs.my_ends + route]
                + out[at + 5] * theirs
                + out[at + 6] * points
                + out[at + 7] * float(board.route_length[route]) / 6.0
                + out[at + 8] * plan * points
                + out[at + 9] * theirs * plan
                + out[at + 10] * values[inputs.gain + route]
            )

    def best(self, legal: vec[u8]) -> i64:
        """Return the legal choice with the highest score."""
        best: i64 = 0
        most = _LOWEST
        for choice in range(self.choices):
            if i64(legal[choice]) == 1 and self.scores[choice] > most:
                most = self.scores[choice]
                best = choice
        return best


def _unpacked(packed: bytes, wanted: int) -> bytes:
    """Return the bytes of the layers; a wrong number of them if the file is damaged."""
    try:
        return zlib.decompressobj().decompress(packed, wanted + 1)
    except zlib.error:
        return b""


def _cut(values: vec[float]) -> None:
    """Clip at 0."""
    for i in range(i64(len(values))):
        values[i] = max(values[i], 0.0)


def _read_head(head: bytes, board: Board) -> dict[str, Any]:
    """Return the header of a file of weights, if it is for this board and these inputs."""
    try:
        about: Any = json.loads(head)
        found = about["format"], about["inputs"], about["board"], about["digest"]
    except (ValueError, KeyError, TypeError):
        raise WeightsError("these are no weights of a network: the first line does not say what they are for") from None
    if found[0] != FORMAT or found[1] != INPUTS_VERSION:
        raise WeightsError(
            f"the weights are of format {found[0]} for inputs {found[1]}, "
            f"and this version reads format {FORMAT} for inputs {INPUTS_VERSION}"
        )
    if found[2] != board.id:
        raise WeightsError(f"the weights are for the board {found[2]}, not {board.id}")
    if found[3] != board.spec.digest:
        raise WeightsError(
            f"the weights are for another revision of the board {board.id}: {found[3]}, not {board.spec.digest}; "
            "with anyway=1 (net:anyway=1) they play if places, routes and tickets are as many"
        )
    adviser: Any = about.get("adviser", {})
    if not isinstance(adviser, dict) or not all(isinstance(number, int) for number in adviser.values()):
        raise WeightsError("the adviser of the weights must have a whole number for each name")
    unknown = [name for name in adviser if name not in ABOUT]
    if unknown:
        raise WeightsError(f"the weights name what no planner has: {', '.join(unknown)}")
    checked: dict[str, Any] = about
    return checked


_NETWORKS: Final[dict[str, Network]] = {}


def stored_network(board: Board) -> Network:
    """Return the network that comes with the package for a board, read once."""
    found = _NETWORKS.get(board.spec.digest)
    if found is None:
        found = Network(board, stored_weights(board))
        _NETWORKS[board.spec.digest] = found
    return found
