"""Measure the environments: decisions per second, with mask and observation, on one core.

python -m benchmarks.env                    # all tables of docs/measurements/speed.md
python -m benchmarks.env --board usa --rounds 5

Legal actions are chosen at random; the time includes everything except choosing them.
It is CPU time, and the best of several rounds counts.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

from benchmarks.run import machine
from semafor.env import SemaforEnv, VectorEnv, aec_env, register_openspiel

BOARDS = ("usa", "nordic-countries", "italy", "northern-lights")
PUBLISHED = 196
"""Actions a second of the fastest environment of the family that was published: one for Gymnasium, Northern Lights."""


def vector_speed(board: str, players: int, games: int, seconds: float, opponents: str = "") -> float:
    """Measure decisions per second of many games at once."""
    env = VectorEnv(board, players, games, opponents)
    rng = np.random.default_rng(1)
    _, masks = env.reset(seed=1)
    spent = 0.0
    steps = 0
    while spent < seconds:
        actions = (rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
        began = time.process_time()
        _, masks, _, _ = env.step(actions)
        spent += time.process_time() - began
        steps += 1
    return steps * games / spent


def aec_speed(board: str, players: int, seconds: float) -> float:
    """Measure decisions per second of the PettingZoo environment: `last`, a legal action, `step`."""
    env = aec_env(board, players)
    rng = np.random.default_rng(1)
    began = time.process_time()
    decisions = 0
    while time.process_time() - began < seconds:
        env.reset(seed=decisions)
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += not over
    return decisions / (time.process_time() - began)


def single_speed(board: str, players: int, seconds: float, opponents: str) -> float:
    """Measure the learner's decisions per second in the Gymnasium environment, bots included."""
    env = SemaforEnv(board, players, opponents)
    rng = np.random.default_rng(1)
    began = time.process_time()
    decisions = 0
    while time.process_time() - began < seconds:
        _, info = env.reset(seed=decisions)
        over = False
        while not over:
            _, _, over, _, info = env.step(int(rng.choice(info["valid_actions"])))
            decisions += 1
    return decisions / (time.process_time() - began)


def openspiel_speed(board: str, players: int, seconds: float) -> float:
    """Measure nodes per second of the OpenSpiel game, chance nodes included, without tensors."""
    import pyspiel  # noqa: PLC0415 (an extra of its own)

    register_openspiel()
    game = pyspiel.load_game("semafor", {"board": board, "players": players})
    rng = np.random.default_rng(1)
    began = time.process_time()
    nodes = 0
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
            nodes += 1
    return nodes / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast the environments are.")
    parser.add_argument("--board", action="append", metavar="ID|FILE", help="only this board; may be repeated")
    parser.add_argument("--seconds", type=float, default=1.0, help="of every measurement in every round (1)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the best one counts (5)")
    parser.add_argument("--games", type=int, default=256, help="played at once (256)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures into a file")
    options = parser.parse_args()

    print(machine())
    print(f"\n{'decisions/s':<24}{'N = ' + str(options.games):>12}{'N = 1':>10}{'to published':>14}")
    figures: dict[str, float] = {}
    for board in options.board or BOARDS:
        for players in (2, 3):
            many = max(vector_speed(board, players, options.games, options.seconds) for _ in range(options.rounds))
            one = vector_speed(board, players, 1, options.seconds)
            figures[f"vector, {board}, {players}"] = many
            figures[f"vector of 1, {board}, {players}"] = one
            print(f"{board + ', ' + str(players):<24}{many:>12,.0f}{one:>10,.0f}{many / PUBLISHED:>13,.0f}×")
    print(f"\n{'decisions/s, 2 players':<24}{'AEC':>12}{'Gymnasium':>12}{'vector, greedy':>16}{'OpenSpiel nodes':>18}")
    for board in options.board or BOARDS:
        rows = {
            "aec": aec_speed(board, 2, options.seconds),
            "gymnasium": single_speed(board, 2, options.seconds, "greedy"),
            "greedy": vector_speed(board, 2, options.games, options.seconds, "greedy"),
            "openspiel": openspiel_speed(board, 2, options.seconds),
        }
        figures |= {f"{name}, {board}": value for name, value in rows.items()}
        print(
            f"{board:<24}{rows['aec']:>12,.0f}{rows['gymnasium']:>12,.0f}{rows['greedy']:>16,.0f}"
            f"{rows['openspiel']:>18,.0f}"
        )
    if options.json is not None:
        options.json.write_text(json.dumps({"machine": machine(), "speed": figures}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
