"""The mutants of a module: its source with one small change, as cosmic-ray and mutmut make them.

The two tools change different things. cosmic-ray replaces every operator, comparison and number by all others and
empties loops; mutmut also changes texts, drops arguments and forgets assignments. Changes of annotations are left
out: they change nothing that runs.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from libcst.metadata import MetadataWrapper, PositionProvider, WhitespaceInclusivePositionProvider
from mutmut.mutation.file_mutation import create_mutations

RULES = Path("src/semafor/rules")
"""The mutated files, relative to the root of the repository."""
SAME = ("_Is", "_IsNot")
"""Suffixes of excluded operators: small integers are equal if and only if they are the same."""


@dataclass(frozen=True)
class Mutant:
    """One change of one module; `source` makes the whole changed source."""

    id: str
    path: Path
    line: int
    column: int
    source: Callable[[], str]

    @property
    def module(self) -> str:
        """Return the name of the module."""
        return f"semafor.rules.{self.path.stem}"

    def change(self) -> str:
        """Return what changed: the lines removed and those added, without their place in the file."""
        before = self.path.read_text(encoding="utf-8").splitlines()
        lines = list(difflib.unified_diff(before, self.source().splitlines(), n=0, lineterm=""))[2:]
        gone = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
        came = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
        return f"{self.path.stem}: {gone}  =>  {came}"


def all_mutants(tool: str, path: Path) -> list[Mutant]:
    """Return the mutants that a tool makes of a file, in a fixed order."""
    source = path.read_text(encoding="utf-8")
    annotations = _annotations(source)
    made = _by_cosmic_ray(path, source) if tool == "cosmic-ray" else _by_mutmut(path, source)
    return [mutant for mutant in made if not any(a <= (mutant.line, mutant.column) < b for a, b in annotations)]


def _by_cosmic_ray(path: Path, source: str) -> Iterator[Mutant]:
    """Take the module part by part (a function, a class, a constant): the tool reads all of what it changes."""
    lines = source.splitlines(keepends=True)
    for part in ast.parse(source).body:
        first, last = part.lineno - 1, part.end_lineno or part.lineno
        before, text, after = ("".join(piece) for piece in (lines[:first], lines[first:last], lines[last:]))
        nodes = list(ast_nodes(get_ast(text)))
        for name in cosmic_ray.plugins.operator_names():
            kind = cosmic_ray.plugins.get_operator(name)
            if kind.arguments() or name.endswith(SAME):
                continue
            operator = kind()  # those with arguments replace variables named in the settings; there are none
            starts = [start for node in nodes for start, _ in operator.mutation_positions(node)]
            for number, (row, column) in enumerate(starts):
                line = first + row
                mutant_id = f"{path.stem}:{line}:{column} {name.removeprefix('core/')} {number}"
                changed = partial(_mutated, before, text, after, operator, number)
                yield Mutant(mutant_id, path, line, column, changed)


def _mutated(before: str, text: str, after: str, operator: object, number: int) -> str:
    return before + str(mutate_code(text, operator, number)) + after


def _by_mutmut(path: Path, source: str) -> Iterator[Mutant]:
    module, mutations, _, _ = create_mutations(str(path), source)
    wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
    positions = wrapper.resolve(PositionProvider)
    spans = wrapper.resolve(WhitespaceInclusivePositionProvider)
    starts = [0]
    for text in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(text))
    for number, mutation in enumerate(mutations):
        old, new = mutation.original_node, mutation.mutated_node
        start, span = positions[old].start, spans[old]
        a = starts[span.start.line - 1] + span.start.column
        b = starts[span.end.line - 1] + span.end.column
        changed = partial(str, source[:a] + module.code_for_node(new) + source[b:])
        if source[a:b] != module.code_for_node(old):  # as it is with blocks, whose indent is not their own
            changed = partial(str, module.deep_replace(old, new).code)
        yield Mutant(
            f"{path.stem}:{start.line}:{start.column} mutmut {number}", path, start.line, start.column, changed
        )


def _annotations(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where the annotations are, from line and column to line and column."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            found.append(node.returns)
    return [((a.lineno, a.col_offset), (a.end_lineno or 0, a.end_col_offset or 0)) for a in found if a]
