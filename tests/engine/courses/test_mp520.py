"""MP 520's functions, compared with its sheet and with a walk from cell to cell."""

import doctest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.courses.mp520 import (
    count_pieces,
    execute_move,
    full_minimax,
    full_minimax_ab,
    get_move_value,
    is_terminal_state,
    minimax,
    minimax_ab,
)
from engine.errors import InvalidInput
from tests.support import naive_reversi as naive
from tests.support.cases import over
from tests.support.tables import table

E = ""
SAMPLE = [[E, E, E, E], ["B"] * 4, ["W"] * 4, [E, E, E, E]]
#: What the sheet prints for its sample.
SHEET = (
    10,
    [
        ("B", 3, 0), ("W", 0, 3), ("B", 3, 3), ("W", 0, 1), ("B", 0, 2),
        ("W", 3, 1), ("B", 0, 0), ("B", 3, 2), ("W", -1, -1),
    ],
)  # fmt: skip


def boards(rows, columns, empty):
    """Draw boards with a limited number of empty cells, in either notation."""

    @st.composite
    def board(draw):
        signs = draw(
            st.lists(st.sampled_from("BW"), min_size=rows * columns, max_size=rows * columns)
        )
        for cell in draw(st.sets(st.integers(0, rows * columns - 1), max_size=empty)):
            signs[cell] = draw(st.sampled_from(["", " "]))
        return [signs[start : start + columns] for start in range(0, rows * columns, columns)]

    return board()


def cells_of(state):
    return naive.cells_of([[cell.strip() or "." for cell in row] for row in state])


@pytest.mark.parametrize("search", [full_minimax, full_minimax_ab])
def test_best_play_on_the_sample_board_is_the_sheets(search):
    assert search(SAMPLE, "B") == SHEET
    assert search(SAMPLE, "B") == search([list(row) for row in SAMPLE], "B")


@given(boards(4, 4, 16), st.sampled_from("BW"))
def test_moves_equal_those_of_a_walk_from_cell_to_cell(state, player):
    cells, before = cells_of(state), [list(row) for row in state]
    assert is_terminal_state(state) == naive.is_over(cells)
    assert count_pieces(state) == tuple(list(cells.values()).count(sign) for sign in "BW")
    for row, column in cells:
        expected = naive.flips(cells, player, (row, column))
        assert get_move_value(state, player, row, column) == len(expected)
        if expected:
            after = execute_move(state, player, row, column)
            assert cells_of(after) == naive.placed(cells, player, (row, column))
            assert not any(new is old for new in after for old in state)
        else:
            with pytest.raises(InvalidInput, match="cannot place"):
                execute_move(state, player, row, column)
    assert state == before


@given(boards(3, 4, 5), st.sampled_from("BW"))
def test_best_play_equals_that_of_a_search_over_dictionaries(state, player):
    found = naive.minimax(cells_of(state), player)
    first, *_ = found.line
    placed = [turn for turn in found.line[:-1] if turn[1] >= 0]
    for search, full in ((minimax, full_minimax), (minimax_ab, full_minimax_ab)):
        assert search(state, player) == (found.value, *first[1:])
        assert full(state, player) == (found.value, [*placed, found.line[-1]])


@pytest.mark.parametrize("search", [minimax, minimax_ab])
def test_player_without_a_move_gets_a_message_and_passes(search):
    state = [["W", "B", ""], ["", "", ""], ["", "", ""]]
    assert search(state, "B") == (-3, -1, -1)
    assert execute_move(state, "B", -1, -1) == state
    with pytest.raises(InvalidInput, match="cannot pass"):
        execute_move(state, "W", -1, -1)


@pytest.mark.parametrize("player", ["B", "W"])
def test_finished_game_has_only_the_closing_move(player):
    state = [["B", "B", ""], ["", "", ""], ["W", "", ""]]
    assert is_terminal_state(state)
    assert full_minimax(state, player) == (1, [(player, -1, -1)])
    assert minimax_ab(state, player) == (1, -1, -1)


@over(
    "state, player, fragment",
    [
        *table(__file__, "refusals"),
        (SAMPLE, "X", "the player cannot be 'X'"),
        (SAMPLE, "b", "the player cannot be 'b'"),
        (SAMPLE, None, "the player cannot be None"),
        ([[""] * 9] * 9, "B", "9 × 9"),
    ],
)
def test_illegal_boards_and_players_get_one_clear_error(state, player, fragment):
    for ask in (full_minimax, minimax_ab, lambda s, p: get_move_value(s, p, 0, 0)):
        with pytest.raises(InvalidInput) as caught:
            ask(state, player)
        assert fragment in str(caught.value)


@pytest.mark.parametrize(("row", "column"), [(4, 0), (0, 4), (-1, 0), (0, -1), (-1, -1)])
def test_cells_outside_the_board_are_refused(row, column):
    with pytest.raises(InvalidInput, match="not on the board"):
        get_move_value(SAMPLE, "B", row, column)


def test_documented_examples_print_what_the_page_shows():
    page = Path(__file__).parents[3] / "docs" / "courses.md"
    done = doctest.testfile(str(page), module_relative=False)
    assert done.attempted > 10
    assert done.failed == 0
