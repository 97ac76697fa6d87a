"""Reads, answers and describes REST requests with the structs of `api_messages`."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeVar, get_args

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from semafor.engine.boards import LONGEST_FILE
from semafor.server.http.routing import Router
from semafor.server.http.security import client_address
from semafor.server.rooms.hub import Hub
from semafor.server.rooms.room import ENCODER, Room
from semafor.table.tokens import hashed
from semafor.table.wire import api_messages, event_shapes, shapes
from semafor.table.wire.messages import Table
from semafor.table.wire.problems import Refused
from semafor.table.wire.reading import read_body as decode_body

T = TypeVar("T")
LINES: Final = "application/x-ndjson"
SMALL: Final = 65_536
"""Bytes of a body that is decoded on the event loop; a hostile one of 4 MB would take half a second."""
LARGE_RECORD: Final = 1_000_000
WITH_BOARD: Final = SMALL + 6 * LONGEST_FILE
"""With a board file, of which every letter may be escaped; it has no fields of any shape, so it is decoded quickly."""
_REF: Final = "#/components/schemas/{name}"
_described: set[Any] = {api_messages.ErrorReply, Table}


def describe(gives: Any, takes: Any = None, refusals: tuple[int, ...] = (), lines: bool = False) -> dict[str, Any]:
    """Describe a request for a router; with `lines` the reply has one such value per line."""
    _described.add(gives)
    error = {"application/json": {"schema": _schema(api_messages.ErrorReply)}}
    responses: dict[str, Any] = {
        str(status): {"description": "Refused", "content": error}
        for status in sorted({*refusals, *(() if takes is None else (400,)), 408, 413, 421, 422, 429, 503})
    }
    responses["200"] = {
        "description": "Done",
        "content": {LINES if lines else "application/json": {"schema": _schema(gives)}},
    }
    described: dict[str, Any] = {"responses": responses}
    if takes is not None:
        _described.add(takes)
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": _schema(takes)}}}
    return described


def bearer(described: dict[str, Any]) -> dict[str, Any]:
    """Return the same, with a token in the header Authorization."""
    return {**described, "security": [{"token": []}]}


def _schema(kind: Any) -> dict[str, Any]:
    return msgspec.json.schema_components([kind], ref_template=_REF)[0][0]


@cache
def openapi(*routers: Router) -> dict[str, Any]:
    """Return the description of the whole API."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in (one for router in routers for one in router.operations):
        paths.setdefault(operation.path, {})[operation.method.lower()] = operation.description()
    kinds = sorted(_described, key=str)
    _, components = msgspec.json.schema_components(kinds, ref_template=_REF)
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


def answer(value: Any, status: int = 200) -> Response:
    """Return a value as JSON."""
    return Response(ENCODER.encode(value), status, media_type="application/json")


async def read_body(request: Request, most: int | None = None) -> bytes:
    """Return the raw body; raise Refused if it has more bytes than may be decoded here."""
    try:
        raw = await request.body()
    except ClientDisconnect:
        raise Refused("too_large", "the request is too large, or was cut off", status=413) from None
    if most is not None and len(raw) > most:
        raise Refused("too_large", f"this request may have at most {most} bytes", status=413)
    return raw


async def read(request: Request, kind: type[T], most: int = SMALL) -> T:
    """Return the decoded body of a request; raise Refused with what is wrong and where."""
    return decode_body(await read_body(request, most), kind)


def hub_of(request: Request) -> Hub:
    """Return the hub of the application."""
    hub: Hub = request.app.state.hub
    return hub


def token_of(request: Request) -> str:
    """Return the token in the header Authorization."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused("no_token", "send the token in the header: Authorization: Bearer TOKEN", status=401)
    return token.strip()


def allow_table(request: Request) -> None:
    """Refuse more new tables from an address than it may make."""
    hub_of(request).makers.charge(client_address(request))


async def own_seat(room: Room, token: str) -> int:
    """Return the seat of a token."""
    await room.know([hashed(token)])
    seat = room.table.seat_of(hashed(token))
    if seat is None:
        raise Refused("wrong_token", "the token belongs to no seat at this table", status=403)
    return seat
