"""Graft a changed source onto modules that are already loaded, so that a mutant needs no new Python process.

Functions get new code in place, wherever they were imported; constants are replaced under their name in every
module of the package and the tests that holds them.
"""

from __future__ import annotations

import sys
from types import FunctionType, ModuleType


def graft(name: str, source: str) -> None:
    """Make a loaded module behave as if it had been read from this source."""
    live = sys.modules[name]
    fresh: dict[str, object] = {"__name__": name}
    exec(compile(source, str(live.__file__), "exec"), fresh)
    for key, new in fresh.items():
        old = vars(live).get(key)
        if isinstance(new, FunctionType):
            if new.__module__ == name:
                _graft_function(old, new)
        elif isinstance(new, type):
            if new.__module__ == name:
                for attribute, value in vars(new).items():
                    if isinstance(value, FunctionType):
                        _graft_function(vars(old)[attribute], value)
        elif not key.startswith("__") and not isinstance(new, ModuleType) and repr(old) != repr(new):
            _replace_constant(key, old, new)


def _graft_function(old: object, new: FunctionType) -> None:
    assert isinstance(old, FunctionType)
    old.__code__ = new.__code__
    old.__defaults__ = new.__defaults__


def _replace_constant(key: str, old: object, new: object) -> None:
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("semafor", "tests") and repr(vars(module).get(key)) == repr(old):
            setattr(module, key, new)
