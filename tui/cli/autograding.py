"""`--autograder` of the commands that check: a folder that Gradescope grades with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tracer.check.key import AnyKey

__all__ = ["write_folder"]


def write_folder(
    read: AnyKey,
    key: str,
    folder: str,
    feedback: str,
    *,
    quiet: bool,
    command: Sequence[str] = ("check",),
) -> None:
    """Write the folder, and say where it is.

    Args:
        read: the key.
        key: what names it.
        folder: the folder, or the `.zip`.
        feedback: how much students are told; a hint where nobody has said.
        quiet: say nothing.
        command: the command that grades, with its options.

    Raises:
        PlytraceError: a key cannot be searched, or the folder cannot be written.
    """
    from tracer.check.autograder import write_autograder
    from tracer.check.graders import grader_of
    from tracer.check.variant_grader import VariantGrader

    grader = grader_of(read)  # a key that cannot be searched is told of now, not on the platform
    if isinstance(grader, VariantGrader):
        for file in grader.problem.keys:
            grader_of(grader.problem.read(file))
    source = click.get_current_context().get_parameter_source("feedback")
    level = feedback if source is click.core.ParameterSource.COMMANDLINE else "hint"
    written = write_autograder(folder, key, feedback=level, command=command)
    if not quiet:
        click.echo(f"plytrace: wrote {written}", err=True)
