"""Reversi's rules, figures and evaluations."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conventions import PRESETS
from engine.errors import InvalidInput, PlytraceError
from engine.game import Player
from engine.games import GAMES, make_game
from engine.games.reversi import PASS, Reversi
from engine.log.best_play import actions_along, best_rows
from engine.search import run_search
from engine.searches.settings import Settings
from engine.tree_size import measure_full_tree
from engine.wrappers.changed import change
from tests.support import naive_reversi as naive
from tests.support.cases import over
from tests.support.tables import table
from tracer import trace
from trees.sources import open_source

make = GAMES["reversi"].make

SIDES = {Player.MAX: "B", Player.MIN: "W"}


@st.composite
def positions(draw, least=1, most=8, empty=None):
    """Rows of any signs, and a side; `empty` bounds the number of empty cells."""
    rows = draw(st.integers(least, most))
    columns = draw(st.integers(least if rows >= 3 else 3, most))
    count = rows * columns
    if empty is None:
        signs = draw(st.lists(st.sampled_from("..BW"), min_size=count, max_size=count))
    else:
        signs = draw(st.lists(st.sampled_from("BW"), min_size=count, max_size=count))
        for cell in draw(st.sets(st.integers(0, count - 1), max_size=empty)):
            signs[cell] = "."
    text = ["".join(signs[start : start + columns]) for start in range(0, count, columns)]
    return text, draw(st.sampled_from("BW"))


def game_at(rows, side="B"):
    return make(f"{len(rows)},{len(rows[0])}", f"{'|'.join(rows)} {side}", "")


def rows_of(game, state):
    return game.format(state).partition(" ")[0].split("|")


# Rules --------------------------------------------------------------------------------------


@given(positions())
def test_moves_and_flips_equal_those_of_a_walk_from_cell_to_cell(position):
    rows, side = position
    game, cells = game_at(rows, side), naive.cells_of(rows)
    state = game.initial
    assert game.is_terminal(state) == naive.is_over(cells)
    expected = naive.moves(cells, side)
    actions = game.actions(state)
    assert [game.cell_of(action) for action in actions] == (expected or [None])
    for action, at in zip(actions, expected, strict=False):
        child = game.result(state, action)
        assert naive.cells_of(rows_of(game, child)) == naive.placed(cells, side, at)
        assert SIDES[game.to_move(child)] == naive.OTHER[side]
        assert game.name_of(action) == f"({at[0]},{at[1]})"
    assert game.utility(state, Player.MAX) == naive.difference(cells)
    assert game.utility(state, Player.MIN) == -naive.difference(cells)


@given(positions(3, 4, empty=5))
def test_searches_agree_with_a_search_over_dictionaries(position):
    rows, side = position
    game = game_at(rows, side)
    found = naive.minimax(naive.cells_of(rows), side)
    result = run_search(game, "minimax")
    turns = [
        (SIDES[game.to_move(state)], *((action is not None and game.cell_of(action)) or (-1, -1)))
        for state, action in actions_along(game, result.log, best_rows(result.log))
    ]
    assert turns == found.line
    assert (result.log.value[0], result.counts.visited, result.counts.terminals) == (
        found.value,
        found.visits,
        found.terminals,
    )
    for search in ("alphabeta", "negamax", "pvs", "transposition"):
        assert run_search(game, search).log.value[0] == found.value


def test_side_without_a_move_passes_and_the_board_is_unchanged():
    # B has no disc to sandwich with; W flips (0,1) from (0,2).
    game = Reversi("WB.", "1,3")
    assert game.actions(game.initial) == [PASS]
    assert game.is_pass(PASS)
    assert not game.is_pass(0)
    assert (game.name_of(PASS), game.cell_of(PASS)) == ("pass", None)
    after = game.result(game.initial, PASS)
    assert game.format(after) == "WB. W"
    assert [game.name_of(move) for move in game.actions(after)] == ["(0,2)"]
    t = trace(game, "minimax")
    assert (t.value, t.line, t.counts.visited) == (-3, ["pass", "(0,2)"], 3)
    t = trace(game)
    sentences = [t.at(step).sentence for step in range(len(t.replay))]
    assert any("there is no cutoff test after a pass" in sentence for sentence in sentences)
    assert game.result(after, PASS) == game.initial


# Figures ------------------------------------------------------------------------------------


@over("source, search, value, line, counts", table(__file__, "reversi_figures"), ms=250)
def test_published_figures(source, search, value, line, counts):
    game = open_source(source).game
    result = run_search(game, search, Settings(PRESETS["rutgers"]))
    visited, terminals, early = counts
    assert result.log.value[0] == value
    assert (result.counts.visited, result.counts.terminals) == (visited, terminals)
    assert early is None or result.counts.early_returns == early
    if line is not None:
        way = actions_along(game, result.log, best_rows(result.log))
        placed = [game.name_of(a) for _, a in way if a is not None and not game.is_pass(a)]
        assert (placed if " " in line else placed[:1]) == line.split()


def test_mirrored_board_has_the_sheets_number_of_nodes():
    tree = measure_full_tree(Reversi("....|.WB.|.BW.|...."))
    assert (tree.nodes, tree.leaves) == (224_821, 60_060)


# Positions and sizes ------------------------------------------------------------------------


@given(positions())
def test_game_is_recreated_from_its_size_and_position(position):
    rows, side = position
    game = game_at(rows, side)
    again = make_game(game.name, size=game.size, position=game.format(game.initial))
    assert (again.initial, again.size, again.columns) == (game.initial, game.size, game.columns)
    assert game.parse(game.format(game.initial)) == game.initial
    drawn = [line.split()[1:] for line in game.draw(game.initial).splitlines()[1:]]
    assert ["".join(cells) for cells in drawn] == rows


@over(
    "source, size, position",
    [
        *table(__file__, "reversi_sources"),
        ("reversi", "8", "........|" * 3 + "...WB...|...BW...|" + "|".join(["........"] * 3)),
        ("reversi:8,8", "8", "........|" * 3 + "...WB...|...BW...|" + "|".join(["........"] * 3)),
    ],
)
def test_sources_are_read(source, size, position):
    game = open_source(source).game
    assert (game.size, game.format(game.initial)) == (size, position)


def test_side_given_twice_is_refused():
    with pytest.raises(InvalidInput, match="one of the two"):
        make("", "BW.|...|... B", "W")


@pytest.mark.parametrize("text", ["", "BW.", "....|.BW.|.WB.|...Z", "....|.BW.|.WB.|.... max"])
def test_parse_refuses_positions_of_another_size(text):
    with pytest.raises(InvalidInput, match="reversi:4@"):
        Reversi(size="4").parse(text)


def test_cells_can_be_numbered_and_passes_keep_their_name():
    game = change(Reversi("WB.", "1,3"), cells="number")
    assert trace(game, "minimax").line == ["pass", "3"]


# Evaluations --------------------------------------------------------------------------------

#: Norvig's table in full, as it is printed.
NORVIG = table(__file__, "reversi_norvig")


def weighed(cells, squares):
    worth = {"B": 1, "W": -1, ".": 0}
    return sum(worth[sign] * squares[r][c] for (r, c), sign in cells.items())


@given(positions(8, 8))
def test_evaluations_equal_a_count_of_cells(position):
    rows, side = position
    game, cells = game_at(rows, side), naive.cells_of(rows)
    state = game.initial
    values = {name: one.value(state) for name, one in game.evaluations.items()}
    assert values == {
        "discs": naive.difference(cells),
        "mobility": len(naive.moves(cells, "B")) - len(naive.moves(cells, "W")),
        "positional": weighed(cells, NORVIG),
    }
    assert game.evaluate(state) == values["discs"]
    mixed = game.read_evaluation({"weights": {"positional": 0.5, "discs": -1, "mobility": 3}})
    assert (
        mixed.value(state) == 0.5 * values["positional"] - values["discs"] + 3 * values["mobility"]
    )
    for one in (*game.evaluations.values(), mixed):
        assert sum(term.contribution for term in one.terms(state)) == one.value(state)


def test_corner_weights_apply_only_to_their_board_size():
    assert list(Reversi(size="8").evaluations) == ["discs", "mobility", "positional"]
    assert list(Reversi(size="6").evaluations) == ["discs", "mobility"]
    with pytest.raises(PlytraceError, match="positional"):
        change(Reversi(size="6"), evaluation="positional")


def test_custom_table_works_for_any_board():
    game = Reversi("BB.|.WB|...")
    table = [[Fraction(1, 3), 2, 0], [0.5, 7, 1], [0, 0, 0]]
    one = game.read_evaluation({"table": table})
    assert one.value(game.initial) == Fraction(1, 3) + 2 + 1 - 7
    assert {(term.weight, term.amount) for term in one.terms(game.initial)} == {
        (Fraction(1, 3), 1),
        (2, 1),
        (1, 1),
        (7, -1),
    }
    terms = game.read_evaluation({"table": [[5, 5, 5], [5, 1, 5], [5, 5, 5]]}).terms(game.initial)
    assert [term.feature for term in terms] == ["cells like (0,0)", "cells like (1,1)"]
    both = game.read_evaluation({"table": table, "weights": {"positional": 3, "discs": 10}})
    assert both.value(game.initial) == 3 * one.value(game.initial) + 10 * 2


@over(
    ("spec", "fragment"),
    [
        *table(__file__, "reversi_descriptions"),
        ({"table": [[1, 2, 10**400], [4, 5, 6], [7, 8, 9]]}, "finite"),
    ],
)
def test_descriptions_of_another_size_are_refused(spec, fragment):
    with pytest.raises(InvalidInput) as caught:
        Reversi("BW.|...|...").read_evaluation(spec)
    assert fragment in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("size", ["4", "5", "8", "2,7", "3,8"])
def test_static_order_puts_corners_first_and_squares_next_to_them_last(size):
    rows, _, columns = size.partition(",")
    rows, columns = int(rows), int(columns or rows)
    game = make(f"{rows},{columns}", "|".join(["." * columns] * rows), "")
    rank = {
        (row, column): game.priority(game.initial, row * columns + column)
        for row in range(rows)
        for column in range(columns)
    }
    corners = {(r, c) for r in (0, rows - 1) for c in (0, columns - 1)}
    assert max(rank[corner] for corner in corners) < min(
        rank[cell] for cell in rank if cell not in corners
    )
    if min(rows, columns) >= 4:
        assert rank[1, 1] == rank[rows - 2, columns - 2] == max(rank.values())


def test_depth_limit_evaluates_the_discs_of_that_ply():
    # Any first move of Othello flips one: four discs to one.
    t = trace("reversi", depth=1)
    assert (t.value, t.counts.evaluated) == (3, 4)
