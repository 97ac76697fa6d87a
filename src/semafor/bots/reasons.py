"""Why a bot did what it did: one sentence for each reason, in both languages."""

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
    "It kept the tickets that fit its plans best.",
    "It wants more tickets to build for.",
    "It claimed a route on the way of its tickets.",
    "It claimed the route for its points.",
    "It collects cards for the routes that it wants.",
    "It needs a ferry card for a route that it wants.",
    "It had the extra cards for the tunnel.",
    "It did not have the extra cards for the tunnel.",
    "It could do nothing better.",
    "It claimed a route beside its plan before somebody else does.",
]
_POLISH: Final = [
    "Zachował bilety, które najlepiej pasują do jego planów.",
    "Chce więcej biletów, dla których może budować.",
    "Zajął odcinek na drodze swoich biletów.",
    "Zajął odcinek dla punktów.",
    "Zbiera karty na odcinki, na których mu zależy.",
    "Potrzebuje karty promu na odcinek, na którym mu zależy.",
    "Miał dodatkowe karty na tunel.",
    "Nie miał dodatkowych kart na tunel.",
    "Nie mógł zrobić nic lepszego.",
    "Zajął odcinek poza swoim planem, zanim zrobi to kto inny.",
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
