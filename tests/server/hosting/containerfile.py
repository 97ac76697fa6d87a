"""Carry out the steps of deploy/Containerfile in chroots, where there is no container engine.

Each stage begins with a bare Debian (debootstrap). What its image adds to that, Python or Node, is this machine's.
An instruction that is not known here is an error, so no step is left out.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[3]
SUITE: Final = "bookworm"
MIRROR: Final = "http://deb.debian.org/debian"
# What Python and Node are linked to: the images have these, too.
LIBRARIES: Final = (
    *("ca-certificates", "netbase", "tzdata", "libatomic1", "libbz2-1.0", "libexpat1", "libffi8", "liblzma5"),
    *("libncursesw6", "libreadline8", "libsqlite3-0", "libssl3", "libstdc++6", "libuuid1", "zlib1g"),
)
_PATH: Final = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin"
_SETTINGS: Final = ("/etc/resolv.conf", "/etc/pip.conf")
"""Files by which programs in a chroot reach the same network and the same package index."""
_CERTIFICATES: Final = ("SSL_CERT_FILE", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
_ENTER: Final = """
set -e
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
for file in $FILES; do
    mkdir -p "$ROOT$(dirname "$file")"
    touch "$ROOT$file"
    mount --bind "$file" "$ROOT$file"
done
exec chroot --userspec="$OWNER" "$ROOT" "$@"
"""


@dataclass
class Stage:
    """A stage of the file: its root folder, and the settings for later instructions and containers."""

    image: str
    name: str
    folder: Path
    shell: list[str] = field(default_factory=lambda: ["/bin/sh", "-c"])
    place: str = "/"
    user: str = "0"
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": _PATH})
    entrypoint: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    stop_signal: str = "SIGTERM"

    def command(self, *words: str, more: dict[str, str] | None = None) -> list[str]:
        """Return the command that runs a program in the stage, with its own processes and mounts, which end with it."""
        users = (self.folder / "etc/passwd").read_text(encoding="utf-8").splitlines()
        (known,) = [row for row in (line.split(":") for line in users) if self.user in {row[0], row[2]}]
        variables = {"HOME": known[5], **self.environment, **(more or {})}
        files = [*_SETTINGS, *(os.environ.get(name, "") for name in _CERTIFICATES)]
        settings = {
            "ROOT": str(self.folder),
            "OWNER": f"{known[2]}:{known[3]}",
            "FILES": " ".join(file for file in dict.fromkeys(files) if file and Path(file).is_file()),
        }
        return [
            *("env", *(f"{name}={value}" for name, value in settings.items())),
            *("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", _ENTER, "sh"),
            *("env", "-i", *(f"{name}={value}" for name, value in variables.items())),
            *("sh", "-c", 'cd "$0" && exec "$@"', self.place, *words),
        ]

    def inside(self, path: str) -> Path:
        """Return where a path of the stage is on this machine."""
        return self.folder / (PurePosixPath(self.place) / path).as_posix().lstrip("/")


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Yield the instructions of a file and what follows each of them."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            yield name, rest.strip()


class Builder:
    """Carries out a file, stage by stage."""

    def __init__(self, folder: Path) -> None:
        """Take a folder for the stages; its bare Debian is reused next time."""
        self.folder = folder
        self.stages: dict[str, Stage] = {}
        self.ignored = [
            line.strip()
            for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
            if line.strip() and not line.startswith("#")
        ]

    def build(self, file: Path) -> Stage:
        """Carry out all instructions; return the last stage."""
        steps: dict[str, Callable[[Stage, str], None]] = {
            "RUN": self._run,
            "COPY": self._copy,
            "SHELL": lambda stage, rest: setattr(stage, "shell", json.loads(rest)),
            "WORKDIR": self._workdir,
            "USER": lambda stage, rest: setattr(stage, "user", rest),
            "ENV": self._env,
            "ENTRYPOINT": lambda stage, rest: setattr(stage, "entrypoint", json.loads(rest)),
            "CMD": lambda stage, rest: setattr(stage, "arguments", json.loads(rest)),
            "HEALTHCHECK": lambda stage, rest: setattr(stage, "health", json.loads(rest.partition("CMD")[2])),
            "STOPSIGNAL": lambda stage, rest: setattr(stage, "stop_signal", rest),
            "EXPOSE": lambda stage, rest: None,
            "VOLUME": lambda stage, rest: stage.inside(rest).mkdir(parents=True, exist_ok=True),
        }
        stage: Stage | None = None
        for name, rest in instructions(file.read_text(encoding="utf-8")):
            print(f"{name} {rest}", flush=True)
            if name == "FROM":
                stage = self._start(rest)
            else:
                assert stage is not None
                assert name in steps, f"{name} is not supported here"
                steps[name](stage, rest)
        assert stage is not None
        return stage

    def _start(self, rest: str) -> Stage:
        image, _, name = re.sub(" AS ", " ", rest, flags=re.IGNORECASE).partition(" ")
        debian = self._debian()
        folder = self.folder / (name or "last")
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(["cp", "--archive", "--reflink=auto", str(debian), str(folder)], check=True)
        stage = self.stages[name or "last"] = Stage(image, name, folder)
        program, _, tag = image.rpartition("/")[2].partition(":")
        assert SUITE in tag, f"{image} is not based on {SUITE}"
        {"python": _add_python, "node": _add_node}[program](stage, tag.partition("-")[0])
        return stage

    def _debian(self) -> Path:
        """Return a bare Debian, made once."""
        folder = self.folder / "debian"
        if not folder.is_dir():
            unfinished = self.folder / "debian.part"
            shutil.rmtree(unfinished, ignore_errors=True)
            included = f"--include={','.join(LIBRARIES)}"
            # In its own mount namespace, so that no mount stays behind if it fails.
            made = ["unshare", "--mount", "debootstrap", "--variant=minbase", included, SUITE, str(unfinished), MIRROR]
            subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
            unfinished.rename(folder)
        return folder

    def _run(self, stage: Stage, rest: str) -> None:
        passed = {
            name: value
            for name, value in os.environ.items()
            if name.startswith("PIP_") or name in _CERTIFICATES or name.lower().endswith("_proxy")
        }
        subprocess.run(stage.command(*stage.shell, rest, more=passed), check=True)

    def _env(self, stage: Stage, rest: str) -> None:
        for word in shlex.split(rest):
            name, _, value = word.partition("=")
            stage.environment[name] = value

    def _workdir(self, stage: Stage, rest: str) -> None:
        stage.place = (PurePosixPath(stage.place) / rest).as_posix()
        stage.inside(".").mkdir(parents=True, exist_ok=True)

    def _copy(self, stage: Stage, rest: str) -> None:
        words = rest.split()
        source = self.stages[words.pop(0).partition("=")[2]].folder if words[0].startswith("--from=") else None
        *names, target = words
        to = stage.inside(target)
        for name in names:
            path = ROOT / name if source is None else source / name.lstrip("/")
            ignore = self._ignore if source is None else None
            if path.is_dir():
                shutil.copytree(path, to, ignore=ignore, dirs_exist_ok=True, symlinks=True)
            else:
                file = to / path.name if target.endswith("/") or len(names) > 1 else to
                file.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, file)

    def _ignore(self, folder: str, names: list[str]) -> set[str]:
        """Return what .dockerignore excludes."""
        place = Path(folder).relative_to(ROOT)

        def left_out(name: str, pattern: str) -> bool:
            if pattern.startswith("**/"):
                return fnmatch.fnmatch(name, pattern.removeprefix("**/"))
            return fnmatch.fnmatch((place / name).as_posix(), pattern)

        return {name for name in names if any(left_out(name, pattern) for pattern in self.ignored)}


def _add_python(stage: Stage, version: str) -> None:
    """Put a Python of this machine where the image has it; any new enough one if the image's version is missing."""
    found = [*map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python")), f"python{version}", sys.executable]
    prefix, real = next(answer for answer in map(_ask, found) if answer)
    print(f"({stage.image}: Python {real} of this machine)", flush=True)
    short = real.rpartition(".")[0]
    target = stage.folder / "usr/local"
    skip = shutil.ignore_patterns("__pycache__", "test", "idlelib", "tkinter", "site-packages")
    shutil.copytree(f"{prefix}/lib/python{short}", target / f"lib/python{short}", ignore=skip, symlinks=True)
    (target / f"lib/python{short}/site-packages").mkdir()
    shutil.copy2(Path(prefix, "bin", f"python{short}"), target / "bin")
    for library in Path(prefix, "lib").glob(f"libpython{short}*.so*"):
        shutil.copy2(library, target / "lib")
    shutil.copytree(f"{prefix}/include/python{short}", target / f"include/python{short}")
    for name in ("python", "python3"):
        (target / "bin" / name).symlink_to(f"python{short}")
    subprocess.run(stage.command("sh", "-c", "ldconfig && python -m ensurepip"), check=True, stdout=subprocess.DEVNULL)
    (target / "bin/pip").symlink_to("pip3")


def _add_node(stage: Stage, version: str) -> None:
    """Put this machine's Node where the image has it."""
    program = shutil.which("node")
    assert program is not None, "node is not installed"
    (real,) = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()
    print(f"({stage.image}: Node {real} of this machine, not {version})", flush=True)
    target = stage.folder / "usr/local"
    shutil.copy2(Path(program).resolve(), target / "bin/node")
    npm = Path(shutil.which("npm") or "").resolve().parents[1]
    shutil.copytree(npm, target / "lib/node_modules/npm", symlinks=True)
    (target / "bin/npm").symlink_to("../lib/node_modules/npm/bin/npm-cli.js")


def _ask(program: str) -> list[str]:
    """Return where a Python is installed, and its version; an empty list if it does not run."""
    code = "import sys; print(sys.base_prefix); print('.'.join(map(str, sys.version_info[:3])))"
    try:
        return subprocess.run([program, "-c", code], check=False, capture_output=True, text=True).stdout.split()
    except OSError:
        return []
