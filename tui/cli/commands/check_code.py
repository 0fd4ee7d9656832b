"""`plytrace check-code KEY PROGRAM…`: check programs by the nodes that they visit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.errors import UsageError
from tracer.marking.reading.sheet import Sheet
from tui.cli.shared.answer_sheets import ClassFiles
from tui.cli.shared.marking import (
    Marking,
    refuse_problem_alone,
    write_autograder,
)
from tui.cli.shared.options import Arguments, add_options, cluster_at
from tui.cli.shared.sheet_review import open_stepper
from tui.terminal.output import inform, is_quiet, open_text_output

if TYPE_CHECKING:
    from tracer.marking.keys.key import AnyKey


@click.command("check-code")
@click.argument("key", required=False)
@click.argument("programs", nargs=-1)
@add_options("check-code")
def command(args: Arguments) -> None:
    """Check programs against KEY by the nodes that they visit.

    KEY is a problem file, a set, a folder of variants, or any SOURCE, as for check. PROGRAMS are
    files (.py, .ipynb, .zip), folders, or a platform's download. Each runs in a separate process,
    within limits, with a game that records its calls. The exit code is 0 if everything is right,
    1 if something is wrong, 3 if no program could be graded.

    The file overrides.yaml beside KEY sets marks by hand.
    """
    if args.starter is not None:
        _print_starter(args.starter, args.key, args.output)
        return
    if args.key is None or not (args.programs or args.autograder):
        raise UsageError(
            "there is no KEY" if args.key is None else "there are no programs to check",
            expected="plytrace check-code KEY PROGRAM…, or --starter SHAPE",
        )
    refuse_problem_alone(args)
    from tracer.classes.submissions.class_list import owners_of, unpacked
    from tracer.jobs import cores
    from tracer.marking.keys.key import read_key
    from tracer.marking.keys.variants import Variants
    from tracer.programs.running import Limits
    from tracer.programs.shapes import find_shape
    from tracer.programs.sheets import ProgramRunner, SheetFolder, sheets_of_programs
    from tracer.programs.submissions import find_submissions

    if args.shape is not None:
        find_shape(args.shape)
    read = read_key(args.key).for_programs()
    if isinstance(read, Variants):
        read.check()
    runner = ProgramRunner(Limits(args.seconds, args.memory), args.shape, args.function)
    runner.check(read)
    if not args.programs:  # then --autograder was given
        _print_note(_add_trees(read)[1])  # what is wrong is said here, not by the platform
    options = ("shape", "function", "seconds", "memory", "pending")
    if write_autograder(args, args.programs, "programs", "check-code", *options):
        return
    files = ClassFiles(read, args)
    sheets = () if args.sheets is None else (Path(args.sheets),)
    extra = [one.resolve() for one in (*files.own, *sheets)]
    places = click.get_current_context().with_resource(unpacked(() if args.one else args.programs))
    paths = [place.path for place in places] or args.programs
    found = find_submissions(paths, excluded=extra, one=args.one)
    for place in places:  # what a download contains is named after its archive
        found = [program.renamed(place.path, place.label) for program in found]
    owners = owners_of(places, [program.name for program in found], extra)
    found = [program for program in found if program.name in owners]
    for name, owner in owners.items():
        files.people.add_submission(name, owner)
    read, note = _add_trees(read)  # takes a second or more: after all that may be refused
    if args.step:
        open_stepper(read, sheets_of_programs(found, read, runner), args.problem)
        return
    cluster = cluster_at(args.address, args.jobs)
    stops = [runner.stop, *([cluster.stop] if cluster else ())]
    marking = Marking(
        read,
        args,
        args.format_name or ("line" if len(found) > 1 else "text"),
        len(found) == 1,
        files,
        unit="programs",
        at_stop=lambda: [stop.set() for stop in stops],
        expected=lambda: (Sheet(one.name, one.whose().get("student", "")) for one in found),
    )
    if cluster is not None:
        cluster.says = marking.says
    runner = replace(runner, running=lambda name: marking.says(f"{name} runs"))
    programs_run = sheets_of_programs(
        found,
        read,
        runner,
        jobs=args.jobs or cores(),
        done=marking.done,
        on=cluster,
        marks=marking.known,
        diagnoses=marking.diagnoses,
    )
    made = _note_hidden(programs_run, note)
    if args.sheets is not None:
        folder = SheetFolder(args.sheets, [program.name for program in found], resumes=args.resume)
        made = folder.write_each(made)
    marking.run_and_exit(made)


def _add_trees(key: AnyKey) -> tuple[AnyKey, str]:
    """Return a key with fresh trees and positions, and a note about what these cannot show.

    If there are none, print a note.
    """
    from tracer.generate.fresh import (
        add_fresh_trees,
        describe_hidden_mistakes,
        describe_missing_trees,
    )
    from tracer.marking.keys.variants import Variants

    read = add_fresh_trees(key)
    if isinstance(read, Variants):
        read.check()
        return read, ""
    _print_note(describe_missing_trees(read))
    return read, describe_hidden_mistakes(read)


def _print_note(note: str) -> None:
    if note and not is_quiet():
        inform(f"note: {note}")


def _note_hidden(sheets: Iterable[Sheet], note: str) -> Iterator[Sheet]:
    """Yield sheets; print a note about fresh trees before the first program that ran on some."""
    for sheet in sheets:
        if sheet.fresh or any(section.fresh for section in (sheet.sections or {}).values()):
            _print_note(note)
            note = ""
        yield sheet


def _print_starter(starter: str, key: str | None, output: str | None) -> None:
    from tracer.programs.shapes import starter_of

    if key is not None:
        raise UsageError("--starter takes no KEY", expected="plytrace check-code --starter SHAPE")
    text = starter_of(starter)
    with open_text_output(output) as out:
        out.write(text)
