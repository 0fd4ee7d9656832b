"""`plytrace check-code KEY PROGRAM…`: check programs by the nodes that they visit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from engine.errors import UsageError
from tui.cli.shared.answer_sheets import (
    ClassTables,
    autograder_options,
    column_option,
    gradebook_option,
    roster_option,
)
from tui.cli.shared.marking import (
    FORMATS,
    Marking,
    MarkingOptions,
    collect_options,
    feedback_option,
    jobs_option,
    no_diagnosis_option,
    problem_option,
    refuse_unwritable_twice,
    report_option,
    resume_option,
)
from tui.cli.shared.options import cluster_at, on_option
from tui.cli.shared.sheet_review import open_stepper
from tui.terminal.output import NewFile, open_text_output, output_option, quiet_option


@click.command("check-code")
@click.argument("key", required=False)
@click.argument("programs", nargs=-1)
@click.option("--shape", metavar="SHAPE", help="Set the programs' shape (plytrace list shapes).")
@click.option("--function", metavar="NAME", help="Call this function or class.")
@click.option(
    "--seconds",
    metavar="N",
    type=click.FloatRange(min=0.1),
    default=10.0,
    show_default=True,
    help="Stop a program after N seconds of processor time.",
)
@click.option(
    "--memory",
    metavar="N",
    type=click.IntRange(min=64),
    default=1024,
    show_default=True,
    help="Limit a program's memory to N megabytes.",
)
@click.option(
    "--starter",
    metavar="SHAPE",
    help="Print the starter file for students; takes no KEY.",
)
@click.option(
    "-f", "--format", "format_name", type=click.Choice(FORMATS), help="Output format, as for check."
)
@feedback_option
@report_option
@jobs_option
@on_option("Grade")
@resume_option
@no_diagnosis_option
@click.option("--one", is_flag=True, help="Treat each folder as one program.")
@click.option("--step", is_flag=True, help="Open the stepper at the program's first mistake.")
@problem_option
@click.option(
    "--sheets",
    metavar="FOLDER",
    type=NewFile(),
    help="Write each program's visits as an answer sheet for check.",
)
@autograder_options
@roster_option
@gradebook_option
@column_option
@output_option
@quiet_option
@collect_options
def command(
    options: MarkingOptions,
    key: str | None,
    programs: tuple[str, ...],
    shape: str | None,
    function: str | None,
    seconds: float,
    memory: int,
    starter: str | None,
    address: str | None,
    one: bool,
    sheets: str | None,
) -> None:
    """Check programs against KEY by the nodes that they visit.

    KEY is a problem file, a set, a folder of variants, or any SOURCE, as for check. PROGRAMS are
    files (.py, .ipynb, .zip), folders, or a platform's download. Each runs in a separate process,
    within limits, with a game that records its calls. The exit code is 0 if everything is right,
    1 if something is wrong, 3 if no program could be graded.

    The file overrides.yaml beside KEY sets marks by hand.
    """
    if starter is not None:
        _print_starter(starter, key, options.output)
        return
    if key is None or not (programs or options.autograder):
        raise UsageError(
            "there is no KEY" if key is None else "there are no programs to check",
            expected="plytrace check-code KEY PROGRAM…, or --starter SHAPE",
        )
    options.refuse_problem_alone()
    from tracer.classes.submissions.class_list import owners_of, unpacked
    from tracer.generate.fresh import add_fresh_trees, describe_hidden_mistakes
    from tracer.jobs import cores
    from tracer.marking.keys.key import read_key
    from tracer.marking.keys.variants import Variants
    from tracer.marking.reading.sheet import Sheet
    from tracer.marking.results.overrides import overrides_beside
    from tracer.programs.processes.running import Limits
    from tracer.programs.shapes import find_shape
    from tracer.programs.sheet_folder import SheetFolder
    from tracer.programs.sheets import ProgramRunner, sheets_of_programs
    from tracer.programs.submissions import find_submissions

    if shape is not None:
        find_shape(shape)
    read = add_fresh_trees(read_key(key).for_programs())
    if isinstance(read, Variants):
        read.check()
    runner = ProgramRunner(Limits(seconds, memory), shape, function)
    runner.check(read)
    if not options.quiet and (note := describe_hidden_mistakes(read)):
        click.echo(f"plytrace: note: {note}", err=True)
    limits = ("shape", "function", "seconds", "memory")
    if options.write_autograder(key, programs, "programs", "check-code", *limits):
        return
    written = options.output_files
    refuse_unwritable_twice(written)
    tables = ClassTables(read, options)
    overrides, *by_hand = overrides_beside(key) or (None,)
    others = (key, sheets, *written, *by_hand, *tables.files)
    extra = [Path(one).resolve() for one in others if one is not None]
    extra += [*(read.keys if isinstance(read, Variants) else ())]
    places = click.get_current_context().with_resource(unpacked(() if one else programs))
    paths = [place.path for place in places] or programs
    found = find_submissions(paths, excluded=extra, one=one)
    for place in places:  # what a download contains is named after its archive
        found = [program.renamed(place.path, place.label) for program in found]
    owners = owners_of(places, [program.name for program in found], extra)
    found = [program for program in found if program.name in owners]
    for name, owner in owners.items():
        tables.people.add_submission(name, owner)
    if options.step:
        open_stepper(read, sheets_of_programs(found, read, runner), options.problem)
        return
    cluster = cluster_at(address, options.jobs)
    stops = [runner.stop, *([cluster.stop] if cluster else ())]
    marking = Marking(
        read,
        options,
        options.format_name or ("line" if len(found) > 1 else "text"),
        1,
        len(found) == 1,
        tables,
        unit="programs",
        at_stop=lambda: [stop.set() for stop in stops],
        overrides=overrides,
        expected=lambda: (Sheet(one.name, one.whose().get("student", "")) for one in found),
    )
    if cluster is not None:
        cluster.says = marking.says
    runner = replace(runner, running=lambda name: marking.says(f"{name} runs"))
    made = sheets_of_programs(
        found,
        read,
        runner,
        jobs=options.jobs or cores(),
        done=marking.done,
        on=cluster,
        marks=marking.known,
        diagnoses=marking.diagnoses,
    )
    if sheets is not None:
        folder = SheetFolder(sheets, [program.name for program in found], resumes=options.resume)
        made = folder.write_each(made)
    marking.run_and_exit(made)


def _print_starter(starter: str, key: str | None, output: str | None) -> None:
    from tracer.programs.shapes import starter_of

    if key is not None:
        raise UsageError("--starter takes no KEY", expected="plytrace check-code --starter SHAPE")
    text = starter_of(starter)
    with open_text_output(output) as out:
        out.write(text)
