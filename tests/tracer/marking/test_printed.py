"""A worksheet that is filled in where it stands: what was printed on it says nothing."""

import time

import pytest

from tests.support.tables import table
from tests.tracer.worksheet.made import set_of
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.reading.formats import sheet_of_text
from tracer.marking.reading.part_names import printed_mark, without_printed
from tracer.worksheet.formats.writers import write_markdown as write

TABLE = "Look:\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nB = 7, and the best move is D."
ORDER = "A B B1 B2 B3 C C1 D D1 D2 D3"


def lines_of(text):
    return [line for line in without_printed(text).splitlines() if line]


def test_printed_text_is_passed_over_and_written_text_among_it_is_read():
    sheet = f"{printed_mark([TABLE])}\n\n{TABLE}\n"
    assert not [line for line in lines_of(sheet) if line != "| - | - |"]
    among = sheet.replace("Look:", "Look:\nvisits: A B")
    assert "visits: A B" in lines_of(among)
    assert "Look:" not in lines_of(among)
    changed = sheet.replace("| 1 | 2 |", "| 1 | 3 |")
    assert "| 1 | 3 |" in lines_of(changed)


@pytest.mark.parametrize(("before", "after"), table(__file__, "printed-edits"))
def test_printed_text_is_recognised_if_an_editor_changed_it(before, after):
    sheet = f"{printed_mark([TABLE])}\n\n{TABLE}\n".replace(before, after)
    assert not [line for line in lines_of(sheet) if line != "| - | - |"]


def test_printed_line_is_passed_over_only_once():
    sheet = f"{printed_mark([ORDER])}\n\n{ORDER}\n\nvisits:\n{ORDER}\n"
    assert lines_of(sheet) == ["visits:", ORDER]


@pytest.mark.parametrize("heading", ["## Problem 2", "**a)** In which order? (1 point)"])
def test_text_is_written_behind_a_heading_or_a_question(heading):
    sheet = f"{printed_mark([ORDER])}\n\n{heading}\n\nvisits:\n{ORDER}\n"
    assert lines_of(sheet) == [heading, "visits:", ORDER]


def test_rows_of_an_empty_board_are_printed_text():
    board = "△\n   . . .\n   . . .\n   . . ."
    assert not lines_of(f"{printed_mark([board])}\n\n{board}\n")


def test_sheet_is_unchanged_without_printed_marks():
    assert without_printed(TABLE) == TABLE
    assert not printed_mark(["", "| - | - |"])


def test_hostile_marks_are_read():
    text = "<!-- printed: ab" * 50_000 + f"<!-- printed: {'abcd ' * 20_000}-->\n" + "x\n" * 20_000
    start = time.process_time()
    assert without_printed(text)
    assert time.process_time() - start < 60  # a pattern that goes back takes for ever


def test_printed_table_neither_earns_nor_costs_points():
    told = TABLE.replace("\n", "\\n")
    made = set_of(f'{{source: lecture, text: "{told}", parts: {{visits: 1, windows: 1}}}}')
    grader = grader_of(made.problems[0].problem)
    blank = write(made.worksheet, None)
    marked = grader.mark(sheet_of_text(blank, "worksheet.md", ".md"))
    assert (marked.score, marked.notes) == (0, ())
    filled = blank.replace("visits: ___", f"visits: {ORDER} ___").replace(
        "| A |  |  |", "| A | -inf | inf |"
    )
    marked = grader.mark(sheet_of_text(filled, "worksheet.md", ".md"))
    assert marked.score == pytest.approx(1.25)
    assert not marked.notes
    # What is said of the problem by the student is still told of.
    asked = filled.replace("Look:", "Look:\n\nI could not find the second table of the problem")
    marked = grader.mark(sheet_of_text(asked, "worksheet.md", ".md"))
    assert marked.score == pytest.approx(1.25)
    assert "second table" in marked.unread[0][1]
