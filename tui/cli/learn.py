"""`plytrace learn [LESSON]`: the tutorial, and what its authors need."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from engine.errors import InvalidInput, UsageError
from tui.cli.output import NewFile, has_screen, speaks_unicode, writing

if TYPE_CHECKING:
    from tracer.lesson import Lesson, Sitting

__all__ = ["command"]

_FIELDS: Final = ("lesson", "page", "pages", "finished", "right", "wrong", "when")


@click.command("learn")
@click.argument("lessons", metavar="[LESSON]", nargs=-1)
@click.option("--plain", is_flag=True, help="Lines and prompts, for screen readers.")
@click.option("--ascii", "only_ascii", is_flag=True, help="Without signs beyond ASCII.")
@click.option("--restart", is_flag=True, help="Begin at the first page, not where it was left.")
@click.option("--lint", is_flag=True, help="Check lessons: claims, questions, exercises.")
@click.option("--new", metavar="FILE", type=NewFile(), help="Write a lesson to begin with.")
@click.option(
    "--export",
    metavar="FILE",
    type=NewFile(),
    help="Write how far all lessons are, as JSON or .csv; - for standard output.",
)
@click.option("--reset", is_flag=True, help="Forget how far LESSON is, or all of them.")
def command(
    lessons: tuple[str, ...],
    plain: bool,
    only_ascii: bool,
    restart: bool,
    lint: bool,
    new: str | None,
    export: str | None,
    reset: bool,
) -> None:
    """Go through the tutorial: LESSON is a name or number (plytrace list lessons), or a YAML file.

    Without one, the list of lessons opens. A lesson goes on where it was left.
    """
    asked = [name for name, given in _tasks(lint, new, export, reset) if given]
    if len(asked) > 1:
        raise UsageError(f"{asked[0]} and {asked[1]} exclude each other", expected="one of them")
    if new is not None:
        _write_new(new, lessons)
    elif export is not None:
        _export(export)
    elif lint:
        _lint(lessons)
    elif reset:
        _reset(lessons)
    else:
        if len(lessons) > 1:
            raise UsageError(f"{len(lessons)} lessons", expected="one at a time")
        _learn(lessons[0] if lessons else None, plain, only_ascii, restart)


def _tasks(lint: bool, new: str | None, export: str | None, reset: bool) -> list[tuple[str, bool]]:
    return [
        ("--new", new is not None),
        ("--export", export is not None),
        ("--lint", lint),
        ("--reset", reset),
    ]


def _learn(name: str | None, plain: bool, only_ascii: bool, restart: bool) -> None:
    from tui.course import open_lesson

    lesson = None if name is None else open_lesson(name)
    if plain:
        _learn_plain(lesson, only_ascii or not speaks_unicode(None), restart)
        return
    if not has_screen():
        raise UsageError("the full screen needs a terminal", hint="Use --plain where there is none")
    from tui.app import run_lessons

    run_lessons(lesson, restart=restart, ascii=only_ascii or None)


def _learn_plain(lesson: Lesson | None, only_ascii: bool, restart: bool) -> None:
    """Go through a lesson on standard input and output."""
    from tui.cli.console import console
    from tui.cli.plain_lesson import PlainLesson
    from tui.course import open_lesson
    from tui.learned import keep, sitting_of

    with console(only_ascii=only_ascii) as terminal:
        if lesson is None:
            chosen = _chosen(terminal.ask, terminal.write)
            if chosen is None:
                return
            lesson = open_lesson(chosen)
        sitting = sitting_of(lesson)
        if restart:
            sitting.restart()
        try:
            PlainLesson(sitting, terminal.ask, terminal.write, keep, ascii=only_ascii).run()
        except KeyboardInterrupt:
            terminal.write("")
        told = keep(sitting)
        terminal.write(told or _farewell(sitting))


def _farewell(sitting: Sitting) -> str:
    from tui.course import is_lesson_file, lesson_names

    lesson = sitting.lesson
    if not sitting.is_finished:
        own = is_lesson_file(lesson.file) and lesson.name not in lesson_names()
        return f"It goes on from here: plytrace learn {lesson.file if own else lesson.name}"
    names = lesson_names()
    if lesson.name in names[:-1]:
        return f"Next: plytrace learn {names[names.index(lesson.name) + 1]}"
    return "plytrace learn lists all lessons."


def _chosen(ask: Any, write: Any) -> str | None:
    """The lesson that a person chooses from the list."""
    from tui.course import lesson_names
    from tui.learned import standing

    names = lesson_names()
    following = next((name for name in names if standing(name) != "done"), names[0])
    for number, name in enumerate(names, 1):
        write(f"{number:>2} {name:<22} {standing(name)}".rstrip())
    while True:
        line = ask(f"Which lesson, by number or name (Enter: {following})> ")
        if line is None:
            return None
        word = line.strip() or following
        if word in names or (word.isdecimal() and 0 < int(word[:4]) <= len(names)):
            return word
        write(f"There is no lesson {word!r}: a number from 1 to {len(names)}, or a name.")


def _lint(names: tuple[str, ...]) -> None:
    from tracer.lesson.lint import lint
    from tui.course import lesson_names, open_lesson

    faults = 0
    for name in names or lesson_names():
        lesson = open_lesson(name)
        found = list(lint(lesson))
        faults += len(found)
        for fault in found:
            click.echo(str(fault))
        if not found:
            click.echo(f"{name}: {len(lesson.pages)} pages, all of which hold")
    if faults:
        raise SystemExit(1)


def _write_new(path: str, lessons: tuple[str, ...]) -> None:
    from importlib.resources import files

    if lessons:
        raise UsageError(f"{lessons[0]} beside --new", expected="--new and a file alone")
    if path != "-" and Path(path).exists():
        raise UsageError(f"there is already a file {path}", expected="a new file")
    with writing(path) as out:
        out.write(files("tui.lessons").joinpath("new.yaml").read_text(encoding="utf-8"))
    if path != "-":
        click.echo(f"plytrace: {path} is written; plytrace learn {path} runs it", err=True)


def _export(path: str) -> None:
    from tui.course import lesson_names
    from tui.learned import SCHEMA, kept_lessons

    kept = kept_lessons()
    names = dict.fromkeys((*lesson_names(), *kept))
    records = [{"lesson": name, **kept.get(name, {"page": 0})} for name in names]
    with writing(path) as out:
        if path.lower().endswith(".csv"):
            rows = csv.DictWriter(out, _FIELDS, "", "ignore", lineterminator="\n")
            rows.writeheader()
            rows.writerows(records)
        else:
            record = {"schema": SCHEMA, "lessons": records}
            out.write(json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def _reset(lessons: tuple[str, ...]) -> None:
    from tui.course import open_lesson
    from tui.learned import forget

    if len(lessons) > 1:
        raise UsageError(f"{len(lessons)} lessons", expected="one, or none for all of them")
    name = open_lesson(lessons[0]).name if lessons else None
    told = forget(name)
    if told:
        raise InvalidInput(told)
    click.echo(f"plytrace: forgotten: {name or 'all lessons'}", err=True)
