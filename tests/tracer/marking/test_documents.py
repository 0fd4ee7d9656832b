"""Documents, spreadsheets, web pages and other encodings; what is not text is named."""

import sys

import pytest

from tests.support.cases import over
from tests.support.documents import write_docx, write_pdf, write_xlsx
from tracer.marking.reading.documents import html_text
from tracer.marking.reading.sheet_files import sheets_in

LINES = ["student: s1", "visits: A B B1 B2 B3", "move: B"]


def only(path):
    (sheet,) = sheets_in(path, path.name)
    return sheet


def check_lines(sheet):
    assert sheet.error == ""
    assert sheet.student == "s1"
    assert dict(sheet.answers) == {"visits": "A B B1 B2 B3", "move": "B"}


def write_html(path, lines):
    page = "<html><head><title>x</title><style>p {}</style></head><body>"
    path.write_text(page + "".join(f"<p>{line}</p>\n" for line in lines) + "</body></html>")


@over(
    ("name", "write"),
    [("a.docx", write_docx), ("a.pdf", write_pdf), ("a.html", write_html)],
)
def test_document_is_read_as_text(name, write, tmp_path):
    write(tmp_path / name, LINES)
    check_lines(only(tmp_path / name))


def test_tables_of_word_documents_are_read(tmp_path):
    write_docx(tmp_path / "a.docx", ["values:"], [["node", "value"], ["A", "3"], ["B", "3"]])
    assert only(tmp_path / "a.docx").answers["values"] == only_text(
        tmp_path, "values:\n| node | value |\n| --- | --- |\n| A | 3 |\n| B | 3 |\n"
    )


def only_text(tmp_path, text):
    (tmp_path / "same.txt").write_text(text)
    return only(tmp_path / "same.txt").answers["values"]


def test_formulas_breaks_and_pictures_of_word_documents_are_kept(tmp_path):
    import docx
    from docx.oxml import parse_xml

    made = docx.Document()
    first = made.add_paragraph("student: s1")
    first.add_run().add_break()
    first.add_run("visits: A B ")
    space = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    first._p.append(parse_xml(f"<m:oMath {space}><m:r><m:t>B1 B2 B3</m:t></m:r></m:oMath>"))
    made.add_paragraph("move: B")
    made.save(str(tmp_path / "a.docx"))
    check_lines(only(tmp_path / "a.docx"))
    from PIL import Image

    Image.new("RGB", (2, 2)).save(tmp_path / "a.png")
    made.add_picture(str(tmp_path / "a.png"))
    made.save(str(tmp_path / "a.docx"))
    sheet = only(tmp_path / "a.docx")
    assert sheet.notes == ("the document has a picture, which is not read; a person must look",)
    assert [line.text for line in sheet.unread] == ["![picture](not read)"]


def test_page_of_a_pdf_without_text_is_unread(tmp_path):
    write_pdf(tmp_path / "b.pdf", LINES, [])
    sheet = only(tmp_path / "b.pdf")
    assert sheet.notes == ("no text was found on page 2; a person must look",)
    assert [line.text for line in sheet.unread] == ["![picture](not read)"]


def test_pdf_is_named_as_unread_if_it_is_a_scan(tmp_path):
    write_pdf(tmp_path / "a.pdf", [], [])
    sheet = only(tmp_path / "a.pdf")
    assert sheet.error == "a.pdf: there is no text in this document. A person must read it"


def test_spreadsheet_is_read_like_csv(tmp_path):
    table = [["student", "visits", "utility"], ["s1", "A B", 3], ["s2", "A", 2.5]]
    write_xlsx(tmp_path / "a.xlsx", table)
    found = [*sheets_in(tmp_path / "a.xlsx", "a.xlsx")]
    assert [(one.name, one.student, dict(one.answers)) for one in found] == [
        ("a.xlsx:2", "s1", {"visits": "A B", "utility": "3"}),
        ("a.xlsx:3", "s2", {"visits": "A", "utility": "2.5"}),
    ]
    write_xlsx(tmp_path / "a.xlsx", table[:2], [["more"]])
    assert only(tmp_path / "a.xlsx").notes == ("not read: the tables T2",)


@over("encoding", ["utf-8", "utf-16", "utf-16-le", "cp1252"])
@over("name", ["a.txt", "a.csv", "a.tsv"])
def test_text_is_read_in_other_encodings(encoding, name, tmp_path):
    between = {"a.csv": ",", "a.tsv": "\t"}.get(name)
    text = "student: Zoë Müller\nmove: B\n"
    if between:
        text = f"student{between}move\nZoë Müller{between}B\n"
    (tmp_path / name).write_bytes(text.encode(encoding))
    sheet = only(tmp_path / name)
    assert (sheet.student, dict(sheet.answers), sheet.error) == ("Zoë Müller", {"move": "B"}, "")
    assert bool(sheet.notes) == (encoding != "utf-8" and name == "a.txt")


def test_bytes_are_an_error_if_they_are_no_text(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"move: \xff\x81\x00B")
    assert "is not UTF-8" in only(tmp_path / "a.txt").error


def test_breaks_of_a_web_page_are_read_and_its_pictures_are_unread(tmp_path):
    (tmp_path / "b.html").write_text("move: B<br>visits: A&nbsp;B<img src='x'>")
    sheet = only(tmp_path / "b.html")
    assert sheet.answers["move"] == "B"
    assert sheet.answers["visits"].split() == ["A", "B"]
    assert sheet.notes == ("the page has a picture, which is not read; a person must look",)
    assert [line.text for line in sheet.unread] == ["![picture](not read)"]


@pytest.mark.parametrize(
    ("module", "name"), [("docx", "a.docx"), ("pypdf", "a.pdf"), ("python_calamine", "a.xlsx")]
)
def test_error_names_the_extra_if_it_is_missing(module, name, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    (tmp_path / name).write_bytes(b"x")
    error = only(tmp_path / name).error
    assert "needs the extra office, which is not installed" in error
    assert "Try: " in error


@over("name", ["a.docx", "a.pdf", "a.xlsx", "a.ods", "a.xls"])
@over("data", [b"", b"x", b"PK\x03\x04rest", b"%PDF-1.7\n"])
def test_document_is_an_error_if_it_is_broken(name, data, tmp_path):
    (tmp_path / name).write_bytes(data)
    error = only(tmp_path / name).error
    assert error.startswith(f"{name}: ")
    assert "fault of plytrace" not in error


@pytest.mark.parametrize("tag", ["del", "s", "strike"])
def test_html_text_omits_deleted_text(tag):
    assert html_text(f"<p>D=<{tag}>14</{tag}>2</p>")[0].strip() == "D=2"
