"""Contests on a server: the same deals for many tables, by link.

The games are ordinary tables whose seed is the deal's. They are sealed: nobody gets a record, a replay or the seed, and
nobody may watch, until the deal is open. A deal opens when nobody can join any more and every table has finished it, or
when the host closes it. Results are read from the logs of the games, so nobody can send one.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.json import decode, encode

from semafor import RULES_VERSION
from semafor.engine.files.game_file import commitment
from semafor.server.contest.contest_store import ContestStore, StoredContest, StoredDeal, StoredPlayer
from semafor.server.contest.snapshot import ContestSnapshot, GameResult, KeptStandings
from semafor.server.hub.hub import Hub
from semafor.server.metrics import ENTRIES_WRITTEN, IN_CONTESTS
from semafor.table.bot_levels import STAND_IN, check_level
from semafor.table.creating import check_clock, new_row, wanted_board
from semafor.table.fairness import new_seed
from semafor.table.game_table import open_table
from semafor.table.names import bot_name, clean_name
from semafor.table.requests import begin
from semafor.table.stored import StoredGame, StoredSeat
from semafor.table.tokens import hashed, new_game_id, new_token
from semafor.table.wire.client_messages import PLAYER_COLOURS
from semafor.table.wire.contest_messages import (
    LONGEST_TITLE,
    MOST_TABLES,
    Contest,
    ContestDeal,
    ContestGame,
    ContestPlayer,
    ContestSeat,
    ContestTable,
    DealState,
    JoinContest,
    JoinedContest,
    MadeContest,
    Manage,
    NewContest,
    OwnPlace,
)
from semafor.table.wire.messages import Clock
from semafor.table.wire.problems import Refused, not_found

_TRIES: Final = MOST_TABLES
"""How often joining is retried after losing a race for a seat."""


class Contests:
    """The contests of one server process."""

    def __init__(self, hub: Hub) -> None:
        """Take the hub; everything is in its database."""
        self.hub = hub
        self.store = ContestStore(hub.storage)
        self._standings = KeptStandings()

    async def make(self, wanted: NewContest) -> MadeContest:
        """Make a contest: its deals are drawn now, and committed to."""
        board = wanted_board(wanted.board, None)
        players = len(wanted.seats)
        if not board.spec.min_players <= players <= board.spec.max_players:
            text = f"{board.id} is for {board.spec.min_players} to {board.spec.max_players} players, not {players}"
            raise Refused("wrong_number_of_players", text, None, "seats", 422)
        check_clock(wanted.clock)
        seats = [_wanted_seat(seat, number) for number, seat in enumerate(wanted.seats)]
        if all(seat.kind == "bot" for seat in seats):
            raise Refused("bad_request", "a contest needs at least one seat for a person", None, "seats", 422)
        token = new_token()
        row = StoredContest(
            id=new_game_id(),
            host=hashed(token),
            name=clean_name(wanted.name, LONGEST_TITLE),
            board=board.id,
            digest=board.spec.digest,
            rules=RULES_VERSION,
            seats=encode(seats).decode(),
            clock=encode(wanted.clock).decode(),
            joining=True,
            created=time.time(),
        )
        deals = [
            StoredDeal(contest=row.id, deal=number, seed=new_seed(), open=False)
            for number in range(1, wanted.deals + 1)
        ]
        await self.store.create(row, deals)
        IN_CONTESTS.labels("made").inc()
        return MadeContest(row.id, token)

    async def show(self, contest: str, token: str | None) -> Contest:
        """Return a contest as its host, a player or anybody else may see it."""
        snapshot = await self._read(contest)
        await self._settle(snapshot)
        key = None if token is None else hashed(token)
        own = snapshot.own(key)
        people = sum(seat.kind == "person" for seat in snapshot.seats)
        return Contest(
            contest=snapshot.row.id,
            name=snapshot.row.name,
            board=snapshot.row.board,
            seats=snapshot.seats,
            clock=decode(snapshot.row.clock, type=Clock),
            joining=snapshot.row.joining,
            deals=[
                ContestDeal(deal.deal, deal.open, commitment(deal.seed), deal.seed if deal.open else None)
                for deal in snapshot.deals
            ],
            tables=[
                ContestTable(
                    number,
                    [ContestPlayer(player.seat, player.name) for player in snapshot.at(number)],
                    people - len(snapshot.at(number)) if snapshot.row.joining and not withdrawn else 0,
                    withdrawn,
                    [snapshot.progress(deal, number) for deal in snapshot.deals],
                )
                for number, withdrawn in snapshot.tables.items()
            ],
            standings=self._standings.of(snapshot),
            host=key == snapshot.row.host,
            own=None if own is None else OwnPlace(own.number, own.seat, _ready(snapshot, own)),
        )

    # People

    async def join(self, contest: str, wanted: JoinContest) -> JoinedContest:
        """Take a seat at a table: the wanted one, a new one (0), or the first with a free seat."""
        name = clean_name(wanted.name)
        for _ in range(_TRIES):
            snapshot = await self._read(contest)
            if not snapshot.row.joining:
                raise Refused("joining_closed", "the host lets nobody else join this contest")
            if any(player.name.casefold() == name.casefold() for player in snapshot.players):
                raise Refused("name_taken", f"somebody in this contest is already called {name}", None, "name")
            table, seat = _free_seat(snapshot, wanted.table)
            token = new_token()
            player = StoredPlayer(contest=contest, number=table, seat=seat, name=name, token=hashed(token), ready=0)
            if await self.store.add_player(player):
                IN_CONTESTS.labels("joined").inc()
                return JoinedContest(table, seat, token)
        raise Refused("busy", "many people are joining at the same time; try again", status=503)

    async def sit_down(self, contest: str, token: str, number: int, anyway: bool, address: str) -> ContestGame:
        """Be ready for a deal; when everybody at the table is, or `anyway`, the game begins."""
        snapshot = await self._read(contest)
        own = snapshot.own(hashed(token))
        if own is None:
            raise Refused("wrong_token", "the token belongs to nobody in this contest", status=403)
        deal = next((deal for deal in snapshot.deals if deal.deal == number), None)
        if deal is None:
            raise not_found(f"there is no deal {number}; the contest has {len(snapshot.deals)}")
        game = await self.store.game(contest, number, own.number)
        if game is not None:
            return ContestGame(game, own.seat, [])
        await self._settle(snapshot)
        self._check_turn(snapshot, deal, own.number)
        await self.store.be_ready(own, number)
        people = [player for player in await self.store.players(contest) if player.number == own.number]
        others = [player.name for player in people if player.ready < number]
        missing = sum(seat.kind == "person" for seat in snapshot.seats) - len(people)
        if snapshot.row.joining and missing > 0:
            return ContestGame(None, own.seat, others, missing)
        if others and not anyway:
            return ContestGame(None, own.seat, others)
        return ContestGame(await self._begin(snapshot, deal, own.number, people, address), own.seat, [])

    def _check_turn(self, snapshot: ContestSnapshot, deal: StoredDeal, table: int) -> None:
        """Refuse a deal that is over for a table, or that comes after one that is not."""
        if deal.open or snapshot.tables[table]:
            raise Refused("deal_closed", "the host has closed this deal for your table")
        early = [
            one.deal for one in snapshot.deals if one.deal < deal.deal and snapshot.progress(one, table) in _UNFINISHED
        ]
        if early:
            raise Refused("deal_too_early", f"finish deal {early[0]} first")
        if (snapshot.row.digest, snapshot.row.rules) != (
            wanted_board(snapshot.row.board, None).spec.digest,
            RULES_VERSION,
        ):
            text = "the contest was made for another revision of the board or of the rules"
            raise Refused("old_game", text, status=410)

    async def _begin(
        self, snapshot: ContestSnapshot, deal: StoredDeal, table: int, people: Sequence[StoredPlayer], address: str
    ) -> str:
        """Make the table of a deal and start its game, unless somebody else has just done it."""
        hub = self.hub
        hub.makers.check_unattended(address)
        hub.makers.charge(address)
        board = wanted_board(snapshot.row.board, None)
        row = new_row(new_game_id(), board, None, len(snapshot.seats), time.time())
        row.seed, row.commitment = deal.seed, commitment(deal.seed)
        row.clock = snapshot.row.clock
        row.spectators = False
        row.contest, row.sealed = snapshot.row.id, True
        seats = _seats(row, snapshot.seats, people)
        opened = open_table(row, seats, [], hub.settings.pace, hub.home.clock.now())
        start = begin(opened, hub.home.clock.now())
        row.wake_at = start.wake_at
        opened.commit(start)
        if await self.store.add_game(deal.deal, table, row, seats, [start.entry]):
            ENTRIES_WRITTEN.labels("start").inc()
            IN_CONTESTS.labels("begun").inc()
            hub.makers.note(row, address)
            hub.home.keep(opened)
            return row.id
        made = await self.store.game(snapshot.row.id, deal.deal, table)
        if made is None:
            raise Refused("deal_closed", "the host has closed this deal for your table")
        return made

    # The host

    async def manage(self, contest: str, token: str, wanted: Manage) -> Contest:
        """Do what the host asks for."""
        snapshot = await self._read(contest)
        if hashed(token) != snapshot.row.host:
            raise Refused("not_host", "only the host can do that, with the host's link", status=403)
        match wanted.what:
            case "close_joining":
                await self.store.set_joining(contest, False)
            case "open_joining":
                if any(deal.open for deal in snapshot.deals):
                    raise Refused("deal_closed", "nobody can join once a deal is open: its cards are known")
                await self.store.set_joining(contest, True)
            case "close_deal":
                if wanted.deal is None or wanted.deal > len(snapshot.deals):
                    raise Refused("bad_request", "say which deal", None, "deal", 422)
                await self.store.set_joining(contest, False)
                await self._settle(snapshot)
                await self._open(contest, wanted.deal)
            case "withdraw_table":
                if wanted.table not in snapshot.tables:
                    raise Refused("bad_request", "say which table", None, "table", 422)
                await self.store.withdraw(contest, wanted.table)
        return await self.show(contest, token)

    # Results

    async def _read(self, contest: str) -> ContestSnapshot:
        row = await self.store.contest(contest) if contest.isalnum() else None
        if row is None:
            raise not_found(f"there is no contest {contest!r}")
        store = self.store
        return ContestSnapshot(
            row,
            await store.deals(contest),
            await store.tables(contest),
            await store.players(contest),
            {(game.deal, game.number): game for game in await store.games(contest)},
        )

    async def _settle(self, snapshot: ContestSnapshot) -> None:
        """Read the results of games that are over, and open the deals that all tables have played.

        A game that ends after its deal was closed does not count: its players could have read the records.
        """
        opened = {deal.deal for deal in snapshot.deals if deal.open}
        for game in snapshot.games.values():
            late = game.deal in opened or snapshot.tables[game.number]
            if game.result is None and game.status == "over" and not late:
                game.result = await self._result(game.game)
        tables = [number for number, withdrawn in snapshot.tables.items() if not withdrawn]
        for deal in snapshot.deals:
            played = [snapshot.progress(deal, number) == "over" for number in tables]
            if not deal.open and not snapshot.row.joining and played and all(played):
                await self._open(snapshot.row.id, deal.deal)
                deal.open = True

    async def _result(self, game: str) -> str | None:
        """Return the result of a finished game, and store it; None if its log can't be read any more."""
        try:
            table = (await self.hub.home.room(game)).table
        except Refused:
            return None
        points = table.turn().points
        if points is None:
            return None
        entries = table.begun().entries
        acted = Counter(one.seat for one in entries if one.kind == "action" and one.by_bot and not one.undone)
        people = {seat.seat for seat in table.seats if seat.kind == "person"}
        by_bot = [acted[seat] if seat in people else 0 for seat in range(table.row.players)]
        result = encode(GameResult(points, by_bot)).decode()
        if await self.store.set_result(game, result):
            IN_CONTESTS.labels("finished").inc()
        return result

    async def _open(self, contest: str, deal: int) -> None:
        """Open a deal: its standings, seed and records are no longer secret."""
        for game in await self.store.open_deal(contest, deal):
            room = self.hub.home.rooms.get(game)
            if room is not None:
                await room.reload_table()


_UNFINISHED: Final[tuple[DealState, ...]] = ("waiting", "playing")


def _wanted_seat(seat: ContestSeat, number: int) -> ContestSeat:
    if seat.kind == "bot":
        return ContestSeat("bot", check_level(seat.level, f"seats[{number}].level"))
    if seat.level is not None:
        raise Refused("bad_request", "only a bot has a level", None, f"seats[{number}].level", 422)
    return seat


def _free_seat(snapshot: ContestSnapshot, wanted: int | None) -> tuple[int, int]:
    """Return a table and a seat there for one more person."""
    people = [number for number, seat in enumerate(snapshot.seats) if seat.kind == "person"]
    new = max(snapshot.tables, default=0) + 1
    tables = [number for number, withdrawn in snapshot.tables.items() if not withdrawn]
    if wanted == 0:
        tables = []
    elif wanted is not None:
        if wanted not in tables:
            raise Refused("unknown_table", f"there is no table {wanted} in this contest", None, "table", 422)
        tables = [wanted]
    for table in tables:
        taken = {player.seat for player in snapshot.at(table)}
        free = [seat for seat in people if seat not in taken]
        if free:
            return table, free[0]
    if wanted:
        raise Refused("table_full", f"all seats at table {wanted} are taken")
    if new > MOST_TABLES:
        raise Refused("contest_full", f"a contest has at most {MOST_TABLES} tables, and all are full")
    return new, people[0]


def _seats(row: StoredGame, wanted: Sequence[ContestSeat], people: Sequence[StoredPlayer]) -> list[StoredSeat]:
    """Return the seats of a game: people with their own tokens, and bots where nobody sits."""
    names = {player.seat: player for player in people}
    taken = [player.name for player in people]
    seats: list[StoredSeat] = []
    for number, seat in enumerate(wanted):
        made = StoredSeat(game=row.id, seat=number, kind="bot", name="", colour=PLAYER_COLOURS[number])
        person = names.get(number)
        if person is not None:
            made.kind, made.name, made.token = "person", person.name, person.token
            made.owner = not any(one.owner for one in seats)
        else:
            made.name, made.level = bot_name(taken), seat.level or STAND_IN
            taken.append(made.name)
        seats.append(made)
    return seats


def _ready(snapshot: ContestSnapshot, own: StoredPlayer) -> int | None:
    """Return the deal that a person waits for with others at the table."""
    waits = any(deal.deal == own.ready and snapshot.progress(deal, own.number) == "waiting" for deal in snapshot.deals)
    return own.ready if waits else None
