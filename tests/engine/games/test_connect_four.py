"""Connect Four, compared with OpenSpiel, a program over lists, and published figures."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SearchRefused
from engine.game import Player
from engine.games import GAMES
from engine.games.connect_four import ConnectFour
from engine.search import run_search, tally_search
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.engine.games.test_mnk import naive_lines
from tests.support.cases import over
from tests.support.playouts import playout
from tests.support.tables import table
from tracer import trace

make = GAMES["connect-four"].make

shapes = st.tuples(st.integers(1, 12), st.integers(1, 12)).filter(
    lambda shape: max(shape) >= 4 and shape[0] * shape[1] <= 64
)


@given(shapes, st.randoms(use_true_random=False))
def test_random_game_matches_a_model_over_cells_and_round_trips_at_every_move(shape, dice):
    width, height = shape
    lines = naive_lines(width, height, 4)
    signs, played, began = {}, [], dice.choice("XO")  # signs by row, from the top, and column
    game = ConnectFour(size=f"{width},{height}", to_move=began)
    state, side = game.initial, began
    while True:
        text = ("," if width > 9 else "").join(map(str, played))
        again = make(game.size, f"{text} {side}", "") if played else game
        assert again.initial == state
        assert make(again.size, again.format(state), "").initial == state
        rows = ["".join(signs.get((r, c), ".") for c in range(width)) for r in range(height)]
        assert make(game.size, f"{'|'.join(rows)} {side}", "").initial == state
        assert game.labels[game.to_move(state)] == side
        won = {value for sign, value in (("X", 1), ("O", -1))
               if any(all(signs.get(cell) == sign for cell in line) for line in lines)}  # fmt: skip
        moves = [column + 1 for column in range(width) if (0, column) not in signs]
        assert game.is_terminal(state) == bool(won or not moves)
        if won or not moves:
            assert {game.utility(state, Player.MAX)} == (won or {0})
            return
        assert list(game.actions(state)) == moves
        played.append(dice.choice(moves))
        column = played[-1] - 1
        row = max(row for row in range(height) if (row, column) not in signs)
        signs[row, column] = side
        state = game.result(state, played[-1])
        side = "XO"[side == "X"]


@given(st.integers(0, 10_000), st.integers(0, 12))
def test_evaluation_counts_lines_of_four_open_to_one_side_only(seed, plies):
    game = make("5,4", "", "")
    state = playout(game, seed, plies)[-1]
    rows = game.cells(state)
    counts = [0] * 5
    for line in naive_lines(5, 4, 4):
        marks = [rows[r][c] for r, c in line if rows[r][c] in "XO"]
        if len({*marks}) == 1:
            counts[len(marks)] += 1 if marks[0] == "X" else -1
    terms = game.terms(state)
    assert [term.amount for term in terms] == counts[1:4]
    assert [term.weight / terms[0].weight for term in terms] == [1, 3, 9]
    value = game.evaluate(state)
    assert float(sum(term.contribution for term in terms)) == value
    assert -1 < value < 1


def chains_in(rows, side):
    """Return how many unbroken rows of two or more there are of each length, cell by cell."""
    cells = {(r, c) for r, signs in enumerate(rows) for c, sign in enumerate(signs) if sign == side}
    found = Counter()
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for r, c in cells:
            if (r - down, c - right) not in cells:
                length = 1
                while (r + down * length, c + right * length) in cells:
                    length += 1
                found[length] += length > 1
    return found


@given(shapes, st.integers(0, 10_000), st.integers(0, 64))
def test_chains_are_found_on_the_board(shape, seed, plies):
    game = make(f"{shape[0]},{shape[1]}", "", "")
    state = playout(game, seed, plies)[-1]
    x, o = (chains_in(game.cells(state), side) for side in "XO")
    evaluation = game.evaluations["chains"]
    terms = evaluation.terms(state)
    amounts = {int(term.feature.rpartition(" ")[2]): term.amount for term in terms if term.amount}
    assert amounts == {one: x[one] - o[one] for one in x | o if x[one] != o[one]}
    total = sum(length**2 * (x[length] - o[length]) for length in x | o)
    value = evaluation.value(state)
    assert value == float(total / (4 / terms[0].weight))
    assert value == float(sum(term.contribution for term in terms))
    assert -1 < value < 1


# Boards of MIT 6.034's Lab 3 (boards.py, 2015 to 2017) with as many discs of either side, on which
# its tests expect a positive estimate for X (1), or a negative one (-1).
@over("board, sign", table(__file__, "lab3_boards"))
def test_evaluations_of_lab_boards_have_the_expected_sign(board, sign):
    for side in "XO":
        game = make("", board, side)
        assert game.evaluations["chains"].value(game.initial) * sign > 0


def test_player_to_move_wins_the_board_with_equal_chains():
    """The player to move wins, so an evaluation must depend on whose turn it is."""
    board, _ = table(__file__, "lab3_boards")[0]  # BOARD_1_WINNING_BARELY
    for side, value in (("X", 1), ("O", -1)):
        game = make("", board, side)
        found = tally_search(game, "transposition", Settings(order="static")).found
        assert found.value == value
        for name in ("weighted-lines", "open-lines"):
            assert game.evaluations[name].value(game.initial) < 0


def test_positions_per_ply_equal_tromps():
    """J. Tromp, "John's Connect Four Playground": positions of 7 × 6 by the number of discs.

    The end of the game is included: sequence A212693 of the OEIS.
    """
    game = make("", "", "")
    level = {game.initial}
    for expected in [1, 7, 49, 238, 1_120, 4_263, 16_422]:
        assert len(level) == expected
        level = {
            game.result(state, column)
            for state in level
            if not game.is_terminal(state)
            for column in game.actions(state)
        }


@over("size", ["4,4", "4,3", "1,4", "4,1"])
def test_small_boards_are_draws(size):
    # Tromp's table of board sizes: four columns of four are a draw.
    game = make(size, "", "")
    assert run_search(game, "transposition", Settings(order="static")).log.value[0] == 0


@over("position, move, value", table(__file__, "connect_four_wins"))
def test_player_to_move_completes_four_in_a_row(position, move, value):
    t = trace(make("7,6", position, ""), "minimax", depth=1)
    assert (t.move, t.value) == (move, value)
    assert t.counts.terminals == 1


@pytest.mark.parametrize(("columns", "sign"), [("11223", 1), ("717253", -1)])
def test_an_open_three_is_blocked_at_depth_two(columns, sign):
    game = make("7,6", columns, "")
    for column in game.actions(game.initial):
        started = make("7,6", game.format(game.result(game.initial, column)), "")
        t = trace(started, "minimax", depth=1)
        assert (t.value == sign) == (column != 4)
    t = trace(game, depth=2)
    assert t.move == "4"
    assert -1 < t.value < 1


def test_no_line_wraps_around_the_edge_of_the_board():
    # Three at the top of column 1 and one at the bottom of column 2 would be neighbours in the
    # bits but for the row that is always 0; so would three on the right edge and one on the left.
    top = "X......|X......|X......|O......|O......|OX....O"
    right = ".......|.......|.......|.......|X...OOO|X...XXX"
    for board in (top, right):
        game = make("", board, "")
        assert not game.is_terminal(game.initial)
        assert game.utility(game.initial, Player.MAX) == 0


@over("size, order", [("", [4, 3, 5, 2, 6, 1, 7]), ("6,4", [3, 4, 2, 5, 1, 6])])
def test_moves_are_listed_left_to_right_and_ranked_from_the_middle(size, order):
    game = make(size, "", "")
    moves = list(game.actions(game.initial))
    assert moves == sorted(order)
    assert sorted(moves, key=lambda column: game.priority(game.initial, column)) == order


def test_board_is_drawn_from_the_top_with_columns_below():
    game = make("5,4", "1213", "")
    assert game.draw(game.initial) == (". . . . .\n. . . . .\nX . . . .\nX O O . .\n1 2 3 4 5")
    wide = make("10,4", "10", "")
    assert wide.draw(wide.initial).splitlines()[-2:] == [
        " .  .  .  .  .  .  .  .  .  X",
        " 1  2  3  4  5  6  7  8  9 10",
    ]


def test_side_after_the_columns_is_the_last_mover_and_implies_who_began():
    x_began, o_began = make("", "445", ""), make("", "445 X", "")
    assert x_began.initial[:2] == o_began.initial[1::-1]


def test_columns_are_not_accepted_as_cells():
    with pytest.raises(SearchRefused, match="take no cells"):
        change(make("", "", ""), cells="row-col")
