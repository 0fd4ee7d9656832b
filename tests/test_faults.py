"""The faults that `python -m tests.faults` puts into plytrace are in their places, in all rooms."""

from ast import PyCF_ONLY_AST
from functools import cache
from itertools import takewhile
from textwrap import dedent

import pytest

import tests.faults.__main__ as faults_main
from tests.faults.__main__ import ROOMS, ROOT, Fault, find_lines, read_faults, room_of


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
        for package in ROOMS
        for path in (ROOT / package).glob("*/*.py")
        if path.name != "__init__.py" or "\ndef " in read(path.relative_to(ROOT))
    }
    rooms = {(ROOT / room_of(fault.path)).as_posix() for fault in faults}
    assert not folders - rooms


def test_fault_replaces_the_chosen_one_of_equal_lines():
    assert Fault("a.py", "x = 1", 2, "x = 2").put_into("x = 1\n  x = 1\n") == "x = 1\n  x = 2\n"
    for occurrence in (0, 3):
        with pytest.raises(LookupError, match="has 2 lines 'x = 1'"):
            Fault("a.py", "x = 1", occurrence, "x = 2").put_into("x = 1\nx = 1\n")


def test_stale_fault_ends_the_run(monkeypatch, capsys):
    monkeypatch.setattr(faults_main, "read_faults", lambda: [Fault("engine/game.py", "no", 0, "")])
    monkeypatch.setattr("sys.argv", ["tests.faults", "run"])
    assert faults_main.main() == faults_main.STALE
    assert (
        capsys.readouterr().err
        == "faults.txt is stale: engine/game.py has 0 lines 'no'; update faults.txt\n"
    )


def test_lines_of_a_fault_are_those_of_its_statement_or_of_the_file_if_it_runs_at_import():
    source = "X = 1\n\n\ndef f(a=X):\n  if (\n    a\n  ):\n    return [\n      a\n    ]\n"
    lines = {line: [*find_lines(source, line)] for line in (1, 4, 6, 9)}
    assert lines == {1: [*range(1, 12)], 4: [*range(1, 12)], 6: [5, 6, 7], 9: [8, 9, 10]}
