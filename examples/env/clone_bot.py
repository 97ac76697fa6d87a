"""Record games between bots, and learn from them to play like those bots (behaviour cloning).

    python -m examples.env.clone_bot --board usa --teacher planner --games 400 --records games.ndjson

The dataset is one record a line, as `semafor.replay` reads it: board, seed and actions (docs/protocol.md). What
every seat saw is worked out again from it (`decisions_of`). `--parquet FILE` writes the decisions as a table as well,
if pyarrow is installed.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import semafor
from examples.env.curve import Point, write_curve
from examples.env.network import Adam, Network, log_softmax
from examples.env.ppo import evaluate
from semafor import Board, Chance, Record
from semafor.bots.registry import make_bot
from semafor.env import Layout
from semafor.env.dataset import decisions_of


def play_game(board: Board, teacher: str, seed: int) -> Record:
    """Let the teacher play all seats."""
    game = semafor.new_game(board, 2, seed)
    bots = [make_bot(teacher, board) for _ in range(game.players)]
    luck = [Chance.seeded(f"{seed}, {teacher} in seat {seat}") for seat in range(game.players)]
    while not game.over:
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        game.apply(seat, bots[seat].choose(seen, seen.legal, luck[seat], 1.0))
    return game.record()


def collect(board: Board, teacher: str, games: int, path: Path) -> None:
    """Write games to a file, one record per line."""
    with path.open("w", encoding="utf-8") as file:
        for seed in range(games):
            file.write(json.dumps(play_game(board, teacher, seed).to_json()) + "\n")


def read(path: Path) -> Iterator[Record]:
    """Read the games of a file."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield Record.from_json(json.loads(line))


@dataclass
class Decisions:
    """The decisions of many games, one per row."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    games: NDArray[np.int64]


def decisions_in(board: Board, path: Path) -> Decisions:
    """Compute the decisions of all games in a file; skip forced ones, which teach nothing."""
    found = [
        (number, decision)
        for number, record in enumerate(read(path))
        for decision in decisions_of(record, board)
        if decision.mask.sum() > 1
    ]
    return Decisions(
        np.stack([decision.observation for _, decision in found]),
        np.stack([decision.mask for _, decision in found]),
        np.array([decision.action for _, decision in found]),
        np.array([number for number, _ in found]),
    )


def write_parquet(decisions: Decisions, path: Path) -> None:
    """Write the decisions as a table."""
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    table = arrow.table(
        {
            "game": decisions.games,
            "action": decisions.actions,
            "observation": list(decisions.observations),
            "mask": list(decisions.masks),
        }
    )
    parquet.write_table(table, path, compression="zstd")


def learn(
    layout: Layout, seen: Decisions, passes: int, width: int, opponent: str, test: int
) -> tuple[Network, list[Point]]:
    """Fit a network to the decisions; after every epoch, measure how often it wins."""
    rng = np.random.default_rng(1)
    network = Network(layout.size, layout.actions, width, 1)
    adam = Adam(network.weights, 1e-3, largest_norm=1.0)
    # Every tenth game is held out for testing.
    held_back = seen.games % 10 == 9
    taught = np.flatnonzero(~held_back)
    curve = [Point(0, evaluate(network, layout.board.id, opponent, test, 2_000_000), test)]
    for number in range(1, passes + 1):
        adam.rate = 1e-3 * (1 - (number - 1) / passes)
        for batch in np.array_split(rng.permutation(taught), max(1, len(taught) // 512)):
            logits, values, kept = network.forward(layout.scaled(seen.observations[batch]))
            error = np.exp(log_softmax(logits, seen.masks[batch]))
            error[np.arange(len(batch)), seen.actions[batch]] -= 1
            error /= np.float32(len(batch))
            adam.step(network.backward(error, np.zeros_like(values), kept))
        agreed = agreement(network, layout, seen, held_back) if held_back.any() else float("nan")
        curve.append(Point(number * len(taught), evaluate(network, layout.board.id, opponent, test, 2_000_000), test))
        print(f"pass {number}: agrees with the teacher in {agreed:.1%} of unseen decisions, wins {curve[-1].share:.1%}")
    return network, curve


def agreement(network: Network, layout: Layout, seen: Decisions, chosen: NDArray[np.bool_]) -> float:
    """Return how often the network's best action is the teacher's."""
    logits, _, _ = network.forward(layout.scaled(seen.observations[chosen]))
    best = np.argmax(log_softmax(logits, seen.masks[chosen]), axis=1)
    return float(np.mean(best == seen.actions[chosen]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Record games between bots and learn to play like them.")
    parser.add_argument("--board", default="usa", help="the id of a board (usa)")
    parser.add_argument("--teacher", default="planner", help="the bot to learn from (planner)")
    parser.add_argument("--opponent", default="random", help="the bot to be tested against (random)")
    parser.add_argument("--games", type=int, default=400, help="to record (400)")
    parser.add_argument("--records", type=Path, default=Path("games.ndjson"), help="where to (games.ndjson)")
    parser.add_argument("--parquet", type=Path, metavar="FILE", help="write the decisions as a table, too")
    parser.add_argument("--passes", type=int, default=10, help="over the decisions (10)")
    parser.add_argument("--width", type=int, default=128, help="of the network (128)")
    parser.add_argument("--test", type=int, default=500, help="games to play after every pass (500)")
    parser.add_argument("--curve", type=Path, metavar="FILE.svg", help="draw the learning curve")
    parser.add_argument("--save", type=Path, metavar="FILE.npz", help="keep the network")
    options = parser.parse_args()

    board = semafor.load_board(options.board)
    collect(board, options.teacher, options.games, options.records)
    decisions = decisions_in(board, options.records)
    print(f"{len(decisions.actions):,} decisions in {options.games:,} games of {options.teacher} on {board.id}")
    if options.parquet is not None:
        write_parquet(decisions, options.parquet)
    layout = Layout(board, 2)
    network, curve = learn(layout, decisions, options.passes, options.width, options.opponent, options.test)
    print(f"best actions: {curve[-1].share:.1%} of {options.test} games won against {options.opponent}")
    if options.curve is not None:
        title = f"A network that copies {options.teacher} on {board.id}, 2 players"
        label = f"share of games won against {options.opponent}"
        write_curve(options.curve, title, curve, label, "decisions of the teacher seen")
    if options.save is not None:
        network.save(options.save)


if __name__ == "__main__":
    main()
