"""Tickets at the start: all choose at once (U-5, R-15, R-19)."""

from itertools import combinations
from pathlib import Path

import pytest

from semafor import SPECTATOR, Action, DrawCard, DrawTickets, Game, KeepTickets, Pass, Refusal, load_board, new_game
from semafor.engine.kernel import view_of
from semafor.model.numbers.view import SEEN_CHOSEN
from tests.games import Seat, allowed, dealt, display, event, hand, refused, situation, ticket_deck, types
from tests.toy import with_parts


def held(game: Game, seat: int) -> set[str]:
    """Return the tickets that a seat keeps."""
    tickets = game.observe(seat).to_json()["tickets"]
    assert isinstance(tickets, list)
    return set(tickets)


def opening(players: int = 3, seed: int = 4) -> Game:
    """Return a new game in which nobody has chosen yet."""
    return new_game(load_board("usa"), players, seed, first=0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_u_5_each_is_dealt_four_and_keeps_two_or_more(players: int) -> None:
    game = opening(players)
    assert (game.pending.name, game.pending.seats) == ("keep_tickets", list(range(players)))
    assert len(ticket_deck(game)) == 33 - 4 * players
    for seat in range(players):
        tickets = dealt(game, seat)
        assert len(tickets) == 4
        expected = {frozenset(chosen) for count in (2, 3, 4) for chosen in combinations(tickets, count)}
        legal = game.legal_actions(seat)
        assert len(legal) == len(expected) == 11
        assert {frozenset(action.tickets) for action in legal if isinstance(action, KeepTickets)} == expected


@pytest.mark.parametrize("count", [0, 1])
def test_u_5_fewer_than_two_are_not_enough(count: int) -> None:
    game = opening()
    message = "at least 2 of the tickets dealt must be kept"
    for seat in range(3):
        action = KeepTickets(dealt(game, seat)[:count])
        assert refused(game, seat, action) == Refusal("too_few_tickets", "U-5", message)


def test_u_5_only_tickets_that_were_dealt_to_the_seat() -> None:
    game = opening()
    mine, others, under = dealt(game, 0), dealt(game, 1), ticket_deck(game)[0]
    for strange in (others[0], under):
        message = f"{strange} is not among the tickets before you"
        action = KeepTickets([mine[0], mine[1], strange])
        assert refused(game, 0, action) == Refusal("ticket_not_drawn", "U-5", message)
    message = "there is no ticket 'boston:seattle' on this board"
    assert refused(game, 0, KeepTickets([*mine, "boston:seattle"])) == Refusal("unknown_ticket", None, message)
    message = "a ticket is named twice among those to keep"
    assert refused(game, 0, KeepTickets([mine[0], mine[0]])) == Refusal("ticket_named_twice", None, message)


@pytest.mark.parametrize("action", [DrawCard(), DrawTickets(), Pass()])
def test_u_5_nothing_else_before_the_choice(action: Action) -> None:
    game = opening()
    message = "first choose which of the tickets before you to keep"
    for seat in range(3):
        assert refused(game, seat, action) == Refusal("tickets_pending", "U-5", message)


def test_u_5_all_choose_at_the_same_time_in_any_order() -> None:
    game = opening()
    choices = {seat: dealt(game, seat)[seat:] if seat < 2 else dealt(game, 2)[:2] for seat in range(3)}
    for seat in (2, 0):
        events = game.apply(seat, KeepTickets(choices[seat]))
        assert types(events) == ["tickets_chosen"]
    assert game.pending.seats == [1]
    assert held(game, 0) == held(game, 2) == set()  # nothing takes effect before the last has chosen
    events = game.apply(1, KeepTickets(choices[1]))
    assert types(events) == ["tickets_chosen", "tickets_kept", "tickets_kept", "tickets_kept"]
    assert [held(game, seat) for seat in range(3)] == [set(choices[seat]) for seat in range(3)]
    assert (game.pending.name, game.pending.seats) == ("take_turn", [0])


def test_u_5_a_choice_stands() -> None:
    game = opening()
    tickets = dealt(game, 1)
    game.apply(1, KeepTickets(tickets[:2]))
    message = "seat 1 has chosen its tickets; the others are still choosing"
    for again in (tickets[:2], tickets):
        assert refused(game, 1, KeepTickets(again)) == Refusal("already_chosen", "U-5", message)
    assert game.legal_actions(1) == []


def test_u_5_nobody_sees_what_others_keep() -> None:
    kept_two, kept_all = opening(), opening()
    tickets = dealt(kept_two, 0)
    two = event(kept_two.apply(0, KeepTickets(tickets[:2])), "tickets_chosen")
    all_four = event(kept_all.apply(0, KeepTickets(tickets)), "tickets_chosen")
    for other in (1, 2, SPECTATOR):
        assert kept_two.observe(other) == kept_all.observe(other)
        numbers = [view_of(game.observe(other)).number(0, SEEN_CHOSEN) for game in (kept_two, kept_all)]
        assert numbers == [1, 1]
        assert two.seen_by(other) == all_four.seen_by(other) == {"type": "tickets_chosen", "seat": 0}
        assert tickets[0] not in str(kept_two.observe(other).to_json())
    assert kept_two.observe(0) != kept_all.observe(0)
    assert kept_two.observe(0).to_json()["chosen"] == tickets[:2]


def test_u_5_how_many_are_kept_is_seen_when_all_have_chosen() -> None:
    game = opening(2)
    game.apply(0, KeepTickets(dealt(game, 0)[:2]))
    events = game.apply(1, KeepTickets(dealt(game, 1)))
    kept = [found.seen_by(1) for found in events if found.type == "tickets_kept"]
    assert kept[0] == {"type": "tickets_kept", "seat": 0, "count": 2, "count_given_back": 2}
    assert kept[1]["count"] == 4
    seats = game.observe(1).to_json()["seats"]
    assert isinstance(seats, list)
    assert [seat["tickets"] for seat in seats] == [2, 4]


def test_u_5_tickets_given_back_go_under_the_deck() -> None:
    game = opening(2)
    before = ticket_deck(game)
    first, second = dealt(game, 0), dealt(game, 1)
    game.apply(0, KeepTickets([first[1], first[3]]))
    game.apply(1, KeepTickets(second))
    assert ticket_deck(game) == [*before, first[0], first[2]]


@pytest.mark.parametrize("choosing", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_r_15_the_tickets_given_back_lie_in_seat_order(choosing: tuple[int, ...]) -> None:
    game = opening()
    before = ticket_deck(game)
    tickets = [dealt(game, seat) for seat in range(3)]
    for seat in choosing:
        game.apply(seat, KeepTickets(tickets[seat][:2]))
    assert ticket_deck(game) == [*before, *tickets[0][2:], *tickets[1][2:], *tickets[2][2:]]


def test_r_15_each_seat_orders_its_own() -> None:
    game = opening(2)
    before = ticket_deck(game)
    tickets = [dealt(game, seat) for seat in range(2)]
    swapped = [tickets[1][3], tickets[1][2]]
    game.apply(1, KeepTickets(tickets[1][:2], swapped))
    game.apply(0, KeepTickets(tickets[0][:2]))
    assert ticket_deck(game) == [*before, *tickets[0][2:], *swapped]


def test_r_15_the_order_names_each_ticket_given_back_once() -> None:
    game = opening()
    tickets = dealt(game, 0)
    message = "order must name each ticket given back once"
    for order in ([], tickets[2:3], tickets[1:], [tickets[2], tickets[2]]):
        action = KeepTickets(tickets[:2], order)
        assert refused(game, 0, action) == Refusal("wrong_order", "U-5", message)


def test_r_15_a_game_follows_from_its_seed() -> None:
    orders = []
    for choosing in ((0, 1, 2), (2, 0, 1)):
        game = opening(3, 9)
        for seat in choosing:
            game.apply(seat, KeepTickets(dealt(game, seat)[:2]))
        orders.append(game.position())
    assert orders[0] == orders[1]


def test_r_19_display_and_hand_are_visible_during_the_choice() -> None:
    game = opening()
    for seat in range(3):
        seen = game.observe(seat).to_json()
        assert seen["decision"] == "keep_tickets"
        assert seen["display"] == display(game)
        assert seen["hand"] == hand(game, seat)
        assert sum(hand(game, seat).values()) == 4
        assert allowed(game, seat, KeepTickets(dealt(game, seat)))
    assert game.observe(SPECTATOR).to_json()["display"] == display(game)


def test_r_19_the_goals_are_visible_during_the_choice() -> None:
    game = new_game(load_board("northern-lights"), 2, 3)
    assert game.pending.name == "keep_tickets"
    for seat in (0, 1, SPECTATOR):
        goals = game.observe(seat).to_json()["goals"]
        assert goals == game.position()["goals"]
        assert isinstance(goals, list)
        assert len(goals) == 4


def test_r_19_nothing_of_the_others_is_visible_during_the_choice() -> None:
    game = opening()
    for seat in range(3):
        seen = str(game.observe(seat).to_json())
        for other in {0, 1, 2} - {seat}:
            assert all(ticket not in seen for ticket in dealt(game, other))
        assert all(ticket not in seen for ticket in ticket_deck(game))


def test_u_5_a_single_ticket_dealt_is_chosen_too(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text(with_parts({"starting_tickets": {"dealt": 1, "keep": 1}}), encoding="utf-8")
    game = new_game(load_board(str(path)), 3, 1, first=2)
    for number, seat in enumerate((1, 0, 2)):
        assert game.pending.seats == [other for other in range(3) if other not in (1, 0, 2)[:number]]
        [choice] = game.legal_actions(seat)
        events = game.apply(seat, choice)
        assert game.legal_actions(seat) == [] or game.pending.seats == [2]
    assert [entry.seat for entry in events if entry.type == "tickets_kept"] == [0, 1, 2]
    assert (game.pending.name, game.pending.seats) == ("take_turn", [2])


def test_r_19_only_those_with_tickets_before_them_choose() -> None:
    seats: list[Seat] = [{"drawn": ["boston:miami"]}, {}, {"drawn": ["dallas:new-york", "denver:el-paso"]}]
    game = situation("usa", *seats, decision="keep_tickets", to_act=1, ticket_deck=[])
    assert game.pending.seats == [0, 2]
    game.apply(2, game.legal_actions(2)[0])
    assert game.legal_actions(2) == []
    assert refused(game, 2, KeepTickets(["dallas:new-york"])).code == "already_chosen"
    assert game.pending.seats == [0]
    events = game.apply(0, game.legal_actions(0)[0])
    assert [entry.seat for entry in events if entry.type == "tickets_kept"] == [0, 2]
    assert (game.pending.name, game.pending.seats) == ("take_turn", [1])


@pytest.mark.parametrize(("board", "out"), [("usa", False), ("nordic-countries", True), ("northern-lights", False)])
def test_u_5_n_3_how_many_tickets_are_out_of_the_game_is_public(board: str, out: bool) -> None:
    game = new_game(load_board(board), 3, 1, first=0)
    given_back = 0
    for seat in range(3):
        choice = game.legal_actions(seat)[0]
        assert isinstance(choice, KeepTickets)
        given_back += len(dealt(game, seat)) - len(choice.tickets)
        game.apply(seat, choice)
    assert given_back > 1
    assert game.observe(SPECTATOR).to_json()["removed_tickets"] == (given_back if out else 0)


def test_i_2_a_ticket_given_back_may_be_anywhere_among_those_given_back() -> None:
    places: set[tuple[int, int]] = set()
    for seed in range(120):
        game = new_game(load_board("italy"), 2, seed, first=0)
        given_back: list[str] = []
        for seat in range(2):
            choice = game.legal_actions(seat)[0]
            assert isinstance(choice, KeepTickets)
            given_back += [ticket for ticket in dealt(game, seat) if ticket not in choice.tickets]
            game.apply(seat, choice)
        under = ticket_deck(game)[-len(given_back) :]
        assert sorted(under) == sorted(given_back)
        places |= {(number, under.index(ticket)) for number, ticket in enumerate(given_back)}
    count = len(given_back)
    assert count > 2
    assert places == {(number, place) for number in range(count) for place in range(count)}
