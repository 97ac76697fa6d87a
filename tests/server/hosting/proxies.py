"""Try the files in deploy/ with a real nginx and a real Caddy in front of two processes on one PostgreSQL.

Run `make hosting`, which also installs both proxies; those of the system (apt-get install nginx caddy) are preferred.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import re
import shutil
import socket
import ssl
import subprocess
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
NAMES: Final = ("nginx", "caddy")
DEPLOY: Final = Path(__file__).parents[3] / "deploy"
NAME: Final = "trains.example"
ME: Final = {"kind": "me", "name": "Ala"}
SILENCE: Final = 70.0
"""Seconds for which a connection stays silent: longer than any proxy's timeout."""
BIN: Final = Path(__file__).parents[3] / "build" / "hosting" / "bin"


class Behind(Server):
    """A process behind a proxy, with limits that show which address it counts."""

    limits: tuple[str, ...] = ()


class Proxy:
    """A proxy as deploy/ sets it up, on ports of ours."""

    def __init__(self, name: str, folder: Path, ports: list[int]) -> None:
        self.name = name
        self.folder = folder
        self.upstreams = ports
        self.port, self.plain_port = free_port(), free_port()

    def command(self) -> list[str]:
        """Write the configuration, and return the command."""
        return self.nginx() if self.name == "nginx" else self.caddy()

    def address(self, number: int) -> str:
        """Return an address of this machine that only the clients of this proxy have."""
        return f"127.0.{NAMES.index(self.name) + 1}.{number}"

    def nginx(self) -> list[str]:
        """Write nginx's configuration."""
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
        return [found("nginx"), "-p", str(self.folder), "-c", str(file), "-g", "daemon off;"]

    def caddy(self) -> list[str]:
        """Write Caddy's configuration, which reads all of that from the environment."""
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
        return ["env", *variables, found("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]


def found(program: str) -> str:
    """Return the path of a program: the system's, or what `make hosting` installs (where nginx has another name)."""
    for name, path in ((program, None), (program, "/usr/sbin"), (program, str(BIN)), (f"{program}-wheel", str(BIN))):
        if (there := shutil.which(name, path=path)) is not None:
            return there
    raise AssertionError(f"{program} is not installed")


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


def certificate(folder: Path) -> ssl.SSLContext:
    """Make a certificate; return the SSL context that trusts it."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    command += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", "privkey.pem", "-out", "fullchain.pem"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "fullchain.pem"))


@contextlib.contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    """Run a proxy and wait until it answers."""
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
    """A client at an address, which reaches the server through the proxy by its public name."""

    def __init__(self, proxy: Proxy, trust: ssl.SSLContext, number: int) -> None:
        self.proxy = proxy
        self.trust = trust
        self.address = proxy.address(number)
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
    """Return the next message of a kind."""
    while True:
        message: Json = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        if message["type"] == kind:
            return message


async def connections(server: Server) -> float:
    """Return how many sockets a process reports."""
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        text = (await client.get(f"{server.url}/metrics")).text
    value = re.search(r"^semafor_connections (\S+)$", text, re.MULTILINE)
    return float(value[1]) if value else 0.0


# The trials, in order


async def pages(ala: Client, servers: list[Behind]) -> None:
    """Pages come over TLS, plain HTTP leads there, and what is private stays so."""
    page = await ala.ask("GET", "/")
    assert page.status_code == 200
    assert "content-security-policy" in page.headers
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    async with httpx.AsyncClient(timeout=PATIENCE) as plain:
        led = await plain.get(f"http://127.0.0.1:{ala.proxy.plain_port}/x", headers={"host": NAME})
    assert led.status_code in {301, 308}
    assert led.headers["location"].startswith("https://")
    for path in ("/metrics", "/healthz"):
        assert (await ala.ask("GET", path)).status_code == 404


async def addresses(ala: Client, servers: list[Behind]) -> None:
    """The server counts by the client's address, whatever the client says it is."""
    for number in (21, 22):
        client = Client(ala.proxy, ala.trust, number)
        made = [await client.make(**{"x-forwarded-for": f"192.0.2.{number + 10 * one}"}) for one in range(4)]
        assert [answer.status_code for answer in made] == [200, 200, 200, 429], made[-1].text


async def bodies(ala: Client, servers: list[Behind]) -> None:
    """The proxy refuses a body that is too large."""
    # A client that keeps sending may be disconnected before it can read the response.
    with contextlib.suppress(httpx.TransportError):
        answer = await ala.ask("POST", "/api/records", content=b"x" * 5_000_000)
        assert answer.status_code == 413


async def one_process(ala: Client, servers: list[Behind]) -> None:
    """All sockets of a game are at one process; both processes have games."""
    client = Client(ala.proxy, ala.trust, 31)
    seen: set[int] = set()
    for number in range(40, 80):
        other = Client(ala.proxy, ala.trust, number)
        made = (await other.make()).json()
        tokens = [seat["token"] for seat in made["seats"]]
        async with other.socket(made["game"], tokens[:1]), client.socket(made["game"], tokens[1:]):
            counts = [await connections(server) for server in servers]
            assert sorted(counts) == [0, 2], counts
            seen.add(counts.index(2))
        while sum([await connections(server) for server in servers]):
            await asyncio.sleep(0.05)
        if number >= 43 and len(seen) == 2:
            return
    raise AssertionError("all games are at one process")


async def silence(ala: Client, servers: list[Behind]) -> None:
    """A silent connection stays open, and later messages still arrive."""
    made = (await ala.make()).json()
    tokens = [seat["token"] for seat in made["seats"]]
    async with ala.socket(made["game"], tokens) as line:
        await asyncio.sleep(SILENCE)
        await line.send(json.dumps({"type": "ping", "id": "still there"}))
        assert (await until(line, "answer"))["ok"]


async def restart(ala: Client, servers: list[Behind]) -> None:
    """A process is restarted: its games go on at the other one, and nothing is lost."""
    client = Client(ala.proxy, ala.trust, 91)
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


Trial = Callable[[Client, list[Behind]], Any]
TRIALS: Final[tuple[Trial, ...]] = (pages, addresses, bodies, one_process, restart, silence)
OPTIONS: Final = ("--public-url", f"https://{NAME}", "--trust-proxy", "127.0.0.1", "--games-per-hour", "3")


def attempt(name: str, servers: list[Behind]) -> None:
    """Try a proxy in front of two processes."""
    with tempfile.TemporaryDirectory() as name_of_folder:
        folder = Path(name_of_folder)
        folder.chmod(0o755)
        proxy = Proxy(name, folder, [server.port for server in servers])
        trust = certificate(folder)
        with running(proxy.command(), proxy.port, folder):
            for number, trial in enumerate(TRIALS, 2):
                started = time.monotonic()
                asyncio.run(trial(Client(proxy, trust, number), servers))
                print(f"{name}: {trial.__doc__} ({time.monotonic() - started:.0f} s)", flush=True)


def main() -> None:
    """Try the requested proxies, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("proxies", nargs="*", help="nginx, caddy", default=NAMES)
    options = parser.parse_args()
    with postgres_server() as make, contextlib.ExitStack() as stack:
        url = make()
        servers = [stack.enter_context(Behind(url, *OPTIONS)) for _ in range(2)]
        for name in options.proxies:
            asked = subprocess.run(
                [found(name), "version" if name == "caddy" else "-v"], capture_output=True, text=True, check=True
            )
            print(f"{found(name)}: {(asked.stdout + asked.stderr).strip()}")
            attempt(name, servers)


if __name__ == "__main__":
    main()
