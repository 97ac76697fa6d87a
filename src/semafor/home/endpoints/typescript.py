"""Writes endpoints as the methods of a TypeScript class."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Final

import msgspec

from semafor.home.endpoints.endpoint import Endpoint, Parameter
from semafor.table.wire.typescript import TypeScript

HEADER: Final = """\
/** A request: what is sent where, and for whom. */
export interface Asked {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** JSON. */
  body?: string
  token?: string | undefined
}

/** A caller that waits for a slow request. */
export interface Watch {
  /** Callback with the progress, from 0 to 1. */
  progress: (part: number) => void
  /** Stops it. */
  signal: AbortSignal
}

const at = encodeURIComponent

/** What a home answers; subclasses decide who does. Requests fail with a `HomeError`. */
export abstract class Endpoints {
  protected abstract ask<T>(asked: Asked, watch?: Watch): Promise<T>
"""
_KINDS: Final = {str: "string", int: "number", bool: "boolean"}


def endpoints_class(endpoints: Iterable[Endpoint], types: TypeScript) -> str:
    """Return the class, and write the types that it needs."""
    return HEADER + "".join(_method(one, types) for one in endpoints) + "}\n"


def _method(endpoint: Endpoint, types: TypeScript) -> str:
    said = (inspect.getdoc(endpoint.handler) or "").splitlines()[0]
    needs = f"`{endpoint.needs}`: " if endpoint.needs else ""
    queried = [one for one in endpoint.parameters if not one.in_path]
    taken = [f"{one.name}: {_KINDS[one.kind]}" for one in endpoint.parameters if one.required]
    asked = [f"method: '{endpoint.method}'", f"path: {_path(endpoint, queried)}"]
    if endpoint.body is not None:
        ready = endpoint.takes is dict
        taken.append(f"body: {'string' if ready else _of(endpoint.takes, types)}")
        asked.append("body" if ready else "body: JSON.stringify(body)")
    if endpoint.needs_token:
        taken.append("token: string")
    taken += [f"{one.name} = {_literal(one)}" for one in endpoint.parameters if not one.required]
    if endpoint.token and not endpoint.needs_token:
        taken.append("token?: string")
    if endpoint.token:
        asked.append("token")
    if endpoint.progress:
        taken.append("watch?: Watch")
    more = ", watch" if endpoint.progress else ""
    lines = [
        "",
        f"  /** {needs}{said} */",
        f"  {_camel(endpoint.name)}({', '.join(taken)}): Promise<{_of(endpoint.gives, types)}> {{",
        f"    return this.ask({{ {', '.join(asked)} }}{more})",
        "  }",
        "",
    ]
    return "\n".join(lines)


def _of(kind: object, types: TypeScript) -> str:
    return types.of(msgspec.inspect.type_info(kind))


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _literal(parameter: Parameter) -> str:
    value = parameter.default
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


def _path(endpoint: Endpoint, queried: list[Parameter]) -> str:
    """Return the path as an expression."""
    path = endpoint.path
    for one in endpoint.parameters:
        path = path.replace(f"{{{one.name}}}", _put(one))
    query = "&".join(f"{one.name}={_put(one)}" for one in queried)
    whole = f"{path}?{query}" if query else path
    return f"`{whole}`" if "${" in whole else f"'{whole}'"


def _put(parameter: Parameter) -> str:
    return f"${{at({parameter.name})}}" if parameter.kind is str else f"${{{parameter.name}}}"
