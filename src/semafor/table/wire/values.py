"""Values of the engine in messages: how actions and events, and what describes them, appear there.

The engine writes them (`Action.to_json`, `Event.seen_by`) and reads actions (`semafor.parse_action`), so messages only
refer to their types. Those of events are made from their classes and `EVENT_FIELDS`.
"""

from __future__ import annotations

import inspect
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict, get_args, get_type_hints

from msgspec import Meta

from semafor.engine.values.bots import ReasonJSON
from semafor.model.event_types import EVENTS
from semafor.model.values.action_json import ActionJSON
from semafor.model.values.event_fields import EVENT_FIELDS

SomeAction = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
"""An action in a message; `semafor.parse_action` says what is wrong with it."""
SomeEvent = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
"""An event in a message, as its viewer sees it."""
SomeReason = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Reason"})]
"""Why a bot chose an action."""


def _typed_dict(name: str, doc: str | None, fields: dict[str, Any]) -> Any:
    functional: Any = TypedDict
    made = functional(name, fields)
    made.__doc__ = doc
    return made


def _event_type(kind: Any) -> Any:
    """Return the JSON of a class of events: what only its seat sees may be missing."""
    fields = {"type": Literal[kind.type], **EVENT_FIELDS[kind.type]}
    return _typed_dict(kind.__name__, inspect.getdoc(kind), fields)


def _reason_type() -> Any:
    """Return the JSON of a reason, with a reference to the type of an action."""
    fields = {**get_type_hints(ReasonJSON, include_extras=True), "over": NotRequired[SomeAction]}
    return _typed_dict("Reason", inspect.getdoc(ReasonJSON), fields)


EVENT_TYPES: Final[dict[str, Any]] = {kind.type: _event_type(kind) for kind in EVENTS}
"""The JSON of every type of event."""
REFERRED: Final[dict[str, tuple[Any, ...]]] = {
    "Action": get_args(ActionJSON),
    "Event": tuple(EVENT_TYPES.values()),
    "Reason": (_reason_type(),),
}
"""What these refer to: one of several types, or a single one of that name."""


def message_name(name: str) -> str:
    """Return what messages call a type: its Python name without JSON."""
    return name.removesuffix("JSON")
