"""Everybody's results of a day's deal: records are replayed before they count; sealed deals are played here."""

from __future__ import annotations

import time
from collections import Counter
from datetime import date
from typing import Any, Final

from msgspec.json import decode, encode

from semafor import Board, Record
from semafor.contest.results import BadResult, DealResult, check_result
from semafor.engine.boards import find_board
from semafor.engine.files.game_file import FORMAT, MOST_ACTIONS, commitment
from semafor.engine.files.records import RecordError
from semafor.home.tables import already_begun
from semafor.home.work.workers import Caller, Workers
from semafor.server.guests.guest_store import GuestStore, ListedResult, StoredGuest, StoredResult
from semafor.server.metrics import DAY_RESULTS
from semafor.simulation.jobs import Job
from semafor.table.deals import Deal, closes_at, day_deal, deal_name, sealed_deal, today
from semafor.table.wire.guest_messages import DayRow, DayTable
from semafor.table.wire.problems import Refused
from semafor.table.wire.reading import NOT_JSON

SHOWN: Final = 100
"""Results that a table lists."""
OF_ONE_DEAL: Final = 40
"""Results of a deal that an address may have: enough for a school class, and less than its table shows."""
_DEALS: Final = 100


class CheckResult(Job, frozen=True):
    """Check that a game is a valid result of a deal."""

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


class Results:
    """The results of the days' deals, as they come in at one process."""

    def __init__(self, guests: GuestStore, workers: Workers) -> None:
        """Take the guests with their results, and who checks a game."""
        self.guests = guests
        self.workers = workers
        self._of_addresses: dict[str, Counter[str]] = {}

    async def send(self, guest: StoredGuest, day: date, board: Board, sent: bytes, address: str) -> None:
        """Check a game, and store its result; raise Refused with the reason if it does not count."""
        deal = day_deal(board, day)
        if time.time() >= closes_at(day):
            raise Refused("too_late", f"results of {day} are final since two hours after its end (UTC)", status=409)
        if await self.guests.result(deal.name, guest.key) is not None:
            raise _already("you have a result of this deal already, and the first one counts")
        self._check(deal.name, address)
        done = await self.workers.do(CheckResult(deal, sent), Caller((address,)))
        found = decode(done, type=DealResult)
        stored = StoredResult(
            deal=deal.name,
            guest=guest.key,
            points=found.points,
            margin=found.margin,
            won=found.won,
            print=found.print,
            at=time.time(),
        )
        await self.guests.put(guest)
        if not await self.guests.add_result(stored):
            if await self.guests.printed(deal.name, found.print):
                raise Refused("doubled", "this game is already in the table", status=409)
            raise _already("you have a result of this deal already, and the first one counts")
        self._note(deal.name, address)
        DAY_RESULTS.labels("world").inc()

    async def enter_sealed(self, guest: StoredGuest, seed: str, game: str, address: str) -> None:
        """Note that a guest plays a sealed deal; raise Refused if they have begun it before."""
        deal = deal_name(seed)
        self._check(deal, address)
        if not await self.guests.add_result(StoredResult(deal=deal, guest=guest.key, game=game, at=time.time())):
            raise already_begun()
        self._note(deal, address)

    def _check(self, deal: str, address: str) -> None:
        """Refuse another result of a deal from an address that has too many: the table is for everybody."""
        if self._of_addresses.get(deal, Counter())[address] >= OF_ONE_DEAL:
            raise Refused("too_fast", "many results of this deal have come from your address already", status=429)

    def _note(self, deal: str, address: str) -> None:
        self._of_addresses.setdefault(deal, Counter())[address] += 1
        if len(self._of_addresses) > _DEALS:
            del self._of_addresses[next(iter(self._of_addresses))]


def _already(text: str) -> Refused:
    return Refused("already_sent", text, status=409)


async def day_table(guests: GuestStore, day: date, board: Board, sealed: bool, key: str | None) -> DayTable:
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
