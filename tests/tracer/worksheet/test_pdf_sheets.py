"""PDF worksheets and keys: the right words on the right pages, the same every time."""

import io
import re
import sys
from dataclasses import replace
from functools import cache

import pytest

from engine.errors import InvalidInput
from engine.text import install_command
from tests.support.problem_sets import asked, problem_set, squeezed
from tests.support.tables import table
from tests.tracer.worksheet.made import set_of
from tracer.worksheet.formats.writers import write_pdf as write

pytest.importorskip("typst")
pypdf = pytest.importorskip("pypdf")


@cache
def pages_of(data):
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]


@pytest.fixture(scope="module")
def made():
    return problem_set()


@pytest.fixture(scope="module")
def sheet_pdf(made):
    return write(made[0])


@pytest.fixture(scope="module")
def key_pdf(made):
    return write(*made)


def test_worksheet_names_what_is_asked_with_room_for_each_answer(made, sheet_pdf):
    sheet, _ = made
    text = squeezed(" ".join(pages_of(sheet_pdf)))
    for task in sheet.tasks:
        for question in task.questions:
            assert f"{question.part}:" in text
            assert all(squeezed(column) in text for column in question.blank.columns)
    for one in ("COMP341·due3May", "Variant7", "fromlefttoright", "v≥β", "△MAX", "10.5points"):
        assert one in text


def test_pages_are_numbered_and_a_key_is_marked_on_each(sheet_pdf, key_pdf):
    for pdf in (sheet_pdf, key_pdf):
        pages = pages_of(pdf)
        for number, page in enumerate(pages, 1):
            assert f"{number} of {len(pages)}" in page
            assert ("ANSWER KEY" in page) == (pdf is key_pdf)


def test_problems_that_fit_on_a_page_share_it():
    mixed = set_of(*table(__file__, "mixed"), head="title: Problem set 4").worksheet
    pages = [" ".join(page.split()) for page in pages_of(write(mixed))]
    numbers = [re.findall(r"Problem (\d) \d+ points", page) for page in pages]
    assert numbers == [["1"], ["2"], ["3"], ["4", "5"]]


def test_a_figure_and_its_first_question_are_on_one_page(made, sheet_pdf, key_pdf):
    sheet, _ = made
    for pdf in (sheet_pdf, key_pdf):
        pages = [squeezed(page) for page in pages_of(pdf)]
        for task in sheet.tasks:
            heading = squeezed(f"Problem {task.number}. {task.title}")
            question = asked(task.questions[0])
            assert any(heading in page and question in page.partition(heading)[2] for page in pages)


def test_page_size_follows_the_figure(made, sheet_pdf):
    sheet, _ = made
    pages = pypdf.PdfReader(io.BytesIO(sheet_pdf)).pages
    wide = [page for page in pages if "Sixty leaves" in page.extract_text()]
    assert [round(float(page.mediabox.width)) for page in wide] == [1191]
    others = {round(float(page.mediabox.width)) for page in pages if page not in wide}
    assert others == {595}
    (first, *_) = pypdf.PdfReader(io.BytesIO(write(sheet, paper="letter"))).pages
    assert (round(float(first.mediabox.width)), round(float(first.mediabox.height))) == (612, 792)


def test_metadata_has_the_title_and_no_time(made, sheet_pdf, key_pdf):
    sheet, _ = made
    read = pypdf.PdfReader(io.BytesIO(sheet_pdf))
    assert read.metadata.title == sheet.title
    assert read.metadata.creation_date is None
    assert "2 of" not in str(read.metadata)
    key = pypdf.PdfReader(io.BytesIO(key_pdf))
    assert key.metadata.title == f"Answer key: {sheet.title}"


def test_other_scripts_are_accepted(made):
    sheet, _ = made
    odd = replace(sheet, title="Übung Ж 木 😀 \x00\x1b", instructions="木 *Ж* Ω")
    assert "Übung Ж" in pages_of(write(odd))[0]


def test_problem_set_without_problems_is_one_page(made):
    sheet, _ = made
    assert len(pages_of(write(replace(sheet, tasks=(), instructions="")))) == 1


def test_a_table_longer_than_a_page_is_broken(made):
    sheet, _ = made
    task = sheet.tasks[0]
    question = task.questions[2]
    blank = replace(question.blank, rows=tuple(f"row {n}" for n in range(90)))
    long = replace(task, questions=(replace(question, blank=blank),))
    pages = pages_of(write(replace(sheet, tasks=(long,))))
    assert all(any(f"row {n}" in page for page in pages) for n in range(90))


def test_missing_package_is_reported(monkeypatch, made):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(InvalidInput, match=re.escape(install_command("figures"))):
        write(made[0])
