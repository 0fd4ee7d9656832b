"""The command line: one module per command, imported when the command is called.

The commands are in `tui.cli.commands`; sessions on a plain terminal in `tui.cli.plain`.
"""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TextIO, cast

import click

from engine.errors import PlytraceError
from engine.text import CleanStream, escape_unsafe
from engine.version import __version__
from tui.cli.shared import HelpContext
from tui.terminal.interrupts import STOPPED, ended_by_signals

#: The commands with their lines in `--help`; each module defines `command`.
COMMANDS: dict[str, str] = dict(
    re.findall(
        r"^\[(\S+)\] (.+)$",
        Path(__file__).with_name("options.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
)

_HELP_OPTIONS = ["-h", "--help"]


class LazyGroup(click.Group):
    """A group that imports a command only when it is called, so that it starts quickly."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of `COMMANDS`."""
        return [*COMMANDS]  # not list(): that is the module of a command here

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(
            f"tui.cli.commands.{cmd_name.replace('-', '_')}"
        ).command
        command.context_class = HelpContext
        # A command that is also read alone, as advice is checked, keeps its first help option.
        command.context_settings.setdefault("help_option_names", _HELP_OPTIONS)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; `help COMMAND` is the command's `--help`."""
        if args[:1] == ["help"]:
            args = [*(word for word in args[1:2] if word != "help"), "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name."""
        if args[0] not in COMMANDS:
            from tui.cli.commands.list import LISTS
            from tui.cli.shared.error_text import unknown_command

            raise unknown_command(args[0], args[1:], [*COMMANDS], [*LISTS])
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    name="plytrace",
    invoke_without_command=True,
    context_settings={"help_option_names": _HELP_OPTIONS, "max_content_width": 100},
)
@click.version_option(__version__, "--version", prog_name="plytrace")
@click.pass_context
def cli(context: click.Context) -> None:
    """Trace minimax and alpha-beta over hand trees and real games.

    \b
    A SOURCE is one of these:
      tree.yaml                      a file: YAML, JSON, .efg (Gambit), .test
      lecture                        a tree of the library (plytrace list trees)
      '[[3,12,8],[2,4,6],[14,5,2]]'  a tree as a list
      tic-tac-toe                    a game (plytrace list games)
      'tic-tac-toe@xox|xxo|o..'      a position of a game
      race.py:Race                   your own game
      -                              YAML on standard input

    Without a command, plytrace opens the home screen. To read about a command, run plytrace help
    COMMAND.
    """  # noqa: D301 - Click reads the character \b
    if context.invoked_subcommand is not None:
        return
    from tui.terminal.output import has_screen

    if not has_screen():
        click.echo(context.get_help())
        return
    from tui.app import run_screen
    from tui.screens.home.home_screen import HomeScreen
    from tui.terminal.served_mode import guard_files

    guard_files()
    run_screen(HomeScreen())


def main() -> None:
    """Run the command line; print one message for an error, and set the exit code."""
    with ended_by_signals():
        _run()


def _run() -> None:
    for name in ("stdout", "stderr"):  # a process may have none
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    sys.stderr = cast(TextIO, CleanStream(sys.stderr))
    try:
        # Not standalone: Click's errors have the same form as plytrace's.
        cli.main(prog_name="plytrace", standalone_mode=False)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except (click.ClickException, PlytraceError) as error:
        from tui.cli.shared.error_text import error_text

        click.echo(escape_unsafe(f"plytrace: {error_text(error, sys.argv[1:], cli)}"), err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("plytrace: stopped", err=True)
        sys.exit(STOPPED)
    except FileNotFoundError:
        if _has_folder():
            raise
        click.echo("plytrace: the current folder was removed; change to another one", err=True)
        sys.exit(3)
    except MemoryError:
        click.echo(
            "plytrace: out of memory; reduce the search with --depth or --max-visits", err=True
        )
        sys.exit(3)


def _has_folder() -> bool:
    try:
        Path.cwd()
    except FileNotFoundError:
        return False
    return True
