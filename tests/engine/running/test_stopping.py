"""Budgets, cancelling, deep chains and endless games."""

import itertools
import math
import sys
import threading
from itertools import pairwise

import pytest

from engine.errors import InvalidInput, SearchRefused, UsageError
from engine.game import Game, Player
from engine.games import make_game
from engine.games.tic_tac_toe import TicTacToe
from engine.log.visit_log import Flag
from engine.running import control as control_module
from engine.running.control import Control, StopReason
from engine.running.recursion import MAX_DEPTH
from engine.search import run_search, tally_search
from engine.searches.settings import Settings
from tests.support.cases import over
from tracer import trace
from tracer.ask.search_run import NOTING, run_noting
from trees.formats.nested import from_nested

#: For what the kernel can do too: not for games of this file, nor for what is refused before.
both_paths = pytest.mark.usefixtures("plain_and_kernel")


MEGABYTE = 1 << 20


class Countdown(Game):
    """One move after another until nothing is left; each is worth the plies that it took."""

    def __init__(self, plies, moves=1):
        self.initial = plies
        self.moves_each = moves

    def to_move(self, state):
        return Player.MAX if state % 2 == 0 else Player.MIN

    def actions(self, state):
        return list(range(self.moves_each))

    def result(self, state, action):
        return state - 1

    def is_terminal(self, state):
        return state == 0

    def utility(self, state, player):
        return 1 if player is Player.MAX else -1


class Broken(Countdown):
    """A countdown with one method that is wrong."""

    def __init__(self, **methods):
        super().__init__(2)
        for name, method in methods.items():
            setattr(self, name, method)


def chain(plies):
    tree = 7
    for _ in range(plies):
        tree = [tree]
    return tree


@over("search", ["minimax", "alphabeta", "expectiminimax"], ms=45)  # too deep for the kernel
def test_a_chain_of_50000_nodes_is_searched(search):
    limit = sys.getrecursionlimit()
    t = trace(chain(50_000), search)
    assert (t.value, t.counts.visited, max(t.log.depth)) == (7, 50_001, 50_000)
    assert len(t.line) == 50_000
    assert sys.getrecursionlimit() == limit


def test_chain_of_a_games_moves_can_be_replayed_at_any_step():
    t = trace(Countdown(10_000))  # deeper than Python may call by far
    assert t.counts.visited == 10_001
    deepest = t.at(10_000)
    assert len(deepest.stack) == 10_001
    assert deepest.stack[-1].v == 1
    assert deepest.stack[0].name == "root"
    assert t.at(-1).sentence == "root is worth 1: MAX plays 0."
    places = t.walk()
    assert [next(places).name for _ in range(4)] == ["root", "0", "0 0", "0 0 0"]


@both_paths
def test_budget_leaves_a_valid_partial_trace():
    full = run_search(TicTacToe(), "alphabeta")
    for visits in (1, 2, 100, 5_000):
        part = run_search(TicTacToe(), "alphabeta", control=Control(visits))
        assert part.stopped is StopReason.BUDGET
        assert part.counts.visited == len(part.log) == visits
        assert part.log.action == full.log.action[:visits]
        assert part.log.alpha[:] == full.log.alpha[:visits]
        assert part.log.beta[:] == full.log.beta[:visits]
        open_rows = [r for r in range(visits) if part.log.flags[r] & Flag.INCOMPLETE]
        assert all(math.isnan(part.log.value[row]) for row in open_rows)
        assert [part.log.depth[row] for row in open_rows] == list(range(len(open_rows)))
        for row in set(range(visits)) - set(open_rows):
            assert part.log.value[row] == full.log.value[row]
            assert part.log.size[row] == full.log.size[row]


@both_paths
def test_sufficient_budget_stops_nothing():
    assert run_search(from_nested([[1, 2], [3, 4]]), control=Control(7)).stopped is None
    assert run_search(from_nested([[1, 2], [3, 4]]), control=Control(4)).stopped


@both_paths
def test_counts_of_a_partial_trace_attribute_unreached_nodes_to_no_cutoff():
    part = run_search(TicTacToe(), "minimax", control=Control(100))
    assert (part.counts.skipped, part.counts.cutoffs) == (0, 0)
    assert part.counts.visited == 100
    full = run_search(TicTacToe(), "alphabeta", control=Control(1_000))
    t = trace(TicTacToe(), max_visits=1_000)
    assert full.counts.skipped == sum(len(cutoff.skipped) for cutoff in t.cutoffs)


@both_paths
@over("search", ["minimax", "transposition", "deepening", "solve", "mcts"], ms=45)
def test_ceiling_of_memory_leaves_the_beginning_of_the_trace(search, monkeypatch):
    monkeypatch.setattr(control_module, "used_memory", lambda: 0)  # rows alone count
    game, settings = make_game("reversi", size=6), Settings()
    if search == "mcts":  # whose playouts are shorter here
        game, settings = TicTacToe(), Settings(iterations=10**7)
    part = run_search(game, search, settings, Control(memory=MEGABYTE))
    assert part.stopped is StopReason.MEMORY
    assert 0.2 * MEGABYTE < len(part.log) * part.log.row_bytes < 0.7 * MEGABYTE
    again = run_search(game, search, settings, Control(len(part.log)))
    assert part.log == again.log
    assert part.counts == again.counts


@both_paths
def test_ceiling_counts_what_the_process_takes(monkeypatch):
    taken = itertools.count(0, MEGABYTE)
    monkeypatch.setattr(control_module, "used_memory", lambda: next(taken))
    monkeypatch.setattr(control_module, "_PAUSE", 0)
    part = tally_search(
        make_game("reversi", size=6), "minimax", control=Control(memory=9 * MEGABYTE)
    )
    assert part.stopped is StopReason.MEMORY
    assert next(taken) == 7 * MEGABYTE  # 1.5 times 6 is the ceiling
    assert part.counts.visited > 16


@both_paths
def test_ceiling_is_a_quarter_of_what_is_free_when_the_search_starts(monkeypatch):
    monkeypatch.setattr(control_module, "free_memory", lambda: 4 * MEGABYTE)
    monkeypatch.setattr(control_module, "_SETTLED", 0)
    monkeypatch.setattr(control_module, "used_memory", lambda: 0)
    game = make_game("reversi", size=6)
    for control in (Control(), Control(memory=100 * MEGABYTE)):
        part = run_search(game, "minimax", control=control)
        assert part.stopped is StopReason.MEMORY
        assert 0.2 * MEGABYTE < len(part.log) * part.log.row_bytes < 0.7 * MEGABYTE
    with pytest.raises(SearchRefused, match="minimax on reversi needs more memory"):
        run_search(game, "minimax")  # whoever gives no control reads a whole result
    with pytest.raises(SearchRefused, match="star1 on reversi needs more memory"):
        run_noting(game, NOTING["star1"], Settings(bounds=(-36, 36)))


def test_cancel_from_another_thread_ends_the_search():
    started = threading.Event()
    control = Control(on_progress=lambda visits: started.set() if visits >= 20_000 else None)

    def cancel():
        assert started.wait(30)
        control.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    result = run_search(Countdown(60, moves=2), "minimax", control=control)
    thread.join()
    assert result.stopped is StopReason.CANCELLED
    assert result.counts.visited >= 20_000


@both_paths
def test_search_cancelled_before_its_start_has_its_root():
    control = Control()
    control.cancel()
    result = run_search(TicTacToe(), "minimax", control=control)
    assert result.stopped is StopReason.CANCELLED
    assert result.counts.visited >= 1


@over("search", ["minimax", "alphabeta", "expectiminimax"], ms=45)
def test_endless_game_is_stopped_without_a_crash(search):
    result = run_search(Countdown(-1), search)
    assert result.stopped is StopReason.TOO_DEEP
    assert (
        MAX_DEPTH <= result.counts.visited < MAX_DEPTH * 6
    )  # the recursion limit has room for the search of the most calls a ply


def test_endless_recursion_in_a_method_is_not_mistaken_for_a_deep_game():
    def utility(state, player):
        return utility(state, player)

    with pytest.raises(InvalidInput, match="one of its methods recurses forever"):
        run_search(Broken(utility=utility))


def test_budget_together_with_a_control_is_refused():
    with pytest.raises(UsageError, match="cannot be combined"):
        trace([1, 2], max_visits=1, control=Control())


@over(
    ("methods", "found"),
    [
        ({"actions": lambda state: []}, "no move in a state that is not terminal"),
        ({"utility": lambda state, player: math.nan}, "the value nan for a leaf"),
        ({"utility": lambda state, player: math.inf}, "the value inf for a leaf"),
        ({"actions": lambda state: range(65_536)}, "65,536 moves"),
    ],
)
def test_game_that_breaks_its_rules_is_refused_with_the_state(methods, found):
    with pytest.raises(InvalidInput, match=found) as caught:
        run_search(Broken(**methods))
    assert "Broken" in str(caught.value)
    assert caught.value.where in "012"


class Dice(Countdown):
    """A countdown whose first state is a roll."""

    has_chance = True
    given = ((0, 0.25), (1, 0.5))

    def __init__(self):
        super().__init__(2, moves=2)

    def to_move(self, state):
        return Player.CHANCE if state == 2 else super().to_move(state)

    def chances(self, state):
        return self.given


def test_dice_of_a_game_are_checked():
    with pytest.raises(InvalidInput, match=r"sum to 0\.75"):
        run_search(Dice())
    right = Dice()
    right.given = ((0, 0.5), (1, 0.5))
    assert run_search(right).log.value[0] == 1
    right.has_chance = False  # unannounced
    for search in ("alphabeta", "minimax"):
        with pytest.raises(SearchRefused, match="Use expectiminimax"):
            run_search(right, search)


def test_a_depth_limit_that_no_play_reaches_needs_no_evaluation():
    with pytest.raises(SearchRefused, match="no evaluation"):
        run_search(Countdown(5), settings=Settings(depth=2))
    assert run_search(Countdown(5), settings=Settings(depth=5)).counts.terminals == 1


@both_paths
def test_slow_game_is_checked_more_often(monkeypatch):
    now = iter(range(10_000))
    monkeypatch.setattr("engine.running.control.monotonic", lambda: float(next(now)))
    looks = []
    control = Control(on_progress=looks.append)
    run_search(TicTacToe("xo.|xo.|..."), "minimax", control=control)
    # A look a second on this clock, at which the game made less than a visit: one visit a look.
    gaps = [after - before for before, after in pairwise(looks[1:])]
    assert gaps
    assert max(gaps) <= 2
