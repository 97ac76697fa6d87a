"""Load a board file: find it, read it, and check that a game can be played on it.

Every problem is reported, with its key path, in one `BoardError`. The rules read their own parameters
(`semafor.rules.catalogue`) and report what is wrong with them; `semafor.engine.board_checks` checks the rest.
"""

import hashlib
import importlib.resources
import json
import pathlib
import tomllib
from typing import Final

from semafor.engine.board_checks import BoardCheck, check_marks
from semafor.model.board_file import read_board
from semafor.model.hooks import Rule
from semafor.model.reading import BoardError, Phrase, Problem, Reader, root
from semafor.model.spec import BoardSpec
from semafor.rules.catalogue import all_rules, read_rules

WORDS: Final = ("names", "aliases", "where")
"""The keys of translations, which the digest leaves out."""
NAMED: Final = ("cities", "countries", "regions", "goals")
"""The lists whose members have such keys."""


def builtin_ids() -> list[str]:
    """Return the ids of the boards that come with Semafor, sorted, the toy board last."""
    folder = importlib.resources.files("semafor").joinpath("boards")
    names = [entry.name for entry in folder.iterdir()]
    ids = sorted([name.removesuffix(".toml") for name in names if name.endswith(".toml")])
    return [id for id in ids if id != "toy"] + [id for id in ids if id == "toy"]


def board_text(name_or_path: str) -> str:
    """Return the text of a board file: a built-in board by its id, else the file at a path."""
    built_in = builtin_ids()
    try:
        if name_or_path in built_in:
            folder = importlib.resources.files("semafor").joinpath("boards")
            return folder.joinpath(f"{name_or_path}.toml").read_text(encoding="utf-8")
        return pathlib.Path(name_or_path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        why = Phrase("is not a text in UTF-8")
    except (OSError, ValueError) as error:
        # A ValueError means an invalid path.
        reason = error.strerror if isinstance(error, OSError) else str(error)
        why = Phrase("is neither a built-in board nor a file that can be read ({reason})", reason=reason)
    message = "{name} {why}; built-in boards: {boards}"
    raise BoardError([Problem("", message, name=repr(name_or_path), why=why, boards=", ".join(built_in))])


def parse_board(text: str, name: str) -> BoardSpec:
    """Parse a board file; raise a `BoardError` with all problems if it has any."""
    return read_board_file(text, name)[0]


def read_board_file(text: str, name: str | Phrase) -> tuple[BoardSpec, list[Rule]]:
    """Parse a board file, and make its rules; raise a `BoardError` with all problems if it has any.

    `name` is the file's name for error messages if the text is not valid TOML.
    """
    data = parse_toml(text, name)
    reader = Reader()
    known = all_rules()
    spec = read_board(root(reader, data), known)
    BoardCheck(spec, known, reader).everything()
    check_marks(spec, data, reader)
    rules = read_rules(spec.rules, reader) if isinstance(data.get("rules"), dict) else []
    if reader.problems:
        raise BoardError(reader.problems)
    spec.digest = _digest(data)
    return spec, rules


def sketch_board(text: str, name: str | Phrase) -> BoardSpec:
    """Return what can be read of a board file that is not finished; raise a `BoardError` if it is not TOML."""
    return read_board(root(Reader(), parse_toml(text, name)), all_rules())


def parse_toml(text: str, name: str | Phrase) -> dict[str, object]:
    """Return the contents of a TOML file; raise a `BoardError` if it is none."""
    try:
        data: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoardError([Problem("", "{name} is not valid TOML: {error}", name=name, error=str(error))]) from error
    except ValueError:
        # Python does not parse numbers of thousands of digits.
        raise BoardError([Problem("", "{name} holds a number too long to be read", name=name)]) from None
    except RecursionError:
        deep = "{name} has tables or lists within each other too deeply to be read"
        raise BoardError([Problem("", deep, name=name)]) from None
    return data


def _digest(data: dict[str, object]) -> str:
    """Return the fingerprint of a board file.

    Translations, marks and the drawing are left out: a new language, a note about a source or a city that moves on the
    drawing must not invalidate records.
    """
    counted: dict[str, object] = {}
    for key, value in _without_words(data).items():
        if key in ("marks", "drawing"):
            continue
        counted[key] = value
        if key in NAMED and isinstance(value, list):
            counted[key] = [_without_words(member) if isinstance(member, dict) else member for member in value]
    canonical = json.dumps(counted, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def _without_words(table: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in table.items() if key not in WORDS}
