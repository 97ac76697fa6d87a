"""The documentation is true: pages exist, links resolve, tables match the boards, code runs."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import semafor
from semafor.engine.values import fields
from semafor.model.event_types import PRIVATE_FIELDS
from semafor.rules.catalogue import CATALOGUE

SLUGS = [rule.slug for rule in CATALOGUE]

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "semafor"
RULE_PAGES = ROOT / "docs" / "rules"
INDEX = RULE_PAGES / "README.md"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
BOARDS = ["usa", "nordic-countries", "italy", "northern-lights"]
IDS = [
    f"{letter}-{number}"
    for letter, count in {"U": 28, "N": 18, "I": 12, "L": 13, "R": 20}.items()
    for number in range(1, count + 1)
]

FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
REFERENCE = re.compile(r"^\[([^\]]+)\]: (\S+)$", re.MULTILINE)


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[tuple[str, str]]:
    """Return the code blocks in a language: the rest of the opening line, and the code."""
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return [(info.strip(), code) for written, info, code in found if written == language]


# Pages and links


def test_every_rule_has_its_page() -> None:
    assert {page.stem for page in RULE_PAGES.glob("*.md")} - {"README"} == set(SLUGS)


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes from a page's headings."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = LINK.findall(text) + [target for _, target in REFERENCE.findall(text)]
    broken = []
    for target in targets:
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(target)
    assert broken == []


# Rule ids


def index_rows() -> dict[str, list[str]]:
    """Return the index rows by rule id: summary, rules, tests."""
    rows: dict[str, list[str]] = {}
    for line in INDEX.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"[A-Z]-\d+", cells[0]):
            assert cells[0] not in rows, f"{cells[0]} has two rows"
            rows[cells[0]] = cells[1:]
    return rows


def test_every_rule_id_is_in_the_index() -> None:
    # Rules that come from no rulebook have a different letter.
    assert [id for id in index_rows() if id[0] in "UNILR"] == IDS
    assert all(statement for statement, _, _ in index_rows().values())


def test_every_rule_id_that_the_code_cites_is_in_the_index() -> None:
    cited: set[str] = set()
    letters = "".join({id[0] for id in index_rows()})
    for path in [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.toml")]:
        cited.update(re.findall(rf"\b[{letters}]-\d+\b", path.read_text(encoding="utf-8")))
    assert cited - set(index_rows()) == set()


def test_every_rule_in_the_index_is_a_link_to_its_page() -> None:
    defined = {label for label, _ in REFERENCE.findall(INDEX.read_text(encoding="utf-8"))}
    named = [label for _, rules, tests in index_rows().values() for label in re.findall(r"\[([^\]]+)\]", rules + tests)]
    assert set(named) == defined
    assert set(SLUGS) <= defined


def test_the_index_names_the_files_with_the_tests_of_each_id() -> None:
    files = dict(REFERENCE.findall(INDEX.read_text(encoding="utf-8")))
    without = []
    for id, (_, _, tests) in index_rows().items():
        prefix = f"def test_{id.lower().replace('-', '_')}_"
        named = [INDEX.parent / files[label] for label in re.findall(r"\[([^\]]+)\]", tests)]
        if not named or not all(prefix in path.read_text(encoding="utf-8") for path in named):
            without.append(id)
    assert without == []


# Refusals


def codes(path: Path) -> set[str]:
    """Return the refusal codes in a file."""
    return set(re.findall(r'Refusal\("([a-z_]+)"', path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rules_page_has_all_its_refusals_and_no_others(slug: str) -> None:
    page = (RULE_PAGES / f"{slug}.md").read_text(encoding="utf-8")
    _, _, table = page.partition("| refusal | when | cites |")
    documented = re.findall(r"^\| `([a-z_]+)` \|", table, re.MULTILINE)
    assert set(documented) == codes(SOURCE / "rules" / f"{slug}.py")


def test_every_refusal_is_documented() -> None:
    documented = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    given = {code for path in SOURCE.rglob("*.py") for code in codes(path)}
    assert {code for code in given if f"`{code}`" not in documented} == set()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rules_page_names_every_id_that_the_rule_cites(slug: str) -> None:
    page = (RULE_PAGES / f"{slug}.md").read_text(encoding="utf-8")
    cited = re.findall(r"[UNILR]-\d+", page)
    for board in [*BOARDS, "toy"]:
        rule = semafor.load_board(board).rule(slug)
        assert rule is None or set(rule.cites.values()) <= set(cited)


# Boards


def shown(value: object) -> str:
    """Return a parameter as the rules pages show it."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {member}" for key, member in value.items())
    return str(value)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rules_page_shows_what_the_boards_set(slug: str) -> None:
    files = [tomllib.loads((SOURCE / "boards" / f"{board}.toml").read_text(encoding="utf-8")) for board in BOARDS]
    tables = [file["rules"].get(slug) for file in files]
    rows = [["", *[f"`{board}`" for board in BOARDS]], ["---"] * (len(BOARDS) + 1)]
    rows.append(["in play", *["no" if table is None else "yes" for table in tables]])
    for parameter in dict.fromkeys(key for table in tables if table for key in table):
        rows.append([f"`{parameter}`", *[shown((table or {}).get(parameter)) for table in tables]])
    expected = "\n".join(f"| {' | '.join(row)} |" for row in rows).replace("|  |", "| |")
    page = (RULE_PAGES / f"{slug}.md").read_text(encoding="utf-8")
    assert expected in page, f"docs/rules/{slug}.md should have:\n{expected}"


def test_the_goals_are_documented() -> None:
    page = (RULE_PAGES / "goals.md").read_text(encoding="utf-8")
    for goal in semafor.load_board("northern-lights").spec.goals:
        [row] = [line for line in page.splitlines() if line.startswith(f"| `{goal.measure}` |")]
        assert f"`{goal.id}` ({goal.points})" in row


def test_excerpts_of_board_files_are_real() -> None:
    lines = {line.strip() for path in SOURCE.rglob("*.toml") for line in path.read_text(encoding="utf-8").splitlines()}
    excerpts = "".join(code for _, code in blocks(ROOT / "docs/adding-a-board.md", "toml")).splitlines()
    assert excerpts
    assert [line for line in excerpts if line.strip() not in lines] == []


# The API


def test_the_api_page_has_the_size_of_every_move_space() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    for board in semafor.builtin_ids():
        assert f"| `{board}` | {semafor.MoveSpace(semafor.load_board(board)).size} |" in page


def test_the_api_page_has_every_event_with_its_private_fields() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `\w+` \| `([a-z_]+)` \| (.*) \|$", page.partition("## Events")[2], re.MULTILINE))
    assert {type: tuple(re.findall(r"\*([a-z_]+)\*", rows[type])) for type in PRIVATE_FIELDS} == PRIVATE_FIELDS


@pytest.mark.parametrize("marker", fields.OBSERVATION_TABLES)
def test_the_protocol_describes_the_observation_field_by_field(marker: str) -> None:
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    shape, head = fields.OBSERVATION_TABLES[marker]
    expected = f"<!-- {marker} -->\n\n{fields.table(shape, head)}\n\n<!-- end -->"
    assert expected in page, f"docs/protocol.md should have (python -m semafor.engine.values.fields):\n\n{expected}"


def test_the_api_page_has_every_public_name() -> None:
    text = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("api.md", "architecture.md"))
    names = [name for name in semafor.__all__ if not re.search(rf"\b{name}\b", text)]
    assert names == []


# Code


RUNNABLE = [page for page in PAGES if any(not info for info, _ in blocks(page, "python"))]


@pytest.mark.parametrize("page", RUNNABLE, ids=name)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the python blocks of a page from top to bottom; those with a prompt must print what the page shows."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    for info, code in blocks(page, "python"):
        if info:
            continue
        if ">>> " not in code:
            exec(compile(code, str(page), "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), 0)
        runner = doctest.DocTestRunner(verbose=False)
        report: list[str] = []
        results = runner.run(example, out=report.append, clear_globs=False)
        names.update(example.globs)
        assert results.attempted > 0
        assert results.failed == 0, "".join(report)


def insert(text: str, change: str) -> str:
    """Apply a change that only adds lines; its context must occur exactly once."""
    before = "".join(line[1:] + "\n" for line in change.splitlines() if line.startswith(" "))
    after = "".join(line[1:] + "\n" for line in change.splitlines())
    assert text.count(before) == 1, f"should occur exactly once:\n{before}"
    return text.replace(before, after)


def test_the_example_of_a_rule_works(tmp_path: Path) -> None:
    """A copy of the package with the page's files and changes passes the page's own test."""
    page = ROOT / "docs/adding-a-rule.md"
    shutil.copytree(SOURCE, tmp_path / "src" / "semafor", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    for info, code in blocks(page, "python"):
        path = tmp_path / info.removeprefix("file=")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    for info, change in blocks(page, "diff"):
        path = tmp_path / info.removeprefix("file=")
        path.write_text(insert(path.read_text(encoding="utf-8"), change), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "tests"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "1 passed" in run.stdout
