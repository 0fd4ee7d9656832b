"""Windows read from fewer columns are those that the search passed down."""

import copy
import pickle
import random
from array import array

import pytest

from engine.errors import PlytraceError
from engine.game import Player
from engine.games.tic_tac_toe import TicTacToe
from engine.kernel.loading import CHOICE, is_built
from engine.log.visit_log import VisitLog
from engine.log.windows import MovedEnd, Windows
from engine.running.control import Control
from engine.search import SEARCHES, run_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.settings import Settings
from tests.support.cases import cases, over
from tests.support.random_searches import random_position, random_settings, random_tree
from trees.formats.nested import from_nested

PATHS = [
    "forbid",
    pytest.param("force", marks=pytest.mark.skipif(not is_built(), reason="no kernel built")),
]


@over("path", PATHS)
def test_kernel_reads_stretches_as_single_rows_are_read(monkeypatch, path):
    monkeypatch.setenv(CHOICE, path)
    log = run_search(TicTacToe(), "transposition").log
    draw = random.Random(path)
    for end in (log.alpha, log.beta):
        assert isinstance(end, MovedEnd)
        one_by_one = array("d", [end[row] for row in range(len(log))])
        assert end[:] == array("d", end) == one_by_one
        for _ in range(200):
            start, stop = sorted(draw.randint(0, len(log)) for _ in range(2))
            assert end[start:stop] == one_by_one[start:stop]
        for row in (len(log), -len(log) - 1):
            with pytest.raises(IndexError):
                end[row]


def test_subclass_of_a_search_may_pass_down_any_window():
    class Narrow(AlphaBeta):
        def visit(self, state, action, parent, depth, alpha, beta):
            return super().visit(state, action, parent, depth, alpha, min(beta, 6 - depth))

    log = VisitLog()
    Narrow(TicTacToe("xo.|.x.|..."), Settings(), log).run()
    log.finish()
    assert log.windows is Windows.ANY
    below_max = [row for row in range(1, len(log)) if log.depth[row] % 2]
    assert any(log.beta[row] < log.beta[log.parent[row]] for row in below_max)


def test_log_with_visits_keeps_what_it_keeps():
    log = run_search(TicTacToe("xo.|.x.|...")).log
    before = log.alpha[:]
    AlphaBeta(TicTacToe(), Settings(), log)
    assert log.alpha[:] == before
    for search, settings in ((AlphaBeta, Settings(window=(0, 1))), (SEARCHES["pvs"], Settings())):
        with pytest.raises(ValueError, match="a log with visits"):
            search(TicTacToe(), settings, log)


@over("search", ["minimax", "alphabeta", "pvs"])
def test_copies_have_the_same_windows(search):
    window = {} if search == "minimax" else {"window": (-3, 0.5)}
    log = run_search(TicTacToe("xo.|.x.|..."), search, Settings(**window)).log
    for other in (copy.deepcopy(log), pickle.loads(pickle.dumps(log))):
        assert other == log
        assert (other.windows, other.window) == (log.windows, log.window)
        assert (other.alpha[:], other.beta[:]) == (log.alpha[:], log.beta[:])
    other.value[1] += 1
    assert other != log


# The windows of random searches --------------------------------------------------------------

#: The searches that pass down the same window, or move one end of it.
KINDS = {
    "alphabeta": Windows.ONE_END,
    "negamax": Windows.ONE_END,
    "transposition": Windows.ONE_END,
    "deepening": Windows.ONE_END,
    "paranoid": Windows.ONE_END,
    "minimax": Windows.SAME,
    "expectiminimax": Windows.SAME,
    "expectimax": Windows.SAME,
    "single": Windows.SAME,
    "mcts": Windows.SAME,
    "sss": Windows.SAME,
}


keep_windows = VisitLog.keep_windows


def keep_both_ends(log, windows, window):
    keep_windows(log, Windows.ANY, window)


def recorded(game, search, settings, budget, *, whole):
    """The log of a search, with both ends of each window or with what it needs; or an error."""
    with pytest.MonkeyPatch.context() as patch:
        if whole:
            patch.setattr(VisitLog, "keep_windows", keep_both_ends)
        try:
            return run_search(game, search, settings, Control(budget)).log
        except PlytraceError as error:
            return str(error)


def nested(draw, plies):
    """A tree of one player."""
    if not plies:
        return draw.randint(-9, 9)
    return [nested(draw, plies - 1) for _ in range(draw.randint(1, 4))]


@over("path", PATHS)
def test_windows_of_random_searches_are_those_passed_down(monkeypatch, path):
    monkeypatch.setenv(CHOICE, path)
    monkeypatch.setattr("engine.searches.ordering.MOST_STATES", 300)
    for draw in cases(ms=120, name=path):
        search = draw.choice([*SEARCHES])
        chance = SEARCHES[search].takes_chance and draw.random() < 0.5
        is_tree = chance or draw.random() < 0.5
        game = random_tree(draw, chance=chance) if is_tree else random_position(draw)
        depth = draw.choice((None, 3)) if is_tree else 3
        if search == "solve":  # which has no depth limit
            game, depth = random_tree(draw, chance=False), None
        if search == "single":
            game, depth = from_nested(nested(draw, 3), players=[Player.MAX]), None
        if search == "mcts":
            settings = Settings(iterations=draw.randint(1, 40), seed=draw.randint(0, 9))
        else:
            settings = random_settings(draw, search, depth)
        budget = draw.choice((None, draw.randint(1, 60)))
        whole = recorded(game, search, settings, budget, whole=True)
        log = recorded(game, search, settings, budget, whole=False)
        if isinstance(log, str):
            assert log == whole
            continue
        kind = KINDS.get(search, Windows.ANY)
        if search == "alphabeta" and settings.bounds is None and game.has_bounds:
            kind = Windows.ANY
        assert (whole.windows, log.windows) == (Windows.ANY, kind)
        assert log == whole
        for mine, right in ((log.alpha, whole.alpha), (log.beta, whole.beta)):
            assert len(mine) == len(right) == len(log)
            assert [mine[row] for row in range(len(log))] == [*mine] == right.tolist()
            start, stop = sorted(draw.randint(-len(log), 2 * len(log)) for _ in range(2))
            for part in (slice(start, stop), slice(stop, start, -1), slice(start, None, 2)):
                assert mine[part] == right[part]
            assert mine[-1] == right[-1]
