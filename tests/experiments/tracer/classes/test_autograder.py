"""The autograder folder, run in a clean folder laid out as Gradescope lays it out."""

import compileall
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.tracer.classes.test_autograder import KEY, RIGHT, Platform, written
from tracer.classes.autograder import write_autograder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the platform runs Bash on Linux")


@pytest.fixture(scope="module")
def compiled(written, tmp_path_factory):
    """The folder with its modules compiled once, instead of by the program of each test."""
    place = tmp_path_factory.mktemp("compiled") / "autograder"
    folder = shutil.copytree(written, place, copy_function=os.link)
    compileall.compile_dir(folder, quiet=2)
    return folder


@pytest.fixture
def platform(compiled, tmp_path):
    return Platform(tmp_path, compiled)


def test_sheet_gets_all_points_if_it_is_right(platform):
    made = platform.submit(answer__yaml=RIGHT).grade()
    assert made["score"] == 11
    assert {one["status"] for one in made["tests"]} == {"passed"}
    assert made["output"].startswith("Graded: answer.yaml.")
    assert "s123" in made["output"]


def test_error_names_line_but_no_folder_of_the_platform_if_sheet_is_unreadable(platform):
    made = platform.submit(answer__yaml="visits: [A, B\nvalues: {").grade()
    assert made["score"] == 0
    (test,) = made["tests"]
    assert test["status"] == "failed"
    assert "answer.yaml:" in test["output"]
    assert str(platform.base) not in made["output"] + test["output"]


def test_error_lists_submitted_files_if_none_is_a_sheet(platform):
    made = platform.grade()
    assert (made["score"], made["tests"][0]["status"]) == (0, "failed")
    assert "It contains no file." in made["output"]
    made = platform.submit(answer__pdf="%PDF").grade()
    assert "answer.pdf" in made["output"]
    assert ".yaml" in made["output"]


def test_error_names_the_kind_of_document_and_file_is_text_if_it_has_no_ending(platform):
    made = platform.submit(answer__txt="%PDF-1.7").grade()
    assert "answer.txt: this is a PDF document" in made["tests"][0]["output"]
    (platform.base / "submission" / "answer.txt").rename(platform.base / "submission" / "b.pdf")
    made = platform.submit(answer="move: B").grade()
    assert made["output"].startswith("Graded: answer. Not graded: b.pdf.")
    assert by_name(made)["move"]["status"] == "passed"


def test_error_says_what_is_expected_if_table_has_several_sheets(platform):
    made = platform.submit(answer__csv="student,move\nann,B\nbob,C\n").grade()
    (test,) = made["tests"]
    assert (made["score"], test["status"]) == (0, "failed")
    assert "One sheet is expected" in test["output"]
    assert "tell your instructor" not in made["output"]
    made = platform.submit(answer__csv="student,move\nann,B\n").grade()
    assert by_name(made)["move"]["status"] == "passed"


def test_message_of_failed_part_gives_no_answer_away_by_default(platform):
    tests = by_name(platform.submit(answer__yaml=WRONG.replace("D: 2", "D: 7")).grade())
    # What the sheet says may be shown, but not what is right.
    failed = {
        name: tests[name]["output"].partition("\nRead as")[0]
        for name in ("visits", "cutoffs", "values")
    }
    assert failed["values"].startswith("3 of 4 right")
    assert not any("Right:" in tests[name]["output"] for name in failed)
    assert failed["cutoffs"].startswith("0 of 1 right") or tests["cutoffs"]["status"] == "passed"
    assert not any(name in told for told in failed.values() for name in ("C2", "D is", "2,"))


def test_first_sheet_is_graded_and_second_is_named_if_two_are_submitted(platform):
    made = platform.submit(b__yaml=RIGHT, a__yaml=WRONG, notes__pdf="%PDF").grade()
    assert made["output"].startswith("Graded: a.yaml. Not graded: b.yaml, notes.pdf.")
    assert made["score"] < 11


def test_autograder_runs_from_its_folder_and_over_named_folders(platform):
    platform.submit(answer__yaml=RIGHT)
    assert platform.grade(platform.source / "run_autograder")["score"] == 11
    (platform.base / "submission").rename(platform.base / "elsewhere")
    platform.grade(None, "elsewhere", "new results")
    assert platform.results(platform.base / "new results")["score"] == 11


def test_files_of_student_are_never_imported(platform):
    platform.submit(answer__yaml=RIGHT, lecture=KEY)
    for name in ("tui", "engine", "tracer", "json"):
        platform.file(f"{name}.py", "raise SystemExit('a student ran this')")
    assert platform.grade()["score"] == 11
    assert "a student ran this" not in platform.said


def test_results_are_discarded_if_they_are_cut_short(platform):
    platform.replace_check(
        "open(arguments[arguments.index('-o') + 1], 'w').write('{\"score\": 11, ')"
    )
    made = platform.submit(answer__yaml=RIGHT).grade()
    assert (made["score"], made["tests"][0]["status"]) == (0, "failed")


def test_message_is_left_if_the_program_kills_everything(platform):
    platform.replace_check("os.kill(os.getppid(), 9)")
    made = platform.submit(answer__yaml=RIGHT).grade()
    assert "did not run" in made["output"]
    assert made["tests"][0]["status"] == "failed"


def test_zip_has_the_same_files_at_its_root_and_runs(written, tmp_path):
    (tmp_path / "hw1.yaml").write_text(KEY, encoding="utf-8")
    archive = write_autograder(tmp_path / "hw1.zip", tmp_path / "hw1.yaml")
    again = write_autograder(tmp_path / "again.zip", str(tmp_path / "hw1.yaml"))
    assert archive.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(archive) as inside:
        modes = {one.filename: one.external_attr >> 16 for one in inside.infolist()}
        inside.extractall(tmp_path / "unpacked")
    files = {one.relative_to(written).as_posix() for one in written.rglob("*") if one.is_file()}
    assert set(modes) == {one for one in files if "__pycache__" not in one}
    executable = {name for name, mode in modes.items() if mode & 0o111}
    assert executable == {"setup.sh", "run_autograder"}
    for name in modes:
        assert (tmp_path / "unpacked" / name).read_bytes() == (written / name).read_bytes()
    assert {one.name for one in tmp_path.iterdir()} == {
        "hw1.yaml",
        "hw1.zip",
        "again.zip",
        "unpacked",
    }


def test_key_is_read_if_its_name_looks_like_an_option(platform):
    platform.replace_check("sys.exit(f'key {arguments[-2]}')")
    script = platform.base / "run_autograder"
    text = script.read_text(encoding="utf-8").replace("KEY=hw1.yaml", "KEY=-hw1.yaml")
    script.write_text(text, encoding="utf-8")
    platform.submit(answer__yaml=RIGHT).grade()
    assert "key -hw1.yaml" in platform.said


def test_the_real_setup_makes_a_folder_that_grades(platform):
    subprocess.run([platform.source / "setup.sh"], cwd=platform.base, check=True, timeout=600)
    made = platform.submit(answer__yaml=RIGHT).grade(PLYTRACE_PYTHON="")
    assert made["score"] == 11


WRONG = """\
student: s124
visits: A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3
values: {A: 3, B: 3, C: 2, D: 2}
cutoffs: []
move: B
"""


def by_name(made):
    return {one["name"]: one for one in made["tests"]}


def test_sheet_loses_points_with_a_reason_if_it_is_wrong(platform):
    made = platform.submit(answer__yaml=WRONG).grade()
    assert 0 < made["score"] < 11
    assert by_name(made)["cutoffs"]["status"] == "failed"
    assert by_name(made)["move"]["status"] == "passed"
    alike = {"refuses-cutoff", "root-reset", "window-reset"}  # a small tree cannot tell them apart
    assert made["extra_data"]["misconceptions"][0] in alike
    assert "C" in by_name(made)["First mistake"]["output"]
