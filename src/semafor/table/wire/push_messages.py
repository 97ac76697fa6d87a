"""The bodies of REST requests and replies about Web Push."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

LONGEST_TITLE: Final = 100
LONGEST_TEXT: Final = 200
Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]
Endpoint = Annotated[str, Meta(min_length=1, max_length=1000)]


class PushKey(Struct):
    """The public key of the server, which a browser needs for a subscription."""

    key: str


class Quiet(Struct, forbid_unknown_fields=True, frozen=True):
    """Quiet hours, in minutes after midnight in a time zone (`Europe/Warsaw`); messages wait until they end."""

    start: Minute
    end: Minute
    zone: Annotated[str, Meta(max_length=60)]


class NewPush(Struct, forbid_unknown_fields=True):
    """The subscription of a browser, and what it shows: the server adds nothing but the id of the game."""

    endpoint: Endpoint
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]
    title: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
    quiet: Quiet | None = None


class StopPush(Struct, forbid_unknown_fields=True):
    """A browser that is no longer to be told."""

    endpoint: Endpoint


class NewWebhook(Struct, forbid_unknown_fields=True):
    """The address of a group's channel, and what to say there when it is the turn of somebody who is away.

    `{name}` in the text stands for the player's name.
    """

    url: Endpoint
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]


class Pushed(Struct):
    """Whether the browser is told when it is the seat's turn."""

    on: bool
