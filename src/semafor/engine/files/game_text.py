"""A record as text, one action per line, for people to read, compare and send.

    semafor text 1
    board usa 8202a0b7b4e5458a
    rules 1
    players 2
    seed 7

    0 keep boston:miami dallas:new-york
    1 keep denver:el-paso
    0 deck
    0 take red
    1 claim calgary:vancouver:grey rrL

Cards are letters: a colour's first one, but `k` for black, `L` for a locomotive, `F` for a ferry card. `#` starts a
comment. The text is equivalent to the JSON of a record, and can be converted back.
"""

import json
from typing import Final

from semafor.engine.files.records import Record, RecordError
from semafor.model.actions import Action, Claim, DrawCard, KeepTickets, PayTunnel
from semafor.model.cards import CARDS
from semafor.model.reading import Problem

TEXT_HEAD: Final = "semafor text 1"
_LETTERS: Final = "pbowgykrL"
"""The letters of CARDS, in their order."""
_FERRY: Final = "F"
_NOTHING: Final = "-"
_UNDER: Final = "under"
_PLAIN: Final = {"tickets": "draw_tickets", "ferry": "draw_ferry_card", "withdraw": "withdraw", "pass": "pass"}
_SHAPES: Final = (
    "keep TICKET … [under TICKET …], deck, take CARD, tickets, ferry, claim ROUTE CARDS, pay CARDS, withdraw or pass"
)
_HEADS: Final = "board ID DIGEST, rules NUMBER, players NUMBER, seed NUMBER or TEXT, first SEAT"


def game_to_text(record: Record) -> str:
    """Return the text of a game dealt from a seed; raise RecordError for one that starts from a position."""
    if record.position is not None:
        raise RecordError(
            [Problem("position", "a game that begins in a position can't be written as text, only as JSON")]
        )
    lines = [
        TEXT_HEAD,
        f"board {record.board} {record.digest}",
        f"rules {record.rules}",
        f"players {record.players}",
        f"seed {json.dumps(record.seed)}",
    ]
    if record.first is not None:
        lines.append(f"first {record.first}")
    lines.append("")
    lines += [f"{step.seat} {_action_text(step.action)}" for step in record.steps]
    return "\n".join(lines) + "\n"


def _action_text(action: Action) -> str:
    if isinstance(action, KeepTickets):
        order = [] if action.order is None else [_UNDER, *action.order]
        return " ".join(["keep", *action.tickets, *order])
    if isinstance(action, DrawCard):
        return "deck" if action.card is None else f"take {action.card}"
    if isinstance(action, Claim):
        return f"claim {action.route} {_cards_text(action.counts, action.ferry_cards)}"
    if isinstance(action, PayTunnel):
        return f"pay {_cards_text(action.counts, 0)}"
    return next(word for word, name in _PLAIN.items() if name == action.type)


def _cards_text(counts: tuple[int, ...], ferry_cards: int) -> str:
    letters = "".join([_LETTERS[kind] * counts[kind] for kind in range(len(CARDS))])
    return letters + _FERRY * ferry_cards or _NOTHING


def game_from_text(text: str) -> Record:
    """Parse a game, or raise RecordError with all problems, line by line."""
    problems: list[Problem] = []
    data: dict[str, object] = {"format": 1}
    actions: list[dict[str, object]] = []
    lines = text.splitlines()
    if not lines or lines[0].split("#")[0].strip() != TEXT_HEAD:
        raise RecordError([Problem("line 1", f"must be {TEXT_HEAD!r}")])
    for number in range(1, len(lines)):
        words = lines[number].split("#")[0].split()
        if not words:
            continue
        try:
            if words[0] == "seed":
                data["seed"] = _read_seed(lines[number])
            elif words[0].isdecimal():
                actions.append({"seat": int(words[0]), "action": _read_action(words[1:])})
            else:
                data.update(_read_head(words))
        except ValueError as error:
            problems.append(Problem(f"line {number + 1}", str(error)))
    if problems:
        raise RecordError(problems)
    data["actions"] = actions
    return Record.from_json(data)


def _read_head(words: list[str]) -> dict[str, object]:
    name, values = words[0], words[1:]
    if name == "board" and len(values) == 2:
        return {"board": values[0], "digest": values[1]}
    if name in ("rules", "players", "first") and len(values) == 1 and values[0].isdecimal():
        return {name: int(values[0])}
    raise ValueError(f"must be a seat and its action, or: {_HEADS}")


def _read_seed(line: str) -> object:
    """Parse a number, or a quoted string, which may contain `#`."""
    written = line.split(None, 1)[1] if len(line.split()) > 1 else ""
    try:
        seed, end = json.JSONDecoder().raw_decode(written)
    except json.JSONDecodeError:
        seed, end = None, 0
    if not isinstance(seed, (int, str)) or written[end:].split("#")[0].strip():
        raise ValueError("the seed is a whole number, or a text in quotation marks")
    return seed


def _read_action(words: list[str]) -> dict[str, object]:
    name = words[0] if words else ""
    values = words[1:]
    if name == "keep" and values:
        if _UNDER not in values:
            return {"type": "keep_tickets", "tickets": values}
        at = values.index(_UNDER)
        return {"type": "keep_tickets", "tickets": values[:at], "order": values[at + 1 :]}
    if name == "deck" and not values:
        return {"type": "draw_card", "from": "deck"}
    if name == "take" and len(values) == 1:
        return {"type": "draw_card", "from": "display", "card": values[0]}
    if name == "claim" and len(values) == 2:
        cards = _read_cards(values[1])
        ferry_cards = cards.pop(_FERRY, 0)
        claim: dict[str, object] = {"type": "claim", "route": values[0], "cards": cards}
        return {**claim, "ferry_cards": ferry_cards} if ferry_cards else claim
    if name == "pay" and len(values) == 1:
        return {"type": "pay_tunnel", "cards": _read_cards(values[0])}
    if name in _PLAIN and not values:
        return {"type": _PLAIN[name]}
    raise ValueError(f"an action is {_SHAPES}; not {' '.join(words)!r}")


def _read_cards(letters: str) -> dict[str, int]:
    """Return cards by name, ferry cards by their letter."""
    cards: dict[str, int] = {}
    if letters == _NOTHING:
        return cards
    for letter in letters:
        at = _LETTERS.find(letter)
        if at < 0 and letter != _FERRY:
            raise ValueError(f"cards are letters of {_LETTERS}{_FERRY}, or {_NOTHING} for none; not {letter!r}")
        name = CARDS[at] if at >= 0 else _FERRY
        cards[name] = cards.get(name, 0) + 1
    return cards
