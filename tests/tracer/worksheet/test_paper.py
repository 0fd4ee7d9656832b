"""Figures are as large as can be read, on the smallest page that takes them."""

from __future__ import annotations

import pytest

from tests.support.problem_sets import wide_tree
from tracer import trace
from tracer.diagram import board_of_game, lay_out, worksheet_of
from tracer.worksheet.model import Answer, Blank, Question
from tracer.worksheet.paper import MARGIN, fitted, upright
from tracer.worksheet.rooms import in_points, letter_of, room_of

#: The numbers of a tree are of 10 points as it is drawn.
_NUMBERS = 10


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("leaves", [4, 9, 16, 27, 40, 60, 81, 120, 200])
def test_a_figure_is_within_its_page_and_legible(leaves, paper):
    diagram = worksheet_of(wide_tree(leaves))
    layout, place = lay_out(diagram), fitted(diagram, paper)
    assert place.width <= place.page.width - 2 * MARGIN + 0.01
    assert place.height <= place.page.height - 2 * MARGIN
    assert place.width / layout.width * _NUMBERS >= 6 - 1e-9
    assert place.width / place.height == pytest.approx(layout.width / layout.height)


def test_pages_get_larger_only_where_they_must():
    pages = {n: fitted(worksheet_of(wide_tree(n)), "a4").page for n in (9, 16, 27, 60, 120)}
    assert pages[9] == pages[16] == upright("a4")
    assert pages[27] == upright("a4").turned
    assert (pages[60].width, pages[60].height) == (1190.55, 841.89)  # A3 on its side
    assert pages[120].width > pages[60].width


def test_a_single_position_is_large():
    board = board_of_game(trace("tic-tac-toe@xox|xxo|o..").game)
    assert fitted(board, "a4").scale > 1.5
    assert fitted(board, "a4").page == upright("a4")


def test_letters_go_on_after_z():
    assert [letter_of(n, 60) for n in (0, 25, 26, 27, 52)] == ["a", "z", "aa", "ab", "ba"]
    assert letter_of(0, 1) == ""


def test_points_are_told():
    assert [in_points(n) for n in (0, 1, 2.5, 4)] == ["", "1 point", "2.5 points", "4 points"]


def _question(columns, rows):
    return Question("values", "values", 1, "?", Blank(columns, rows))


@pytest.mark.parametrize("rows", range(1, 30))
@pytest.mark.parametrize("columns", [1, 2, 3, 5])
def test_a_folded_table_has_every_cell_once_and_in_its_order(rows, columns):
    names = tuple(f"n{number}" for number in range(rows))
    heads = tuple(f"h{number}" for number in range(columns))
    cells = tuple((name, *(f"{name}.{head}" for head in heads[1:])) for name in names)
    question = _question(heads, names)
    for answer in (None, Answer("", cells)):
        room = room_of(question, answer)
        assert room.heads == heads * room.folds
        unfolded = [
            tuple(cell.text for cell in row[fold * columns : (fold + 1) * columns])
            for fold in range(room.folds)
            for row in room.rows
        ]
        blank = [(name, *[""] * (columns - 1)) for name in names]
        assert [row for row in unfolded if any(row)] == (list(cells) if answer else blank)
        assert all(len(row) == len(room.heads) for row in room.rows)
        given = {cell.text for row in room.rows for cell in row if not cell.answers}
        assert given - {""} == set(names)


def test_an_answer_without_cells_stands_alone():
    room = room_of(_question(("at", "left out"), ("", "")), Answer("none\nat all"))
    assert (room.heads, room.rows, room.answer) == ((), (), ("none", "at all"))
