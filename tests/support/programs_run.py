"""Submit and mark programs of tests, as `plytrace check-code` does."""

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.support.program_files import variants
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem import Problem
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import find_submissions


@cache
def _grader(text: str) -> tuple[Problem, AnyGrader]:
    """A key by its text, and its grader: made once for all tests."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "key.json")
        file.write_text(text, encoding="utf-8")
        key = read_key(str(file))
    assert isinstance(key, Problem)
    key = key.for_programs()
    return key, grader_of(key)


def record_of(
    program: str | dict[str, str], key: dict[str, Any], folder: Path, **how: Any
) -> dict[str, Any]:
    """The record of a program, its parts by name."""
    problem, grader = _grader(json.dumps(key))
    place = folder / "handed-in"
    place.mkdir(exist_ok=True)
    for old in place.iterdir():
        old.unlink()
    files = {"program.py": program} if isinstance(program, str) else program
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    named = place if len(files) > 1 else place / next(iter(files))
    (one,) = find_submissions([str(named)])
    sheet = ProgramRunner(**how).sheet(one, problem)
    record = grader.mark(sheet).record()
    return {**record, "parts": {one["part"]: one for one in record["parts"]}}


def changed(program: str, *changes: tuple[str, str]) -> str:
    """A program with lines that are otherwise; each must be there."""
    for old, new in changes:
        assert old in program, f"{old!r} is not in the program"
        program = program.replace(old, new)
    return program


def wrong(program: str, table: str) -> dict[str, str]:
    """A program's variants, by name; `table` is that of their changes in `tests/programs`."""
    return {name: changed(program, *rows) for name, rows in variants(table).items()}
