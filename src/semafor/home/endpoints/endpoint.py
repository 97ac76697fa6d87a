"""An endpoint: a function that answers one kind of request, read and described by its signature.

A handler's parameters say what is read: those named in the path, `token` (required, or optional if it may be None),
`raw` (the body as it came), one message (the decoded body), and all others after the question mark. What it returns is
what the client gets, as JSON.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from semafor.engine.boards import LONGEST_FILE
from semafor.home.home import Home
from semafor.table.wire.api_messages import Capability
from semafor.table.wire.problems import Refused, not_found
from semafor.table.wire.reading import read_body

T = TypeVar("T")
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])
Method = Literal["GET", "POST", "DELETE"]
Cost = Literal["table", "heavy"]
"""What a server charges the address of a client for: one of the tables it may make in an hour, or slow work."""
JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
SMALL: Final = 65_536
"""Bytes of a body that is decoded at once; a hostile one of 4 MB would take half a second."""
WITH_BOARD: Final = SMALL + 6 * LONGEST_FILE
"""With a board file, of which every letter may be escaped; it has no fields of any shape, so it is decoded quickly."""
_WORDS: Final = {"true": True, "1": True, "false": False, "0": False}
_INTEGER: Final = re.compile("-?[0-9]{1,9}")
_KINDS: Final = {str: ("string", "a text"), int: ("integer", "a whole number"), bool: ("boolean", "true or false")}


class Encoded(Generic[T]):
    """A value that a worker has encoded already: as JSON, if nothing else is said."""

    def __init__(self, raw: bytes, media: str = JSON) -> None:
        """Take the bytes, and what they are."""
        self.raw = raw
        self.media = media


class Ask:
    """A request to a home: who asks, with which token, and who is told the progress."""

    def __init__(self, home: Home, address: str = "", tell: Callable[[float], None] = lambda _part: None) -> None:
        """Take the home, the address that pays, and the callback for the progress, from 0 to 1."""
        self.home = home
        self.address = address
        self.tell = tell

    def charge(self, cost: Cost) -> None:
        """Refuse a client that has asked for too much lately; on a page, nobody."""

    async def bot(self, token: str) -> str:
        """Return the bot account of a token; only a server has any."""
        raise Refused("wrong_token", "there are no bot accounts here", status=401)


class Parameter:
    """A parameter of a request, in its path or after the question mark."""

    def __init__(self, name: str, kind: type, default: object, in_path: bool) -> None:
        """Take its name, str, int or bool, and the default (`inspect.Parameter.empty`: there must be one)."""
        self.name = name
        self.kind = kind
        self.default = default
        self.in_path = in_path
        self.required = default is inspect.Parameter.empty

    def read(self, path: Mapping[str, str], query: Mapping[str, str]) -> object:
        """Return the value; raise Refused if there is none."""
        text = (path if self.in_path else query).get(self.name)
        if text is None and not self.required:
            return self.default
        if text is not None and self.kind is str:
            return text
        if text is not None and self.kind is int and _INTEGER.fullmatch(text):
            return int(text)
        if text is not None and self.kind is bool and text.lower() in _WORDS:
            return _WORDS[text.lower()]
        raise Refused("bad_request", f"expected {_KINDS[self.kind][1]}", where=self.name, status=422)

    @property
    def json_type(self) -> str:
        """The name of the type in JSON."""
        return _KINDS[self.kind][0]


class Endpoint:
    """A path, a method, and the function that answers."""

    def __init__(
        self,
        method: Method,
        path: str,
        handler: Callable[..., Awaitable[Any]],
        refusals: tuple[int, ...],
        cost: Cost | None,
        needs: Capability | None,
        most: int | None,
        takes: Any,
        lines: bool,
        progress: bool,
    ) -> None:
        """Read the signature of the handler; the rest is what `Endpoints.get` says."""
        self.method = method
        self.path = path
        self.handler = handler
        self.name = handler.__name__
        self.refusals = refusals
        self.cost = cost
        self.needs = needs
        self.most = most
        self.lines = lines
        self.progress = progress
        kinds = get_type_hints(handler)
        taken = list(inspect.signature(handler).parameters.values())[1:]
        structs = [one for one in taken if _is_message(kinds[one.name])]
        self.body = structs[0].name if structs else "raw" if "raw" in kinds else None
        """The parameter that takes the body."""
        self.takes: Any = kinds[self.body] if structs and self.body else takes
        """The message in the body; of a raw one, what it should be."""
        self.gives = _given(kinds["return"])
        self.token = "token" in kinds
        self.needs_token = kinds.get("token") is str
        self.parameters = [
            Parameter(one.name, kinds[one.name], one.default, f"{{{one.name}}}" in path)
            for one in taken
            if one.name not in {self.body, "token"}
        ]
        self.pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    async def answer(
        self, ask: Ask, path: Mapping[str, str], query: Mapping[str, str], raw: bytes, token: str | None
    ) -> Any:
        """Return the value that the handler gives; raise Refused."""
        values: dict[str, Any] = {one.name: one.read(path, query) for one in self.parameters}
        if self.token:
            if token is None and self.needs_token:
                raise Refused("no_token", "send the token in the header: Authorization: Bearer TOKEN", status=401)
            values["token"] = token
        if self.body is not None:
            values[self.body] = raw if self.body == "raw" else read_body(raw, self.takes)
        if self.cost is not None:
            ask.charge(self.cost)
        return await self.handler(ask, **values)


def _is_message(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _given(kind: Any) -> Any:
    """Return what a client gets from a handler: what is in a reply that is encoded already, or streamed."""
    origin = get_origin(kind)
    return kind if origin is None or origin in {list, dict} else get_args(kind)[0]


class Endpoints:
    """The endpoints below a path."""

    def __init__(self, prefix: str = "/api") -> None:
        """Take the path with which theirs begin."""
        self.prefix = prefix
        self.all: list[Endpoint] = []

    def get(
        self,
        path: str,
        *refusals: int,
        cost: Cost | None = None,
        needs: Capability | None = None,
        lines: bool = False,
        progress: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Let a function answer GET; it may refuse with some statuses.

        With `lines` the reply has one value per line; with `progress` the client may ask to be told how far it is.
        """
        return self._add("GET", path, refusals, cost, needs, lines=lines, progress=progress)

    def post(
        self,
        path: str,
        *refusals: int,
        cost: Cost | None = None,
        needs: Capability | None = None,
        most: int | None = SMALL,
        takes: Any = None,
        progress: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Let a function answer POST; its body has at most so many bytes, and `takes` describes a raw one.

        With `progress` the client may ask to be told how far it is.
        """
        return self._add("POST", path, refusals, cost, needs, most, takes, progress=progress)

    def delete(self, path: str, *refusals: int, needs: Capability | None = None) -> Callable[[Handler], Handler]:
        """Let a function answer DELETE."""
        return self._add("DELETE", path, refusals, None, needs)

    def _add(
        self,
        method: Method,
        path: str,
        refusals: tuple[int, ...],
        cost: Cost | None,
        needs: Capability | None,
        most: int | None = SMALL,
        takes: Any = None,
        lines: bool = False,
        progress: bool = False,
    ) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            made = Endpoint(method, self.prefix + path, handler, refusals, cost, needs, most, takes, lines, progress)
            self.all.append(made)
            return handler

        return add


def find(endpoints: Iterable[Endpoint], method: Method, path: str) -> tuple[Endpoint, dict[str, str]]:
    """Return the endpoint of a request, and what its path names; raise Refused if there is none."""
    for one in endpoints:
        match = one.pattern.fullmatch(path) if one.method == method else None
        if match is not None:
            return one, match.groupdict()
    raise not_found(f"there is no {method} {path}")
