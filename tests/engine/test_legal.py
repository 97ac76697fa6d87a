"""What a seat can do, derived from its observation: legal actions, refusals, payments, paths for tickets."""

import pytest

import semafor
from semafor import Chance, Claim, DrawCard, Pass

BOARDS = ["usa", "nordic-countries", "italy", "northern-lights"]
HAND = {"red": 4, "blue": 4, "green": 4, "white": 3, "locomotive": 3}


def positioned(board: str) -> semafor.Game:
    seat: dict[str, object] = {"hand": HAND}
    if board == "italy":
        seat["ferry_cards"] = 2
    return semafor.load_position({"board": board, "seats": [seat, {}]})


@pytest.mark.parametrize("board", BOARDS)
def test_an_observer_has_the_legal_actions_of_its_seat(board: str) -> None:
    game = semafor.new_game(semafor.load_board(board), players=2, seed=3)
    chance = Chance.seeded(3)
    for _ in range(25):
        seat = game.pending.seats[0]
        legal = game.observe(seat).legal
        actions = game.legal_actions(seat, 30)
        assert [action for action, _ in zip(legal, actions, strict=False)] == actions
        assert all(action in legal and legal.why_not(action) is None for action in actions)
        game.apply(seat, actions[int(chance.below(len(actions)))])


def test_who_has_nothing_to_decide_has_no_legal_actions() -> None:
    game = positioned("usa")
    for seat in (1, semafor.SPECTATOR):
        legal = game.observe(seat).legal
        assert list(legal) == []
        assert not legal
        assert repr(legal) == "<no actions>"
        assert dict(legal.claims) == {}
        assert DrawCard() not in legal
    assert game.observe(semafor.SPECTATOR).legal.payments("chicago:duluth:red") == []


def test_a_refusal_is_that_of_the_game() -> None:
    game = positioned("usa")
    legal = game.observe(0).legal
    for action in (Pass(), Claim("chicago:duluth:red", {"red": 2}), Claim("chicago:duluth:red", {"yellow": 3})):
        assert legal.why_not(action) == game.why_not(0, action)
        assert legal.why_not(action) is not None


@pytest.mark.parametrize("board", BOARDS)
def test_payments_are_all_there_and_the_least_wasteful_first(board: str) -> None:
    game = positioned(board)
    legal = game.observe(0).legal
    claims = legal.claims
    every: dict[str, list[Claim]] = {}
    for action in legal:
        if isinstance(action, Claim):
            every.setdefault(action.route, []).append(action)
    assert set(claims) == set(every)
    for route, listed in every.items():
        ranked = legal.payments(route)
        assert len(ranked) == len(listed)
        assert set(ranked) == set(listed)
        assert ranked[0] == claims[route].best
        assert claims[route].payments == min(50, len(listed))
        assert legal.payments(route, 3) == ranked[:3]


@pytest.mark.parametrize("board", BOARDS)
def test_routes_closed_by_their_parallels_are_named(board: str) -> None:
    game = semafor.new_game(semafor.load_board(board), players=2, seed=5)
    game.play_out(Chance.seeded(5))
    seen = game.observe(0)
    owned = {route for seat in game.position()["seats"] for route in seat["routes"]}  # type: ignore[attr-defined]
    closed = seen.closed_routes()
    assert not owned.intersection(closed)
    for route in closed:
        number = game.board.route_index[route]
        assert owned.intersection(game.board.route_id(lane) for lane in game.board.lanes(number))
