"""The language of the output, and how to format texts, counts and lists in it.

    >>> speech = Speech("pl")
    >>> speech("wins_with", name="Ania", points=speech.count("points", 22))
    'Wygrywa Ania: 22 punkty.'

The texts are in catalogues (`semafor.cli.words.catalogue`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from semafor.cli.words.catalogue import FALLBACK, catalogue, languages
from semafor.model.reading import Phrase, Problem

if TYPE_CHECKING:
    from semafor.model.spec import BoardSpec, GoalSpec, Place, Region, RouteSpec


def default_language(environment: Mapping[str, str] | None = None) -> str:
    """Return the language of the user's locale if it is supported, else English."""
    environment = os.environ if environment is None else environment
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            language = re.split("[_.@-]", environment[variable].lower())[0]
            return language if language in languages() else FALLBACK
    return FALLBACK


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option --lang; the command gets a language."""
    return click.option("--lang", type=click.Choice(languages()), default=current_language)(command)


def hidden_language(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option --lang, which the group handles; the command itself does not get it."""
    return click.option("--lang", type=click.Choice(languages()), expose_value=False)(command)


def current_language() -> str:
    """Return the language of the running command; the group handles --lang before anything is printed."""
    context = click.get_current_context(silent=True)
    language = None if context is None else context.obj
    return language if isinstance(language, str) else default_language()


def here(key: str, /, **values: object) -> str:
    """Return a text in the language of the running command."""
    return Speech(current_language())(key, **values)


def names_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option --names; the command gets whether names are local ones."""
    return click.option(
        "--names",
        "local_names",
        type=click.Choice(["local", "language"]),
        default="local",
        show_default=True,
        callback=lambda _context, _option, value: value == "local",
    )(command)


class Speech:
    """Formats texts in one language."""

    def __init__(self, language: str, local_names: bool = True) -> None:
        """Take a language, and whether places have their local names or those of the language."""
        self.language = language
        self.local_names = local_names
        self._catalogue = catalogue(language)

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a text with these values filled in."""
        return self._catalogue.text(key).format(**values)

    def translated(self, said: object) -> str:
        """Translate a phrase of the engine, with the values of its blanks."""
        if not isinstance(said, Phrase):
            return str(said)
        text = self._catalogue.translated(said.text)
        if not said.values:
            return text
        return text.format(**{name: self.translated(value) for name, value in said.values.items()})

    def problem(self, problem: Problem) -> str:
        """Format a problem of a file, with its path."""
        said = self.translated(problem.phrase)
        return f"{problem.path}: {said}" if problem.path else said

    def knows(self, key: str) -> bool:
        """Return whether there is such a text."""
        return key in catalogue(FALLBACK).texts

    def form(self, key: str, number: int) -> str:
        """Return the plural form of a word for a number: point, points."""
        return self._catalogue.form(key, number)

    def count(self, key: str, number: int) -> str:
        """Return a count with its noun."""
        return f"{signed(number)} {self.form(key, number)}"

    def list(self, members: Sequence[str]) -> str:
        """Join a list: `a, b and c`."""
        if len(members) < 2:
            return "".join(members)
        return f"{', '.join(members[:-1])} {self('and')} {members[-1]}"

    def either(self, members: Sequence[str]) -> str:
        """Join alternatives: `a, b or c`."""
        if len(members) < 2:
            return "".join(members)
        return f"{', '.join(members[:-1])} {self('or')} {members[-1]}"

    def name(self, names: Mapping[str, str]) -> str:
        """Choose a name by language, with English as the fallback."""
        return names.get(self.language, names["en"])

    def cards(self, cards: Mapping[str, int]) -> str:
        """Format cards: `3 × red, 1 × locomotive`."""
        return ", ".join(f"{count} × {self(name)}" for name, count in cards.items())


def signed(number: int) -> str:
    """Format a number with a proper minus sign."""
    return str(number) if number >= 0 else f"−{-number}"  # noqa: RUF001 (a minus sign is meant)


def place_name(place: Place, speech: Speech) -> str:
    """Return the name of a place; for an unnamed junction, another name from the board file, or its id."""
    if place.name:
        return place.name if speech.local_names else place.names.get(speech.language, place.name)
    made_up = place.id.removeprefix("junction-").replace("-", " ").title()
    return speech("junction", name=place.names.get(speech.language, place.names.get(FALLBACK, made_up)))


def region_name(region: Region, speech: Speech) -> str:
    """Name a region."""
    return region.name if speech.local_names else region.names.get(speech.language, region.name)


class Names:
    """Names things of one board in one language."""

    def __init__(self, spec: BoardSpec, speech: Speech) -> None:
        """Collect the names."""
        self.speech = speech
        self.places = {place.id: place_name(place, speech) for place in spec.places}
        self.regions = {region.id: region_name(region, speech) for region in spec.regions}
        self.goals: dict[str, GoalSpec] = {goal.id: goal for goal in spec.goals}
        self.routes: dict[str, RouteSpec] = {route.id: route for route in spec.routes}
        self.tickets = {ticket.id: ticket for ticket in spec.tickets}

    def between(self, a: str, b: str) -> str:
        """Name a pair of places."""
        return f"{self.places[a]} – {self.places[b]}"

    def path(self, places: Sequence[str]) -> str:
        """Name the places of a path."""
        return " – ".join(self.places[place] for place in places)

    def goal(self, goal: str) -> str:
        """Name a goal."""
        return self.speech.name(self.goals[goal].names)

    def ticket(self, ticket: str) -> str:
        """Name a ticket with its points: `Boston – Miami (12)`."""
        spec = self.tickets[ticket]
        return f"{self.between(spec.a, spec.b)} ({spec.points})"

    def route(self, route: str) -> str:
        """Name a route with all that distinguishes it: `Bergen – Oslo, blue 4, tunnel`."""
        spec = self.routes[route]
        return f"{self.between(spec.a, spec.b)}, {self.attributes(spec)}"

    def lanes(self, routes: Sequence[RouteSpec]) -> str:
        """Name parallel routes as one: `Oslo – Bergen, blue/red 4, tunnel`."""
        first = routes[0]
        colours = "/".join(dict.fromkeys(self.speech(route.colour) for route in routes))
        rest = self.attributes(first).removeprefix(self.speech(first.colour))
        return f"{self.between(first.a, first.b)}, {colours}{rest}"

    def attributes(self, route: RouteSpec) -> str:
        """Describe the colour, the length and the kind of a route."""
        said = f"{self.speech(route.colour)} {route.length}"
        if route.kind != "plain":
            said += f", {self.speech(route.kind)}" + (f" {route.symbols}" if route.symbols else "")
        bonus = route.fields["bonus_cards"]
        return f"{said}, +{bonus}" if bonus else said
