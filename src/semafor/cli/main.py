"""The command ``semafor``: what all its subcommands share.

Each subcommand is in its own module, which is imported only when it runs, so that the help text and the shell
completion stay fast.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import PurePath
from typing import Any, Final, TextIO

import click
from click.shell_completion import get_completion_class

from semafor import BoardError
from semafor.cli.words.catalogue import catalogue
from semafor.cli.words.help import HELP_OPTIONS, asked_language, fill_in, speak
from semafor.cli.words.language import Speech, current_language, here, hidden_language
from semafor.compiled import COMPILED, warn_if_interpreted

PROGRAM = "semafor"
COMPLETION_VARIABLE = "_SEMAFOR_COMPLETE"
SHELLS = ("bash", "zsh", "fish")

EXIT_USER_ERROR: Final = 2
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells count
EXIT_BROKEN_PIPE = 1  # as click does


class UserError(click.ClickException):
    """An error that the user can fix; shown as one message, without a traceback."""

    exit_code = EXIT_USER_ERROR


class LazyGroup(click.Group):
    """A group whose subcommands are imported only when they run.

    Until then a placeholder has the subcommand's name and one-line help. A subcommand whose module is not installed is
    not offered. Texts come from the catalogues.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._targets: dict[str, str] = {}

    def add_lazy(self, name: str, target: str) -> None:
        """Register the command ``target`` ("module:attribute") under a name."""
        if find_spec(target.partition(":")[0]) is not None:
            self._targets[name] = target
            self.add_command(click.Command(name))

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Choose the language before anything is printed; the context's object is the language."""
        language = asked_language(args)
        speak(language)
        fill_in(self, PROGRAM, language)
        return super().make_context(info_name, args, parent, obj=language, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of registration: the most useful commands first."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name, and import it."""
        name, command, rest = super().resolve_command(ctx, args)
        target = self._targets.pop(name, None) if name else None
        if name and target:
            module, _, attribute = target.partition(":")
            command = getattr(import_module(module), attribute)
            if not isinstance(command, click.Command):
                raise TypeError(f"{target} is not a click command")
            self.commands[name] = command
            fill_in(command, name, ctx.obj)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn user errors and Ctrl-C into a clean exit."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
        except click.Abort as abort:
            # click's prompts turn Ctrl-C into Abort.
            if isinstance(abort.__context__, KeyboardInterrupt):
                raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
            raise
        except ValueError as error:
            # The library's own errors are subclasses; a bare ValueError is a bug: show the traceback.
            if type(error) is ValueError:
                raise
            raise UserError(_said(error)) from error
        except OSError as error:
            # A file that can't be read or written is a user error; anything else is a bug.
            if error.filename is None:
                raise
            raise UserError(f"{error.filename}: {error.strerror}") from error


def _said(error: ValueError) -> str:
    """Return the message for a user error; problems of a board file in the user's language."""
    if not isinstance(error, BoardError):
        return str(error)
    speech = Speech(current_language())
    return "\n".join([speech.problem(problem) for problem in error.problems])


def _version() -> str:
    try:
        version = metadata.version(PROGRAM)
    except metadata.PackageNotFoundError:
        version = here("not_installed")
    return f"{PROGRAM} {version} ({here('compiled' if COMPILED else 'interpreted')})"


def _print_version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(_version())
        ctx.exit()


@click.group(
    PROGRAM,
    cls=LazyGroup,
    context_settings={"help_option_names": HELP_OPTIONS},
)
@hidden_language
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Warn once if the engine is interpreted; the subcommand does the rest."""
    if ctx.invoked_subcommand != "completion":
        warn_if_interpreted()


cli.add_lazy("play", "semafor.cli.play.command:play")
cli.add_lazy("board", "semafor.cli.board.command:board")
cli.add_lazy("score", "semafor.cli.score.command:score")
cli.add_lazy("bench", "semafor.cli.bench:bench")
cli.add_lazy("arena", "semafor.cli.arena.command:arena")
cli.add_lazy("leaderboard", "semafor.cli.arena.leaderboard:leaderboard")
cli.add_lazy("serve", "semafor.cli.serve:serve")
cli.add_lazy("page", "semafor.cli.page:page")
cli.add_lazy("meet", "semafor.cli.meet:meet")
cli.add_lazy("day", "semafor.cli.day:day")
cli.add_lazy("puzzles", "semafor.cli.puzzles:puzzles")
cli.add_lazy("verify", "semafor.cli.verify:verify")
cli.add_lazy("notation", "semafor.cli.notation:notation")
cli.add_lazy("analyse", "semafor.cli.analyse:analyse")
cli.add_lazy("db", "semafor.cli.db:db")
cli.add_lazy("engine", "semafor.cli.engine:engine")


@cli.command()
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@hidden_language
def completion(shell: str | None) -> None:
    """Print the completion script of a shell, by default the user's."""
    if shell is None:
        shell = PurePath(os.environ.get("SHELL", "")).name
    script = get_completion_class(shell) if shell in SHELLS else None
    if script is None:
        raise click.UsageError(here("which_shell", shells=", ".join(SHELLS)))
    click.echo(script(cli, {}, PROGRAM, COMPLETION_VARIABLE).source())


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Show a warning as one line, without file names."""
    words = catalogue(current_language())
    click.echo(words.text("warning").format(message=words.translated(str(message))), err=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and exit; the entry point of the ``semafor`` command."""
    warnings.showwarning = _show_warning
    try:
        try:
            cli.main(arguments, prog_name=PROGRAM, complete_var=COMPLETION_VARIABLE)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader (head, less) is gone: discard what is still buffered.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_BROKEN_PIPE)


if __name__ == "__main__":
    main()
