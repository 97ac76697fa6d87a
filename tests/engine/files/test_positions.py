"""Positions: a dump restores the same game, omitted fields are filled in, and any decision can be next."""

import json
from collections import Counter

import pytest

from semafor.engine.boards import load_board
from semafor.engine.game import Game
from semafor.engine.legality.offers import Offers, actor
from semafor.engine.loading import builtin_ids
from semafor.engine.positions.draft import PositionError
from semafor.engine.positions.writing import dump_position
from semafor.engine.turn import make_move
from semafor.model.actions import Claim, DrawCard, KeepTickets, PayTunnel, Withdraw
from semafor.model.chance import Chance
from semafor.model.numbers.layout import CHOOSE_STARTING_TICKETS, KEEP_TICKETS, OVER, PAY_TUNNEL
from tests.engine.tables import EXAMPLE, Position, all_cards, all_tickets, completed, load, problems, table, tunnel

PLAYER_NUMBERS = [
    (board, players)
    for board in builtin_ids()
    for players in range(load_board(board).spec.min_players, load_board(board).spec.max_players + 1)
]


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
                    # The twin was loaded some moves ago and has reached the same point, shuffles included.
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
        # The deck can fill the empty slot.
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

    def test_a_display_given_in_full_stays_as_it_is(self) -> None:  # U-9 applies only when the next card is turned up
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


def test_a_given_board_must_be_the_one_that_the_position_names() -> None:
    position: Position = {"board": "usa", "seats": [{}, {}]}
    with pytest.raises(PositionError) as caught:
        Game.from_position(position, board=load_board("italy"))
    assert str(caught.value) == (
        "board: the position is on the board 'usa', but 'italy' was given: give its own board, or none"
    )
    assert Game.from_position(position, board=load_board("usa")).board.id == "usa"
