"""Write a board file from its contents.

>>> print(board_toml({"id": "x", "cities": [{"id": "a", "name": "Ł"}], "rules": {"claiming": {"trains": 20}}}))
id = "x"
cities = [
  { id = "a", name = "Ł" },
]
<BLANKLINE>
[rules.claiming]
trains = 20
<BLANKLINE>
"""

from __future__ import annotations

import json
import math
import re
from typing import Final

_BARE: Final = re.compile("[A-Za-z0-9_-]+")
_LISTS: Final = ("cities", "countries", "regions", "routes", "tickets", "goals", "marks")
_TABLES: Final = ("rules", "drawing")


def board_toml(data: dict[str, object]) -> str:
    """Return the text of a board file: the head, the lists with an entry in each line, then the tables."""
    lines: list[str] = []
    for key, value in data.items():
        if key in _LISTS and isinstance(value, list):
            lines += [f"{_key(key)} = [", *(f"  {_value(entry)}," for entry in value), "]"]
        elif key not in _TABLES or not isinstance(value, dict):
            lines.append(f"{_key(key)} = {_value(value)}")
    for key in _TABLES:
        table = data.get(key)
        if isinstance(table, dict):
            lines += _table([key], table, key == "rules")
    return "\n".join(lines) + "\n"


def _table(path: list[str], table: dict[str, object], inner_only: bool) -> list[str]:
    """Write a table with a heading, and the tables directly in it with theirs."""
    inner = {key: value for key, value in table.items() if isinstance(value, dict) and len(path) == 1}
    own = {key: value for key, value in table.items() if key not in inner}
    lines = []
    if own or not inner_only:
        lines += ["", f"[{'.'.join(_key(part) for part in path)}]"]
        lines += [f"{_key(key)} = {_value(value)}" for key, value in own.items()]
    for key, value in inner.items():
        lines += _table([*path, key], value, False)
    return lines


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float):
        return "nan" if math.isnan(value) else str(value)
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    # Whole numbers, and the dates and times of TOML.
    return str(value)
