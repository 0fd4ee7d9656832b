"""`plytrace work SOURCE`: work a search by hand on the drawn tree."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.errors import UsageError
from tui.cli.shared.options import (
    Arguments,
    SearchOptions,
    add_options,
    refuse_search_options,
    take_search,
    take_source,
    with_own_convention,
    with_usual_depth,
)
from tui.terminal.output import console, need_screen, speaks_unicode

if TYPE_CHECKING:
    from tracer import Trace
    from tracer.hands.next_tree import NextTree
    from tracer.hands.session import HandSession
    from tracer.hands.sheet_files import SheetFile
    from tracer.marking.keys.problem import Problem
    from tracer.marking.keys.problem_set import ProblemSet
    from trees.sources import Source


@click.command("work")
@add_options("work")
@partial(take_source, is_optional=True)
@take_search
def command(args: Arguments) -> None:
    """Work the search of SOURCE by hand: you are the search.

    You visit nodes, pass windows down, take values up and cut, on a tree whose leaves are covered
    until you visit them. In guided work each step is judged: first the rule, then the reason.

    SOURCE can also be the key of a problem (plytrace check): the work is then an exam, and its
    sheet is checked like any other. Without SOURCE, a new tree tests your commonest mistake.
    """
    from tracer.hands.session import HandSession, Level
    from tracer.hands.sheet_files import SheetFile
    from tracer.hands.suitable import parts_note, read_key_file, search_problem

    if args.plain and isinstance(args.source, str) and args.source.strip() == "-":
        raise UsageError(
            "the source cannot be read from standard input with --plain", expected="a file"
        )
    if args.source is None and (args.sheet or args.problem or args.level == "exam"):
        raise UsageError(
            "practice makes a new tree each time, so nothing of it is kept", expected="a SOURCE"
        )
    key = read_key_file(args.source) if isinstance(args.source, str) else None
    chosen = Level(args.level or ("guided" if key is None else "exam"))
    if args.sheet is not None:
        _check_name(args.sheet)
    elif chosen is Level.EXAM:
        raise UsageError("an exam needs a file for its sheet", expected="--sheet FILE.yaml")
    tests: tuple[str, ...] = ()
    if args.source is None:
        practice = _make_practice(args.options)
        right, covers, note, tests = practice.right, True, practice.purpose, practice.tests
    elif key is None:
        if args.problem is not None:
            raise UsageError(f"{args.source} has no problems", expected="a key, or no --problem")
        right, covers, note = _search(args.source, args.options), True, ""
    else:
        chosen_problem, name = _choose_problem(key, str(args.source), args.problem, args.options)
        right, covers, note = (
            search_problem(chosen_problem, name),
            chosen_problem.search.covers,
            parts_note(chosen_problem),
        )
    file = None if args.sheet is None else SheetFile(args.sheet, args.problem or "")
    about, session = "", HandSession(right, chosen, covers_leaves=covers)
    if file is not None:
        resumed = file.resume(right, chosen, covers_leaves=covers)
        session, about = resumed.session, resumed.note
    about = f"{about} {note}".strip()
    if args.plain:
        _work_plain(args, session, file, about, tests)
        return
    words = ["plytrace", "work", "--plain", *sys.argv[2:]]
    need_screen("the full screen", f"Try: {shlex.join(words)}")
    from tui.app import run_screen
    from tui.screens.stepper.hands_screen import HandsScreen

    run_screen(HandsScreen(session, file, about=about, tests=tests), ascii=args.ascii_only or None)


def _make_practice(options: SearchOptions) -> NextTree:
    """Make the tree of a practice, which takes only the search and the convention."""
    from tracer.hands.suitable import check_suitable
    from tui.saved.mistakes import make_practice_tree

    if {*options} - {"search", "convention"}:
        raise UsageError("practice takes only --search and --convention", expected="a SOURCE")
    practice = make_practice_tree(
        options.get("convention", "aima"), options.get("search", "alphabeta")
    )
    check_suitable(practice.right)
    return practice


def _check_name(sheet: Path) -> None:
    """Refuse a name under which no sheet can be written."""
    if sheet.suffix not in (".yaml", ".yml"):
        raise UsageError(
            f"--sheet {sheet} is not a YAML file", expected="a name ending in .yaml or .yml"
        )
    if not sheet.parent.is_dir():
        raise UsageError(
            f"--sheet {sheet}: the folder {sheet.parent} does not exist",
            expected="a file in an existing folder",
        )


def _work_plain(
    args: Arguments,
    session: HandSession,
    file: SheetFile | None,
    about: str,
    tests: tuple[str, ...],
) -> None:
    from tui.cli.plain.plain_work import PlainWork

    with console(ascii_only=args.ascii_only or not speaks_unicode(None)) as (ask, write):
        PlainWork(session, file, ask, write, about=about, tests=tests).run()


def _search(source: str | Source, options: SearchOptions) -> Trace:
    from tracer.hands.suitable import MOST_VISITS, check_suitable
    from tracer.runs.run import trace
    from trees.sources import open_source

    opened = open_source(source)
    options = with_usual_depth(with_own_convention(options, opened), opened.game)
    right = trace(opened, **{"max_visits": MOST_VISITS, **options})
    check_suitable(right)
    return right


def _choose_problem(
    key: Problem | ProblemSet, name: str, number: str | None, options: SearchOptions
) -> tuple[Problem, str]:
    """Return the chosen problem of a key, and its name for messages."""
    from tracer.marking.keys.problem import Problem

    refuse_search_options(options, f"{name} is a key with its own search")
    if isinstance(key, Problem):
        if number is not None:
            raise UsageError(f"{name} has one problem", expected="no --problem")
        return key, name
    if number is None or number not in key.problems:
        has = "several problems" if number is None else f"no problem {number}"
        numbers = ", ".join(key.problems)
        raise UsageError(f"{name} has {has}", expected=f"--problem, one of {numbers}")
    return key.problems[number], f"problem {number} of {name}"
