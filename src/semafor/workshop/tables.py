"""Read spreadsheets saved as text: any separator and encoding, columns in any order and by several names."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

ENCODINGS: Final = ("utf-8-sig", "cp1250", "cp1252", "latin-1")
"""The encodings to try; Windows' Central European is told from its Western by the letters it makes."""
MOST_ROWS: Final = 2000
_ALIASES: Final = {
    "a": "from",
    "b": "to",
    "start": "from",
    "end": "to",
    "city1": "from",
    "city2": "to",
    "color": "colour",
    "latitude": "lat",
    "longitude": "lon",
    "lng": "lon",
    "long": "lon",
    "ferrylocomotives": "locomotives",
    "locos": "locomotives",
    "spaces": "length",
    "size": "length",
    "value": "points",
    "city": "name",
    "stop": "name",
    "kind": "type",
}
_LIKELY: Final = re.compile("[ąćęłńóśźżčďěňřšťůžäöüßéèêëáíôúçñåøæőű]", re.IGNORECASE)


_LETTERS: Final = {
    **{ord(sign): letters for sign, letters in {"ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss"}.items()},
    **{ord(sign): "d" for sign in "đð"},
}


class Row:
    """A row of a table, by the names of its columns."""

    def __init__(self, line: int, cells: dict[str, str]) -> None:
        """Take its line in the file and what it has."""
        self.line = line
        self.cells = cells

    def text(self, *names: str) -> str:
        """Return the first of some cells that is not empty."""
        return next((self.cells[name] for name in names if self.cells.get(name)), "")


class Sheet:
    """A table: what its columns are called here, and its rows."""

    def __init__(self, columns: list[str], rows: list[Row], unknown: list[str]) -> None:
        """Take the columns, the rows, and what the file calls columns that nobody knows."""
        self.columns = columns
        self.rows = rows
        self.unknown = unknown


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or an encoding of Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        texts = [data.decode(encoding, "replace") for encoding in ENCODINGS[1:]]
        return max(texts, key=lambda text: len(_LIKELY.findall(text)) - 5 * text.count("�"))


def read_sheet(text: str, known: dict[str, str]) -> Sheet:
    """Read a table whose first row names the columns; `known` are their names here by simplified names."""
    lines = text.splitlines()
    separator = max(",;\t", key=lines[0].count) if lines else ","
    rows = list(_rows(text, separator))
    if not rows:
        return Sheet([], [], [])
    heads = [known.get(column := _simple(head), known.get(_ALIASES.get(column, ""), "")) for head in rows[0][1]]
    unknown = [head for head, column in zip(rows[0][1], heads, strict=True) if head.strip() and not column]
    read = []
    for line, cells in rows[1 : MOST_ROWS + 1]:
        named = {column: cell.strip() for column, cell in zip(heads, cells, strict=False) if column}
        if any(named.values()):
            read.append(Row(line, named))
    return Sheet([column for column in heads if column], read, unknown)


def columns_of(text: str) -> set[str]:
    """Return the simplified names of the columns, under their usual names."""
    lines = text.splitlines()
    if not lines:
        return set()
    separator = max(",;\t", key=lines[0].count)
    first = next(_rows(lines[0], separator), (0, []))[1]
    return {_ALIASES.get(_simple(head), _simple(head)) for head in first}


def number(text: str) -> float | None:
    """Return a number with a point or a comma; None if it is none."""
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        return None
    return found if abs(found) < 1e9 else None


def whole(text: str) -> int | None:
    """Return a whole number, also one such as 3.0."""
    found = number(text)
    return int(found) if found is not None and found == int(found) else None


def slug(name: str) -> str:
    """Return an id for a name.

    >>> slug("Łódź (Fabryczna)"), slug("Reykjavík")
    ('lodz-fabryczna', 'reykjavik')
    """
    plain = name.lower().translate(_LETTERS)
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))
    return "-".join(re.findall("[a-z0-9]+", plain))[:60].strip("-")


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error:
        return


def _simple(head: str) -> str:
    return re.sub("[^a-z0-9]", "", slug(head))
