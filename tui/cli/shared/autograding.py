"""`--autograder` and `--for` of the commands that check: a folder for a platform."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from engine.errors import UsageError
from tui.terminal.output import NewFile

if TYPE_CHECKING:
    from tracer.check.keys.key import AnyKey


#: The platforms; a test compares them with those of the library, which is slow to load.
_PLATFORMS: Final = ("gradescope", "prairielearn")


def autograder_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--autograder` and `--for` to a command."""
    command = click.option(
        "--for",
        "platform",
        type=click.Choice(_PLATFORMS),
        default="gradescope",
        show_default=True,
        help="With --autograder: the platform.",
    )(command)
    return click.option(
        "--autograder",
        metavar="FOLDER",
        type=NewFile(),
        help="Write a folder or .zip for a platform that grades by KEY.",
    )(command)


def refuse_platform_alone(autograder: str | None) -> None:
    """Refuse `--for` without `--autograder`."""
    source = click.get_current_context().get_parameter_source("platform")
    if autograder is None and source is click.core.ParameterSource.COMMANDLINE:
        raise UsageError("--for needs --autograder")


def as_typed(command: str, *options: str) -> list[str]:
    """Return a command with the given ones of some options, to run it again."""
    context = click.get_current_context()
    typed = [command]
    for name in options:
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            typed += [f"--{name}", str(context.params[name])]
    return typed


def write_folder(
    read: AnyKey,
    key: str,
    folder: str,
    feedback: str,
    *,
    quiet: bool,
    command: Sequence[str],
    platform: str,
) -> None:
    """Write the folder, and report it."""
    from tracer.check.autograder import write_autograder
    from tracer.check.grading.make_grader import VariantGrader, grader_of

    grader = grader_of(read)  # report a bad key now, not on the platform
    if isinstance(grader, VariantGrader):
        for file in grader.problem.keys:
            grader_of(grader.problem.read(file))
    source = click.get_current_context().get_parameter_source("feedback")
    level = feedback if source is click.core.ParameterSource.COMMANDLINE else "hint"
    written = write_autograder(folder, key, feedback=level, command=command, platform=platform)
    if not quiet:
        click.echo(f"plytrace: wrote {written}", err=True)
