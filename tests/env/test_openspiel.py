"""The OpenSpiel game passes OpenSpiel's own test, and its chance nodes lead to the engine's own games."""

from __future__ import annotations

import json
import pickle
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from semafor import Event, Game
from semafor.engine.game import Observation
from semafor.engine.kernel import View
from semafor.env import register_openspiel
from semafor.env.core.dealing import CARD, FIRST_PLAYER, GOAL, TICKET
from semafor.env.openspiel import SemaforState
from semafor.model.cards import CARD_KIND
from semafor.model.events import Journal
from tests.play import TABLES, a_game_of_each_style, board_named
from tests.proof import PROOF

register_openspiel()


def load(name: str, players: int, **options: Any) -> Any:
    """Return an OpenSpiel game."""
    return pyspiel.load_game("semafor", {"board": name, "players": players, **options})


def fewest(name: str) -> int:
    return board_named(name).spec.min_players


# More players take longer: test the fewest on every board, and the most on one.
@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name, players in TABLES if PROOF or players == fewest(name) or (name, players) == ("usa", 5)],
)
def test_openspiels_random_sim_test(name: str, players: int) -> None:
    # Serialising every state takes longest, and is the same for any number of players.
    serialize = PROOF or players == fewest(name)
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=serialize, verbose=False)


class Turned:
    """What chance has turned up in a game of the engine, in order."""

    def __init__(self, game: Game) -> None:
        """Start with the deal."""
        board = game.board
        self.index = {TICKET: board.ticket_index, GOAL: board.goal_index, CARD: CARD_KIND}
        self.waiting: dict[str, deque[int]] = {kind: deque() for kind in (FIRST_PLAYER, CARD, TICKET, GOAL)}
        self.add(game.opening_events)

    def add(self, events: list[Event]) -> None:
        """Add what events turned up, hidden cards included."""
        for event in events:
            for kind, name in self._named(event):
                self.waiting[kind].append(int(name) if kind == FIRST_PLAYER else int(self.index[kind][name]))

    @staticmethod
    def _named(event: Event) -> Iterator[tuple[str, str]]:
        fields: dict[str, Any] = event.full()
        match event.type:
            case "first_player":
                yield FIRST_PLAYER, str(event.seat)
            case "cards_dealt" | "bonus_cards_drawn":
                yield from ((CARD, card) for card in expanded(fields["cards"]))
            case "card_drawn" | "display_filled":
                yield CARD, fields["card"]
            case "tunnel_opened":
                yield from ((CARD, card) for card in expanded(fields["revealed"]))
            case "tickets_dealt" | "tickets_drawn":
                yield from ((TICKET, ticket) for ticket in fields["tickets"])
            case "goals_shown":
                yield from ((GOAL, goal) for goal in fields["goals"])

    def empty(self) -> bool:
        """Return whether every outcome was used."""
        return not any(self.waiting.values())


def expanded(cards: Any) -> list[str]:
    """Return cards one by one, whichever way the event lists them."""
    if isinstance(cards, dict):
        return [card for card, count in cards.items() for _ in range(count)]
    return list(cards)


def answer_chance(state: Any, turned: Turned) -> None:
    """Apply the cards that the engine turned up, each a listed outcome, until a player must decide."""
    while state.is_chance_node():
        outcomes = dict(state.chance_outcomes())
        assert abs(sum(outcomes.values()) - 1) < 1e-9
        outcome = turned.waiting[state.dealing.awaited].popleft()
        assert outcomes[outcome] > 0
        state.apply_action(outcome)


def skip_known_tickets(state: Any, turned: Turned) -> None:
    """Skip tickets that chance was not asked for: they were given back, and those above them are gone."""
    if turned.waiting[TICKET]:
        assert state.dealing.runs == []
        turned.waiting[TICKET].clear()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_outcomes_that_a_shuffle_implies_lead_to_the_engines_game(name: str, players: int) -> None:
    """Replaying what the engine drew from its shuffled decks, outcome by outcome, gives the same positions."""
    spiel = load(name, players)
    for game, rng, _ in a_game_of_each_style(name, players, 6800):
        state = spiel.new_initial_state()
        turned = Turned(game)
        answer_chance(state, turned)
        assert turned.empty()
        space = state.table.space
        while not game.over:
            seat = game.pending.seats[0]
            assert state.current_player() == seat
            assert state.legal_actions() == [space.number[move] for move in game.moves()]
            assert Observation(View(state.dealing.state, seat)) == game.observe(seat)
            move = wanted(game, rng)
            turned.add(play(game, move))
            state.apply_action(space.number[move])
            answer_chance(state, turned)
            skip_known_tickets(state, turned)
            assert turned.empty()
        assert state.is_terminal()
        for seat in range(players):
            assert Observation(View(state.dealing.state, seat)) == game.observe(seat)
        returns = state.returns()
        assert abs(sum(returns)) < 1e-9
        assert [seat for seat in range(players) if returns[seat] == max(returns)] == game.score().winners


def wanted(game: Game, rng: Random) -> int:
    """Return a random move, usually a draw, so that decks run out and are reshuffled."""
    moves = game.moves()
    small = [move for move in moves if move < 60]
    return rng.choice(small if small and rng.random() < 0.75 else moves)


def play(game: Game, move: int) -> list[Event]:
    """Make a move and return its events."""
    journal = Journal()
    game.state.journal = journal
    game.play(move)
    game.state.journal = None
    return journal.events


def random_state(name: str, players: int, seed: int, steps: int) -> Any:
    """Return a state after some random steps."""
    rng = Random(seed)
    state = load(name, players).new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_likelihood_of_a_card_is_its_share_of_what_the_seat_cannot_see(name: str, players: int) -> None:
    """At the first card there are as many outcomes as kinds, weighted by their counts."""
    state = load(name, players).new_initial_state()
    state.apply_action(0)
    board = board_named(name)
    total = int(board.deck_total())
    expected = {kind: int(board.each_colour) / total for kind in range(8)} | {8: int(board.locomotives) / total}
    assert dict(state.chance_outcomes()) == pytest.approx(expected)
    state.apply_action(8)
    after = dict(state.chance_outcomes())
    assert after[8] == pytest.approx((int(board.locomotives) - 1) / (total - 1))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_clone_goes_its_own_way_and_a_serialised_state_comes_back(name: str, players: int) -> None:
    game = load(name, players)
    for steps in (3, 40, 200):
        state = random_state(name, players, 6900, steps)
        before = str(state)
        clone = state.clone()
        assert str(clone) == before
        if not clone.is_terminal():
            clone.apply_action(clone.legal_actions()[-1])
        assert str(state) == before
        again = game.deserialize_state(state.serialize())
        assert str(again) == before
        assert again.history() == state.history()


def test_information_states_tell_apart_what_a_seat_has_seen_and_nothing_else() -> None:
    """Two deals that differ only in seat 1's cards are one information state for seat 0 and two for seat 1."""

    def dealt(seat_1: int) -> Any:
        state = load("usa", 2).new_initial_state()
        state.apply_action(0)
        cards = iter([0, 1, 2, 3, seat_1, 5, 6, 7])
        while state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            card = next(cards, None) if state.dealing.awaited == CARD else None
            state.apply_action(card if card is not None else outcomes[0])
        return state

    here, there = dealt(4), dealt(5)
    assert here.information_state_string(0) == there.information_state_string(0)
    assert here.information_state_tensor(0) == there.information_state_tensor(0)
    assert here.observation_tensor(0) == there.observation_tensor(0)
    assert here.information_state_string(1) != there.information_state_string(1)
    assert here.information_state_tensor(1) != there.information_state_tensor(1)


def test_an_information_state_remembers_what_an_observation_forgets() -> None:
    """An information state has the order in which cards were drawn; an observation does not."""

    def drawn(first: int, second: int) -> Any:
        state = load("usa", 2).new_initial_state()
        wishes = iter([first, second])
        turn = 0
        while turn < 2:
            if state.is_chance_node():
                outcomes = [outcome for outcome, _ in state.chance_outcomes()]
                drawing = state.dealing.is_set_up() and state.dealing.awaited == CARD
                state.apply_action(next(wishes) if drawing else outcomes[len(outcomes) // 2])
                turn += drawing
            else:
                space = state.table.space
                names = {space.name(action): action for action in state.legal_actions()}
                state.apply_action(names.get("draw deck", state.legal_actions()[-1]))
        return state

    here, there = drawn(0, 1), drawn(1, 0)
    assert here.observation_tensor(1) == there.observation_tensor(1)
    assert here.information_state_tensor(1) != there.information_state_tensor(1)
    assert here.information_state_string(1) != there.information_state_string(1)


def test_what_cannot_be_loaded_is_refused_in_words() -> None:
    with pytest.raises(Exception, match="usa is for 2 to 5 players, not 7"):
        load("usa", 7)
    with pytest.raises(Exception, match="reward must be win or margin"):
        load("usa", 2, reward="fame")


def test_margins_are_returned_in_points() -> None:
    rng = Random(7)
    state = load("toy", 2, reward="margin").new_initial_state()
    assert isinstance(state, SemaforState)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    points = [seat.total for seat in Game.from_state(state.dealing.state).score().seats]
    assert state.returns() == [points[0] - points[1], points[1] - points[0]]


# OpenSpiel's own search algorithms


def decisions(game: Any, seed: int, count: int) -> Iterator[Any]:
    """Yield the states of a random game in which a player must decide."""
    rng = Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and count:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
            continue
        yield state
        count -= 1
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("name", "players"), [("toy", 2), ("toy", 3), ("italy", 2), ("northern-lights", 3)])
def test_a_state_made_up_from_an_information_state_is_the_same_for_its_player(name: str, players: int) -> None:
    """Past and present look the same, the others' cards differ, and the state can be cloned, pickled and played."""
    game = load(name, players)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    different = 0
    for number, state in enumerate(decisions(game, 3, 60)):
        if number % 6:
            continue
        player = state.current_player()
        other = (player + 1) % players
        sampled = state.resample_from_infostate(player, sampler)
        assert sampled.current_player() == player
        assert sampled.legal_actions() == state.legal_actions()
        assert sampled.information_state_string(player) == state.information_state_string(player)
        assert sampled.information_state_tensor(player) == state.information_state_tensor(player)
        different += sampled.observation_string(other) != state.observation_string(other)
        for copied in (sampled.clone(), pickle.loads(pickle.dumps(sampled))):
            for seat in range(players):
                assert copied.information_state_string(seat) == sampled.information_state_string(seat)
        rng = Random(number)
        for _ in range(20):
            if sampled.is_terminal():
                break
            actions = [outcome for outcome, _ in sampled.chance_outcomes()] if sampled.is_chance_node() else None
            sampled.apply_action(rng.choice(actions or sampled.legal_actions()))
    assert different >= 5


def test_what_was_made_up_does_not_tell_what_the_others_really_saw() -> None:
    """The history of a resampled state must not contain what the others really saw."""
    state = list(decisions(load("toy", 2), 5, 30))[-1]
    player = state.current_player()
    other = 1 - player
    sampled = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    past = sampled.information_state_string(other).splitlines()[:-1]
    dealt = [json.loads(line) for line in past if '"cards_dealt"' in line or '"tickets_dealt"' in line]
    assert len(dealt) == 4
    assert not any({"cards", "tickets"} & event.keys() for event in dealt)


def test_openspiels_information_set_search_plays_the_toy_board() -> None:
    game = load("toy", 2)
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bots = [
        ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=8, random_state=np.random.RandomState(seat))
        for seat in range(2)
    ]
    state = game.new_initial_state()
    rng = Random(4)
    searched = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        elif searched < 12:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            searched += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert searched == 12
