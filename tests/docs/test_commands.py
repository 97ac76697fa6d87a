"""The commands on the pages exist: programs, subcommands, options, targets, scripts and modules."""

from __future__ import annotations

import json
import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from semafor.cli.main import cli
from tests.docs.test_docs import PAGES, ROOT, blocks, name

TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
SCRIPTS = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["scripts"]
NOTEBOOK = ROOT / "docs/notebook"
SHELL = ("console", "sh", "")


def commands(page: Path) -> list[list[str]]:
    """Return the words of every command: in a console those after a prompt, elsewhere those that begin a line."""
    found = []
    for language in SHELL:
        for _, code in blocks(page, language):
            joined = re.sub(r"\\\n\s*", " ", code)
            prompt = r"^[$#] (.*)$" if language == "console" else r"^((?:semafor|make|python|\.venv/bin/python) .*)$"
            for line in re.findall(prompt, joined, re.MULTILINE):
                for part in re.split(r" && |; | \| ", line):
                    try:
                        found.append(shlex.split(part, comments=True))
                    except ValueError:  # a quotation that goes on behind the separator or the line
                        found.append(part.split())
    return found


def problem(words: list[str]) -> str | None:
    """Return what is wrong with a command, if it is one of ours."""
    while words and (re.fullmatch(r"[A-Z_]+=.*", words[0]) or words[0] in ("sudo", "nice", "time")):
        words = words[1:]
    if not words:
        return None
    program, *rest = words
    if Path(program).name == "semafor" and rest:
        return wrong_options(rest)
    if program == "make":
        return next(
            (f"no target {word}" for word in rest if re.fullmatch(r"[a-z-]+", word) and word not in TARGETS), None
        )
    if program == "npm" and "run" in rest:
        script = next(word for word in rest[rest.index("run") + 1 :] if not word.startswith("-"))
        return None if script in SCRIPTS else f"no script {script}"
    if Path(program).name.startswith("python") and "-m" in rest:
        module = rest[rest.index("-m") + 1]
        own = module.split(".")[0] in ("semafor", "training", "benchmarks", "examples", "tests")
        return f"no module {module}" if own and find_spec(module) is None else None
    return None


def wrong_options(words: list[str]) -> str | None:
    context = cli.make_context("semafor", [], resilient_parsing=True)
    if words[0].startswith("-"):
        return None
    if words[0] not in cli.commands:
        return f"no command {words[0]}"
    _, command, _ = cli.resolve_command(context, [words[0]])
    if isinstance(command, click.Group) and len(words) > 1:
        if words[1] not in command.commands:
            return f"no command {words[0]} {words[1]}"
        command = command.commands[words[1]]
    assert command is not None
    known = {option for parameter in command.params for option in parameter.opts} | {"--help", "--lang"}
    given = [word.partition("=")[0] for word in words if word.startswith("--")]
    return next((f"{words[0]} has no option {option}" for option in given if option not in known), None)


@pytest.mark.parametrize("page", [page for page in PAGES if not page.is_relative_to(NOTEBOOK)], ids=name)
def test_the_commands_on_a_page_exist(page: Path) -> None:
    assert [(words, wrong) for words in commands(page) if (wrong := problem(words))] == []


def test_commands_that_do_not_exist_are_found() -> None:
    wrong = [
        "semafor plays",
        "semafor arena --bot x",
        "make all-of-it",
        "python -m benchmarks.nothing",
        "npm run nothing",
    ]
    assert [line for line in wrong if problem(line.split()) is None] == []
