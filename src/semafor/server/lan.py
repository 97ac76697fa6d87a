"""The address of this machine in its local network."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

EVERYWHERE: Final = ("0.0.0.0", "::")
"""Wildcard addresses: a server that listens on them can be reached from outside."""
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address reserved for documentation (RFC 5737); nothing is sent to it."""


def network_address() -> str | None:
    """Return the address of this machine in its network; None without a network.

    Ask the system which source address it would use. Nothing is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def is_own_machine(address: str) -> bool:
    """Return whether a client's address is this machine.

    >>> is_own_machine("127.0.0.1"), is_own_machine("::1"), is_own_machine("192.168.1.20"), is_own_machine("")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def network_url(port: int | None) -> str | None:
    """Return the URL for others in the network; None without a network, or if the server does not listen on it."""
    address = network_address() if port is not None else None
    return None if address is None else f"http://{address}:{port}"
