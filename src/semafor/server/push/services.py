"""Which push services the server sends to, and sending to them.

A subscription comes from a guest, so its address could point anywhere. It must be https and, by default, at one of the
services that browsers use. With `any` it may be elsewhere, but not at a private address: the name is resolved once, and
the address that was checked is the one that is connected to.
"""

from __future__ import annotations

import re
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

KNOWN: Final = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "*.push.apple.com",
)
"""The services of Chrome, Firefox, Edge and Safari."""
ANY: Final = "any"
NONE: Final = "none"
NOBODY: Final = "mailto:nobody@localhost"
"""The contact of a host who has given none."""
SECONDS: Final = 10.0
"""How long a service has for its whole answer."""
LONGEST: Final = 1000
_HTTPS: Final = 443
_HOST: Final = re.compile(r"(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?")
_LABEL: Final = 63
"""The longest part of a name between two dots."""
_DOCUMENTATION: Final = IPv6Network("3fff::/20")
"""Addresses for examples (RFC 9637), which older versions of Python take for public ones."""
_NAT64: Final = IPv6Network("64:ff9b::/96")


class BadEndpoint(ValueError):
    """An endpoint that the server does not send to; the message says why."""


def chosen_services(text: str) -> tuple[str, ...]:
    """Return the services of an option: hosts separated by commas, `any`, or `none`. Raises ValueError with a bad host.

    >>> chosen_services("push.example.org:8443, *.example.net"), chosen_services("none")
    (('push.example.org:8443', '*.example.net'), ())
    """
    named = tuple(part.strip().lower() for part in text.split(",") if part.strip())
    for one in named:
        if not _HOST.fullmatch(one):
            raise ValueError(one)
    return tuple(one for one in named if one != NONE)


def check_endpoint(endpoint: str, services: Sequence[str]) -> SplitResult:
    """Return the parts of an endpoint; raise BadEndpoint unless it is at one of these services (`any`: anywhere)."""
    try:
        parts = urlsplit(endpoint)
        host, port = (parts.hostname or "").lower(), parts.port or _HTTPS
    except ValueError:
        raise BadEndpoint("the endpoint is not a URL") from None
    if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise BadEndpoint(f"the endpoint must be a URL of at most {LONGEST} characters")
    if parts.scheme != "https" or not host or parts.username is not None or parts.fragment:
        raise BadEndpoint("the endpoint must be an https URL without a name or a fragment")
    if not all(0 < len(label) <= _LABEL for label in host.split(".")):
        raise BadEndpoint(f"{host} is not the name of a host")
    if ANY in services and port == _HTTPS:
        return parts
    if not any(_fits(host, port, one) for one in services):
        raise BadEndpoint(f"{host} is not a push service that this server sends to")
    return parts


def _fits(host: str, port: int, service: str) -> bool:
    name, _, wanted = service.partition(":")
    if port != int(wanted or _HTTPS):
        return False
    return host.endswith(name[1:]) if name.startswith("*.") else host == name


def send(
    endpoint: str, body: bytes, headers: Mapping[str, str], services: Sequence[str], context: ssl.SSLContext
) -> int:
    """Send a message and return the status; raise BadEndpoint, or OSError if nobody answers. This blocks."""
    parts = check_endpoint(endpoint, services)
    host, port = parts.hostname or "", parts.port or _HTTPS
    named = any(service != ANY and service not in KNOWN and _fits(host, port, service) for service in services)
    connection = _Connection(host, port, _address(host, port, named), context)
    # A service that answers a byte at a time must not hold a thread for ever.
    deadline = threading.Timer(SECONDS, connection.cut)
    deadline.daemon = True
    deadline.start()
    try:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path or "/", body, dict(headers))
        return connection.getresponse().status
    except HTTPException as error:
        raise OSError(type(error).__name__) from None
    finally:
        deadline.cancel()
        connection.close()


def _address(host: str, port: int, named: bool) -> str:
    """Resolve a host to an address that may be connected to; a service that the host has named may have any."""
    found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    allowed = [one for one in found if named or is_public(one)]
    if not allowed:
        raise BadEndpoint(f"{host} has a private address")
    return allowed[0]


def is_public(address: str) -> bool:
    """Return whether an address belongs to somebody on the internet, not to this machine or a network near it.

    >>> [is_public(one) for one in ("93.184.216.34", "10.0.0.1", "::1", "64:ff9b::a00:1", "3fff::1", "fec0::1")]
    [True, False, False, False, False, False]
    """
    found: IPv4Address | IPv6Address | None = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = IPv4Address(int(found) & 0xFFFFFFFF) if found in _NAT64 else found.ipv4_mapped or found.sixtofour
        found = inner or found
        if found in _DOCUMENTATION or (isinstance(found, IPv6Address) and found.is_site_local):
            return False
    return found is not None and found.is_global and not found.is_multicast and not found.is_reserved


class _Connection(HTTPSConnection):
    """A connection to an address that has been checked; the certificate must be the host's."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        self._checked = address
        self._tls = context
        self._late = False
        super().__init__(host, port, timeout=SECONDS, context=context)

    def connect(self) -> None:
        """Connect to the checked address, not to whatever the name means now."""
        self.sock = socket.create_connection((self._checked, self.port), self.timeout)
        if self._late:
            raise TimeoutError
        self.sock = self._tls.wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """End whatever it waits for."""
        self._late = True
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            # Not connected yet, or no longer.
            return
