"""Makes tables, seats players, and makes rematches."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from semafor import RULES_VERSION, Board, BoardError, builtin_ids
from semafor.engine.boards import find_board
from semafor.engine.files.game_file import commitment
from semafor.table.bot_levels import check_level
from semafor.table.deals import Deal, NoSuchDay, day_deal, read_day, sealed_deal, today
from semafor.table.fairness import new_seed
from semafor.table.game_table import GameTable
from semafor.table.lessons import LEARNER, lesson_seats, wanted_lesson
from semafor.table.names import bot_name, check_free, clean_name, free_name
from semafor.table.requests import SeatChange
from semafor.table.stored import StoredGame, StoredSeat
from semafor.table.tokens import game_id_of, hashed, new_game_id, new_invite, new_token, read_code
from semafor.table.wire.api_messages import Join, Joined, MadeGame, NewGame, NewSeat, SeatToken
from semafor.table.wire.client_messages import PLAYER_COLOURS
from semafor.table.wire.messages import Clock
from semafor.table.wire.problems import Refused, bad_board


class NewTable(Struct):
    """A table to store; then its creator gets `made`, and the game starts if `full`."""

    row: StoredGame
    seats: list[StoredSeat]
    tokens: list[SeatToken]
    screen: str | None = None
    """The secret of the big screen, if there is one."""

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def made(self) -> MadeGame:
        """The reply to its creator."""
        return MadeGame(self.row.id, self.row.invite, self.tokens, self.screen)


class Sitting(Struct):
    """Changes of seats to store, all or none; then the joining player gets `joined`."""

    changes: list[SeatChange]
    joined: Joined


def new_table(wanted: NewGame, now: float, secret: str | None = None, guest: str = "") -> NewTable:
    """Make a table; reading a new board file may take a while.

    `secret` is that of today's sealed deals. A guest (the hash of the key) has one table for each: its id follows from
    both, and stays taken when the guest has been deleted.
    """
    lesson = wanted_lesson(wanted)
    name, text = (wanted.board, wanted.board_file) if lesson is None else (lesson.board, lesson.board_text)
    board = wanted_board(name, text)
    deal = _wanted_deal(wanted, board, now, secret)
    if deal is not None:
        wanted = replace(wanted, seats=[*wanted.seats, NewSeat("bot", deal.level)])
    if lesson is not None:
        wanted = replace(wanted, seats=lesson_seats(wanted))
    players = len(wanted.seats)
    if not board.spec.min_players <= players <= board.spec.max_players:
        text = f"{board.id} is for {board.spec.min_players} to {board.spec.max_players} players, not {players}"
        raise Refused("wrong_number_of_players", text, None, "seats", 422)
    if wanted.first is not None and wanted.first >= players:
        raise Refused("unknown_seat", f"the first player must be a seat from 0 to {players - 1}", None, "first", 422)
    check_clock(wanted.clock)
    if wanted.kids and wanted.clock.kind != "none":
        raise Refused("bad_clock", "a table for children has no clock", None, "clock.kind", 422)
    id_ = new_game_id() if deal is None or secret is None else game_id_of(f"{deal.seed} {guest}")
    row = new_row(id_, board, text, players, now)
    row.first = wanted.first
    if deal is not None:
        row.seed = deal.seed
    if lesson is not None:
        row.seed, row.first = lesson.seed, LEARNER
    row.commitment = commitment(row.seed)
    row.clock = encode(wanted.clock).decode()
    row.spectators = wanted.spectators and not wanted.sealed
    row.spectator_delay = wanted.spectator_delay
    row.public = wanted.public
    row.tracker = wanted.tracker
    row.hints = True if wanted.kids else wanted.hints
    row.kids = wanted.kids
    screen = new_token() if wanted.screen else None
    row.screen = None if screen is None else hashed(screen)
    seats, tokens = _seats(row.id, wanted.seats, wanted.kids)
    return NewTable(row, seats, tokens, screen)


def wanted_board(name: str | None, file: str | None) -> Board:
    """Return the requested board: a built-in one by its id, or a custom one by the text of its file."""
    if (name is None) == (file is None):
        raise Refused("bad_request", "name a board, or send the text of a board file", None, "board", 422)
    if name is not None and name not in builtin_ids():
        text = f"there is no board {name!r}; there are {', '.join(builtin_ids())}"
        raise Refused("unknown_board", text, None, "board", 422)
    try:
        return find_board(name or "", file)
    except BoardError as error:
        raise bad_board(error) from None


def _wanted_deal(wanted: NewGame, board: Board, now: float, secret: str | None) -> Deal | None:
    """Return the requested deal of a day, if any; it leaves nothing else to choose."""
    if wanted.day is None:
        if wanted.sealed:
            raise Refused("bad_request", "a sealed deal is that of a day: name the day", None, "day", 422)
        return None
    try:
        day = read_day(wanted.day, now)
    except NoSuchDay as error:
        raise Refused("unknown_day", str(error), None, "day", 422) from None
    if wanted.board_file is not None:
        raise Refused("bad_request", "the days' deals are on built-in boards only", None, "board_file", 422)
    if wanted.first is not None:
        raise Refused("bad_request", "the deal of a day decides who begins", None, "first", 422)
    if [seat.kind for seat in wanted.seats] != ["me"]:
        raise Refused("bad_request", "a day's deal brings its opponent: ask for your own seat only", None, "seats", 422)
    if not wanted.sealed:
        return day_deal(board, day)
    if secret is None:
        raise Refused("no_sealed_deals", "there are no sealed deals here", None, "sealed", 422)
    if day != today(now):
        raise Refused("too_late", f"a sealed deal is played on its day, and today is {today(now)}", None, "day", 422)
    return sealed_deal(board, day, secret)


def new_row(game: str, board: Board, board_text: str | None, players: int, now: float) -> StoredGame:
    """Return a table with a new seed and the usual settings."""
    seed = new_seed()
    return StoredGame(
        id=game,
        board=board.id,
        board_text=board_text,
        digest=board.spec.digest,
        rules=RULES_VERSION,
        players=players,
        seed=seed,
        commitment=commitment(seed),
        first=None,
        status="waiting",
        clock=encode(Clock()).decode(),
        spectators=True,
        spectator_delay=0,
        public=False,
        tracker=False,
        invite=new_invite(),
        rematch=None,
        created=now,
        wake_at=None,
    )


def check_clock(clock: Clock) -> None:
    """Refuse a clock that lacks what its kind needs, or has what belongs to another."""
    needed = {"none": None, "move": "seconds", "game": "seconds", "days": "days"}[clock.kind]
    for field in ("seconds", "increment", "days"):
        given = getattr(clock, field) is not None
        allowed = field == needed or (field == "increment" and clock.kind == "game")
        if given and not allowed:
            raise Refused("bad_clock", f"a clock of kind {clock.kind} has no {field}", None, f"clock.{field}", 422)
        if field == needed and not given:
            raise Refused("bad_clock", f"a clock of kind {clock.kind} needs {field}", None, f"clock.{field}", 422)


def _seats(game: str, wanted: Sequence[NewSeat], kids: bool) -> tuple[list[StoredSeat], list[SeatToken]]:
    """Return the seats of a new table, and the tokens of those that are taken."""
    chosen = {seat.colour for seat in wanted if seat.colour is not None}
    free = [colour for colour in PLAYER_COLOURS if colour not in chosen]
    given = [clean_name(seat.name) for seat in wanted if seat.name]
    seats: list[StoredSeat] = []
    tokens: list[SeatToken] = []
    for number, seat in enumerate(wanted):
        colour = seat.colour or free.pop(0)
        made = StoredSeat(game=game, seat=number, kind="open", name="", colour=colour)
        if seat.kind == "bot":
            made.level = check_level(seat.level, f"seats[{number}].level", kids=kids)
            made.kind = "bot"
            made.name = (
                free_name(seats, clean_name(seat.name))
                if seat.name
                else bot_name([*given, *(other.name for other in seats)])
            )
        elif seat.level is not None:
            raise Refused("bad_request", "only a bot has a level", None, f"seats[{number}].level", 422)
        elif seat.kind == "me":
            tokens.append(SeatToken(number, new_token()))
            made.kind = "person"
            made.name = clean_name(seat.name) if seat.name else free_name(seats, "Guest")
            made.face = seat.face
            made.token = hashed(tokens[-1].token)
            made.owner = not any(one.owner for one in seats)
        check_free(seats, made.name or f"open seat {number}", colour, number)
        seats.append(made)
    colours = [seat.colour for seat in seats]
    if len(set(colours)) < len(colours):
        raise Refused("colour_taken", "two seats have the same colour", None, "seats", 422)
    return seats, tokens


def sit_down(table: GameTable, wanted: Join, bot: str | None) -> Sitting:
    """Sit down at an open seat; a public table needs no code. `bot` is the account of an external bot."""
    invited = wanted.invite is not None and read_code(wanted.invite) == table.row.invite
    if not invited and not (table.row.public and wanted.invite is None):
        raise Refused("bad_invite", "that code is not an invitation to this table", None, "invite", 403)
    if table.log is not None:
        raise Refused("already_started", "the game has begun")
    name = clean_name(wanted.name)
    seat = _open_seat(table, wanted.seat)
    colour = wanted.colour or seat.colour
    seats = list(table.seats)
    changes: list[SeatChange] = []
    for one in table.seats:
        if one.kind == "bot" and one.name.casefold() == name.casefold():
            # A bot is renamed if a person has the same name.
            seats[one.seat] = replace(one, name=bot_name([name, *(other.name for other in seats)]))
            changes.append(SeatChange(seats[one.seat], {"kind": "bot"}))
    check_free(seats, name, colour, seat.seat)
    token = new_token()
    taken = replace(
        seat,
        kind="person",
        name=name,
        colour=colour,
        token=hashed(token),
        owner=not any(one.owner for one in seats),
        bot=bot,
        face=wanted.face,
    )
    changes.append(SeatChange(taken, {"kind": "open"}))
    swap = next((one for one in seats if one.kind == "open" and one.seat != seat.seat and one.colour == colour), None)
    if swap is not None:
        changes.append(SeatChange(replace(swap, colour=seat.colour), {"kind": "open"}))
    return Sitting(changes, Joined(table.row.id, seat.seat, token))


def _open_seat(table: GameTable, wanted: int | None) -> StoredSeat:
    if wanted is not None:
        if wanted >= len(table.seats):
            raise Refused("unknown_seat", f"there is no seat {wanted} at this table", None, "seat", 422)
        if table.seats[wanted].kind != "open":
            raise Refused("seat_taken", f"seat {wanted} is taken", None, "seat")
        return table.seats[wanted]
    seat = next((seat for seat in table.seats if seat.kind == "open"), None)
    if seat is None:
        raise Refused("table_full", "all seats are taken")
    return seat


def rematch(table: GameTable, now: float) -> NewTable:
    """Play again with the seats rotated; everybody's token is valid for the new game, too."""
    if table.log is None or not table.log.game.over:
        raise Refused("not_over", "the game is not over yet")
    if table.row.contest is not None:
        raise Refused("in_contest", "the next deal of a contest begins at the contest's page")
    players = table.row.players
    row = new_row(new_game_id(), table.board, table.row.board_text, players, now)
    for field in ("clock", "spectators", "spectator_delay", "public", "tracker", "hints", "screen", "kids"):
        setattr(row, field, getattr(table.row, field))
    seats = [replace(table.seats[(number + 1) % players], game=row.id, seat=number) for number in range(players)]
    return NewTable(row, seats, [])
