"""The network in PyTorch: three layers, and scores for single choices that add to what the layers say.

The planner's choice has a head start, so that an untrained network plays like the planner. Every route, card and
choice of tickets also has a few separate features, whose weights depend on the position and are the same for all
of its kind: what is learnt about one route helps with the others. `semafor.bots.net.brain` does the same sums.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from semafor.bots.net.brain import Network as Weights
from semafor.bots.net.inputs import CLAIMS, KEEPS, Inputs
from semafor.bots.planning.weights import ADVISER
from semafor.model.board import Board

ROUTE_FEATURES = 11
CARD_FEATURES = 3
EXTRA = ROUTE_FEATURES + CARD_FEATURES + 3
"""Outputs of the last layer besides the choices: weights of features, of promises and of the advice, and the value."""
HEAD_START = 5.0
OF_THE_BOARD = {
    "goals",
    "open tickets",
    "made tickets",
    "ticket costs",
    "drawn",
    "mine",
    "theirs",
    "near",
    "plan",
    "counts",
}
"""Inputs that differ from board to board."""


class Network(nn.Module):
    """Scores of choices, and the value of the position."""

    def __init__(self, board: Board, widths: tuple[int, int], adviser: dict[str, int]) -> None:
        super().__init__()
        self.board = board
        self.adviser = adviser
        inputs = Inputs(board, adviser)
        self.widths = widths
        self.precision = torch.float32
        """Of the products in the first two layers; the weights themselves are kept in single precision."""
        self.seen = int(inputs.seen_by_layers)
        self.choices = int(inputs.choices)
        self.routes = int(board.route_count)
        self.at = {part.name: int(part.start) for part in inputs.parts}
        self.keeps = next(int(part.size) for part in inputs.parts if part.name == "promises")
        scale = np.concatenate([np.full(int(part.size), 1 / part.largest, np.float32) for part in inputs.parts])
        self.register_buffer("scale", torch.from_numpy(scale))
        points = torch.tensor([int(board.route_points[r]) for r in range(self.routes)]) / 15
        length = torch.tensor([int(board.route_length[r]) for r in range(self.routes)]) / 6
        self.register_buffer("points", points)
        self.register_buffer("length", length)
        self.first = nn.Linear(self.seen, widths[0])
        self.second = nn.Linear(widths[0], widths[1])
        self.last = nn.Linear(widths[1], self.choices + EXTRA)
        with torch.no_grad():
            self.last.weight.mul_(0.03)
            self.last.bias.zero_()

    def forward(self, rows: Tensor, masks: Tensor, advised: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log probabilities and the values for rows of bytes."""
        # Scaling the weights, not the inputs, saves a pass over the rows. Half precision holds every byte exactly.
        seen = rows[:, : self.seen].to(self.precision)
        scaled = self.first.weight * self.scale[: self.seen]
        h = torch.relu(linear(seen, scaled.to(self.precision), self.first.bias.to(self.precision)))
        h = torch.relu(linear(h, self.second.weight.to(self.precision), self.second.bias.to(self.precision)))
        out = self.last(h.float())
        scores = out[:, : self.choices]
        more = out[:, self.choices :]
        of_cards = more[:, ROUTE_FEATURES : ROUTE_FEATURES + CARD_FEATURES]
        cards = torch.stack([self._part(rows, name, 9) for name in ("wishes", "spare", "hand")], 2)
        extra = torch.zeros_like(scores)
        extra[:, 2:11] = (cards @ of_cards[:, :, None])[:, :, 0]
        promises = rows[:, self.at["promises"] : self.at["promises"] + self.keeps].float()
        extra[:, KEEPS : KEEPS + self.keeps] = (promises - 128) / 25 * more[:, -3:-2]
        extra[:, CLAIMS:] = self._score_routes(rows, more)
        extra[torch.arange(len(rows)), advised] += HEAD_START + more[:, -2]
        scores = (scores + extra).masked_fill(~masks, -1e4)
        return torch.log_softmax(scores, 1), more[:, -1]

    def _part(self, rows: Tensor, name: str, size: int) -> Tensor:
        start = self.at[name]
        return rows[:, start : start + size] * self.scale[start]

    def _score_routes(self, rows: Tensor, weights: Tensor) -> Tensor:
        """Return the sum of each route's features, weighted by the position, without copying every feature."""
        near, spare, plan, target, mine, theirs, points, length, plan_points, contested, gain = weights[
            :, :ROUTE_FEATURES, None
        ].unbind(1)
        planned = self._part(rows, "plan", self.routes)
        their_ends = self._part(rows, "their ends", self.routes)
        return (
            near * self._part(rows, "near", self.routes)
            + spare * self._part(rows, "spare near", self.routes)
            + planned * (plan + plan_points * self.points + contested * their_ends)
            + target * self._part(rows, "target", self.routes)
            + mine * self._part(rows, "my ends", self.routes)
            + theirs * their_ends
            + points * self.points
            + length * self.length
            + gain * self._part(rows, "gain", self.routes)
        )


def read_weights(network: Network, data: bytes) -> None:
    """Load the weights of a player's file into a network."""
    weights = Weights(network.board, data)
    pairs = ((network.first, weights.first), (network.second, weights.second), (network.last, weights.last))
    with torch.no_grad():
        for layer, kept in pairs:
            by_input = np.array(kept.weights, np.float32).reshape(layer.in_features, layer.out_features)
            layer.weight.copy_(torch.from_numpy(by_input.T.copy()))
            layer.bias.copy_(torch.from_numpy(np.array(kept.biases, np.float32)))


def borrow_weights(network: Network, other: Board, data: bytes) -> None:
    """Initialise a network with what one for another board has learnt about boards in general.

    Copy the inputs that mean the same on both boards, the inner layer and the choices that every board has. Give a
    route or a ticket the mean of those on the other board.
    """
    source = Network(other, network.widths, network.adviser)
    read_weights(source, data)
    theirs = {part.name: slice(part.start, part.start + part.size) for part in Inputs(other, ADVISER).parts}
    with torch.no_grad():
        weights = network.first.weight.mul_(0.1)
        for part in Inputs(network.board, ADVISER).parts:
            if part.start >= network.seen or part.size == 0:
                continue
            mine = slice(part.start, part.start + part.size)
            known = source.first.weight[:, theirs[part.name]]
            if part.name in OF_THE_BOARD:
                if known.shape[1]:
                    weights[:, mine] += known.sum(1, keepdim=True) / int(part.size)
            else:
                weights[:, mine] = known
        network.first.bias.copy_(source.first.bias)
        network.second.load_state_dict(source.second.state_dict())
        routes = slice(int(CLAIMS), -EXTRA)
        for mine_, theirs_ in ((network.last.weight, source.last.weight), (network.last.bias, source.last.bias)):
            mine_[:CLAIMS] = theirs_[:CLAIMS]
            mine_[routes] = theirs_[routes].mean(0)
            mine_[-EXTRA:] = theirs_[-EXTRA:]
