"""Bots that are clients of the `semafor engine` protocol: they send requests, and the referee answers.

docs/bots-external.md describes it for their authors.

To such a program the referee looks like an engine with a game. It may observe, list legal actions, and apply an action
for its own seat; the answer to that comes when the seat must decide again. The game that it sees is sampled from what
its seat may know, so no request reveals more.
"""

import json
from time import monotonic
from typing import Final

from semafor.bots.base import Bot
from semafor.bots.external import START_SECONDS, BotFailure, Child, as_object, with_grace
from semafor.engine.files.action_json import parse_action
from semafor.engine.game import Observation
from semafor.engine.legality.legal_actions import LegalActions
from semafor.engine.protocol import Session
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance

REFUSED_OPS: Final = ("new", "load", "playout")
"""Ops that would replace the game."""


class PeerBot(Bot):
    """Answers a child process until it applies an action."""

    def __init__(self, command: list[str], board: Board, start_seconds: float = START_SECONDS) -> None:
        """Take the program and its arguments, the board, and the timeout of the first request."""
        self.command = command
        self.board = board
        self.start_seconds = start_seconds
        self.child: Child | None = None
        self.held = b""
        """The pending answer to the action that the child applied last."""

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the action that the child applies; raise BotFailure if there is none in time."""
        try:
            return self._ask(seen, legal, chance, seconds)
        except BotFailure:
            self.close()
            raise

    def close(self) -> None:
        """Stop the child; the next decision starts another."""
        child = self.child
        self.child = None
        self.held = b""
        if child is not None:
            child.end()

    def __del__(self) -> None:
        """Leave no process behind."""
        self.close()

    def _ask(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        seat = int(seen.seat)
        about: dict[str, object] = {
            "seat": seat,
            "players": int(seen.players),
            "board": self.board.id,
            "seconds": seconds,
            "random": int(chance.next32()),
        }
        session = Session()
        session.boards[self.board.id] = self.board
        session.board_name = self.board.id
        session.game = seen.determinise(chance)
        left = with_grace(seconds)
        child = self.child
        if child is None:
            child = Child(self.command)
            self.child = child
            left += self.start_seconds
        deadline = monotonic() + left
        answer = self.held
        self.held = b""
        while True:
            line = child.exchange(answer, deadline - monotonic())
            request = as_object(line)
            op = request.get("op")
            if op == "seat":
                answer = _answer(request, {"ok": True, **about})
            elif op in REFUSED_OPS:
                answer = _refusal(request, "not_here", f"there is no {op} while a referee holds the game")
            elif op == "apply" and request.get("seat") != seat:
                answer = _refusal(request, "not_your_seat", f"this program plays seat {seat}")
            else:
                text = session.handle_bytes(line)
                answer = text.encode() + b"\n"
                if op == "apply" and json.loads(text)["ok"]:
                    self.held = _answer(request, {"ok": True, "events": [], "to_act": [seat], "over": False})
                    return _checked(parse_action(request["action"]), legal)


def _checked(action: Action, legal: LegalActions) -> Action:
    refusal = legal.why_not(action)
    if refusal is not None:
        raise BotFailure("illegal", f"{action} is not legal: {refusal.message}")
    return action


def _refusal(request: dict[str, object], code: str, message: str) -> bytes:
    return _answer(request, {"ok": False, "error": {"code": code, "rule": None, "message": message}})


def _answer(request: dict[str, object], answer: dict[str, object]) -> bytes:
    """Return an answer as a line, with the id of the request if it had one."""
    if "id" in request:
        answer["id"] = request["id"]
    return json.dumps(answer).encode() + b"\n"
