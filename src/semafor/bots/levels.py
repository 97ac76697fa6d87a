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

    def __init__(self, id: str, spec: str, names: dict[str, str], about: dict[str, str], elo: int) -> None:
        """`spec` is what `make_bot` takes; `elo` was measured with two players on the USA board, the planner at 0."""
        self.id = id
        self.spec = spec
        self.names = names
        self.about = about
        self.elo = elo


LEVELS: Final[tuple[Level, ...]] = (
    Level(
        "apprentice",
        "planner:lapses=60",
        {"en": "Apprentice", "pl": "Uczeń"},
        {
            "en": "Mostly takes whatever route it can pay for, and often forgets its tickets: for a first game.",
            "pl": "Zwykle bierze połączenie, na jakie go stać, i często zapomina o biletach: na pierwszą partię.",
        },
        -662,
    ),
    Level(
        "guard",
        "planner:lapses=28",
        {"en": "Guard", "pl": "Konduktor"},
        {
            "en": "Has a plan for its tickets, but loses sight of it every few turns.",
            "pl": "Układa plan pod swoje bilety, ale co kilka tur o nim zapomina.",
        },
        -450,
    ),
    Level(
        "stationmaster",
        "planner:lapses=12",
        {"en": "Stationmaster", "pl": "Zawiadowca"},
        {
            "en": "Plans well and lets its attention slip now and then.",
            "pl": "Planuje dobrze, a czasem traci uwagę.",
        },
        -220,
    ),
    Level(
        "dispatcher",
        "planner",
        {"en": "Dispatcher", "pl": "Dyspozytor"},
        {
            "en": "Plans all its tickets together, counts the turns that are left and never slips.",
            "pl": "Planuje wszystkie bilety razem, liczy tury, które zostały, i nigdy nie traci uwagi.",
        },
        0,
    ),
    Level(
        "semafor",
        "search:time=1",
        {"en": "Semafor", "pl": "Semafor"},
        {
            "en": "Plays the rest of the game in its head many times before every move: the strongest.",
            "pl": "Przed każdym ruchem wiele razy rozgrywa w myślach resztę partii: najsilniejszy.",
        },
        236,
    ),
)


def level_by_id(id: str) -> Level:
    """The level with this id; KeyError if there is none."""
    for level in LEVELS:
        if level.id == id:
            return level
    raise KeyError(id)
