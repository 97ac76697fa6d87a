"""A conversation with the engine over its protocol, for tests."""

import json
import re
from typing import Any

import pytest

from semafor.engine.protocol import Session

Answer = dict[str, Any]

NEW: Answer = {"op": "new", "board": "toy", "players": 2, "seed": 1}


class Talk:
    """A conversation that checks every answer: its schema, its id, and that a refusal changes nothing."""

    def __init__(self) -> None:
        self.session = Session()

    def line(self, line: str) -> Answer:
        """Send a line and return the answer."""
        before = self.session.handle('{"op": "dump"}')
        text = self.session.handle(line)
        assert text.isascii()
        assert "\n" not in text
        answer = json.loads(text, parse_constant=pytest.fail)
        assert isinstance(answer, dict)
        if answer["ok"] is not True:
            assert answer["ok"] is False
            assert set(answer) <= {"ok", "error", "id"}
            assert set(answer["error"]) == {"code", "rule", "message"}
            assert re.fullmatch("[a-z_]+", answer["error"]["code"])
            assert answer["error"]["rule"] is None or re.fullmatch("[UNILR]-[0-9]+", answer["error"]["rule"])
            assert answer["error"]["message"]
            assert self.session.handle('{"op": "dump"}') == before
        return answer

    def ask(self, op: str, **fields: Any) -> Answer:
        """Send a request and return the answer."""
        return self.line(json.dumps({"op": op, **fields}))

    def good(self, op: str, **fields: Any) -> Answer:
        """Send a request that must succeed; return the answer without its `ok`."""
        answer = self.ask(op, **fields)
        assert answer.pop("ok"), answer
        return answer

    def bad(self, op: str, **fields: Any) -> Answer:
        """Send a request that must be refused; return the error."""
        answer = self.ask(op, **fields)
        assert not answer["ok"], answer
        error = answer["error"]
        assert isinstance(error, dict)
        return error

    def position(self) -> Answer:
        """Return the current position."""
        found = self.good("dump")["position"]
        assert isinstance(found, dict)
        return found


def talk(**fields: Any) -> Talk:
    """Return a conversation with a new game."""
    talking = Talk()
    talking.good(**{**NEW, **fields})
    return talking


def requests() -> list[Answer]:
    """Return valid requests of every kind, for games on the boards with the most rules."""
    found: list[Answer] = [{"op": "boards"}, {"op": "board", "board": "toy"}, NEW, {**NEW, "first": 1, "id": 3}]
    drawing = {
        "board": "toy",
        "seats": [{"drawn": ["ambel:cormo"], "keep_at_least": 1}, {}],
        "decision": "keep_tickets",
    }
    digging = {
        "board": "toy",
        "seats": [{"hand": {"red": 1, "locomotive": 1}}, {"routes": ["ambel:brack:red"], "tickets": ["ambel:cormo"]}],
        "decision": "pay_tunnel",
        "tunnel": {"route": "eskar:fenn:grey", "paid": {"red": 2}, "revealed": ["blue", "locomotive"]},
    }
    talking = talk(board="toy")
    positions = [drawing, digging, talking.position()]
    talking.good("apply", seat=1, action=talking.good("legal", seat=1)["actions"][0])
    positions.append(talking.position())
    talking.good("apply", seat=0, action=talking.good("legal", seat=0)["actions"][0])
    positions.append(talking.position())
    for name in ("italy", "northern-lights"):
        positions.append(talk(board=name).position())
    for position in positions:
        found.append({"op": "load", "position": position, "seed": 4})
    for op in ("dump", "legal", "score"):
        found.append({"op": op})
    found += [
        {"op": "legal", "seat": 0, "limit": 5},
        {"op": "observe", "seat": 1},
        {"op": "observe", "seat": "spectator"},
    ]
    found.append({"op": "playout", "seed": 9})
    for action in (
        {"type": "keep_tickets", "tickets": ["ambel:cormo"], "order": []},
        {"type": "draw_card", "from": "deck"},
        {"type": "draw_card", "from": "display", "card": "red"},
        {"type": "claim", "route": "eskar:fenn:grey", "cards": {"red": 2}, "ferry_cards": 0},
        {"type": "pay_tunnel", "cards": {"red": 1, "locomotive": 1}},
        {"type": "withdraw"},
    ):
        found.append({"op": "check", "seat": 0, "action": action})
        found.append({"op": "apply", "seat": 0, "action": action})
    return found


BAD_LINES = [
    ("", "bad_json"),
    (" ", "bad_json"),
    ("hello", "bad_json"),
    ("{", "bad_json"),
    ('{"op": "dump"} {"op": "dump"}', "bad_json"),
    ("NaN", "bad_json"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": NaN}', "bad_json"),
    ('{"op": "new", "board": "toy", "players": Infinity, "seed": 1}', "bad_json"),
    ('{"op": "dump", "id": -Infinity}', "bad_json"),
    ('{"op": "dump", "id": 1e999}', "bad_json"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": ' + "9" * 100000 + "}", "bad_json"),
    ("[" * 100000, "bad_json"),
    ("[" * 100000 + "]" * 100000, "bad_json"),
    ('{"op": "dump", "id": ' + "[" * 100000 + "]" * 100000 + "}", "bad_json"),
    ('{"a":' * 100000, "bad_json"),
    ('{"op": "dump", "op": "dump"}', "bad_json"),
    ('{"op": "check", "seat": 0, "action": {"type": "pass", "type": "pass"}}', "bad_json"),
    ("'dump'", "bad_json"),
    ("{'op': 'dump'}", "bad_json"),
    ("null", "bad_request"),
    ("true", "bad_request"),
    ("7", "bad_request"),
    ('"dump"', "bad_request"),
    ("[]", "bad_request"),
    ("{}", "bad_request"),
    ('{"op": null}', "bad_request"),
    ('{"op": 7}', "bad_request"),
    ('{"op": ["dump"]}', "bad_request"),
    ('{"op": ""}', "unknown_op"),
    ('{"op": "DUMP"}', "unknown_op"),
    ('{"op": "\\ud800"}', "unknown_op"),
    ('{"op": "__init__"}', "unknown_op"),
    ('{"op": "new"}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2}', "bad_request"),
    ('{"op": "new", "board": "toy", "seed": 1}', "bad_request"),
    ('{"op": "new", "players": 2, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": 7, "players": 2, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": 1, "colour": "red"}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": "2", "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2.0, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": true, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 1, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 5, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": -2, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 99999999999999999999999, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": 1.5}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": true}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": null}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": "\\udfff"}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": 1, "first": -1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": 1, "first": true}', "bad_request"),
    ('{"op": "new", "board": "atlantis", "players": 2, "seed": 1}', "unknown_board"),
    ('{"op": "board"}', "bad_request"),
    ('{"op": "boards", "board": "toy"}', "bad_request"),
    ('{"op": "dump", "seat": 0}', "bad_request"),
    ('{"op": "score", "seat": 0}', "bad_request"),
    ('{"op": "load"}', "bad_request"),
    ('{"op": "load", "position": null}', "bad_request"),
    ('{"op": "load", "position": {}, "seed": []}', "bad_request"),
    ('{"op": "load", "position": {}}', "bad_position"),
    ('{"op": "legal", "limit": -1}', "bad_request"),
    ('{"op": "legal", "limit": "all"}', "bad_request"),
    ('{"op": "legal", "seat": "spectator"}', "bad_request"),
    ('{"op": "legal", "seats": 0}', "bad_request"),
    ('{"op": "check", "seat": 0}', "bad_request"),
    ('{"op": "check", "action": {"type": "pass"}}', "bad_request"),
    ('{"op": "check", "seat": "0", "action": {"type": "pass"}}', "bad_request"),
    ('{"op": "apply", "seat": true, "action": {"type": "pass"}}', "bad_request"),
    ('{"op": "apply", "seat": 0, "action": {"type": "pass"}, "order": []}', "bad_request"),
    ('{"op": "observe"}', "bad_request"),
    ('{"op": "observe", "seat": "Spectator"}', "bad_request"),
    ('{"op": "observe", "seat": null}', "bad_request"),
    ('{"op": "observe", "seat": 0.0}', "bad_request"),
    ('{"op": "playout"}', "bad_request"),
    ('{"op": "playout", "seed": {}}', "bad_request"),
]
"""Lines that are refused, with their error codes."""
