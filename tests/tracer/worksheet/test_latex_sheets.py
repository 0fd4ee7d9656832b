"""LaTeX worksheets and keys compile with pdflatex and have the right content."""

import re
from dataclasses import replace

import pytest

from tests.support.problem_sets import problem_set
from tracer.worksheet.formats.writers import write_latex as write


@pytest.fixture(scope="module")
def made():
    return problem_set()


def test_worksheet_source_has_no_hidden_answers(made):
    sheet, solutions = made
    source = write(sheet)
    assert source.isascii()
    for command in ("printanswers", "{solution}", r"\answer", r"\keymark", "keyink", "write18"):
        assert command not in source
    key = write(sheet, solutions)
    assert r"\printanswers" in key
    assert key.count(r"\begin{solution}") == key.count(r"\end{solution}") > 10


def test_points_use_the_commands_of_the_exam_class(made):
    sheet, _ = made
    source = write(sheet)
    assert "addpoints" in source.partition("\n")[0]
    assert source.count(r"\part[3]") == 4
    assert source.count(r"\part[2\half]") == 4
    assert r"\titledquestion{A position}[1]" in source
    assert r"\titledquestion{A game in normal form}[4]" in source


def test_problems_keep_their_numbers_around_a_page_of_another_size(made):
    sheet, _ = made
    source = write(sheet)
    asked = re.findall(r"\\setcounter\{question\}\{(\d+)\}|\\titledquestion\{([^}]*)\}", source)
    numbers, number = {}, 0
    for after, title in asked:
        if after:
            number = int(after)
        else:
            number += 1
            numbers[title] = number
    assert numbers == {task.title: task.number for task in sheet.tasks}


def test_only_the_first_problem_may_begin_where_it_does_not_fit(made):
    sheet, _ = made
    task = next(task for task in sheet.tasks if len(task.questions) > 1)
    source = write(replace(sheet, tasks=(task, replace(task, number=2))))
    first, second = re.findall(r"\\needspace\{(\d+)bp\}\n\\titledquestion", source)
    assert int(first) < int(second)
