"""The command ``semafor engine``: a game on standard input and output, for other programs."""

from __future__ import annotations

import sys

import click

from semafor.engine.protocol import Session


@click.command()
def engine() -> None:
    """Let another program play, over a pipe.

    Reads one JSON request per line from standard input and writes one JSON answer per line to
    standard output, in order, until the input ends. The process keeps one game. Bad input gets an
    answer with "ok": false, and changes nothing.

    \b
    Requests (docs/protocol.md explains them all):
      boards, board            which boards there are; one board in full
      new, load, dump          begin a game; set up a position; write it all down
      legal, check, apply      what can be done; whether this can; do it
      observe, score, playout  what a seat may know; the points; play on at random

    \b
    An example, with the answers shortened:
      $ semafor engine
      {"op": "new", "board": "usa", "players": 2, "seed": 7}
      {"ok": true, "position": {"board": "usa", "seats": [...], ...}}
      {"op": "legal", "limit": 1, "id": "a"}
      {"ok": true, "to_act": [0, 1], "decision": "keep_tickets", "actions": [...],
       "truncated": true, "id": "a"}
      {"op": "check", "seat": 0, "action": {"type": "draw_tickets"}}
      {"ok": false, "error": {"code": "tickets_pending", "rule": "U-5", "message": "..."}}
      {"op": "playout", "seed": 1}
      {"ok": true, "seats": [...], "winners": [1], "actions": 152}
    """
    session = Session()
    # Bytes: what is not UTF-8 is for the session to answer, and only a line feed ends a line.
    for line in iter(sys.stdin.buffer.readline, b""):
        sys.stdout.buffer.write(session.handle_bytes(line).encode() + b"\n")
        sys.stdout.buffer.flush()
