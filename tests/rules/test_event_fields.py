"""Every event in full: its type, its seat, each of its fields, and its place in the order."""

from collections import Counter

import pytest

import semafor
from semafor import (
    SPECTATOR,
    Action,
    Claim,
    DrawCard,
    DrawFerryCard,
    DrawTickets,
    Event,
    Game,
    KeepTickets,
    Pass,
    PayTunnel,
    Withdraw,
)
from tests.games import situation

FIVE = ["red", "blue", "green", "white", "black"]
LOCOMOTIVE = "locomotive"
TUNNEL = "kristiansand:stavanger:green"
"""Nordic Countries: 2 green spaces."""


def full(events: list[Event]) -> list[dict[str, object]]:
    """Return the events with all their fields; those of the table have seat -1."""
    assert all(event.seat == event.full().get("seat", -1) for event in events)
    return [event.full() for event in events]


def filled(slot: int, card: str) -> dict[str, object]:
    return {"type": "display_filled", "slot": slot, "card": card}


@pytest.mark.parametrize(("slot", "card"), list(enumerate(FIVE)))
def test_u_8_a_card_taken_and_the_one_in_its_place(slot: int, card: str) -> None:
    game = situation("usa", {}, {}, to_act=1, display=FIVE, deck=["yellow", "orange", "purple"])
    assert full(game.apply(1, DrawCard(card))) == [
        {"type": "card_taken", "seat": 1, "from": "display", "card": card, "slot": slot},
        filled(slot, "yellow"),
    ]


def test_u_7_a_card_drawn() -> None:
    game = situation("usa", {}, {}, to_act=1, display=FIVE, deck=["yellow", "orange", "purple"])
    assert full(game.apply(1, DrawCard())) == [{"type": "card_drawn", "seat": 1, "from": "deck", "card": "yellow"}]


def test_u_9_u_13_a_sweep_and_the_deck_made_anew() -> None:
    shown = ["red", LOCOMOTIVE, "blue", LOCOMOTIVE, "green"]
    game = situation("usa", {}, {}, display=shown, deck=[LOCOMOTIVE, "white", "white", "white", "white", "white"])
    assert full(game.apply(0, DrawCard("red"))) == [
        {"type": "card_taken", "seat": 0, "from": "display", "card": "red", "slot": 0},
        filled(0, LOCOMOTIVE),
        {"type": "display_swept", "cards": [LOCOMOTIVE, LOCOMOTIVE, "blue", LOCOMOTIVE, "green"]},
        filled(0, "white"),
        filled(1, "white"),
        filled(2, "white"),
        filled(3, "white"),
        filled(4, "white"),
        {"type": "deck_reshuffled", "count": 5},
    ]


def test_u_17_a_route_claimed() -> None:
    game = situation("usa", {}, {"hand": {"red": 2, LOCOMOTIVE: 1}}, to_act=1, display=FIVE, deck=["yellow"])
    assert full(game.apply(1, Claim("chicago:duluth:red", {"red": 2, LOCOMOTIVE: 1}))) == [
        {
            "type": "route_claimed",
            "seat": 1,
            "route": "chicago:duluth:red",
            "cards": {"red": 2, LOCOMOTIVE: 1},
            "ferry_cards": 0,
            "points": 4,
        }
    ]


def test_i_5_i_6_ferry_cards_drawn_and_played() -> None:
    game = situation("italy", {}, {"ferry_cards": 1, "hand": {"blue": 6}}, to_act=1, display=FIVE, deck=["yellow"])
    route = next(spec for spec in game.board.spec.routes if spec.fields["waves"] == 2)
    assert full(game.apply(1, DrawFerryCard())) == [{"type": "ferry_card_drawn", "seat": 1}]
    game.apply(0, DrawFerryCard())
    cards = {"blue": route.length - 2}
    [claimed] = game.apply(1, Claim(route.id, cards, 1))
    assert claimed.full() == {
        "type": "route_claimed",
        "seat": 1,
        "route": route.id,
        "cards": cards,
        "ferry_cards": 1,
        "points": {2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}[route.length],
    }
    seats = game.position()["seats"]
    assert isinstance(seats, list)
    assert [seat["ferry_cards"] for seat in seats] == [1, 1]
    assert game.position()["ferry_pile"] == 8


def tunnel_game(turned: list[str], **hand: int) -> Game:
    return situation("nordic-countries", {}, {"hand": hand}, to_act=1, display=FIVE, deck=[*turned, "yellow", "purple"])


def test_n_11_a_tunnel_without_more_to_pay() -> None:
    game = tunnel_game(["red", "blue", "white"], green=2)
    opened, claimed = full(game.apply(1, Claim(TUNNEL, {"green": 2})))
    assert opened == {
        "type": "tunnel_opened",
        "seat": 1,
        "route": TUNNEL,
        "paid": {"green": 2},
        "revealed": ["red", "blue", "white"],
        "extra": 0,
    }
    assert (claimed["type"], claimed["cards"]) == ("route_claimed", {"green": 2})


@pytest.mark.parametrize(
    "extra", [{"green": 2}, {"green": 1, LOCOMOTIVE: 1}, {LOCOMOTIVE: 2}], ids=["coloured", "both", "locomotives"]
)
def test_n_11_a_tunnel_paid(extra: dict[str, int]) -> None:
    game = tunnel_game(["green", "blue", LOCOMOTIVE], green=4, locomotive=2)
    [opened] = full(game.apply(1, Claim(TUNNEL, {"green": 2})))
    assert (opened["revealed"], opened["extra"]) == (["green", "blue", LOCOMOTIVE], 2)
    paid, claimed = full(game.apply(1, PayTunnel(extra)))
    assert paid == {"type": "tunnel_paid", "seat": 1, "cards": extra}
    whole = {"green": 2 + extra.get("green", 0), LOCOMOTIVE: extra.get(LOCOMOTIVE, 0)}
    assert claimed["cards"] == {kind: count for kind, count in whole.items() if count}
    discarded = {"blue": 1, "green": whole["green"] + 1, LOCOMOTIVE: whole[LOCOMOTIVE] + 1}
    assert game.position()["discards"] == discarded


def test_n_12_a_tunnel_withdrawn_from() -> None:
    game = tunnel_game(["green", "blue", LOCOMOTIVE], green=1, locomotive=1)
    game.apply(1, Claim(TUNNEL, {"green": 1, LOCOMOTIVE: 1}))
    assert full(game.apply(1, Withdraw())) == [
        {"type": "tunnel_withdrawn", "seat": 1, "route": TUNNEL, "cards": {"green": 1, LOCOMOTIVE: 1}}
    ]
    assert known(game, 1) == {"green": 1, LOCOMOTIVE: 1}
    assert game.position()["discards"] == {"green": 1, "blue": 1, LOCOMOTIVE: 1}


def test_l_8_bonus_cards() -> None:
    game = situation("northern-lights", {}, {"hand": {LOCOMOTIVE: 6}}, to_act=1, display=FIVE, deck=["red", "blue"])
    route = next(spec for spec in game.board.spec.routes if spec.fields["bonus_cards"] == 1 and spec.length <= 6)
    events = full(game.apply(1, Claim(route.id, {LOCOMOTIVE: route.length})))
    assert [entry["type"] for entry in events] == ["route_claimed", "bonus_cards_drawn"]
    assert events[1] == {"type": "bonus_cards_drawn", "seat": 1, "count": 1, "cards": ["red"]}
    assert known(game, 1) == {}  # nobody saw it


def test_u_22_tickets_drawn_and_kept() -> None:
    top = ["boston:miami", "calgary:phoenix", "dallas:new-york"]
    game = situation("usa", {}, {}, to_act=1, ticket_deck=[*top, "denver:pittsburgh"])
    assert full(game.apply(1, DrawTickets())) == [
        {"type": "tickets_drawn", "seat": 1, "count": 3, "tickets": top},
    ]
    assert full(game.apply(1, KeepTickets([top[1]]))) == [
        {
            "type": "tickets_kept",
            "seat": 1,
            "count": 1,
            "count_given_back": 2,
            "kept": [top[1]],
            "given_back": [top[0], top[2]],
        }
    ]


def test_u_3_u_5_u_6_the_deal() -> None:
    game = semafor.new_game(semafor.load_board("usa"), 3, 5, first=2)
    position = game.position()
    seats = position["seats"]
    assert isinstance(seats, list)
    first, *dealt, filled_1, filled_2, filled_3, filled_4, filled_5, tickets_0, tickets_1, tickets_2 = full(
        game.opening_events
    )
    assert first == {"type": "first_player", "seat": 2}
    for seat, entry in enumerate(dealt):
        assert set(entry) == {"type", "seat", "count", "cards"}
        assert (entry["type"], entry["seat"], entry["count"]) == ("cards_dealt", seat, 4)
        cards = entry["cards"]
        assert isinstance(cards, list)
        assert Counter(cards) == Counter(seats[seat]["hand"])
    shown = [filled_1, filled_2, filled_3, filled_4, filled_5]
    display = position["display"]
    assert isinstance(display, list)
    assert shown == [filled(slot, card) for slot, card in enumerate(display)]
    for seat, entry in enumerate((tickets_0, tickets_1, tickets_2)):
        drawn = seats[seat]["drawn"]
        assert entry == {"type": "tickets_dealt", "seat": seat, "count": len(drawn), "tickets": drawn}
    drawn = seats[1]["drawn"]
    assert full(game.apply(1, KeepTickets(drawn[:2]))) == [
        {"type": "tickets_chosen", "seat": 1, "kept": drawn[:2], "given_back": drawn[2:]}
    ]


def test_l_3_the_goals() -> None:
    game = semafor.new_game(semafor.load_board("northern-lights"), 2, 5)
    [goals] = [event for event in full(game.opening_events) if event["type"] == "goals_shown"]
    assert goals == {"type": "goals_shown", "goals": game.position()["goals"]}


def known(game: Game, seat: int) -> object:
    """Return the cards that everybody has seen a seat take, as a spectator knows them."""
    seats = game.observe(SPECTATOR).to_json()["seats"]
    assert isinstance(seats, list)
    return seats[seat]["known"]


def test_u_7_u_8_who_saw_which_card() -> None:
    game = situation("usa", {}, {}, display=FIVE, deck=["yellow", "orange", "purple"])
    game.apply(0, DrawCard("green"))
    assert known(game, 0) == {"green": 1}
    game.apply(0, DrawCard())
    assert known(game, 0) == {"green": 1}


def test_r_4_u_25_passing_and_the_end() -> None:
    nothing: list[str] = []
    game = situation("usa", {}, {}, display=nothing, deck=nothing, ticket_deck=nothing)
    assert full(game.apply(0, Pass())) == [{"type": "passed", "seat": 0}]
    assert full(game.apply(1, Pass())) == [
        {"type": "passed", "seat": 1},
        {"type": "game_over", "reason": "nobody can act"},
    ]


def test_u_25_the_last_round() -> None:
    game = situation("usa", {}, {"trains": 3, "hand": {"red": 1, "yellow": 1}}, to_act=1, display=FIVE, deck=["blue"])
    route = next(spec for spec in game.board.spec.routes if spec.length == 1 and spec.colour == "grey")
    events = full(game.apply(1, Claim(route.id, {"red": 1})))
    assert events[1:] == [{"type": "last_round", "seat": 1, "trains": 2, "turns_left": 2}]
    actions: list[tuple[int, Action]] = [(0, DrawCard("red")), (0, DrawCard("green"))]
    for seat, action in actions:
        game.apply(seat, action)
    game.apply(1, DrawTickets())
    assert full(game.apply(1, game.legal_actions(1)[0]))[-1] == {"type": "game_over", "reason": "last round played"}
