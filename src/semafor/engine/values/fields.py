"""The fields of JSON types as texts: `python -m semafor.engine.values.fields` prints the tables of docs/protocol.md."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, NamedTuple, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from semafor.engine.values.observed import ObservationJSON, SeatViewJSON, TunnelViewJSON

_PLAIN = {str: "string", int: "integer", bool: "boolean", float: "number", NoneType: "null"}


class JSONField(NamedTuple):
    """A field of a typed dictionary: its name, its type in words, and what it means (empty if nobody says)."""

    name: str
    type: str
    optional: bool
    meaning: str


def json_fields(kind: type) -> Iterator[JSONField]:
    """Yield the fields of a typed dictionary."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        bare = get_args(hint)[0] if optional else hint
        meaning = "".join(text for text in getattr(bare, "__metadata__", ()) if isinstance(text, str))
        yield JSONField(name, _type(bare.__origin__ if meaning else bare), optional, meaning)


def _type(hint: Any) -> str:
    """Return a type as people say it."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if is_typeddict(hint):
        return "object"
    members = get_args(hint)
    if get_origin(hint) is list:
        return f"list of {_several(members[0])}"
    if get_origin(hint) is dict:
        return f"object of {_several(members[1])}"
    if isinstance(hint, UnionType) or type(hint).__name__ == "_UnionGenericAlias":
        return " or ".join(_type(member) for member in members)
    return " or ".join(f"`{member}`" for member in members)


def _several(hint: Any) -> str:
    return " or ".join(f"{_type(one)}s" if one is not NoneType else "null" for one in get_args(hint) or (hint,))


def table(kind: type, head: str) -> str:
    """Return the fields of a typed dictionary as a table for the documentation."""
    rows = [f"| `{one.name}`{'?' if one.optional else ''} | {one.type} | {one.meaning} |" for one in json_fields(kind)]
    return "\n".join([f"| {head} | type | meaning |", "| --- | --- | --- |", *rows])


OBSERVATION_TABLES = {
    "observation": (ObservationJSON, "field"),
    "seat": (SeatViewJSON, "field of a seat"),
    "tunnel": (TunnelViewJSON, "field of `tunnel`"),
}
"""The tables of docs/protocol.md by their markers."""

if __name__ == "__main__":
    for marker, (shape, title) in OBSERVATION_TABLES.items():
        print(f"<!-- {marker} -->\n\n{table(shape, title)}\n\n<!-- end -->\n")
