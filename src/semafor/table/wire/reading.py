"""Decodes what clients send: messages of a connection, and the bodies of requests."""

from __future__ import annotations

import re
from typing import Final, TypeVar

import msgspec

from semafor.table.wire.client_messages import LONGEST_ID, VERSION, ClientMessages, Hello
from semafor.table.wire.messages import Answer, ErrorInfo, ErrorMessage
from semafor.table.wire.problems import Refused

T = TypeVar("T")
NOT_JSON: Final = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)
"""What the decoder raises if something is not JSON: too deep, or not even text."""
_PLACE: Final = re.compile(r"^(?P<what>.*) - at `\$\.?(?P<where>.*)`$", re.DOTALL)
_DECODER: Final[msgspec.json.Decoder[ClientMessages]] = msgspec.json.Decoder(ClientMessages)


class _Anything(msgspec.Struct):
    """The fields that can be read from any message."""

    id: str


_IDS: Final = msgspec.json.Decoder(_Anything)


class Unreadable(Exception):
    """A message that can't be decoded, with the answer to it."""

    def __init__(self, answer: Answer | ErrorMessage) -> None:
        """Take the answer."""
        super().__init__("bad_message")
        self.answer = answer


def read_hello(raw: bytes) -> Hello:
    """Return the first message of a connection; raise Refused if it is not a hello, or of another version."""
    try:
        message = _DECODER.decode(raw)
    except NOT_JSON as error:
        raise Refused("bad_message", f"the first message must be hello: {error}") from None
    if not isinstance(message, Hello):
        raise Refused("no_hello", "the first message must be hello")
    if message.version != VERSION:
        text = f"this server supports version {VERSION}, not {message.version}; reload the page"
        raise Refused("wrong_version", text)
    return message


def read_message(raw: bytes) -> ClientMessages:
    """Return a message; raise Unreadable, with an answer to its id if that can be read."""
    try:
        return _DECODER.decode(raw)
    except NOT_JSON as error:
        text = str(error)
    try:
        id_ = _IDS.decode(raw).id
    except NOT_JSON:
        raise Unreadable(ErrorMessage(code="bad_message", message=text)) from None
    raise Unreadable(Answer(id=id_[:LONGEST_ID], ok=False, error=ErrorInfo("bad_message", text)))


def refusal(message: ClientMessages, info: ErrorInfo) -> Answer | ErrorMessage:
    """Return the answer to a refused message."""
    if isinstance(message, Hello):
        return ErrorMessage(code=info.code, message=info.message)
    return Answer(id=message.id, ok=False, error=info)


def read_body(raw: bytes, kind: type[T]) -> T:
    """Return the decoded body of a request; raise Refused with what is wrong and where."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        found = _PLACE.match(str(error))
        what, where = (found["what"], found["where"]) if found else (str(error), "")
        raise Refused("bad_request", what, None, where or None, 422) from None
    except NOT_JSON as error:
        raise Refused("bad_json", f"the body is not JSON: {error}", status=400) from None
