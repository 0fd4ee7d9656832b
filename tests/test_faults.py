"""The faults that `python -m tests.faults` puts into plytrace are in their places, in all rooms."""

from __future__ import annotations

from ast import PyCF_ONLY_AST
from functools import cache
from itertools import takewhile
from textwrap import dedent

from tests.faults.__main__ import ROOT, read_faults, room_of

PACKAGES = ("engine", "trees", "tracer", "tui")


@cache
def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def test_every_fault_has_its_line_and_changes_it():
    for fault in read_faults():
        text = read(fault.path)
        assert fault.put_into(text) != text, fault


def parses(text):
    try:
        compile(text, "a fault", "exec", PyCF_ONLY_AST)
    except SyntaxError:
        return False
    return True


def function_around(lines, at):
    """Return the lines of the innermost function around a line, or all if there is none."""
    for start in range(at, -1, -1):
        if lines[start].lstrip().startswith(("def ", "async def ")):
            indent = len(lines[start]) - len(lines[start].lstrip())
            deeper = (" " * (indent + 1), " " * indent + ")", "\n")
            inside = takewhile(lambda line, to=deeper: line.startswith(to), lines[start + 1 :])
            return [lines[start], *inside]
    return lines


def test_every_fault_leaves_python_that_parses():
    # Of the file only a function: all of it takes much longer.
    for fault in read_faults():
        if fault.path.endswith(".py"):
            text = read(fault.path)
            faulty = fault.put_into(text)
            function = function_around(faulty.splitlines(keepends=True), fault.find_line(text))
            assert parses(dedent("".join(function))) or parses(faulty), fault


def test_there_are_faults_in_every_room():
    faults = read_faults()
    assert len(set(faults)) == len(faults) >= 200
    folders = {
        path.parent.as_posix()
        for package in PACKAGES
        for path in (ROOT / package).glob("*/*.py")
        if path.name != "__init__.py" or "\ndef " in read(path.relative_to(ROOT))
    }
    rooms = {(ROOT / room_of(fault.path)).as_posix() for fault in faults}
    assert not folders - rooms
