"""The planner's last turn: it takes the claim that scores most, checked here by trying every claim."""

import pytest

from semafor import Chance
from semafor.bots.greedy import Greedy
from semafor.bots.planner import Planner
from semafor.bots.planning.endings import Endings
from semafor.bots.planning.weights import Weights
from semafor.bots.policy import Policy, RandomPolicy
from semafor.bots.styles import LongRoute, OneStep
from semafor.engine.boards import load_board
from semafor.engine.legality.offers import Offers, actor
from semafor.engine.scoring.counting import count_points
from semafor.engine.turn import ANY_FIRST_PLAYER, make_move, set_up
from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, GREY, LOCOMOTIVE
from semafor.model.numbers.layout import NOT_YET, OVER, TAKE_TURN
from semafor.model.numbers.moves import ROUTES
from semafor.model.state import State
from tests.proof import PROOF

BOARDS = ["usa", "nordic-countries", "italy", "northern-lights"]
TURNS = 5000 if PROOF else 40
"""Last turns on each board, of players of all kinds."""


def players_of(board: Board, number: int) -> list[Policy]:
    """Return the players of a game: two kinds of bot, a different pair in each of five games."""
    kinds: list[Policy] = [
        Planner(board, Weights({})),
        OneStep(board),
        LongRoute(board),
        Greedy(board),
        RandomPolicy(board),
    ]
    return [kinds[number % 5], kinds[(number + 1 + number // 5 % 4) % 5]]


def known_points(state: State, seat: int) -> int:
    """Return what a seat scores for its routes, its tickets and the public awards."""
    tally = count_points(state)
    public = {rule.slug for rule in state.board.award_rules if rule.public}
    public |= {goal.id for rule in state.board.award_rules for goal in getattr(rule, "goals", []) if goal.public}
    bonuses = [int(bonus.points) for bonus in tally.bonuses if bonus.seat == seat and bonus.name in public]
    return int(tally.routes[seat] + tally.ticket_points[seat]) + sum(bonuses)


def is_sure(state: State, seat: int, route: int) -> bool:
    """Return whether a claim can't fail: no tunnel, or one whose extra the seat can pay whatever comes up."""
    board = state.board
    if board.spec.routes[route].fields["tunnel"] == 0:
        return True
    colour = board.route_colour[route]
    held = max(int(state.hand(seat, kind)) for kind in range(COLOUR_COUNT) if colour in (GREY, kind))
    return held + int(state.hand(seat, LOCOMOTIVE)) >= board.route_length[route] + board.number("tunnels", "revealed")


def after(state: State, seat: int, route: int) -> int:
    """Return the points after a successful claim, whatever the payment."""
    world = state.clone()
    offers = Offers(world.board)
    while True:
        make_move(world, seat, ROUTES + route)
        while world.is_paying():
            offers.fill(world, seat)
            make_move(world, seat, offers.pick(0))
        if i_own(world, seat, route):
            return known_points(world, seat)
        # A tunnel: with no cards to turn up there is no extra cost.
        world = state.clone()
        world.deck_size = 0
        world.discarded = 0


def i_own(state: State, seat: int, route: int) -> bool:
    """Return whether a seat owns a route."""
    return int(state.owners[route]) == seat


@pytest.mark.parametrize("name", BOARDS)
def test_the_planner_takes_the_best_claim_of_its_last_turn(name: str) -> None:
    board = load_board(name)
    planner = Planner(board, Weights({}))
    offers = Offers(board)
    chance = Chance.seeded(6100)
    seen = 0
    number = 0
    while seen < TURNS:
        number += 1
        state = set_up(board, 2, Chance.seeded(6100 + number), ANY_FIRST_PLAYER, None)
        players = players_of(board, number)
        while state.pending != OVER:
            seat = int(actor(state))
            offers.fill(state, seat)
            if state.turns_left != NOT_YET and state.pending == TAKE_TURN and not state.is_paying():
                seen += 1
                check(state, seat, offers, planner, chance)
                offers.fill(state, seat)
            make_move(state, seat, players[seat].choose(state, seat, offers, chance))


def check(state: State, seat: int, offers: Offers, planner: Planner, chance: Chance) -> None:
    """Check that no certain claim scores more than the planner's."""
    routes = [move - ROUTES for move in offers.moves() if move >= ROUTES]
    planner.forget()
    chosen = int(planner.choose(state, seat, offers, chance)) - ROUTES
    if not routes:
        assert chosen < 0
        return
    assert chosen in routes
    sure = [after(state, seat, route) for route in routes if is_sure(state, seat, route)]
    assert after(state, seat, chosen) >= max(sure, default=-1000)


def test_a_tunnel_counts_for_less_than_a_claim_that_is_sure() -> None:
    """Without spare cards it fails more often than not; with three it can't fail."""
    chances = [int(chance) for chance in Endings(load_board("nordic-countries")).chances]
    assert chances == [445, 859, 987, 1000]
