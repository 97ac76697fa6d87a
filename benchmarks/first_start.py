"""Measure the time from a wheel to a game: pip installs it with its dependencies, `semafor play` makes a table.

Run `python -m benchmarks.first_start dist/semafor-*.whl`. pip's cache is off, and the clock starts when the virtual
environment is ready.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

TABLE = json.dumps({"board": "usa", "seats": [{"kind": "me", "name": "Ala"}, {"kind": "bot"}]}).encode()


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def wait_for_page(url: str, server: subprocess.Popen[bytes]) -> bytes:
    while True:
        try:
            page: bytes = urllib.request.urlopen(url).read()
            return page
        except OSError:
            if server.poll() is not None:
                raise
            time.sleep(0.02)


def measure(wheel: str, folder: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/"

    started, used = time.monotonic(), processor_seconds()
    install = [str(programs / "pip"), "install", "--quiet", "--no-cache-dir", "--disable-pip-version-check", wheel]
    subprocess.run(install, env=environment, check=True, stderr=subprocess.DEVNULL)
    installed, used_by_pip = time.monotonic(), processor_seconds() - used

    play = [str(programs / "semafor"), "play", "--no-browser", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(play, env=environment, stdout=subprocess.DEVNULL) as server:
        page = wait_for_page(url, server)
        answered = time.monotonic()
        asked = urllib.request.Request(f"{url}api/games", TABLE, {"content-type": "application/json"})
        made = json.loads(urllib.request.urlopen(asked).read())
        dealt = time.monotonic()
        server.terminate()
    if b"module" not in page or not made["seats"][0]["token"]:
        sys.exit("the page or the table is not as it should be")
    used_by_play = processor_seconds() - used - used_by_pip
    print(f"pip install: {installed - started:.1f} s ({used_by_pip:.1f} s of a core)")
    print(f"semafor play to the page: {answered - installed:.1f} s ({used_by_play:.1f} s of a core)")
    print(f"all, to a table: {dealt - started:.1f} s; load {os.getloadavg()[0]:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel")
    with tempfile.TemporaryDirectory() as folder:
        measure(parser.parse_args().wheel, Path(folder))


if __name__ == "__main__":
    main()
