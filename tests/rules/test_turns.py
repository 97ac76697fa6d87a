"""Whose turn it is, passing, and seats that change hands (U-6, R-4, R-18)."""

import json
from collections import Counter

import pytest

import semafor
from semafor import (
    Action,
    Chance,
    Claim,
    DrawCard,
    DrawTickets,
    Event,
    Game,
    GameError,
    Observation,
    Pass,
    Refusal,
    load_board,
    new_game,
)
from tests.games import Seat, deck, display, event, refused, started, types


def nothing_left(*seats: Seat, **fields: object) -> Game:
    """Return a table with nothing to take but what the fields say."""
    table: dict[str, object] = {"deck": [], "display": [], "ticket_deck": []}
    return semafor.load_position({"board": "usa", "seats": list(seats), **table, **fields}, seed=1)


def draw_two(game: Game) -> None:
    """Draw two cards from the deck for the seat whose turn it is."""
    [seat] = game.pending.seats
    game.apply(seat, DrawCard())
    game.apply(seat, DrawCard())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_u_6_turns_go_clockwise_from_the_first_player(players: int) -> None:
    for first in range(players):
        game = started("usa", players, first=first)
        order = []
        for _ in range(2 * players):
            order += game.pending.seats
            draw_two(game)
        assert order == [(first + turn) % players for turn in range(2 * players)]


def test_u_6_the_first_player_comes_from_the_seed() -> None:
    board = load_board("usa")
    firsts = []
    for seed in range(120):
        opening = event(new_game(board, 3, seed).opening_events, "first_player")
        assert opening == event(new_game(board, 3, seed).opening_events, "first_player")
        assert started("usa", 3, seed).pending.seats == [opening.seat]
        firsts.append(opening.seat)
    assert min(Counter(firsts)[seat] for seat in range(3)) > 20


def test_u_6_the_first_player_must_be_at_the_table() -> None:
    for first in (-1, 3):
        with pytest.raises(GameError, match="the first player must be a seat from 0 to 2"):
            new_game(load_board("usa"), 3, 1, first)


def test_u_6_nobody_acts_out_of_turn() -> None:
    game = started("usa", 3, first=1)
    for action in (DrawCard(), DrawTickets(), Pass(), Claim("atlanta:miami:blue", {"blue": 5})):
        for seat in (0, 2):
            message = f"it is the turn of seat 1, not of seat {seat}"
            assert refused(game, seat, action) == Refusal("not_your_turn", "U-6", message)
    game.apply(1, DrawCard())
    assert refused(game, 2, DrawCard()).code == "not_your_turn"  # seat 1 has yet to take a second card
    assert refused(game, 3, DrawCard()) == Refusal("unknown_seat", None, "there is no seat 3; the seats are 0 to 2")


def test_r_4_who_can_do_nothing_passes() -> None:
    game = nothing_left({}, {"hand": {"red": 1}}, {}, display=["red", "blue"])
    assert game.legal_actions(0) == [Pass()]
    assert types(game.apply(0, Pass())) == ["passed"]
    assert game.pending.seats == [1]
    assert display(game) == ["red", "blue", None, None, None]


@pytest.mark.parametrize(
    ("hand", "table"),
    [
        ({}, {"deck": ["red"], "display": ["blue", "blue", "blue", "blue", "blue"]}),
        ({}, {"ticket_deck": ["boston:miami"]}),
        ({"locomotive": 1}, {}),
    ],
    ids=["a card to draw", "a ticket to draw", "a route to claim"],
)
def test_r_4_who_can_do_anything_may_not_pass(hand: dict[str, int], table: dict[str, object]) -> None:
    game = nothing_left({"hand": hand}, {}, **table)
    assert game.legal_actions(0)
    message = "a player passes only when no other action can be taken"
    assert refused(game, 0, Pass()) == Refusal("must_act", "R-4", message)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r_4_the_game_ends_when_all_pass_in_a_row(players: int) -> None:
    seats: list[Seat] = [{"tickets": ["atlanta:washington"]}, {"routes": ["duluth:helena:orange"]}]
    game = nothing_left(*seats, *[{} for _ in range(players - 2)], to_act=1)
    for turn in range(players - 1):
        assert types(game.apply((1 + turn) % players, Pass())) == ["passed"]
        assert not game.over
    events = game.apply(0, Pass())
    assert event(events, "game_over").fields == {"reason": "nobody can act"}
    assert game.over
    assert game.pending.seats == []
    assert [seat.total for seat in game.score().seats][:2] == [-4, 25]
    assert game.score().winners == [1]
    assert refused(game, 1, Pass()) == Refusal("game_over", None, "the game is over")


def test_r_4_an_action_breaks_the_row() -> None:
    game = nothing_left({}, {"hand": {"red": 2}}, {})
    game.apply(0, Pass())
    game.apply(1, Claim("boston:new-york:red", {"red": 2}))
    # The two cards paid become the deck and at once the display, so there is still nothing to draw.
    assert display(game) == ["red", "red", None, None, None]
    assert deck(game) == []
    game.apply(2, Pass())
    game.apply(0, Pass())
    assert not game.over
    game.apply(1, Pass())
    assert game.over


def test_r_4_a_pass_is_a_turn_of_the_last_round() -> None:
    game = nothing_left({}, {}, {}, turns_left=2)
    game.apply(0, Pass())
    assert not game.over
    events = game.apply(1, Pass())
    assert event(events, "game_over").fields == {"reason": "last round played"}


# a stand-in needs only the seat's observation and its legal actions.


def stand_in(seen: Observation, legal: list[Action]) -> Action:
    """Choose as any bot may: from the observation and the legal actions."""
    return legal[Chance.seeded(json.dumps(seen.to_json(), sort_keys=True)).below(len(legal))]


def play_on(game: Game, decisions: int = 100_000) -> list[Event]:
    """Let stand-ins play all seats for a number of decisions, or to the end."""
    events: list[Event] = []
    while not game.over and decisions > 0:
        seat = game.pending.seats[0]
        events += game.apply(seat, stand_in(game.observe(seat), game.legal_actions(seat)))
        decisions -= 1
    return events


@pytest.mark.parametrize("board", ["toy", "usa"])
@pytest.mark.parametrize("leaving", [0, 1, 7, 40])
def test_r_18_a_seat_can_be_played_on_by_anybody(board: str, leaving: int) -> None:
    whole = new_game(load_board(board), 3, leaving)
    expected = play_on(whole)
    game = new_game(load_board(board), 3, leaving)
    events = play_on(game, leaving)
    before = game.score().to_json()
    taken_over = semafor.load_position(game.position())
    assert taken_over.score().to_json() == before
    assert taken_over.pending == game.pending
    assert events + play_on(taken_over) == expected
    assert taken_over.score().to_json() == whole.score().to_json()
    assert semafor.replay(game.record()).position() == game.position()


@pytest.mark.parametrize("board", ["toy", "usa", "nordic-countries", "italy", "northern-lights"])
def test_r_18_what_a_seat_sees_decides_what_it_can_do(board: str) -> None:
    game = new_game(load_board(board), 2, 5)
    chance = Chance.seeded(3)
    for _ in range(60):
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        legal = game.legal_actions(seat, 50)
        assert seen.determinise(chance).legal_actions(seat, 50) == legal
        game.apply(seat, stand_in(seen, legal))


def test_r_18_who_plays_on_is_bound_by_the_same_rules() -> None:
    game = started("usa", 2, first=0)
    play_on(game, 30)
    taken_over = semafor.load_position(game.position())
    [seat] = taken_over.pending.seats
    for action in (DrawCard(), DrawTickets(), Pass()):
        assert refused(taken_over, 1 - seat, action) == game.why_not(1 - seat, action)
