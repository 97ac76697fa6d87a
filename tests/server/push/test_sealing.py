"""Push messages follow RFC 8291 and RFC 8292, and go only to known push services."""

from __future__ import annotations

import json
import ssl
from base64 import urlsafe_b64decode

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from semafor.server.push.sealing import (
    BadKeys,
    authorization,
    check_keys,
    decoded,
    encoded,
    encrypt,
    new_private_key,
    public_bytes,
    read_private_key,
)
from semafor.server.push.services import ANY, KNOWN, BadEndpoint, check_endpoint, send

P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_the_example_of_the_rfc_comes_out() -> None:
    """See RFC 8291, section 5 and appendix A."""
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        P256DH,
        AUTH,
        read_private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
        "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_signature_says_who_sends_where_and_until_when() -> None:
    key = read_private_key(new_private_key())
    header = authorization(key, "https://push.example/some/where?x", "mailto:host@example.org", 1000.0)
    scheme, _, rest = header.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = fields["t"].rpartition(".")
    head, claims = (json.loads(urlsafe_b64decode(part + "==")) for part in signed.split("."))
    assert (scheme, head) == ("vapid", {"typ": "JWT", "alg": "ES256"})
    assert claims == {"aud": "https://push.example", "exp": 1000 + 12 * 3600, "sub": "mailto:host@example.org"}
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    raw = decoded(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    sender.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    assert decoded(fields["k"]) == public_bytes(key)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("", AUTH), (P256DH[:-4], AUTH), ("A" * 87, AUTH), (P256DH, "AAAA"), (P256DH, "ż"), ("ż", AUTH)],
)
def test_other_keys_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(BadKeys):
        check_keys(p256dh, auth)


@given(st.text(max_size=100), st.text(max_size=40))
def test_whatever_is_sent_as_keys_is_refused_in_a_sentence(p256dh: str, auth: str) -> None:
    with pytest.raises(BadKeys):
        check_keys(p256dh, auth)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-par02p.notify.windows.com/w/?token=x",
    ],
)
def test_the_services_of_browsers_are_known(endpoint: str) -> None:
    check_endpoint(endpoint, KNOWN)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilpush.services.mozilla.com.example/x",
        "https://push.apple.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::1/x",
        "https://example.org/x",
        "https://example.org:99999/x",
        "file:///etc/passwd",
        "https:///x",
        "https://fcm.googleapis.com/" + "x" * 1000,
        "https://fcm.googleapis.com/\r\nHost: evil",
        "",
    ],
)
def test_everything_else_is_not(endpoint: str) -> None:
    with pytest.raises(BadEndpoint):
        check_endpoint(endpoint, KNOWN)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254", "224.0.0.1"),
        *("[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1%lo]", "[::7f00:1]"),
    ],
)
def test_no_private_address_is_connected_to_even_if_any_service_is_allowed(host: str) -> None:
    with pytest.raises(BadEndpoint, match="private"):
        send(f"https://{host}/x", b"", {}, (ANY,), ssl.create_default_context())
