"""The last round (U-25)."""

from itertools import product

import pytest

from semafor import Claim, DrawCard, Event, Game, Pass, PositionError, Refusal, load_board
from tests.games import Seat, event, refused, situation, types

TRIGGERS = [(players, seat) for players in (2, 3, 4, 5) for seat in range(players)]


def draw_two(game: Game) -> list[Event]:
    """Take a turn that costs no trains."""
    [seat] = game.pending.seats
    return game.apply(seat, DrawCard()) + game.apply(seat, DrawCard())


def few_trains(players: int, seat: int, trains: int, turns_left: int | None = None) -> Game:
    """Return a game in which the seat whose turn it is has this many trains and two red cards."""
    seats: list[Seat] = [{} for _ in range(players)]
    seats[seat] = {"hand": {"red": 2}, "trains": trains}
    return situation("usa", *seats, to_act=seat, turns_left=turns_left)


@pytest.mark.parametrize(("players", "seat"), TRIGGERS)
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_u_25_everybody_has_one_more_turn(players: int, seat: int, left: int) -> None:
    game = few_trains(players, seat, left + 2)
    events = game.apply(seat, Claim("boston:new-york:red", {"red": 2}))
    assert event(events, "last_round").full() == {
        "type": "last_round",
        "seat": seat,
        "trains": left,
        "turns_left": players,
    }
    turns = []
    while not game.over:
        turns += game.pending.seats
        events = draw_two(game)
        assert "last_round" not in types(events)
    assert turns == [(seat + 1 + turn) % players for turn in range(players)]
    assert event(events, "game_over").fields == {"reason": "last round played"}
    assert game.pending.name == "over"


@pytest.mark.parametrize(("players", "seat"), TRIGGERS)
def test_u_25_four_trains_are_too_many(players: int, seat: int) -> None:
    game = few_trains(players, seat, 6)
    assert "last_round" not in types(game.apply(seat, Claim("boston:new-york:red", {"red": 2})))
    for _ in range(3 * players):
        draw_two(game)
    assert not game.over
    assert game.observe(0).to_json()["turns_left"] is None


def test_u_25_any_turn_that_ends_with_three_trains_begins_it() -> None:
    game = few_trains(3, 1, 3)
    assert types(game.apply(1, DrawCard())) == ["card_drawn"]  # the turn is not over yet
    assert "last_round" in types(game.apply(1, DrawCard()))
    game = situation("usa", {"trains": 2}, {}, deck=[], display=[], ticket_deck=[])
    assert "last_round" in types(game.apply(0, Pass()))


def test_u_25_only_the_player_whose_turn_ends_begins_it() -> None:
    game = situation("usa", {}, {"trains": 3}, {})
    assert "last_round" not in types(draw_two(game))
    assert "last_round" in types(draw_two(game))


def test_u_25_the_one_who_began_it_may_still_claim_and_others_do_not_prolong_it() -> None:
    game = situation("usa", {"hand": {"red": 2}, "trains": 5}, {"hand": {"blue": 2}, "trains": 4}, {})
    game.apply(0, Claim("boston:new-york:red", {"red": 2}))
    events = game.apply(1, Claim("kansas-city:saint-louis:blue", {"blue": 2}))
    assert "last_round" not in types(events)
    assert game.observe(2).to_json()["turns_left"] == 2
    draw_two(game)
    assert game.pending.seats == [0]
    draw_two(game)
    assert game.over


@pytest.mark.parametrize(("players", "turns_left"), list(product((2, 3, 4, 5), (1, 2))))
def test_u_25_a_position_says_how_many_turns_are_left(players: int, turns_left: int) -> None:
    game = few_trains(players, 0, 3, turns_left=turns_left)
    for turn in range(turns_left):
        assert game.pending.seats == [turn]
        draw_two(game)
    assert game.over


def test_u_25_no_more_turns_are_left_than_there_are_players() -> None:
    with pytest.raises(PositionError, match="turns_left"):
        few_trains(2, 0, 3, turns_left=3)


def test_u_25_then_the_game_is_over() -> None:
    game = few_trains(2, 0, 3, turns_left=1)
    draw_two(game)
    assert game.legal_actions() == []
    for seat in (0, 1):
        for action in (DrawCard(), Pass()):
            assert refused(game, seat, action) == Refusal("game_over", None, "the game is over")


@pytest.mark.parametrize(
    ("name", "trains"), [("usa", 3), ("nordic-countries", 2), ("italy", 3), ("northern-lights", 2), ("toy", 2)]
)
def test_u_25_n_16_l_11_a_board_says_with_how_many_trains_the_end_begins(name: str, trains: int) -> None:
    assert load_board(name).number("last_round", "trains") == trains
