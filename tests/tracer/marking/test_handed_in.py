"""A folder's files: whoever hands in a document and no sheet is told so, and never missing."""

import os

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tracer.marking.reading.formats import sheets_in
from tracer.marking.reading.submitted_files import handed_in
from tracer.marking.results.text import line_of

ANSWER = b"move: B\n"
BEGINNINGS = {
    "b.txt": (b"%PDF-1.7\n", "this is a PDF document"),
    "c.csv": (b"%PDF-1.7\n", "this is a PDF document"),
    "e.odt": (b"PK\x03\x04rest", "this is an OpenDocument text"),
    "f.json": (b"PK\x03\x04rest", "this is a zip archive"),
    "g": (b"\x89PNG\r\n\x1a\n....", "this is a PNG picture"),
    "h.jpeg": (b"\xff\xd8\xff\xe0....", "this is a JPEG picture"),
    "i.HEIC": (b"\0\0\0\x18ftypheic", "this is a picture"),
    "j.rtf": (b"{\\rtf1\\ansi move: B}", "this is an RTF document"),
    "k.doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "this is a document of an old Office"),
    "l.py": (ANSWER, "by its name this is a program"),
}


def names(folder, **options):
    found = handed_in(folder, **options)
    return [path.relative_to(folder).as_posix() for path in found.files], found.links


def filled(folder, *files):
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(ANSWER)
    return folder


def test_files_are_sheets_unless_hidden_or_left_by_systems(tmp_path):
    sheets = ["A.TXT", "b.docx", "c", "d.yaml", "john.smith", "sub/deep/e.csv", "sub/f.pdf"]
    litter = [
        *(".hidden.txt", ".git/a.txt", "__MACOSX/d.txt", "sub/.DS_Store", "Thumbs.db"),
        *("desktop.ini", "~$b.docx", "d.yaml~", "sub/._e.csv"),
    ]
    assert names(filled(tmp_path, *sheets, *litter)) == (sheets, 0)


def test_folder_inside_a_hidden_one_is_read_if_it_is_named(tmp_path):
    folder = filled(tmp_path / ".cache" / "sheets", "a.txt")
    assert names(folder) == (["a.txt"], 0)


def test_file_is_taken_under_any_name_if_it_is_named(tmp_path):
    filled(tmp_path, ".hidden.txt")
    assert handed_in(tmp_path / ".hidden.txt").files == [tmp_path / ".hidden.txt"]


def test_links_are_counted_and_not_followed(tmp_path):
    filled(tmp_path, "sheets/a.txt", "elsewhere/b.txt")
    (tmp_path / "sheets" / "b.txt").symlink_to(tmp_path / "elsewhere" / "b.txt")
    (tmp_path / "sheets" / "more").symlink_to(tmp_path / "elsewhere")
    assert names(tmp_path / "sheets") == (["a.txt"], 2)
    (tmp_path / "sheets" / "a.txt").unlink()
    with pytest.raises(InvalidInput, match=r"no sheet in this folder.*Links are not followed"):
        handed_in(tmp_path / "sheets")


def test_files_that_are_no_sheets_are_passed_over_in_their_own_folder_alone(tmp_path):
    filled(tmp_path, "key.yaml", "a.txt", "sub/key.yaml")
    others = [(tmp_path / "key.yaml").resolve()]
    assert names(tmp_path, extra=others) == (["a.txt", "sub/key.yaml"], 0)


def test_folder_is_an_error_if_empty(tmp_path):
    with pytest.raises(InvalidInput, match=r"no sheet in this folder; expected .*\.yaml"):
        handed_in(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_folder_becomes_a_record_if_it_cannot_be_read(tmp_path):
    filled(tmp_path, "a.txt", "shut/b.txt")
    (tmp_path / "shut").chmod(0)
    try:
        assert names(tmp_path)[0] == ["a.txt", "shut"]
        (sheet,) = sheets_in(tmp_path / "shut")
        assert "Permission denied" in sheet.error
    finally:
        (tmp_path / "shut").chmod(0o700)


@over("name", BEGINNINGS)
def test_error_names_kind_of_file_and_what_is_expected_if_it_is_no_text(name, tmp_path):
    data, told = BEGINNINGS[name]
    (tmp_path / name).write_bytes(data)
    (sheet,) = sheets_in(tmp_path / name, name)
    assert sheet.error.startswith(f"{name}: {told}")
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
