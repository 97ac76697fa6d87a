"""The text form of a finished game, as people type it at the table: see docs/scoring.md.

The whole text is read, with every problem noted at its line, and becomes a position (docs/protocol.md) and the names of
the players. Nothing is guessed: an ambiguous entry is a problem that names the alternatives.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import semafor
from semafor import Board, BoardError, builtin_ids, load_board
from semafor.cli.score.claims import Claims, Wanted
from semafor.cli.words.catalogue import understood
from semafor.cli.words.language import Names, Speech
from semafor.cli.words.matching import Lexicon, Numbers, PlaceLexicon, read_cards
from semafor.cli.words.plain_text import plain
from semafor.model.cards import CARD_KIND, COLOURS
from semafor.model.spec import pair

KEYWORDS: Final = Lexicon(
    {part: understood(part) for part in ("board", "goals", "player", "routes", "tickets", "hand")}
)
"""The keywords that begin a part, each with its colon."""

_NOTHING: Final = frozenset(["", *map(plain, understood("nothing"))])
_KEY: Final = re.compile(r"\s*([^:,]{1,30}?)\s*:(.*)")


class Entry:
    """A piece of text, and the line it is on."""

    def __init__(self, line: int, text: str) -> None:
        """Take the line and the text."""
        self.line = line
        self.text = text


class Player:
    """The text's data about one player."""

    def __init__(self, name: str, line: int) -> None:
        """Start with nothing but the name."""
        self.name = name
        self.line = line
        self.parts: dict[str, list[Entry]] = {"routes": [], "tickets": [], "hand": []}
        self.given: set[str] = set()


class TableProblem:
    """A problem at a line (0: in the text as a whole)."""

    def __init__(self, line: int, message: str) -> None:
        """Take the line and the text."""
        self.line = line
        self.message = message


class TableText:
    """A parsed text: `position` and `names`, if there are no `problems`.

    `notes` say what was assumed.
    """

    def __init__(self, text: str, speech: Speech, board: str | None = None) -> None:
        """Read a text; `board` overrides the text's board, and is required if the text names none."""
        self.speech = speech
        self.problems: list[TableProblem] = []
        self.notes: list[str] = []
        self.position: dict[str, object] = {}
        self.names: list[str] = []
        self.board: Board | None = None
        self._players: list[Player] = []
        self._goals: list[Entry] = []
        lines = [line.partition("#")[0].rstrip() for line in text.replace("\t", "    ").splitlines()]
        self.board = self._find_board(lines, board)
        if self.board is not None:
            self._places = PlaceLexicon(self.board.spec)
            self._called = Names(self.board.spec, speech)
            self._tickets = {pair(ticket.a, ticket.b): ticket for ticket in self.board.spec.tickets}
            self._claims = Claims(self.board, speech, self._called, self._places)
            self._read_lines(lines)
            self._understand(self.board)
        self.problems.sort(key=lambda problem: problem.line)

    def _report(self, line: int, key: str, /, **values: object) -> None:
        self.problems.append(TableProblem(line, self.speech(key, **values)))

    def _near(self, names: Sequence[str]) -> str:
        """Suggest the nearest names, if there are any."""
        return " " + self.speech("did_you_mean", names=self.speech.either(names)) if names else ""

    # The board

    def _find_board(self, lines: Sequence[str], given: str | None) -> Board | None:
        """Find the board that the text or the command names."""
        for number, line in enumerate(lines, 1):
            key = _KEY.match(line)
            if given is None and key and "board" in KEYWORDS.exact(key[1]):
                return self._load_board(number, key[2].strip())
        if given is not None:
            return self._load_board(0, given)
        self._report(0, "no_board", boards=", ".join(builtin_ids()))
        return None

    def _load_board(self, line: int, name: str) -> Board | None:
        boards = {id: load_board(id).spec for id in builtin_ids()}
        lexicon = Lexicon({id: [id, *spec.names.values(), *spec.aliases] for id, spec in boards.items()})
        found = lexicon.find(name)
        if len(found) == 1:
            return load_board(found[0])
        if len(found) > 1:
            self._report(line, "which_board", name=name, boards=self.speech.either(found))
            return None
        try:
            return load_board(name)
        except BoardError:
            near = self._near(lexicon.near(name))
            self._report(line, "unknown_board", name=name, boards=", ".join(boards), near=near)
            return None

    # Lines

    def _read_lines(self, lines: Sequence[str]) -> None:
        """Sort the lines by players and parts."""
        part: list[Entry] | None = None
        kind = ""
        indent = 0
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text:
                continue
            depth = len(line) - len(line.lstrip())
            key = _KEY.match(line)
            named = KEYWORDS.exact(key[1]) if key else []
            if key and named:
                kind = named[0]
                if kind == "player":
                    self._add_player(number, key[2].strip())
                    part, kind, indent = None, "", depth
                else:
                    part = self._part(number, kind)
                    indent = depth if kind == "goals" else indent
                    self._add_entries(part, number, key[2])
            elif part is not None and (depth > indent or self._is_entry(kind, text)):
                self._add_entries(part, number, text)
            else:
                part, kind = self._heading(number, text, key)
                indent = depth

    def _heading(self, line: int, text: str, key: re.Match[str] | None) -> tuple[list[Entry] | None, str]:
        """Handle a line outside all parts: a player's name, or a misspelt keyword."""
        if key:
            near = KEYWORDS.near(key[1], 1, 0.75)
            if near:
                self._report(line, "unknown_part", word=key[1], near=near[0])
                # Continue as if it were right, to find the other problems.
                kind = KEYWORDS.exact(near[0])[0]
                part = self._part(line, kind) if kind in ("routes", "tickets", "hand") else None
                self._add_entries(part, line, key[2])
                return part, kind
            if key[2].strip():
                self._report(line, "name_alone", name=key[1])
            text = key[1]
        self._add_player(line, text)
        return None, ""

    def _add_player(self, line: int, name: str) -> None:
        for player in self._players:
            if plain(player.name) == plain(name):
                self._report(line, "same_name", name=name, line=player.line)
        self._players.append(Player(name, line))

    def _part(self, line: int, kind: str) -> list[Entry] | None:
        """Return the list for a part's entries; None for the board, which is already known."""
        if kind == "board":
            return None
        if kind == "goals":
            return self._goals
        if not self._players:
            self._report(line, "no_player_yet", word=self.speech(f"part_{kind}"))
            return None
        self._players[-1].given.add(kind)
        return self._players[-1].parts[kind]

    def _add_entries(self, part: list[Entry] | None, line: int, text: str) -> None:
        if part is not None:
            entries = [entry.strip() for entry in re.split("[,;]", text)]
            part += [Entry(line, entry) for entry in entries if plain(entry) not in _NOTHING]

    def _is_entry(self, kind: str, text: str) -> bool:
        """Return whether an unindented line continues the part above it."""
        first = re.split("[,;]", text)[0]
        if kind in ("routes", "tickets"):
            pairs = self._claims.pairs if kind == "routes" else self._tickets
            found = self._places.find_pair(first, pairs, self._claims.words)
            return bool(found.pairs or found.known or found.unclear) or self._places.mentions(first)
        if kind == "hand":
            return bool(read_cards(first)[0])
        return kind == "goals" and self.board is not None and bool(_goal_names(self.board).find(first))

    # Meaning

    def _understand(self, board: Board) -> None:
        """Build the position from the parsed text."""
        spec = board.spec
        players = self._players
        self.names = [player.name for player in players]
        if not spec.min_players <= len(players) <= spec.max_players:
            fits = {"board": self.speech.name(spec.names), "least": spec.min_players, "most": spec.max_players}
            self._report(0, "wrong_number_of_players", **fits, got=self.speech.count("players", len(players)))
        wanted = [
            Wanted(seat, entry.line, entry.text)
            for seat, player in enumerate(players)
            for entry in player.parts["routes"]
        ]
        routes = self._claims.assign(wanted, self.names, [player.line for player in players])
        self.problems += [TableProblem(line, message) for line, message in self._claims.problems]
        tickets = self._find_tickets()
        hands = [self._find_hand(player) for player in players]
        self._check_cards(board, hands)
        goals = self._find_goals(board)
        self._note_hands(board, goals)
        seats = [
            {"routes": routes[seat], "tickets": tickets[seat], "hand": hands[seat]} for seat in range(len(players))
        ]
        self.position = {"board": board.id, "seats": seats, "decision": "over"}
        if spec.goals:
            self.position["goals"] = goals

    def _find_tickets(self) -> list[list[str]]:
        found: list[list[str]] = []
        holders: dict[str, tuple[str, int]] = {}
        for player in self._players:
            found.append([])
            for entry in player.parts["tickets"]:
                ticket = self._find_ticket(entry)
                if ticket in holders:
                    name, line = holders[ticket]
                    self._report(entry.line, "ticket_twice", ticket=self._called.ticket(ticket), name=name, line=line)
                elif ticket:
                    holders[ticket] = (player.name, entry.line)
                    found[-1].append(ticket)
        return found

    def _find_ticket(self, entry: Entry) -> str:
        """Return the id of the ticket, or an empty string if it is unclear."""
        found = self._places.find_pair(entry.text, self._tickets, Numbers())
        tickets = [self._tickets[key] for key in found.pairs]
        if len(tickets) > 1:
            names = self.speech.either([self._called.ticket(ticket.id) for ticket in tickets])
            self._report(entry.line, "which_ticket", text=entry.text, names=names)
        elif tickets and found.rest and int(found.rest[-1]) != tickets[0].points:
            self._report(entry.line, "ticket_points", ticket=self._called.ticket(tickets[0].id), got=found.rest[-1])
        elif tickets:
            return tickets[0].id
        elif found.known:
            a, b = found.known
            self._report(
                entry.line, "no_such_ticket", places=self._called.between(a, b), near=self._other_tickets(a, b)
            )
        else:
            for word, places in found.unclear.items():
                names = self.speech.either([self._called.places[place] for place in places])
                self._report(entry.line, "which_place", text=entry.text, word=word, names=names)
            for word in found.unknown:
                near = self._near(self._places.near(word))
                self._report(
                    entry.line, "unknown_place", text=entry.text, word=word, what=self.speech("a_ticket"), near=near
                )
        return ""

    def _other_tickets(self, a: str, b: str) -> str:
        """List the tickets of two places that share none."""
        said: list[str] = []
        for place in dict.fromkeys((a, b)):
            there = [
                f"{self._called.places[ticket.b if ticket.a == place else ticket.a]} ({ticket.points})"
                for ticket in self._tickets.values()
                if place in (ticket.a, ticket.b)
            ]
            names = self.speech.list(sorted(there)) or self.speech("none")
            said.append(self.speech("tickets_there", place=self._called.places[place], names=names))
        return " ".join(said)

    def _find_hand(self, player: Player) -> dict[str, int]:
        """Count the cards in hand: `3 red, red, 2x loco`."""
        cards: dict[str, int] = {}
        for entry in player.parts["hand"]:
            found, unknown = read_cards(entry.text)
            unknown += [word for word in found if word not in CARD_KIND]
            for word in unknown:
                names = self.speech.either([self.speech(name) for name in CARD_KIND])
                self._report(entry.line, "unknown_card", text=entry.text, word=word, names=names)
            for card, number in found.items():
                cards[card] = cards.get(card, 0) + number
        return cards

    def _check_cards(self, board: Board, hands: Sequence[dict[str, int]]) -> None:
        """Check that the hands hold no more cards than there are."""
        for card in CARD_KIND:
            total = int(board.each_colour) if card in COLOURS else int(board.locomotives)
            held = sum(hand.get(card, 0) for hand in hands)
            if held > total:
                self._report(0, "too_many_cards", card=self.speech(card), held=held, total=total)

    def _find_goals(self, board: Board) -> list[str]:
        lexicon = _goal_names(board)
        all_goals = self.speech.either([self._called.goal(goal.id) for goal in board.spec.goals])
        goals: list[str] = []
        clear = True
        for entry in self._goals:
            found = lexicon.find(entry.text)
            if len(found) == 1:
                if found[0] not in goals:
                    goals.append(found[0])
                continue
            clear = False
            if not board.spec.goals:
                self._report(entry.line, "no_goals_here", board=self.speech.name(board.spec.names))
            elif found:
                names = self.speech.either([self._called.goal(goal) for goal in found])
                self._report(entry.line, "which_goal", text=entry.text, names=names)
            else:
                near = self._near(lexicon.near(entry.text)) or f" {all_goals}."
                self._report(entry.line, "unknown_goal", text=entry.text, near=near)
        if clear and len(goals) != board.number("goals", "face_up"):
            line = self._goals[0].line if self._goals else 0
            self._report(
                line, "wrong_number_of_goals", number=board.number("goals", "face_up"), got=len(goals), goals=all_goals
            )
        return goals

    def _note_hands(self, board: Board, goals: Sequence[str]) -> None:
        """Add a note if a goal counts cards in hand and some player's hand is missing."""
        for goal in board.spec.goals:
            if goal.id in goals and goal.measure == "locomotives_in_hand":
                missing = [player.name for player in self._players if "hand" not in player.given]
                if missing:
                    names = self.speech.list(missing)
                    self.notes.append(self.speech("hand_not_given", names=names, goal=self._called.goal(goal.id)))


def _goal_names(board: Board) -> Lexicon:
    return Lexicon({goal.id: [*goal.names.values(), goal.id, *goal.aliases] for goal in board.spec.goals})


def load_table(table: TableText) -> semafor.Game:
    """Set up the finished game of a text that has no problems."""
    return semafor.load_position(table.position, seed=0, board=table.board)
