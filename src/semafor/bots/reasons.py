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
]


def sentence(why: i64, polish: bool) -> str:
    """The sentence for a reason."""
    return _POLISH[why] if polish else _ENGLISH[why]
