"""Why a bot did what it did, or would: one sentence for each reason, in both languages, true before and after."""

from typing import Final

from mypy_extensions import i64

# Reasons, by number.
TICKETS_KEPT: Final[i64] = 0
MORE_TICKETS: Final[i64] = 1
ON_THE_WAY: Final[i64] = 2
FOR_POINTS: Final[i64] = 3
DRAWING: Final[i64] = 4
FERRY_CARD: Final[i64] = 5
TUNNEL_PAID: Final[i64] = 6
TUNNEL_LEFT: Final[i64] = 7
NOTHING_ELSE: Final[i64] = 8
BESIDE_THE_PLAN: Final[i64] = 9

_ENGLISH: Final = [
    "These tickets fit its plans best.",
    "It wants more tickets to build for.",
    "The route is needed for its tickets.",
    "The route is worth taking for its points.",
    "It collects cards for the routes that it wants.",
    "It needs a ferry card for a route that it wants.",
    "It has the extra cards for the tunnel.",
    "It does not have the extra cards for the tunnel.",
    "There is nothing better to do.",
    "The route is beside its plan, but somebody else could take it.",
]
_POLISH: Final = [
    "Te bilety najlepiej pasują do jego planów.",
    "Chce więcej biletów, dla których może budować.",
    "To połączenie jest potrzebne do jego biletów.",
    "To połączenie warto zająć dla punktów.",
    "Zbiera karty na połączenia, na których mu zależy.",
    "Potrzebuje karty promu na połączenie, na którym mu zależy.",
    "Ma dodatkowe karty na tunel.",
    "Nie ma dodatkowych kart na tunel.",
    "Nie ma nic lepszego do zrobienia.",
    "To połączenie leży poza jego planem, ale ktoś inny mógłby je zająć.",
]


def sentence(why: i64, polish: bool) -> str:
    """The sentence for a reason."""
    return _POLISH[why] if polish else _ENGLISH[why]


def after_trials(why: i64, actions: int, games: int, polish: bool) -> str:
    """The sentence for a reason, with what tells for it: that of so many actions it did best in games played out."""
    stem = sentence(why, polish).removesuffix(".")
    if polish:
        return f"{stem}: z {actions} możliwości ta wypadła najlepiej w partiach rozegranych w myślach ({games})."
    return f"{stem}: of {actions} actions this one did best in games played out in its head ({games})."
