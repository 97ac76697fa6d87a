"""Tickets at the end: a path of the player's own routes, for or against (U-24, U-26)."""

from semafor import Game, load_board
from tests.games import Seat, situation

TRIANGLE = ["atlanta:nashville:grey", "atlanta:raleigh:grey:1", "nashville:raleigh:black"]


def outcome(game: Game, seat: int) -> tuple[list[str], list[str], int]:
    """Return a seat's completed tickets, its failed ones, and their points."""
    score = game.score().seats[seat]
    return score.completed, score.failed, score.ticket_points


def test_u_24_the_rulebooks_example_of_completed_and_failed_tickets() -> None:
    blue: Seat = {
        "tickets": ["atlanta:montreal", "atlanta:new-york"],
        "routes": [
            "montreal:new-york:blue",
            "new-york:washington:orange",
            "raleigh:washington:grey:1",
            "atlanta:raleigh:grey:1",
        ],
    }
    green: Seat = {
        "tickets": ["nashville:sault-ste-marie", "atlanta:washington"],
        "routes": ["sault-ste-marie:toronto:grey", "pittsburgh:toronto:grey", "nashville:pittsburgh:yellow"],
    }
    game = situation("usa", blue, green, decision="over")
    assert outcome(game, 0) == (["atlanta:montreal", "atlanta:new-york"], [], 15)
    assert outcome(game, 1) == (["nashville:sault-ste-marie"], ["atlanta:washington"], 4)


def test_u_24_any_path_will_do_however_long() -> None:
    direct = ["pittsburgh:washington:grey", "raleigh:washington:grey:1", "atlanta:raleigh:grey:1"]
    around = ["new-york:washington:black", "new-york:pittsburgh:white", "nashville:pittsburgh:yellow"]
    for routes in (direct, [*around, "atlanta:nashville:grey"]):
        game = situation("usa", {"tickets": ["atlanta:washington"], "routes": routes}, {})
        assert outcome(game, 0) == (["atlanta:washington"], [], 4)


def test_u_24_a_path_with_a_gap_is_none() -> None:
    routes = ["new-york:washington:black", "nashville:pittsburgh:yellow", "atlanta:nashville:grey"]
    game = situation("usa", {"tickets": ["atlanta:washington"], "routes": routes}, {})
    assert outcome(game, 0) == ([], ["atlanta:washington"], -4)


def test_u_24_only_the_players_own_routes_count() -> None:
    ticket: Seat = {"tickets": ["atlanta:washington"], "routes": ["raleigh:washington:grey:1"]}
    other: Seat = {"routes": ["atlanta:raleigh:grey:1"]}
    game = situation("usa", ticket, other)
    assert outcome(game, 0) == ([], ["atlanta:washington"], -4)
    game = situation("usa", {**ticket, "routes": ["raleigh:washington:grey:1", "atlanta:raleigh:grey:1"]}, {})
    assert outcome(game, 0) == (["atlanta:washington"], [], 4)


def test_u_24_one_path_may_complete_several_tickets() -> None:
    routes = ["montreal:new-york:blue", "new-york:washington:orange", "raleigh:washington:grey:1"]
    tickets = ["atlanta:montreal", "atlanta:new-york", "atlanta:washington"]
    game = situation("usa", {"tickets": tickets, "routes": [*routes, "atlanta:raleigh:grey:1"]}, {})
    assert outcome(game, 0)[2] == 9 + 6 + 4
    game = situation("usa", {"tickets": tickets, "routes": routes}, {})
    assert outcome(game, 0)[2] == -9 - 6 - 4


def test_u_24_every_ticket_of_the_board_counts_its_points_for_or_against() -> None:
    board = load_board("usa")
    for ticket in board.spec.tickets:
        game = situation("usa", {"tickets": [ticket.id]}, {})
        assert outcome(game, 0) == ([], [ticket.id], -ticket.points)
        assert game.score().seats[0].total == -ticket.points


def test_u_26_routes_plus_completed_minus_failed_tickets() -> None:
    seat: Seat = {"routes": TRIANGLE, "tickets": ["atlanta:new-york", "atlanta:washington", "chicago:new-york"]}
    longer: Seat = {"routes": ["calgary:winnipeg:white", "helena:winnipeg:blue"], "tickets": ["calgary:salt-lake-city"]}
    game = situation("usa", seat, longer, decision="over")
    first, second = game.score().seats
    assert (first.routes, first.ticket_points, first.bonuses, first.total) == (1 + 2 + 4, -15, {}, -8)
    assert (second.routes, second.ticket_points, second.bonuses) == (15 + 7, -7, {"longest_path": 10})
    assert second.total == 22 - 7 + 10


def test_u_26_points_from_routes_are_those_scored_in_play() -> None:
    game = situation("usa", {"routes": TRIANGLE, "points": 40}, {"points": 12})
    assert [(seat.routes, seat.total) for seat in game.score().seats] == [(40, 50), (12, 12)]


def test_u_26_tickets_not_kept_cost_nothing() -> None:
    game = situation("usa", {}, {}, ticket_deck=["los-angeles:new-york"])
    game.apply(0, game.legal_actions(0)[0])
    assert [seat.ticket_points for seat in game.score().seats] == [0, 0]
