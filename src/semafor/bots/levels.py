"""Five levels of play for people, from a first game to the strongest bot.

A level is data: which bot plays it, and how it is called and described in both languages. No level cheats: each
sees what its seat may see, and a weaker one only thinks less.

>>> [level.id for level in LEVELS]
['apprentice', 'guard', 'stationmaster', 'dispatcher', 'semafor']
>>> level_by_id("guard").names["pl"]
'Konduktor'
"""

from typing import Final


class Level:
    """A level of play."""

    def __init__(self, id: str, spec: str, names: dict[str, str], about: dict[str, str], elo: int | None) -> None:
        """`spec` is what `make_bot` takes; `elo` was measured with two players on the USA board, planner at 0."""
        self.id = id
        self.spec = spec
        self.names = names
        self.about = about
        self.elo = elo


LEVELS: Final[tuple[Level, ...]] = (
    Level(
        "apprentice",
        "greedy",
        {"en": "Apprentice", "pl": "Uczeń"},
        {
            "en": "Takes the best route it can pay for and hardly minds its tickets: for a first game.",
            "pl": "Bierze najlepszy odcinek, na jaki go stać, i mało dba o bilety: na pierwszą partię.",
        },
        None,
    ),
    Level(
        "guard",
        "path",
        {"en": "Guard", "pl": "Konduktor"},
        {
            "en": "Builds for its tickets, one at a time.",
            "pl": "Buduje dla swoich biletów, po jednym naraz.",
        },
        None,
    ),
    Level(
        "stationmaster",
        "one-step",
        {"en": "Stationmaster", "pl": "Zawiadowca"},
        {
            "en": "Weighs every action, but looks only one step ahead.",
            "pl": "Waży każdy ruch, ale patrzy tylko o krok naprzód.",
        },
        None,
    ),
    Level(
        "dispatcher",
        "planner",
        {"en": "Dispatcher", "pl": "Dyspozytor"},
        {
            "en": "Plans all its tickets together and counts the turns that are left.",
            "pl": "Planuje wszystkie bilety razem i liczy tury, które zostały.",
        },
        None,
    ),
    Level(
        "semafor",
        "search:time=1",
        {"en": "Semafor", "pl": "Semafor"},
        {
            "en": "Plays the rest of the game in its head many times before every move: the strongest.",
            "pl": "Przed każdym ruchem wiele razy rozgrywa w myślach resztę partii: najsilniejszy.",
        },
        None,
    ),
)


def level_by_id(id: str) -> Level:
    """The level with this id; KeyError if there is none."""
    for level in LEVELS:
        if level.id == id:
            return level
    raise KeyError(id)
