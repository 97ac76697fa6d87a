"""Positions: a dump is the same game, what is left out is filled in, what can't be is refused with every reason."""

import copy
import json
from collections import Counter
from typing import Any

import pytest

from semafor.engine.boards import load_board
from semafor.engine.game import Game
from semafor.engine.loading import builtin_ids
from semafor.engine.offers import Offers, actor
from semafor.engine.positions import PositionError, dump_position, load_position
from semafor.engine.turn import make_move
from semafor.model.actions import Claim, DrawCard, KeepTickets, PayTunnel, Withdraw
from semafor.model.chance import Chance
from semafor.model.layout import CHOOSE_STARTING_TICKETS, KEEP_TICKETS, OVER, PAY_TUNNEL
from semafor.model.state import State

Position = dict[str, Any]

PLAYER_NUMBERS = [
    (board, players)
    for board in builtin_ids()
    for players in range(load_board(board).spec.min_players, load_board(board).spec.max_players + 1)
]

# The one in the protocol's description, to the letter.
EXAMPLE: Position = {
    "board": "nordic-countries",
    "seats": [
        {
            "hand": {"green": 7, "blue": 8},
            "tickets": ["bergen:narvik"],
            "routes": ["bergen:oslo:blue"],
            "ferry_cards": 0,
        },
        {"hand": {}, "tickets": [], "routes": []},
    ],
    "display": ["red", "red", "blue", "locomotive", None],
    "deck": ["green", "green", "locomotive"],
    "discards": {"red": 1},
    "ticket_deck": ["oslo:helsinki"],
    "goals": [],
    "ferry_pile": 10,
    "to_act": 0,
    "decision": "take_turn",
    "turns_left": None,
}


def load(position: object, seed: int | str | None = None) -> State:
    return load_position(position, load_board, seed)


def completed(position: object, seed: int | str | None = None) -> Position:
    """Return a position with everything that it left out."""
    return dump_position(load(position, seed))


def table(board: str = "usa", *seats: Position, **fields: Any) -> Position:
    """Return a position for two seats of which nothing more need be said."""
    return {"board": board, "seats": list(seats) or [{}, {}], **fields}


def problems(position: object) -> list[str]:
    """Return everything that is wrong with a position that must not load."""
    with pytest.raises(PositionError) as caught:
        load(position)
    found = [str(problem) for problem in caught.value.problems]
    assert str(caught.value) == "\n".join(found)
    assert found
    return found


def tunnel(route: str = "eskar:fenn:grey", **fields: Any) -> Position:
    """Return a position of the toy board in which seat 0 must pay for a tunnel."""
    decided = {"route": route, "paid": {"red": 2}, "revealed": ["blue", "locomotive", "locomotive"], **fields}
    hand = {"red": 1, "locomotive": 1}
    shown = ["white", "white", "white", "yellow", "yellow"]
    return table("toy", {"hand": hand}, {}, decision="pay_tunnel", tunnel=decided, display=shown, deck=["green"])


def all_cards(position: Position) -> Counter[str]:
    """Return every train card of a complete position."""
    cards = Counter[str](position["deck"])
    cards.update([card for card in position["display"] if card])
    cards.update(position["discards"])
    for seat in position["seats"]:
        cards.update(seat["hand"])
    return cards


def all_tickets(position: Position) -> list[str]:
    """Return every ticket of a complete position, wherever it is."""
    found = [*position["ticket_deck"], *position.get("removed_tickets", [])]
    for seat in position["seats"]:
        found += [*seat["tickets"], *seat.get("drawn", [])]
    return found


class TestDumpAndLoad:
    @pytest.mark.parametrize(("board", "players"), PLAYER_NUMBERS)
    def test_a_loaded_dump_is_the_same_game_with_the_same_future(self, board: str, players: int) -> None:
        decisions = Counter[str]()
        for seed in range(2):
            game = Game.new(load_board(board), players, seed).state
            choices = Chance.seeded(f"choices {seed}")
            offers = Offers(game.board)
            twin_offers = Offers(game.board)
            twin = game.clone()
            moves = 0
            while True:
                if not game.is_paying() and (moves % 5 == 0 or game.pending in (KEEP_TICKETS, PAY_TUNNEL, OVER)):
                    dumped = dump_position(game)
                    decisions[str(dumped["decision"])] += 1
                    # The twin has been loaded some moves ago and has come to the same point, shuffles and all.
                    assert dump_position(twin) == dumped
                    twin = load(json.loads(json.dumps(dumped)))
                    assert dump_position(twin) == dumped
                if game.pending == OVER:
                    break
                seat = actor(game)
                offers.fill(game, seat)
                twin_offers.fill(twin, seat)
                assert twin_offers.moves() == offers.moves()
                move = offers.pick(choices.below(offers.count))
                make_move(game, seat, move)
                make_move(twin, seat, move)
                moves += 1
            assert Game.from_state(twin).score().to_json() == Game.from_state(game).score().to_json()
        assert {"take_turn", "keep_tickets", "over"} <= set(decisions)

    def test_refusals_and_observations_are_those_of_the_game_that_was_dumped(self) -> None:
        game = Game.new(load_board("northern-lights"), 3, 5)
        for _ in range(150):
            if game.over:
                break
            moves = game.moves()
            game.play(moves[len(moves) // 2])
        while game.state.is_paying():
            game.play(game.moves()[0])
        twin = Game.from_state(load(game.position()))
        for seat in range(-1, 3):
            assert twin.observe(seat) == game.observe(seat)
        for route in game.board.route_index:
            action = Claim(route, {"red": 1})
            for seat in range(3):
                assert twin.why_not(seat, action) == game.why_not(seat, action)

    def test_a_payment_in_progress_is_written_as_the_turn_it_belongs_to(self) -> None:
        state = load(table("usa", {"hand": {"red": 6, "blue": 6, "locomotive": 6}}, {}, deck=["red"]))
        before = dump_position(state)
        offers = Offers(state.board)
        offers.fill(state, 0)
        make_move(state, 0, max(offers.moves()))
        assert state.is_paying()
        assert dump_position(state) == before

    def test_a_choice_of_starting_tickets_waits_for_the_others(self) -> None:
        game = Game.new(load_board("usa"), 3, 4)
        drawn = game.position()["seats"][1]["drawn"]  # type: ignore[index]
        game.apply(1, KeepTickets([drawn[0], drawn[2]], [drawn[3], drawn[1]]))
        dumped: Position = game.position()
        assert dumped["opening"] is True
        assert dumped["seats"][1]["chosen"] == {"keep": [drawn[0], drawn[2]], "order": [drawn[3], drawn[1]]}
        twin = Game.from_state(load(dumped))
        assert twin.pending == game.pending
        assert twin.pending.seats == [0, 2]
        for seat in (2, 0):
            action = game.legal_actions(seat)[0]
            assert [event.full() for event in twin.apply(seat, action)] == [
                event.full() for event in game.apply(seat, action)
            ]
        assert twin.position() == game.position()
        deck: list[str] = twin.position()["ticket_deck"]  # type: ignore[assignment]
        at = deck.index(drawn[3])
        assert deck[at + 1] == drawn[1]

    def test_an_order_named_only_in_the_position_is_the_order_under_the_deck(self) -> None:
        tickets = list(load_board("usa").ticket_index)[:8]
        seats: list[Position] = [
            {"drawn": tickets[:4], "chosen": {"keep": tickets[1:3], "order": [tickets[3], tickets[0]]}},
            {"drawn": tickets[4:], "chosen": {"keep": tickets[4:]}},
        ]
        position = table("usa", *seats, decision="keep_tickets", ticket_deck=[], opening=True)
        assert problems(position) == ["seats: all have chosen their starting tickets, so this decision is made"]
        del seats[1]["chosen"]
        game = Game.from_state(load(table("usa", *seats, decision="keep_tickets", ticket_deck=[])))
        game.apply(1, KeepTickets(tickets[4:]))
        assert game.position()["ticket_deck"] == [tickets[3], tickets[0]]

    def test_what_others_know_of_a_hand_and_of_the_ticket_deck_survives(self) -> None:
        game = Game.from_state(
            load(table("usa", deck=["blue"] * 5, display=["red", "blue", "green", "white", "black"]))
        )
        game.apply(0, DrawCard("red"))
        assert game.position()["seats"][0]["known"] == {"red": 1}  # type: ignore[index]
        game = Game.new(load_board("nordic-countries"), 2, 1)
        for seat in (0, 1):
            game.apply(seat, game.legal_actions(seat)[0])
        dumped: Position = game.position()
        assert len(dumped["removed_tickets"]) == 6
        assert sorted(dumped["seats"][0]["knows"] + dumped["seats"][1]["knows"]) == sorted(dumped["removed_tickets"])
        assert completed(dumped) == dumped

    def test_goals_and_ferry_cards_are_written_where_the_board_has_them(self) -> None:
        assert len(completed(table("northern-lights"))["goals"]) == 4
        assert completed(table("italy"))["ferry_pile"] == 10
        usa = completed(table("usa"))
        assert "goals" not in usa
        assert "ferry_pile" not in usa


class TestLeftOut:
    def test_the_example_of_the_protocol(self) -> None:
        position = completed(EXAMPLE)
        assert position["seats"][0]["hand"] == {"blue": 8, "green": 7}
        assert position["seats"][0]["routes"] == ["bergen:oslo:blue"]
        assert position["seats"][0]["trains"] == 40 - 4
        assert position["seats"][0]["points"] == 7
        assert position["seats"][1]["trains"] == 40
        assert position["ticket_deck"] == ["helsinki:oslo"]
        # The deck has a card for the empty slot.
        assert position["display"] == ["red", "red", "blue", "locomotive", "green"]
        assert position["deck"] == ["green", "locomotive"]
        assert position["discards"] == {"red": 1}

    @pytest.mark.parametrize("board", builtin_ids())
    def test_almost_everything_can_be_left_out(self, board: str) -> None:
        position = completed(table(board))
        spec = load_board(board).spec
        total = load_board(board).deck_total()
        assert sum(all_cards(position).values()) == total
        assert sorted(all_tickets(position)) == sorted(ticket.id for ticket in spec.tickets)
        assert None not in position["display"]
        assert position["to_act"] == 0
        assert position["decision"] == "take_turn"
        assert position["turns_left"] is None
        for seat in position["seats"]:
            assert (seat["hand"], seat["tickets"], seat["routes"]) == ({}, [], [])
            assert (seat["points"], seat["trains"], seat["ferry_cards"]) == (0, load_board(board).trains, 0)

    def test_decks_that_are_left_out_hold_all_that_is_nowhere_else_shuffled_by_the_seed(self) -> None:
        seats: list[Position] = [{"hand": {"red": 12}, "tickets": ["boston:miami"]}, {}]
        position = table("usa", *seats, discards={"locomotive": 14})
        first, again, other = (completed(position, seed) for seed in (1, 1, 2))
        assert first == again
        assert first["deck"] != other["deck"]
        assert first["ticket_deck"] != other["ticket_deck"]
        assert Counter(first["deck"] + first["display"]) == dict.fromkeys(
            ["purple", "blue", "orange", "white", "green", "yellow", "black"], 12
        )
        assert len(first["ticket_deck"]) == 32
        assert "boston:miami" not in first["ticket_deck"]
        assert first["discards"] == {"locomotive": 14}

    def test_without_a_seed_and_a_generator_the_game_is_still_determined(self) -> None:
        assert completed(table()) == completed(table())
        assert completed(table()) == completed(table(), 0)

    def test_a_seed_outweighs_the_generator_of_the_position(self) -> None:
        dumped = completed(table(), 1)
        assert completed(dumped)["random"] == dumped["random"]
        reseeded = completed(dumped, 2)
        assert reseeded["random"] != dumped["random"]
        assert {**reseeded, "random": ""} == {**dumped, "random": ""}

    def test_a_text_may_be_the_seed(self) -> None:
        assert completed(table(), "seven") != completed(table(), 7)

    def test_a_display_left_out_is_the_top_of_the_deck(self) -> None:
        position = completed(table("usa", deck=["red", "blue", "green", "white", "black", "yellow"]))
        assert position["display"] == ["red", "blue", "green", "white", "black"]
        assert position["deck"] == ["yellow"]

    def test_a_display_left_out_is_swept_like_any_new_one(self) -> None:  # U-4
        deck = ["locomotive"] * 3 + ["red"] * 2 + ["blue"] * 5 + ["green"]
        position = completed(table("usa", deck=deck))
        assert position["display"] == ["blue"] * 5
        assert position["discards"] == {"red": 2, "locomotive": 3}
        # N-4: no sweep there.
        position = completed(table("nordic-countries", deck=deck))
        assert position["display"] == ["locomotive"] * 3 + ["red"] * 2

    def test_a_display_given_in_full_stays_as_it_is(self) -> None:  # U-9 waits for the next card turned up
        shown = ["locomotive"] * 3 + ["red"] * 2
        game = Game.from_state(load(table("usa", display=shown, deck=["blue"] * 12, discards={"green": 1})))
        assert game.position()["display"] == shown
        game.apply(0, DrawCard("red"))
        assert game.position()["display"] == ["blue"] * 5

    def test_cards_named_nowhere_are_out_of_the_game_when_the_deck_is_given(self) -> None:
        position = completed(table("usa", deck=[], display=["red"]))
        assert all_cards(position) == {"red": 1}
        assert position["display"] == ["red", None, None, None, None]
        assert position["deck"] == []
        position = completed(table("usa", ticket_deck=["boston:miami"]))
        assert all_tickets(position) == ["boston:miami"]

    def test_an_empty_deck_takes_the_discards_at_once(self) -> None:
        position = completed(table("usa", deck=[], display=["red"] * 5, discards={"blue": 2}))
        assert (position["deck"], position["discards"]) == (["blue"] * 2, {})
        assert position["display"] == ["red"] * 5
        position = completed(table("usa", deck=[], display=["red", None, "red"], discards={"blue": 2}))
        assert position["display"] == ["red", "blue", "red", "blue", None]
        assert (position["deck"], position["discards"]) == ([], {})

    def test_trains_and_points_stand_as_given(self) -> None:
        seat = {"routes": ["boston:new-york:red"], "trains": 3, "points": 99}
        position = completed(table("usa", seat, {}))
        assert (position["seats"][0]["trains"], position["seats"][0]["points"]) == (3, 99)

    def test_goals_left_out_are_the_first_four_and_given_ones_stand(self) -> None:
        ids = [goal.id for goal in load_board("northern-lights").spec.goals]
        assert completed(table("northern-lights"))["goals"] == ids[:4]
        assert completed(table("northern-lights", goals=[]))["goals"] == []
        assert completed(table("northern-lights", goals=[ids[7], ids[2]]))["goals"] == [ids[2], ids[7]]

    def test_the_ferry_pile_is_what_the_hands_leave(self) -> None:
        assert completed(table("italy", {"ferry_cards": 2}, {"ferry_cards": 1}))["ferry_pile"] == 7
        assert completed(table("italy", {"ferry_cards": 2}, {}, ferry_pile=0))["ferry_pile"] == 0

    def test_what_a_board_does_without_may_be_there_if_it_says_nothing(self) -> None:
        position = completed(
            table("usa", {"ferry_cards": 0, "drawn": [], "keep_at_least": 0}, {}, goals=[], ferry_pile=10)
        )
        assert "ferry_pile" not in position

    def test_null_is_as_good_as_left_out(self) -> None:
        nothing = {"trains": None, "points": None, "hand": None, "tickets": None, "drawn": None}
        given = table("usa", nothing, {}, display=None, deck=None, ticket_deck=None, tunnel=None, random=None)
        assert completed(given) == completed(table())

    def test_places_may_stand_in_either_order(self) -> None:
        seat = {"tickets": ["miami:boston"], "routes": ["new-york:boston:red", "nashville:atlanta:grey"]}
        position = completed(table("usa", seat, {}))
        assert position["seats"][0]["tickets"] == ["boston:miami"]
        assert sorted(position["seats"][0]["routes"]) == ["atlanta:nashville:grey", "boston:new-york:red"]

    def test_routes_close_what_they_close_in_play(self) -> None:  # U-19, U-20
        for players, code in ((2, "route_closed"), (4, None)):
            seats: list[Position] = [
                {"routes": ["boston:new-york:red"]},
                *({"hand": {"yellow": 2}} for _ in range(players - 1)),
            ]
            game = Game.from_state(load(table("usa", *seats, to_act=1)))
            refusal = game.why_not(1, Claim("boston:new-york:yellow", {"yellow": 2}))
            assert (refusal.code if refusal else None) == code
        game = Game.from_state(
            load(table("usa", {"routes": ["boston:new-york:red"], "hand": {"yellow": 2}}, {}, {}, {}))
        )
        refusal = game.why_not(0, Claim("boston:new-york:yellow", {"yellow": 2}))
        assert refusal is not None
        assert refusal.code == "parallel_held"


class TestDecisions:
    def test_keeping_tickets_in_a_turn(self) -> None:
        drawn = ["boston:miami", "duluth:houston", "dallas:new-york"]
        state = load(table("usa", {}, {"drawn": drawn}, decision="keep_tickets", to_act=1))
        assert state.pending == KEEP_TICKETS
        game = Game.from_state(state)
        assert game.pending.seats == [1]
        assert len(game.legal_actions()) == 7
        position = table("usa", {"drawn": drawn, "keep_at_least": 2}, {}, decision="keep_tickets")
        assert len(Game.from_state(load(position)).legal_actions()) == 4

    def test_fewer_drawn_than_must_be_kept_are_all_kept(self) -> None:
        position = table("usa", {"drawn": ["boston:miami"]}, {}, decision="keep_tickets", opening=True)
        assert completed(position)["seats"][0]["keep_at_least"] == 1

    def test_several_seats_with_tickets_are_before_the_first_turn(self) -> None:
        seats: list[Position] = [
            {"drawn": ["boston:miami", "duluth:houston"]},
            {"drawn": ["dallas:new-york", "denver:el-paso"]},
        ]
        state = load(table("usa", *seats, decision="keep_tickets", to_act=1))
        assert state.pending == CHOOSE_STARTING_TICKETS
        assert completed(table("usa", *seats, decision="keep_tickets", to_act=1))["first"] == 1
        assert completed(table("usa", *seats, decision="keep_tickets", first=1))["to_act"] == 1
        game = Game.from_state(state)
        assert game.pending.seats == [0, 1]
        for seat in (0, 1):
            # U-5: at least 2.
            assert len(game.legal_actions(seat)) == 1
            game.apply(seat, game.legal_actions(seat)[0])
        assert game.pending.seats == [1]

    def test_one_seat_is_before_the_first_turn_where_the_position_says_so(self) -> None:
        drawn = ["boston:miami", "duluth:houston", "dallas:new-york", "denver:el-paso"]
        state = load(table("usa", {}, {"drawn": drawn}, decision="keep_tickets", opening=True))
        assert state.pending == CHOOSE_STARTING_TICKETS
        game = Game.from_state(state)
        assert game.pending.seats == [1]
        assert len(game.legal_actions()) == 6 + 4 + 1

    def test_a_tunnel_to_be_paid(self) -> None:  # N-11, N-12
        game = Game.from_state(load(tunnel()))
        assert game.pending.name == "pay_tunnel"
        assert game.legal_actions() == [Withdraw(), PayTunnel({"red": 1, "locomotive": 1})]
        assert completed(game.position()) == game.position()
        game.apply(0, PayTunnel({"red": 1, "locomotive": 1}))
        position: Position = game.position()
        assert position["seats"][0]["routes"] == ["eskar:fenn:grey"]
        assert position["discards"] == {"blue": 1, "red": 3, "locomotive": 3}

    def test_a_tunnel_paid_with_locomotives_is_matched_by_locomotives(self) -> None:  # N-13
        game = Game.from_state(load(tunnel(paid={"locomotive": 2}, revealed=["red", "red", "locomotive"])))
        assert game.legal_actions() == [Withdraw(), PayTunnel({"locomotive": 1})]

    def test_the_second_card(self) -> None:
        game = Game.from_state(load(table("usa", decision="second_card", display=["locomotive", "red"], deck=[])))
        assert game.legal_actions() == [DrawCard("red")]

    def test_the_last_round(self) -> None:  # U-25
        game = Game.from_state(load(table("usa", turns_left=1, to_act=1, display=["red"] * 5, deck=["blue"] * 3)))
        game.apply(1, DrawCard())
        game.apply(1, DrawCard())
        assert game.over
        position: Position = game.position()
        assert (position["decision"], position["turns_left"]) == ("over", 0)
        assert completed(position) == position

    def test_passing(self) -> None:
        game = Game.from_state(load(table("usa", deck=[], ticket_deck=[], display=[], passes=1)))
        [action] = game.legal_actions()
        game.apply(0, action)
        assert game.over
        position: Position = game.position()
        assert position["passes"] == 2
        assert completed(position) == position

    def test_a_game_that_is_over(self) -> None:
        game = Game.from_state(load(table("usa", decision="over")))
        assert game.over
        assert game.legal_actions() == []


IMPOSSIBLE: list[tuple[str, Position, str]] = [
    ("no board", {"seats": [{}, {}]}, "board: is missing"),
    ("a board that is a number", {"board": 3, "seats": []}, "board: must be a text, got 3"),
    ("an unknown board", table("atlantis"), "board: 'atlantis' is neither a built-in board nor a file"),
    ("no seats", {"board": "usa"}, "seats: is missing"),
    ("too few seats", table("usa", {}), "seats: usa is for 2 to 5 players, got 1 seats"),
    (
        "too many seats",
        table("nordic-countries", {}, {}, {}, {}),
        "seats: nordic-countries is for 2 to 3 players, got 4",
    ),
    ("a hundred seats", table("usa", *({} for _ in range(100))), "got 100 seats"),
    ("a seat that is none", {"board": "usa", "seats": [{}, 7]}, "seats[1]: must be a table of named values, got 7"),
    ("an unknown field", table(desk=[]), "desk: unknown key, did you mean deck?"),
    (
        "an unknown field of a seat",
        table("usa", {"ticket": []}, {}),
        "seats[0].ticket: unknown key, did you mean tickets?",
    ),
    ("an unknown card", table("usa", {"hand": {"pink": 1}}, {}), "seats[0].hand.pink: unknown key"),
    (
        "a negative number of cards",
        table("usa", {"hand": {"red": -1}}, {}),
        "seats[0].hand.red: must be a whole number",
    ),
    ("true cards", table("usa", {"hand": {"red": True}}, {}), "seats[0].hand.red: must be a whole number"),
    ("half a card", table("usa", {"hand": {"red": 0.5}}, {}), "seats[0].hand.red: must be a whole number"),
    ("a hand that is a list", table("usa", {"hand": ["red"]}, {}), "seats[0].hand: must be a table of named values"),
    ("an unknown ticket", table("usa", {"tickets": ["boston:miammi"]}, {}), "did you mean boston:miami?"),
    ("a ticket that is none", table("usa", {"tickets": [3]}, {}), "seats[0].tickets[0]: must be a text, got 3"),
    ("tickets that are a text", table("usa", {"tickets": "x"}, {}), 'seats[0].tickets: must be a list, got "x"'),
    (
        "an unknown route",
        table("usa", {}, {"routes": ["x"]}),
        'seats[1].routes[0]: there is no route "x" on this board',
    ),
    ("a route of another board", table("usa", {"routes": ["bergen:oslo:blue"]}, {}), "there is no route"),
    (
        "a route claimed twice",
        table("usa", {"routes": ["boston:new-york:red"]}, {"routes": ["new-york:boston:red"]}),
        "seats[1].routes: boston:new-york:red is claimed twice, also in seats[0].routes",
    ),
    (
        "a route claimed twice by one seat",
        table("usa", {"routes": ["boston:new-york:red"] * 2}, {}),
        "seats[0].routes: boston:new-york:red is claimed twice",
    ),
    (
        "a closed parallel route",
        table("usa", {"routes": ["boston:new-york:red"]}, {"routes": ["boston:new-york:yellow"]}),
        "with 2 players only 1 of them can be claimed",
    ),
    (
        "both parallel routes",
        table("usa", {"routes": ["boston:new-york:red", "boston:new-york:yellow"]}, {}, {}, {}),
        "seats[0].routes: boston:new-york:yellow and boston:new-york:red are parallel",
    ),
    (
        "more trains than follow",
        table("usa", {"routes": ["boston:new-york:red"], "trains": 44}, {}),
        "seats[0].trains: 44",
    ),
    (
        "more trains than there are",
        table("usa", {"trains": 46}, {}),
        "seats[0].trains: 46 are more than are left of 45",
    ),
    ("negative points", table("usa", {"points": -1}, {}), "seats[0].points: must be a whole number from 0"),
    ("too many cards", table("usa", {"hand": {"red": 13}}, {}), "13 red cards are named, but the board has 12"),
    (
        "too many cards all over the table",
        table("usa", {"hand": {"red": 10}}, {}, deck=["red"], display=["red"], discards={"red": 1}),
        "13 red cards are named, but the board has 12",
    ),
    ("too long a display", table(display=["red"] * 6), "display: has 6 members, but there are only 5"),
    ("an unknown card in the display", table(display=["pink"]), "display[0]: must be one of purple"),
    ("a null in the deck", table(deck=["red", None]), "deck[1]: must be one of purple"),
    ("a deck that is a number", table(deck=3), "deck: must be a list, got 3"),
    ("too long a deck", table(deck=["red"] * 500), "deck: has 500 members, but there are only 110"),
    ("discards that are a list", table(discards=[]), "discards: must be a table"),
    (
        "a ticket in two hands",
        table("usa", {"tickets": ["boston:miami"]}, {"tickets": ["miami:boston"]}),
        "seats[1].tickets: boston:miami can be in one place only, and is also in seats[0].tickets",
    ),
    (
        "a ticket in a hand and in the deck",
        table("usa", {"tickets": ["boston:miami"]}, {}, ticket_deck=["boston:miami"]),
        "ticket_deck: boston:miami can be in one place only",
    ),
    ("a ticket twice in the deck", table(ticket_deck=["boston:miami"] * 2), "and is twice there"),
    (
        "a removed ticket in the deck",
        table(ticket_deck=["boston:miami"], removed_tickets=["boston:miami"]),
        "one place",
    ),
    (
        "too many ferry cards in hand",
        table("italy", {"ferry_cards": 3}, {}),
        "seats[0].ferry_cards: a player can hold 2",
    ),
    (
        "too many ferry cards",
        table("italy", {"ferry_cards": 2}, {}, ferry_pile=9),
        "ferry_pile: 2 ferry cards in hands",
    ),
    ("ferry cards where there are none", table("usa", {"ferry_cards": 1}, {}), "this board has no ferry cards"),
    ("an unknown goal", table("northern-lights", goals=["small-stepps"]), "did you mean small-steps?"),
    ("a goal twice", table("northern-lights", goals=["small-steps"] * 2), "goals[1]: small-steps is named twice"),
    ("goals where there are none", table(goals=["small-steps"]), "goals: has 1 members, but there are only 0 goals"),
    ("a seat to act that is none", table(to_act=2), "to_act: must be a whole number from 0 to 1, got 2"),
    ("a truth to act", table(to_act=True), "to_act: must be a whole number from 0 to 1, got true"),
    ("an unknown decision", table(decision="sleep"), "decision: must be one of take_turn"),
    ("no turns left in play", table(turns_left=0), "turns_left: must be a whole number from 1 to 2, got 0"),
    ("more turns left than players", table(turns_left=3), "turns_left: must be a whole number from 1 to 2, got 3"),
    ("too many passes", table(passes=2), "passes: must be a whole number from 0 to 1, got 2"),
    ("a first player that is none", table(first=2), "first: must be a whole number from 0 to 1, got 2"),
    ("no state of a generator", table(random="7"), "random: the state of the random generator must be 32"),
    (
        "more known than held",
        table("usa", {"hand": {"red": 1}, "known": {"red": 2}}, {}),
        "seats[0].known.red: more than",
    ),
    (
        "a known ticket in hand",
        table("usa", {"tickets": ["boston:miami"], "knows": ["boston:miami"]}, {}),
        "not given back",
    ),
    ("a known ticket nowhere", table("usa", {"knows": ["boston:miami"]}, {}, ticket_deck=[]), "is not in this game"),
    (
        "no second card",
        table(decision="second_card", deck=[], display=["locomotive"]),
        "there is no second card to take",
    ),
    ("nothing drawn", table(decision="keep_tickets"), "the decision keep_tickets needs a seat with drawn tickets"),
    (
        "drawn in a turn",
        table("usa", {"drawn": ["boston:miami"]}, {}),
        "seats[0].drawn: goes with the decision keep_tickets",
    ),
    (
        "drawn by another seat",
        table("usa", {}, {"drawn": ["boston:miami"]}, decision="keep_tickets"),
        "seats[1].drawn: only seat 0, which is to act, can be choosing",
    ),
    (
        "too many drawn",
        table("usa", {"drawn": list(load_board("usa").ticket_index)[:5]}, {}, decision="keep_tickets"),
        "seats[0].drawn: at most 4 tickets are dealt or drawn at once, got 5",
    ),
    (
        "more to keep than drawn",
        table("usa", {"drawn": ["boston:miami"], "keep_at_least": 2}, {}, decision="keep_tickets"),
        "seats[0].keep_at_least: must be from 1 to 1",
    ),
    (
        "none to keep",
        table("usa", {"drawn": ["boston:miami"], "keep_at_least": 0}, {}, decision="keep_tickets"),
        "seats[0].keep_at_least: must be from 1 to 1",
    ),
    ("an opening turn", table(opening=True), "opening: goes with the decision keep_tickets"),
    (
        "two first players",
        table("usa", {"drawn": ["boston:miami"]}, {}, decision="keep_tickets", opening=True, first=1, to_act=0),
        "to_act: before the first turn it is the first player, seat 1",
    ),
    ("chosen in a turn", table("usa", {"chosen": {"keep": []}}, {}), "seats[0].chosen: only of starting tickets"),
    (
        "chosen what was not drawn",
        table(
            "usa",
            {"drawn": ["boston:miami"], "chosen": {"keep": ["denver:el-paso"]}},
            {"drawn": ["duluth:houston"]},
            decision="keep_tickets",
        ),
        "seats[0].chosen.keep: denver:el-paso is not among the drawn ones",
    ),
    (
        "chosen twice",
        table(
            "usa",
            {"drawn": ["boston:miami"], "chosen": {"keep": ["boston:miami"] * 2}},
            {"drawn": ["duluth:houston"]},
            decision="keep_tickets",
        ),
        "seats[0].chosen.keep: names a ticket twice",
    ),
    (
        "chosen too few",
        table(
            "usa",
            {"drawn": ["boston:miami", "denver:el-paso"], "chosen": {"keep": ["boston:miami"]}},
            {"drawn": ["duluth:houston"]},
            decision="keep_tickets",
        ),
        "seats[0].chosen.keep: at least 2 must be kept, got 1",
    ),
    (
        "a wrong order",
        table(
            "usa",
            {"drawn": ["boston:miami"], "chosen": {"keep": ["boston:miami"], "order": ["boston:miami"]}},
            {"drawn": ["duluth:houston"]},
            decision="keep_tickets",
        ),
        "seats[0].chosen.order: must name each ticket given back once",
    ),
    ("no tunnel to pay", table("toy", decision="pay_tunnel"), "tunnel: is missing"),
    ("a tunnel in a turn", {**tunnel(), "decision": "take_turn"}, "tunnel: goes with the decision pay_tunnel"),
    ("a tunnel on a board without", {**tunnel(), "board": "usa"}, "decision: this board has no tunnels"),
    ("a tunnel that is none", tunnel("ambel:dunley:grey"), "tunnel.route: ambel:dunley:grey is no tunnel"),
    ("an unknown tunnel", tunnel("ambel:fenn:grey"), 'tunnel.route: there is no route "ambel:fenn:grey"'),
    ("a tunnel without a route", {**tunnel(), "tunnel": {}}, "tunnel.route: is missing"),
    ("a tunnel not paid for", tunnel(paid={"red": 1}), "tunnel.paid: these cards do not pay for eskar:fenn:grey"),
    ("a tunnel paid with two colours", tunnel(paid={"red": 1, "blue": 1}), "tunnel.paid: these cards do not pay"),
    ("too many cards turned up", tunnel(revealed=["locomotive"] * 4), "3 cards are turned up for a tunnel, got 4"),
    ("nothing that costs more", tunnel(revealed=["blue"] * 3), "tunnel.revealed: no card turned up costs anything"),
    ("an unknown field of a tunnel", tunnel(extra=1), "tunnel.extra: unknown key"),
    (
        "a tunnel that is claimed",
        {**tunnel(), "seats": [{}, {"routes": ["eskar:fenn:grey"]}]},
        "tunnel.route: eskar:fenn:grey is claimed already",
    ),
    (
        "a tunnel without trains",
        {**tunnel(), "seats": [{"trains": 1}, {}]},
        "takes 2 trains, and the seat to act has 1",
    ),
    ("no object", [], "must be a table of named values, got a list of 0"),  # type: ignore[list-item]
]


class TestImpossible:
    @pytest.mark.parametrize(
        ("position", "expected"), [case[1:] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE]
    )
    def test_it_is_refused_and_the_reason_said(self, position: Position, expected: str) -> None:
        before = copy.deepcopy(position)
        found = problems(position)
        assert any(expected in problem for problem in found), found
        assert position == before

    def test_too_many_trains_used(self) -> None:
        routes: list[str] = []
        pairs: set[str] = set()
        for route in load_board("usa").spec.routes:
            if route.length == 6 and f"{route.a}:{route.b}" not in pairs:
                pairs.add(f"{route.a}:{route.b}")
                routes.append(route.id)
        found = problems(table("usa", {"routes": routes[:8]}, {}))
        assert found == ["seats[0].routes: take 48 trains, and a player has 45"]

    def test_the_third_lane_of_a_triple(self) -> None:  # L-6
        board = load_board("northern-lights")
        lanes = next(board.lanes(route) for route in range(board.route_count) if len(board.lanes(route)) == 3)
        ids = [board.route_id(lane) for lane in lanes]
        two = [{"routes": [ids[0]]}, {"routes": [ids[1]]}]
        assert completed(table("northern-lights", *two, {}))["seats"][1]["routes"] == [ids[1]]
        assert "with 2 players only 1 of them" in problems(table("northern-lights", *two))[0]
        assert "with 3 players only 2 of them" in problems(table("northern-lights", *two, {"routes": [ids[2]]}))[0]
        completed(table("northern-lights", *two, {"routes": [ids[2]]}, {}))

    def test_a_tunnel_beside_a_claimed_lane(self) -> None:  # N-6
        board = load_board("nordic-countries")
        doubles = [board.lanes(route) for route in range(board.route_count) if board.route_tunnel[route] == 1]
        lanes = next(lanes for lanes in doubles if lanes)
        first, second = (board.spec.routes[lane] for lane in lanes[:2])
        paid = {"locomotive": second.length}
        position = table(
            "nordic-countries",
            {},
            {"routes": [first.id]},
            decision="pay_tunnel",
            tunnel={"route": second.id, "paid": paid, "revealed": ["locomotive"]},
        )
        assert any("is closed: a parallel route is claimed" in problem for problem in problems(position))

    def test_every_problem_is_listed(self) -> None:
        seats: list[Position] = [
            {"hand": {"red": 20, "pink": 1}, "tickets": ["a:b"], "routes": ["boston:new-york:red", "nowhere"]},
            {"routes": ["boston:new-york:red"], "trains": 80},
        ]
        found = problems(table("usa", *seats, display=[1], to_act=5, decision="sleep", desk=1, random="x"))
        for start in (
            "seats[0].hand.pink:",
            "seats[0].tickets[0]:",
            "seats[0].routes[1]:",
            "seats[1].routes:",
            "seats[1].trains:",
            "20 red cards",
            "display[0]:",
            "to_act:",
            "decision:",
            "desk:",
            "random:",
        ):
            assert len([problem for problem in found if problem.startswith(start)]) == 1, (start, found)

    def test_long_lists_of_nonsense_are_refused_quickly(self) -> None:
        found = problems(table(ticket_deck=["x" * 1000] * 100000, deck=[None] * 100000))
        assert len(found) < 200
