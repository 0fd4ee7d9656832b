"""Feedback files: what the student wrote, how it was read, what is right, and why."""

import re
from dataclasses import replace

import pytest

from tests.support.cases import over
from tests.support.hostile_names import HOSTILE
from tests.tracer.classes.report.test_class_report import Page
from tracer.classes.report.feedback_files import FeedbackFiles
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
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
    assert f"It should be: {record['right']['cutoffs']}" in web.texts
    assert "svg" in web.tags


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


@pytest.mark.parametrize("feedback", ["hint", "score"])
def test_less_feedback_has_neither_right_answers_nor_the_tree(feedback):
    page = files_of(feedback=feedback)[0]["Ann.md"].decode()
    assert "It should be" not in page
    assert "▼" not in page


def test_a_set_quotes_each_problem_and_draws_the_tree_of_the_first_mistake(tmp_path):
    key = tmp_path / "set.yaml"
    key.write_text(
        "problems:\n  1: {tree: [[3, 12], [2, 4]], parts: {move: 1}}\n"
        "  2: {source: lecture, parts: {cutoffs: 4}}\n"
    )
    text = "Problem 1\nmove: a1\nProblem 2\ncutoffs: none\n"
    page = files_of(text, read_key(str(key)))[0]["a.md"].decode()
    assert "## 2 cutoffs: not right" in page
    assert "```\nnone\n```" in page
    assert "C1" in page.partition("Your first mistake")[2]


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


def test_a_student_does_not_see_where_the_grader_keeps_the_files():
    for text in ("move: B", "move: [B"):
        files, _ = files_of(text, name="/home/grader/class/hw3/a.yaml")
        for data in files.values():
            page = data.decode().replace("\\", "")
            assert "hw3/a.yaml" in page
            assert "grader" not in page


def test_pending_part_is_named_first_and_there_is_no_total():
    files, _ = files_of(TEXT.replace("cutoffs: none", "cutoffs: the usual"))
    page = files["Ann.md"].decode()
    assert page.partition("A person must still read your answer to cutoffs. There is no total")[1]
    assert "9 points." not in page
    assert "## cutoffs: pending, worth 4 points" in page
    cheap = replace(KEY, parts={**KEY.parts, "cutoffs": 1.0})
    files, _ = files_of(TEXT.replace("cutoffs: none", "cutoffs: the usual"), cheap)
    assert "## cutoffs: pending, worth 1 point\n" in files["Ann.md"].decode()


def test_an_unreadable_sheet_has_a_file_that_says_why():
    sheet = sheet_of_text("visits: [A, B", "a.yaml", ".yaml")
    record = grader_of(KEY).mark(sheet).record("full", 9)
    page = FeedbackFiles(KEY).files(sheet, record)["a.md"].decode()
    assert "could not be marked: a.yaml:1" in page
