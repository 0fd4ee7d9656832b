"""Methods replaced at run time are the ones that are called."""

from __future__ import annotations

import functools
from unittest import mock

import pytest

from engine.compiled.dispatch import compiled_run
from engine.game import Game, Player
from engine.games import make_game
from engine.games.mnk import MNK
from engine.games.tic_tac_toe import TicTacToe
from engine.kernel.loading import is_built
from engine.log.visit_log import VisitLog
from engine.search import SEARCHES, run_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.base import DepthFirst
from engine.searches.settings import Settings
from engine.wrappers.changed import Changed, change
from tests.support.cases import over
from trees.formats.nested import from_nested
from trees.hand_tree import HandTree

pytestmark = pytest.mark.skipif(not is_built(), reason="the kernel was not built")

NEARLY_OVER = "xox|xxo|o.."


def is_taken(game, search="alphabeta"):
    """Whether the kernel runs it."""
    run = compiled_run(SEARCHES[search](game, Settings(), VisitLog()))
    return run is not None


#: Searches that only the plain program runs.
PLAIN = ("mcts", "single", "maxn", "mtdf", "aspiration", "sss", "star1", "star2")


@over("search", [name for name in SEARCHES if name not in PLAIN])
def test_unmodified_methods_use_the_kernel(search):
    kind = SEARCHES[search]
    game = kind.prepare(from_nested([[1, 2], [3, 4]]), Settings())
    assert is_taken(game, search)


@pytest.mark.parametrize("base", [TicTacToe, MNK, Game])
def test_utility_assigned_to_a_class_or_its_base_is_called(monkeypatch, base):
    assert is_taken(TicTacToe(NEARLY_OVER))
    if base is not TicTacToe:  # else its own would hide the base's
        for between in TicTacToe.__mro__[: TicTacToe.__mro__.index(base)]:
            if "utility" in vars(between):
                monkeypatch.delattr(between, "utility")
    monkeypatch.setattr(base, "utility", lambda self, state, player: 7)
    assert not is_taken(TicTacToe(NEARLY_OVER))
    assert run_search(TicTacToe(NEARLY_OVER)).log.value[0] == 7
    monkeypatch.undo()
    assert is_taken(TicTacToe(NEARLY_OVER))


def test_a_method_that_counts_its_calls_is_called(monkeypatch):
    calls = []
    inner = HandTree.result

    @functools.wraps(inner)
    def counting(self, state, action):
        calls.append(action)
        return inner(self, state, action)

    monkeypatch.setattr(HandTree, "result", counting)
    found = run_search(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    assert len(calls) == found.counts.visited - 1 == 10


def test_a_mock_is_called():
    with mock.patch.object(TicTacToe, "utility", return_value=3) as asked:
        assert run_search(TicTacToe(NEARLY_OVER)).log.value[0] == 3
    assert asked.call_count > 0


def test_a_wrappers_method_is_called(monkeypatch):
    monkeypatch.setattr(Changed, "utility", lambda self, state, player: 5)
    assert run_search(change(TicTacToe(NEARLY_OVER), win=10)).log.value[0] == 5


def test_a_searchs_method_is_called(monkeypatch):
    def leave_nothing_out(self, move):
        return True

    whole = run_search(TicTacToe("xo.|...|..."), "minimax").counts.visited
    monkeypatch.setattr(AlphaBeta, "is_after_pass", leave_nothing_out)
    monkeypatch.setattr(AlphaBeta, "__init__", with_passes(AlphaBeta.__init__))
    assert run_search(TicTacToe("xo.|...|...")).counts.visited == whole
    monkeypatch.undo()
    monkeypatch.setattr(
        DepthFirst, "leaf", lambda self, state, row, value, flag: self.log.leaf(row, 9, flag)
    )
    assert run_search(TicTacToe(NEARLY_OVER)).log.value[0] == 9


def with_passes(init):
    def changed(self, *given):
        init(self, *given)
        self.passes = True

    return changed


def test_replaced_log_method_is_called_for_every_visit(monkeypatch):
    entered = []
    inner = VisitLog.enter

    def watching(self, *given):
        entered.append(given)
        return inner(self, *given)

    monkeypatch.setattr(VisitLog, "enter", watching)
    assert run_search(TicTacToe(NEARLY_OVER)).counts.visited == len(entered) == 5
    monkeypatch.undo()

    class Watching(VisitLog):
        def leave(self, row, value, tried, flags):
            entered.append(row)
            return super().leave(row, value, tried, flags)

    game = TicTacToe(NEARLY_OVER)
    assert compiled_run(SEARCHES["alphabeta"](game, Settings(), Watching())) is None


def test_log_with_rows_is_not_overwritten():
    log = VisitLog()
    search = SEARCHES["alphabeta"](TicTacToe(NEARLY_OVER), Settings(), log)
    search.run()
    assert compiled_run(search) is None
    search.run()
    log.finish()
    assert [*log.roots()] == [0, 5]


@pytest.mark.parametrize("source", ["race", "nim"])
def test_numbers_too_large_for_the_kernel_use_the_plain_search(source):
    game = make_game(source)
    if source == "race":
        game.target = 2**70
        game.initial = (2**70 - 3, Player.MAX)
    else:
        game.initial = ((2**70,), Player.MAX)
    assert not is_taken(game)
