"""Feedback files: what the student wrote, how it was read, what is right, and why."""

import re
from dataclasses import replace

from tests.support.cases import over
from tests.support.hostile_names import HOSTILE
from tests.support.html_reader import Page
from tests.support.keys import key_of
from tests.support.tables import table
from tracer.classes.report.feedback_files import FeedbackFiles
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of_text
from tracer.marking.results.record import NOT_READ

KEY = Problem("key", "lecture", parts={"visits": 4.0, "cutoffs": 4.0, "move": 1.0})
TEXT = (
    "student: Ann\nvisits: a, b, b1, b2, b3, c, c1, c2, c3, d, d1, d2, d3\n"
    "cutoffs: none\nmove: B\nI was <ill>\n"
)


def files_of(text=TEXT, key=KEY, feedback="full", name="s/a.txt"):
    suffix = name[name.rindex(".") :]
    sheet = sheet_of_text(text, name, suffix)
    record = grader_of(key).mark(sheet).record(feedback)
    return FeedbackFiles(key).files(sheet, record), record


def test_a_file_says_what_was_written_how_it_was_read_what_is_right_and_why():
    files, record = files_of()
    assert [*files] == ["Ann.md", "Ann.html"]
    page = files["Ann.md"].decode()
    assert "\na, b, b1, b2" in page
    assert f"Read as: {record['read']['visits']}" in page
    part = page.partition("## cutoffs: not right")[2].partition("## move: right")[0]
    assert "```\nnone\n```" in part
    assert f"It should be: {record['right']['cutoffs']}" in part
    assert f"Why: {record['parts'][1]['message']}" in part
    assert "▼ C 2…" in page
    assert "I was \\<ill>" in page
    web = Page(files["Ann.html"].decode())
    assert f"It should be: {record['right']['cutoffs']}" in web.words
    assert "svg" in web.tags


@over("row", table(__file__, "feedback_files"))
def test_feedback_files_have_and_lack_what_the_table_says(row):
    key = key_of(row["key"]) if "key" in row else KEY
    text = row.get("text", TEXT.replace("cutoffs: none", f"cutoffs: {row.get('cutoffs', 'none')}"))
    files, _ = files_of(text, key, row.get("feedback", "full"), row.get("name", "s/a.txt"))
    pages = [data.decode().replace("\\", "") for data in files.values()]
    assert len(pages) == 2
    for words in row.get("has", ()):
        assert words in pages[0]
    for words in row.get("lacks", ()):
        assert not any(words in page for page in pages)


WAITS = "student: Ann\nvisits: $V\nvalues: A=4, B=3, C=2 or 4, D=2\n"


@over(("visits", "is_first_known"), [("A B C B1", True), ("A B B1 B2 B3 C C1 D D1 D2 D3", False)])
def test_file_says_of_a_part_that_waits_why_and_nothing_of_what_is_right(visits, is_first_known):
    key = Problem("key", "lecture", parts={"visits": 4.0, "values": 2.0})
    sheet = sheet_of_text(WAITS.replace("$V", visits), "s/a.txt", ".txt")
    marked = grader_of(key).mark(sheet)
    assert marked.record()["pending"] == ["values"]
    assert "A is 3, not 4" in marked.record()["parts"][1]["message"]
    files = FeedbackFiles(key).files(sheet, marked.for_student().record())
    page = files["Ann.md"].decode()
    part = page.partition("## values: pending, worth 2 points")[2].partition("\n## ")[0]
    assert "Read as: A=4, B=3, D=2" in part
    assert f"Why: {NOT_READ}\n" in part
    assert not re.search(r"A is 3|A=3|C is 2\b", page)
    assert b"<svg" not in files["Ann.html"], "the tree shows values"
    assert ("Your first mistake" in page) == is_first_known


def test_names_are_safe_and_unique():
    feedback = FeedbackFiles(KEY)
    students = [*HOSTILE, "../../etc/passwd", "CON", "con", "nul.txt", ".", "..", "a/b", "a\\b",
                "Ann", "ann", "ANN-2", "Núñez, Ana", "李" * 300]  # fmt: skip
    names = [feedback.choose_name({"sheet": "a.yaml", "student": one}) for one in students]
    names += [
        feedback.choose_name({"sheet": one, "student": ""}) for one in ("x/c.csv:3", "x/c.csv")
    ]
    assert len({one.casefold() for one in names}) == len(names)
    for name in names:
        assert re.fullmatch(r"[\w.-]+", name), name
        assert not name.startswith((".", "-"))
        assert name.casefold() not in ("con", "nul")
        assert len(name.encode("utf-8")) < 240
    assert "Núñez-Ana" in names
    assert names[-2:] == ["c.csv-3", "c"]


def test_files_of_students_of_one_name_say_whose_sheet_each_is_about():
    feedback = FeedbackFiles(KEY)
    for number, name in ((127, "Ann.md"), (128, "Ann-2.md")):
        sheet = sheet_of_text(TEXT, f"/home/class/Ann_{number}_file/hw.txt")
        files = feedback.files(sheet, grader_of(KEY).mark(sheet).record())
        assert f"your sheet Ann\\_{number}\\_file/hw.txt. " in files[name].decode()


def test_file_of_a_download_keeps_its_path_so_that_the_platform_takes_it_back():
    places = ["doe_1_9_a.txt", "doe_1_9_a.pdf", "Jane_7_assignsubmission_file_/x:y.txt"]
    feedback = FeedbackFiles(KEY)
    names = [feedback.choose_name({"sheet": "x", "student": "s"}, place) for place in places]
    assert names == ["doe_1_9_a", "doe_1_9_a-2", "Jane_7_assignsubmission_file_/x-y"]


@over("name", HOSTILE, ms=45)
def test_texts_of_students_are_literal(name):
    sheet = sheet_of_text(TEXT, "a.txt")
    marked = grader_of(KEY).mark(sheet).record()
    marked |= {"student": name, "remark": name, "notes": [name]}
    marked["parts"][0]["message"] = name
    marked["departure"]["message"] = name
    sheet = replace(sheet, answers={**sheet.answers, "visits": name})
    page, web = FeedbackFiles(KEY).files(sheet, marked).values()
    assert Page(web.decode()).tags.isdisjoint({"script", "img", "b"})
    assert b"\x1b" not in page + web
    outside = re.sub(r"^(`{3,})\n.*?^\1$", "", page.decode(), flags=re.DOTALL | re.MULTILINE)
    assert not re.search(r"(?<!\\)<", outside)
