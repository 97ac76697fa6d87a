"""The search: what it may know, and that it is deterministic when it counts playouts instead of time."""

import json
import time
from hashlib import sha256
from random import Random

import pytest

from semafor import Action, Chance, Claim, Game, load_board, load_position, new_game
from semafor.bots import search
from semafor.bots.base import Bot
from semafor.bots.net.guides import Candidate
from semafor.bots.registry import make_bot
from semafor.bots.search import Search, still_in
from tests.bots.playing import ask
from tests.play import position_of
from tests.properties.scramble import scrambled

BOARDS = ["toy", "usa", "nordic-countries", "italy", "northern-lights"]
PLAYOUTS = 40
WINNING = Claim("chicago:pittsburgh:black", {"black": 3})
"""Makes the longest path of the game in `last_turn`."""


def in_the_middle(board_id: str, players: int) -> Game:
    """Return a game some turns after the start, with no payment begun: bots are asked for whole actions."""
    game = new_game(load_board(board_id), players, seed=f"search {board_id}")
    chance = Chance.seeded(3)
    while game.pending.name != "take_turn" or game.state.is_paying() or len(game.history) < 12 * players:
        moves = game.moves()
        game.play(moves[chance.below(len(moves))])
    return game


def last_turn() -> Game:
    """Return the last turn of a game: both have a path of 8, and the player behind has two claims.

    One scores 7 and loses; one scores 4, takes the award for the longest path from the rival, and wins.
    """
    mine = ["chicago:omaha:blue", "denver:omaha:purple"]
    rival = ["el-paso:los-angeles:black", "el-paso:santa-fe:grey", "calgary:helena:grey"]
    seats = [
        {"hand": {"black": 3, "purple": 4}, "tickets": [], "routes": mine},
        {"hand": {}, "tickets": [], "routes": rival},
    ]
    position = {"board": "usa", "seats": seats, "to_act": 0, "decision": "take_turn", "turns_left": 1}
    return load_position(position, seed=1)


def choice(game: Game) -> Action:
    seat = game.pending.seats[0]
    seen = game.observe(seat)
    return Search(game.board, playouts=PLAYOUTS, actions=3).choose(seen, seen.legal, Chance.seeded(9), 60.0)


@pytest.mark.parametrize("board_id", BOARDS)
def test_search_chooses_a_legal_action_and_the_same_one_again(board_id: str) -> None:
    game = in_the_middle(board_id, 2)
    seen = game.observe(game.pending.seats[0])
    action = choice(game)
    assert action in seen.legal
    assert choice(game) == action


@pytest.mark.parametrize("board_id", BOARDS)
def test_search_does_not_change_its_mind_over_what_it_cannot_know(board_id: str) -> None:
    game = in_the_middle(board_id, 3)
    seat = game.pending.seats[0]
    action = choice(game)
    for number in range(3):
        other = load_position(scrambled(position_of(game), seat, Random(number)))
        assert choice(other) == action


def test_search_takes_the_winning_claim_of_the_last_turn() -> None:
    """With one turn left, one claim completes the ticket and wins; everything else loses."""
    way = ["atlanta:raleigh:grey:1", "raleigh:washington:grey:1", "new-york:washington:orange"]
    seats = [
        {"hand": {"blue": 3, "red": 1}, "tickets": ["atlanta:montreal"], "routes": way},
        {"hand": {}, "tickets": [], "routes": ["el-paso:los-angeles:black"]},
    ]
    position = {"board": "usa", "seats": seats, "to_act": 0, "decision": "take_turn", "turns_left": 1}
    game = load_position(position, seed=1)
    assert choice(game) == Claim("montreal:new-york:blue", {"blue": 3})


def test_search_finds_what_the_planner_misses_with_one_turn_left() -> None:
    """The planner takes the claim that scores most; another one costs the opponent more."""
    game = last_turn()
    assert ask(game, 0, make_bot("planner", game.board), 1) != WINNING
    assert ask(game, 0, make_bot("search:playouts=300,time=60", game.board), 1) == WINNING


FROZEN = {"toy": "ec7e2d8acbda", "usa": "6bb01181d801"}
"""Digests of the first 30 actions of a game, as the search guided by planners played them when the net came."""


@pytest.mark.parametrize("board_id", FROZEN)
def test_the_search_without_the_net_plays_as_it_did_before_there_was_one(board_id: str) -> None:
    """It is the baseline for the guided search: `search:net=0`."""
    game = new_game(load_board(board_id), 2, seed="frozen")
    bots = [make_bot("search:playouts=60,net=0,time=60", game.board) for _ in range(2)]
    chance = Chance.seeded("frozen")
    taken = []
    for _ in range(30):
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        action = bots[seat].choose(seen, seen.legal, chance, 60.0)
        taken.append(action.to_json())
        game.apply(seat, action)
    assert sha256(json.dumps(taken, sort_keys=True).encode()).hexdigest()[:12] == FROZEN[board_id]


@pytest.mark.parametrize("board_id", ["usa", "northern-lights"])
def test_with_no_budget_the_guided_search_is_the_net(board_id: str) -> None:
    game = in_the_middle(board_id, 2)
    seat = game.pending.seats[0]
    net, searching = make_bot("net", game.board), make_bot("search:playouts=2", game.board)
    assert ask(game, seat, net, 1) == ask(game, seat, searching, 1)


def test_the_guided_search_and_the_net_say_what_they_preferred_their_action_to() -> None:
    game = in_the_middle("usa", 2)
    seat = game.pending.seats[0]
    for spec in ("net", "search:playouts=120"):
        bot = make_bot(spec, game.board)
        action = ask(game, seat, bot, 1)
        reason = bot.explain()
        assert reason is not None
        assert reason.over is not None
        assert reason.over != action
        assert reason.over in game.observe(seat).legal
        assert 0 <= reason.by <= 100
        assert reason.to_json()["over"] == reason.over.to_json()
        assert (reason.actions > 0) == (reason.games > 0) == spec.startswith("search")


def test_an_action_that_cannot_make_up_for_its_handicap_is_dropped() -> None:
    first, near, far = Candidate(1), Candidate(2, 0.01), Candidate(3, 0.2)
    for world in range(12):
        luck = 0.1 * (world % 3)
        first.add(0.4 + luck)
        near.add(0.41 + 0.08 * (world % 4) + luck / 4)
        far.add(0.42 + luck)
    assert still_in([first, near, far], first, 0.005) == [first, near]
    assert still_in([first, far], first, 0.005) == [first]


def test_search_says_what_its_action_is_for_and_what_tells_for_it() -> None:
    game = last_turn()
    bot = make_bot("search:playouts=300", game.board)
    ask(game, 0, bot, 1)
    reason = bot.explain()
    assert reason is not None
    assert (reason.code, reason.actions) == ("beside_the_plan", 16)
    assert reason.games > 0


def test_search_says_the_reason_of_the_planner_where_it_agrees() -> None:
    game = in_the_middle("usa", 2)
    seat = game.pending.seats[0]
    planner, searching = make_bot("planner", game.board), make_bot("search:playouts=2,net=0", game.board)
    assert ask(game, seat, planner, 1) == ask(game, seat, searching, 1)  # too few games to tell
    reasons = [bot.explain() for bot in (planner, searching)]
    assert len({reason.code for reason in reasons if reason is not None}) == 1
    assert None not in reasons


class Ticks:
    """A clock that goes on by one step whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0
        self.step = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def compared(game: Game, bot: Bot, ticks: Ticks, step: float) -> tuple[int, int]:
    """Return how many actions a decision compares, and in how many games, if the clock goes on by these steps."""
    ticks.step = step
    ask(game, game.pending.seats[0], bot, 1)
    reason = bot.explain()
    assert reason is not None
    return reason.actions, reason.games


def test_one_slow_decision_does_not_end_the_search_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    game = in_the_middle("usa", 2)
    ticks = Ticks()
    monkeypatch.setattr(search, "perf_counter", ticks)
    bot = make_bot("search:time=0.1", game.board)
    compared(game, bot, ticks, 0.0004)
    before = compared(game, bot, ticks, 0.0004)
    assert before[0] > 2
    assert before[1] > 24
    assert compared(game, bot, ticks, 0.03)[1] < 24  # three readings use up the budget
    compared(game, bot, ticks, 0.0004)
    assert compared(game, bot, ticks, 0.0004) == before


@pytest.mark.parametrize("step", [1e-6, 0.0])
def test_a_budget_too_small_to_begin_ends_at_once(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """Even if the clock stands still between two readings."""
    game = in_the_middle("usa", 2)
    ticks = Ticks()
    monkeypatch.setattr(search, "perf_counter", ticks)
    assert compared(game, Search(game.board, seconds=0.001), ticks, step)[1] <= 1


@pytest.mark.parametrize("board_id", BOARDS)
@pytest.mark.parametrize("seconds", [0.1, 0.4])
def test_search_keeps_its_budget(board_id: str, seconds: float) -> None:
    """Allow 10 % more; count CPU time only, so that a busy machine does not matter."""
    game = in_the_middle(board_id, 2)
    seen = game.observe(game.pending.seats[0])
    bot = make_bot(f"search:time={seconds}", game.board)
    taken = []
    for number in range(3):
        begun = time.thread_time()
        bot.choose(seen, seen.legal, Chance.seeded(number), 5.0)
        taken.append(time.thread_time() - begun)
    assert min(taken) <= seconds * 1.1
