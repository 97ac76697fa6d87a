"""Compile the hot packages with mypyc; everything else about the build is in pyproject.toml.

The modules of the packages below become one C library.
Without a working C compiler the package is installed all the same and runs interpreted.
``SEMAFOR_PURE=1`` asks for that on purpose.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

# One library, not one per package: mypyc then knows every subclass and calls methods directly. With
# several libraries the engine played 13 % fewer games a second.
COMPILED_PACKAGES = ("model", "rules", "engine", "bots", "env/core")
CACHE = "build/mypyc-cache"
# Commands for which setuptools only reads the metadata: generating C for them would be wasted.
METADATA_COMMANDS = {"egg_info", "dist_info", "sdist", "clean"}


def extensions() -> list[Extension]:
    """Generate the C code and describe how to build it."""
    if os.environ.get("SEMAFOR_PURE", "0") not in ("", "0"):
        return []
    if METADATA_COMMANDS.intersection(sys.argv):
        return []
    # __init__.py files hold a docstring only: nothing in them is worth compiling.
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
            # mypyc asks for -Werror: a warning of some new compiler must not cost the speed.
            # Nobody replaces our functions from outside, so the compiler may inline them.
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-Wno-error",
                "-fvisibility=hidden",
                "-fno-semantic-interposition",
            ]
    return built


class BuildAllOrNothing(build_ext):
    """Build every extension, or leave none behind.

    The extensions share one library: if only some of them were built, imports would fail
    instead of falling back to the Python files.
    """

    failed = False

    def finalize_options(self) -> None:
        """Use all cores, unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or True

    def build_extension(self, ext: Extension) -> None:
        """Build one extension; setuptools forgives a failure, so remember it."""
        try:
            super().build_extension(ext)
        except Exception:
            self.failed = True
            raise

    def run(self) -> None:
        """Build; after a failure, delete what was built, now or by an earlier run."""
        super().run()
        if self.failed:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.warn("no C compiler that works: semafor will run interpreted, many times slower")


class BuildWithoutLeftovers(build):
    """Build, and drop what an earlier build left in the same directory."""

    def run(self) -> None:
        """Build, then delete files whose source is gone."""
        super().run()
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
