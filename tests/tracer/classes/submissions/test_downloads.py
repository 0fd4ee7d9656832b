"""Each platform's download, as it lays it out, goes to the file that the platform imports."""

import io
import json
import random
import zipfile

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.downloads import (
    ANN,
    GRADEBOOKS,
    JANE,
    JOHN,
    KEY,
    LAYOUTS,
    MIA,
    OMAR,
    files_of,
    receipt,
    write_download,
)
from tests.support.tables import table
from tracer.classes.submissions.class_list import find_column
from tracer.classes.submissions.download import submissions_of
from tracer.classes.submissions.tables import cell_text, read_table

#: The gradebook that goes with a download; some platforms import none.
IMPORTS = {"gradescope": "canvas", "google-forms": "canvas"}


def by_students(layout):
    return IMPORTS.get(layout, layout.partition("-")[0])


@pytest.fixture
def key(tmp_path):
    (tmp_path / "key.yaml").write_text(KEY)
    return tmp_path / "key.yaml"


def records_of(*arguments, cwd):
    done = run_command("check", "key.yaml", *arguments, "-f", "jsonl", cwd=cwd)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def fill_book(layout, tmp_path, path, book):
    """What plytrace says when it writes the marks of a download into a gradebook, out.csv."""
    (tmp_path / "book.csv").write_bytes(book)
    column = ["--column", "hw 3"] if by_students(layout) == "canvas" else []
    return run_command(
        *("check", "key.yaml", path.name, "--gradebook", "book.csv", *column, "-o", "out.csv"),
        cwd=tmp_path,
    )


@pytest.mark.parametrize("zipped", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_download_goes_to_the_gradebook(layout, zipped, tmp_path, key):
    path = write_download(layout, tmp_path, zipped=zipped)
    platform = by_students(layout)
    before = {OMAR: 1} if platform != "canvas" else {OMAR: "EX"}
    done = fill_book(layout, tmp_path, path, GRADEBOOKS[platform](before))
    assert done.returncode == 1, done.stderr
    marks = {**before, JANE: 5, JOHN: 4}
    assert (tmp_path / "out.csv").read_bytes() == GRADEBOOKS[platform](marks)
    missing = "Lee, Ann" if platform == "canvas" else ANN.name
    assert "4 of 5 students handed something in" in done.stderr or layout == "google-forms"
    assert missing in done.stderr
    if layout != "google-forms":
        assert f"no mark: {'Müller, Mia' if platform == 'canvas' else MIA.name} (2 sheets)" in (
            done.stderr
        )


@pytest.mark.parametrize("layout", [one for one in LAYOUTS if one != "google-forms"])
def test_each_record_names_its_student_and_says_what_is_unusual(layout, tmp_path, key):
    path = write_download(layout, tmp_path, zipped=True, wrapper="download/")
    records, notes = records_of(path.name, cwd=tmp_path)
    assert "with 4 submissions" in notes
    names = {JANE.name, JOHN.name, MIA.name, OMAR.name}
    if layout == "canvas":
        names = {one.canvas for one in (JANE, JOHN, MIA, OMAR)}
    assert {one["student"] for one in records} == names
    assert all(one["sheet"].startswith(f"{path.name}/download/") for one in records)
    of_jane, of_john, of_mia, of_omar = (
        [one for one in records if one["student"] in (who.name, who.canvas)]
        for who in (JANE, JOHN, MIA, OMAR)
    )
    assert [one["score"] for one in of_jane] == [5]
    assert "one of 2 files of this student" in of_mia[0]["notes"]
    assert len(of_mia) == 2
    assert "PNG picture" in of_omar[0]["error"]
    if layout == "canvas":
        assert of_john[0]["notes"] == ["handed in late"]
        assert any("a link" in note for note in of_omar[0]["notes"])
    if layout in ("blackboard", "brightspace", "brightspace-flat"):
        (note,) = of_jane[0]["notes"]
        assert note.startswith("the newest attempt; not graded: ")


def test_of_google_forms_rows_the_newest_counts(tmp_path, key):
    path = write_download("google-forms", tmp_path, zipped=False)
    records, _ = records_of(path.name, cwd=tmp_path)
    assert [(one["student"], one["score"]) for one in records][:2] == [
        (JOHN.email, 4),
        (JANE.email, 5),
    ]
    assert records[1]["notes"][0].startswith("the newest attempt; not graded: ")


@over("row", table(__file__, "downloads"))
def test_download_has_the_records_and_messages_of_the_table(row, tmp_path):
    for name, text in ({"key.yaml": "$KEY"} | row["files"]).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("$KEY", KEY), encoding="utf-8")
    done = run_command("check", *row["run"], cwd=tmp_path)
    for text in row.get("said", ()):
        assert text in done.stderr
    for text in row.get("unsaid", ()):
        assert text not in done.stderr
    if "records" in row:
        records = [json.loads(line) for line in done.stdout.splitlines()]
        for record, fields in zip(records, row["records"], strict=True):
            error = record.get("error", "")
            assert record["student"] == fields["student"]
            assert record.get("notes", []) == fields.get("notes", [])
            assert fields["error"] in error if "error" in fields else not error
    if "out" in row:
        assert (tmp_path / "out.csv").read_text(encoding="utf-8") == row["out"]


def test_a_student_who_handed_in_nothing_has_a_record(tmp_path):
    (tmp_path / "HW_jdoe_attempt_2026-11-02-23-59-00.txt").write_bytes(receipt("Jane Doe (jdoe)"))
    ((one,), _) = submissions_of(tmp_path)
    assert (one.students[0].name, one.error) == ("Jane Doe", "there is no file and no text")


def test_a_group_gets_one_record_and_a_mark_for_each(tmp_path, key):
    folder = tmp_path / "export"
    (folder / "submission_1").mkdir(parents=True)
    (folder / "submission_1" / "a.txt").write_text("visits: A B\nmove: B")
    people = "".join(f"  - :name: {one.name}\n    :sid: s{one.number}\n" for one in (JANE, MIA))
    (folder / "submission_metadata.yml").write_text(f"submission_1:\n  :submitters:\n{people}")
    (tmp_path / "book.csv").write_bytes(GRADEBOOKS["canvas"]({}))
    (record,), _ = records_of("export", cwd=tmp_path)
    assert (record["student"], record["notes"]) == (
        "Jane Doe, Mia Müller",
        ["handed in by Jane Doe, Mia Müller"],
    )
    run_command(
        *("check", "key.yaml", "export", "--gradebook", "book.csv", "--column", "HW 3 (4711)"),
        *("-o", "out.csv"),
        cwd=tmp_path,
    )
    score = record["score"]
    assert (tmp_path / "out.csv").read_bytes() == GRADEBOOKS["canvas"]({JANE: score, MIA: score})


def test_records_of_an_archive_can_be_resumed(tmp_path, key):
    path = write_download("moodle", tmp_path, zipped=True)
    options = ("check", "key.yaml", path.name, "-f", "jsonl", "-o", "out.jsonl")
    run_command(*options, cwd=tmp_path)
    whole = (tmp_path / "out.jsonl").read_text()
    first = whole.splitlines(keepends=True)
    (tmp_path / "out.jsonl").write_text("".join(first[:2]))
    (tmp_path / "book.csv").write_bytes(GRADEBOOKS["moodle"]({}))
    done = run_command(*options, "--resume", "--roster", "book.csv", cwd=tmp_path)
    assert (tmp_path / "out.jsonl").read_text() == whole
    assert "4 of 5 students handed something in; missing: Ann Lee" in done.stderr


def test_an_archive_writes_nothing_elsewhere_and_its_faults_are_records(tmp_path, key):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("../../outside.txt", "move: B")
        made.writestr("/etc/b.txt", "move: B")
        made.writestr("__MACOSX/._b.txt", "x")
    records, _ = records_of("a.zip", cwd=tmp_path)
    assert [one["sheet"] for one in records] == ["a.zip/etc/b.txt", "a.zip/outside.txt"]
    assert not (tmp_path.parent / "outside.txt").exists()
    data = bytearray((tmp_path / "a.zip").read_bytes())
    data[data.index(b"move")] ^= 1
    (tmp_path / "a.zip").write_bytes(data)
    records, _ = records_of("a.zip", cwd=tmp_path)
    assert ["cannot be read" in one.get("error", "") for one in records] == [False, True]
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04 and no archive")
    done = run_command("check", "key.yaml", "a.zip", cwd=tmp_path)
    assert done.returncode == 3
    assert "this zip archive cannot be read" in done.stderr


def book_with_maximum(platform, most, as_decimal):
    """A gradebook whose maximum is not 5."""
    book = GRADEBOOKS[platform]({})
    forms = [(",5.00,", f",{as_decimal},"), (",10,5,", f",10,{most},")]
    for old, new in [*forms, ("Points:5", f"Points:{most}")]:
        book = book.replace(old.encode(), new.encode())
    return book.replace("Pts: 5".encode("utf-16-le"), f"Pts: {most}".encode("utf-16-le"))


@pytest.mark.parametrize("platform", GRADEBOOKS)
def test_another_maximum_than_the_keys_is_told_and_marks_are_not_scaled(platform, tmp_path, key):
    path = write_download(platform, tmp_path, zipped=True)
    done = fill_book(platform, tmp_path, path, book_with_maximum(platform, 8, '"8,00"'))
    assert "gradebook: its maximum is 8, the key's is 5" in done.stderr


@pytest.mark.parametrize("platform", GRADEBOOKS)
def test_marks_are_scaled_and_late_ones_lowered_if_the_key_says_so(platform, tmp_path):
    (tmp_path / "key.yaml").write_text(f"{KEY}late: 10%\nscale: true\n")
    path = write_download(platform, tmp_path, zipped=True)
    done = fill_book(platform, tmp_path, path, book_with_maximum(platform, 20, "20.00"))
    assert "gradebook: marks are scaled from 5 to 20 points" in done.stderr
    table = read_table(tmp_path / "out.csv")
    at = find_column(table, "HW 3" if platform == "canvas" else None)
    marks = {cell_text(table.raw[person.row][at]) for person in table.people}
    assert marks == {"20", "14.4" if platform == "canvas" else "16", ""}  # John, 4 of 5
    assert ("gradebook: late, 10 % less: Smith, John" in done.stderr) == (platform == "canvas")
    records, _ = records_of(path.name, cwd=tmp_path)
    notes = [note for record in records for note in record.get("notes", ())]
    late = "handed in late: 10 % less in the gradebook"
    assert (late in notes) == (platform == "canvas")


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("layout", ["gradescope", "moodle"])
def test_damaged_archive_is_a_message_or_a_record_and_never_our_fault(layout, packing, tmp_path):
    whole, path, dice = io.BytesIO(), tmp_path / "class.zip", random.Random(packing)
    with zipfile.ZipFile(whole, "w", packing) as archive:
        for name, data in files_of(layout).items():
            archive.writestr(name, data)
    for _ in range(12):
        data = bytearray(whole.getvalue())
        for _ in range(dice.choice((1, 3, 10))):
            data[dice.randrange(len(data))] = dice.randrange(256)
        path.write_bytes(data[: dice.choice((len(data), dice.randrange(len(data))))])
        done = run_command("check", "lecture", path, "-f", "jsonl", "--no-diagnosis")
        assert done.returncode in (0, 1, 3), done.stderr
        assert "Traceback" not in done.stderr
        assert "fault of plytrace" not in done.stdout
