"""Drawing tickets in a turn (U-22, U-23, R-5)."""

from itertools import combinations
from pathlib import Path

import pytest

import semafor
from semafor import (
    SPECTATOR,
    Action,
    Chance,
    Claim,
    DrawCard,
    DrawTickets,
    Game,
    KeepTickets,
    Pass,
    Refusal,
    load_board,
)
from semafor.engine.kernel import view_of
from semafor.engine.loading import board_text
from semafor.model.numbers.view import UNKNOWN
from tests.games import allowed, event, refused, situation, ticket_deck, types

TOP = ["boston:miami", "calgary:phoenix", "denver:el-paso"]
REST = ["duluth:houston", "dallas:new-york"]


def drawing() -> Game:
    """Return a game in which seat 0 has just drawn three tickets."""
    game = situation("usa", {"hand": {"red": 2}}, {}, ticket_deck=[*TOP, *REST])
    game.apply(0, DrawTickets())
    return game


def seen_tickets(game: Game, seat: int) -> object:
    """Return the tickets that a seat sees as its own."""
    return game.observe(seat).to_json()["tickets"]


def test_u_22_the_top_three_are_drawn() -> None:
    game = situation("usa", {}, {}, ticket_deck=[*TOP, *REST])
    drawn = event(game.apply(0, DrawTickets()), "tickets_drawn")
    assert drawn.seen_by(0) == {"type": "tickets_drawn", "seat": 0, "count": 3, "tickets": TOP}
    assert drawn.seen_by(1) == drawn.seen_by(SPECTATOR) == {"type": "tickets_drawn", "seat": 0, "count": 3}
    assert (game.pending.name, game.pending.seats) == ("keep_tickets", [0])
    assert game.observe(0).to_json()["drawn"] == TOP
    assert ticket_deck(game) == REST


def test_u_22_one_or_more_are_kept() -> None:
    legal = drawing().legal_actions(0)
    expected = [set(kept) for count in (1, 2, 3) for kept in combinations(TOP, count)]
    assert len(legal) == len(expected)
    for kept in expected:
        assert any(isinstance(action, KeepTickets) and set(action.tickets) == kept for action in legal)
        game = drawing()
        events = game.apply(0, KeepTickets(sorted(kept)))
        assert types(events) == ["tickets_kept"]
        assert seen_tickets(game, 0) == [ticket for ticket in TOP if ticket in kept]
        assert ticket_deck(game) == REST + [ticket for ticket in TOP if ticket not in kept]
        assert (game.pending.name, game.pending.seats) == ("take_turn", [1])


def test_u_22_none_kept_is_too_few() -> None:
    message = "at least 1 of the tickets drawn must be kept"
    assert refused(drawing(), 0, KeepTickets([])) == Refusal("too_few_tickets", "U-22", message)


def test_u_22_only_tickets_that_were_drawn_are_kept() -> None:
    game = drawing()
    message = "duluth:houston is not among the tickets before you"
    assert refused(game, 0, KeepTickets(["duluth:houston"])) == Refusal("ticket_not_drawn", "U-22", message)
    assert refused(game, 0, KeepTickets([TOP[0], TOP[0]])).code == "ticket_named_twice"


def test_u_22_the_order_under_the_deck_is_the_players() -> None:
    for order in (TOP[1:], TOP[:0:-1]):
        game = drawing()
        game.apply(0, KeepTickets(TOP[:1], order))
        assert ticket_deck(game) == REST + order
    message = "order must name each ticket given back once"
    for order in (TOP, TOP[1:2], []):
        assert refused(drawing(), 0, KeepTickets(TOP[:1], order)) == Refusal("wrong_order", "U-22", message)


def test_u_22_who_gave_tickets_back_knows_where_they_are() -> None:
    game = drawing()
    game.apply(0, KeepTickets(TOP[1:2], [TOP[2], TOP[0]]))
    assert game.observe(0).to_json()["known_ticket_deck"] == {"2": TOP[2], "3": TOP[0]}
    assert game.observe(1).to_json()["known_ticket_deck"] == {}


@pytest.mark.parametrize("left", [1, 2])
def test_u_22_fewer_if_fewer_are_left(left: int) -> None:
    game = situation("usa", {}, {}, ticket_deck=TOP[:left])
    game.apply(0, DrawTickets())
    assert game.observe(0).to_json()["drawn"] == TOP[:left]
    assert len(game.legal_actions(0)) == 2**left - 1
    game.apply(0, KeepTickets(TOP[:1]))
    assert ticket_deck(game) == TOP[1:left]


def test_u_22_who_draws_fewer_than_must_be_kept_keeps_them_all(tmp_path: Path) -> None:
    strict = board_text("toy").replace("drawn = 2\nkeep = 1", "drawn = 2\nkeep = 2")
    path = tmp_path / "strict.toml"
    path.write_text(strict, encoding="utf-8")
    for left, kept in ((["ambel:fenn"], 1), (["ambel:fenn", "brack:gild"], 2)):
        data = {"board": "toy", "seats": [{}, {}], "ticket_deck": left}
        game = semafor.load_position(data, 1, load_board(str(path)))
        game.apply(0, DrawTickets())
        assert game.legal_actions(0) == [KeepTickets(left)]
        message = f"at least {kept} of the tickets drawn must be kept"
        assert refused(game, 0, KeepTickets(left[1:])).message == message


def test_u_22_no_tickets_left() -> None:
    game = situation("usa", {}, {}, ticket_deck=[])
    assert refused(game, 0, DrawTickets()) == Refusal("no_tickets_left", "U-22", "there are no tickets left to draw")


def test_u_22_there_is_nothing_to_keep_before_tickets_are_drawn() -> None:
    game = situation("usa", {}, {}, ticket_deck=TOP)
    message = "there are no tickets to choose from now; take a turn"
    assert refused(game, 0, KeepTickets(TOP[:1])) == Refusal("nothing_pending", "U-22", message)


def test_u_23_a_ticket_kept_is_kept_to_the_end() -> None:
    game = situation("usa", {"tickets": TOP[:1]}, {}, ticket_deck=TOP[1:])
    game.apply(0, DrawTickets())
    refusal = refused(game, 0, KeepTickets(TOP[1:2], TOP[:1]))  # the old ticket can't be given back
    assert refusal.code == "wrong_order"
    assert refused(game, 0, KeepTickets(TOP[:2])).code == "ticket_not_drawn"
    game.apply(0, KeepTickets(TOP[1:2]))
    assert seen_tickets(game, 0) == TOP[:2]
    assert ticket_deck(game) == TOP[2:]


def test_u_23_tickets_are_secret_until_the_final_scoring() -> None:
    game = situation("usa", {"tickets": TOP[:2]}, {"tickets": TOP[2:]}, ticket_deck=[], deck=[], display=[])
    for observer in (1, SPECTATOR):
        assert all(ticket not in str(game.observe(observer).to_json()) for ticket in TOP[:2])
        view = view_of(game.observe(observer))
        assert all(int(view.tickets[game.board.ticket_index[ticket]]) == UNKNOWN for ticket in TOP[:2])
    assert TOP[2] not in str(game.observe(0).to_json())
    game.apply(0, Pass())
    game.apply(1, Pass())
    assert game.over
    for observer in (0, 1, SPECTATOR):
        seats = game.observe(observer).to_json()["seats"]
        assert isinstance(seats, list)
        assert [seat["shown_tickets"] for seat in seats] == [TOP[:2], TOP[2:]]


def test_u_23_what_is_kept_and_given_back_is_secret() -> None:
    kept = event(drawing().apply(0, KeepTickets(TOP[:2])), "tickets_kept")
    assert kept.seen_by(0)["kept"] == TOP[:2]
    assert kept.seen_by(0)["given_back"] == TOP[2:]
    assert kept.seen_by(1) == {"type": "tickets_kept", "seat": 0, "count": 2, "count_given_back": 1}


def test_u_23_no_limit_on_their_number() -> None:
    every = [ticket.id for ticket in load_board("usa").spec.tickets]
    game = situation("usa", {"tickets": every[:30]}, {}, ticket_deck=every[30:])
    assert allowed(game, 0, DrawTickets())
    game.apply(0, DrawTickets())
    game.apply(0, KeepTickets(every[30:]))
    assert seen_tickets(game, 0) == every


@pytest.mark.parametrize(
    "action", [DrawCard(), DrawCard("red"), DrawTickets(), Pass(), Claim("boston:new-york:red", {"red": 2})]
)
def test_r_5_who_is_choosing_tickets_has_taken_that_action(action: Action) -> None:
    message = "first choose which of the tickets before you to keep"
    assert refused(drawing(), 0, action) == Refusal("tickets_pending", "R-5", message)


def test_r_5_nor_can_another_player_act_meanwhile() -> None:
    game = drawing()
    assert game.legal_actions(1) == []
    for action in (DrawCard(), KeepTickets(TOP[:1])):
        assert refused(game, 1, action).code == "not_your_turn"
    game.apply(0, KeepTickets(TOP[:1]))
    assert allowed(game, 1, DrawCard())


@pytest.mark.parametrize(("board", "keep"), [("usa", 1), ("nordic-countries", 1), ("italy", 1), ("northern-lights", 1)])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_u_22_too_few_kept_is_said_to_any_seat(board: str, keep: int, seat: int) -> None:
    game = situation(board, {}, {}, {}, to_act=seat)
    game.apply(seat, DrawTickets())
    assert game.position()["to_act"] == seat
    refusal = refused(game, seat, KeepTickets([]))
    assert refusal.code == "too_few_tickets"
    assert refusal.message == f"at least {keep} of the tickets drawn must be kept"


@pytest.mark.parametrize("seat", range(5))
def test_u_22_the_tickets_drawn_are_before_the_seat_in_every_world_it_can_imagine(seat: int) -> None:
    game = situation("usa", {}, {}, {}, {}, {}, to_act=seat)
    game.apply(seat, DrawTickets())
    drawn = game.observe(seat).to_json()["drawn"]
    assert game.observe(seat).to_json()["tickets"] == []  # none is kept yet
    for number in range(3):
        seats = game.observe(seat).determinise(Chance.seeded(number)).position()["seats"]
        assert isinstance(seats, list)
        assert [entry.get("drawn", []) for entry in seats] == [drawn if other == seat else [] for other in range(5)]
