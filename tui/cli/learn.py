"""`plytrace learn [LESSON]`: the tutorial, and what its authors need."""

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
from tui.cli.output import NewFile, has_screen, speaks_unicode, writing

if TYPE_CHECKING:
    from tracer.lesson import Lesson, Sitting

__all__ = ["command"]

#: What can be typed at the list of lessons.
_LIST_HELP: Final = (
    "  7, minimax  the lesson of that number or name",
    "  Enter       the first one that is not done",
    "  list        the lessons again, and how far each is",
    "  help        this list",
    "  quit        leave",
)
#: The endings of files that --export writes.
_ENDINGS: Final = (".json", ".csv")
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
    help="Write how far all lessons are: .json, .csv, or - for JSON on standard output.",
)
@click.option("--reset", is_flag=True, help="Forget how far LESSON is, or all of them.")
@click.option("--yes", is_flag=True, help="With --reset: forget all without being asked.")
def command(
    lessons: tuple[str, ...],
    plain: bool,
    only_ascii: bool,
    restart: bool,
    lint: bool,
    new: str | None,
    export: str | None,
    reset: bool,
    yes: bool,
) -> None:
    """Go through the tutorial: LESSON is a name or number (plytrace list lessons), or a YAML file.

    Without one, the list of lessons opens. A lesson goes on where it was left.
    """
    asked = [name for name, given in _tasks(lint, new, export, reset) if given]
    if len(asked) > 1:
        raise UsageError(f"{asked[0]} and {asked[1]} exclude each other", expected="one of them")
    if yes and not reset:
        raise UsageError("--yes without --reset", expected="--reset --yes")
    if new is not None:
        _write_new(new, lessons)
    elif export is not None:
        _export(export)
    elif lint:
        _lint(lessons)
    elif reset:
        _reset(lessons, yes)
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
    from tui.learned import keep, set_aside, sitting_of

    with console(only_ascii=only_ascii) as terminal:
        told = set_aside()
        if told:
            terminal.write(told)
        if lesson is None:
            chosen = _chosen(terminal.ask, terminal.write)
            if chosen is None:
                return
            lesson = open_lesson(chosen)
        sitting = sitting_of(lesson, anew=restart, is_open=False)
        plain = PlainLesson(
            sitting, terminal.ask, terminal.write, keep, width=_width(), ascii=only_ascii
        )
        try:
            plain.run()
        except KeyboardInterrupt:
            terminal.write("")
        told = keep(sitting)
        terminal.write(told or _farewell(sitting))


def _width() -> int:
    """Cells of a line: what the terminal has, up to what is pleasant to read."""
    return max(20, min(80, shutil.get_terminal_size().columns))


def _farewell(sitting: Sitting) -> str:
    from tui.course import lesson_names

    lesson = sitting.lesson
    if not sitting.is_over:
        called = shlex.quote(lesson.file) if lesson.path else lesson.name
        return f"It goes on from here: plytrace learn {called}"
    names = lesson_names()
    if not lesson.path and lesson.name in names[:-1]:
        return f"Next: plytrace learn {names[names.index(lesson.name) + 1]}"
    return "plytrace learn lists all lessons."


def _chosen(ask: Any, write: Any) -> str | None:
    """The lesson that a person chooses from the list."""
    from tui.course import lesson_names
    from tui.learned import standing

    names = lesson_names()
    following = next((name for name in names if standing(name) != "done"), names[0])

    def listed() -> None:
        for number, name in enumerate(names, 1):
            write(f"{number:>2} {name:<22} {standing(name)}".rstrip())

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
                write(f"There is no lesson {shown}: 1 to {len(names)}, a name, help or quit.")


def _lint(names: tuple[str, ...]) -> None:
    from tracer.lesson.lint import lint
    from tui.course import lesson_names, open_lesson

    faults, unreadable = 0, 0
    for name in names or lesson_names():
        try:
            lesson = open_lesson(name)
        except PlytraceError as error:  # the others are looked at all the same
            click.echo(f"plytrace: {error}", err=True)
            unreadable = max(unreadable, error.exit_code)
            continue
        found = list(lint(lesson))
        faults += len(found)
        for fault in found:
            click.echo(str(fault))
        if not found:
            click.echo(f"{name}: {len(lesson.pages)} pages, all of which hold")
    if unreadable or faults:
        raise SystemExit(unreadable or 1)


def _write_new(path: str, lessons: tuple[str, ...]) -> None:
    from importlib.resources import files

    from tui.course import is_lesson_file

    if lessons:
        raise UsageError(f"{lessons[0]} beside --new", expected="--new and a file alone")
    if path != "-" and not is_lesson_file(path):
        raise UsageError(
            f"--new {path}: a lesson is a YAML file",
            expected="a name that ends in .yaml or .yml, or - for standard output",
        )
    if path != "-" and Path(path).exists():
        raise UsageError(f"there is already a file {path}", expected="a new file")
    with writing(None if path == "-" else path) as out:
        out.write(files("tui.lessons").joinpath("new.yaml").read_text(encoding="utf-8"))
    if path != "-":
        runs = f"plytrace learn {shlex.quote(path)}"
        click.echo(f"plytrace: {path} is written; {runs} runs it", err=True)


def _export(path: str) -> None:
    from tui.course import lesson_names
    from tui.learned import SCHEMA, kept_lessons, unreadable

    printed = path in ("-", "/dev/stdout")
    ending = Path(path).suffix.lower()
    if not printed and ending not in _ENDINGS:
        raise UsageError(
            f"--export {path}: {f'the ending {ending}' if ending else 'no ending'}",
            expected=f"a file that ends in {' or '.join(_ENDINGS)}, or - for standard output",
        )
    if damaged := unreadable():
        raise InvalidInput(
            "is damaged, and says nothing of the lessons",
            where=damaged,
            expected="what plytrace learn keeps",
            hint="plytrace learn --reset sets it aside",
        )
    kept = kept_lessons()
    names = dict.fromkeys((*lesson_names(), *kept))
    records = [{"lesson": name, **kept.get(name, {"page": 0})} for name in names]
    with writing(None if printed else path) as out:
        if ending == ".csv":
            rows = csv.DictWriter(out, _FIELDS, "", "ignore", lineterminator="\n")
            rows.writeheader()
            rows.writerows(records)
        else:
            record = {"schema": SCHEMA, "lessons": records}
            out.write(json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def _reset(lessons: tuple[str, ...], is_sure: bool) -> None:
    from tui.course import is_lesson_file, open_lesson, path_of
    from tui.learned import forget, kept_lessons, set_aside

    if len(lessons) > 1:
        raise UsageError(f"{len(lessons)} lessons", expected="one, or none for all of them")
    aside = set_aside()
    if aside:
        click.echo(f"plytrace: {aside}", err=True)
    called = lessons[0] if lessons else ""
    name = path_of(called) if is_lesson_file(called) else None  # which may be gone by now
    if called and name is None:
        name = open_lesson(called).name
    kept = kept_lessons()
    if name is not None and name not in kept:
        click.echo(f"plytrace: nothing was kept of {name}", err=True)
        return
    if name is None and kept and not is_sure and sys.stdin and sys.stdin.isatty():
        lessons_kept = "one lesson" if len(kept) == 1 else f"{len(kept)} lessons"
        if not click.confirm(f"Really forget all that is kept, of {lessons_kept}?", err=True):
            click.echo("plytrace: nothing is forgotten", err=True)
            return
    told = forget(name)
    if told:
        raise InvalidInput(told)
    click.echo(f"plytrace: forgotten: {name or 'all lessons'}", err=True)
