"""docs/env.md matches the code: its tables are generated from the layout."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from semafor.env import Layout
from semafor.env.__main__ import main
from tests.play import TABLES, board_named

PAGE = (Path(__file__).parents[2] / "docs" / "env.md").read_text(encoding="utf-8")


def generated(mark: str) -> str:
    """Return the text between a marker and its end."""
    found = re.search(rf"<!-- {mark} -->\n\n(.*?)\n\n<!-- end -->", PAGE, re.DOTALL)
    assert found is not None, f"docs/env.md has no section {mark}"
    return found[1]


def shown(mark: str, expected: str) -> None:
    assert generated(mark) == expected, f"docs/env.md should have after <!-- {mark} -->:\n\n{expected}"


def test_the_fields_are_as_documented() -> None:
    shown("layout usa 2", Layout(board_named("usa"), 2).table())


def test_the_axes_are_as_documented() -> None:
    axes = Layout(board_named("nordic-countries"), 2).axes
    named = ["decision", "clock", "pile", "number", "payment"]
    rows = [f"| `{name}` | {'; '.join(axes[name])} |" for name in named]
    shown("axes", "\n".join(["| axis | its places |", "| --- | --- |", *rows]))


def test_the_sizes_are_as_documented() -> None:
    sizes: dict[str, dict[int, int]] = {}
    for name, players in TABLES:
        sizes.setdefault(name, {})[players] = Layout(board_named(name), players).size
    actions = {name: Layout(board_named(name), min(by)).actions for name, by in sizes.items()}
    rows = ["| board | actions | 2 | 3 | 4 | 5 |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for name, by in sizes.items():
        cells = [str(by.get(players, "–")) for players in range(2, 6)]
        rows.append(f"| `{name}` | {actions[name]} | {' | '.join(cells)} |")
    shown("sizes", "\n".join(rows))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_layout_has_no_gaps(name: str, players: int) -> None:
    layout = Layout(board_named(name), players)
    end = 0
    for part in layout.parts:
        assert part.start == end
        end += part.size
        assert all(1 <= number <= 255 for number in part.largest)
        assert part.meaning
    assert end == layout.size == len(layout.largest)
    assert len(layout.action_names) == len(set(layout.action_names)) == layout.actions


def test_the_layout_can_be_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["semafor.env", "toy", "3"])
    main()
    printed = capsys.readouterr().out
    assert Layout(board_named("toy"), 3).table() in printed
    assert "0 pass; 1 draw deck;" in printed


def test_a_layout_that_is_not_there_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["semafor.env", "usa", "9"])
    with pytest.raises(SystemExit):
        main()
    assert "usa is for 2 to 5 players, not 9" in capsys.readouterr().err
