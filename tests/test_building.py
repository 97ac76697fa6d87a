"""What a build says about missing parts, and what it tells the C compiler."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from building.hints import expect
from building.listing import readme

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(os.name != "posix", reason="there are no such terminals there")
def test_an_install_without_the_browser_client_says_what_to_do(tmp_path: Path) -> None:
    """Use pip, which hides the output of a successful build; build pure Python to avoid compiling."""
    import fcntl  # noqa: PLC0415
    import pty  # noqa: PLC0415
    import termios  # noqa: PLC0415

    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "building", tmp_path / "building")
    unbuilt = shutil.ignore_patterns("*.so", "web", "__pycache__")
    shutil.copytree(ROOT / "src" / "semafor", tmp_path / "src" / "semafor", ignore=unbuilt)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-build-isolation"]
    command += ["--no-deps", "--no-index", "--no-compile", "--target", str(tmp_path / "made"), "."]
    terminal, other_end = pty.openpty()
    subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "SEMAFOR_PURE": "1"},
        stdin=other_end,
        capture_output=True,
        check=True,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(other_end, termios.TIOCSCTTY, 0),
    )
    os.close(other_end)
    told = os.read(terminal, 4096).decode()
    os.close(terminal)
    assert "you need Node 20.19 or newer" in told
    assert "run `make client`, then `pip install .` again" in told
    assert (tmp_path / "made" / "semafor" / "cli" / "main.py").is_file()


def test_checks_of_indices_and_signs_are_expected_to_succeed(tmp_path: Path) -> None:
    """Let mypyc itself translate a module: another version may write these checks in other words."""
    module = tmp_path / "sums.py"
    module.write_text(
        "from librt.vecs import vec\n"
        "from mypy_extensions import i64\n\n"
        "def word_of(numbers: vec[i64], n: i64) -> i64:\n"
        "    return numbers[n] // 60\n"
    )
    translate = "import sys; from mypyc.build import mypycify; mypycify(sys.argv[1:])"
    command = [sys.executable, "-c", translate, "--config-file=", "--cache-dir=cache", module.name]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    generated = tmp_path / "build" / "__native.c"
    before = generated.read_text(encoding="utf-8")
    assert re.search(r"if \(cpy_r_r\d+\)", before)
    expect(generated)
    after = generated.read_text(encoding="utf-8")
    assert len(re.findall(r"if \(likely\(cpy_r_r\d+\)\)", after)) == 3  # in bounds, or from the end; the same sign
    assert after.replace("(likely(", "(").replace("))", ")") == before.replace("))", ")")


def test_the_readme_of_a_release_has_no_relative_links() -> None:
    """An index shows it far from the repository."""
    shown = readme((ROOT / "README.md").read_text(encoding="utf-8"), "https://example.org/semafor", "1.2.3")
    targets = re.findall(r"\]\(([^)\s]+)\)", shown)
    assert "https://example.org/semafor/blob/v1.2.3/LICENSE" in targets
    assert [target for target in targets if not target.startswith("https://")] == []
