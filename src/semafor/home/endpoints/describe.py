"""Describes endpoints in OpenAPI."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from semafor.engine.values.fields import OBSERVATION_TABLES, json_fields
from semafor.home.endpoints.endpoint import JSON, LINES, Endpoint, Parameter
from semafor.table.wire import api_messages, values
from semafor.table.wire.messages import Table

_REF: Final = "#/components/schemas/{name}"
_ANY: Final = (408, 413, 421, 422, 429, 503)
"""Statuses with which a server may refuse any request."""
_NOT_JSON: Final = 400


@cache
def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the description of an API."""
    paths: dict[str, dict[str, Any]] = {}
    described: set[Any] = {api_messages.ErrorReply, Table}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
        described |= {one.gives} | ({one.takes} if one.takes is not None else set())
    components = _components(sorted(described, key=str))
    for name, referred in values.REFERRED.items():
        members = _components(referred)
        components.update(members)
        if name not in members:
            components[name] = {"anyOf": [{"$ref": _REF.format(name=member)} for member in sorted(members)]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Semafor", "summary": "Games, tables and bots", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _components(kinds: Sequence[Any]) -> dict[str, Any]:
    """Return the schemas of types and of what they refer to, with the meanings of the observation's fields."""
    _, found = msgspec.json.schema_components(kinds, ref_template=_REF)
    for shape, _ in OBSERVATION_TABLES.values():
        for field in json_fields(shape) if shape.__name__ in found else ():
            found[shape.__name__]["properties"][field.name]["description"] = field.meaning
    named: dict[str, Any] = _named(found)
    return named


def _named(schema: Any) -> Any:
    """Return a schema with the names that messages use."""
    if isinstance(schema, dict):
        return {values.message_name(key): _named(value) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_named(member) for member in schema]
    return values.message_name(schema) if isinstance(schema, str) else schema


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    error = {JSON: {"schema": _schema(api_messages.ErrorReply)}}
    statuses = {*endpoint.refusals, *_ANY, *(() if endpoint.takes is None else (_NOT_JSON,))}
    responses: dict[str, Any] = {
        str(status): {"description": "Refused", "content": error} for status in sorted(statuses)
    }
    given = {LINES if endpoint.lines else JSON: {"schema": _schema(endpoint.gives)}}
    responses["200"] = {"description": "Done", "content": given}
    described: dict[str, Any] = {
        "summary": endpoint.name.replace("_", " ").capitalize(),
        "description": inspect.getdoc(endpoint.handler),
        "operationId": endpoint.name,
        "responses": responses,
    }
    if endpoint.parameters:
        described["parameters"] = [_parameter(one) for one in endpoint.parameters]
    if endpoint.takes is not None:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": _schema(endpoint.takes)}}}
    if endpoint.needs_token:
        described["security"] = [{"token": []}]
    return described


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": parameter.json_type}
    if not parameter.required:
        schema["default"] = parameter.default
    place = "path" if parameter.in_path else "query"
    return {"name": parameter.name, "in": place, "required": parameter.required, "schema": schema}


def _schema(kind: Any) -> dict[str, Any]:
    return msgspec.json.schema_components([kind], ref_template=_REF)[0][0]
