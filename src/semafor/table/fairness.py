"""Shuffles that can be checked: the server commits to a seed before the deal and shows it after the game.

The commitment is the SHA-256, in hexadecimal, of the text "semafor seed 1:" followed by the seed. The seed has 256
random bits, so that nobody can find it from the commitment, and it fixes every shuffle, so that nobody can change the
deck after the start.
"""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_hex(32)


def bot_seed(seed: str, seat: int, taken: int) -> str:
    """Derive the seed of a bot's generator for one decision from the game's, without revealing it.

    `taken` is the number of actions that the seat has taken so far, so undoing and repeating an action changes nothing.
    """
    return sha256(f"semafor bot 2:{seed}:{seat}:{taken}".encode()).hexdigest()
