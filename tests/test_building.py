"""What a build says about what it lacks."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_build_without_the_browser_client_says_what_to_do(tmp_path: Path) -> None:
    """Pure, so that nothing is compiled: the warning comes after that in any case."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "building", tmp_path / "building")
    unbuilt = shutil.ignore_patterns("*.so", "web", "__pycache__")
    shutil.copytree(ROOT / "src" / "semafor", tmp_path / "src" / "semafor", ignore=unbuilt)
    command = [sys.executable, "setup.py", "build", "--build-lib", str(tmp_path / "made")]
    environment = {**os.environ, "SEMAFOR_PURE": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert "no browser client is in the package: run `make client` first" in done.stdout + done.stderr
    assert (tmp_path / "made" / "semafor" / "cli" / "main.py").is_file()
