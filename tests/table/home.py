"""The smallest backend for a table: lists in memory, a clock set by hand, no event loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from semafor import Action, Chance
from semafor.bots.registry import make_bot
from semafor.simulation.insight.hints import HintJob
from semafor.table import creating
from semafor.table.finished import moments
from semafor.table.game_table import GameTable, Pace, open_table
from semafor.table.log import Prepared
from semafor.table.requests import AddLine, Advise, Append, ChangeSeats, Relay, Reply, begin, decide
from semafor.table.steps import BotTurn, move_bot, next_step, take_over
from semafor.table.stored import StoredChat, StoredEntry, StoredGame, StoredSeat
from semafor.table.tokens import hashed
from semafor.table.views.listeners import Listener
from semafor.table.wire.api_messages import Join, Joined, MadeGame, NewGame, PlayOn
from semafor.table.wire.client_messages import ClientMessages
from semafor.table.wire.messages import Hint
from semafor.table.wire.problems import Refused

Json = dict[str, Any]
ME: Json = {"kind": "me", "name": "Ala"}
OTHER: Json = {"kind": "me", "name": "Ola"}
OPEN: Json = {"kind": "open"}
BOT: Json = {"kind": "bot", "level": "apprentice"}


class Guest(Listener):
    """A guest at a table, with every message received; messages are JSON in both directions."""

    def __init__(self, home: Home, game: str, tokens: list[str], last_seq: int | None = None) -> None:
        table = home.tables[game]
        found = {token: table.seat_of(hashed(token)) for token in tokens}
        super().__init__({seat: hashed(token) for token, seat in found.items() if seat is not None}, last_seq)
        self.screen = any(table.is_screen(hashed(token)) for token in tokens)
        self.home = home
        self.game = game
        self.inbox: list[Json] = []
        self._asked = 0

    def last(self, kind: str) -> Json:
        """Return the last message of a kind."""
        return next(message for message in reversed(self.inbox) if message["type"] == kind)

    @property
    def view(self) -> Json:
        return self.last("view")

    def ask(self, kind: str, **fields: Any) -> Json:
        """Return the answer to a request."""
        self._asked += 1
        message = {"type": kind, "id": f"{id(self)}-{self._asked}", **fields}
        return self.home.handle(self, message)

    def act(self, action: Mapping[str, object], **fields: Any) -> Json:
        asked = {"seat": self.view["eyes"], "seq": self.view["seq"], "action": action, **fields}
        return self.ask("act", **asked)

    def choice(self) -> Json:
        """Return an action from the offers: the starting tickets, the first claim, a card."""
        offers = self.view["offers"]
        if offers["keep"]:
            return {"type": "keep_tickets", "tickets": offers["keep"]["tickets"]}
        if offers["tunnel"]:
            return {"type": "withdraw"}
        if offers["claims"]:
            best = offers["claims"][0]
            paid = {"cards": best["best"]["cards"], "ferry_cards": best["best"]["ferry_cards"]}
            return {"type": "claim", "route": best["route"], **paid}
        return self.card() or {"type": "draw_tickets" if offers["draw"]["tickets"] else "pass"}

    def card(self) -> Json | None:
        """Draw a card, which can't be undone."""
        draw = self.view["offers"]["draw"]
        if draw["deck"]:
            return {"type": "draw_card", "from": "deck"}
        shown = [card for card, may in zip(self.view["observation"]["display"], draw["display"], strict=True) if may]
        return {"type": "draw_card", "from": "display", "card": shown[0]} if shown else None


class Home:
    """Keeps tables in memory, all as JSON, as a real backend does."""

    def __init__(self, pace: Pace | None = None) -> None:
        self.now = 1000.0
        self.since: float | None = None
        self.pace = Pace() if pace is None else pace
        self.tables: dict[str, GameTable] = {}
        self.guests: dict[str, list[Guest]] = {}
        self.rows: dict[str, bytes] = {}
        self.seats: dict[str, list[bytes]] = {}
        self.entries: dict[str, list[bytes]] = {}
        self.chat: dict[str, list[StoredChat]] = {}

    # Tables

    def make(self, seats: list[Json], **fields: Any) -> MadeGame:
        """Make a table from a JSON request."""
        raw = msgspec.json.encode({"board": "toy", "seats": seats, **fields})
        return self._keep(creating.new_table(msgspec.json.decode(raw, type=NewGame), self.now))

    def rematch(self, game: str) -> MadeGame:
        return self._keep(creating.rematch(self.tables[game], self.now))

    def play_on(self, game: str, after: int, seat: int) -> MadeGame:
        made, entries = moments.play_on(self.tables[game], PlayOn(after, seat), self.now)
        return self._keep(made, entries)

    def _keep(self, made: creating.NewTable, entries: Sequence[StoredEntry] = ()) -> MadeGame:
        game = made.row.id
        self.rows[game] = msgspec.json.encode(made.row)
        self.seats[game] = [msgspec.json.encode(seat) for seat in made.seats]
        self.entries[game] = [msgspec.json.encode(entry) for entry in entries]
        self.chat[game] = []
        self.guests[game] = []
        self.load(game)
        if made.full and not entries:
            self.append(game, begin(self.tables[game], self.now))
        return made.made

    def load(self, game: str) -> GameTable:
        """Open a table from storage, as after a page reload."""
        self.tables[game] = open_table(
            msgspec.json.decode(self.rows[game], type=StoredGame),
            [msgspec.json.decode(seat, type=StoredSeat) for seat in self.seats[game]],
            [msgspec.json.decode(entry, type=StoredEntry) for entry in self.entries[game]],
            self.pace,
            self.now,
            self.since,
        )
        self._count(game)
        return self.tables[game]

    def join(self, game: str, **fields: Any) -> Joined:
        sitting = creating.sit_down(self.tables[game], msgspec.convert(fields, Join), None)
        self._change_seats(game, sitting.changes)
        return sitting.joined

    # Guests

    def sit(self, made: MadeGame) -> list[Guest]:
        """Connect all players of the table, each on a separate connection."""
        return [self.connect(made.game, [seat.token]) for seat in made.seats]

    def connect(self, game: str, tokens: list[str], last_seq: int | None = None) -> Guest:
        guest = Guest(self, game, tokens, last_seq)
        unknown = len(tokens) - len(guest.seats) - guest.screen
        guest.inbox.append(_json(self.tables[game].welcome(guest.seats, unknown, self.now, guest.screen)))
        self.guests[game].append(guest)
        self._count(game)
        self._show(game, [guest])
        return guest

    def hang_up(self, guest: Guest) -> None:
        self.guests[guest.game].remove(guest)
        self._count(guest.game)

    def _count(self, game: str) -> None:
        guests = self.guests[game]
        present = {seat for guest in guests for seat in guest.seats}
        self.tables[game].set_presence(present, sum(not guest.seats for guest in guests), self.now)

    def handle(self, guest: Guest, message: Json) -> Json:
        """Answer a message."""
        read: Any = msgspec.json.decode(msgspec.json.encode(message), type=ClientMessages)
        try:
            while True:
                decision = decide(self.tables[guest.game], guest, read, self.now)
                match decision:
                    case Reply():
                        if decision.show:
                            self._show(guest.game, [guest])
                        return _json(decision.answer)
                    case AddLine():
                        self.chat[guest.game].append(decision.line)
                        return _json(decision.answer)
                    case Relay():
                        for other in self.guests[guest.game]:
                            if decision.message.seat in other.seats:
                                other.inbox.append(_json(decision.message))
                        return _json(decision.answer)
                    case Append():
                        self.append(guest.game, decision.prepared)
                    case Advise():
                        job = HintJob(decision.observed.seen)
                        decision.observed.hint = msgspec.json.decode(job.run(), type=Hint)
                    case ChangeSeats():
                        self._change_seats(guest.game, decision.changes)
        except Refused as problem:
            return {"type": "answer", "ok": False, "error": _json(problem.info)}

    # Storing and showing

    def append(self, game: str, prepared: Prepared) -> None:
        """Store an entry, commit it, and show it."""
        self.entries[game].append(msgspec.json.encode(prepared.entry))
        self.tables[game].commit(prepared)
        self._show(game, self.guests[game], prepared.changes_table)

    def _change_seats(self, game: str, changes: list[Any]) -> None:
        for change in changes:
            stored = msgspec.json.decode(self.seats[game][change.seat.seat])
            assert {name: stored[name] for name in change.only_if} == dict(change.only_if)
        for change in changes:
            self.seats[game][change.seat.seat] = msgspec.json.encode(change.seat)
        self.tables[game].set_seats(change.seat for change in changes)

    def _show(self, game: str, guests: list[Guest], table: bool = False) -> None:
        for message, group in self.tables[game].show(guests, self.now, table=table):
            for guest in group:
                guest.inbox.append(_json(message))

    # Time

    def wake(self, game: str) -> bool:
        """Advance the clock to the next due step and do it; return False if there is none."""
        table = self.tables[game]
        step = next_step(table)
        if step is None:
            return False
        self.now = max(self.now, step.at)
        if isinstance(step, BotTurn):
            prepared = move_bot(table, step, self.think(table, step), self.now)
        else:
            prepared = take_over(table, self.now)
        assert prepared is not None
        self.append(game, prepared)
        return True

    def think(self, table: GameTable, turn: BotTurn) -> Action:
        """Return the decision of the bot to move."""
        return turn.action or make_bot(turn.spec, table.board).choose(
            turn.seen, turn.seen.legal, Chance.seeded(turn.seed), 1.0
        )


def _json(message: object) -> Json:
    made: Json = msgspec.json.decode(msgspec.json.encode(message))
    return made


def dear_table(board: str, hand: int) -> tuple[Home, Guest]:
    """Return a game in which somebody with a large hand is to move."""
    home = Home()
    guests = home.sit(home.make([ME, OTHER], board=board, tracker=True))
    while True:
        for guest in guests:
            offers = guest.view["offers"]
            if not offers:
                continue
            if not offers["keep"] and sum(guest.view["observation"]["hand"].values()) >= hand:
                return home, guest
            action = guest.choice() if offers["keep"] else guest.card()
            if action is None:
                return home, guest
            guest.act(action)
