"""Help and errors of the command line, in the user's language.

Commands are declared without texts: those are in the catalogues, under `help_<command>` and `option_<command>_<name>`
(or `option_<name>`, if several commands share it). They are filled in when a command is looked up, so one process can
use several languages. click marks its own texts for gettext; they are looked up in the same catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click

from semafor.cli.words.catalogue import Catalogue, catalogue, languages
from semafor.cli.words.language import default_language

_CLICK: Final = ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types")
"""The modules of click that have texts."""
_PLACEHOLDER: Final = re.compile(r"(?:INTEGER|FLOAT) RANGE|[A-Z]{2,}")

HELP_OPTIONS: Final = ["-h", "--help"]

_metavars: dict[click.Parameter, str] = {}
"""The names of parameters before translation."""


def asked_language(arguments: Sequence[str]) -> str:
    """Return the language of --lang, wherever it is on the command line; by default the locale's."""
    said = [*arguments, ""]
    for index, word in enumerate(arguments):
        name, equals, value = word.partition("=")
        language = value if equals else said[index + 1]
        if name == "--lang" and language in languages():
            return language
    return default_language()


def speak(language: str) -> None:
    """Make click use a language for its own texts."""
    words = catalogue(language)

    def plural(one: str, many: str, number: int) -> str:
        return words.translated(one if number == 1 else many)

    for name in _CLICK:
        functions = vars(import_module(f"click.{name}"))
        for function, ours in (("_", words.translated), ("ngettext", plural)):
            if function in functions:
                functions[function] = ours


def fill_in(command: click.Command, path: str, language: str) -> None:
    """Set the texts of a command and its subcommands; `path` is its name, with those of its groups."""
    words = catalogue(language)
    ctx = click.Context(command, help_option_names=HELP_OPTIONS)
    text = words.find(f"help_{path}")
    if text is not None:
        command.help = text.strip()
        command.short_help = " ".join(command.help.split("\n\n")[0].split())
    command.epilog = words.find(f"epilog_{path}")
    command.options_metavar = _placeholders("[OPTIONS]", words)
    for parameter in command.params:
        _fill_in_parameter(parameter, path, ctx, words)
    help_option = command.get_help_option(ctx)
    if help_option is not None:
        help_option.help = words.text("option_help")
    if isinstance(command, click.Group):
        command.subcommand_metavar = _placeholders("COMMAND [ARGS]...", words)
        for name, below in command.commands.items():
            fill_in(below, name if path == "semafor" else f"{path}_{name}", language)


def _fill_in_parameter(parameter: click.Parameter, path: str, ctx: click.Context, words: Catalogue) -> None:
    original = _metavars.setdefault(parameter, parameter.make_metavar(ctx))
    parameter.metavar = _placeholders(original, words)
    if isinstance(parameter, click.Option):
        text = words.find(f"option_{path}_{parameter.name}") or words.find(f"option_{parameter.name}")
        parameter.help = text or parameter.help


def _placeholders(text: str, words: Catalogue) -> str:
    """Translate placeholders such as FILE and NUMBER; others, such as ID and URL, stay."""

    def translated(match: re.Match[str]) -> str:
        return words.find(f"metavar_{match[0].split()[0].lower()}") or match[0]

    return _PLACEHOLDER.sub(translated, text)
