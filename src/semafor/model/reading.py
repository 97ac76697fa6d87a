"""Read untyped data (a parsed TOML or JSON file) and collect every problem in it.

The author of a board file should see all mistakes at once, not one per attempt. So nothing here raises: a missing key
or a wrong type is noted with its key path, and a harmless default is returned so that reading can continue. The caller
checks `Reader.problems` at the end.

    >>> reader = Reader()
    >>> table = root(reader, {"length": "three", "colour": "red", "lenght": 3})
    >>> table.integer("length", minimum=1), table.text("colour")
    (1, 'red')
    >>> table.finish()
    >>> for problem in reader.problems:
    ...     print(problem)
    length: must be a whole number, 1 or more, got "three"
    lenght: unknown key, did you mean length? Known here: colour, length
"""

import difflib
import json
import unicodedata
from typing import Final

from mypy_extensions import mypyc_attr

from semafor.model.errors import SemaforError

LONGEST_LABEL: Final = 80
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""The Unicode categories of invisible characters."""
UNBOUNDED: Final = 1 << 62
"""The largest integer accepted, so that it fits in 64 bits."""

LARGEST: Final = 1e300
"""The largest float accepted."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Phrase:
    """An English text with {blanks} and their values, so that a catalogue can translate it.

    >>> str(Phrase("a list of {number}", number=2))
    'a list of 2'
    """

    def __init__(self, text: str, **values: object) -> None:
        """Take the text and its values, which may be phrases themselves; without values, braces are literal."""
        self.text = text
        self.values: dict[str, object] = values

    def __str__(self) -> str:
        """Return the English text."""
        return self.text.format(**self.values) if self.values else self.text


@mypyc_attr(allow_interpreted_subclasses=True)
class Problem:
    """One problem and its location: `path` is a key path such as `routes[3].length`."""

    def __init__(self, path: str, message: str, **values: object) -> None:
        """Take the path, the message and the values of its blanks; an empty path is the data as a whole."""
        self.path = path
        self.phrase = Phrase(message, **values)
        self.message = str(self.phrase)

    def __str__(self) -> str:
        """Return `path: message`, or only the message if the path is empty."""
        return f"{self.path}: {self.message}" if self.path else self.message

    def __repr__(self) -> str:
        """Show both parts, for test failures and debuggers."""
        return f"Problem({self.path!r}, {self.message!r})"


class BoardError(SemaforError):
    """An invalid board file; `problems` lists everything that is wrong."""

    def __init__(self, problems: list[Problem]) -> None:
        """Keep the problems; the error message has one per line."""
        super().__init__("\n".join([str(problem) for problem in problems]))
        self.problems = problems


class Reader:
    """Collects the problems of one piece of data while its tables are read."""

    def __init__(self) -> None:
        """Start with no problems."""
        self.problems: list[Problem] = []

    def report(self, path: str, message: str, **values: object) -> None:
        """Add a problem; people will read them in this order."""
        self.problems.append(Problem(path, message, **values))

    def check_ids(self, ids: list[tuple[str, str]], twice: str) -> None:
        """Report ids that are used twice; each comes after its path."""
        first: dict[str, str] = {}
        for path, id in ids:
            if id in first:
                self.report(f"{path}.id", twice, id=shown(id), first=first[id])
            elif id:
                first[id] = path

    def at_most(self, path: str, count: int, most: int, message: str = "at most {most} fit, got {got}") -> None:
        """Report a list that exceeds the engine's capacity."""
        if count > most:
            self.report(path, message, most=most, got=count)


def shown(value: object) -> Phrase:
    """Format a value for a message: short, and as the file's author wrote it.

    >>> [str(shown(value)) for value in ("x", True, [1, 2], None)]
    ['"x"', 'true', 'a list of 2', 'null']
    """
    if isinstance(value, dict):
        return Phrase("a table")
    if isinstance(value, list):
        return Phrase("a list of {number}", number=len(value))
    if isinstance(value, int) and abs(value) > UNBOUNDED:
        # Python refuses to print a number of thousands of digits.
        return Phrase("a number too large")
    if value is None or isinstance(value, (bool, int, float, str)):
        text = json.dumps(value, ensure_ascii=False)
    else:
        # TOML also has dates and times, which none of our keys accepts.
        text = str(value)
    return Phrase(text if len(text) <= 60 else text[:57] + "...")


def _span(what: Phrase, low: str, high: str) -> Phrase:
    """Describe a range: `a whole number from 1 to 5`; an empty bound is no bound."""
    if low and high:
        return Phrase("{what} from {low} to {high}", what=what, low=low, high=high)
    if low:
        return Phrase("{what}, {low} or more", what=what, low=low)
    if high:
        return Phrase("{what}, {high} or less", what=what, high=high)
    return what


class Table:
    """A mapping at some path of the data; it remembers which keys were read.

    Reading a key makes it known: afterwards `finish` reports all the others. A null (JSON has it, TOML does not) counts
    as a missing key.

    A table that was missing, or was not a table, is `absent`: it has no keys, and reading it reports nothing more,
    since its absence has already been reported where it matters.
    """

    def __init__(self, reader: Reader, path: str, data: dict[str, object], absent: bool = False) -> None:
        """Take the data and its path; problems go to `reader`."""
        self.reader = reader
        self.path = path
        self.data = data
        self.absent = absent
        # A dictionary, for its order: messages list the known keys in the order in which they were read.
        self.asked: dict[str, None] = {}

    def at(self, key: str) -> str:
        """Return the key path of a member, for messages about it."""
        return f"{self.path}.{key}" if self.path else key

    def raw(self, key: str) -> object:
        """Return a raw value, or None if it is missing."""
        self.asked[key] = None
        return self.data.get(key)

    def has(self, key: str) -> bool:
        """Return whether the key exists, and mark it as known."""
        return self.raw(key) is not None

    def report(self, key: str, message: str, **values: object) -> None:
        """Report a problem of a value."""
        self.reader.report(self.at(key), message, **values)

    def _wrong(self, key: str, right: Phrase) -> None:
        """Report a value that is missing or not `right`."""
        if key in self.data:
            self.report(key, "must be {right}, got {got}", right=right, got=shown(self.data[key]))
        elif not self.absent:
            self.report(key, "is missing: must be {right}", right=right)

    def integer(self, key: str, minimum: int = 0, maximum: int = UNBOUNDED, default: int | None = None) -> int:
        """Return a whole number in its bounds; without a default the key is required."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        # A bool is an int to Python, but `length = true` is a mistake.
        if isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum:
            return value
        low = "" if minimum <= -UNBOUNDED else str(minimum)
        high = "" if maximum >= UNBOUNDED else str(maximum)
        self._wrong(key, _span(Phrase("a whole number"), low, high))
        return minimum if default is None else default

    def number(
        self,
        key: str,
        minimum: float = -LARGEST,
        maximum: float = LARGEST,
        default: float | None = None,
    ) -> float:
        """Return a number, whole or not, in its bounds; without a default the key is required."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        # Infinities, NaN and numbers too large for a float all fail the bounds.
        if isinstance(value, (int, float)) and not isinstance(value, bool) and minimum <= value <= maximum:
            return float(value)
        low = "" if minimum <= -LARGEST else f"{minimum:g}"
        high = "" if maximum >= LARGEST else f"{maximum:g}"
        self._wrong(key, _span(Phrase("a number"), low, high))
        if default is not None:
            return default
        return max(minimum, 0.0)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text, which may be empty; without a default the key is required."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if isinstance(value, str):
            return value
        self._wrong(key, Phrase("a text"))
        return "" if default is None else default

    def label(self, key: str, default: str | None = None) -> str:
        """Return a text for display: of limited length, without invisible characters."""
        value = self.text(key, default)
        if self.limit(key, value) and any(unicodedata.category(sign) in _UNSEEN for sign in value):
            self.report(key, "must be a text without control and direction characters, got {got}", got=shown(value))
        return value

    def limit(self, key: str, value: str) -> bool:
        """Return whether a text has at most as many characters as a name or an id may have; report one that hasn't."""
        fits = len(value) <= LONGEST_LABEL
        if not fits:
            long = "must be a text of at most {most} characters, got {got}"
            self.report(key, long, most=LONGEST_LABEL, got=len(value))
        return fits

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false; a flag is never required."""
        value = self.raw(key)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        self._wrong(key, Phrase("true or false"))
        return default

    def choice(self, key: str, options: list[str], default: str | None = None) -> str:
        """Return one of the options; without a default the key is required."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if isinstance(value, str) and value in options:
            return value
        self._wrong(key, Phrase("one of {options}", options=", ".join(options)))
        return options[0] if default is None else default

    def texts(self, key: str, default: list[str] | None = None) -> list[str]:
        """Return a list of texts; without a default the key is required.

        A member that is not a text is reported at its own path and skipped.
        """
        value = self.raw(key)
        if value is None and default is not None:
            return list(default)
        if not isinstance(value, list):
            self._wrong(key, Phrase("a list of texts"))
            return [] if default is None else list(default)
        found: list[str] = []
        for index, member in enumerate(value):
            if isinstance(member, str):
                found.append(member)
            else:
                self.report(f"{key}[{index}]", "must be {right}, got {got}", right=Phrase("a text"), got=shown(member))
        return found

    def choices(self, key: str, options: list[str]) -> list[str]:
        """Return a list of some of the options, which is required; report every other member."""
        found = self.texts(key)
        for member in found:
            if member not in options:
                self.report(key, "must be a list of {options}, got {got}", options=", ".join(options), got=member)
        return found

    def by_number(self, key: str, first: int, last: int, minimum: int, maximum: int) -> dict[int, int]:
        """Return a required table of whole numbers by whole numbers, such as `{ 1 = 1, 2 = 2, 3 = 4 }`."""
        given = self.table(key)
        found = {n: given.integer(str(n), minimum, maximum) for n in range(first, last + 1) if given.has(str(n))}
        given.finish()
        return found

    def numbers(self, key: str, count: int, minimum: float, maximum: float) -> list[float]:
        """Return a list of so many numbers, each in its bounds; an empty one if it is something else."""
        value = self.raw(key)
        found: list[float] = []
        if isinstance(value, list) and len(value) == count:
            for member in value:
                if isinstance(member, (int, float)) and not isinstance(member, bool) and minimum <= member <= maximum:
                    found.append(float(member))
        if len(found) < count:
            low, high = f"{minimum:g}", f"{maximum:g}"
            self._wrong(
                key, Phrase("a list of {number} numbers from {low} to {high}", number=count, low=low, high=high)
            )
            return []
        return found

    def table(self, key: str, required: bool = True) -> "Table":
        """Return a table below this one; an absent one if it is missing or not a table."""
        value = self.raw(key)
        if isinstance(value, dict):
            return Table(self.reader, self.at(key), value)
        if required or value is not None:
            self._wrong(key, Phrase("a table of named values"))
        return Table(self.reader, self.at(key), {}, absent=True)

    def tables(self, key: str, required: bool = True) -> list["Table"]:
        """Return a list of tables, with paths such as `routes[3]`.

        A member that is not a table is reported and skipped; the others keep their numbers.
        """
        value = self.raw(key)
        found: list[Table] = []
        if not isinstance(value, list):
            if required or value is not None:
                self._wrong(key, Phrase("a list of tables"))
            return found
        for index, member in enumerate(value):
            if isinstance(member, dict):
                found.append(Table(self.reader, self.at(f"{key}[{index}]"), member))
            else:
                right = Phrase("a table of named values")
                self.report(f"{key}[{index}]", "must be {right}, got {got}", right=right, got=shown(member))
        return found

    def finish(self) -> None:
        """Report every key that was never read, and list the known ones."""
        known = sorted(self.asked)
        for key in self.data:
            if key in self.asked:
                continue
            close = difflib.get_close_matches(key, known, 1)
            listed: object = ", ".join(known) if known else Phrase("none")
            if close:
                self.report(key, "unknown key, did you mean {near}? Known here: {known}", near=close[0], known=listed)
            else:
                self.report(key, "unknown key. Known here: {known}", known=listed)


def root(reader: Reader, data: object) -> Table:
    """Return the table of the whole data, whose path is empty; report anything else."""
    if isinstance(data, dict):
        return Table(reader, "", data)
    reader.report("", "must be {right}, got {got}", right=Phrase("a table of named values"), got=shown(data))
    return Table(reader, "", {}, absent=True)
