"""What makes a class a value: it is frozen, and compared, hashed and shown by its attributes.

Compiled classes can be neither tuples nor frozen data classes, so this is added to them. Compiled code, such as their
constructors, writes attributes past it. Interpreted code goes through it, and sets each attribute once.
"""

from collections.abc import Iterable
from typing import Any


def freeze(kind: Any) -> None:
    """Let nobody change the public attributes of an object."""
    type.__setattr__(kind, "__setattr__", _set)
    type.__setattr__(kind, "__delattr__", _delete)


def compare(kind: Any) -> None:
    """Compare, hash and show objects by their attributes, unless the class says how."""
    if kind.__eq__ is object.__eq__:
        type.__setattr__(kind, "__eq__", _equal)
        type.__setattr__(kind, "__hash__", _hash)
    if kind.__repr__ is object.__repr__:
        type.__setattr__(kind, "__repr__", _show)


def show_only(kind: Any, names: Iterable[str]) -> None:
    """Let `dir` and completion show these names, and not the tables for compiled code."""
    shown = sorted(names)
    type.__setattr__(kind, "__dir__", lambda _: shown)


def _attributes(value: object) -> dict[str, Any]:
    """Return the public attributes of a value; a compiled class knows their names."""
    names = getattr(type(value), "__mypyc_attrs__", None) or vars(value)
    return {name: getattr(value, name) for name in names if not name.startswith("_")}


def _set(self: object, name: str, value: object) -> None:
    if not name.startswith("_") and hasattr(self, name):
        raise AttributeError(f"{type(self).__name__}.{name} can't be changed: it is a value")
    object.__setattr__(self, name, value)


def _delete(self: object, name: str) -> None:
    raise AttributeError(f"{type(self).__name__}.{name} can't be deleted: it is a value")


def _equal(self: object, other: object) -> bool:
    return type(self) is type(other) and _attributes(self) == _attributes(other)


def _hash(self: object) -> int:
    return hash(repr(_attributes(self)))


def _show(self: object) -> str:
    fields = ", ".join(f"{name}={value!r}" for name, value in _attributes(self).items())
    return f"{type(self).__name__}({fields})"
