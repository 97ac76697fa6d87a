"""The referee: who wins, what a bot receives, and what happens if it breaks the rules."""

import gc
import types

import pytest

import semafor
from semafor import Action, Board, Chance, Game, Observation
from semafor.engine.legality.legal_actions import LegalActions
from semafor.model.state import State
from semafor.simulation.match import Played, Player, Referee, judge
from tests.simulation.players import CALM, make

TOY = semafor.load_board("toy")


def referee(*bots: str | Player, seed: int = 3, board: Board = TOY, seconds: float = 300.0) -> Referee:
    players = [make(bot, board) if isinstance(bot, str) else bot for bot in bots]
    chances = [Chance.seeded(f"seat {seat}") for seat in range(len(bots))]
    return Referee(Game.new(board, len(bots), seed), players, chances, seconds)


def play(*bots: str | Player, seed: int = 3, board: Board = TOY, seconds: float = 300.0) -> Played:
    return referee(*bots, seed=seed, board=board, seconds=seconds).play()


def test_the_result_is_that_of_the_record() -> None:
    played = play("random", "uniform")
    game = semafor.replay(played.record)
    score = game.score()
    assert [seat.points for seat in played.seats] == [seat.total for seat in score.seats]
    assert [seat.rank == 1 for seat in played.seats] == [seat in score.winners for seat in range(2)]
    for seat, result in enumerate(played.seats):
        mine = score.seats[seat]
        assert [TOY.ticket_id(ticket) for ticket in result.made] == mine.completed
        assert [TOY.ticket_id(ticket) for ticket in result.failed] == mine.failed
        assert result.trains_left == mine.trains
        assert result.longest_path == mine.longest_path
        assert sum(int(TOY.route_length[route]) for route in result.routes) == int(TOY.trains) - mine.trains
        actions = [step.action.type for step in played.record.steps if step.seat == seat]
        assert result.ticket_draws == actions.count("draw_tickets")
        assert sum(result.times.counts.values()) == len(actions)


def test_the_same_game_is_played_again() -> None:
    assert play("random", "uniform").record.to_json() == play("random", "uniform").record.to_json()


def test_shares_of_a_game_add_up_to_one_and_ties_are_split() -> None:
    for seed in range(5):
        assert sum(seat.share for seat in play("uniform", "uniform", seed=seed).seats) == 1
    tied = referee("first", "first")
    judge(tied.results, [7, 7], [0, 1])
    assert [(seat.share, seat.rank) for seat in tied.results] == [(0.5, 1), (0.5, 1)]


@pytest.mark.parametrize(
    ("bot", "kind", "told"),
    [
        ("crashing", "crash", "RuntimeError: out of steam"),
        ("leaving", "crash", "SystemExit: 3"),
        ("illegal", "illegal", "locomotive"),
        ("nonsense", "nonsense", "str, not with an action"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_that_breaks_has_lost(bot: str, kind: str, told: str, seat: int) -> None:
    bots = ["first", "first"]
    bots[seat] = bot
    played = play(*bots)
    broken, other = played.seats[seat], played.seats[1 - seat]
    assert broken.failure == kind
    assert told in broken.message
    assert (broken.rank, broken.share) == (2, 0.0)
    assert (other.failure, other.rank, other.share) == (None, 1, 1.0)
    # The game continued to its end without the bot, and its record is complete.
    assert semafor.replay(played.record).over
    asked = sum(broken.times.counts.values())
    assert asked in (CALM, CALM + 1)


def test_an_action_that_does_not_exist_is_caught() -> None:
    found = {play("unheard-of", "random", seed=seed).seats[0].failure for seed in range(4)}
    assert found <= {"nonsense", "illegal"}


def test_a_bot_that_stalls_is_stopped_and_has_lost() -> None:
    played = play("stalling", "first", seconds=3.0)
    assert (played.seats[0].failure, played.seats[0].share) == ("timeout", 0.0)
    assert played.seats[1].share == 1.0
    assert played.seats[0].times.longest > 3.0


def test_of_three_the_sound_ones_play_on_for_the_win() -> None:
    played = play("first", "crashing", "random", board=semafor.load_board("usa"))
    ranks = [seat.rank for seat in played.seats]
    assert ranks[1] == 3
    assert sorted(ranks) == [1, 2, 3]
    best = max((0, 2), key=lambda seat: played.seats[seat].points)
    assert played.seats[best].share == 1.0


def test_when_all_break_nobody_wins() -> None:
    played = play("crashing", "nonsense")
    assert [seat.share for seat in played.seats] == [0.0, 0.0]
    assert [seat.rank for seat in played.seats] == [1, 1]


# What a bot receives


def reachable(*roots: object) -> list[object]:
    """Return all objects reachable from some objects, except through modules, classes and code."""
    code = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.FrameType)
    seen: dict[int, object] = {}
    todo = list(roots)
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, code):
            continue
        seen[id(thing)] = thing
        todo += gc.get_referents(thing)
    return list(seen.values())


class Peeking:
    """Looks for the true state in everything it receives."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.states = 0
        self.found: list[object] = []
        self.generators: list[str] = []

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        assert self.game is not None
        truth = self.game.state
        things = reachable(seen, legal, chance, seconds)
        assert len(things) > 100
        self.states += sum(isinstance(thing, State) for thing in things)
        self.found += [
            thing for thing in things if any(thing is secret for secret in (truth, self.game, self.game.start))
        ]
        dumps = {thing.dump() for thing in things if isinstance(thing, Chance)}
        self.generators += list(dumps & {truth.chance.dump(), self.game.start.chance.dump()})
        return next(iter(legal))


def test_nothing_that_a_bot_is_given_leads_to_the_state_or_its_generator() -> None:
    peeking = Peeking()
    judge = referee(peeking, "random")
    peeking.game = judge.game
    played = judge.play()
    assert played.seats[0].failure is None, played.seats[0].message
    assert peeking.states > 0, "the state sampled for the legal actions should have been found"
    assert peeking.found == []
    assert peeking.generators == []


def test_the_search_for_the_state_would_find_it() -> None:
    game = Game.new(TOY, 2, 1)
    assert any(thing is game.state for thing in reachable([game]))


def test_a_bot_that_changes_what_it_is_given_changes_nothing() -> None:
    meddled, honest = play("meddling", "random"), play("first", "random")
    assert meddled.record.to_json() == honest.record.to_json()
    assert meddled.seats[0].failure is None
