"""`plytrace check KEY ANSWERS…`: grade sheets, locate mistakes and explain them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from engine.errors import UsageError
from tracer.marking.reading.sheet import Sheet
from tui.cli.shared.answer_sheets import (
    ClassFiles,
    FeedbackFolder,
    is_single_file,
    may_be_many,
    sheets_of,
)
from tui.cli.shared.marking import (
    FORMATS,
    Marking,
    refuse_problem_alone,
    write_autograder,
)
from tui.cli.shared.options import Arguments, add_options
from tui.cli.shared.sheet_review import open_review, open_stepper, refuse_other_options
from tui.terminal.output import inform, open_text_output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classes.submissions.class_list import ClassList
    from tracer.marking.keys.key import AnyKey


_FORMS: Final = ("yaml", "text", "json", "csv", "md")


@click.command("check")
@click.argument("key")
@click.argument("answers", nargs=-1)
@add_options("check")
def command(args: Arguments) -> None:
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

    if args.review:
        refuse_other_options()
    if args.variant is not None and not args.form:
        raise UsageError("--variant needs --form")
    refuse_problem_alone(args)
    if args.force and args.feedback_to is None:
        raise UsageError("--force needs --feedback-to FOLDER")
    read = read_key(args.key)
    if args.form:
        _print_form(args, read)
        return
    if isinstance(read, Variants):
        read.check()  # report all broken keys before the work starts
    if write_autograder(args, args.answers, "answers", "check", "pending"):
        return
    if not args.answers:
        raise UsageError(
            "there are no answers to check",
            expected="files or folders; or --form, --autograder",
        )
    if args.format_name in ("yaml", "md"):
        raise UsageError(f"-f {args.format_name} needs --form", expected=", ".join(FORMATS))
    if args.step:
        open_stepper(read, sheets_of(args.answers), args.problem)
        return
    files = ClassFiles(read, args)

    def all_sheets(people: ClassList, *, again: bool = False) -> Iterator[Sheet]:
        return sheets_of(
            [one for one in args.answers if not again or one != "-"],
            written=files.written,
            extra=files.own,
            note=lambda text: None if again else inform(f"note: {text}"),
            people=people,
        )

    if args.review:
        diagnoses = not args.no_diagnosis
        open_review(read, args.key, args.answers, all_sheets, diagnoses=diagnoses)
        return
    marking = Marking(
        read,
        args,
        args.format_name or ("line" if may_be_many(args.answers) else "text"),
        is_single_file(args.answers),
        files,
        feedback_to=_folder(args, read, files.people),
        expected=lambda: all_sheets(files.people, again=True),
    )
    marking.run_and_exit(all_sheets(files.people))


def _folder(args: Arguments, key: AnyKey, people: ClassList) -> FeedbackFolder | None:
    name = args.feedback_to
    if name is None:
        return None
    if any(Path(name).resolve().is_relative_to(Path(one).resolve()) for one in args.answers):
        raise UsageError(
            "feedback cannot be written among the answers", where=name, expected="another folder"
        )
    return FeedbackFolder(name, key, people, force=args.force)


def _print_form(args: Arguments, key: AnyKey) -> None:
    from tracer.hands.suitable import commands_of_file
    from tracer.marking.blank_forms import form
    from tracer.marking.grading.make_grader import VariantGrader, grader_of

    format_name, variant = args.format_name or "yaml", args.variant
    if args.answers:
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
    with open_text_output(args.output) as out:
        out.write(text)
