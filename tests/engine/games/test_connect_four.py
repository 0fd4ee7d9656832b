"""Connect Four, compared with OpenSpiel, a program over lists, and published figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SearchRefused
from engine.game import Player
from engine.games import GAMES
from engine.games.connect_four import ConnectFour
from engine.search import run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.support.cases import over
from tests.support.playouts import playout
from tests.support.tables import table
from tracer import trace

make = GAMES["connect-four"].make

#: J. Tromp, "John's Connect Four Playground": positions of 7 × 6 after so many discs, the end of
#: the game included (sequence A212693 of the On-Line Encyclopedia of Integer Sequences).
POSITIONS = [1, 7, 49, 238, 1_120, 4_263, 16_422]

shapes = st.tuples(st.integers(1, 12), st.integers(1, 12)).filter(
    lambda shape: max(shape) >= 4 and shape[0] * shape[1] <= 64
)


class Stacks:
    """The game as columns of signs, from the bottom."""

    def __init__(self, width, height):
        self.height = height
        self.columns = [[] for _ in range(width)]

    def sign(self, column, at):
        inside = 0 <= column < len(self.columns) and 0 <= at < len(self.columns[column])
        return self.columns[column][at] if inside else None

    def winner(self):
        for column in range(len(self.columns)):
            for at in range(self.height):
                sign = self.sign(column, at)
                for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [self.sign(column + right * n, at + up * n) for n in range(4)]
                    if sign and line == [sign] * 4:
                        return sign
        return None

    def moves(self):
        return [n for n, discs in enumerate(self.columns, 1) if len(discs) < self.height]

    def rows(self):
        return [
            "".join(self.sign(column, at) or "." for column in range(len(self.columns)))
            for at in reversed(range(self.height))
        ]


def written(columns, width):
    return ("," if width > 9 else "").join(map(str, columns))


@given(shapes, st.randoms(use_true_random=False))
def test_random_game_matches_a_stack_model_and_round_trips_at_every_move(shape, dice):
    width, height = shape
    stacks, played, began = Stacks(width, height), [], dice.choice("XO")
    game = ConnectFour(size=f"{width},{height}", to_move=began)
    state, side = game.initial, began
    while True:
        text = f"{written(played, width)} {side}".strip()
        again = make(game.size, text, "") if played else game
        assert again.initial == state
        assert make(again.size, again.format(state), "").initial == state
        assert make(game.size, f"{'|'.join(stacks.rows())} {side}", "").initial == state
        assert game.labels[game.to_move(state)] == side
        over = bool(stacks.winner()) or not stacks.moves()
        assert game.is_terminal(state) == over
        if over:
            value = {"X": 1, "O": -1, None: 0}[stacks.winner()]
            assert game.utility(state, Player.MAX) == value
            return
        assert list(game.actions(state)) == stacks.moves()
        played.append(dice.choice(stacks.moves()))
        stacks.columns[played[-1] - 1].append(side)
        state = game.result(state, played[-1])
        side = "XO"[side == "X"]


@given(st.integers(0, 10_000), st.integers(0, 12))
def test_evaluation_counts_lines_of_four_open_to_one_side_only(seed, plies):
    game = make("5,4", "", "")
    state = playout(game, seed, plies)[-1]
    rows = game.format(state).split(" ")[0].split("|")
    counts = [0] * 5
    for row in range(4):
        for column in range(5):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * n, column + right * n) for n in range(4)]
                if all(0 <= r < 4 and 0 <= c < 5 for r, c in cells):
                    signs = {rows[r][c] for r, c in cells} - {"."}
                    if len(signs) == 1:
                        marks = sum(rows[r][c] != "." for r, c in cells)
                        counts[marks] += 1 if signs == {"X"} else -1
    terms = game.terms(state)
    assert [term.amount for term in terms] == counts[1:4]
    assert [term.weight / terms[0].weight for term in terms] == [1, 3, 9]
    value = game.evaluate(state)
    assert float(sum(term.contribution for term in terms)) == value
    assert -1 < value < 1


def test_positions_per_ply_equal_tromps():
    game = make("", "", "")
    level = {game.initial}
    for expected in POSITIONS:
        assert len(level) == expected
        level = {
            game.result(state, column)
            for state in level
            if not game.is_terminal(state)
            for column in game.actions(state)
        }


@pytest.mark.parametrize(("size", "value"), [("4,4", 0), ("4,3", 0), ("1,4", 0), ("4,1", 0)])
def test_small_boards_have_their_known_draw_values(size, value):
    # Tromp's table of board sizes: four columns of four are a draw.
    game = make(size, "", "")
    assert run_search(game, "transposition", Settings(order="static")).log.value[0] == value


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


def test_moves_are_listed_left_to_right_and_ranked_from_the_middle():
    game = make("", "", "")
    state = game.initial
    assert list(game.actions(state)) == [1, 2, 3, 4, 5, 6, 7]
    ranked = sorted(game.actions(state), key=lambda column: game.priority(state, column))
    assert ranked == [4, 3, 5, 2, 6, 1, 7]
    even = make("6,4", "", "")
    ranked = sorted(even.actions(even.initial), key=lambda column: even.priority(state, column))
    assert ranked == [3, 4, 2, 5, 1, 6]


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
