"""Mutation testing of the rules: does a test fail for every small change of them?

    pip install -r requirements/mutation.txt
    PYTHONPATH=src python -m tests.mutation                                  # all mutants of both tools
    PYTHONPATH=src python -m tests.mutation --tool mutmut --module tunnels   # some of them
    PYTHONPATH=src python -m tests.mutation --seconds 1                      # the quickest tests only
    PYTHONPATH=src python -m tests.mutation --again                          # then the survivors with all tests
    PYTHONPATH=src python -m tests.mutation --report                         # what was found

Run it from the root of the repository, on the sources and not on the compiled package. What it finds is
written to build/mutation/, and a run that was stopped goes on where it was. The survivors that were looked at and
change no game are listed with their reason in survivors.toml; the exit status is 1 if there are others.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from semafor.rules import catalogue
from tests.mutation.mutants import RULES, Mutant, all_mutants
from tests.mutation.runner import SURVIVED, Plugin

TOOLS = ("cosmic-ray", "mutmut")
TESTS = ("tests/rules", "tests/boards", "tests/oracles", "tests/golden")
REVIEWED = Path(__file__).with_name("survivors.toml")


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutation testing of the rules.")
    parser.add_argument("--tool", action="append", choices=TOOLS, help="only the mutants of this tool")
    parser.add_argument("--module", action="append", help="only the mutants of this module, such as tunnels")
    parser.add_argument("--every", type=int, default=1, help="only every n-th mutant, for a quick try")
    parser.add_argument("--seconds", type=float, default=0, help="at most so much testing per mutant; 0: no limit")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="the tests to run")
    parser.add_argument(
        "--again", action="store_true", help="run again the survivors that survivors.toml does not explain"
    )
    parser.add_argument("--report", action="store_true", help="run nothing")
    parser.add_argument("--folder", type=Path, default=Path("build/mutation"))
    wanted = parser.parse_args()
    if not str(catalogue.__file__).endswith(".py"):
        sys.exit(
            "The rules are compiled and can't be changed: run this with PYTHONPATH=src, without compiled modules there."
        )
    wanted.folder.mkdir(parents=True, exist_ok=True)
    results = wanted.folder / "results.jsonl"
    mutants = {
        mutant.id: mutant
        for tool in wanted.tool or TOOLS
        for path in sorted(RULES.glob("*.py"))
        if not wanted.module or path.stem in wanted.module
        for mutant in all_mutants(tool, path)[:: wanted.every]
    }
    if not wanted.report:
        known = read_results(results)
        if wanted.again:
            reviewed = read_reviewed()
            alive = [m for m in mutants.values() if m.id in known and known[m.id]["status"] == SURVIVED]
            todo = [mutant for mutant in alive if mutant.change() not in reviewed]
        else:
            todo = [m for m in mutants.values() if m.id not in known]
        print(f"{len(todo)} mutants to test", flush=True)
        todo = spread(todo)
        # Only the failure matters, so don't spend time explaining it.
        options = ["-q", "--assert=plain", "--tb=native", "--capture=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
        status = pytest.main([*options, *wanted.tests], plugins=[Plugin(todo, results, wanted.seconds)])
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            sys.exit(status)
    sys.exit(1 if report(mutants, read_results(results)) else 0)


def spread(mutants: list[Mutant]) -> list[Mutant]:
    """Order the mutants: one for every place first, then a second for every place, and so on."""
    tried: Counter[tuple[Path, int, int]] = Counter()
    ordered: list[tuple[int, Mutant]] = []
    for mutant in mutants:
        place = (mutant.path, mutant.line, mutant.column)
        ordered.append((tried[place], mutant))
        tried[place] += 1
    return [mutant for _, mutant in sorted(ordered, key=lambda entry: entry[0])]


def read_results(path: Path) -> dict[str, dict[str, object]]:
    """Return the last result of every mutant by its id."""
    if not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {str(line["id"]): line for line in lines}


def report(mutants: dict[str, Mutant], results: dict[str, dict[str, object]]) -> int:
    """Print the numbers by module and every survivor that is not listed; return how many of those there are."""
    tested = {name: mutant for name, mutant in mutants.items() if name in results}
    counts: dict[str, Counter[str]] = {}
    for name, mutant in tested.items():
        counts.setdefault(mutant.path.stem, Counter())[str(results[name]["status"])] += 1
    print(f"{'module':<20}{'mutants':>9}{'killed':>9}{'survived':>9}")
    total: Counter[str] = Counter()
    for module, count in sorted(counts.items()):
        print(f"{module:<20}{count.total():>9}{count.total() - count[SURVIVED]:>9}{count[SURVIVED]:>9}")
        total += count
    print(f"{'all':<20}{total.total():>9}{total.total() - total[SURVIVED]:>9}{total[SURVIVED]:>9}")
    print(f"not tested: {len(mutants) - len(tested)}")
    reviewed = read_reviewed()
    groups: Counter[str] = Counter()
    new: list[str] = []
    for name, mutant in tested.items():
        if results[name]["status"] == SURVIVED:
            change = mutant.change()
            if change in reviewed:
                groups[reviewed[change]] += 1
            else:
                new.append(f"{name}\n    {change}")
    for reason, size in groups.most_common():
        print(f"{size:>6}  {reason}")
    for line in new:
        print(line)
    return len(new)


def read_reviewed() -> dict[str, str]:
    """Return the reasons for the reviewed survivors, by their change."""
    groups = tomllib.loads(REVIEWED.read_text(encoding="utf-8"))["group"] if REVIEWED.exists() else []
    return {change: group["why"] for group in groups for change in group["changes"]}


if __name__ == "__main__":
    main()
