"""Writes the messages as TypeScript; `semafor.server.typescript` has the command."""

from __future__ import annotations

from types import UnionType
from typing import Any, Final, get_args

from msgspec import NODEFAULT, inspect

from semafor.engine.values.fields import json_fields
from semafor.table.wire import client_messages, messages, values

HEADER: Final = """\
// The messages between a home and its clients, version {version}, and the requests that it answers.
// Generated from src/semafor/table/wire/*messages.py, the engine's values and the endpoints: don't edit. To regenerate:
//   python -m semafor.server.typescript > web/src/lib/protocol.ts

export const VERSION = {version}

/** The board that comes first: the others are described by what differs from it. */
export const BASIC_BOARD = '{basic}'

/** The longest name, in characters. */
export const LONGEST_NAME = {longest}

/** Default names of bots. */
export const BOT_NAMES = [{names}] as const

/** What players say with one click. */
export const PHRASES = [{phrases}] as const
"""
UNIONS: Final[dict[str, tuple[Any, ...]]] = {
    **values.REFERRED,
    "ClientMessage": get_args(client_messages.ClientMessages),
    "ServerMessage": get_args(messages.ServerMessages),
}
ALIASES: Final[dict[str, str]] = {
    "Cards": "Record<string, number>",
    "Names": "Record<string, string>",
    "Colour": " | ".join(f"'{colour}'" for colour in client_messages.PLAYER_COLOURS),
    "Phrase": "(typeof PHRASES)[number]",
}


class TypeScript:
    """Collects the interfaces of messages."""

    def __init__(self) -> None:
        """Begin with none."""
        self.interfaces: dict[str, str] = {}
        self._types: dict[str, type] = {}

    def head(self) -> str:
        """Return constants, aliases and unions, and write their members."""
        header = HEADER.format(
            version=client_messages.VERSION,
            basic=client_messages.BASIC_BOARD,
            longest=client_messages.LONGEST_NAME,
            names=", ".join(f"'{name}'" for name in client_messages.BOT_NAMES),
            phrases=", ".join(f"'{phrase}'" for phrase in client_messages.PHRASES),
        )
        parts = [header]
        parts += [f"export type {name} = {text}\n" for name, text in ALIASES.items()]
        for name, union in UNIONS.items():
            members = [self.name(member) for member in union]
            if members != [name]:
                parts.append(f"export type {name} = {' | '.join(members)}\n")
        return "\n".join(parts)

    def written(self) -> list[str]:
        """Return the interfaces, in order."""
        return [self.interfaces[name] for name in sorted(self.interfaces)]

    def name(self, kind: type | UnionType) -> str:
        """Return the name of a struct or typed dictionary, after writing it and everything that it refers to."""
        return self.of(inspect.type_info(kind))

    def of(self, info: inspect.Type) -> str:
        """Return a type as TypeScript."""
        match info:
            case inspect.StructType():
                return self._interface(info.cls, info.fields, info)
            case inspect.TypedDictType():
                return self._interface(info.cls, info.fields, None)
            case inspect.Metadata():
                schema = info.extra_json_schema or {}
                return str(schema["$ref"]).rpartition("/")[2] if "$ref" in schema else self.of(info.type)
            case inspect.UnionType():
                return " | ".join(self.of(member) for member in info.types)
            case inspect.LiteralType():
                return self._literal(info)
            case inspect.ListType():
                inner = self.of(info.item_type)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case inspect.TupleType():
                return f"[{', '.join(self.of(member) for member in info.item_types)}]"
            case inspect.DictType():
                return f"Record<string, {self.of(info.value_type)}>"
            case inspect.StrType() | inspect.BytesType():  # bytes in base64
                return "string"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.AnyType() | inspect.RawType():
                return "unknown"
        raise TypeError(f"there is no TypeScript for {info}")

    def _literal(self, info: inspect.LiteralType) -> str:
        for name in ("Colour", "Phrase"):
            if set(info.values) == set(getattr(client_messages, "PLAYER_COLOURS" if name == "Colour" else "PHRASES")):
                return name
        return " | ".join(f"'{value}'" for value in info.values)

    def _interface(self, cls: type, fields: tuple[inspect.Field, ...], struct: inspect.StructType | None) -> str:
        name = values.message_name(cls.__name__)
        if self._types.setdefault(name, cls) is not cls:
            raise TypeError(f"two types are called {name}: {cls} and {self._types[name]}")
        if name in self.interfaces:
            return name
        self.interfaces[name] = ""  # it may refer to itself
        doc = (cls.__doc__ or "").strip().splitlines()
        lines = [f"/** {doc[0]} */"] if doc and not doc[0].startswith("dict(") else []
        lines.append(f"export interface {name} {{")
        if struct is not None and struct.tag_field is not None:
            lines.append(f"  {struct.tag_field}: '{struct.tag}'")
        meanings = {} if struct is not None else {field.name: field.meaning for field in json_fields(cls)}
        for field in fields:
            if meanings.get(field.name):
                lines.append(f"  /** {meanings[field.name]} */")
            left_out = field.default is NODEFAULT and field.default_factory is NODEFAULT
            optional = "?" if not field.required and (left_out or _may_be_missing(struct)) else ""
            lines.append(f"  {field.encode_name}{optional}: {self.of(field.type)}")
        lines.append("}\n")
        self.interfaces[name] = "\n".join(lines)
        return name


def _may_be_missing(struct: inspect.StructType | None) -> bool:
    """Return whether fields with defaults may be missing: in client messages, and if the encoder omits them."""
    if struct is None:
        return True
    config = struct.cls.__struct_config__
    return bool(config.forbid_unknown_fields or config.omit_defaults)
