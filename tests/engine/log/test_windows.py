"""Windows read from fewer columns are those that the search passed down."""

import copy
import pickle
import random
from array import array

import pytest

from engine.games.tic_tac_toe import TicTacToe
from engine.log.visit_log import VisitLog
from engine.log.windows import MovedEnd, Windows
from engine.search import SEARCHES, run_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.settings import Settings
from tests.support.cases import over


def test_kernel_reads_stretches_as_single_rows_are_read(plain_and_kernel):
    log = run_search(TicTacToe(), "transposition").log
    draw = random.Random(plain_and_kernel)
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
