"""The learned player sees only what its seat may know, computes its network correctly, and refuses foreign weights."""

import json
import zlib

import numpy as np
import pytest
from numpy.typing import NDArray

from semafor import Chance
from semafor.bots.base import PolicyBot
from semafor.bots.net.brain import EXTRA, Brain, Network
from semafor.bots.net.files import WeightsError, stored_weights, trained_boards
from semafor.bots.net.inputs import CLAIMS, KEEPS, Inputs
from semafor.bots.net.player import Net
from semafor.bots.planner import Planner
from semafor.bots.planning.weights import ADVISER, Weights
from semafor.bots.reasons import CODES
from semafor.engine.game import Observation
from semafor.engine.kernel import View, sample_state
from semafor.engine.legality.offers import Offers, actor
from semafor.engine.turn import ANY_FIRST_PLAYER, make_move, set_up
from semafor.model.board import Board
from semafor.model.numbers.layout import KEEP_TICKETS, OVER
from semafor.model.state import State
from tests.bots.net.weights import WIDTHS, head_of, weights_for
from tests.bots.playing import play
from tests.play import TABLES, board_named, new_game
from training.probe import inputs_digest

HEAD_START = 5.0


def deal(board: Board, players: int, seed: int) -> State:
    """Return a new game."""
    return set_up(board, players, Chance.seeded(seed), ANY_FIRST_PLAYER, None)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_row_holds_only_what_the_seat_may_know(name: str, players: int) -> None:
    """A state sampled from the observation gives the same row and the same advice as the true one."""
    board = board_named(name)
    inputs = Inputs(board, ADVISER)
    offers = Offers(board)
    state = deal(board, players, 5100)
    chance = Chance.seeded(5100)
    true, made_up = inputs.blank[:], inputs.blank[:]
    for _ in range(120):
        if state.pending == OVER:
            break
        seat = actor(state)
        offers.fill(state, seat)
        if state.pending <= KEEP_TICKETS and offers.count > 1:
            inputs.write(state, seat, offers, true, 0)
            advised = inputs.advised
            inputs.write(sample_state(Observation(View(state, seat)), chance), seat, offers, made_up, 0)
            assert bytes(made_up) == bytes(true)
            assert inputs.advised == advised
            make_move(state, seat, inputs.move_of(advised))
        else:
            make_move(state, seat, inputs.script(state, seat, offers))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_untrained_network_plays_the_planner(name: str, players: int) -> None:
    """All-zero weights leave the planner's head start as it is."""
    board = board_named(name)
    net = Net(board, weights_for(board, 1, 0.0))
    planner = Planner(board, Weights(ADVISER))
    offers = Offers(board)
    state = deal(board, players, 5200)
    chance = Chance.seeded(5200)
    for _ in range(100):
        if state.pending == OVER:
            break
        seat = actor(state)
        offers.fill(state, seat)
        move = net.choose(state, seat, offers, chance)
        if state.pending <= KEEP_TICKETS and offers.count > 1:
            planner.forget()
            assert move == planner.choose(state, seat, offers, chance)
        make_move(state, seat, move)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_any_weights_play_whole_games_by_the_rules(name: str, players: int) -> None:
    game = new_game(name, players, 5300)
    data = weights_for(game.board, 5300, 0.4)
    bots = [PolicyBot(Net(game.board, data)) for _ in range(players)]
    for seat, _ in play(game, list(bots)):
        reason = bots[seat].explain()
        assert reason is not None
        assert reason.code in CODES
    assert game.over


def test_at_a_table_that_it_was_not_trained_for_it_plays_the_planner() -> None:
    board = board_named("usa")
    trained, other = weights_for(board, 7, 2.0), weights_for(board, 7, 2.0, players=[3])
    moves: list[set[bool]] = []
    for data in (trained, other):
        net = Net(board, data)
        offers = Offers(board)
        state = deal(board, 2, 5400)
        chance = Chance.seeded(5400)
        same: set[bool] = set()
        for _ in range(30):
            seat = actor(state)
            offers.fill(state, seat)
            move = net.choose(state, seat, offers, chance)
            if state.pending <= KEEP_TICKETS and offers.count > 1:
                same.add(move == net.inputs.move_of(net.inputs.advised))
            make_move(state, seat, move)
        moves.append(same)
    assert False in moves[0]
    assert moves[1] == {True}


@pytest.mark.parametrize("name", ["usa", "italy"])
def test_the_sums_are_those_of_the_network(name: str) -> None:
    """Compare with the matrix products that training uses."""
    board = board_named(name)
    inputs = Inputs(board, ADVISER)
    data = weights_for(board, 11, 0.3)
    brain = Brain(Network(board, data), inputs)
    offers = Offers(board)
    state = deal(board, 2, 5500)
    row = inputs.blank[:]
    for _ in range(40):
        seat = actor(state)
        offers.fill(state, seat)
        if state.pending <= KEEP_TICKETS and offers.count > 1:
            inputs.write(state, seat, offers, row, 0)
            brain.evaluate(inputs, row)
            scores, value = by_matrices(board, inputs, np.frombuffer(bytes(row), np.uint8), data)
            legal = [int(inputs.choice_of(move)) for move in offers.moves()]
            mine = np.array([brain.scores[choice] for choice in legal])
            assert np.allclose(mine, scores[legal], atol=1e-4)
            assert abs(brain.value - value) < 1e-4
            make_move(state, seat, inputs.move_of(inputs.advised))
        else:
            make_move(state, seat, inputs.script(state, seat, offers))


def by_matrices(board: Board, inputs: Inputs, row: NDArray[np.uint8], data: bytes) -> tuple[NDArray[np.float64], float]:
    """Return the scores and the value of a row, computed with matrices."""
    body = zlib.decompress(data.partition(b"\n")[2])
    largest = np.concatenate([np.full(int(part.size), part.largest) for part in inputs.parts])
    x = row / largest
    values = x[: int(inputs.seen_by_layers)]
    at = 0
    for after in (*WIDTHS, int(inputs.choices + EXTRA)):
        bias, scale = np.frombuffer(body, "<f4", 2 * after, at).reshape(2, after)
        weights = np.frombuffer(body, np.int8, len(values) * after, at + 8 * after).reshape(-1, after)
        at += after * (8 + len(values))
        values = values @ (weights * scale) + bias
        if at < len(body):
            values = np.maximum(values, 0)
    choices, routes = int(inputs.choices), int(board.route_count)
    scores, more = values[:choices].copy(), values[choices:]
    part = {part.name: x[int(part.start) : int(part.start + part.size)] for part in inputs.parts}
    scores[2:11] += np.stack([part["wishes"], part["spare"], part["hand"]], 1) @ more[11:14]
    promises = row[int(inputs.promises) :][: int(CLAIMS - KEEPS)].astype(float)
    scores[int(KEEPS) : int(CLAIMS)] += (promises - 128) / 25 * more[14]
    scores[int(inputs.advised)] += HEAD_START + more[15]
    points = np.array([int(board.route_points[route]) for route in range(routes)]) / 15
    length = np.array([int(board.route_length[route]) for route in range(routes)]) / 6
    names = ("near", "spare near", "plan", "target", "my ends", "their ends")
    features = [
        *[part[name] for name in names],
        points,
        length,
        part["plan"] * points,
        part["their ends"] * part["plan"],
        part["gain"],
    ]
    scores[int(CLAIMS) :] += np.stack(features, 1) @ more[:11]
    return scores, float(more[16])


def test_weights_for_something_else_are_refused() -> None:
    board, other = board_named("toy"), board_named("usa")
    refusals = [
        (weights_for(other, 1, 0.1), "the weights are for the board usa, not toy"),
        (
            weights_for(board, 1, 0.1, digest="0123456789abcdef"),
            f"another revision of the board toy: 0123456789abcdef, not {board.spec.digest}",
        ),
        (weights_for(board, 1, 0.1, inputs=0), "the weights are of format 2 for inputs 0, and this version reads"),
        (weights_for(board, 1, 0.1, format=9), "the weights are of format 9 for inputs 2, and this version reads"),
        (weights_for(board, 1, 0.1, adviser={"luck": 1}), "the weights name what no planner has: luck"),
        (weights_for(board, 1, 0.1, adviser={"keep_turn": "all"}), "must have a whole number for each name"),
        (weights_for(board, 1, 0.1, adviser=["keep_turn"]), "must have a whole number for each name"),
        (weights_for(board, 1, 0.1)[:-100], "not the .* bytes of a network for toy: they are damaged, or"),
        (weights_for(board, 1, 0.1, widths=[5, 5]), "not the .* bytes of a network for toy: they are damaged, or"),
        (
            json.dumps(head_of(board)).encode() + b"\nno layers",
            "not the .* bytes of a network for toy: they are damaged, or",
        ),
        (b"", "the first line does not say what they are for"),
        (b"\xff\n", "the first line does not say what they are for"),
        (json.dumps(["usa"]).encode() + b"\n", "the first line does not say what they are for"),
        (json.dumps({**head_of(board), "board": None}).encode() + b"\n", "for the board None, not toy"),
    ]
    for data, message in refusals:
        with pytest.raises(WeightsError, match=message):
            Net(board, data)


def test_a_board_without_weights_is_named() -> None:
    with pytest.raises(WeightsError, match="no network has been trained on the board toy, only on"):
        stored_weights(board_named("toy"))


@pytest.mark.parametrize("name", trained_boards())
def test_the_weights_were_trained_on_what_the_network_sees_now(name: str) -> None:
    """If this fails, the inputs or the planner have changed: retrain, or measure and update the digest."""
    board = board_named(name)
    data = stored_weights(board)
    head = json.loads(data.partition(b"\n")[0])
    assert head["probe"] == inputs_digest(board, head["adviser"])
    assert len(data) < 300_000
    Net(board, None)
