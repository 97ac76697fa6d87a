"""Lessons: games with a fixed deal against a scripted opponent, explained step by step by the client.

The first journey is a whole game on a small board. A minute on one of our boards shows what only that board has, and
ends before its game does.

The seed of a lesson's table names the lesson, so nothing else about it has to be stored. The seed is not secret, so
only the creator of the table can sit there.
"""

from __future__ import annotations

import importlib.resources
from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec import Struct

from semafor import Action, DrawCard, Observation, builtin_ids
from semafor.bots.levels import LEVELS
from semafor.table.wire.api_messages import NewGame, NewSeat
from semafor.table.wire.problems import Refused

LEARNER: Final = 0
"""The learner's seat, which begins."""
_MARK: Final = "lesson"


class Reply(Struct, frozen=True):
    """A route that the opponent claims as soon as it can pay for it and the learner has claimed enough routes."""

    after: int
    route: str


class Lesson(Struct, frozen=True):
    """A lesson: its deal, and its opponent's claims; with nothing to claim, the opponent draws from the deck."""

    id: str
    """That of its board: one of ours, or one made for it."""
    deal: int
    """The number of the deal, which the client's steps rely on."""
    replies: tuple[Reply, ...] = ()

    @property
    def board(self) -> str | None:
        """The board, if it is one of ours."""
        return self.id if self.id in builtin_ids() else None

    @property
    def board_text(self) -> str | None:
        """The text of a board file made for the lesson, which is not among the boards to choose from."""
        return _text(self.id) if self.board is None else None

    @property
    def seed(self) -> str:
        """The seed of its deal."""
        return f"{_MARK} {self.id} {self.deal}"

    def reply(self, seen: Observation) -> Action | None:
        """Return the opponent's action, from its observation; None if it can neither claim nor draw."""
        legal = seen.legal
        claimed = len(seen.seats[LEARNER].routes)
        for reply in self.replies:
            if claimed >= reply.after:
                claim = legal.claims.get(reply.route)
                if claim is not None:
                    return claim.best
        draw = DrawCard()
        return draw if draw in legal else None


LESSONS: Final[Mapping[str, Lesson]] = {
    lesson.id: lesson
    for lesson in (
        Lesson(
            id="first-journey",
            deal=55663,
            replies=(
                Reply(1, "bialystok:warszawa:white"),
                Reply(3, "krakow:lodz:red"),
                Reply(4, "bialystok:lublin:grey"),
            ),
        ),
        Lesson(id="usa", deal=7035),
        Lesson(id="nordic-countries", deal=5354672),
        Lesson(id="italy", deal=24372),
        Lesson(id="northern-lights", deal=3212),
    )
}


def wanted_lesson(wanted: NewGame) -> Lesson | None:
    """Return the requested lesson, if any; raise Refused if it is unknown, or requested with other settings."""
    if wanted.lesson is None:
        return None
    lesson = LESSONS.get(wanted.lesson)
    if lesson is None:
        text = f"there is no lesson {wanted.lesson!r}; there are {', '.join(LESSONS)}"
        raise Refused("unknown_lesson", text, None, "lesson", 422)
    if (wanted.board, wanted.board_file, wanted.day) != (None, None, None):
        raise Refused("bad_request", "a lesson brings its own board and deal", None, "lesson", 422)
    if [seat.kind for seat in wanted.seats] != ["me"]:
        raise Refused("bad_request", "a lesson has one seat, yours; it brings its opponent", None, "seats", 422)
    return lesson


def lesson_seats(wanted: NewGame) -> list[NewSeat]:
    """Return the seats of a lesson: the learner's, and the opponent's."""
    return [*wanted.seats, NewSeat(kind="bot", level=LEVELS[0].id)]


def lesson_of(seed: str) -> Lesson | None:
    """Return the lesson of a seed, if it is one: other seeds are hexadecimal."""
    mark, _, rest = seed.partition(" ")
    lesson = LESSONS.get(rest.partition(" ")[0]) if mark == _MARK else None
    return lesson if lesson is not None and lesson.seed == seed else None


@cache
def _text(lesson: str) -> str:
    folder = importlib.resources.files("semafor").joinpath("boards", "lessons")
    return folder.joinpath(f"{lesson}.toml").read_text(encoding="utf-8")
