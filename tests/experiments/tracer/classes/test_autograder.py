"""The autograder folder, run in a clean folder laid out as Gradescope lays it out."""

import compileall
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.support.cases import over
from tests.support.tables import table
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


WRONG = """\
student: s124
visits: A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3
values: {A: 3, B: 3, C: 2, D: 2}
cutoffs: []
move: B
"""


def by_name(made):
    return {one["name"]: one for one in made["tests"]}


@over("row", table(__file__, "submissions"))
def test_submission_is_shown_as_the_table_says(row, compiled, tmp_path):
    platform = Platform(tmp_path, compiled)
    for name, text in row["files"].items():
        platform.file(name, {"$RIGHT": RIGHT, "$WRONG": WRONG}.get(text, text))
    made = platform.grade()
    low, high = row.get("score", (0, 11))
    assert low <= made["score"] <= high
    said = "\n".join([made["output"], *(one["output"] for one in made["tests"])])
    assert str(platform.base) not in said
    assert all(text in made["output"] for text in row.get("output", ()))
    assert not any(text in said for text in row.get("lacks", ()))
    tests = by_name(made)
    if "only" in {**row.get("statuses", {}), **row.get("says", {})}:
        (tests["only"],) = tests.values()
    for name, status in row.get("statuses", {}).items():
        assert tests[name]["status"] == status
    for name, text in row.get("says", {}).items():
        assert text in tests[name]["output"]


def test_small_tree_does_not_tell_some_misconceptions_apart(platform):
    made = platform.submit(answer__yaml=WRONG).grade()
    alike = {"refuses-cutoff", "root-reset", "window-reset"}
    assert made["extra_data"]["misconceptions"][0] in alike


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
