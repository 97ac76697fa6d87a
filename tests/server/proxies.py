"""Try the files in deploy/ with a real nginx and a real Caddy in front of two processes on one PostgreSQL.

Run `python -m tests.server.proxies` (`make hosting`). It says what is missing, and fails then, too: nginx and openssl
come from the system (apt-get install nginx openssl), Caddy from PyPI (requirements/hosting.txt) or the system.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.postgres import postgres_server
from tests.server.serving import PATIENCE, Server

Json = dict[str, Any]
DEPLOY: Final = Path(__file__).parents[2] / "deploy"
NAME: Final = "trains.example"
ME: Final = {"kind": "me", "name": "Ala"}
SILENCE: Final = 70.0
"""Seconds for which a connection stays silent: longer than any proxy's timeout."""
BIN: Final = Path(sys.executable).parent


class Behind(Server):
    """A process behind a proxy, with limits that show whom it takes a client for."""

    limits: tuple[str, ...] = ()


class Proxy:
    """A proxy as deploy/ sets it up, on ports of ours."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self.folder = folder
        self.upstreams = ports
        self.port, self.plain_port = free_port(), free_port()

    def nginx(self) -> list[str]:
        """Write the configuration, and return the command."""
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        text = re.sub(r"\n    listen \[::\].*", "", text)
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.plain_port};")
        text = text.replace("127.0.0.1:8601", f"127.0.0.1:{self.upstreams[0]}")
        text = text.replace("127.0.0.1:8602", f"127.0.0.1:{self.upstreams[1]}")
        text = re.sub(r"/etc/letsencrypt/live/[^/]*", str(self.folder), text)
        main = f"""
            pid {self.folder}/nginx.pid;
            error_log {self.folder}/nginx.log;
            worker_rlimit_nofile 4096;
            events {{ worker_connections 1024; }}
            http {{
                access_log off;
                client_body_temp_path {self.folder}/body; proxy_temp_path {self.folder}/proxy;
                fastcgi_temp_path {self.folder}/f; uwsgi_temp_path {self.folder}/u; scgi_temp_path {self.folder}/s;
                {text}
            }}
        """
        file = self.folder / "nginx.conf"
        file.write_text(main, encoding="utf-8")
        return [found("nginx") or "nginx", "-p", str(self.folder), "-c", str(file), "-g", "daemon off;"]

    def caddy(self) -> list[str]:
        """The same with Caddy, whose file takes all that from the environment."""
        own = f"{{\n\tadmin off\n\thttp_port {self.plain_port}\n\thttps_port {self.port}\n\tskip_install_trust\n}}\n"
        text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
        file = self.folder / "Caddyfile"
        file.write_text(own + text, encoding="utf-8")
        settings = {
            "DOMAIN": f"https://{NAME}",
            "TLS": f"tls {self.folder}/fullchain.pem {self.folder}/privkey.pem",
            "UPSTREAMS": " ".join(f"127.0.0.1:{port}" for port in self.upstreams),
            "HOME": str(self.folder),
        }
        variables = [f"{name}={value}" for name, value in settings.items()]
        return ["env", *variables, found("caddy") or "caddy", "run", "--config", str(file), "--adapter", "caddyfile"]


def found(program: str) -> str | None:
    """Where a program is: beside Python, or in the system."""
    return shutil.which(program, path=str(BIN)) or shutil.which(program) or shutil.which(program, path="/usr/sbin")


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


def certificate(folder: Path) -> ssl.SSLContext:
    """Make a certificate; return who trusts it."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    command += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", "privkey.pem", "-out", "fullchain.pem"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "fullchain.pem"))


@contextlib.contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    """A proxy that answers, until it is not needed any more."""
    with (folder / "proxy.log").open("w") as log, subprocess.Popen(command, stderr=log, stdout=log) as process:
        try:
            end = time.monotonic() + PATIENCE
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                assert process.poll() is None, (folder / "proxy.log").read_text(encoding="utf-8")
                assert time.monotonic() < end
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


class Client:
    """Somebody at an address, who reaches the server through the proxy by its public name."""

    def __init__(self, proxy: Proxy, trust: ssl.SSLContext, address: str) -> None:
        self.proxy = proxy
        self.trust = trust
        self.address = address
        self.url = f"https://{NAME}:{proxy.port}"

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request."""
        transport = httpx.AsyncHTTPTransport(verify=self.trust, local_address=self.address)
        async with httpx.AsyncClient(transport=transport, timeout=PATIENCE) as client:
            headers = {"host": NAME, **more.pop("headers", {})}
            url = f"https://127.0.0.1:{self.proxy.port}{path}"
            named = {"sni_hostname": NAME}
            return await client.request(method, url, headers=headers, extensions=named, **more)

    async def make(self, **headers: str) -> httpx.Response:
        """Make a table."""
        body = {"board": "usa", "seats": [ME, {"kind": "me", "name": "Ola"}]}
        return await self.ask("POST", "/api/games", json=body, headers=headers)

    @contextlib.asynccontextmanager
    async def socket(self, game: str, tokens: list[str]) -> AsyncIterator[ClientConnection]:
        """Connect to a table and say hello; yields after the first view."""
        url = f"wss://{NAME}/api/games/{game}/socket"
        sock = socket.create_connection(("127.0.0.1", self.proxy.port), source_address=(self.address, 0))
        sock.setblocking(False)
        async with connect(
            url, sock=sock, ssl=self.trust, server_hostname=NAME, origin=Origin(f"https://{NAME}"), ping_interval=None
        ) as line:
            await line.send(json.dumps({"type": "hello", "version": 2, "tokens": tokens}))
            await until(line, "view")
            yield line


async def until(line: ClientConnection, kind: str) -> Json:
    """The next message of a kind."""
    while True:
        message: Json = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        if message["type"] == kind:
            return message


async def connections(server: Server) -> float:
    """How many sockets a process says it has."""
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        text = (await client.get(f"{server.url}/metrics")).text
    value = re.search(r"^semafor_connections (\S+)$", text, re.MULTILINE)
    return float(value[1]) if value else 0.0


# What is tried, in this order


async def pages(ala: Client, servers: list[Behind]) -> None:
    """Pages come over TLS, plain HTTP leads there, and what is private stays so."""
    page = await ala.ask("GET", "/")
    assert page.status_code == 200
    assert "content-security-policy" in page.headers
    async with httpx.AsyncClient(timeout=PATIENCE) as plain:
        led = await plain.get(f"http://127.0.0.1:{ala.proxy.plain_port}/x", headers={"host": NAME})
    assert led.status_code in {301, 308}
    assert led.headers["location"].startswith("https://")
    for path in ("/metrics", "/healthz"):
        assert (await ala.ask("GET", path)).status_code == 404


async def addresses(ala: Client, servers: list[Behind]) -> None:
    """The server counts by the client's address, whatever the client says it is."""
    for number, other in enumerate(("127.0.0.21", "127.0.0.22")):
        client = Client(ala.proxy, ala.trust, other)
        made = [await client.make(**{"x-forwarded-for": f"192.0.2.{number}{one}"}) for one in range(4)]
        assert [answer.status_code for answer in made] == [200, 200, 200, 429], made[-1].text


async def bodies(ala: Client, servers: list[Behind]) -> None:
    """A body that is too large goes no further than the proxy."""
    # A client that keeps sending may be disconnected before it can read the response.
    with contextlib.suppress(httpx.TransportError):
        answer = await ala.ask("POST", "/api/records", content=b"x" * 5_000_000)
        assert answer.status_code == 413


async def one_process(ala: Client, servers: list[Behind]) -> None:
    """All sockets of a game are at one process, and the games at both."""
    client = Client(ala.proxy, ala.trust, "127.0.0.31")
    others = [Client(ala.proxy, ala.trust, f"127.0.0.{40 + number}") for number in range(8)]
    at: list[int] = []
    for other in others:
        made = (await other.make()).json()
        tokens = [seat["token"] for seat in made["seats"]]
        async with other.socket(made["game"], tokens[:1]), client.socket(made["game"], tokens[1:]):
            counts = [await connections(server) for server in servers]
            assert sorted(counts) == [0, 2], counts
            at.append(counts.index(2))
        while sum([await connections(server) for server in servers]):
            await asyncio.sleep(0.05)
    assert set(at) == {0, 1}


async def silence(ala: Client, servers: list[Behind]) -> None:
    """A connection over which nobody says anything stays, and what happens then arrives."""
    made = (await ala.make()).json()
    tokens = [seat["token"] for seat in made["seats"]]
    async with ala.socket(made["game"], tokens) as line:
        await asyncio.sleep(SILENCE)
        await line.send(json.dumps({"type": "ping", "id": "still there"}))
        assert (await until(line, "answer"))["ok"]


async def restart(ala: Client, servers: list[Behind]) -> None:
    """A process is restarted: its games go on at the other one, and nothing is lost."""
    client = Client(ala.proxy, ala.trust, "127.0.0.61")
    made = (await client.make()).json()
    tokens = [seat["token"] for seat in made["seats"]]
    seqs: list[int] = []
    for server in (*servers, None):
        async with client.socket(made["game"], tokens) as line:
            await line.send(json.dumps({"type": "look", "id": "look", "seat": 0}))
            seqs.append((await until(line, "view"))["seq"])
        if server is not None:
            await asyncio.to_thread(server.stop)
            async with client.socket(made["game"], tokens) as line:
                await line.send(json.dumps({"type": "ping", "id": "ping"}))
                assert (await until(line, "answer"))["ok"]
            await asyncio.to_thread(server.start)
    assert len(set(seqs)) == 1


TRIED: Final[tuple[Callable[[Client, list[Behind]], Any], ...]] = (
    *(pages, addresses, bodies, one_process, restart, silence),
)


def attempt(name: str, url: str) -> None:
    """Try everything with a proxy."""
    with tempfile.TemporaryDirectory() as name_of_folder, contextlib.ExitStack() as stack:
        folder = Path(name_of_folder)
        folder.chmod(0o755)
        options = ("--public-url", f"https://{NAME}", "--trust-proxy", "127.0.0.1", "--games-per-hour", "3")
        servers = [stack.enter_context(Behind(url, *options)) for _ in range(2)]
        proxy = Proxy(folder, [server.port for server in servers])
        trust = certificate(folder)
        command = proxy.nginx() if name == "nginx" else proxy.caddy()
        with running(command, proxy.port, folder):
            for number, tried in zip(itertools.count(2), TRIED, strict=False):
                started = time.monotonic()
                asyncio.run(tried(Client(proxy, trust, f"127.0.0.{number}"), servers))
                print(f"{name}: {tried.__doc__} ({time.monotonic() - started:.0f} s)", flush=True)


def main() -> None:
    """Try the proxies that are asked for, all if none is; say which are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("proxies", nargs="*", help="nginx, caddy", default=["nginx", "caddy"])
    options = parser.parse_args()
    missing = [program for program in (*options.proxies, "openssl") if found(program) is None]
    with postgres_server() as make:
        for name in options.proxies:
            if name not in missing:
                attempt(name, make())
    if missing:
        sys.exit(f"Not tried, for it is not installed: {', '.join(missing)}.")


if __name__ == "__main__":
    main()
