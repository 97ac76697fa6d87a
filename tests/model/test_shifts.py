"""No constant on the left of a shift in compiled code: it would be a 32-bit number there, and lose what lies above.

Interpreted code has no such limit, so the two would play different games.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "src" / "semafor"
COMPILED = [
    path
    for package in ("model", "rules", "engine", "bots", "env/core")
    for path in (SOURCES / package).rglob("*.py")
    if "values" not in path.parts
]
SMALL = {"determinise.py": 2, "frontier.py": 7, "shapes.py": 1, "goals.py": 1, "tickets.py": 1}
"""Safe shifts: by less than 31 places, or of Python's own unbounded integers."""


def risky_shifts(tree: ast.AST) -> Iterator[int]:
    """Return the lines on which a constant is shifted by a variable."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            constant = isinstance(node.left, ast.Constant) or (
                isinstance(node.left, ast.Name) and node.left.id.isupper()
            )
            by_constant = isinstance(node.right, ast.Constant) or (
                isinstance(node.right, ast.Name) and node.right.id.isupper()
            )
            if constant and not by_constant:
                yield node.lineno


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_compiled_code_shifts_no_constant(path: Path) -> None:
    found = list(risky_shifts(ast.parse(path.read_text(encoding="utf-8"))))
    assert len(found) == SMALL.get(path.name, 0), f"use bits.bit() in {path.name}, lines {found}"
