"""A push service on this machine: it checks who sends, and decrypts what it gets, as a browser would.

`python -m tests.server.push.service FOLDER` runs one for the tests in the browser: it prints its host, its certificate
and the subscription of one browser, then each message that arrives, a line of JSON each.
"""

from __future__ import annotations

import asyncio
import json
import queue
import secrets
import ssl
import sys
import threading
import time
from base64 import urlsafe_b64decode
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from semafor.server.push.sealing import decoded, encoded, public_bytes
from tests.server.serving import PATIENCE

Received = tuple[str, dict[str, str], bytes]
CURVE = ec.SECP256R1()


class Service:
    """The service, with a certificate of its own. Its next `answers` are statuses; without any it says 201."""

    def __init__(self, folder: Path) -> None:
        self.received: queue.Queue[Received] = queue.Queue()
        self.answers: list[int] = []
        self.certificate = folder / "service.pem"
        _write_certificate(self.certificate)
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.received.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(outer.answers.pop(0) if outer.answers else 201)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Stay silent."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"https://{self.host}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    async def next(self) -> Received:
        """Wait for a message."""
        return await asyncio.to_thread(self.received.get, timeout=PATIENCE)

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Browser:
    """A browser's subscription keys, which alone can decrypt what is sent to it."""

    def __init__(self, service: Service) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.auth = secrets.token_bytes(16)
        self.endpoint = f"{service.url}/{secrets.token_hex(8)}"

    def keys(self) -> dict[str, str]:
        return {"p256dh": encoded(public_bytes(self.key)), "auth": encoded(self.auth)}

    def subscription(self, **more: object) -> dict[str, Any]:
        """Return what a page sends to the server."""
        return {"endpoint": self.endpoint, **self.keys(), "title": "Semafor", "text": "Twoja kolej.", **more}

    def decrypt(self, body: bytes) -> Any:
        """Decrypt a message as the receiver (RFC 8188 and 8291)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender = body[21 : 21 + length]
        assert size == 4096
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + public_bytes(self.key) + sender
        material = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        content = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        plain = AESGCM(content).decrypt(nonce, body[21 + length :], None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def check_vapid(headers: dict[str, str], key: str, audience: str) -> str:
    """Check RFC 8292: the server with this key signed it for this service, recently; return its contact."""
    scheme, _, rest = headers["authorization"].partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, fields["k"]) == ("vapid", key)
    signed, _, signature = fields["t"].rpartition(".")
    claims = json.loads(urlsafe_b64decode(signed.split(".")[1] + "=="))
    assert claims["aud"] == audience
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    raw = decoded(signature)
    sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(key))
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    sender.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    return str(claims["sub"])


def _write_certificate(path: Path) -> None:
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path.write_bytes(key.private_bytes(*form) + made.public_bytes(serialization.Encoding.PEM))


def main(folder: str) -> None:
    """Print what a browser would be told. The first line of input is the server's public key."""
    service = Service(Path(folder))
    browser = Browser(service)
    made = {"endpoint": browser.endpoint, "keys": browser.keys()}
    print(json.dumps({"host": service.host, "certificate": str(service.certificate), "made": made}), flush=True)
    key = sys.stdin.readline().strip()
    while True:
        where, headers, body = service.received.get()
        contact = check_vapid(headers, key, service.url)
        told = {"endpoint": service.url + where, "contact": contact, "message": browser.decrypt(body)}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
