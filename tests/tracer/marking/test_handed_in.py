"""A folder's files: whoever hands in a document and no sheet is told so, and never missing."""

import os

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.tables import table
from tracer.marking.reading.sheet_files import sheets_in
from tracer.marking.reading.submitted_files import handed_in
from tracer.marking.results.text import line_of

ANSWER = b"move: B\n"


def filled(folder, *files):
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(ANSWER)
    return folder


@over("row", table(__file__, "handed-in-folders"))
def test_sheets_of_a_folder_are_those_of_the_table(row, tmp_path):
    filled(tmp_path, *row["files"])
    for name, target in row.get("symlinks", {}).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).symlink_to(tmp_path / target)
    named = tmp_path / row.get("named", ".")
    others = [(tmp_path / name).resolve() for name in row.get("others", ())]
    if "error" in row:
        with pytest.raises(InvalidInput, match=row["error"]):
            handed_in(named, extra=others)
        return
    found = handed_in(named, extra=others)
    assert [path.relative_to(tmp_path).as_posix() for path in found.files] == row["sheets"]
    assert found.links == row.get("links", 0)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_folder_becomes_a_record_if_it_cannot_be_read(tmp_path):
    filled(tmp_path, "a.txt", "shut/b.txt")
    (tmp_path / "shut").chmod(0)
    try:
        assert handed_in(tmp_path).files == [tmp_path / "a.txt", tmp_path / "shut"]
        (sheet,) = sheets_in(tmp_path / "shut")
        assert "Permission denied" in sheet.error
    finally:
        (tmp_path / "shut").chmod(0o700)


@over(("name", "data", "message"), table(__file__, "handed-in-beginnings"))
def test_error_names_kind_of_file_and_what_is_expected_if_it_is_no_text(
    name, data, message, tmp_path
):
    (tmp_path / name).write_bytes(data.encode("latin-1"))
    (sheet,) = sheets_in(tmp_path / name, name)
    assert sheet.error.startswith(f"{name}: {message}")
    assert "expected a text file that ends in .yaml" in sheet.error
    assert not sheet.answers


@pytest.mark.parametrize("name", ["A.TXT", "c", "john.smith", "answers.text"])
def test_file_is_read_as_text_with_another_or_no_ending(name, tmp_path):
    filled(tmp_path, name)
    (sheet,) = sheets_in(tmp_path / name)
    assert (sheet.error, dict(sheet.answers)) == ("", {"move": "B"})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_pipe_is_not_read_before_its_sheet(tmp_path):
    import threading

    os.mkfifo(tmp_path / "pipe")
    thread = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(ANSWER,))
    thread.start()
    try:
        while not (found := [*sheets_in(tmp_path / "pipe")])[0].answers:
            assert not found[0].error, found[0].error
    finally:
        thread.join(10)
    assert dict(found[0].answers) == {"move": "B"}


def test_line_of_a_sheet_that_could_not_be_read_names_it_once():
    record = {"sheet": "a.zip/b.html", "student": "Ann", "error": "a.zip/b.html: this is a link"}
    assert line_of(record) == "a.zip/b.html (Ann): not marked: this is a link"
