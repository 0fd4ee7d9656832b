"""`plytrace check-code KEY PROGRAM…`: checks programs by what they visit."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from engine.errors import UsageError
from tui.cli.autograding import write_folder
from tui.cli.marking import (
    FORMATS,
    Marking,
    Reports,
    feedback_option,
    no_diagnosis_option,
    problem_option,
    refuse_unwritable_twice,
    report_option,
    resume_option,
)
from tui.cli.output import NewFile, output_option, quiet_option, writing
from tui.cli.sheet_step import open_stepper

__all__ = ["command"]


@click.command("check-code")
@click.argument("key", required=False)
@click.argument("programs", nargs=-1)
@click.option("--shape", metavar="SHAPE", help="The programs' shape (plytrace list shapes).")
@click.option("--function", metavar="NAME", help="The function, or class, that is called.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=10.0,
    show_default=True,
    help="Processor time after which a program is stopped.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=64),
    default=1024,
    show_default=True,
    help="Megabytes that a program may use.",
)
@click.option(
    "--starter",
    metavar="SHAPE",
    help="Print the file that a course hands out to begin with; takes no KEY.",
)
@click.option("-f", "--format", "format_name", type=click.Choice(FORMATS), help="As of check.")
@feedback_option
@report_option
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Programs that run at once.",
)
@resume_option
@no_diagnosis_option
@click.option("--one", is_flag=True, help="Each folder is one program, whatever is in it.")
@click.option("--step", is_flag=True, help="Open the stepper where the program first goes wrong.")
@problem_option
@click.option(
    "--sheets",
    metavar="FOLDER",
    type=NewFile(),
    help="Write what each program did as an answer sheet, to which check gives the same points.",
)
@click.option(
    "--autograder",
    metavar="FOLDER",
    type=NewFile(),
    help="Write a folder, or a .zip, that Gradescope grades programs with.",
)
@output_option
@quiet_option
def command(
    key: str | None,
    programs: tuple[str, ...],
    shape: str | None,
    function: str | None,
    seconds: float,
    memory: int,
    starter: str | None,
    format_name: str | None,
    feedback: Any,
    reports: tuple[str, ...],
    jobs: int,
    resume: bool,
    no_diagnosis: bool,
    one: bool,
    step: bool,
    problem: str | None,
    sheets: str | None,
    autograder: str | None,
    output: str | None,
    quiet: bool,
) -> None:
    """Check programs against KEY by what they visit.

    KEY is what check takes: a file of a problem or a set, a folder of variants, or any SOURCE.
    PROGRAMS are files (.py, .ipynb, .zip) or folders. Each is run in a process of its own, within
    limits, and is handed a game that notes what it asks. Ends as check does: with 0 where all is
    right, 1 where something is not, 3 where no program could be marked.
    """
    if starter is not None:
        _print_starter(starter, key, output)
        return
    if key is None or not (programs or autograder):
        raise UsageError(
            "no key" if key is None else "no program to check",
            expected="plytrace check-code KEY PROGRAM…, or --starter SHAPE",
        )
    if problem is not None and not step:
        raise UsageError("--problem alone", expected="--step with it")
    from tracer.check.key import read_key
    from tracer.check.variants import Variants
    from tracer.programs.handed import handed_in
    from tracer.programs.running import Limits
    from tracer.programs.shapes import parent_shape
    from tracer.programs.sheets import Watching, sheets_of_programs
    from tracer.programs.written import SheetFolder

    if shape is not None:
        parent_shape(shape)
    read = read_key(key).for_programs()
    if isinstance(read, Variants):
        read.check()
    watching = Watching(Limits(seconds, memory), shape, function)
    watching.check(read)
    if autograder is not None:
        if programs:
            raise UsageError(
                "--autograder takes no programs",
                expected="plytrace check-code --autograder FOLDER KEY",
            )
        graded_by = _as_typed("check-code", "shape", "function", "seconds", "memory")
        write_folder(read, key, autograder, feedback, quiet=quiet, command=graded_by)
        return
    written = [*([output] if output else ()), *reports]
    refuse_unwritable_twice(written)
    besides = [Path(one).resolve() for one in (key, sheets, *written) if one is not None]
    besides += [*(read.keys if isinstance(read, Variants) else ())]
    found = handed_in(programs, besides=besides, one=one)
    if step:
        open_stepper(read, sheets_of_programs(found, read, watching), problem)
        return
    marking = Marking(
        read,
        format_name or ("line" if len(found) > 1 else "text"),
        output,
        feedback,
        1,
        diagnoses=not no_diagnosis and (feedback != "score" or bool(reports)),
        quiet=quiet,
        resume=resume,
        single=len(found) == 1,
        reports=Reports(reports, read.label),
        unit="programs",
        at_stop=watching.stop.set,
    )
    watching = replace(watching, running=lambda name: marking.says(f"{name} runs"))
    made = sheets_of_programs(found, read, watching, jobs=jobs, done=marking.done)
    if sheets is not None:
        folder = SheetFolder(sheets, [program.name for program in found], goes_on=resume)
        made = folder.of(made)
    sys.exit(marking.run(made))


def _as_typed(command: str, *options: str) -> list[str]:
    """A command with those of some options that were given, to be run again."""
    context = click.get_current_context()
    typed = [command]
    for name in options:
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            typed += [f"--{name}", str(context.params[name])]
    return typed


def _print_starter(starter: str, key: str | None, output: str | None) -> None:
    from tracer.programs.shapes import starter_of

    if key is not None:
        raise UsageError("--starter takes no KEY", expected="plytrace check-code --starter SHAPE")
    text = starter_of(starter)
    with writing(output) as out:
        out.write(text)
