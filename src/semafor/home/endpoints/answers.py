"""Answers to requests as text, where nothing else is carried: between a page and its worker, or another page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any
from urllib.parse import parse_qsl

from semafor.home import talk
from semafor.home.endpoints import ENDPOINTS
from semafor.home.endpoints.endpoint import Ask, Encoded, Method, find
from semafor.home.logs import report
from semafor.home.room import ENCODER
from semafor.table.wire.messages import ErrorInfo
from semafor.table.wire.problems import Refused


async def reply(ask: Ask, method: Method, path: str, body: str | None, token: str | None) -> Any:
    """Return what the endpoint of a request gives; raise Refused."""
    place, _, query = path.partition("?")
    endpoint, named = find(ENDPOINTS, method, place)
    raw = (body or "").encode("utf-8", "surrogatepass")
    return await endpoint.answer(ask, named, dict(parse_qsl(query)), raw, token or None)


async def answered(work: Awaitable[Any]) -> str:
    """Return the result of some work, or its error, as JSON."""
    try:
        done = await work
        written = done.raw if isinstance(done, Encoded) else ENCODER.encode(done)
        return f'{{"ok":{written.decode()}}}'
    except Refused as problem:
        info = problem.info
    except asyncio.CancelledError:
        info = ErrorInfo("stopped", "the request was stopped")
    except Exception as error:
        report(error)
        info = talk.INTERNAL
    return ENCODER.encode({"error": info}).decode()
