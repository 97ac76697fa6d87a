"""Encrypts a push message for one browser (RFC 8291) and signs who sends it (VAPID, RFC 8292)."""

from __future__ import annotations

import json
import secrets
from base64 import b64decode, urlsafe_b64encode
from typing import Final
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_RECORD: Final = 4096
_CURVE: Final = ec.SECP256R1()
_POINT: Final = 65
"""Bytes of a point of the curve, uncompressed as browsers write it."""
VALID_SECONDS: Final = 12 * 3600
"""How long a signature is valid; services allow 24 hours at most."""


class BadKeys(ValueError):
    """Keys of a subscription that no browser has made."""


def encoded(raw: bytes) -> str:
    """Return bytes as base64url without padding, as browsers write them."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of a base64url text; raise BadKeys if it is not one."""
    try:
        return b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except ValueError:
        raise BadKeys("a key is not base64url") from None


def new_private_key() -> str:
    """Make the secret key of a server, as it is stored."""
    return encoded(ec.generate_private_key(_CURVE).private_numbers().private_value.to_bytes(32))


def read_private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return a stored key."""
    return ec.derive_private_key(int.from_bytes(decoded(text)), _CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public part of a key, uncompressed."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(p256dh: str, auth: str) -> None:
    """Raise BadKeys if these can't be the keys of a subscription."""
    if len(decoded(auth)) != 16:
        raise BadKeys("auth must have 16 bytes")
    _receiver(p256dh)


def _receiver(p256dh: str) -> ec.EllipticCurvePublicKey:
    raw = decoded(p256dh)
    try:
        if len(raw) != _POINT:
            raise ValueError
        return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, raw)
    except (ValueError, InvalidKey):
        raise BadKeys("p256dh is not a point of the curve P-256") from None


def encrypt(
    payload: bytes, p256dh: str, auth: str, key: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Return the body of a request to a push service; only the browser of the subscription can read it."""
    receiver = _receiver(p256dh)
    key = ec.generate_private_key(_CURVE) if key is None else key
    salt = secrets.token_bytes(16) if salt is None else salt
    own = public_bytes(key)
    info = b"WebPush: info\0" + decoded(p256dh) + own
    material = HKDF(hashes.SHA256(), 32, decoded(auth), info).derive(key.exchange(ec.ECDH(), receiver))
    content_key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
    head = salt + _RECORD.to_bytes(4) + bytes([len(own)]) + own
    # 2 ends the last record.
    return head + AESGCM(content_key).encrypt(nonce, payload + b"\x02", None)


def authorization(key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str, now: float) -> str:
    """Return the header that tells a push service who sends, and how to reach them."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + VALID_SECONDS, "sub": contact}
    signed = ".".join(encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encoded(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={signed}.{signature}, k={encoded(public_bytes(key))}"
