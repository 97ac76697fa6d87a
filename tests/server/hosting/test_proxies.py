"""A real nginx and a real Caddy, as deploy/ sets them up, in front of two processes: what takes no waiting."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from tests.server.hosting.proxies import NAMES, OPTIONS, QUICK, Behind, attempt

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="the files in deploy/ are for Linux"),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="makes no certificate without openssl"),
]


def test_both_proxies_as_they_are_deployed(postgres: Callable[[], str]) -> None:
    url = postgres()
    with ExitStack() as stack:
        servers = [stack.enter_context(Behind(url, *OPTIONS)) for _ in range(2)]
        for name in NAMES:
            attempt(name, servers, QUICK)
