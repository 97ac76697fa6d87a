"""Runs the tests against mutants: a pytest plugin that takes the place of pytest's own loop over the tests.

The tests are collected once. For every mutant the process is forked; the child grafts the mutant and runs the tests
that reach the changed line, those first that killed its neighbours, until one fails.
"""

from __future__ import annotations

import ast
import gc
import json
import mmap
import os
import pickle
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cache
from hashlib import sha256
from pathlib import Path

import coverage
import pytest
from _pytest.runner import runtestprotocol

from semafor.engine import boards
from semafor.engine.loading import builtin_ids
from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.spec import BoardSpec
from semafor.rules import catalogue
from tests.mutation.grafting import graft
from tests.mutation.mutants import RULES, Mutant

BUILD = "while a board is built"
"""The name under which lines are noted that run when a board is built, once for all tests that play on it."""
SHORTEST_TIMEOUT = 1.5
"""CPU seconds after which a test counts as endless; long ones have ten times their usual time."""
QUICK = 0.3
"""Seconds; a test that takes longer is not tried early, whatever it has killed."""
MEMORY = 3_000_000_000
"""Bytes that a mutant may allocate before it counts as killed."""
OWN_TESTS = {
    "catalogue": "test_loading",
    "payment_steps": "test_pay",
    "shapes": "test_pay",
    "tickets": "_tickets.py",
}
"""Where most of a module's tests are, if not in the file of its name; they are tried first."""
PLAYED = ("boards", "model", "rules", "engine")
"""The parts of the package whose changes need a new baseline."""
SURVIVED, KILLED, ENDLESS, BROKEN = "survived", "killed", "endless", "broken"


@dataclass
class Baseline:
    """What the unchanged package shows: how long each test takes, and which tests reach each line."""

    package: str
    """The digest of the package that was measured."""
    files: dict[str, str] = field(default_factory=dict)
    """The digests of the files of the tests."""
    seconds: dict[str, float] = field(default_factory=dict)
    reached: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def still_true(self, package: str, files: dict[str, str]) -> Baseline:
        """Return the part that still holds: everything about files that have not changed."""
        if package != self.package:
            return Baseline(package, files)
        files = {**self.files, **files}
        kept = {name for name in self.seconds if self.files[_file(name)] == files[_file(name)]}
        lines = {
            module: {line: {name for name in names if name in kept or name == BUILD} for line, names in found.items()}
            for module, found in self.reached.items()
        }
        return Baseline(package, files, {name: self.seconds[name] for name in kept}, lines)


@dataclass
class Plugin:
    """Replaces pytest's test loop once the tests are collected."""

    mutants: list[Mutant]
    results: Path
    at_most: float
    """Seconds of tests per mutant, measured without mutants; 0 for all."""
    items: dict[str, pytest.Item] = field(default_factory=dict)
    baseline: Baseline = field(default_factory=lambda: Baseline(""))
    killers: dict[str, list[str]] = field(default_factory=dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once as they are, then once for each mutant."""
        self.items = {item.nodeid: item for item in session.items}
        _forget_boards()
        self.baseline = self._measured()
        if self.baseline.failed:
            raise pytest.UsageError(f"tests fail without any mutant: {self.baseline.failed}")
        for name in builtin_ids():
            boards.load_board(name)
        begun = time.monotonic()
        gc.freeze()  # or the garbage collector in the children would touch, and so copy, all memory
        with self.results.open("a", encoding="utf-8") as out:
            for number, mutant in enumerate(self.mutants, 1):
                out.write(json.dumps(self._judge(mutant)) + "\n")
                out.flush()
                if number % 100 == 0 or number == len(self.mutants):
                    sys.stderr.write(f"{number} of {len(self.mutants)}, {time.monotonic() - begun:.0f} s\n")
        return True

    def _judge(self, mutant: Mutant) -> dict[str, object]:
        tests = self._chosen(mutant)
        current = mmap.mmap(-1, 8)
        begun = time.monotonic()
        status = _in_child(lambda: self._attack(mutant, tests, current), limited=True)
        seconds = round(time.monotonic() - begun, 2)
        killer = ""
        at = int.from_bytes(current[:8], "little")
        if status in (KILLED, ENDLESS) and at > 0:
            killer = tests[at - 1]
            for place in (_place(mutant), mutant.path.stem):
                known = self.killers.setdefault(place, [])
                if killer in known:
                    known.remove(killer)
                known.insert(0, killer)
        return {"id": mutant.id, "status": status, "tests": len(tests), "killer": killer, "seconds": seconds}

    def _chosen(self, mutant: Mutant) -> list[str]:
        """Return the tests for a mutant in the order in which to try them."""
        reached = self.baseline.reached.get(mutant.path.stem, {})
        names: set[str] = set()
        lines = _statement(mutant)
        for line in lines:
            names.update(reached.get(line, []))
        itself = names - {BUILD}
        if BUILD in names or not lines:
            names = set(self.items)
        seconds = self.baseline.seconds
        likely = [*self.killers.get(_place(mutant), [])[:8], *self.killers.get(mutant.path.stem, [])[:8]]
        rank = {name: number for number, name in reversed(list(enumerate(likely))) if seconds[name] < QUICK}
        own = OWN_TESTS.get(mutant.path.stem, f"test_{mutant.path.stem}")

        def order(name: str) -> tuple[int, bool, float, str]:
            return rank.get(name, len(likely)), name not in itself and own not in name, seconds[name], name

        ordered = sorted(names, key=order)
        if not self.at_most:
            return ordered
        chosen: list[str] = []
        spent = 0.0
        for name in ordered:
            if spent + seconds[name] <= self.at_most or not chosen:
                spent += seconds[name]
                chosen.append(name)
        return chosen

    def _attack(self, mutant: Mutant, tests: list[str], current: mmap.mmap) -> int:
        """Run the chosen tests in the child: 0 if all pass, 1 if one fails, 2 if the module can't even be loaded."""
        reached = self.baseline.reached.get(mutant.path.stem, {})
        lines = _statement(mutant)
        if not lines or any(BUILD in reached.get(line, ()) for line in lines):
            _forget_boards()  # else the boards that are built can be used: a mutant changes their rules in place
        try:
            graft(mutant.module, mutant.source())
        except Exception:
            return 2
        for number, name in enumerate(tests, 1):
            current[:8] = number.to_bytes(8, "little")
            following = self.items[tests[number]] if number < len(tests) else None
            signal.setitimer(signal.ITIMER_VIRTUAL, max(SHORTEST_TIMEOUT, 10 * self.baseline.seconds[name]))
            if not _passes(self.items[name], following):
                return 1
        return 0

    def _measured(self) -> Baseline:
        """Return the baseline, measuring only what has changed since the last run."""
        package = RULES.parent
        parts = [path for part in PLAYED for path in (package / part).rglob("*") if path.suffix in (".py", ".toml")]
        files = {_file(name): _digest([item.path]) for name, item in self.items.items()}
        kept = self.results.parent / "baseline.pickle"
        known = pickle.loads(kept.read_bytes()) if kept.exists() else Baseline("")
        assert isinstance(known, Baseline)
        known = known.still_true(_digest(parts), files)
        if any(name not in known.seconds for name in self.items):
            with tempfile.TemporaryDirectory() as folder:
                written = Path(folder) / "baseline"
                assert _in_child(lambda: self._measure(known, written), limited=False) == SURVIVED, "no baseline"
                kept.write_bytes(written.read_bytes())
            known = pickle.loads(kept.read_bytes())
        return known

    def _measure(self, result: Baseline, out: Path) -> int:
        """Run every new test once in a child, recording its time and the lines of the rules it reaches."""
        watch = coverage.Coverage(data_file=None, include=[f"{RULES.resolve()}/*"])
        now = [BUILD]

        def build_board(spec: BoardSpec, rules: list[Rule]) -> Board:
            watch.switch_context(BUILD)
            try:
                return catalogue.build_board(spec, rules)
            finally:
                watch.switch_context(now[0])

        vars(boards)["build_board"] = build_board
        watch.start()
        for name, item in self.items.items():
            if name in result.seconds:
                continue
            now[0] = name
            watch.switch_context(name)
            begun = time.process_time()
            if not _passes(item, None):
                result.failed.append(name)
            result.seconds[name] = time.process_time() - begun
        watch.stop()
        data = watch.get_data()
        for file in data.measured_files():
            found = result.reached.setdefault(Path(file).stem, {})
            for line, names in data.contexts_by_lineno(file).items():
                found.setdefault(line, set()).update(names)
        out.write_bytes(pickle.dumps(result))
        return 0


def _file(name: str) -> str:
    """Return the file of a test."""
    return name.partition("::")[0]


def _digest(files: list[Path]) -> str:
    return sha256(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _in_child(work: Callable[[], int], limited: bool) -> str:
    """Do the work in a fork of this process; return its exit status."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silence, stream)
            gc.disable()
            if limited:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
            status = work()
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    if os.WIFSIGNALED(ended):
        return ENDLESS if os.WTERMSIG(ended) == signal.SIGVTALRM else KILLED
    return {0: SURVIVED, 1: KILLED}.get(os.WEXITSTATUS(ended), BROKEN)


def _forget_boards() -> None:
    """Drop the boards that were built with the unchanged rules while the tests were collected."""
    boards._built.clear()
    for found in gc.get_objects():
        if isinstance(found, _lru_cache_wrapper) and getattr(found, "__module__", "").startswith("tests."):
            found.cache_clear()


@cache
def _statements(path: Path) -> list[ast.stmt]:
    return [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.stmt)]


def _statement(mutant: Mutant) -> range:
    """Return the lines of the statement that the mutant changes, without its body; none outside of functions."""
    lines = range(0)
    inside = False
    for node in _statements(mutant.path):
        end = node.end_lineno or node.lineno
        if not node.lineno <= mutant.line <= end:
            continue
        if isinstance(node, ast.FunctionDef):
            inside = True
        lines = range(node.lineno, end + 1)  # inner statements come later in the walk
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and body[0].lineno > mutant.line:
            lines = range(node.lineno, body[0].lineno)
    return lines if inside else range(0)


def _place(mutant: Mutant) -> str:
    """Return the name of the function that the mutant changes."""
    name = mutant.path.stem
    for node in _statements(mutant.path):
        if isinstance(node, ast.FunctionDef) and node.lineno <= mutant.line <= (node.end_lineno or 0):
            name = f"{mutant.path.stem}.{node.lineno}"
    return name
