"""The only source of randomness: a seeded generator that gives the same numbers everywhere.

The algorithm is sfc32 (Chris Doty-Humphrey's small fast counting generator): additions, shifts and exclusive ors of
32-bit numbers. Every result is masked to 32 bits, so that compiled code, whose integers wrap, and interpreted code,
whose integers don't, give the same numbers.
"""

from hashlib import sha256
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

_MASK: Final = 0xFFFFFFFF
_WARM_UP: Final = 12
"""Rounds discarded after seeding, as the algorithm's author recommends."""


class Chance:
    """A random generator with an explicit state.

    >>> Chance.seeded(7).below(100) == Chance.seeded(7).below(100)
    True
    """

    a: i64
    b: i64
    c: i64
    counter: i64

    def __init__(self, a: i64, b: i64, c: i64, counter: i64) -> None:
        """Take the four 32-bit numbers of the generator's state."""
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    @staticmethod
    def seeded(seed: int | str) -> "Chance":
        """Return a generator for a seed of any size; different seeds give unrelated numbers."""
        digest = sha256(f"{type(seed).__name__}:{seed}".encode(errors="surrogatepass")).digest()
        chance = Chance(_word(digest, 0), _word(digest, 4), _word(digest, 8), 1)
        for _ in range(_WARM_UP):
            chance.next32()
        return chance

    def next32(self) -> i64:
        """Return the next number, from 0 to 2**32 - 1."""
        b = self.b
        c = self.c
        result = (self.a + b + self.counter) & _MASK
        self.counter = (self.counter + 1) & _MASK
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & _MASK
        self.c = ((((c << 21) & _MASK) | (c >> 11)) + result) & _MASK
        return result

    def below(self, n: i64) -> i64:
        """Return a uniform number from 0 to n - 1 (Lemire's multiplication, with his rejection step)."""
        product = self.next32() * n
        if (product & _MASK) < n:
            # 2**32 mod n values would come up once too often: reject them.
            threshold = (_MASK + 1 - n) % n
            while (product & _MASK) < threshold:
                product = self.next32() * n
        return product >> 32

    def shuffle(self, items: vec[u8], start: i64, count: i64) -> None:
        """Shuffle `count` items from `start` on (Fisher–Yates)."""
        i = count - 1
        while i > 0:
            j = self.below(i + 1)
            item = items[start + i]
            items[start + i] = items[start + j]
            items[start + j] = item
            i -= 1

    def clone(self) -> "Chance":
        """Return a copy that gives the same numbers."""
        return Chance(self.a, self.b, self.c, self.counter)

    def split(self) -> "Chance":
        """Return a new generator seeded from this one."""
        child = Chance(self.next32(), self.next32(), self.next32(), 1)
        for _ in range(_WARM_UP):
            child.next32()
        return child

    def dump(self) -> str:
        """Return the state as text, so that a position can continue exactly."""
        return f"{self.a:08x}{self.b:08x}{self.c:08x}{self.counter:08x}"

    @staticmethod
    def load(text: str) -> "Chance":
        """Restore a generator from its `dump`."""
        if len(text) != 32 or any(letter not in "0123456789abcdef" for letter in text):
            raise ValueError("the state of the random generator must be 32 lower-case hexadecimal digits")
        return Chance(int(text[0:8], 16), int(text[8:16], 16), int(text[16:24], 16), int(text[24:32], 16))


def _word(digest: bytes, at: i64) -> i64:
    """Return four bytes as a big-endian number."""
    word: i64 = 0
    for i in range(at, at + 4):
        word = (word << 8) | digest[i]
    return word
