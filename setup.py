"""Compile the hot packages with mypyc; everything else about the build is in pyproject.toml.

The modules of the packages below become one C library.
Without a working C compiler the package is installed all the same and runs interpreted.
``SEMAFOR_PURE=1`` asks for that on purpose.
``SEMAFOR_PGO=1`` compiles twice (with gcc on Linux): the second time for what games were seen to do.
As long as nothing changes that the C library is made from, the one in build/ is used again.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

# One library, not one per package: mypyc then knows every subclass and calls methods directly. With
# several libraries the engine played 13 % fewer games a second.
COMPILED_PACKAGES = ("model", "rules", "engine", "bots", "env/core")
CACHE = "build/mypyc-cache"
# What the library in build/ was made from, and the extensions that it has.
STAMP = Path("build", f"compiled-{sys.implementation.cache_tag}-{sysconfig.get_platform()}.json")
# Commands for which setuptools only reads the metadata: generating C for them would be wasted.
METADATA_COMMANDS = {"egg_info", "dist_info", "sdist", "clean"}


def extensions() -> list[Extension]:
    """Generate the C code and describe how to build it."""
    if os.environ.get("SEMAFOR_PURE", "0") not in ("", "0"):
        return []
    if METADATA_COMMANDS.intersection(sys.argv):
        return []
    # __init__.py files hold a docstring only: nothing in them is worth compiling.
    key = made_from()
    if (files := compiled_before(key)) is not None:
        return [Built(name, path) for name, path in files.items()]
    STAMP.unlink(missing_ok=True)
    modules = sorted(
        path.as_posix()
        for package in COMPILED_PACKAGES
        for path in Path("src/semafor", package).glob("**/*.py")
        if path.name != "__init__.py"
    )

    from mypyc.build import mypycify  # noqa: PLC0415 (a pure build does not need mypy)

    # The cache of mypyc 2.4 loses which attributes need a bit to tell that they are set: a half-warm one makes it fail.
    # Without it all is translated again (half a minute), but a C file that comes out the same is not compiled again.
    shutil.rmtree(CACHE, ignore_errors=True)
    options = [
        # Strictness is `make check`'s business; a new mypy must not break an install.
        "--config-file=",
        f"--cache-dir={CACHE}",
        # The environments import libraries that a build need not have, and are not compiled: without the types of
        # those libraries they need not be right.
        "--ignore-missing-imports",
        "--follow-imports=silent",
    ]
    built = mypycify(options + modules, opt_level="3", debug_level="0", group_name="semafor")
    for extension in built:
        extension.optional = True
        if os.name == "posix":
            # mypyc asks for -Werror: a warning of some new compiler must not cost the speed. Nor does anybody
            # read warnings about generated code, and to look for them takes a fifth of the compiler's time.
            # Nobody replaces our functions from outside, so the compiler may inline them.
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-Wno-error",
                "-Wno-all",
                "-fvisibility=hidden",
                "-fno-semantic-interposition",
            ]
        extension.made_from = key
    return built


def made_from() -> str:
    """Return a digest of all that the C library depends on: sources, this file, tools and flags."""
    package = Path("src/semafor")
    sources = {path for name in COMPILED_PACKAGES for path in (package / name).glob("**/*.py")}
    # Modules beside them whose types mypyc reads, and what a profile is made with.
    sources |= {*package.glob("*.py"), *package.glob("env/*.py"), *Path("benchmarks").glob("training.py")}
    sources.add(Path("setup.py"))
    digest = sha256()
    for path in sorted(sources):
        digest.update(f"{path.as_posix()}\0".encode() + path.read_bytes() + b"\0")
    flags = [sysconfig.get_config_var(name) for name in ("CC", "CFLAGS")]
    asked = [os.environ.get(name) for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "MYPYC_OPT_LEVEL", "SEMAFOR_PGO")]
    tools = [version(name) for name in ("mypy", "librt", "mypy_extensions", "setuptools")]
    digest.update(json.dumps([sys.version, flags, asked, tools, compiler()]).encode())
    return digest.hexdigest()


def compiler() -> str:
    """Return what the C compiler says that it is, or nothing if there is none."""
    command = (os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")).split()
    try:
        return subprocess.run([command[0], "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


class Built(Extension):
    """An extension that is in build/ already."""

    def __init__(self, name: str, path: str) -> None:
        """Take its name, and where it is."""
        super().__init__(name, [], optional=True)
        self.path = Path(path)


def compiled_before(key: str) -> dict[str, str] | None:
    """Return the extensions in build/ and their files, if they were made from the same."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if stamp["key"] != key or not all(Path(path).is_file() for path in stamp["files"].values()):
        return None
    files: dict[str, str] = stamp["files"]
    return files


class BuildAllOrNothing(build_ext):
    """Build every extension, or leave none behind.

    The extensions share one library: if only some of them were built, imports would fail
    instead of falling back to the Python files.
    """

    failed = False
    profiling = os.environ.get("SEMAFOR_PGO", "0") not in ("", "0") and sys.platform == "linux"

    def finalize_options(self) -> None:
        """Use all cores, unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or True

    def build_extension(self, ext: Extension) -> None:
        """Build one extension; setuptools forgives a failure, so remember it."""
        if isinstance(ext, Built):
            target = Path(self.get_ext_fullpath(ext.name))
            if target.resolve() != ext.path.resolve():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ext.path, target)
            return
        try:
            super().build_extension(ext)
        except Exception:
            self.failed = True
            raise

    def run(self) -> None:
        """Build; after a failure, delete what was built, now or by an earlier run."""
        if self.profiling and self.extensions and not isinstance(self.extensions[0], Built):
            self.run_profiled()
        else:
            super().run()
        if self.failed:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.warn("no C compiler that works: semafor will run interpreted, many times slower")
        elif self.extensions and not isinstance(self.extensions[0], Built):
            files = {extension.name: self.get_ext_fullpath(extension.name) for extension in self.extensions}
            stamp = {"key": self.extensions[0].made_from, "files": files}
            STAMP.write_text(json.dumps(stamp, indent=1), encoding="utf-8")

    def run_profiled(self) -> None:
        """Build with counters, play the games of benchmarks/training.py, build again with what was counted."""
        profile = Path("build/profile").resolve()
        shutil.rmtree(profile, ignore_errors=True)
        plain = {extension.name: extension.extra_compile_args for extension in self.extensions}
        self.force = True  # the same objects twice, with other flags
        self.build_with(plain, [f"-fprofile-generate={profile}"])
        if not self.failed:
            package = profile / "package"
            shutil.copytree("src/semafor", package / "semafor", ignore=shutil.ignore_patterns("*.so", "web"))
            for extension in self.extensions:
                built = Path(self.get_ext_fullpath(extension.name)).resolve()
                shutil.copy(built, package / built.relative_to(Path(self.build_lib).resolve()))
            environment = {**os.environ, "PYTHONPATH": str(package)}
            subprocess.run([sys.executable, "benchmarks/training.py"], env=environment, check=True)
            self.build_with(plain, [f"-fprofile-use={profile}", "-Wno-missing-profile", "-fprofile-partial-training"])

    def build_with(self, plain: dict[str, list[str]], flags: list[str]) -> None:
        """Build every extension with these flags besides its own."""
        for extension in self.extensions:
            extension.extra_compile_args = [*plain[extension.name], *flags]
            extension.extra_link_args = flags[:1]
        asked = self.compiler
        super().run()
        self.compiler = asked  # run() made an object of the name, and can't be run again with that


class BuildWithoutLeftovers(build):
    """Build, and drop what an earlier build left in the same directory."""

    def run(self) -> None:
        """Build, then delete files whose source is gone."""
        super().run()
        if not Path("src/semafor/server/web/index.html").is_file():
            self.warn("no browser client is in the package: run `make client` first, or `make play` (needs Node 20)")
        wanted = {
            Path(output).resolve()
            for command in self.get_sub_commands()
            for output in self.get_finalized_command(command).get_outputs()
        }
        for path in Path(self.build_lib).rglob("*"):
            if path.is_file() and path.resolve() not in wanted:
                path.unlink()


setup(
    ext_modules=extensions(),
    cmdclass={"build": BuildWithoutLeftovers, "build_ext": BuildAllOrNothing},
)
