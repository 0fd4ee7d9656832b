"""Which files form a program, and which of them are copied to run it."""

import stat
import tempfile
import zipfile
from pathlib import Path

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import find_submissions, pack_submission, submission_folder


def write(folder, **files):
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def names(found):
    return [Path(one.name).name for one in found]


def laid(program):
    with submission_folder(pack_submission(program)) as folder:
        return sorted(
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        )


def test_folder_has_one_program_per_group_of_files_that_import_each_other(tmp_path):
    write(tmp_path, a__py="import math\n", b__py="x = 1\n", c__txt="no program\n")
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", d__py="y = 1\n")
    assert names(find_submissions([str(tmp_path)])) == ["a.py", "b.py", "c.txt", "sub"]
    assert names(find_submissions([str(tmp_path)], one=True)) == [tmp_path.name]
    assert names(find_submissions([str(tmp_path)], excluded=[tmp_path / "a.py"])) == [
        "b.py",
        "c.txt",
        "sub",
    ]
    write(tmp_path, b__py="from a import x\n")
    assert names(find_submissions([str(tmp_path)])) == [tmp_path.name]


def test_file_includes_the_modules_it_imports(tmp_path):
    write(tmp_path, a__py="import b\n", b__py="from c import x\n", c__py="x = 1\n", d__py="")
    (program,) = find_submissions([str(tmp_path / "a.py")])
    assert laid(program) == ["a.py", "b.py", "c.py"]


def test_links_are_ignored(tmp_path):
    folder = tmp_path / "prog"
    folder.mkdir()
    (tmp_path / "secret").mkdir()
    write(tmp_path / "secret", key__py="answers = 1\n")
    write(folder, a__py="x = 1\n")
    (folder / "b.py").symlink_to(tmp_path / "secret" / "key.py")
    (folder / "c").symlink_to(tmp_path / "secret")
    (program,) = find_submissions([str(folder)], one=True)
    assert laid(program) == ["a.py"]


def archive_of(path, entries):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries:
            archive.writestr(name, text)
    return find_submissions([str(path)])[0]


def test_archive_is_unpacked_only_inside_its_folder(tmp_path):
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
    assert grader_of(key).mark(ProgramRunner().sheet(program, key)).ok


@over(
    ("entries", "message"),
    [
        ([("bomb.py", "#" * 30_000_000)], "too large for a program; expected at most 20 MB"),
        ([(f"f{number}.py", "") for number in range(501)], "too large for a program"),
        ([("notes.txt", "no code")], r"there is no Python file \(\.py or \.ipynb\)"),
    ],
    ms=45,
)
def test_archive_without_a_program_has_a_record(tmp_path, monkeypatch, entries, message):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "made"))
    (tmp_path / "made").mkdir()
    program = archive_of(tmp_path / "p.zip", entries)
    marked = grader_of(read_key("lecture")).mark(
        ProgramRunner().sheet(program, read_key("lecture"))
    )
    assert message.replace("\\", "") in marked.error
    assert [*(tmp_path / "made").iterdir()] == []


@over(("name", "message"), table(__file__, "submissions-refused"))
def test_files_that_are_not_programs_are_refused(tmp_path, name, message):
    write(tmp_path, a__txt="x")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidInput, match=message):
        find_submissions([str(tmp_path / name)])


def test_first_lines_name_the_student(tmp_path):
    write(tmp_path, a__py="#!/usr/bin/python\n# Name: Ann Smith\n# variant: 3\nx = 1\n")
    assert find_submissions([str(tmp_path / "a.py")])[0].whose() == {
        "student": "Ann Smith",
        "variant": "3",
    }


def test_placeholder_of_a_starter_is_not_a_name(tmp_path):
    write(tmp_path, a__py="# student: your name\n# netid: as12\n", b__py="# Name: <Your Name>\n")
    assert [one.whose() for one in find_submissions([str(tmp_path)])] == [{"student": "as12"}, {}]


def test_unsuitable_submissions_have_records(tmp_path):
    write(tmp_path, ann__py=RIGHT, dave__pdf="%PDF-", hal__pyw=RIGHT, fred=RIGHT, key__yaml="x")
    write(tmp_path, marks__jsonl="", __hidden="x", old__="x~")
    (tmp_path / "old.").rename(tmp_path / "old.py~")
    for name in ("kim", "made", "__pycache__"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "search.txt").touch()
    besides = [tmp_path / name for name in ("key.yaml", "made", "marks.jsonl")]
    found = find_submissions([str(tmp_path)], excluded=besides)
    assert names(found) == ["ann.py", "dave.pdf", "fred", "hal.pyw", "kim"]
    for key in (read_key("lecture"), _set(tmp_path)):
        errors = [grader_of(key).mark(ProgramRunner().sheet(one, key)).error for one in found[1:]]
        for one, error in zip(found[1:], errors, strict=True):
            assert f"{one.name}: " in error
        assert errors[0].endswith("dave.pdf: this is not a program; expected .py, .ipynb or .zip")
        assert errors[3].endswith("this folder contains no program; expected files that end in "
                                ".py or .ipynb")  # fmt: skip
    # Named beside others, as a shell does.
    named = [str(path) for path in sorted(tmp_path.iterdir())]
    assert names(one for one in find_submissions(named, excluded=besides) if one.error) == [
        "dave.pdf", "fred", "hal.pyw", "search.txt",
    ]  # fmt: skip


def _set(folder):
    (folder / "key.yaml").write_text("problems: {1: {source: lecture}}\n", encoding="utf-8")
    return read_key(str(folder / "key.yaml"))
