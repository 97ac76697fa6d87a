"""The command ``semafor`` itself: help, version, completion, and exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NoReturn

import click
import pytest
from click.testing import CliRunner, Result

from semafor import compiled
from semafor.cli.main import SHELLS, LazyGroup, cli


class BoardTrouble(ValueError):
    """Stand-in for the library's own errors."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, prog_name="semafor")


def program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "semafor.cli.main", *arguments]


def run_failing(action: Callable[[], object]) -> Result:
    """Run a group whose only command raises this."""
    group = LazyGroup("group")

    @group.command()
    def fail() -> None:
        action()

    return CliRunner().invoke(group, ["fail"])


def raiser(error: BaseException) -> Callable[[], NoReturn]:
    def raise_it() -> NoReturn:
        raise error

    return raise_it


class TestVersionAndHelp:
    def test_version_says_whether_it_is_compiled(self) -> None:
        result = run("--version")
        kind = "compiled" if compiled.COMPILED else "interpreted"
        assert result.exit_code == 0
        assert result.output == f"semafor {metadata.version('semafor')} ({kind})\n"

    @pytest.mark.parametrize("option", ["-h", "--help"])
    def test_help_has_examples(self, option: str) -> None:
        result = run(option)
        assert result.exit_code == 0
        assert "semafor board list" in result.output
        assert "completion" in result.output

    def test_help_lines_fit_a_terminal(self) -> None:
        assert max(map(len, run("--help").output.splitlines())) <= 80

    def test_unknown_command_is_a_usage_error(self) -> None:
        result = run("ticket")
        assert result.exit_code == 2
        assert "No such command 'ticket'" in result.stderr


class TestLazyCommands:
    @pytest.fixture
    def group(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LazyGroup:
        """Return a group with one command in its own module, and one whose module is missing."""
        (tmp_path / "lazy_example.py").write_text(
            "import click\n"
            "@click.command()\n"
            "@click.option('--loud', is_flag=True)\n"
            "def greet(loud):\n"
            "    '''Greet, at length.'''\n"
            "    click.echo('HELLO' if loud else 'hello')\n",
            encoding="utf-8",
        )
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "lazy_example", raising=False)
        group = LazyGroup("group")
        group.add_lazy("greet", "lazy_example:greet")
        group.add_lazy("absent", "lazy_absent:absent")
        return group

    def test_help_does_not_import(self, group: LazyGroup) -> None:
        result = CliRunner().invoke(group, ["--help"])
        assert "greet" in result.output
        assert "lazy_example" not in sys.modules

    def test_completing_names_does_not_import(self, group: LazyGroup) -> None:
        with click.Context(group) as ctx:
            assert [item.value for item in group.shell_complete(ctx, "g")] == ["greet"]
        assert "lazy_example" not in sys.modules

    def test_running_imports(self, group: LazyGroup) -> None:
        for _ in range(2):
            result = CliRunner().invoke(group, ["greet", "--loud"])
            assert result.output == "HELLO\n"

    def test_own_help_comes_from_the_module(self, group: LazyGroup) -> None:
        assert "Greet, at length." in CliRunner().invoke(group, ["greet", "--help"]).output

    def test_missing_module_is_no_command(self, group: LazyGroup) -> None:
        assert "absent" not in CliRunner().invoke(group, ["--help"]).output
        assert CliRunner().invoke(group, ["absent"]).exit_code == 2

    def test_every_listed_command_loads(self) -> None:
        with click.Context(cli) as ctx:
            names = cli.list_commands(ctx)
        for name in names:
            assert run(name, "--help").exit_code == 0, name


WITHOUT_SERVER = """
import sys
from click.testing import CliRunner
from semafor.cli.main import cli
commands = [[name, "--help"] for name in cli.commands]
commands += [["--help"], ["board", "list"], ["play", "--terminal", "--board", "toy"], ["db", "export", "--help"]]
for command in commands:
    result = CliRunner().invoke(cli, command, input="q\\n")
    assert result.exit_code == 0, (command, result.output)
print(*sys.modules)
"""


def test_only_a_server_imports_the_server() -> None:
    """Its libraries take more than a second to load; help and terminal games must not wait for them."""
    done = subprocess.run([sys.executable, "-c", WITHOUT_SERVER], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith("semafor.server")}
    loaded |= {"sqlalchemy", "starlette", "uvicorn", "websockets"} & set(done.stdout.split())
    assert not loaded


class TestCompletion:
    @pytest.mark.parametrize("shell", SHELLS)
    def test_prints_a_script(self, shell: str) -> None:
        result = run("completion", shell)
        assert result.exit_code == 0
        assert f"_SEMAFOR_COMPLETE={shell}_complete" in result.stdout

    def test_finds_the_shell_by_itself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SHELL", "/usr/bin/fish")
        assert run("completion").stdout == run("completion", "fish").stdout

    def test_asks_for_the_shell_if_it_must(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SHELL", "/bin/other")
        result = run("completion")
        assert result.exit_code == 2
        assert "bash, zsh, fish" in result.stderr

    def test_tab_key_completes_commands(self) -> None:
        environment = os.environ | {
            "_SEMAFOR_COMPLETE": "bash_complete",
            "COMP_WORDS": "semafor comp",
            "COMP_CWORD": "1",
        }
        done = subprocess.run(program(), env=environment, capture_output=True, text=True, check=True)
        assert done.stdout == "plain,completion\n"


class TestErrors:
    def test_error_of_the_library_is_one_message(self) -> None:
        result = run_failing(raiser(BoardTrouble("routes[3].length: must be 1 to 9, not 0")))
        assert result.exit_code == 2
        assert result.stderr == "Error: routes[3].length: must be 1 to 9, not 0\n"

    def test_unreadable_file_is_one_message(self, tmp_path: Path) -> None:
        missing = tmp_path / "missing.toml"
        result = run_failing(missing.read_text)
        assert result.exit_code == 2
        assert result.stderr == f"Error: {missing}: No such file or directory\n"

    @pytest.mark.parametrize("bug", [ValueError("math domain error"), KeyError("x"), OSError(5)])
    def test_bug_keeps_its_traceback(self, bug: Exception) -> None:
        assert run_failing(raiser(bug)).exception is bug

    def test_ctrl_c_is_quiet(self) -> None:
        result = run_failing(raiser(KeyboardInterrupt()))
        assert (result.exit_code, result.output) == (130, "")

    def test_ctrl_c_at_a_prompt_is_quiet(self) -> None:
        def prompt() -> NoReturn:
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt:
                raise click.Abort from None  # as click.prompt does

        result = run_failing(prompt)
        assert (result.exit_code, result.output) == (130, "")

    def test_other_aborts_are_reported(self) -> None:
        result = run_failing(raiser(click.Abort()))
        assert result.exit_code == 1
        assert "Aborted" in result.output

    def test_broken_pipe_is_quiet(self) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        try:
            done = subprocess.run(program("--help"), stdout=writing, stderr=subprocess.PIPE, check=False)
        finally:
            os.close(writing)
        assert done.stderr == b""
        assert done.returncode == 1


class TestCompiled:
    @pytest.fixture
    def package(self, tmp_path: Path) -> Path:
        for name in ("model", "rules", "engine"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "__init__.py").touch()
            (tmp_path / name / "thing.py").touch()
        return tmp_path

    def test_python_files_alone_are_interpreted(self, package: Path) -> None:
        assert not compiled._is_compiled(package)

    def test_needs_an_extension_for_every_module(self, package: Path) -> None:
        suffix = EXTENSION_SUFFIXES[0]
        for name in ("model", "rules"):
            (package / name / f"thing{suffix}").touch()
        assert not compiled._is_compiled(package)
        (package / "engine" / f"thing{suffix}").touch()
        assert compiled._is_compiled(package)

    def test_warns_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compiled, "COMPILED", False)
        compiled.warn_if_interpreted.cache_clear()
        with pytest.warns(RuntimeWarning, match="install a C compiler"):
            compiled.warn_if_interpreted()
        compiled.warn_if_interpreted()  # a second warning would be an error here

    def test_says_nothing_if_compiled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compiled, "COMPILED", True)
        compiled.warn_if_interpreted.cache_clear()
        compiled.warn_if_interpreted()
