"""Sets of small numbers as words of 60 bits.

Sixty, not 64: every word stays a positive `i64`, so that compiled and interpreted code agree without masking.
"""

from typing import Final

from mypy_extensions import i64

WORD: Final = 60


def bit(n: i64) -> i64:
    """Return the word with only bit n set."""
    return _shift(1, n)


def _shift(one: i64, n: i64) -> i64:
    # A literal 1 on the left of a shift would be a 32-bit number in the compiled code; a parameter is 64 bits wide.
    return one << n


def ones(word: i64) -> i64:
    """Return how many bits of the word are set (parallel sum; a multiplication would overflow)."""
    pairs = word - ((word >> 1) & 0x555555555555555)
    nibbles = (pairs & 0x333333333333333) + ((pairs >> 2) & 0x333333333333333)
    octets = (nibbles + (nibbles >> 4)) & 0xF0F0F0F0F0F0F0F
    octets += octets >> 8
    octets += octets >> 16
    octets += octets >> 32
    return octets & 0x7F


def lowest(word: i64) -> i64:
    """Return the position of the lowest set bit of a word that is not zero."""
    return ones((word & -word) - 1)


def nth(word: i64, n: i64) -> i64:
    """Return the position of the n-th set bit, counted from 0, of a word that has it."""
    while n > 0:
        word &= word - 1
        n -= 1
    return lowest(word)
