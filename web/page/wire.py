"""A bad wire between two network devices: it loses some frames, delays the others, and can be cut (see `lossy.ts`).

It makes both devices, says so, and then takes commands, a line each: `worse`, `cut` and `join`.
"""

from __future__ import annotations

import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time
from typing import Final

SET_DEVICE: Final = 0x400454CA
TAP: Final = 0x0002 | 0x1000
"""Whole frames, without a header."""
LARGEST: Final = 2048
LOSS: Final = 0.05
DELAY: Final = 0.2


def device(name: str) -> int:
    """Make a device, and return what is sent and received there."""
    made = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(made, SET_DEVICE, struct.pack("16sH22x", name.encode(), TAP))
    return made


def main() -> None:
    """Pass frames on until there are no more commands."""
    ends = [device(name) for name in sys.argv[1:3]]
    print("ready", flush=True)
    bad, whole = False, True
    number = 0
    under_way: list[tuple[float, int, int, bytes]] = []
    while True:
        wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
        for ready in select.select([*ends, 0], [], [], wait)[0]:
            if ready == 0:
                command = os.read(0, 100).decode()
                if not command:
                    return
                bad = bad or "worse" in command
                whole = "join" in command or (whole and "cut" not in command)
                continue
            frame = os.read(ready, LARGEST)
            if whole and not (bad and random.random() < LOSS):
                number += 1
                other = ends[1 - ends.index(ready)]
                heapq.heappush(under_way, (time.monotonic() + (DELAY if bad else 0.0), number, other, frame))
        while under_way and under_way[0][0] <= time.monotonic():
            _, _, end, frame = heapq.heappop(under_way)
            try:
                os.write(end, frame)
            except OSError:
                # The device is not up yet.
                continue


if __name__ == "__main__":
    main()
