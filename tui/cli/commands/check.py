"""`plytrace check KEY ANSWERS…`: grade sheets, locate mistakes and explain them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from engine.errors import UsageError
from tui.cli.shared.answer_sheets import ClassTables, is_single_file, may_be_many, sheets_of
from tui.cli.shared.marking import (
    FORMATS,
    Marking,
    MarkingOptions,
    collect_options,
    refuse_unwritable_twice,
)
from tui.cli.shared.options import add_options
from tui.cli.shared.sheet_review import open_review, open_stepper, refuse_other_options
from tui.terminal.output import open_text_output

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.classes.submissions.class_list import ClassList
    from tracer.marking.keys.key import AnyKey
    from tracer.marking.reading.sheet import Sheet
    from tui.cli.shared.answer_sheets import FeedbackFolder


_FORMS: Final = ("yaml", "text", "json", "csv", "md")


@click.command("check")
@click.argument("key")
@click.argument("answers", nargs=-1)
@add_options("check")
@collect_options
def command(
    options: MarkingOptions,
    key: str,
    answers: tuple[str, ...],
    form: bool,
    variant: str | None,
    pending: str,
    feedback_to: str | None,
    force: bool,
    groups: bool,
    review: bool,
) -> None:
    """Check answer sheets against KEY: a problem file, a set, or any SOURCE.

    KEY may be a folder with one key per variant. A sheet selects its key by a variant: line, its
    student or its file name.

    ANSWERS are files (YAML, JSON, CSV with one row per sheet, JSON lines, plain text), folders or
    zip archives of them, such as a platform's download; - is standard input. The exit code is 0
    if everything is right, 1 if something is wrong, 3 if no sheet could be read.

    The file overrides.yaml beside KEY sets marks by hand; --review writes it.
    """
    from tracer.marking.keys.key import read_key
    from tracer.marking.keys.variants import Variants
    from tracer.marking.results.overrides import overrides_beside

    if review:
        refuse_other_options()
    if variant is not None and not form:
        raise UsageError("--variant needs --form")
    options.refuse_problem_alone()
    if force and feedback_to is None:
        raise UsageError("--force needs --feedback-to FOLDER")
    read = read_key(key)
    if form:
        _print_form(read, options.format_name or "yaml", answers, options.output, variant)
        return
    if isinstance(read, Variants):
        read.check()  # report all broken keys before the work starts
    if options.write_autograder(key, answers, "answers", "check", "pending"):
        return
    if not answers:
        raise UsageError(
            "there are no answers to check",
            expected="files or folders; or --form, --autograder",
        )
    if options.format_name in ("yaml", "md"):
        raise UsageError(f"-f {options.format_name} needs --form", expected=", ".join(FORMATS))
    if options.step:
        open_stepper(read, sheets_of(answers), options.problem)
        return
    overrides, *by_hand = overrides_beside(key) or (None,)

    def all_sheets(
        people: ClassList | None, others: Sequence[str] = (), *, again: bool = False
    ) -> Iterator[Sheet]:
        keys = read.files if isinstance(read, Variants) else ()
        silent = options.quiet or again
        return sheets_of(
            [one for one in answers if not again or one != "-"],
            written=written,
            extra=[key, *by_hand, *others, *keys],
            note=lambda text: None if silent else click.echo(f"plytrace: note: {text}", err=True),
            people=people,
        )

    written = options.output_files
    if review:
        diagnoses = not options.no_diagnosis
        open_review(read, key, answers, all_sheets, diagnoses=diagnoses, quiet=options.quiet)
        return
    refuse_unwritable_twice(written)
    tables = ClassTables(read, options)
    others = tables.files
    listed = None
    if groups:
        from tracer.classes.report.groups import Groups

        listed = Groups()
    marking = Marking(
        read,
        options,
        options.format_name or ("line" if may_be_many(answers) else "text"),
        options.jobs,
        is_single_file(answers),
        tables,
        overrides=overrides,
        zero_pending=pending == "zero",
        groups=listed,
        feedback_to=_folder(feedback_to, read, answers, tables.people, force=force),
        expected=lambda: all_sheets(tables.people, others, again=True),
    )
    marking.run_and_exit(all_sheets(tables.people, others))


def _folder(
    name: str | None, key: AnyKey, answers: tuple[str, ...], people: ClassList, *, force: bool
) -> FeedbackFolder | None:
    """Return the folder of feedback files, if one was named."""
    if name is None:
        return None
    if any(Path(name).resolve().is_relative_to(Path(one).resolve()) for one in answers):
        raise UsageError(
            "feedback cannot be written among the answers", where=name, expected="another folder"
        )
    from tui.cli.shared.answer_sheets import FeedbackFolder

    return FeedbackFolder(name, key, people, force=force)


def _print_form(
    key: AnyKey,
    format_name: str,
    answers: tuple[str, ...],
    output: str | None,
    variant: str | None,
) -> None:
    from tracer.hands.suitable import commands_of_file
    from tracer.marking.blank_forms import form
    from tracer.marking.grading.make_grader import VariantGrader, grader_of

    if answers:
        raise UsageError("--form takes no answers", expected="plytrace check --form KEY")
    if format_name not in _FORMS:
        raise UsageError(
            f"--form cannot be combined with -f {format_name}", expected=", ".join(_FORMS)
        )
    grader = grader_of(key)
    if isinstance(grader, VariantGrader):
        if variant is None:
            raise UsageError("--form of a folder of keys needs --variant NAME")
        grader = grader.grader_of_variant(variant)
        variant = Path(grader.problem.label).stem
    elif variant is not None:
        raise UsageError("--variant needs a folder of keys")
    commands = commands_of_file(grader.problem.label)
    text = form(grader, format_name, variant=variant or "", commands=commands)
    with open_text_output(output) as out:
        out.write(text)
