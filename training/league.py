"""Games between the learner and its opponents, and what the learner saw in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from semafor.bots.net.brain import MARGIN, MOST_MARGINS, WIN_SHARE
from semafor.env.core.tables import NETWORK, Tables
from semafor.model.board import Board
from training.network import Network


@dataclass
class Seen:
    """The learner's decisions in each place: the first axis is the step, the second the place."""

    rows: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    advised: NDArray[np.int64]
    chosen: NDArray[np.int64]
    logs: NDArray[np.float32]
    values: NDArray[np.float32]
    rewards: NDArray[np.float32]
    lasts: NDArray[np.bool_]


class League:
    """Places at which the learner plays one game after another."""

    def __init__(self, board: Board, players: int, opponents: list[str], adviser: dict[str, int], seed: int) -> None:
        self.extra = 0.0
        """How much more than the other points the learner's bonuses count."""
        self.tables = Tables(board, players, opponents, adviser)
        self.tables.reset(seed)
        self.opponents = np.array(opponents)
        self.count = len(opponents)
        self.results: dict[str, list[float]] = {}
        size, choices = int(self.tables.inputs.size), int(self.tables.inputs.choices)
        self.rows = _array(self.tables.rows, np.uint8).reshape(self.count, size)
        self.masks = _array(self.tables.masks, np.bool_).reshape(self.count, choices)
        self.advised = _array(self.tables.advised, np.int64)
        self.seats = _array(self.tables.seats, np.int64)
        self.learners = _array(self.tables.learners, np.int64)
        self.done = _array(self.tables.done, np.bool_)
        self.wins = _array(self.tables.wins, np.float64)
        self.margins = _array(self.tables.margins, np.float64)
        self.bonuses = _array(self.tables.bonuses, np.float64)

    def step(self, places: NDArray[np.int64], choices: NDArray[np.int64]) -> None:
        """Apply choices in some places."""
        self.tables.step(places.astype("<u2").tobytes(), choices.astype("<u2").tobytes())

    def note(self, places: NDArray[np.int64], ended: NDArray[np.bool_], rewards: NDArray[np.float32]) -> None:
        """Record the games that have just ended."""
        for place in places[self.done[places]]:
            win, margin = self.wins[place], self.margins[place] + self.extra * self.bonuses[place]
            ended[place] = True
            rewards[place] = WIN_SHARE * win + (1 - WIN_SHARE) * np.clip(margin / MARGIN, -MOST_MARGINS, MOST_MARGINS)
            self.results.setdefault(str(self.opponents[place]), []).append(self.share(win))

    def share(self, win: float) -> float:
        """Return the share of the win, from 0 to 1, for a zero-sum reward."""
        players = int(self.tables.players)
        return (win * (players - 1) + 1) / players

    def blank(self, steps: int) -> Seen:
        """Allocate the arrays for a number of steps."""
        shape = (steps, self.count)
        return Seen(
            np.zeros((*shape, self.rows.shape[1]), np.uint8),
            np.zeros((*shape, self.masks.shape[1]), np.bool_),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.bool_),
        )


def collect(
    leagues: list[League], learner: Network, other: Network, steps: int, *, sure: bool = False
) -> tuple[Seen, NDArray[np.float32]]:
    """Play everywhere; return what the learner saw, and the values of the positions in which it stopped.

    Ask a network once for all tables, since large batches make it fast. The other network samples its choices, or takes
    the best one (`sure`).
    """
    parts = [league.blank(steps) for league in leagues]
    everywhere = [np.arange(league.count) for league in leagues]
    ends = list(np.cumsum([league.count for league in leagues])[:-1])
    before = [league.blank(1) for league in leagues]
    play_others(leagues, other, [blank.lasts[0] for blank in before], [blank.rewards[0] for blank in before], sure)
    for step in range(steps):
        logs, values = ask_all(learner, leagues, everywhere)
        chosen = draw(logs)
        own = logs[torch.arange(len(chosen)), torch.from_numpy(chosen)].numpy()
        each = zip(leagues, parts, everywhere, *(np.split(all_, ends) for all_ in (values, chosen, own)), strict=True)
        for league, seen, places, value, choice, log in each:
            seen.rows[step], seen.masks[step], seen.advised[step] = league.rows, league.masks, league.advised
            seen.values[step], seen.chosen[step], seen.logs[step] = value, choice, log
            league.step(places, choice)
            league.note(places, seen.lasts[step], seen.rewards[step])
        play_others(leagues, other, [seen.lasts[step] for seen in parts], [seen.rewards[step] for seen in parts], sure)
    _, values = ask_all(learner, leagues, everywhere)
    return Seen(
        *(np.concatenate([getattr(part, name) for part in parts], 1) for name in Seen.__dataclass_fields__)
    ), values


def play_others(
    leagues: list[League],
    network: Network,
    ended: list[NDArray[np.bool_]],
    rewards: list[NDArray[np.float32]],
    sure: bool,
) -> None:
    """Let a network decide for the other seats until the learner must decide everywhere."""
    while True:
        places = [np.flatnonzero(league.seats != league.learners) for league in leagues]
        counts = [len(of) for of in places]
        if not sum(counts):
            return
        logs, _ = ask_all(network, leagues, places)
        chosen = np.split(logs.argmax(1).numpy() if sure else draw(logs), np.cumsum(counts)[:-1])
        for number, league in enumerate(leagues):
            league.step(places[number], chosen[number])
            league.note(places[number], ended[number], rewards[number])


def ask_all(
    network: Network, leagues: list[League], places: list[NDArray[np.int64]]
) -> tuple[torch.Tensor, NDArray[np.float32]]:
    """Return the outputs of a network in some places of all leagues."""
    each = list(zip(leagues, places, strict=True))
    return ask(
        network,
        np.concatenate([league.rows[of] for league, of in each]),
        np.concatenate([league.masks[of] for league, of in each]),
        np.concatenate([league.advised[of] for league, of in each]),
    )


def _array(numbers: Any, dtype: Any) -> NDArray[Any]:
    """Return a vector of the compiled code as an array that shares its memory."""
    return np.frombuffer(numbers, dtype=dtype)


@torch.no_grad()
def ask(
    network: Network, rows: NDArray[np.uint8], masks: NDArray[np.bool_], advised: NDArray[np.int64]
) -> tuple[torch.Tensor, NDArray[np.float32]]:
    """Return the outputs of a network."""
    logs, values = network(torch.tensor(rows), torch.tensor(masks), torch.tensor(advised))
    return logs, values.numpy()


def draw(logs: torch.Tensor) -> NDArray[np.int64]:
    """Sample a choice for each row by its probability (Gumbel-max)."""
    noise = -torch.log(-torch.log(torch.rand_like(logs).clamp(1e-10, 1 - 1e-7)))
    return (logs + noise).argmax(1).numpy()


def evaluate(
    network: Network,
    players: int,
    opponent: str | Network,
    games: int,
    seed: int,
    is_over: Callable[[], bool] = lambda: False,
) -> tuple[float, float]:
    """Return the share of new games that the network wins, and its mean margin; networks take their best choice.

    Raise TimeoutError if `is_over` says so before the last game has ended.
    """
    name = opponent if isinstance(opponent, str) else NETWORK
    league = League(network.board, players, [name] * min(games, 256), network.adviser, seed)
    wins: list[float] = []
    margins: list[float] = []
    everywhere = np.arange(league.count)
    left = np.full(league.count, games // league.count)
    ended = np.zeros(league.count, np.bool_)
    rewards = np.zeros(league.count, np.float32)
    while len(wins) < league.count * (games // league.count):
        if is_over():
            raise TimeoutError
        if isinstance(opponent, Network):
            play_others([league], opponent, [ended], [rewards], sure=True)
        for place in everywhere[ended]:
            # Play the same number of games in each place: short games must not count more often than long ones.
            if left[place] > 0:
                left[place] -= 1
                wins.append(league.share(league.wins[place]))
                margins.append(league.margins[place])
        ended[:] = False
        logs, _ = ask(network, league.rows, league.masks, league.advised)
        league.step(everywhere, logs.argmax(1).numpy())
        league.note(everywhere, ended, rewards)
    return float(np.mean(wins)), float(np.mean(margins))


__all__ = ["NETWORK", "League", "Seen", "ask", "collect", "evaluate"]
