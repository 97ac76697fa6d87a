"""The fields of every type of event in JSON, and which of them only the event's seat may see: those are NotRequired.

The classes of events write and hide their fields by this table; messages, TypeScript and schemas are made from it. An
event without a `seat` is the table's.
"""

from typing import Any, Final, Literal, NotRequired, get_origin

_OWN: Final = ("seat", "from")
Counts = dict[str, int]
Names = list[str]

EVENT_FIELDS: Final[dict[str, dict[str, Any]]] = {
    "cards_dealt": {"seat": int, "count": int, "cards": NotRequired[Names]},
    "tickets_dealt": {"seat": int, "count": int, "tickets": NotRequired[Names]},
    "display_filled": {"slot": int, "card": str},
    "display_swept": {"cards": Names},
    "deck_reshuffled": {"count": int},
    "goals_shown": {"goals": Names},
    "first_player": {"seat": int},
    "tickets_chosen": {"seat": int, "kept": NotRequired[Names], "given_back": NotRequired[Names]},
    "tickets_kept": {
        "seat": int,
        "count": int,
        "count_given_back": int,
        "kept": NotRequired[Names],
        "given_back": NotRequired[Names],
    },
    "card_taken": {"seat": int, "from": Literal["display"], "card": str, "slot": int},
    "card_drawn": {"seat": int, "from": Literal["deck"], "card": NotRequired[str]},
    "ferry_card_drawn": {"seat": int},
    "tickets_drawn": {"seat": int, "count": int, "tickets": NotRequired[Names]},
    "route_claimed": {"seat": int, "route": str, "cards": Counts, "ferry_cards": int, "points": int},
    "tunnel_opened": {"seat": int, "route": str, "paid": Counts, "revealed": Names, "extra": int},
    "tunnel_paid": {"seat": int, "cards": Counts},
    "tunnel_withdrawn": {"seat": int, "route": str, "cards": Counts},
    "bonus_cards_drawn": {"seat": int, "count": int, "cards": NotRequired[Names]},
    "passed": {"seat": int},
    "last_round": {"seat": int, "trains": int, "turns_left": int},
    "game_over": {"reason": str},
}
"""By the type of the event, its fields in the order in which they are written."""


def named_fields(type: str) -> tuple[str, ...]:
    """Return the fields of a type of event, apart from its seat and where a card comes from."""
    return tuple(name for name in EVENT_FIELDS[type] if name not in _OWN)


def private_fields(type: str) -> tuple[str, ...]:
    """Return the fields of a type of event that only its seat may see."""
    return tuple(name for name, kind in EVENT_FIELDS[type].items() if get_origin(kind) is NotRequired)
