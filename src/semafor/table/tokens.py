"""Secrets: seat tokens, codes, ids. Tokens are stored hashed; a token has 192 bits, so a plain hash will do."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for each other: 5 bits each."""
_ID: Final = 12
_MISREAD: Final = str.maketrans("l1", "ii")


def new_token() -> str:
    """Make a secret of 192 bits."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Hash a token; only the hash is stored."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_code(length: int) -> str:
    """Make a code that people can read out: 5 bits per letter."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def new_game_id() -> str:
    """Make an id that nobody can guess: it is the key to the table."""
    return new_code(_ID)


def game_id_of(secret: str) -> str:
    """Return the id of the only table that belongs to a secret."""
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in sha256(secret.encode()).digest()[:_ID])


def new_invite() -> str:
    """Make an invitation code, short enough to read out over the phone.

    It has 40 bits; rate limiting keeps it from being guessed.
    """
    return new_code(8)


def read_code(text: str) -> str:
    """Return a code as somebody typed it: in capitals, in groups, with an `l` or a `1` for an `i`."""
    return "".join(letter for letter in text.lower() if letter.isalnum()).translate(_MISREAD)
