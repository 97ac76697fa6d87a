"""The engine over a pipe: legal actions, refusals, observations, scores and playouts."""

import json

import pytest

from semafor.engine.loading import builtin_ids
from semafor.model.event_types import PRIVATE_FIELDS
from tests.engine.protocol.talking import NEW, Talk, talk


class TestPlay:
    def test_legal(self) -> None:
        talking = talk()
        legal = talking.good("legal")
        assert set(legal) == {"to_act", "decision", "actions", "truncated"}
        assert legal["to_act"] == [0, 1]
        assert legal["decision"] == "keep_tickets"
        assert [action["type"] for action in legal["actions"]] == ["keep_tickets"] * 3
        assert legal["truncated"] is False
        assert talking.good("legal", seat=0) == legal
        assert talking.good("legal", seat=1)["actions"] != legal["actions"]

    @pytest.mark.parametrize("limit", [0, 1, 2, 3, 4, 10**18, None])
    def test_a_limit(self, limit: int | None) -> None:
        talking = talk()
        every = talking.good("legal")["actions"]
        legal = talking.good("legal", limit=limit)
        assert legal["actions"] == every[:limit]
        assert legal["truncated"] == (limit is not None and limit < len(every))

    def test_a_hand_with_more_payments_than_the_limit(self) -> None:
        hand = {
            "purple": 5,
            "blue": 5,
            "orange": 5,
            "white": 5,
            "green": 5,
            "yellow": 5,
            "black": 5,
            "red": 5,
            "locomotive": 8,
        }
        talking = Talk()
        talking.good("load", position={"board": "nordic-countries", "seats": [{"hand": hand}, {}]})
        legal = talking.good("legal")
        assert len(legal["actions"]) == 10000
        assert legal["truncated"] is True
        assert talking.good("check", seat=0, action=legal["actions"][-1]) == {}

    def test_a_seat_that_is_not_to_act_has_no_actions(self) -> None:
        talking = Talk()
        talking.good("load", position={"board": "toy", "seats": [{}, {}]})
        assert talking.good("legal", seat=1) == {
            "to_act": [0],
            "decision": "take_turn",
            "actions": [],
            "truncated": False,
        }

    def test_check_and_apply_agree_with_legal(self) -> None:
        talking = talk(board="italy", players=3)
        while True:
            legal = talking.good("legal", limit=50)
            if not legal["to_act"]:
                break
            seat = legal["to_act"][0]
            action = legal["actions"][-1]
            assert talking.good("check", seat=seat, action=action) == {}
            other = (seat + 1) % 3
            if other not in legal["to_act"]:
                code = talking.bad("check", seat=other, action=action)["code"]
                assert code == "not_your_turn" or len(talking.position()["seats"][other].get("chosen", {})) > 0
            answer = talking.good("apply", seat=seat, action=action)
            assert set(answer) == {"events", "to_act", "over"}
            assert answer["to_act"] == talking.good("legal", limit=0)["to_act"]
            assert answer["over"] is (answer["to_act"] == [])
            assert answer["events"]
            for event in answer["events"]:
                # The process sees everything, private fields included.
                assert set(PRIVATE_FIELDS[event["type"]]) <= set(event)
        assert talking.position()["decision"] == "over"
        assert talking.good("legal") == {"to_act": [], "decision": "over", "actions": [], "truncated": False}
        assert talking.bad("apply", seat=0, action={"type": "pass"})["code"] == "game_over"

    def test_a_refusal_names_the_rule(self) -> None:
        talking = Talk()
        position = {"board": "usa", "seats": [{"hand": {"red": 2}}, {}], "display": ["red"] * 5}
        talking.good("load", position=position)
        action = {"type": "claim", "route": "calgary:vancouver:grey", "cards": {"red": 1}}
        for op in ("check", "apply"):
            error = talking.bad(op, seat=0, action=action)
            assert (error["code"], error["rule"]) == ("wrong_number", "U-16")

    def test_actions_of_the_protocol(self) -> None:
        for action in (
            {"type": "keep_tickets", "tickets": ["bergen:stockholm"], "order": ["helsinki:oslo"]},
            {"type": "draw_card", "from": "deck"},
            {"type": "draw_card", "from": "display", "card": "red"},
            {"type": "draw_ferry_card"},
            {"type": "draw_tickets"},
            {"type": "claim", "route": "bergen:oslo:blue", "cards": {"blue": 3, "locomotive": 1}, "ferry_cards": 0},
            {"type": "pay_tunnel", "cards": {"blue": 1}},
            {"type": "withdraw"},
            {"type": "pass"},
        ):
            talking = talk(board="nordic-countries")
            error = talking.bad("check", seat=0, action=action)
            assert error["code"] != "bad_action"
            assert error["code"] != "internal_error"

    @pytest.mark.parametrize(
        "action",
        [
            7,
            "pass",
            [],
            {},
            {"type": "fly"},
            {"type": 3},
            {"type": "pass", "card": "red"},
            {"type": "draw_card"},
            {"type": "draw_card", "from": "display", "card": "pink"},
            {"type": "claim", "route": "x"},
            {"type": "claim", "route": "x", "cards": {"red": True}},
            {"type": "claim", "route": "x", "cards": {"red": -1}},
            {"type": "claim", "route": "x", "cards": {"red": 10**30}},
            {"type": "claim", "route": "x", "cards": [], "ferry_cards": -1},
            {"type": "keep_tickets", "tickets": "all"},
        ],
    )
    def test_actions_that_are_none(self, action: object) -> None:
        talking = talk()
        for op in ("check", "apply"):
            error = talking.bad(op, seat=0, action=action)
            assert (error["code"], error["rule"]) == ("bad_action", None)

    def test_unknown_seats(self) -> None:
        talking = talk()
        action = {"type": "pass"}
        for seat in (-1, 2, 5, 10**15, -(10**15)):
            assert talking.bad("check", seat=seat, action=action)["code"] == "unknown_seat"
            assert talking.bad("apply", seat=seat, action=action)["code"] == "unknown_seat"
            assert talking.bad("legal", seat=seat)["code"] == "unknown_seat"
            assert talking.bad("observe", seat=seat)["code"] == "unknown_seat"
        assert talking.bad(**{**NEW, "first": 2})["code"] == "unknown_seat"

    def test_observe(self) -> None:
        talking = talk()
        position = talking.position()
        spectator = talking.good("observe", seat="spectator")["observation"]
        assert spectator["seat"] == "spectator"
        text = json.dumps(spectator)
        for seat in (0, 1):
            own = talking.good("observe", seat=seat)
            assert set(own) == {"observation"}
            assert own["observation"]["hand"] == position["seats"][seat]["hand"]
            for ticket in position["seats"][seat]["drawn"]:
                assert ticket not in text
                assert ticket in json.dumps(own)
                assert ticket not in json.dumps(talking.good("observe", seat=1 - seat))
        assert position["random"] not in text

    def test_score(self) -> None:
        talking = Talk()
        seat = {"routes": ["ambel:brack:red", "brack:cormo:blue"], "tickets": ["ambel:cormo", "brack:gild"]}
        talking.good("load", position={"board": "toy", "seats": [seat, {}]})
        assert talking.good("score") == {
            "seats": [
                {
                    "routes": 6,
                    "tickets": {"completed": ["ambel:cormo"], "failed": ["brack:gild"], "points": 1},
                    "bonuses": {"longest_path": 5},
                    "longest_path": 5,
                    "total": 12,
                },
                {
                    "routes": 0,
                    "tickets": {"completed": [], "failed": [], "points": 0},
                    "bonuses": {},
                    "longest_path": 0,
                    "total": 0,
                },
            ],
            "winners": [0],
        }

    @pytest.mark.parametrize("board", builtin_ids())
    def test_playout(self, board: str) -> None:
        first, again, other = (talk(board=board) for _ in range(3))
        answer = first.good("playout", seed=5)
        assert set(answer) == {"seats", "winners", "actions"}
        assert answer["actions"] > 10
        assert again.good("playout", seed=5) == answer
        assert again.position() == first.position()
        other.good("playout", seed=6)
        assert other.position() != first.position()
        # The game in the process has been played to its end.
        assert first.position()["decision"] == "over"
        score = first.good("score")
        assert {**score, "actions": answer["actions"]} == answer
        assert first.good("playout", seed=1) == {**score, "actions": 0}

    def test_a_playout_counts_whole_actions(self) -> None:
        talking = Talk()
        position = {
            "board": "usa",
            "seats": [{"hand": {"red": 6, "locomotive": 6}, "trains": 6}, {}],
            "deck": [],
            "display": [],
            "ticket_deck": [],
            "turns_left": 1,
        }
        talking.good("load", position=position)
        assert talking.good("playout", seed=1)["actions"] == 1
