"""Strict JSON: Python's parser, without its extensions and with errors for oversized numbers.

>>> parse_json('{"seed": 7}', [])
{'seed': 7}
"""

import json
import math
from typing import Final

MOST_DIGITS: Final = 4000
"""Longer numbers are refused: Python itself refuses to parse and to print them."""


def parse_json(text: str, twice: list[str]) -> object:
    """Parse JSON; raise ValueError, or RecursionError if it is nested too deeply.

    Duplicate keys of an object are added to `twice`; the last value wins.
    """

    def members(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            if key in found:
                twice.append(key)
            found[key] = value
        return found

    value: object = json.loads(
        text.removeprefix("\ufeff"),
        object_pairs_hook=members,
        parse_int=_whole_number,
        parse_float=_decimal_number,
        parse_constant=_no_constant,
    )
    return value


def _whole_number(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"a number of more than {MOST_DIGITS} digits")
    return int(text)


def _decimal_number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"a number too large: {text[:40]}")
    return number


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON value")
