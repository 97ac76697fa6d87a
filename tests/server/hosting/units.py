"""Let systemd check the units in deploy/: `python -m tests.server.hosting.units` (`make hosting`).

The program that they start is put where they look for it, in a folder of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

UNITS = Path(__file__).parents[3] / "deploy" / "systemd"


def main() -> None:
    """Check all units; any message from systemd is an error."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = folder / "semafor"
        program.touch(mode=0o755)
        for unit in UNITS.iterdir():
            text = unit.read_text(encoding="utf-8").replace("/opt/semafor/bin/semafor", str(program))
            # A template is checked as one of its instances.
            (folder / unit.name.replace("@.", "@8601.")).write_text(text, encoding="utf-8")
        files = sorted(str(path) for path in folder.iterdir() if path.suffix in {".service", ".timer"})
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True, check=False
        )
        told = [line for line in done.stderr.splitlines() if name in line or "semafor" in line]
        if told or done.returncode:
            sys.exit("\n".join(told) or done.stderr)
        print(f"{len(files)} units are in order.")


if __name__ == "__main__":
    main()
