"""The git repository stays small: clones are quick, and images do not pile up in the history."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCK_FILES = {"package-lock.json"}
LARGEST_FILE = 300_000
LARGEST_WEIGHTS = 1_000_000
SCREENSHOTS = ROOT / "docs" / "screenshots"


def tracked() -> list[Path]:
    """Return the tracked files that exist."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git repository")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def largest(path: Path) -> int:
    """Return the size limit of a file; network weights are expensive to recreate, so they may be large."""
    return LARGEST_WEIGHTS if path.suffix == ".net" else LARGEST_FILE


def test_no_large_file_is_tracked() -> None:
    large = {
        path.relative_to(ROOT).as_posix(): size
        for path in tracked()
        if path.name not in LOCK_FILES and (size := path.stat().st_size) > largest(path)
    }
    assert large == {}


def test_few_screenshots_are_tracked() -> None:
    pictures = [path for path in tracked() if path.parent == SCREENSHOTS]
    assert 0 < len(pictures) <= 8
    assert sum(path.stat().st_size for path in pictures) < 1_500_000


def test_workflows_call_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    called: set[str] = set()
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for command in re.findall(r"\bmake ([^|>\n]+)", path.read_text(encoding="utf-8")):
            called |= {word for word in command.split() if re.fullmatch(r"[a-z][a-z-]*", word)}
    assert called
    assert called <= targets
