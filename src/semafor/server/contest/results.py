"""Everybody's results of a day's deal: records are replayed before they count; sealed deals are played here."""

from __future__ import annotations

import time
from datetime import date
from typing import Any, Final

import msgspec
from msgspec.json import decode, encode

from semafor import Board, Record
from semafor.contest.results import BadResult, Result, check_result
from semafor.engine.boards import find_board
from semafor.engine.files.game_file import FORMAT, MOST_ACTIONS, commitment
from semafor.engine.files.records import RecordError
from semafor.server.metrics import DAY_RESULTS
from semafor.server.rooms.hub import Hub
from semafor.server.store.guests import Guests, ListedResult, StoredGuest, StoredResult
from semafor.server.turns import Asked
from semafor.table.deals import Deal, closes_at, day_deal, deal_name, sealed_deal, today
from semafor.table.wire.guest_messages import DayRow, DayTable
from semafor.table.wire.problems import Refused
from semafor.table.wire.reading import NOT_JSON

SHOWN: Final = 100
"""Results that a table lists."""


class CheckResult(msgspec.Struct, frozen=True):
    """A chore: check that a game is a valid result of a deal."""

    deal: Deal
    sent: bytes
    """A game file or a record, as JSON."""

    def run(self) -> bytes:
        """Return the result as JSON; raise Refused with the reason why there is none."""
        try:
            record = Record.from_json(_record_of(decode(self.sent)))
            found = check_result(self.deal, find_board(self.deal.board, None), record)
        except NOT_JSON as error:
            raise Refused("bad_record", f"the record is not JSON: {error}", None, "record", 422) from None
        except RecordError as error:
            raise Refused("bad_record", str(error), None, "record", 422) from None
        except BadResult as error:
            raise Refused(error.code, str(error), None, "record", 422) from None
        return encode(found)


def _record_of(sent: object) -> dict[str, Any]:
    """Return the record of a game file, or a record; refuse one that is too long before it is replayed."""
    written = sent.get("record") if isinstance(sent, dict) and sent.get("format") == FORMAT else sent
    actions = written.get("actions") if isinstance(written, dict) else None
    if not isinstance(written, dict) or not isinstance(actions, list) or len(actions) > MOST_ACTIONS:
        text = f"a record has a list of actions, {MOST_ACTIONS} at most"
        raise Refused("bad_record", text, None, "record", 422)
    return {key: value for key, value in written.items() if key != "events"}


async def send_result(
    hub: Hub, guests: Guests, guest: StoredGuest, day: date, board: Board, sent: bytes, address: str
) -> None:
    """Check a game, and store its result; raise Refused with the reason if it does not count."""
    deal = day_deal(board, day)
    if time.time() >= closes_at(day):
        raise Refused("too_late", f"results of {day} are final since two hours after its end (UTC)", status=409)
    if await guests.result(deal.name, guest.key) is not None:
        raise Refused("already_sent", "you have a result of this deal already, and the first one counts", status=409)
    hub.makers.check_results(deal.name, address)
    done = await hub.thinkers.do(CheckResult(deal, sent), Asked((address,)))
    found = decode(done, type=Result)
    stored = StoredResult(
        deal=deal.name,
        guest=guest.key,
        points=found.points,
        margin=found.margin,
        won=found.won,
        print=found.print,
        at=time.time(),
    )
    await guests.put(guest)
    if not await guests.add_result(stored):
        if await guests.printed(deal.name, found.print):
            raise Refused("doubled", "this very game is in the table already", status=409)
        raise Refused("already_sent", "you have a result of this deal already, and the first one counts", status=409)
    hub.makers.note_result(deal.name, address)
    DAY_RESULTS.labels("world").inc()


async def enter_sealed(hub: Hub, guest: StoredGuest, seed: str, game: str, address: str) -> None:
    """Note that a guest plays a sealed deal; raise Refused if they have begun it before."""
    deal = deal_name(seed)
    hub.makers.check_results(deal, address)
    if not await hub.guests.add_result(StoredResult(deal=deal, guest=guest.key, game=game, at=time.time())):
        raise already_begun()
    hub.makers.note_result(deal, address)


def already_begun() -> Refused:
    """Return the refusal of a second try."""
    return Refused("already_sent", "you have begun this sealed deal already, and the first game counts", status=409)


async def day_table(guests: Guests, day: date, board: Board, sealed: bool, key: str | None) -> DayTable:
    """Return the results of a deal; the commitment of a sealed one is out a day before it."""
    now = time.time()
    secret = await guests.secret(str(day), make=day >= today(now)) if sealed else None
    deal = sealed_deal(board, day, secret or "") if sealed else day_deal(board, day)
    listed = await guests.results(deal.name, SHOWN)
    rows: list[DayRow] = []
    for number, one in enumerate(listed):
        same = rows and rows[-1].points == one.points
        rows.append(_row(one, rows[-1].place if same else number + 1, key))
    mine = next((row for row in rows if row.mine), None)
    own = None if mine is not None or key is None else await guests.result(deal.name, key)
    if own is not None and own.points is not None and (guest := await guests.get(own.guest)) is not None:
        place = 1 + await guests.count_results(deal.name, own.points)
        mine = DayRow(place, guest.name, guest.face, own.points, own.margin or 0, bool(own.won), True)
    return DayTable(
        day=str(day),
        board=board.id,
        sealed=sealed,
        closes_at=closes_at(day),
        count=await guests.count_results(deal.name),
        rows=rows,
        mine=mine,
        commitment=None if secret is None else commitment(deal.seed),
        seed=deal.seed if secret is not None and now >= closes_at(day) else None,
    )


def _row(one: ListedResult, place: int, key: str | None) -> DayRow:
    return DayRow(place, one.name, one.face, one.points, one.margin, one.won, one.guest == key)
