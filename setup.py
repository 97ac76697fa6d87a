"""Compile the hot packages with mypyc; everything else about the build is in pyproject.toml.

The modules of the packages below become one C library, of a few C files that are compiled side by side.
Without a working C compiler the package is installed all the same and runs interpreted.
``SEMAFOR_PURE=1`` asks for that on purpose.
``SEMAFOR_PGO=1`` compiles twice (with gcc on Linux), the second time with a profile of played games.
As long as nothing changes that the C library is made from, the one in build/ is used again.
``SEMAFOR_URL`` is where the repository is published; a release sets it, for the package's page on an index.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent))  # a build does not search there by default

from building.docstrings import document
from building.hints import expect
from building.listing import readme, urls
from building.parts import CARE, join_files

# One library, not one per package: mypyc then knows every subclass and calls methods directly. With
# several libraries the engine played 13 % fewer games a second.
COMPILED_PACKAGES = ("model", "rules", "engine", "bots", "env/core")
SHIMS = 12
NO_CLIENT = (
    "Semafor is built without its browser client: there is no page to play on. To build it you need Node 20.19 or newer"
    " (https://nodejs.org, or your system's package) and `make`: run `make client`, then `pip install .` again, or just"
    " `make play`. The engine, the bots and `semafor play --terminal` work without it."
)
CACHE = "build/mypyc-cache"
# A digest of what the library in build/ was made from, and its extensions.
STAMP = Path("build", f"compiled-{sys.implementation.cache_tag}-{sysconfig.get_platform()}.json")
# Commands for which setuptools only reads the metadata: generating C for them would be wasted.
METADATA_COMMANDS = {"egg_info", "dist_info", "sdist", "clean"}


def extensions() -> list[Extension]:
    """Generate the C code and describe how to build it."""
    if os.environ.get("SEMAFOR_PURE", "0") not in ("", "0"):
        return []
    if METADATA_COMMANDS.intersection(sys.argv):
        return []
    if os.name == "posix" and not compiler():
        print("no C compiler was found: semafor will run interpreted, many times slower", file=sys.stderr)
        return []
    # __init__.py files hold only a docstring, so there is nothing to compile. Folders called values hold mappings and
    # dataclasses with slots, which mypyc can't compile.
    key = made_from()
    if (files := compiled_before(key)) is not None:
        return [Built(name, path) for name, path in files.items()]
    STAMP.unlink(missing_ok=True)
    modules = sorted(
        path.as_posix()
        for package in COMPILED_PACKAGES
        for path in Path("src/semafor", package).glob("**/*.py")
        if path.name != "__init__.py" and "values" not in path.parts
    )

    from mypyc.build import mypycify  # noqa: PLC0415 (a pure build does not need mypy)

    # The cache of mypyc 2.4 loses which attributes need a bit to tell that they are set, so a partly filled one makes
    # it fail. Without the cache everything is translated again (half a minute), but unchanged C files are not
    # recompiled.
    shutil.rmtree(CACHE, ignore_errors=True)
    options = [
        # `make check` is the place for strictness; a new mypy must not break an install.
        "--config-file=",
        f"--cache-dir={CACHE}",
        # The environments import libraries that a build may not have. They are not compiled, so their types don't
        # matter here.
        "--ignore-missing-imports",
        "--follow-imports=silent",
    ]
    several = os.name == "posix"
    built = mypycify(options + modules, opt_level="3", debug_level="0", group_name="semafor", multi_file=several)
    if several:
        for source in map(Path, modules):
            module = source.relative_to("src").with_suffix("").as_posix().replace("/", "___")
            generated = Path("build", f"__native_{module}.c")
            document(generated, source)
            expect(generated)
        library = built[0]
        library.depends = [*library.depends, *library.sources]
        library.sources = join_files(library.sources)
        built[1:] = [Shim(extension) for extension in built[1:]]
    for extension in built:
        extension.optional = True
        if os.name == "posix":
            # mypyc passes -Werror, but a warning from a new compiler must not make us fall back to interpreted code.
            # Nobody reads warnings about generated code, and looking for them takes a fifth of the compile time. Nobody
            # replaces our functions from outside, so the compiler may inline them.
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-Wno-error",
                "-Wno-all",
                "-w",
                # No fused multiply-add: sums round the same on every processor, so bots choose the same.
                "-ffp-contract=off",
                "-fvisibility=hidden",
                "-fno-semantic-interposition",
            ]
            if sysconfig.get_platform() == "linux-x86_64":
                extension.extra_compile_args += [
                    "-mpopcnt",  # processors have had it since 2008
                    # Where a loop begins within a line of the cache made games 6 % slower or faster, by chance.
                    "-falign-functions=32",
                    "-falign-loops=64",
                ]
        extension.made_from = key
    return built


def made_from() -> str:
    """Return a digest of all that the C library depends on: sources, this file, tools and flags."""
    package = Path("src/semafor")
    sources = {path for name in COMPILED_PACKAGES for path in (package / name).glob("**/*.py")}
    # Modules beside them whose types mypyc reads, and the games that a profile is made from.
    sources |= {*package.glob("*.py"), *package.glob("env/*.py"), *Path("benchmarks").glob("training.py")}
    sources |= {Path("setup.py"), *Path("building").glob("*.py")}
    digest = sha256()
    for path in sorted(sources):
        digest.update(f"{path.as_posix()}\0".encode() + path.read_bytes() + b"\0")
    flags = [sysconfig.get_config_var(name) for name in ("CC", "CFLAGS")]
    asked = [os.environ.get(name) for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "MYPYC_OPT_LEVEL", "SEMAFOR_PGO")]
    tools = [version(name) for name in ("mypy", "librt", "mypy_extensions", "setuptools")]
    digest.update(json.dumps([sys.version, flags, asked, tools, compiler()]).encode())
    return digest.hexdigest()


def compiler() -> str:
    """Return the C compiler's version, or nothing if there is none."""
    command = (os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")).split()
    try:
        return subprocess.run([command[0], "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def tell(sentence: str) -> None:
    """Write a message to the terminal, since pip shows a build's output only if it fails."""
    with suppress(OSError):  # nobody sits at a terminal
        Path("/dev/tty").write_text(f"\n{sentence}\n", encoding="utf-8")


class Built(Extension):
    """An extension that is already in build/."""

    def __init__(self, name: str, path: str) -> None:
        """Take its name and its path."""
        super().__init__(name, [], optional=True)
        self.path = Path(path)


def compiled_before(key: str) -> dict[str, str] | None:
    """Return the extensions in build/ and their files, if they were made from the same sources."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if stamp["key"] != key or not all(Path(path).is_file() for path in stamp["files"].values()):
        return None
    files: dict[str, str] = stamp["files"]
    return files


class Shim(Extension):
    """The extension that Python finds in place of a module: it asks the library for the module."""

    def __init__(self, generated: Extension) -> None:
        """Take over what mypyc generated."""
        super().__init__(generated.name, generated.sources, extra_compile_args=generated.extra_compile_args)


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

    def build_extensions(self) -> None:
        """Build every extension and, at the same time, the libraries that the shims are copies of."""
        with ThreadPoolExecutor(1) as beside:
            self.shims = beside.submit(self.build_shims, [one for one in self.extensions if isinstance(one, Shim)])
            super().build_extensions()

    def build_shims(self, shims: list[Shim]) -> dict[str, Path]:
        """Build the shims, a dozen per library; each file name makes it another module.

        Running the compiler for each of them would read Python's headers a hundred times.
        """
        built: dict[str, Path] = {}
        rest = {shim.name: shim.sources[0] for shim in shims}
        while rest:
            by_name: dict[str, str] = {}
            for module in rest:
                name = module.rsplit(".", 1)[1]
                if name not in by_name and len(by_name) < SHIMS:
                    by_name[name] = module
            lines = []
            for name, module in by_name.items():
                # mypyc defines this function in every shim.
                lines.append(f"#define PyInit___init__ PyInit___init__{name}")
                lines.append(f'#include "{Path(rest[module]).resolve()}"')
                lines.append("#undef PyInit___init__")
            source = Path("build", f"shims{len(rest)}.c")
            source.write_text("\n".join([*lines, ""]), encoding="utf-8")
            objects = self.compiler.compile(
                [str(source)], output_dir=self.build_temp, extra_postargs=["-Os", "-g0", "-w"]
            )
            library = Path(self.build_temp, f"{source.stem}.so").resolve()
            self.compiler.link_shared_object(objects, str(library), libraries=self.get_libraries(shims[0]))
            built |= dict.fromkeys(by_name.values(), library)
            rest = {module: path for module, path in rest.items() if module not in built}
        return built

    def build_extension(self, ext: Extension) -> None:
        """Build one extension; setuptools ignores a failure, so record it."""
        try:
            if isinstance(ext, Built | Shim):
                self.copy_built(ext)
            elif os.name == "posix":
                self.build_library(ext)
            else:
                super().build_extension(ext)
        except Exception:
            self.failed = True
            raise

    def copy_built(self, ext: Built | Shim) -> None:
        """Copy what is already built to its place; wait for it if necessary."""
        path = ext.path if isinstance(ext, Built) else self.shims.result()[ext.name]
        target = Path(self.get_ext_fullpath(ext.name))
        if target.resolve() != path.resolve():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)

    def build_library(self, ext: Extension) -> None:
        """Compile the library's C files, largest first, as many at a time as there are cores; then link them."""

        def compile_part(source: str) -> list[str]:
            objects: list[str] = self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=ext.include_dirs,
                extra_postargs=[*ext.extra_compile_args, *CARE.get(Path(source).stem, [])],
                depends=ext.depends,
            )
            return objects

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = [path for part in pool.map(compile_part, ext.sources) for path in part]
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        self.compiler.link_shared_object(
            objects,
            str(target),
            libraries=self.get_libraries(ext),
            export_symbols=self.get_export_symbols(ext),
            extra_postargs=ext.extra_link_args,
            build_temp=self.build_temp,
        )

    def run(self) -> None:
        """Build; after a failure, delete everything built, now or by an earlier run."""
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
        """Build with profiling, play the games of benchmarks/training.py, and build again with the profile."""
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
        """Build every extension with these extra flags."""
        for extension in self.extensions:
            extension.extra_compile_args = [*plain[extension.name], *flags]
            extension.extra_link_args = flags[:1]
        asked = self.compiler
        super().run()
        self.compiler = asked  # run() has replaced the name by an object, and can't run again with that


class BuildWithoutLeftovers(build):
    """Build, and delete what an earlier build left in the same directory."""

    def run(self) -> None:
        """Build, then delete files whose source is gone."""
        super().run()
        if not Path("src/semafor/server/web/index.html").is_file():
            self.warn(NO_CLIENT)
            tell(NO_CLIENT)
        wanted = {
            Path(output).resolve()
            for command in self.get_sub_commands()
            for output in self.get_finalized_command(command).get_outputs()
        }
        for path in Path(self.build_lib).rglob("*"):
            if path.is_file() and path.resolve() not in wanted:
                path.unlink()


def listing() -> dict[str, Any]:
    """Return what an index shows: the README, with absolute links and URLs if it is known where they lead."""
    text = Path("README.md").read_text(encoding="utf-8")
    if url := os.environ.get("SEMAFOR_URL", "").rstrip("/"):
        version = re.search(r'^__version__ = "(.*)"', Path("src/semafor/__init__.py").read_text("utf-8"), re.MULTILINE)
        assert version
        text = readme(text, url, version[1])
    return {
        "long_description": text,
        "long_description_content_type": "text/markdown",
        "project_urls": urls(url) if url else {},
    }


setup(
    **listing(),
    ext_modules=extensions(),
    cmdclass={"build": BuildWithoutLeftovers, "build_ext": BuildAllOrNothing},
)
