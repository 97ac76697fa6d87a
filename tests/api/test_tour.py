"""The notebook runs from top to bottom, and is kept without outputs."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

CELLS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "examples/tour.ipynb").read_text(encoding="utf-8")
)["cells"]


def test_the_notebook_runs_and_shows_its_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "tour"}
    shown = []
    for cell in CELLS:
        if cell["cell_type"] != "code":
            continue
        *statements, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(statements, []), cell["id"], "exec"), names)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), cell["id"], "eval"), names))
        else:
            exec(compile(ast.Module([last], []), cell["id"], "exec"), names)
    assert [value._repr_svg_().startswith("<svg") for value in shown if value is not None] == [True, True]
    assert "Won by seat" in capsys.readouterr().out


def test_the_notebook_has_no_outputs() -> None:
    assert [cell["id"] for cell in CELLS if cell.get("outputs") or cell.get("execution_count")] == []
