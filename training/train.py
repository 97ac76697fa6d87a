"""Train the learned player on a board, by PPO against a pool of opponents.

    python -m training.train --board usa --minutes 60

The opponents are the planner, the styles, and past selves of the network. Everything is kept every few rounds, and
after the round in which it is interrupted: run the same command again to go on.

    python -m training.train --board usa --against src/semafor/bots/net/weights/usa.net --minutes 60

trains a best response instead: all games are against these weights, which stay as they are.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

from semafor.bots.planning.weights import ABOUT, ADVISER
from semafor.engine.boards import load_board
from training.league import NETWORK, League, Seen, collect, evaluate
from training.network import Network, borrow_weights, read_weights

TEST_SEED = 5_000_000_000
"""Games from here on are never trained on."""
STYLES = ("hungry", "path", "one-step", "long-route")


class Trainer:
    """A network, its optimiser, its past selves and the games it learns from."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.board = load_board(options.board)
        self.file = options.runs / f"{self.board.id}.pt"
        torch.manual_seed(options.seed)
        self.rng = np.random.default_rng(options.seed)
        self.adviser = self._adviser()
        self.network = Network(self.board, (options.width, options.width // 2), self.adviser)
        self.adam = torch.optim.Adam(self.network.parameters(), options.rate, eps=1e-5)
        self.past: list[dict[str, torch.Tensor]] = []
        self.other = Network(self.board, self.network.widths, self.adviser)
        self.average = Network(self.board, self.network.widths, self.adviser)
        """The mean of the latest rounds: steadier than the network itself, so this is what is tested and exported."""
        if options.half:
            self.network.precision = self.other.precision = torch.bfloat16
        self.bonus = options.bonus
        self.rounds = 0
        self.decisions = 0
        self.seconds = 0.0
        """CPU time of all runs together."""
        if self.file.exists():
            self._load()
        elif options.weights:
            self._read(options.weights.read_bytes())
        if options.against:
            read_weights(self.other, options.against.read_bytes())
        if not self.rounds:
            self.average.load_state_dict(self.network.state_dict())
        seed = options.seed * 100_000_000 + self.rounds * 10_000
        self.leagues = [
            League(self.board, players, self._opponents(), self.adviser, seed + 10_000_000 * number)
            for number, players in enumerate(options.players)
        ]

    def _adviser(self) -> dict[str, int]:
        """Return the weights of the planner in the inputs: those asked for, else those of what training begins with."""
        options = self.options
        if options.adviser:
            return dict(options.adviser)
        if self.file.exists():
            kept: dict[str, int] = torch.load(self.file, weights_only=False)["adviser"]
            return kept
        for file in (options.against, options.weights):
            if file:
                return dict(json.loads(file.read_bytes().partition(b"\n")[0]).get("adviser", ADVISER))
        return ADVISER

    def _opponents(self) -> list[str]:
        """Return the learner's opponents at one kind of table, a name for each game."""
        options = self.options
        places = options.places // len(options.players)
        if options.against:
            return [NETWORK] * places
        opponents = ["planner"] * round(places * options.planner)
        opponents += [NETWORK] * round(places * options.selves)
        while len(opponents) < places:
            opponents.append(STYLES[len(opponents) % len(STYLES)])
        return opponents

    def _read(self, data: bytes) -> None:
        """Start from the weights in a file, or from the usable part of those for another board."""
        name = json.loads(data.partition(b"\n")[0])["board"]
        if name == self.board.id:
            read_weights(self.network, data)
        else:
            borrow_weights(self.network, load_board(name), data)

    def _load(self) -> None:
        kept = torch.load(self.file, weights_only=False)
        self.network.load_state_dict(kept["network"])
        self.average.load_state_dict(kept["average"])
        self.adam.load_state_dict(kept["adam"])
        self.past, self.rounds = kept["past"], kept["rounds"]
        self.decisions, self.seconds = kept["decisions"], kept["seconds"]
        self.bonus = kept.get("bonus", self.bonus)
        torch.set_rng_state(kept["torch"])
        self.rng.bit_generator.state = kept["numpy"]

    def save(self) -> None:
        """Save everything needed to resume."""
        kept = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "widths": self.network.widths,
            "adviser": self.adviser,
            "adam": self.adam.state_dict(),
            "past": self.past,
            "rounds": self.rounds,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "bonus": self.bonus,
            "torch": torch.get_rng_state(),
            "numpy": self.rng.bit_generator.state,
        }
        new = self.file.with_suffix(".new")
        torch.save(kept, new)
        new.replace(self.file)

    def test(self, is_over: Callable[[], bool]) -> dict[str, float]:
        """Return how the mean weights do in games that training never sees; raise TimeoutError if it is over first."""
        options = self.options
        against = self.other if options.against else "planner"
        said: dict[str, float] = {}
        for players in sorted(set(options.players)):
            win, margin = evaluate(self.average, players, against, options.test, TEST_SEED, is_over)
            said |= {f"test {players}": win, f"margin {players}": margin}
        return said

    def round(self) -> dict[str, float]:
        """Play a round and learn from it."""
        options = self.options
        if self.rounds % options.remember == 0:
            latest = self.average if options.sure else self.network
            self.past = [*self.past, copy.deepcopy(latest.state_dict())][-options.pool :]
        # The latest self half of the time, else any.
        pick = len(self.past) - 1 if self.rng.random() < 0.5 else int(self.rng.integers(len(self.past)))
        if not options.against:
            self.other.load_state_dict(self.past[pick])
        for league in self.leagues:
            league.extra = options.extra * max(0.0, 1 - self.rounds / max(options.extra_rounds, 1))
        sure = options.sure or bool(options.against)
        seen, last = collect(self.leagues, self.network, self.other, options.steps, sure=sure)
        heat = self._heat()
        for group in self.adam.param_groups:
            group["lr"] = options.rate * heat
        said = self.learn(seen, advantages(seen, last, options.trace))
        # Adjust the bonus to hold the entropy at its target.
        entropy = options.entropy * (0.5 + 0.5 * heat)
        self.bonus *= math.exp(0.2 * max(-1.0, min(1.0, (entropy - said["entropy"]) / entropy)))
        self.bonus = min(max(self.bonus, 0.002), 0.1)
        said["bonus"] = self.bonus
        self.rounds += 1
        with torch.no_grad():
            for mean, latest in zip(self.average.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(latest, 1 / min(self.rounds, options.average))
        self.decisions += seen.chosen.size
        return said

    def _heat(self) -> float:
        """Return the factor for the learning rate: 1, falling to a tenth over the last rounds."""
        options = self.options
        left = options.rounds - self.rounds
        return 1.0 if left >= options.cool else 0.1 + 0.9 * left / options.cool

    def learn(self, seen: Seen, advantage: np.ndarray) -> dict[str, float]:
        """Train on what was played: a few epochs of small batches."""
        options = self.options
        count = seen.chosen.size
        rows = torch.from_numpy(seen.rows.reshape(count, -1))
        masks = torch.from_numpy(seen.masks.reshape(count, -1))
        advised, chosen = torch.from_numpy(seen.advised.reshape(-1)), torch.from_numpy(seen.chosen.reshape(-1))
        old = torch.from_numpy(seen.logs.reshape(-1))
        gain = torch.from_numpy(advantage.reshape(-1))
        target = gain + torch.from_numpy(seen.values.reshape(-1))
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        said: dict[str, list[float]] = {"entropy": [], "kl": [], "value": []}
        for _ in range(options.epochs):
            order = torch.randperm(count)
            for of in order.split(options.batch):
                logs, values = self.network(rows[of], masks[of], advised[of])
                mine = logs[torch.arange(len(of)), chosen[of]]
                ratio = torch.exp(mine - old[of])
                push = torch.min(ratio * gain[of], ratio.clamp(1 - options.clip, 1 + options.clip) * gain[of])
                entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1)
                error = (values - target[of]).square()
                loss = -push.mean() + 0.5 * error.mean() - self.bonus * entropy.mean()
                self.adam.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.adam.step()
                with torch.no_grad():
                    said["entropy"].append(float(entropy.mean()))
                    said["kl"].append(float((old[of] - mine).mean()))
                    said["value"].append(float(error.mean() / target.var()))
        return {name: float(np.mean(values)) for name, values in said.items()}


def advantages(seen: Seen, last: np.ndarray, trace: float) -> np.ndarray:
    """Return how much better each decision turned out than expected (generalised advantage estimation)."""
    result = np.zeros_like(seen.values)
    following = np.zeros(seen.values.shape[1], np.float32)
    after = last
    for step in reversed(range(len(seen.values))):
        goes_on = ~seen.lasts[step]
        surprise = seen.rewards[step] + after * goes_on - seen.values[step]
        following = surprise + trace * following * goes_on
        result[step] = following
        after = seen.values[step]
    return result


def planner_weight(text: str) -> tuple[str, int]:
    """Parse a weight of the planner, such as keep_turn=140."""
    name, _, number = text.partition("=")
    if name not in ABOUT:
        raise argparse.ArgumentTypeError(f"the planner has no weight {name!r}; it has {', '.join(ABOUT)}")
    try:
        return name, int(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{name} needs a whole number, such as {name}={ABOUT[name][0]}") from None


def main(words: Sequence[str] | None = None) -> None:
    """Train, by the words of a command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="usa", help="the id of a board, or the path of its file (usa)")
    parser.add_argument(
        "--players", type=int, nargs="+", default=[2], help="at the tables; each number gets an equal share of them (2)"
    )
    parser.add_argument("--weights", type=Path, help="a file of weights to begin with, of this board or another")
    parser.add_argument(
        "--against", type=Path, help="weights that all games are against: train a best response to them"
    )
    parser.add_argument(
        "--adviser",
        type=planner_weight,
        nargs="+",
        metavar="NAME=NUMBER",
        help="weights of the planner in the inputs that are not its own, such as keep_turn=140",
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="stop after so long (60)")
    parser.add_argument(
        "--rounds", type=int, default=1_000_000, help="stop after this many rounds, earlier ones included"
    )
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where to keep what is needed to go on")
    parser.add_argument("--seed", type=int, default=1, help="of the first weights, the deals and the choices (1)")
    parser.add_argument("--cores", type=int, default=1, help="to use (1)")
    parser.add_argument(
        "--half", action="store_true", help="multiply in half precision: faster on processors with instructions for it"
    )
    parser.add_argument("--width", type=int, default=256, help="of the first layer, the second has half (256)")
    parser.add_argument("--places", type=int, default=384, help="games at once (384)")
    parser.add_argument("--planner", type=float, default=0.6, help="share of games against the planner (0.6)")
    parser.add_argument(
        "--selves", type=float, default=0.25, help="share against past selves; the rest are styles (0.25)"
    )
    parser.add_argument(
        "--extra", type=float, default=0.0, help="how much more bonuses count at first, for a network to find them (0)"
    )
    parser.add_argument(
        "--extra-rounds", type=int, default=0, help="rounds after which they count as all other points (0)"
    )
    parser.add_argument("--steps", type=int, default=48, help="decisions of a round in each game (48)")
    parser.add_argument("--epochs", type=int, default=3, help="PPO epochs per round (3)")
    parser.add_argument("--batch", type=int, default=2048, help="minibatch size (2048)")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate (0.001)")
    parser.add_argument("--clip", type=float, default=0.2, help="PPO clip range (0.2)")
    parser.add_argument("--entropy", type=float, default=0.5, help="target entropy, in nats (0.5)")
    parser.add_argument(
        "--cool",
        type=int,
        default=0,
        help="the last rounds before --rounds, in which the rate falls to a tenth, the entropy to about half (0)",
    )
    parser.add_argument("--average", type=int, default=20, help="rounds that the tested and kept weights average (20)")
    parser.add_argument("--bonus", type=float, default=0.02, help="entropy bonus, at first (0.02)")
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of generalised advantage estimation (0.95)")
    parser.add_argument(
        "--sure", action="store_true", help="past selves play their best: mean weights, and always the best choice"
    )
    parser.add_argument("--remember", type=int, default=25, help="rounds between two past selves (25)")
    parser.add_argument("--pool", type=int, default=20, help="past selves (20)")
    parser.add_argument("--every", type=int, default=25, help="rounds between two tests (25)")
    parser.add_argument("--test", type=int, default=512, help="games of a test (512)")
    options = parser.parse_args(words)
    stopped: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda asked, _: stopped.append(asked))
    torch.set_num_threads(options.cores)
    options.runs.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(options)
    log = (options.runs / f"{trainer.board.id}.ndjson").open("a")
    begun = time.perf_counter()
    before = trainer.seconds - time.process_time()
    end = begun + 60 * options.minutes

    def is_over() -> bool:
        return bool(stopped) or time.perf_counter() >= end

    while not is_over() and trainer.rounds < options.rounds:
        said: dict[str, float] = {}
        if trainer.rounds % options.every == 0:
            try:
                said |= trainer.test(is_over)
            except TimeoutError:
                break
        said |= trainer.round()
        trainer.seconds = before + time.process_time()
        results: dict[str, float] = {}
        for players, league in zip(options.players, trainer.leagues, strict=True):
            results |= {f"{name} {players}": round(float(np.mean(won)), 3) for name, won in league.results.items()}
            league.results.clear()
        line: dict[str, float] = {
            "round": trainer.rounds,
            "decisions": trainer.decisions,
            "seconds": round(trainer.seconds),
        }
        line |= {name: round(value, 4) for name, value in said.items()} | dict(sorted(results.items()))
        print(json.dumps(line), file=log, flush=True)
        if trainer.rounds % options.every == 0:
            trainer.save()
    trainer.save()


if __name__ == "__main__":
    main()
