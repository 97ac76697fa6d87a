"""The engine over a pipe: no input ends the conversation or corrupts a game."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from semafor.engine.protocol import OPS, Session
from tests.engine.protocol.talking import BAD_LINES, Answer, Talk, requests, talk


class TestBadInput:
    @pytest.mark.parametrize(("line", "code"), BAD_LINES, ids=[line[:60] for line, _ in BAD_LINES])
    def test_it_is_answered_and_changes_nothing(self, line: str, code: str) -> None:
        answer = talk().line(line)
        assert not answer["ok"]
        assert answer["error"]["code"] == code
        assert answer["error"]["rule"] is None
        assert len(answer["error"]["message"]) < 1000

    def test_all_problems_of_a_request_are_named(self) -> None:
        message = Talk().bad("new", board=7, players="two", sead=1)["message"]
        for part in (
            "board: must be a text",
            "players: must be",
            "seed: is missing",
            "sead: unknown key, did you mean seed?",
        ):
            assert part in message

    def test_an_unknown_op_is_told_of_the_others(self) -> None:
        message = Talk().bad("newgame")["message"]
        assert all(op in message for op in OPS)

    @pytest.mark.parametrize(
        "value",
        [0, -0.5, "", "ü\u2028\ud800", None, False, [], {}, {"a": [1, {"b": None}]}, 10**300, 1e300, "x" * 10000],
    )
    def test_the_id_is_echoed(self, value: object) -> None:
        talking = talk()
        assert talking.good("boards", id=value)["id"] == value
        for op in ("fly", "legal"):
            answer = talking.ask(op, id=value, nonsense=1)
            assert not answer["ok"]
            assert answer["id"] == value
        assert "id" not in talking.ask("boards")

    def test_the_id_comes_last_and_once(self) -> None:
        text = Session().handle('{"id": 3, "op": "boards"}')
        assert text.endswith(', "id": 3}')
        assert text.count('"id": 3') == 1

    def test_a_byte_order_mark_and_spaces_do_no_harm(self) -> None:
        assert Talk().line('\ufeff{"op": "boards"}')["ok"]
        assert Talk().line(' \t{"op": "boards"}\r\n')["ok"]

    def test_bytes_that_are_not_utf8(self) -> None:
        answer = json.loads(Session().handle_bytes(b'{"op": "boards", "id": "\xff"}\n'))
        assert answer["error"]["code"] == "bad_json"
        assert "UTF-8" in answer["error"]["message"]
        assert json.loads(Session().handle_bytes('{"op": "boards", "id": "é"}\n'.encode()))["id"] == "é"

    def test_an_error_of_the_engine_is_answered_and_changes_nothing(self) -> None:
        class Broken(Session):
            def _answer(self, request: Answer) -> Answer:
                if request["op"] == "score":
                    raise ZeroDivisionError("oh")
                return super()._answer(request)

        talking = talk()
        broken = Broken()
        broken.game = talking.session.game
        talking.session = broken
        error = talking.bad("score", id=7)
        assert error["code"] == "internal_error"
        assert "ZeroDivisionError: oh" in error["message"]


# Anything at all

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | st.sampled_from(
        ["red", "locomotive", "usa", "toy", "take_turn", "over", "keep_tickets", "ambel:cormo", "spectator"]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=6) | st.sampled_from(["op", "id", "seat", "hand", "type"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)
ANYTHING = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))

REQUESTS = requests()


def spots(value: object) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a request that can be changed: its container and its key."""
    if isinstance(value, dict):
        for key in list(value):
            yield value, key
            yield from spots(value[key])
    elif isinstance(value, list):
        for index in range(len(value)):
            yield value, index
            yield from spots(value[index])


@st.composite
def mutated(draw: st.DrawFn) -> Answer:
    """Generate a valid request with up to three parts changed, removed, duplicated or added."""
    request = copy.deepcopy(draw(st.sampled_from(REQUESTS)))
    for _ in range(draw(st.integers(0, 3))):
        places = list(spots(request))
        if not places:
            break
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        match draw(st.integers(0, 3)):
            case 0:
                holder[key] = draw(JSON)
            case 1:
                del holder[key]
            case 2 if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case 2:
                holder[key] = copy.deepcopy(draw(st.sampled_from(places)))[1]
            case _ if isinstance(holder, dict):
                holder[draw(st.text(max_size=5))] = draw(JSON)
            case _:
                holder.insert(0, draw(JSON))
    return request


class TestAnything:
    @ANYTHING
    @given(st.lists(mutated(), min_size=1, max_size=6))
    def test_mutated_requests(self, found: list[Answer]) -> None:
        talking = talk()
        for request in found:
            answer = talking.line(json.dumps(request))
            if not answer["ok"]:
                assert answer["error"]["code"] != "internal_error", (request, answer)
            elif request["op"] in ("new", "load"):
                # Whatever was accepted can be played to its end and loads again.
                position = talking.position()
                assert talking.good("load", position=position)["position"] == position
                legal = talking.good("legal", limit=3)
                assert bool(legal["actions"]) is (legal["decision"] != "over")
                for action in legal["actions"]:
                    assert talking.good("check", seat=legal["to_act"][0], action=action) == {}
                talking.good("playout", seed=2)
                talking.good("load", position=position)

    @ANYTHING
    @given(JSON)
    def test_any_json(self, value: object) -> None:
        assert not talk().line(json.dumps(value))["ok"]

    @ANYTHING
    @given(st.sampled_from(OPS), st.dictionaries(st.text(max_size=8), JSON, max_size=4))
    def test_any_fields(self, op: str, fields: Answer) -> None:
        answer = talk().line(json.dumps({**fields, "op": op}))
        assert answer["ok"] or answer["error"]["code"] == "bad_request"

    @ANYTHING
    @given(st.text() | st.text('{}[]":,0123456789eE+-.truefalsn \\u'))
    def test_any_text(self, line: str) -> None:
        talk().line(line)

    @ANYTHING
    @given(st.binary())
    def test_any_bytes(self, line: bytes) -> None:
        answer = json.loads(Session().handle_bytes(line))
        assert answer["ok"] is False

    @ANYTHING
    @given(st.sampled_from(REQUESTS), st.integers(0, 10000), st.characters())
    def test_a_letter_changed(self, request_: Answer, at: int, letter: str) -> None:
        line = json.dumps(request_)
        at %= len(line)
        answer = talk().line(line[:at] + letter + line[at + 1 :])
        assert answer["ok"] or answer["error"]["code"] != "internal_error"
