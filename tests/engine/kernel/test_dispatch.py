"""When the kernel replaces the plain search, and when it does not."""

import functools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.compiled.dispatch import compiled_run
from engine.errors import UsageError
from engine.game import Game, Player
from engine.games import make_game
from engine.games.mnk import MNK
from engine.games.reversi import Reversi
from engine.games.tic_tac_toe import TicTacToe
from engine.kernel import loading
from engine.kernel.loading import CHOICE, is_built
from engine.kernel.sources import stamp_of_sources
from engine.log.visit_log import VisitLog
from engine.search import SEARCHES, run_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.base import DepthFirst
from engine.searches.ordering import ORDERS
from engine.searches.settings import Settings
from engine.values import Evaluation
from engine.wrappers.changed import Changed, change
from engine.wrappers.checked import Checked
from tests.engine.running.test_stopping import chain
from tests.support.cases import over
from tests.support.random_searches import is_taken
from tests.support.tables import table
from trees.formats.nested import from_nested
from trees.hand_tree import HandTree

needs_kernel = pytest.mark.skipif(not is_built(), reason="the kernel was not built")


#: Searches that only the plain program runs.
PLAIN = ("mcts", "single", "maxn", "mtdf", "aspiration", "sss", "star1", "star2")


@needs_kernel
@over("name, size, is_compiled", table(__file__, "compiled_games"))
def test_built_in_games_use_the_kernel_unless_they_are_too_deep_or_too_large(
    name, size, is_compiled
):
    game = make_game(name, size=size)
    limit = Settings(depth=3) if game.evaluations else Settings()
    assert is_taken(game, settings=limit) is is_compiled


@needs_kernel
def test_numbers_too_large_for_the_kernel_use_the_plain_search():
    race, nim = make_game("race"), make_game("nim")
    race.target, race.initial = 2**70, (2**70 - 3, Player.MAX)
    nim.initial = ((2**70,), Player.MAX)
    assert not is_taken(race)
    assert not is_taken(nim)


@needs_kernel
@over("search", [s for s in SEARCHES if s not in PLAIN])
def test_depth_first_searches_use_the_kernel(search):
    assert is_taken(from_nested([[1, 2], [3, 4]]), search)


@needs_kernel
def test_custom_game_or_search_does_not_use_the_compiled_form():
    class OtherValue(TicTacToe):
        def utility(self, state, player):
            return 7 if player is Player.MAX else -7

    class OtherSearch(AlphaBeta):
        def is_after_pass(self, move):
            return True

    assert is_taken(TicTacToe())
    assert not is_taken(OtherValue())
    assert not is_taken(OtherValue(), "solve")
    assert run_search(OtherValue("xox|xxo|o..")).log.value[0] == 7
    assert not is_taken(TicTacToe(), OtherSearch)
    assert not is_taken(Checked(TicTacToe()))
    changed = TicTacToe()
    changed.utility = lambda state, player: 5
    assert not is_taken(changed)
    assert run_search(changed).log.value[0] == 5


@needs_kernel
def test_custom_evaluation_uses_the_plain_search():
    game = TicTacToe("xo.|...|...")
    game.evaluations = {"mine": Evaluation("mine", lambda state: 0.25)}
    assert is_taken(game)
    assert not is_taken(game, settings=Settings(depth=1))
    assert run_search(game, settings=Settings(depth=1)).log.value[0] == 0.25


@needs_kernel
@pytest.mark.parametrize(("weight", "is_compiled"), [(3, True), (0.5, False)])
def test_table_of_weights_uses_the_compiled_form_if_all_are_whole(weight, is_compiled):
    game = change(
        Reversi("BB.|.WB|..."), evaluation={"table": [[1, 2, 0], [weight, 7, 1], [0, 0, 0]]}
    )
    assert is_taken(game, settings=Settings(depth=2)) == is_compiled


@needs_kernel
@over("order", ORDERS)
def test_every_order_uses_the_compiled_form(order):
    search = "deepening" if order == "best-first" else "alphabeta"
    assert is_taken(TicTacToe(), search, Settings(order=order))


@needs_kernel
def test_patched_order_or_exact_values_in_an_order_do_not_use_the_compiled_form(monkeypatch):
    fair = from_nested([[1, 2], [3, 4]], players=[Player.MAX, Player.CHANCE])
    assert is_taken(fair, "expectiminimax")
    assert not is_taken(fair, "expectiminimax", Settings(order="perfect"))
    settings = Settings(order="killer")
    monkeypatch.setattr(ORDERS["killer"], "places", lambda *_: (1, 0))
    assert not is_taken(from_nested([[1, 2], [3, 4]]), settings=settings)


@needs_kernel
def test_single_player_uses_the_plain_search_unless_given_a_tree():
    assert is_taken(from_nested([1, 2], players=[Player.MAX]), "single")
    assert not is_taken(Checked(from_nested([1, 2], players=[Player.MAX])), "single")


@needs_kernel
def test_chain_may_be_as_deep_as_the_stack_allows():
    assert is_taken(from_nested(chain(500)))
    assert run_search(from_nested(chain(500))).log.size[0] == 501
    assert not is_taken(from_nested(chain(501)))


def test_kernel_works_on_the_small_stack_of_a_thread():
    deep = from_nested(chain(500))
    before = threading.stack_size(512 * 1024)
    try:
        with ThreadPoolExecutor(1) as pool:
            for search, order in (
                ("minimax", "given"),
                ("pvs", "perfect"),
                ("transposition", "killer"),
            ):
                found = pool.submit(run_search, deep, search, Settings(order=order)).result()
                assert found.log.value[0] == 7
    finally:
        threading.stack_size(before)


def test_unknown_choice_is_refused(monkeypatch):
    monkeypatch.setenv(CHOICE, "yes")
    with pytest.raises(UsageError, match="force, forbid"):
        run_search(TicTacToe())


def test_forcing_a_kernel_that_is_not_built_is_an_error(monkeypatch):
    monkeypatch.setattr(loading, "_loaded", lambda: None)
    monkeypatch.delenv(CHOICE, raising=False)
    assert run_search(TicTacToe("xox|xxo|o..")).counts.visited == 5
    monkeypatch.setenv(CHOICE, "force")
    with pytest.raises(UsageError, match="PLYTRACE_BUILD_KERNEL=require"):
        run_search(TicTacToe())


@needs_kernel
def test_kernel_built_from_other_sources_is_not_used(monkeypatch):
    from engine import _kernel

    assert stamp_of_sources() == _kernel.SOURCES
    loading._loaded.cache_clear()
    monkeypatch.setattr(_kernel, "SOURCES", "of yesterday")
    try:
        assert not is_built()
    finally:
        loading._loaded.cache_clear()


# Methods replaced at run time are the ones that are called --------------------------------------

NEARLY_OVER = "xox|xxo|o.."


@needs_kernel
@pytest.mark.parametrize("base", [TicTacToe, MNK, Game])
def test_utility_assigned_to_a_class_its_base_or_a_wrapper_is_called(monkeypatch, base):
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
    monkeypatch.setattr(Changed, "utility", lambda self, state, player: 5)
    assert run_search(change(TicTacToe(NEARLY_OVER), win=10)).log.value[0] == 5


@needs_kernel
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


@needs_kernel
def test_a_searchs_method_is_called(monkeypatch):
    monkeypatch.setattr(
        DepthFirst, "leaf", lambda self, state, row, value, flag: self.log.leaf(row, 9, flag)
    )
    assert run_search(TicTacToe(NEARLY_OVER)).log.value[0] == 9


@needs_kernel
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


@needs_kernel
def test_log_with_rows_is_not_overwritten():
    log = VisitLog()
    search = SEARCHES["alphabeta"](TicTacToe(NEARLY_OVER), Settings(), log)
    search.run()
    assert compiled_run(search) is None
    search.run()
    log.finish()
    assert [*log.roots()] == [0, 5]
