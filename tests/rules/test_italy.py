"""Italy as a whole: how its rules differ from the base game (I-1 to I-3, I-8, I-12)."""

from collections import Counter

import pytest

import semafor
from semafor import Claim, DrawCard, DrawTickets, Game, GameError, KeepTickets
from tests.games import Seat, dealt, display, empty_seats, event, refused, routes, situation, ticket_deck, types

ITALY = "italy"
DOUBLE = ["milano:torino:orange", "milano:torino:white"]
"""3 spaces each."""
TRIPLE = ["bologna:firenze:black", "bologna:firenze:white", "bologna:firenze:yellow"]
"""2 spaces each."""
PAY_FOR_ALL = {"orange": 3, "white": 3, "black": 2, "yellow": 2}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_i_1_two_to_five_players_with_45_trains(players: int) -> None:
    game = semafor.new_game(semafor.load_board(ITALY), players, seed=1)
    assert [game.state.trains(seat) for seat in range(players)] == [45] * players
    assert game.position()["ferry_pile"] == 10
    assert [game.state.ferry_cards(seat) for seat in range(players)] == [0] * players


@pytest.mark.parametrize("players", [1, 6])
def test_i_1_no_other_number_of_players(players: int) -> None:
    with pytest.raises(GameError, match=f"italy is for 2 to 5 players, not {players}"):
        semafor.new_game(semafor.load_board(ITALY), players, seed=1)


def test_i_1_110_train_cards_56_tickets_and_10_ferry_cards() -> None:
    game = situation(ITALY, {}, {})
    position = game.position()
    cards, shown = position["deck"], position["display"]
    assert isinstance(cards, list)
    assert isinstance(shown, list)
    counts = Counter(cards + shown)
    assert counts.pop("locomotive") == 14
    assert sorted(counts.values()) == [12] * 8
    assert len(set(ticket_deck(game))) == 56
    assert position["ferry_pile"] == 10


def test_i_1_no_bonus_for_the_longest_path_or_for_most_tickets() -> None:
    seat: Seat = {"routes": ["alessandria:genova:orange", "alessandria:milano:blue"], "tickets": ["genova:milano"]}
    [first, _] = situation(ITALY, seat, {}, decision="over").score().seats
    assert (first.longest_path, first.completed) == (3, ["genova:milano"])
    assert first.bonuses == {}
    assert first.total == 1 + 2 + 3


def test_i_1_the_display_is_that_of_the_base_game() -> None:
    """U-9: three locomotives replace the display; U-10: a displayed one is the whole draw."""
    shown = ["locomotive", "locomotive", "red", "blue", "white"]
    game = situation(ITALY, {}, {}, display=shown, deck=["locomotive", *["green"] * 9])
    events = game.apply(0, DrawCard("red"))
    assert types(events) == ["card_taken", "display_filled", "display_swept", *["display_filled"] * 5]
    assert display(game) == ["green"] * 5
    game = situation(ITALY, {}, {}, display=shown, deck=["green"] * 9)
    game.apply(0, DrawCard("locomotive"))
    assert game.pending.seats == [1]


def test_i_1_the_end_is_that_of_the_base_game() -> None:
    for trains, ends in ((5, True), (6, False)):
        game = situation(ITALY, {"hand": {"blue": 2}, "trains": trains}, {})
        events = game.apply(0, Claim("aosta:francia:blue", {"blue": 2}))
        assert ("last_round" in types(events)) == ends


def test_i_2_five_tickets_are_dealt_and_at_least_three_kept() -> None:
    game = semafor.new_game(semafor.load_board(ITALY), 3, seed=1)
    for seat in range(3):
        tickets = dealt(game, seat)
        assert len(tickets) == 5
        kept = [action.tickets for action in game.legal_actions(seat) if isinstance(action, KeepTickets)]
        assert Counter(map(len, kept)) == {3: 10, 4: 5, 5: 1}
        refusal = refused(game, seat, KeepTickets(tickets[:2]))
        assert (refusal.code, refusal.rule) == ("too_few_tickets", "I-2")
        assert refusal.message == "at least 3 of the tickets dealt must be kept"


def opened(seed: int) -> tuple[Game, list[str], list[str]]:
    """Return a game after the choice of tickets, the deck before it, and the returned tickets in seat order."""
    game = semafor.new_game(semafor.load_board(ITALY), 5, seed)
    before = ticket_deck(game)
    given_back: list[str] = []
    for seat in range(5):
        tickets = dealt(game, seat)
        given_back += tickets[3:]
        game.apply(seat, KeepTickets(tickets[:3]))
    return game, before, given_back


@pytest.mark.parametrize("seed", range(4))
def test_i_2_those_given_back_go_under_the_deck(seed: int) -> None:
    game, before, given_back = opened(seed)
    after = ticket_deck(game)
    assert len(before) == 56 - 25
    assert after[: len(before)] == before
    assert sorted(after[len(before) :]) == sorted(given_back)


def test_i_2_those_given_back_are_shuffled() -> None:
    orders = set()
    for seed in range(8):
        game, before, given_back = opened(seed)
        under = ticket_deck(game)[len(before) :]
        orders.add(tuple(given_back.index(ticket) for ticket in under))
    # Their order in the deck differs each time.
    assert len(orders) == 8


def test_i_2_nobody_knows_where_their_own_are() -> None:
    game, _, _ = opened(1)
    assert game.observe(0).to_json()["known_ticket_deck"] == {}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("lanes", [DOUBLE, TRIPLE])
def test_i_3_with_two_or_three_players_one_of_a_double_or_triple_closes_the_others(
    lanes: list[str], players: int
) -> None:
    game = situation(ITALY, {"hand": PAY_FOR_ALL}, {"hand": PAY_FOR_ALL}, *empty_seats(players - 2))
    game.apply(0, claim(lanes[0]))
    for lane in lanes[1:]:
        refusal = refused(game, 1, claim(lane))
        assert (refusal.code, refusal.rule) == ("route_closed", "I-3")
        assert refusal.message == (
            f"{lane} is closed: with {players} players no more of its parallel routes may be claimed"
        )


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("lanes", [DOUBLE, TRIPLE])
def test_i_3_with_four_or_five_players_every_one_is_open(lanes: list[str], players: int) -> None:
    able: list[Seat] = [{"hand": PAY_FOR_ALL} for _ in range(3)]
    game = situation(ITALY, *able, *empty_seats(players - 3))
    for seat, lane in enumerate(lanes):
        game.apply(seat, claim(lane))
    assert [routes(game, seat) for seat in range(len(lanes))] == [[lane] for lane in lanes]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("lanes", [DOUBLE, TRIPLE])
def test_i_3_one_per_player(lanes: list[str], players: int) -> None:
    game = situation(ITALY, {"hand": PAY_FOR_ALL, "routes": lanes[:1]}, *empty_seats(players - 1))
    for lane in lanes[1:]:
        refusal = refused(game, 0, claim(lane))
        assert (refusal.code, refusal.rule) == ("parallel_held", "I-3")
        assert refusal.message == f"you hold a route parallel to {lane}; a player may hold only one of them"


def claim(lane: str) -> Claim:
    """Return the claim of a lane with cards of its own colour only."""
    return Claim(lane, {lane.split(":")[2]: 3 if lane in DOUBLE else 2})


def test_i_8_take_four_tickets_and_keep_at_least_one() -> None:
    game = situation(ITALY, {}, {}, seed=3)
    top = ticket_deck(game)[:4]
    assert event(game.apply(0, DrawTickets()), "tickets_drawn").fields["tickets"] == top
    kept = [action.tickets for action in game.legal_actions(0) if isinstance(action, KeepTickets)]
    assert Counter(map(len, kept)) == {1: 4, 2: 6, 3: 4, 4: 1}
    refusal = refused(game, 0, KeepTickets([]))
    assert (refusal.code, refusal.rule) == ("too_few_tickets", "I-8")
    assert refusal.message == "at least 1 of the tickets drawn must be kept"


def test_i_8_the_rest_go_under_the_deck() -> None:
    game = situation(ITALY, {}, {}, seed=3)
    top, rest = ticket_deck(game)[:4], ticket_deck(game)[4:]
    game.apply(0, DrawTickets())
    game.apply(0, KeepTickets(top[:1], top[:0:-1]))
    assert ticket_deck(game) == [*rest, *top[:0:-1]]
    assert game.observe(0).to_json()["tickets"] == top[:1]


def test_i_8_none_left_can_not_be_drawn() -> None:
    game = situation(ITALY, {}, {}, ticket_deck=[])
    refusal = refused(game, 0, DrawTickets())
    assert (refusal.code, refusal.rule) == ("no_tickets_left", "I-8")
    assert refusal.message == "there are no tickets left to draw"


GENOVA_MILANO: Seat = {"routes": ["alessandria:genova:orange", "alessandria:milano:blue"], "tickets": ["genova:milano"]}


def test_i_12_a_tie_goes_to_more_completed_tickets() -> None:
    game = situation(ITALY, {"points": 6, "routes": ["como:bolzano:white"]}, GENOVA_MILANO, decision="over")
    score = game.score()
    assert [seat.total for seat in score.seats] == [6, 6]
    assert score.winners == [1]


def test_i_12_the_longest_path_decides_nothing() -> None:
    seats: list[Seat] = [{"points": 10, "routes": ["como:bolzano:white"]}, {"points": 10, "routes": DOUBLE[:1]}]
    score = situation(ITALY, *seats, decision="over").score()
    assert [seat.longest_path for seat in score.seats] == [5, 3]
    assert score.winners == [0, 1]


def test_i_12_points_come_first() -> None:
    game = situation(ITALY, {"points": 7}, GENOVA_MILANO, decision="over")
    assert game.score().winners == [0]
