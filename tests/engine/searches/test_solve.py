"""The search `solve`: its value, move, line and table, against plain minimax and a program in C."""

import json
import math
import random
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from engine.errors import InvalidInput
from engine.game import MAX
from engine.games import make_game
from engine.games.connect_four import ConnectFour
from engine.games.mnk import MNK
from engine.games.tic_tac_toe import TicTacToe
from engine.log.visit_log import Flag, VisitLog
from engine.running.control import Control, StopReason
from engine.search import SEARCHES, run_search, tally_search
from engine.searches import solve
from engine.searches.settings import Settings
from engine.searches.solve import FixedTable
from engine.wrappers.changed import change
from engine.wrappers.checked import Checked
from tests.engine.searches.test_mcts import Endless
from tests.engine.searches.test_searches import check_every_row
from tests.support.cases import over, scaled
from tests.support.commands import run_command
from tests.support.naive_searches import TrueValues
from tests.support.random_searches import on_each_path, random_position, random_tree
from tests.support.tables import table
from tracer import counted, trace
from tracer.steps.search_tables import table_contents

pytestmark = pytest.mark.usefixtures("plain_and_kernel")

BOUND = Flag.LOWER | Flag.UPPER
SIZES = (2, 3, 10, 200, solve.MOST_KEPT)
COMPILER = shutil.which("cc")
FOUR = Path(__file__).parents[3] / "bench" / "four.c"


@cache
def value_of(name, size, **changes):
    """The minimax value of a game from its start: once for both paths."""
    game = change(make_game(name, size=size), **changes)
    return TrueValues(game).of(game.initial)


def small_games(seed, count):
    """Yield random positions and trees of at most some thousand nodes."""
    draw = random.Random(seed)
    while count:
        game = random_tree(draw, chance=False) if draw.random() < 0.3 else random_position(draw)
        if run_search(game, "alphabeta", control=Control(4000)).stopped is None:
            count -= 1
            yield draw, game


def check_line(game, value, actions):
    """Check that every move of a line keeps the value, up to the end of the game."""
    state = game.initial
    for action in actions:
        assert action in game.actions(state)
        state = game.result(state, action)
        assert value(state) == value(game.initial)
    assert game.is_terminal(state)


# Value, move and line ------------------------------------------------------------------------


def actions_of(game, places):
    """Yield the moves at these places along a line."""
    state = game.initial
    for place in places:
        action = game.actions(state)[place]
        yield action
        state = game.result(state, action)


def test_value_move_line_and_rows_are_those_of_minimax_whatever_the_size_of_the_table(monkeypatch):
    for draw, game in small_games("solve", scaled(20, 400)):
        monkeypatch.setattr(solve, "MOST_KEPT", draw.choice(SIZES))
        settings = Settings(
            guess=draw.choice((None, 1, -3, 0.5, math.inf, -math.inf)),
            gap=draw.choice((None, 0.25, 2)),
        )
        true = TrueValues(game)
        rows = trace(game, "solve", guess=settings.guess, gap=settings.gap)
        counts = tally_search(game, "solve", settings)
        assert rows.value == counts.found.value == true.of(game.initial), game.format(game.initial)
        assert not (rows.value_flags | counts.found.flags) & BOUND
        assert rows.counts == counts.counts
        check_every_row(rows, true)
        check_line(game, true.of, list(actions_of(game, counts.found.line)))
        if counts.found.line:
            assert rows.log.action[rows.best_rows[1]] == counts.found.line[0]


@over("source", ["tic-tac-toe", "reversi:4", "nim:2,3,4", "race:12,3"], ms=45)
def test_games_are_solved_from_the_start(source):
    name, _, size = source.partition(":")
    assert tally_search(make_game(name, size=size), "solve").found.value == value_of(name, size)


def test_a_quicker_win_is_worth_more_if_asked():
    game = change(TicTacToe("xo.|...|...", to_move="x"), win=10)
    found = tally_search(game, "solve")
    assert found.found.value == TrueValues(game).of(game.initial) == 5


@pytest.fixture(scope="module")
def program_in_c(tmp_path_factory):
    """The other program, compiled once for both paths."""
    program = tmp_path_factory.mktemp("four") / "four"
    subprocess.run([COMPILER, "-O1", "-o", program, FOUR], check=True, capture_output=True)
    return program


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
def test_connect_four_has_the_values_of_a_program_in_c(program_in_c, plain_and_kernel):
    draw, lines = random.Random(42), []
    least = 30 if plain_and_kernel == "plain" else 20
    while len(lines) < scaled(25, 500):
        state, columns = (game := ConnectFour()).initial, ""
        for _ in range(draw.randint(least, 38)):
            if not game.is_terminal(state):
                columns += str(draw.choice(game.actions(state)))
                state = game.result(state, int(columns[-1]))
        if not game.is_terminal(state):
            lines.append(columns)
    given = "".join(f"{line}\n" for line in lines)
    said = subprocess.run(
        program_in_c, input=given, capture_output=True, text=True, check=True
    ).stdout
    for line, score in zip(lines, said.split(), strict=False):
        sign = (int(score) > 0) - (int(score) < 0)
        mine = sign if len(line) % 2 == 0 else -sign
        assert tally_search(ConnectFour(line), "solve").found.value == mine, line


def tallied(game):
    result = tally_search(game, "solve")
    return repr(result.found), result.counts, result.by_depth


@over("seed", range(6), ms=45)
def test_connect_four_without_rows_has_the_same_visits(monkeypatch, seed, plain_and_kernel):
    if plain_and_kernel == "plain":
        pytest.skip("both ways are compared once")
    draw, checked = random.Random(f"four {seed}"), 0
    while checked < 20:
        size, plies = draw.choice(
            (("4,4", 8), ("5,4", 12), ("7,6", 30), ("6,5", 20), ("4,6", 14), ("8,6", 39))
        )
        game = ConnectFour(size=size)
        state = game.initial
        for _ in range(draw.randint(plies - 4, plies + 6)):
            if not game.is_terminal(state):
                state = game.result(state, draw.choice(game.actions(state)))
        if game.is_terminal(state):
            continue
        game.initial = state
        seen = change(game, max="to-move") if draw.random() < 0.3 else game
        monkeypatch.setattr(solve, "MOST_KEPT", draw.choice(SIZES))
        rows = run_search(seen, "solve", control=Control(15_000))
        if rows.stopped is None:
            checked += 1
            assert on_each_path(tallied, seen)[1] == rows.counts


# The table -----------------------------------------------------------------------------------


def test_table_keeps_the_last_positions_in_halves():
    table = FixedTable(4)
    for key in "abcde":
        table.store(key, solve._Known(action=key))
    assert [key for key in "abcde" if table.get(key)] == ["c", "d", "e"]
    table.store("c", solve._Known(action="again"))
    table.store("f", solve._Known())
    assert [key for key in "cdef" if table.get(key)] == ["c", "e", "f"]
    assert table.get("c").action == "again"


def test_a_small_table_makes_a_search_longer(monkeypatch):
    game = MNK(size="4,3,3")
    whole = tally_search(game, "solve").counts.visited
    monkeypatch.setattr(solve, "MOST_KEPT", 2)
    assert tally_search(game, "solve").counts.visited > whole


def test_answers_and_both_bounds_of_the_table_are_in_the_trace():
    found = trace("lecture", "solve", guess=4)
    assert [str(entry) for entry in table_contents(found)] == ["A = 3", "B = 3", "C ≤ 2", "D ≤ 2"]
    passes = json.loads(found.export("json"))["passes"]
    assert [(one["alpha"], one["beta"], one["value"]) for one in passes] == [(3, 4, 3), (2, 3, 3)]
    deeper = trace([[[3, 8], [6, 2]], [[9, 1], [4, 7]]], "solve", guess=5)
    assert [str(entry) for entry in table_contents(deeper)] == [
        "A = 7", "B = 6", "D ≥ 8", "E = 6", "C = 7", "F ≥ 9", "G = 7",
    ]  # fmt: skip


def test_the_listed_table_is_the_one_of_the_search():
    draw = random.Random("tables")
    for _ in range(80):
        game, guess = random_tree(draw, chance=False), draw.choice((0, 1, -2, math.inf))
        log = VisitLog()
        search = SEARCHES["solve"](game, Settings(guess=guess), log)
        search.run()
        log.finish()
        kept = {**search.known._older, **search.known._newer}
        right = []
        for known in kept.values():
            ends = [known.lower, known.upper]
            values = [None if row is None else log.value[row] for row in ends]
            both = values[0] == values[1]
            right += values[:1] * both or [value for value in values if value is not None]
        found = [entry.value for entry in table_contents(trace(game, "solve", guess=guess))]
        assert sorted(found) == sorted(right)


def test_the_tables_move_is_tried_first():
    found = trace([[1, 2], [9, 8]], "solve", guess=5)
    firsts = [found.name(next(iter(found.log.children(root)))) for root in found.roots]
    assert (found.value, firsts) == (8, ["B", "C"])


def test_a_position_won_at_once_is_not_kept():
    game = TicTacToe("xx.|oo.|...", to_move="x")
    found = trace(game, "solve")
    assert found.counts.visited == 2
    assert list(table_contents(found)) == []


def test_a_symmetric_position_answers_and_the_line_goes_on_below_it():
    found = trace("tic-tac-toe", "solve")
    log = found.log
    answered = list(log.find_rows(Flag.REPEAT))
    twins = [row for row in answered if found.state(row) != found.state(log.answered_by(row))]
    assert twins
    symmetries = TicTacToe().symmetries
    for row in answered:
        one, other = found.state(row), found.state(log.answered_by(row))
        assert one == other or other in [each.state(one) for each in symmetries]
    said = found.at(found.tour.entered_at(twins[0])).sentence
    assert " is symmetric to the position of visit " in said
    game = TicTacToe()
    check_line(game, TrueValues(game).of, [int(name) for name in found.line])
    assert (found.value, len(found.line)) == (0, 9)


# Games ---------------------------------------------------------------------------------------


@over("source, count", table(__file__, "symmetries"), ms=45)
def test_symmetries_keep_the_rules(source, count):
    source, _, position = source.partition("@")
    name, _, size = source.partition(":")
    game, draw = make_game(name, size=size, position=position), random.Random(source)
    assert len(game.symmetries) == count
    for _ in range(20):
        state = game.initial
        while not game.is_terminal(state):
            action = draw.choice(game.actions(state))
            for symmetry in game.symmetries:
                twin = symmetry.state(state)
                assert sorted(map(symmetry.action, game.actions(state))) == sorted(
                    game.actions(twin)
                )
                after = game.result(twin, symmetry.action(action))
                assert after == symmetry.state(game.result(state, action))
                assert symmetry.undo(symmetry.action(action)) == action
            state = game.result(state, action)
        for symmetry in game.symmetries:
            assert game.is_terminal(symmetry.state(state))
            assert game.utility(symmetry.state(state), MAX) == game.utility(state, MAX)
    low, high = game.value_range
    assert low <= game.utility(state, MAX) <= high


@over("size", ["3,3,3", "4,4,3", "5,2,4", "1,3,2", "2,2,1", "7,3,5"])
def test_completions_are_the_cells_that_complete_a_line(size):
    game, draw = MNK(size=size), random.Random(size)
    cells = game.full.bit_length()
    for _ in range(50):
        marks = draw.getrandbits(cells)
        found = sum(
            1 << cell
            for cell in range(cells)
            if any(
                (marks | 1 << cell) & line == line and line >> cell & 1 for line in game.lines.masks
            )
        )
        assert game.lines.completions(marks) == found


def test_wins_come_first_and_moves_that_lose_at_once_last():
    game = ConnectFour("112233")
    ranks = dict(
        zip(game.actions(game.initial), game.promise(game.initial, range(1, 8)), strict=True)
    )
    assert min(ranks, key=ranks.__getitem__) == 4
    game = ConnectFour("1122335")  # O must stop X in column 4
    ranks = dict(zip(range(1, 8), game.promise(game.initial, range(1, 8)), strict=True))
    assert min(ranks, key=ranks.__getitem__) == 4
    assert {rank[0] for column, rank in ranks.items() if column != 4} == {2}


class Doubled(TicTacToe):
    """Tic-tac-toe in which a win is worth more than `value_range` of the class below says."""

    def utility(self, state, player):
        return 7 * super().utility(state, player)


class Mirrored(TicTacToe):
    """Tic-tac-toe in which a line of the top row does not count, so that it has no symmetry."""

    def utility(self, state, player):
        x, o, _ = state
        return 0 if 7 in (x & 7, o & 7) else super().utility(state, player)


@over("kind", [Doubled, Mirrored], ms=45)
@over("wrapper", [lambda game: game, Checked])
def test_a_class_with_other_rules_has_no_known_range_or_symmetry(kind, wrapper):
    for position in ("xo.|...|...", "x..|.o.|..x", "..o|.x.|..."):
        game = wrapper(kind(position))
        assert game.unless_rules_changed("value_range") == (-math.inf, math.inf)
        assert game.unless_rules_changed("symmetries") == ()
        assert tally_search(game, "solve").found.value == TrueValues(game).of(game.initial)


def test_an_evaluation_at_the_end_has_no_known_range_or_symmetry():
    game = change(make_game("reversi", size="4"), terminal="evaluation")
    assert (game.value_range, game.symmetries) == ((-math.inf, math.inf), ())
    right = value_of("reversi", "4", terminal="evaluation")
    assert tally_search(game, "solve").found.value == right


def test_a_leaf_outside_the_stated_range_is_an_error():
    class WrongRange(Endless):
        value_range = (-1, 1)

        def actions(self, state):
            return [2, 1]

        def result(self, state, action):
            return action

        def is_terminal(self, state):
            return state > 0

        def utility(self, state, player):
            return state if player is MAX else -state

    with pytest.raises(InvalidInput, match="leaf worth 2") as caught:
        run_search(WrongRange(), "solve")
    assert "from -1 to 1, its value_range" in str(caught.value)


# Settings and limits -------------------------------------------------------------------------


def test_known_bounds_of_a_tree_end_the_search_sooner():
    tree = [[9, 3], [10, 12], [5, 7]]
    free, bounded = trace(tree, "solve", guess=10), trace(tree, "solve", guess=10, bounds=(0, 12))
    capped = trace([[9, 3], [10, 10], [5, 7]], "solve", guess=10, bounds=(0, 10))
    assert free.value == bounded.value == capped.value == 10
    assert [len(found.roots) for found in (free, bounded, capped)] == [2, 2, 1]


@over("visits", [1, 2, 7, 50, 333])
def test_a_stopped_search_has_the_result_of_its_last_pass(visits):
    game = ConnectFour("4444", size="5,5")
    found = tally_search(game, "solve", control=Control(visits))
    assert found.stopped is StopReason.BUDGET
    assert found.counts.visited == visits
    assert len(found.found.line) <= 1
    rows = run_search(game, "solve", control=Control(visits))
    assert (rows.counts, rows.stopped) == (found.counts, found.stopped)


def test_a_budget_that_suffices_for_the_value_still_gives_the_move():
    game = ConnectFour("123412341", size="5,4")
    whole = tally_search(game, "solve")
    enough = tally_search(game, "solve", control=Control(whole.counts.visited + 1))
    assert enough.stopped is None
    assert enough.found.value == whole.found.value
    assert enough.found.line[:1] == whole.found.line[:1]
    assert enough.counts == whole.counts


# Command line and Python ---------------------------------------------------------------------


def test_a_game_keeps_only_counts_unless_asked_and_a_tree_its_visits(tmp_path):
    game = "tic-tac-toe@xo.|.x.|..o"
    shown = json.loads(run_command("trace", game, "-a", "solve", "-f", "json").stdout)
    assert (shown["record"], shown["value"], shown["line"]) == ("counts", 1, ["7", "3", "4"])
    rows = run_command("trace", game, "-a", "solve", "--record", "rows", "-f", "json")
    assert len(json.loads(rows.stdout)["visits"]) == shown["counts"]["visited"]
    tree = json.loads(run_command("trace", "lecture", "-a", "solve", "-f", "json").stdout)
    assert (tree["value"], len(tree["visits"]), len(tree["passes"])) == (3, 14, 2)
    saved = tmp_path / "found.trace"
    done = run_command("trace", game, "-a", "solve", "--save", str(saved), "--summary")
    assert (done.returncode, saved.exists()) == (0, True)
    why = run_command("trace", game, "-a", "solve", "--why", "root.value")
    assert why.returncode == 0


def test_compare_lists_it_beside_searches_with_visits():
    done = run_command("compare", "tic-tac-toe@xo.|.x.|..o", "-a", "solve,alphabeta", "-f", "json")
    assert done.returncode == 0
    assert {run["value"] for run in json.loads(done.stdout)["runs"]} == {1}


def test_python_counts_or_traces_it():
    assert counted("connect-four@4455", "solve", max_visits=100_000).stopped is None
    assert counted("reversi:4", "solve").value == trace("reversi:4", "solve").value == -8
