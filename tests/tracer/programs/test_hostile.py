"""Hostile programs: each has a clear record and no other effect."""

import hashlib
import os
import re
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.support.cases import over
from tests.support.hostile import HOSTILE, RIGHT
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.programs.running import Limits
from tracer.programs.sheets import ProgramRunner, sheets_of_programs
from tracer.programs.submissions import find_submissions

KEY = "source: lecture\nsearch: alphabeta\nparts: {visits: 4, move: 1, utility: 1}\n"

#: Seconds of wall time after which a program that computes is stopped; three times its processor
#: time if that is more: a busy machine may give it a tenth of one. One that sleeps has less.
WALL = 30.0


@pytest.fixture
def around(tmp_path, monkeypatch):
    """A folder as a course has it, and another for what is laid out while programs run."""
    folder, made = tmp_path / "around", tmp_path / "made"
    for one in (folder, made):
        one.mkdir()
    (folder / "key.yaml").write_text(KEY, encoding="utf-8")
    (folder / "right.py").write_text(RIGHT, encoding="utf-8")
    (folder / "sheet.txt").write_text("visits: A B\n", encoding="utf-8")
    monkeypatch.setattr(tempfile, "tempdir", str(made))
    monkeypatch.chdir(folder)
    return folder


def checksums(folder):
    return {
        path.relative_to(folder).as_posix(): (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
            path.lstat().st_mode,
            path.name != "made" and path.lstat().st_mtime_ns,  # where programs are laid out
        )
        for path in sorted(folder.rglob("*"))
    }


def processes_of(folder):
    """The processes whose environment or command names a folder."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdecimal() and int(place.name) != os.getpid():
            try:
                environ = (place / "environ").read_bytes() + (place / "cmdline").read_bytes()
            except OSError:
                continue
            if str(folder).encode() in environ:
                found.append(place.name)
    return found


@pytest.fixture(scope="module")
def grader(tmp_path_factory):
    """The grader of the key, with what it works of misconceptions; no program gets at it."""
    file = tmp_path_factory.mktemp("key") / "key.yaml"
    file.write_text(KEY, encoding="utf-8")
    return grader_of(read_key(str(file)).for_programs())


def marked_with_the_next(grader, programs, limits):
    """The record of a program, and that of a right one behind it."""
    sheets = [*sheets_of_programs(programs, grader.problem, ProgramRunner(limits))]
    return [grader.mark(sheet) for sheet in sheets]


#: Of each wall, and of each way to come to harm, one in each run.
OFTEN = table(__file__, "hostile-often")


@over("name", OFTEN)
def test_program_run_each_time_is_in_the_list(name):
    assert name in {one.name for one in HOSTILE}


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda one: one.name)
def test_a_hostile_program_has_a_clear_record(hostile, around, grader, tmp_path):
    apart = tmp_path / "handed-in"
    apart.mkdir()
    code = hostile.code.replace("@AROUND@", str(around))
    (apart / "prog.py").write_text(code, encoding="utf-8", errors="surrogatepass")
    before = checksums(tmp_path)
    programs = find_submissions([str(apart / "prog.py"), str(around / "right.py")])
    wall = hostile.wall or max(WALL, 3 * hostile.seconds)
    limits = Limits(hostile.seconds, memory=200, output=1, folder=2, wall=wall)
    began = time.monotonic()
    first, following = marked_with_the_next(grader, programs, limits)
    assert time.monotonic() - began < 20 * wall  # and not for ever
    # Its message.
    if hostile.message:
        assert re.search(hostile.message, first.error), first.error
        assert first.error.startswith(str(apart / "prog.py"))
    else:
        assert first.error == ""
        assert first.ok == hostile.is_right
    assert "\n" not in first.error
    assert len(first.error) < 1_500
    noted = "\n".join(first.notes)
    assert bool(noted) == bool(hostile.noted) or not hostile.is_right, noted
    assert re.search(hostile.noted, noted), noted
    str(first.record()).encode()
    # The next is marked, and nothing is left.
    assert following.ok
    assert checksums(tmp_path) == before
    if sys.platform == "linux":
        assert processes_of(tmp_path / "made") == []
