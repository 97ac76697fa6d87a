"""Above the engine nobody reads the state of a game; import contracts keep everybody out of what lies below it.

Compiled policies and environments work on states through `semafor.engine.kernel`.
"""

import ast
from pathlib import Path

from semafor.engine import kernel

SOURCE = Path(__file__).parents[2] / "src" / "semafor"
ABOVE = ("bots", "cli", "contest", "env", "page", "puzzles", "server", "simulation", "table")
OTHER_STATES = {"self", "app", "dealing"}
"""Other owners of a `state`: an object of the same class, a Starlette application, the deal of an environment."""


def owner(node: ast.expr) -> str:
    """Return the last name before `.state`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ast.dump(node)


def test_nobody_above_the_engine_reads_the_state_of_a_game() -> None:
    found = []
    for package in ABOVE:
        files = sorted((SOURCE / package).rglob("*.py"))
        assert files, package
        for path in files:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Attribute) and node.attr == "state" and owner(node.value) not in OTHER_STATES:
                    found.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert found == []


def test_the_kernel_names_what_it_has() -> None:
    for name in kernel.__all__:
        assert hasattr(kernel, name)
