"""OpenSpiel: `register_openspiel()`, then `pyspiel.load_game("semafor", {"board": "usa", "players": 2})`.

Chance nodes name the first player, cards, tickets and goals one by one, when they are needed (`core.dealing`).
An information state is everything that a seat has seen from the beginning; an observation is what it sees now.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from semafor.engine.game import Observation
from semafor.engine.kernel import MAX_SEATS, count_points, sample_state
from semafor.engine.observation import View
from semafor.engine.scoring.rewards import margin, win
from semafor.env.core.batch import MARGIN, WIN
from semafor.env.core.dealing import Dealing
from semafor.env.core.encoder import Encoder
from semafor.env.settings import EnvError, check_reward, find_board
from semafor.model.cards import CARDS
from semafor.model.chance import Chance
from semafor.model.event_types import PRIVATE_FIELDS, Event
from semafor.model.numbers.view import VIEW_STEP

NAME = "semafor"
LONGEST_GAME = 100_000
"""An upper bound on decisions; no rule sets one, but no game comes near it."""
REMEMBERED = 4096
"""Numbers of past events in the tensor of an information state; the latest, if there are more."""
LARGEST_MARGIN = 1000.0

DEFAULTS: dict[str, Any] = {"board": "usa", "players": 2, "reward": WIN}

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Semafor",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=int(MAX_SEATS),
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


Parameters = tuple[str, int, str]
"""Board, players, reward."""


class Table:
    """What all states of a game share."""

    def __init__(self, parameters: Parameters) -> None:
        """Make the encoder, the move space and the reward."""
        name, players, reward = parameters
        board = find_board(name, players)
        self.parameters = parameters
        self.board = board
        self.players = players
        self.count = margin if check_reward(reward) == MARGIN else win
        self.encoder = Encoder(board, players)
        self.space = self.encoder.space
        spec = board.spec
        ids = [*CARDS, *(route.id for route in spec.routes), *(ticket.id for ticket in spec.tickets)]
        self.words = {word: number for number, word in enumerate([*ids, *(goal.id for goal in spec.goals)], start=1)}
        self.types = {name: number for number, name in enumerate(PRIVATE_FIELDS, start=1)}

    def numbers(self, event: Event, seat: int) -> list[int]:
        """Encode an event as a seat sees it: its type, its seat, then every field in order."""
        after = (event.seat - seat) % self.players + 1 if event.seat >= 0 else 0
        found = [self.types[event.type], after]
        for name, value in event.seen_by(seat).items():
            if name not in ("type", "seat"):
                self._add(found, value)
        return found

    def _add(self, found: list[int], value: object) -> None:
        if isinstance(value, dict):
            for key, count in value.items():
                self._add(found, key)
                self._add(found, count)
        elif isinstance(value, list):
            found.append(len(value))
            for member in value:
                self._add(found, member)
        elif isinstance(value, int):
            found.append(value)
        else:
            found.append(self.words.get(str(value), 0))


class Past:
    """The steps so far, as a linked list that states share."""

    def __init__(self, before: Past | None, action: int, events: list[Event]) -> None:
        """Append a step and its events."""
        self.before = before
        self.action = action
        self.events = events

    def steps(self) -> list[Past]:
        """Return all steps from the first on."""
        steps: list[Past] = []
        at: Past | None = self
        while at is not None:
            steps.append(at)
            at = at.before
        return steps[::-1]


class Imagined(Past):
    """A resampling step: from here on everything that one seat can't know is sampled."""

    def __init__(self, before: Past | None, player: int, seed: str, seen: list[Event]) -> None:
        """Take the seat, the seed of the sampling, and what the seat has seen from the beginning."""
        super().__init__(before, -1, seen)
        self.player = player
        self.seed = seed


Step = int | tuple[int, str]
"""An action or an outcome; or the seat and the seed of a resampling."""


class Node:
    """A node of the game tree. It is immutable: copies share it, and it is serialised as the steps to it."""

    def __init__(self, table: Table, dealing: Dealing, past: Past | None) -> None:
        """Take the game and the steps to it."""
        self.table = table
        self.dealing = dealing
        self.past = past

    def after(self, action: int) -> Node:
        """Return the node after an action of a player or an outcome of chance."""
        dealing = self.dealing
        if dealing.actor() < 0:
            dealing = dealing.name(action)
        else:
            dealing = dealing.play(self.table.space.moves[action])
        return Node(self.table, dealing, Past(self.past, action, dealing.events))

    def imagined(self, player: int, seed: str) -> Node:
        """Return a node that looks the same to the player, with everything hidden resampled."""
        seen = Observation(View(self.dealing.state, player))
        dealing = self.dealing.with_state(sample_state(seen, Chance.seeded(seed)))
        return Node(
            self.table, dealing, Imagined(self.past, player, seed, [e.as_seen_by(player) for e in self.events()])
        )

    def steps(self) -> list[Past]:
        """Return all steps from the first on."""
        return [] if self.past is None else self.past.steps()

    def events(self) -> list[Event]:
        """Return all events; in a resampled node, as its seat saw them."""
        events: list[Event] = []
        for step in self.steps():
            events = list(step.events) if isinstance(step, Imagined) else events + step.events
        return events

    def __deepcopy__(self, memo: dict[int, object]) -> Node:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        steps: list[Step] = [
            (step.player, step.seed) if isinstance(step, Imagined) else step.action for step in self.steps()
        ]
        return node_after, (self.table.parameters, steps)


def node_after(parameters: Parameters, steps: list[Step]) -> Node:
    """Return the node after some steps from the beginning."""
    node = first_node(Table(parameters))
    for step in steps:
        node = node.after(step) if isinstance(step, int) else node.imagined(*step)
    return node


def first_node(table: Table) -> Node:
    """Return a table before the deal."""
    return Node(table, Dealing.new(table.board, table.players), None)


class SemaforGame(pyspiel.Game):  # type: ignore[misc]
    """A board with a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Take the parameters `board` (an id or a path), `players` and `reward` ("win" or "margin")."""
        given = {**DEFAULTS, **(params or {})}
        self.table = Table((str(given["board"]), int(given["players"]), str(given["reward"])))
        spec = self.table.board.spec
        utility = LARGEST_MARGIN if given["reward"] == MARGIN else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.space.size,
            max_chance_outcomes=max(self.table.players, len(CARDS), len(spec.tickets), len(spec.goals)),
            num_players=self.table.players,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> SemaforState:
        """Return a table before the deal."""
        return SemaforState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of decisions."""
        return LONGEST_GAME

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SemaforObserver:
        """Return an observer for observations, or for information states with perfect recall."""
        return SemaforObserver(self.table, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SemaforState(pyspiel.State):  # type: ignore[misc]
    """A state of the game."""

    def __init__(self, game: SemaforGame) -> None:
        """Start at the first chance node."""
        super().__init__(game)
        self.node = first_node(game.table)

    @property
    def dealing(self) -> Dealing:
        """The game, including hidden information."""
        return self.node.dealing

    @property
    def table(self) -> Table:
        """What all states of the game share."""
        return self.node.table

    def current_player(self) -> int:
        """Return the seat, chance, or terminal."""
        if self.dealing.over():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.dealing.actor()
        return seat if seat >= 0 else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        number = self.table.space.number
        return [number[move] for move in self.dealing.moves()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes with their probabilities."""
        total = sum(self.dealing.weights)
        return [
            (outcome, weight / total)
            for outcome, weight in zip(self.dealing.outcomes, self.dealing.weights, strict=True)
        ]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SemaforState:
        """Return a state that the player could be in, for searches: everything that it can't know is sampled.

        Only at decision nodes. The result has the same information state for the player.
        """
        if self.dealing.awaited:
            raise EnvError("this is a chance node; only decision nodes can be resampled")
        state: SemaforState = self.clone()
        state.node = self.node.imagined(player, repr(sampler()))
        return state

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.dealing.describe(action)
        return self.table.space.name(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.dealing.over()

    def returns(self) -> list[float]:
        """Return the rewards; zeros until the end."""
        if not self.dealing.over():
            return [0.0] * self.table.players
        tally = count_points(self.dealing.state)
        return [self.table.count(tally, seat) for seat in range(self.table.players)]

    def __str__(self) -> str:
        dealing = self.dealing
        named = [*map(str, dealing.cards), *map(str, dealing.tickets), *map(str, dealing.goals)]
        waiting = f"chance: {dealing.awaited} after {named}" if dealing.awaited else f"seat {dealing.actor()}"
        if not dealing.is_set_up():
            return waiting
        views = [json.dumps(Observation(View(dealing.state, seat)).to_json()) for seat in range(self.table.players)]
        return "\n".join([*views, waiting])


class SemaforObserver:
    """Writes a seat's observation, or its information state with everything it has seen."""

    def __init__(self, table: Table, recalls: bool) -> None:
        """Allocate the working memory."""
        self.table = table
        self.recalls = recalls
        size = int(table.encoder.size)
        self.tensor = np.zeros(size + (REMEMBERED if recalls else 0), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if recalls:
            self.dict["seen"] = self.tensor[size:]

    def set_from(self, state: SemaforState, player: int) -> None:
        """Fill the tensor."""
        self.tensor.fill(0)
        dealing = state.dealing
        if not dealing.is_set_up():
            return
        row = self.table.encoder.observation(dealing.state, player)
        self.dict["observation"][:] = np.frombuffer(row, np.uint8)  # type: ignore[call-overload]
        if self.recalls:
            numbers: list[int] = []
            for event in state.node.events():
                numbers += self.table.numbers(event, player)
            latest = numbers[-REMEMBERED:]
            self.dict["seen"][: len(latest)] = latest

    def string_from(self, state: SemaforState, player: int) -> str:
        """Return the observation as JSON; an information state starts with every event that the seat has seen."""
        dealing = state.dealing
        if not dealing.is_set_up():
            return "nothing is dealt"
        view = View(dealing.state, player)
        lines = [json.dumps({**Observation(view).to_json(), "paying": payment_of(view)})]
        if self.recalls:
            lines = [json.dumps(event.seen_by(player)) for event in state.node.events()] + lines
        return "\n".join(lines)


def payment_of(seen: View) -> list[int]:
    """Return the observer's incomplete payment."""
    return [int(number) for number in list(seen.numbers)[VIEW_STEP:]]


def register_openspiel() -> None:
    """Make the game known to OpenSpiel; a second call does nothing."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, SemaforGame)
