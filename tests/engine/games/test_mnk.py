"""The m,n,k games, compared with OpenSpiel, programs over lists, and published values."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Player
from engine.games import GAMES
from engine.games.lines import make_lines
from engine.search import run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.support.cases import over
from tests.support.tables import table
from tracer import trace

make = GAMES["mnk"].make


def naive_lines(columns, rows, length):
    """Every line as its cells: from each cell, a step at a time, in each direction."""
    found = set()
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = []
                for at in range(length):
                    cell = (row + down * at, column + right * at)
                    if 0 <= cell[0] < rows and 0 <= cell[1] < columns:
                        cells.append(cell)
                if len(cells) == length:
                    found.add(tuple(sorted(cells)))
    return found


@st.composite
def boards(draw):
    """Columns, rows, a length, and rows of any signs."""
    columns, rows = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    length = draw(st.integers(1, max(columns, rows)))
    # Few free cells, so that lines are full, and marks that would wrap round the edge abound.
    row = st.text("XXXO.", min_size=columns, max_size=columns)
    return columns, rows, length, draw(st.lists(row, min_size=rows, max_size=rows))


def cells_of(text_rows, sign):
    return {
        (row, column)
        for row, signs in enumerate(text_rows)
        for column, found in enumerate(signs)
        if found == sign
    }


@given(boards())
def test_lines_and_evaluations_equal_those_of_a_walk_from_cell_to_cell(board):
    columns, rows, length, text_rows = board
    game = make(f"{columns},{rows},{length}", "|".join(text_rows), "")
    lines = naive_lines(columns, rows, length)
    x, o, free = (cells_of(text_rows, sign) for sign in "XO.")
    won = [any(set(line) <= side for line in lines) for side in (x, o)]
    state = game.initial
    assert game.is_terminal(state) == (any(won) or not free)
    assert game.utility(state, Player.MAX) == (1 if won[0] else -1 if won[1] else 0)
    assert len(game.lines.masks) == len(lines)
    if not any(won) and free:
        assert {game.cell_of(action) for action in game.actions(state)} == free
        assert list(game.actions(state)) == sorted(game.actions(state))
    opened, weighted = 0, 0
    for line in map(set, lines):
        in_x, in_o = len(line & x), len(line & o)
        opened += (in_o == 0) - (in_x == 0)
        if in_x * in_o == 0 and in_x + in_o not in (0, length):
            weighted += math.copysign(3 ** (in_x + in_o - 1), in_x - in_o)
    for name, total in (("open-lines", opened), ("weighted-lines", weighted)):
        evaluation = game.evaluations[name]
        value = evaluation.value(game.initial)
        assert -1 < value < 1
        terms = evaluation.terms(game.initial)
        assert float(sum(term.contribution for term in terms)) == value
        scale = next((1 / term.weight for term in terms if term.weight), 1)
        assert value * scale == pytest.approx(total)
    assert game.evaluate(game.initial) == game.evaluations["open-lines"].value(game.initial)


def test_books_exercise_values_the_first_move_by_its_best_reply():
    # AIMA's exercise on tic-tac-toe: corner −1, centre 1, edge −2 at depth 2.
    for text, estimate in (("x..|...|...", -1), ("...|.x.|...", 1), (".x.|...|...", -2)):
        t = trace(f"tic-tac-toe@{text}", "minimax", depth=1, evaluation="aima")
        assert t.value == estimate
    t = trace("tic-tac-toe", "alphabeta", depth=2, evaluation="aima")
    assert (t.value, t.move) == (1, "5")


@given(boards(), st.sampled_from(["", " X", " O"]))
def test_every_board_round_trips_with_its_side(board, side):
    columns, rows, length, text_rows = board
    game = make(f"{columns},{rows},{length}", "|".join(text_rows) + side, "")
    again = make(game.size, game.format(game.initial), "")
    assert (again.initial, again.size) == (game.initial, game.size)
    if side:
        assert game.labels[game.to_move(game.initial)] == side.strip()
        assert make(game.size, "|".join(text_rows), side.strip().lower()).initial == game.initial


@over("size, value", table(__file__, "mnk_values"))
def test_values_equal_those_of_the_literature(size, value):
    # Uiterwijk and van den Herik: k = 2 is won but on 2 × 1, 3,3,3 is a draw, the rest is won.
    game = make(size, "", "")
    for order in ("given", "static") if size != "4,4,3" else ("static",):  # else it takes long
        found = run_search(game, "transposition", Settings(order=order))
        assert found.log.value[0] == value


def test_columns_come_before_rows():
    game = make("4,2,3", "", "")
    assert game.columns == 4
    assert [game.cell_of(cell) for cell in (1, 4, 5, 8)] == [(0, 0), (0, 3), (1, 0), (1, 3)]
    assert game.draw(game.result(game.result(game.initial, 5), 4)) == (
        "  |   |   | O\n--+---+---+--\nX |   |   |  "
    )
    named = change(game, cells="row-col")
    assert [named.name_of(cell) for cell in (4, 5)] == ["(0,3)", "(1,0)"]


@over("size, order", [("3,3,3", "5 1379 2468"), ("4,4,3", "67AB 23589CEF 14DG")])
def test_static_order_begins_in_the_middle_with_lab3s_on_three_by_three(size, order):
    game = make(size, "", "")
    ranks = {}
    for cell in game.actions(game.initial):
        ranks.setdefault(game.priority(game.initial, cell), []).append("0123456789ABCDEFG"[cell])
    assert " ".join("".join(ranks[rank]) for rank in sorted(ranks)) == order


@pytest.mark.parametrize("bits", [((0, 1, 2), (3, 4, 5)), ((1, 4, 7), (0, 3, 6))])
def test_table_lookup_and_computation_of_lines_agree(bits):
    lines = make_lines(bits, 2)
    for marks in range(1 << max(map(max, bits)) + 1):
        assert lines.holds_line[marks] == lines._find(marks)
        assert lines.holds_line[marks] == any(marks & line == line for line in lines.masks)
