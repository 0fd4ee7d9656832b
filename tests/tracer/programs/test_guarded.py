"""A fault while one program is read stays in its record, and the others are marked."""

import random
import zipfile

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.hostile import RIGHT
from tracer.marking.batch import marked
from tracer.marking.keys.key import read_key
from tracer.programs import sheets, submissions
from tracer.programs.sheets import ProgramRunner, sheets_of_programs
from tracer.programs.submissions import Submission, find_submissions

FAULT = "by a fault of plytrace"
TORN = 120


class Broken(Exception):
    """What a reader raises that has a fault."""


def broken_for(module, reader, name):
    """A reader that fails for what has a name, and else does what it did."""
    whole = getattr(module, reader)

    def fails(*given, **more):
        if any(name in str(one) for one in given):
            raise Broken("a fault in a reader")
        return whole(*given, **more)

    return fails


@over("jobs", [1, 2])
@over(
    ("module", "reader"),
    [
        (submissions, "_check_is_program"),
        (submissions, "_first_lines"),
        (submissions, "_refuse_large"),
        (sheets, "submission_folder"),
        (sheets, "sheet_of_run"),
    ],
)
def test_fault_in_a_reader_costs_only_one_program(tmp_path, monkeypatch, module, reader, jobs):
    for name in ("broken-one", "fine"):
        (tmp_path / f"{name}.py").write_text(RIGHT, encoding="utf-8")
    monkeypatch.setattr(module, reader, broken_for(module, reader, "broken-one"))
    key = read_key("[[3, 12], [2, 4]]").for_programs()
    programs = find_submissions([str(tmp_path / "broken-one.py"), str(tmp_path / "fine.py")])
    found = marked(
        key, sheets_of_programs(programs, key, ProgramRunner(), jobs=jobs), diagnoses=False
    )
    first, second = found
    assert f"{FAULT}: Broken" in first.error
    assert second.ok


@pytest.mark.parametrize("raised", [PermissionError(13, "Permission denied"), Broken("x")])
def test_unreadable_entry_of_a_folder_is_one_program_with_the_reason(tmp_path, monkeypatch, raised):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.py").write_text(RIGHT, encoding="utf-8")
    look = submissions._has_code

    def has_code(folder):
        if folder.name == "a":
            raise raised
        return look(folder)

    monkeypatch.setattr(submissions, "_has_code", has_code)
    one, other = find_submissions([str(tmp_path)])
    assert one.error
    assert not other.error


def refusal(program):
    """Why a program cannot be laid out; empty if it can."""
    packed = submissions.pack_submission(program)
    try:
        with submissions.submission_folder(packed):
            return packed.sheet.error
    except InvalidInput as error:
        return str(error)


def test_damaged_archives_and_notebooks_have_sheets_and_cause_no_fault(tmp_path):
    with zipfile.ZipFile(tmp_path / "whole.zip", "w") as archive:
        archive.writestr("main.py", "# student: Ann\nx = 1\n")
        archive.writestr("sub/other.py", "y = 2\n")
    notebook = b'{"cells": [{"cell_type": "code", "source": ["# student: Ann\\n", "x = 1"]}]}'
    whole = {".zip": (tmp_path / "whole.zip").read_bytes(), ".ipynb": notebook, ".py": b"x = 1\n"}
    for seed in range(TORN):
        dice = random.Random(seed)
        suffix = dice.choice([*whole])
        data = bytearray(whole[suffix])
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(data))
            data[at : at + dice.randint(0, 4)] = dice.randbytes(dice.randint(0, 4))
        file = tmp_path / f"{seed}{suffix}"
        file.write_bytes(data)
        (program,) = find_submissions([str(file)])
        assert isinstance(program, Submission)
        program.whose()
        assert file.name in refusal(program) or not refusal(program)
