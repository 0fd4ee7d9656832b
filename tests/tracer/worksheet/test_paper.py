"""Figures are legible on the smallest page that fits them."""

import pytest

from tests.support.cases import over
from tests.support.problem_sets import wide_tree
from tracer import trace
from tracer.drawing.print.diagram_layout import lay_out
from tracer.drawing.print.diagrams import board_of_game, worksheet_of
from tracer.worksheet.contents.model import Answer, Blank, SheetQuestion
from tracer.worksheet.formats.sheet_data import (
    MARGIN,
    answer_space,
    fit_figure,
    in_points,
    letter_of,
    portrait_page,
)

#: The numbers of a tree are of 10 points as it is drawn.
_NUMBERS = 10


@over("paper", ["a4", "letter"], ms=45)
@over("leaves", [4, 9, 16, 27, 40, 60, 81, 120, 200])
def test_figure_fits_its_page_and_is_legible(leaves, paper):
    diagram = worksheet_of(wide_tree(leaves))
    layout, place = lay_out(diagram), fit_figure(diagram, paper)
    assert place.width <= place.page.width - 2 * MARGIN + 0.01
    assert place.height <= place.page.height - 2 * MARGIN
    assert place.width / layout.width * _NUMBERS >= 6 - 1e-9
    assert place.width / place.height == pytest.approx(layout.width / layout.height)


def test_pages_are_enlarged_only_if_necessary():
    pages = {n: fit_figure(worksheet_of(wide_tree(n)), "a4").page for n in (9, 16, 27, 60, 120)}
    assert pages[9] == pages[16] == portrait_page("a4")
    assert pages[27] == portrait_page("a4").turned
    assert (pages[60].width, pages[60].height) == (1190.55, 841.89)  # A3 on its side
    assert pages[120].width > pages[60].width


def test_single_position_is_drawn_large():
    board = board_of_game(trace("tic-tac-toe@xox|xxo|o..").game)
    assert fit_figure(board, "a4").scale > 1.2
    assert fit_figure(board, "a4").page == portrait_page("a4")


def test_letters_continue_after_z():
    assert [letter_of(n, 60) for n in (0, 25, 26, 27, 52)] == ["a", "z", "aa", "ab", "ba"]
    assert letter_of(0, 1) == ""


def test_points_are_shown():
    assert [in_points(n) for n in (0, 1, 2.5, 4)] == ["", "1 point", "2.5 points", "4 points"]


def _question(columns, rows):
    return SheetQuestion("values", 1, "?", Blank(columns, rows))


@over("rows", range(1, 30), ms=45)
@over("columns", [1, 2, 3, 5])
def test_folded_table_has_every_cell_once_in_order(rows, columns):
    names = tuple(f"n{number}" for number in range(rows))
    heads = tuple(f"h{number}" for number in range(columns))
    cells = tuple((name, *(f"{name}.{head}" for head in heads[1:])) for name in names)
    question = _question(heads, names)
    for answer in (None, Answer("", cells)):
        room = answer_space(question, answer)
        assert room.heads == heads * room.groups
        unfolded = [
            tuple(cell.text for cell in row[group * columns : (group + 1) * columns])
            for group in range(room.groups)
            for row in room.rows
        ]
        blank = [(name, *[""] * (columns - 1)) for name in names]
        assert [row for row in unfolded if any(row)] == (list(cells) if answer else blank)
        assert all(len(row) == len(room.heads) for row in room.rows)
        given = {cell.text for row in room.rows for cell in row if not cell.answers}
        assert given - {""} == set(names)


def test_answer_without_cells_is_a_single_line():
    room = answer_space(_question(("at", "left out"), ("", "")), Answer("none\nat all"))
    assert (room.heads, room.rows, room.answer) == ((), (), ("none", "at all"))
