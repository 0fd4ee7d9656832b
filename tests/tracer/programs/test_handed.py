"""Which files are a program, and what of them is laid out to be run."""

from __future__ import annotations

import stat
import tempfile
import zipfile
from pathlib import Path

import pytest

from engine.errors import InvalidInput
from tests.support.hostile import RIGHT
from tracer.check.graders import grader_of
from tracer.check.key import read_key
from tracer.programs.handed import handed_in, laid_out
from tracer.programs.sheets import Watching


def write(folder, **files):
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def names(found):
    return [Path(one.name).name for one in found]


def laid(program):
    with laid_out(program) as folder:
        return sorted(
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        )


def test_a_folder_is_as_many_programs_as_its_files_do_not_import_each_other(tmp_path):
    write(tmp_path, a__py="import math\n", b__py="x = 1\n", c__txt="no program\n")
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", d__py="y = 1\n")
    assert names(handed_in([str(tmp_path)])) == ["a.py", "b.py", "c.txt", "sub"]
    assert names(handed_in([str(tmp_path)], one=True)) == [tmp_path.name]
    assert names(handed_in([str(tmp_path)], besides=[tmp_path / "a.py"])) == [
        "b.py",
        "c.txt",
        "sub",
    ]
    write(tmp_path, b__py="from a import x\n")
    assert names(handed_in([str(tmp_path)])) == [tmp_path.name]


def test_a_file_brings_what_it_imports_from_beside_it(tmp_path):
    write(tmp_path, a__py="import b\n", b__py="from c import x\n", c__py="x = 1\n", d__py="")
    (program,) = handed_in([str(tmp_path / "a.py")])
    assert laid(program) == ["a.py", "b.py", "c.py"]


def test_links_are_left_out(tmp_path):
    folder = tmp_path / "prog"
    folder.mkdir()
    (tmp_path / "secret").mkdir()
    write(tmp_path / "secret", key__py="answers = 1\n")
    write(folder, a__py="x = 1\n")
    (folder / "b.py").symlink_to(tmp_path / "secret" / "key.py")
    (folder / "c").symlink_to(tmp_path / "secret")
    (program,) = handed_in([str(folder)], one=True)
    assert laid(program) == ["a.py"]


def archive_of(path, entries):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries:
            archive.writestr(name, text)
    return handed_in([str(path)])[0]


def test_an_archive_stays_in_its_folder(tmp_path):
    link = zipfile.ZipInfo("link.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    program = archive_of(
        tmp_path / "p.zip",
        [
            ("hw/prog.py", RIGHT),
            ("../out.py", "x"),
            ("hw/../../out.py", "x"),
            (str(tmp_path / "absolute.py"), "x"),
            (link, "/etc/passwd"),
            ("__MACOSX/hw/._prog.py", "x"),
        ],
    )
    assert laid(program) == ["hw/prog.py"]
    assert [path.name for path in tmp_path.iterdir()] == ["p.zip"]
    key = read_key("lecture")
    assert grader_of(key).mark(Watching().sheet(program, key)).ok


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([("bomb.py", "#" * 30_000_000)], "too large for a program; expected at most 20 MB"),
        ([(f"f{number}.py", "") for number in range(501)], "too large for a program"),
        ([("notes.txt", "no code")], r"there is no Python file \(\.py or \.ipynb\)"),
    ],
)
def test_an_archive_that_is_no_program_has_a_record(tmp_path, monkeypatch, entries, told):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "made"))
    (tmp_path / "made").mkdir()
    program = archive_of(tmp_path / "p.zip", entries)
    marked = grader_of(read_key("lecture")).mark(Watching().sheet(program, read_key("lecture")))
    assert told.replace("\\", "") in marked.error
    assert [*(tmp_path / "made").iterdir()] == []


def test_a_broken_archive_and_a_crowded_folder_have_records(tmp_path):
    (tmp_path / "p.zip").write_bytes(b"PK\x03\x04" + bytes(100))
    crowded = tmp_path / "crowded"
    crowded.mkdir()
    for number in range(10_000):
        (crowded / f"f{number}.py").touch()
    found = handed_in([str(tmp_path / "p.zip"), str(crowded)], one=True)
    told = [Watching().sheet(one, read_key("lecture")).error for one in found]
    assert "this is no zip archive" in told[0]
    assert "at most 20 MB in 500 files" in told[1]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("none.py", "there is no such file"),
        ("a.txt", "this is no program"),
        ("empty", "no program"),
    ],
)
def test_what_is_no_program_is_refused(tmp_path, name, told):
    write(tmp_path, a__txt="x")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidInput, match=told):
        handed_in([str(tmp_path / name)])


def test_the_first_lines_say_whose_it_is(tmp_path):
    write(tmp_path, a__py="#!/usr/bin/python\n# Name: Ann Smith\n# variant: 3\nx = 1\n")
    assert handed_in([str(tmp_path / "a.py")])[0].whose() == {
        "student": "Ann Smith",
        "variant": "3",
    }


def test_what_is_left_of_a_starter_is_no_name(tmp_path):
    write(tmp_path, a__py="# student: your name\n# netid: as12\n", b__py="# Name: <Your Name>\n")
    assert [one.whose() for one in handed_in([str(tmp_path)])] == [{"student": "as12"}, {}]


def test_whoever_hands_in_something_else_has_a_record(tmp_path):
    write(tmp_path, ann__py=RIGHT, dave__pdf="%PDF-", hal__pyw=RIGHT, fred=RIGHT, key__yaml="x")
    write(tmp_path, marks__jsonl="", __hidden="x", old__="x~")
    (tmp_path / "old.").rename(tmp_path / "old.py~")
    for name in ("kim", "made", "__pycache__"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "search.txt").touch()
    besides = [tmp_path / name for name in ("key.yaml", "made", "marks.jsonl")]
    found = handed_in([str(tmp_path)], besides=besides)
    assert names(found) == ["ann.py", "dave.pdf", "fred", "hal.pyw", "kim"]
    for key in (read_key("lecture"), _set(tmp_path)):
        told = [grader_of(key).mark(Watching().sheet(one, key)).error for one in found[1:]]
        for one, error in zip(found[1:], told, strict=True):
            assert f"{one.name}: " in error
        assert told[0].endswith("dave.pdf: this is no program; expected .py, .ipynb or .zip")
        assert told[3].endswith("there is no program in this folder; expected files that end in "
                                ".py or .ipynb")  # fmt: skip
    # Named beside others, as a shell does.
    named = [str(path) for path in sorted(tmp_path.iterdir())]
    assert names(one for one in handed_in(named, besides=besides) if one.error) == [
        "dave.pdf", "fred", "hal.pyw", "search.txt",
    ]  # fmt: skip


def _set(folder):
    (folder / "key.yaml").write_text("problems: {1: {source: lecture}}\n", encoding="utf-8")
    return read_key(str(folder / "key.yaml"))
