"""The toy board with edits, for tests of valid and invalid board files."""

import json
import tomllib

from semafor.engine.loading import board_text, parse_board
from semafor.model.reading import BoardError

TOY = board_text("toy")

HARRO = '{ id = "harro", name = "Harro", lat = 49.6, lon = 2.0 }'
FERRY = 'length = 3, colour = "grey", locomotives = 1 }'
LONG = '{ between = ["gild", "harro"], length = 4, colour = "grey" }'
LAST_TICKET = '{ between = ["eskar", "harro"], points = 5 }'
GOALS = """
goals = [
  { id = "port", name = { en = "Port" }, points = 3, measure = "routes_at", at = { tag = "sea" } },
  { id = "little", name = { en = "Little" }, points = 3, measure = "tickets_up_to", limit = 4 },
]
[rules.goals]
face_up = 2
"""
HARRO_AT_SEA = '{ id = "harro", name = "Harro", lat = 49.6, lon = 2.0, tags = ["sea"] }'
MARKS = "# Values that no rulebook prints: this board is our own design.\n"
TUNNEL = 'length = 2, colour = "grey", tunnel = true }'
FERRIES = (
    '[rules.ferries] # routes with locomotive symbols (N-9)\nsubstitute = "none" # nothing stands in for a locomotive\n'
)
FERRY_CARDS = "[rules.ferry_cards]\npile = 10\nhand_limit = 2\ncovers = 2\n"
COUNTRIES = '{ id = "abroad", name = "Abroad" }, { id = "afar", name = "Afar" }'


def edited(*edits: tuple[str, str]) -> str:
    """Return the toy board with texts replaced; each must be in it exactly once."""
    return replaced(TOY, *edits)


def replaced(text: str, *edits: tuple[str, str]) -> str:
    """Return a board with texts replaced; each must be in it exactly once."""
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times in the file"
        text = text.replace(old, new)
    return text


def problems(text: str) -> list[str]:
    """Return all problems of a board; none if it loads."""
    try:
        parse_board(text, "edited.toml")
    except BoardError as error:
        return [str(problem) for problem in error.problems]
    return []


def goal_board(*edits: tuple[str, str]) -> str:
    """Return the toy board with two goals, then edited."""
    goals, _, rule = GOALS.partition("[rules.goals]")
    return replaced(edited((HARRO, HARRO_AT_SEA), (MARKS, goals + MARKS)) + "\n[rules.goals]" + rule, *edits)


def region_board(region: str = "coast") -> str:
    """Return the toy board with every city in its only region, except that Harro's region is given."""
    text = TOY.replace("routes = [", 'regions = [{ id = "coast", name = "Coast" }]\nroutes = [', 1)
    lines = []
    for line in text.splitlines():
        if ", lon = " in line:
            here = region if '"harro"' in line else "coast"
            lines.append(line.replace(" },", f', region = "{here}" }},' if here else " },"))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n[rules.regions]\npoints = { 5 = 1 }\n"


def country_board(*edits: tuple[str, str]) -> str:
    """Return the toy board with a country, reached from Harro and from a lonely city.

    Only the country, a dead end, connects the lonely city with the rest of the board.
    """
    text = edited(
        (HARRO, f'{HARRO},\n  {{ id = "lonely", name = "Lonely", lat = 49.0, lon = 3.0 }}'),
        ("# 14 routes", f"countries = [{COUNTRIES}]\n# 14 routes"),
        (
            LONG,
            f'{LONG},\n  {{ between = ["harro", "abroad"], length = 1, colour = "red" }},'
            '\n  { between = ["lonely", "abroad"], length = 1, colour = "red" },'
            '\n  { between = ["gild", "afar"], length = 1, colour = "red" }',
        ),
    )
    return replaced(text + "\n[rules.countries]\n", *edits)


def with_parts(rules: dict[str, dict[str, object]], **parts: object) -> str:
    """Return the toy board with other parts (`routes`, `goals` …) and with added or changed rule parameters."""
    data = {**tomllib.loads(TOY), "marks": [], **parts}
    for slug, parameters in rules.items():
        data["rules"][slug] = {**data["rules"].get(slug, {}), **parameters}
    return "".join(f"{key} = {_written(value)}\n" for key, value in data.items())


def _written(value: object) -> str:
    """Return a value as one line of TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_written(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value)
