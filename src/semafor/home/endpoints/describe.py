"""Describes endpoints in OpenAPI."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, get_args

import msgspec

from semafor.home.endpoints.endpoint import JSON, LINES, Endpoint, Parameter
from semafor.table.wire import api_messages, event_shapes, shapes
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
    _, components = msgspec.json.schema_components(sorted(described, key=str), ref_template=_REF)
    unions: dict[str, Any] = {}
    for name, union in (("Action", shapes.Action), ("Event", event_shapes.Event)):
        _, members = msgspec.json.schema_components(get_args(union), ref_template=_REF)
        unions.update(members)
        unions[name] = {"anyOf": [{"$ref": _REF.format(name=member)} for member in sorted(members)]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Semafor", "summary": "Games, tables and bots", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": {**unions, **components},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


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
