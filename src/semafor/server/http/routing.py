"""The routes of the REST API: each parameter of a function is one of its request, read by its type and described."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar, get_type_hints

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from semafor.table.wire.problems import Refused

Answering = TypeVar("Answering", bound=Callable[..., Awaitable[Response]])
_WORDS: Final = {"true": True, "1": True, "false": False, "0": False}
_INTEGER: Final = re.compile("-?[0-9]{1,9}")
_KINDS: Final = {str: ("string", "a text"), int: ("integer", "a whole number"), bool: ("boolean", "true or false")}


class Parameter:
    """A parameter of a request, in its path or after the question mark."""

    def __init__(self, name: str, kind: type, default: object, in_path: bool) -> None:
        """Take its name, str, int or bool, and the default (`inspect.Parameter.empty`: there must be one)."""
        self.name = name
        self.kind = kind
        self.default = default
        self.in_path = in_path
        self.required = default is inspect.Parameter.empty

    def read(self, request: Request) -> object:
        """Return the value; raise Refused if there is none."""
        text = (request.path_params if self.in_path else request.query_params).get(self.name)
        if text is None and not self.required:
            return self.default
        if text is not None and self.kind is str:
            return text
        if text is not None and self.kind is int and _INTEGER.fullmatch(text):
            return int(text)
        if text is not None and self.kind is bool and text.lower() in _WORDS:
            return _WORDS[text.lower()]
        raise Refused("bad_request", f"expected {_KINDS[self.kind][1]}", where=self.name, status=422)

    def description(self) -> dict[str, Any]:
        """Return how OpenAPI describes it."""
        schema: dict[str, Any] = {"type": _KINDS[self.kind][0]}
        if not self.required:
            schema["default"] = self.default
        return {
            "name": self.name,
            "in": "path" if self.in_path else "query",
            "required": self.required,
            "schema": schema,
        }


class Operation:
    """A function that answers one kind of request."""

    def __init__(self, method: str, path: str, function: Callable[..., Awaitable[Response]], more: dict[str, Any]):
        """Take the method and path, the function, and what `describe` says about them."""
        self.method = method
        self.path = path
        self.function = function
        self.more = more
        kinds = get_type_hints(function)
        taken = inspect.signature(function).parameters
        self.takes_request = "request" in taken
        self.parameters = [
            Parameter(name, kinds[name], one.default, f"{{{name}}}" in path)
            for name, one in taken.items()
            if name != "request"
        ]

    def route(self) -> Route:
        """Return the route."""
        made = Route(self.path, self.answer)
        made.methods = {self.method}  # and not HEAD
        return made

    async def answer(self, request: Request) -> Response:
        """Read the parameters, and answer."""
        values = {one.name: one.read(request) for one in self.parameters}
        return await (self.function(request, **values) if self.takes_request else self.function(**values))

    def description(self) -> dict[str, Any]:
        """Return how OpenAPI describes it."""
        name = self.function.__name__
        described: dict[str, Any] = {
            "summary": name.replace("_", " ").capitalize(),
            "description": inspect.getdoc(self.function),
            "operationId": name,
        }
        if self.parameters:
            described["parameters"] = [one.description() for one in self.parameters]
        return described | self.more


class Router:
    """The operations below a path."""

    def __init__(self, prefix: str) -> None:
        """Take the path with which theirs begin."""
        self.prefix = prefix
        self.operations: list[Operation] = []

    def get(self, path: str, **more: Any) -> Callable[[Answering], Answering]:
        """Let a function answer GET."""
        return self._add("GET", path, more)

    def post(self, path: str, **more: Any) -> Callable[[Answering], Answering]:
        """Let a function answer POST."""
        return self._add("POST", path, more)

    def delete(self, path: str, **more: Any) -> Callable[[Answering], Answering]:
        """Let a function answer DELETE."""
        return self._add("DELETE", path, more)

    def _add(self, method: str, path: str, more: dict[str, Any]) -> Callable[[Answering], Answering]:
        def add(function: Answering) -> Answering:
            self.operations.append(Operation(method, self.prefix + path, function, more))
            return function

        return add
