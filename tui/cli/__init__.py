"""The command line: one module a command, imported when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

import click

from engine.errors import PlytraceError, did_you_mean
from engine.version import __version__
from tui.cli.interrupts import STOPPED

__all__ = ["cli", "main"]

#: The commands by name, with the line that `--help` shows; each is `command` in its module.
COMMANDS: dict[str, str] = {
    "trace": "Run a search and print the tree, the visits, the cutoffs and the counts.",
    "step": "Step through a search, or a saved trace, in the full screen.",
    "play": "Play a game against a search, a person or chance; --plain on a plain terminal.",
    "learn": "The tutorial: lessons from the first game tree to an alpha-beta exam question.",
    "compare": "Run several searches or conventions over one position, side by side.",
    "check": "Check answer sheets: what is wrong, where, and which misconception made it.",
    "check-code": "Check programs by what they visit: each is run within limits, and watched.",
    "export": "Write a trace as a table or a figure, for other programs: plytrace list formats.",
    "generate": "Make random trees to order: cutoffs, ties, what is skipped, chance, and so on.",
    "worksheet": "Make a problem set and its key, in variants, and what check marks them by.",
    "visits": "Print only the visit order, for pasting.",
    "matrix": "Explain a payoff matrix: dominance, elimination, equilibria, value.",
    "mcts": "Run Monte Carlo tree search by hand, with the table after every iteration.",
    "cs480": "Play tic-tac-toe by the rules of CS 480's assignment: ALGO FIRST MODE.",
    "report": "Print a course's own tables: cs480, mp520, mit or lab3.",
    "list": "List trees, games, evaluations, searches, conventions, counts, formats, lessons …",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that it starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of `COMMANDS`."""
        return [*COMMANDS]  # not list(): here that is the module of the command

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"tui.cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name.

        Raises:
            click.UsageError: there is none of that name.
        """
        if args[0] not in COMMANDS:
            hint = did_you_mean(args[0], COMMANDS)
            ctx.fail(f"there is no command {args[0]!r}; see plytrace --help. {hint}".strip())
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    name="plytrace",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "--version", prog_name="plytrace")
@click.pass_context
def cli(context: click.Context) -> None:
    """Trace minimax and alpha-beta over hand trees and real games.

    A SOURCE is a file (YAML, JSON, Gambit's .efg, CS 188's .test), the name of a library tree
    (plytrace list trees), an inline list such as '[[3,12,8],[2,4,6],[14,5,2]]', a game such as
    tic-tac-toe or 'tic-tac-toe@xox|xxo|o..' (plytrace list games), one of your own such as
    race.py:Race, or - for YAML on standard input.

    Alone, plytrace opens the full screen, from which everything else is reached.
    """
    if context.invoked_subcommand is not None:
        return
    from tui.cli.output import has_screen

    if not has_screen():
        click.echo(context.get_help())
        return
    from tui.app import run_home

    run_home()


def main() -> None:
    """Run the command line; every error is one message and the right exit code."""
    for name in ("stdout", "stderr"):  # a process may be given none
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    try:
        # Not standalone: Click's errors are shown as it would, and ours as one line beside them.
        cli.main(prog_name="plytrace", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except PlytraceError as error:
        click.echo(f"plytrace: {error}", err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("plytrace: stopped", err=True)
        sys.exit(STOPPED)
    except MemoryError:
        click.echo("plytrace: out of memory; search less with --depth or --max-visits", err=True)
        sys.exit(3)
