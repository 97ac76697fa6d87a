"""A real nginx in front of several server processes, for `server_load.py`: it pins each game to one, as in deploy/."""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

DEPLOYED = Path(__file__).parents[1] / "deploy" / "nginx.conf"


def configuration(ports: list[int], own: int, folder: Path) -> str:
    """Return nginx's configuration: the hash by game of deploy/nginx.conf, without TLS and limits."""
    choosing = DEPLOYED.read_text(encoding="utf-8").partition("\nserver {")[0]
    upstreams = "\n".join(f"    server 127.0.0.1:{port};" for port in ports)
    choosing = re.sub(r"(    server 127\.0\.0\.1:\d+.*\n)+", f"{upstreams}\n", choosing)
    return f"""
        pid {folder}/nginx.pid;
        error_log {folder}/nginx.log;
        worker_processes 2;
        worker_rlimit_nofile 65536;
        events {{ worker_connections 32768; }}
        http {{
            access_log off;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
            {choosing}
            server {{
                listen 127.0.0.1:{own};
                location / {{
                    proxy_pass http://semafor;
                    proxy_http_version 1.1;
                    proxy_set_header Host $http_host;
                    proxy_set_header Upgrade $http_upgrade;
                    proxy_set_header Connection $semafor_connection;
                    proxy_read_timeout 600s;
                }}
            }}
        }}
    """


@contextlib.contextmanager
def nginx(ports: list[int], folder: Path) -> Iterator[tuple[str, int]]:
    """Run nginx in front of processes; yield its URL and the pid of its master process."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        raise SystemExit("nginx is not installed: apt-get install nginx")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        own = int(found.getsockname()[1])
    file = folder / "nginx.conf"
    file.write_text(configuration(ports, own, folder), encoding="utf-8")
    folder.chmod(0o755)  # nginx's workers run as a different user
    with subprocess.Popen([program, "-p", str(folder), "-c", str(file), "-g", "daemon off;"]) as process:
        try:
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", own), 1):
                    break
                if process.poll() is not None:
                    raise SystemExit((folder / "nginx.log").read_text(encoding="utf-8"))
                time.sleep(0.1)
            yield f"http://127.0.0.1:{own}", process.pid
        finally:
            process.terminate()
            process.wait(30)
