"""`help()` shows the docstrings of the public API, compiled or not (building/docstrings.py)."""

import inspect
from typing import Any

import pytest

import semafor


def documented() -> list[str]:
    """Return the classes and functions of the public API."""
    return [
        name for name in semafor.__all__ if inspect.isroutine(value := getattr(semafor, name)) or inspect.isclass(value)
    ]


@pytest.mark.parametrize("name", documented())
def test_the_public_api_has_docstrings(name: str) -> None:
    value = getattr(semafor, name)
    assert value.__doc__
    if inspect.isclass(value):
        assert undocumented(value) == []


def undocumented(owner: type[Any]) -> list[str]:
    """Return a class's own public methods that have no docstring."""
    methods = [(name, getattr(owner, name)) for name in vars(owner) if not name.startswith("_")]
    return [name for name, method in methods if inspect.isroutine(method) and not method.__doc__]


def test_docstrings_are_those_of_the_sources() -> None:
    assert semafor.Game.__doc__ == "A game in progress (or over), with its past."
    assert (inspect.getdoc(semafor.Game.apply) or "").startswith("Apply an action and return its events")
    assert semafor.Game.over.__doc__ == "Whether the game has ended."
    assert "every problem" in (inspect.getdoc(semafor.load_board) or "")


def test_signatures_are_kept() -> None:
    assert list(inspect.signature(semafor.Game.apply).parameters) == ["self", "seat", "action"]
