"""`plytrace learn [LESSON]`: the tutorial, and tools for its authors."""

from __future__ import annotations

import csv
import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from engine.errors import InvalidInput, PlytraceError, UsageError
from tui.cli.shared.options import Arguments, add_options
from tui.lessons import is_lesson_file, lesson_names, open_lesson, path_of
from tui.saved.lesson_progress import (
    SCHEMA,
    forget_progress,
    progress_text,
    refuse_damaged,
    resume_lesson,
    save_progress,
    saved_progress,
    set_aside,
)
from tui.terminal.output import console, need_screen, open_text_output, report, speaks_unicode

if TYPE_CHECKING:
    from tracer.lesson.page_file import Lesson
    from tracer.lesson.session import LessonSession


#: Commands at the list of lessons.
_LIST_HELP: Final = (
    "  7, minimax  open the lesson with that number or name",
    "  Enter       open the first unfinished lesson",
    "  list        show the lessons and your progress",
    "  help        show this list",
    "  quit        leave",
)
#: The endings of files that --export writes.
_ENDINGS: Final = (".json", ".csv")
_FIELDS: Final = ("lesson", "page", "pages", "finished", "done", "tasks", "right", "wrong", "when")


@click.command("learn")
@click.argument("lessons", metavar="[LESSON]", nargs=-1)
@add_options("learn")
def command(args: Arguments) -> None:
    """Open the tutorial: LESSON is a name or number (plytrace list lessons), or a YAML file.

    Without LESSON, the list of lessons opens. A lesson continues at its saved page.
    """
    if args.game is not None:
        from trees.sources import open_source

        open_source(args.game)  # a lesson may only name a file that was run
    tasks = {"new": args.new is not None, "export": args.export is not None}
    tasks |= {"lint": args.lint, "reset": args.reset}
    asked = [f"--{name}" for name, is_asked in tasks.items() if is_asked]
    if len(asked) > 1:
        raise UsageError(f"{asked[0]} and {asked[1]} cannot be combined", expected="one of them")
    if args.yes and not args.reset:
        raise UsageError("--yes needs --reset", expected="--reset --yes")
    if args.new is not None:
        _write_new(args.new, args.lessons)
    elif args.export is not None:
        _export(args.export)
    elif args.lint:
        _lint(args.lessons)
    elif args.reset:
        _reset(args.lessons, args.yes)
    else:
        if len(args.lessons) > 1:
            raise UsageError(
                f"learn takes one lesson, not {len(args.lessons)}",
                hint=f"Try: plytrace learn {shlex.quote(args.lessons[0])}",
            )
        _learn(args)


def _learn(args: Arguments) -> None:
    name = args.lessons[0] if args.lessons else None
    lesson = None if name is None else open_lesson(name)
    if args.plain:
        _learn_plain(lesson, args.ascii_only or not speaks_unicode(None), args.restart)
        return
    lesson_name = f"{shlex.quote(name)} " if name else ""
    need_screen("the full screen", f"Try: plytrace learn {lesson_name}--plain")
    from tui.app import run_screen
    from tui.screens.lessons.lesson_list_screen import LessonListScreen

    run_screen(LessonListScreen(lesson, restart=args.restart), ascii=args.ascii_only or None)


def _learn_plain(lesson: Lesson | None, ascii_only: bool, restart: bool) -> None:
    """Open a lesson on standard input and output."""
    from tui.cli.plain.plain_lesson import PlainLesson

    with console(ascii_only=ascii_only) as (ask, write):
        text = set_aside()
        if text:
            write(text)
        if lesson is None:
            chosen = _chosen(ask, write)
            if chosen is None:
                return
            lesson = open_lesson(chosen)
        session = resume_lesson(lesson, restart=restart)
        width = max(20, min(80, shutil.get_terminal_size().columns))  # readable
        plain = PlainLesson(session, ask, write, save_progress, width=width, ascii=ascii_only)
        try:
            plain.run()
        except KeyboardInterrupt:
            write("")
        write(save_progress(session) or _farewell(session))


def _farewell(session: LessonSession) -> str:
    lesson = session.lesson
    if not session.is_over:
        called = shlex.quote(lesson.file) if lesson.path else lesson.name
        return f"Continue with: plytrace learn {called} --plain"
    names = lesson_names()
    if not lesson.path and lesson.name in names[:-1]:
        return f"Next: plytrace learn {names[names.index(lesson.name) + 1]} --plain"
    return "To list all lessons: plytrace learn --plain"


def _chosen(ask: Any, write: Any) -> str | None:
    """Return the lesson chosen from the list."""
    names = lesson_names()
    following = next((name for name in names if progress_text(name) != "done"), names[0])

    def listed() -> None:
        for number, name in enumerate(names, 1):
            write(f"{number:>2} {name:<22} {progress_text(name)}".rstrip())

    listed()
    while True:
        line = ask(f"Which lesson, by number or name (Enter: {following})> ")
        if line is None:
            return None
        word = line.strip().casefold() or following
        if word in names or (word.isdecimal() and 0 < int(word[:4]) <= len(names)):
            return word
        match word:
            case "quit":
                return None
            case "list":
                listed()
            case "help":
                for about in _LIST_HELP:
                    write(about)
            case _:
                shown = repr(line.strip()[:40])
                write(f"There is no lesson {shown}. Type 1 to {len(names)}, a name, help or quit.")


def _lint(names: tuple[str, ...]) -> None:
    from tracer.lesson.lint import lint

    faults, unreadable = 0, 0
    for name in names or lesson_names():
        try:
            lesson = open_lesson(name)
        except PlytraceError as error:  # check the other lessons too
            report(str(error))
            unreadable = max(unreadable, error.exit_code)
            continue
        found = list(lint(lesson))
        faults += len(found)
        for fault in found:
            click.echo(str(fault))
        if not found:
            click.echo(f"{name}: {len(lesson.pages)} pages, no problems")
    if unreadable or faults:
        raise SystemExit(unreadable or 1)


def _write_new(path: str, lessons: tuple[str, ...]) -> None:
    from importlib.resources import files

    if lessons:
        raise UsageError(f"{lessons[0]} cannot be used with --new", expected="only --new FILE")
    if path != "-" and not is_lesson_file(path):
        raise UsageError(
            f"--new {path}: a lesson must be a YAML file",
            expected="a name ending in .yaml or .yml, or - for standard output",
        )
    if path != "-" and Path(path).exists():
        raise UsageError(f"{path} already exists", expected="a new file")
    with open_text_output(None if path == "-" else path) as out:
        out.write(files("tui.lessons").joinpath("new.yaml").read_text(encoding="utf-8"))
    if path != "-":
        runs = f"plytrace learn {shlex.quote(path)}"
        report(f"wrote {path}; to run it: {runs}")


def _export(path: str) -> None:
    printed = path in ("-", "/dev/stdout")
    ending = Path(path).suffix.lower()
    if not printed and ending not in _ENDINGS:
        raise UsageError(
            f"--export {path} has {f'the suffix {ending}' if ending else 'no suffix'}",
            expected=f"a file ending in {' or '.join(_ENDINGS)}, or - for standard output",
        )
    refuse_damaged()
    kept = saved_progress()
    names = dict.fromkeys((*lesson_names(), *kept))
    records = [{"lesson": name, **kept.get(name, {"page": 0})} for name in names]
    with open_text_output(None if printed else path) as out:
        if ending == ".csv":
            rows = csv.DictWriter(out, _FIELDS, "", "ignore", lineterminator="\n")
            rows.writeheader()
            rows.writerows(records)
        else:
            record = {"schema": SCHEMA, "lessons": records}
            out.write(json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def _reset(lessons: tuple[str, ...], is_sure: bool) -> None:
    if len(lessons) > 1:
        raise UsageError(
            f"{len(lessons)} lessons cannot be reset at once",
            expected="one lesson, or none to reset all",
        )
    aside = set_aside()
    if aside:
        report(aside)
    called = lessons[0] if lessons else ""
    name = path_of(called) if is_lesson_file(called) else None  # the file may no longer exist
    if called and name is None:
        name = open_lesson(called).name
    kept = saved_progress()
    if name is not None and name not in kept:
        report(f"there is no progress for {name}")
        return
    if name is None and kept and not is_sure and sys.stdin and sys.stdin.isatty():
        lessons_kept = "one lesson" if len(kept) == 1 else f"{len(kept)} lessons"
        if not click.confirm(f"Forget your progress in {lessons_kept}?", err=True):
            report("your progress is unchanged")
            return
    text = forget_progress(name)
    if text:
        raise InvalidInput(text)
    report(f"reset {name or 'all lessons'}")
