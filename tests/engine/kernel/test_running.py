"""The kernel beside the interpreter: stopping, checkpoints, memory, and errors."""

import _thread
import random
import sys
import threading
import time
from array import array
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from engine.compiled.dispatch import compiled_run
from engine.game import Player
from engine.games.reversi import Reversi
from engine.games.tic_tac_toe import TicTacToe
from engine.kernel.loading import CHOICE, is_built
from engine.log import visit_log
from engine.log.counts import count_visits
from engine.log.visit_log import COLUMNS, NO_PARENT, WINDOW_COLUMNS, VisitLog
from engine.log.windows import Windows
from engine.running.control import Control, SearchStopped, StopReason, used_memory
from engine.search import SEARCHES, run_search, tally_search
from engine.searches.settings import Settings
from tests.support.cases import over
from tests.support.random_searches import Outcome, on_each_path
from tests.support.tables import table
from trees.building import TreeEdge, TreeNode, build

pytestmark = pytest.mark.skipif(not is_built(), reason="the kernel was not built")

#: Of 59,705 visits by minimax: their rows are mapped in large pages, as those of more visits.
SMALLER = "x..|...|..."
#: Reversi of 139,210,466 visits: not over before anything that a test does.
ENDLESS = ".....|.....|..WB.|..BW.|....."


@pytest.fixture(autouse=True)
def forced(monkeypatch):
    monkeypatch.setenv(CHOICE, "force")


def test_checkpoint_is_called_at_the_rows_of_the_plain_search(monkeypatch):
    def looks():
        now = iter(x * 0.003 for x in range(100_000))
        monkeypatch.setattr("engine.running.control.monotonic", lambda: next(now))
        rows = []
        run_search(TicTacToe(), control=Control(on_progress=rows.append))
        return rows

    assert len(on_each_path(looks)) > 5


def test_custom_checkpoint_is_called_at_the_rows_it_requests():
    asked = []

    def checkpoint(row):
        asked.append(row)
        return row + len(asked)

    log = VisitLog(checkpoint)
    search = SEARCHES["alphabeta"](TicTacToe(), Settings(), log)
    compiled_run(search)()
    steps = [later - row for row, later in pairwise(asked)]
    assert steps == list(range(1, len(asked)))
    assert len(log) == 18_297


def test_another_thread_sees_a_prefix_of_the_log_and_can_search_too():
    control = Control()
    found = []
    game = Reversi(ENDLESS)
    thread = threading.Thread(
        target=lambda: found.append(run_search(game, "alphabeta", control=control))
    )
    thread.start()
    seen = []
    ends = time.monotonic() + 60
    while (len({*seen}) <= 5 or seen[-1] < 500_000) and time.monotonic() < ends:
        if control.running is None:
            continue
        log = control.running.log
        rows = len(log)
        lengths = [len(column) for column in log.columns().values()]
        assert min(lengths) >= rows  # a later look may have come between
        if rows:
            so_far = control.running.so_far()
            assert so_far.visits >= rows
            row = rows - 1
            while row != NO_PARENT:
                parent = log.parent[row]
                assert parent < row
                assert log.depth[row] == (0 if parent == NO_PARENT else log.depth[parent] + 1)
                # What is whole ends before what comes later.
                assert not log.size[row] or row + log.size[row] > row
                row = parent
        seen.append(rows)
    control.cancel()
    thread.join()
    assert found[0].stopped is StopReason.CANCELLED
    assert seen == sorted(seen)
    assert len({*seen}) > 5
    assert found[0].log.size[0] == len(found[0].log)


def test_ctrl_c_ends_a_search_without_a_control():
    timer = threading.Timer(0.1, _thread.interrupt_main)

    def search():
        timer.start()  # where Ctrl-C is expected, however slow the machine is
        run_search(Reversi(ENDLESS), "alphabeta")

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        search()
    timer.join()
    assert time.monotonic() - began < 20


def test_exception_from_a_checkpoint_propagates_and_leaves_a_valid_log():
    class Odd(Exception):
        pass

    def checkpoint(row):
        if row >= 1_000:
            raise Odd
        return row + 100

    log = VisitLog(checkpoint)
    with pytest.raises(Odd):
        compiled_run(SEARCHES["minimax"](TicTacToe(), Settings(), log))()
    log.finish()
    assert {len(column) for column in log.columns().values()} == {1_000}
    assert log.size[0] == 1_000


#: Each column that a log can have, and a search that has it.
WITH_COLUMN = {
    **{name: "minimax" for name, _ in COLUMNS},
    **{name: "alphabeta" for name, _ in WINDOW_COLUMNS[Windows.ONE_END]},
    **{name: "pvs" for name, _ in WINDOW_COLUMNS[Windows.ANY]},
}


@over("name", WITH_COLUMN)
def test_view_of_a_column_keeps_its_rows_while_the_log_grows(name):
    views = []

    def checkpoint(row):
        if row == 100:
            views.append(getattr(log, name))
        return row + 100

    log = VisitLog(checkpoint)
    game = TicTacToe(SMALLER)
    compiled_run(SEARCHES[WITH_COLUMN[name]](game, Settings(), log))()
    log.finish()
    entered = name in ("parent", "depth", "action", "player", "bound", "alpha", "beta")
    assert not entered or views[0][:100] == getattr(log, name)[:100]
    assert len(views[0]) < len(log)
    assert log == run_search(game, WITH_COLUMN[name]).log


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much memory is used")
def test_log_takes_the_memory_of_its_rows_and_gives_it_back():
    taken, left = [], []
    for _ in range(3):  # the first search also imports modules
        before = used_memory()
        log = run_search(TicTacToe(), "minimax").log
        taken.append(used_memory() - before)
        rows = len(log)
        log.enter(0, 1, 0, 0, 0.0, 1.0)  # a finished log can grow
        assert len(log) == rows + 1 == 549_947
        del log
        left.append(used_memory() - before)
    assert 0.9 * 27 * rows < min(taken) < 1.1 * 27 * rows
    assert min(left) < 1_000_000


def test_log_grows_by_little_if_there_is_no_memory_for_more(monkeypatch):
    sizes = []

    def allocate(size):
        sizes.append(size)
        if size > 250_000:
            raise MemoryError
        return bytearray(size)

    expected = run_search(TicTacToe("xo.|...|..."), "minimax").log
    monkeypatch.setattr(visit_log, "_allocate", allocate)
    assert run_search(TicTacToe("xo.|...|..."), "minimax").log == expected
    assert max(sizes) > 250_000
    with pytest.raises(MemoryError):
        run_search(TicTacToe(), "minimax")


def test_memory_that_is_still_in_use_is_not_written_again():
    for use in (lambda column: column, memoryview, iter):
        log = run_search(TicTacToe(SMALLER), "minimax").log
        before = log.value[:]
        held = use(log.value)
        del log
        run_search(Reversi(ENDLESS), control=Control(50_000))
        assert array("d", held) == before


def test_means_are_exact_and_rounded_only_once():
    draw = random.Random("means")
    for _ in range(400):
        count = draw.randint(1, 6)
        weights = [draw.randint(1, draw.choice((3, 10**6, 10**15))) for _ in range(count)]
        values = [
            draw.choice((draw.randint(-5, 5), draw.uniform(-1, 1), draw.uniform(-1e15, 1e15)))
            * 2.0 ** draw.choice((0, 0, -30, -200, -1000, -1070))
            for _ in range(count)
        ]
        chances = [Fraction(weight, sum(weights)) for weight in weights]
        edges = [
            TreeEdge(TreeNode(value=value), f"o{place}", chance)
            for place, (value, chance) in enumerate(zip(values, chances, strict=True))
        ]
        tree = build(TreeNode(player=Player.CHANCE, edges=edges))
        # A double of few digits stands for its decimal.
        texts = [Decimal(repr(value)) for value in values]
        few = [len(text.as_tuple().digits) <= 15 for text in texts]
        meant = [Fraction(t if f else v) for v, t, f in zip(values, texts, few, strict=True)]
        exact = sum(v * chance for v, chance in zip(meant, chances, strict=True))
        assert run_search(tree, "expectiminimax").log.value[0] == float(exact)


def test_table_columns_in_use_are_not_moved():
    views = []

    def checkpoint(row):
        if len(log.repeats) and not views:
            views.append(memoryview(log.repeats))
        return row + 500

    log = VisitLog(checkpoint)
    with pytest.raises(BufferError):
        compiled_run(SEARCHES["transposition"](TicTacToe(), Settings(), log))()
    assert len(views[0]) == len(log.repeats)
    views[0].release()
    log.finish()
    assert log.size[0] == len(log)


def test_nested_and_concurrent_searches_give_the_same_logs_as_separate_ones():
    alone = run_search(TicTacToe("x..|...|...")).log
    inner = []

    def checkpoint(row):
        inner.append(run_search(TicTacToe("x..|...|...")).log == alone)
        return row + 1_000

    log = VisitLog(checkpoint)
    compiled_run(SEARCHES["alphabeta"](TicTacToe(), Settings(), log))()
    whole = run_search(TicTacToe()).log
    log.finish()
    assert log == whole
    assert len(inner) > 10
    assert all(inner)
    with ThreadPoolExecutor(3) as pool:
        assert [*pool.map(lambda _: run_search(TicTacToe()).log, range(3))] == [whole] * 3


@pytest.mark.parametrize("search", ["alphabeta", "transposition", "deepening", "minimax"])
def test_budgets_are_exact_at_the_borders_of_blocks(search):
    for budget in (1, 2, 16, 17, 1_023, 1_024, 1_025, 4_095, 4_096, 4_097):
        on_each_path(Outcome.of, TicTacToe(), search, Settings(depth=7), budget)


def test_unfinished_rows_of_a_search_are_counted():
    log = VisitLog()
    log.enter(NO_PARENT, 0, 0, 0, 0.0, 1.0)
    assert len(log) == 1 < len(log.flags)
    counts = count_visits(log)
    assert (counts.visited, counts.generated, counts.expanded, counts.roots) == (1, 1, 1, 1)
    log.flags = array("B", bytes(4096))
    with pytest.raises(ValueError, match="expected 2"):
        count_visits(log)


@over("search, order, limit", table(__file__, "full_tables"))
@over("keeps_rows", [True, False])
def test_table_that_may_not_grow_ends_the_search_at_the_next_visit(
    monkeypatch, search, order, limit, keeps_rows
):
    asked = []

    def reserve(self, more):
        asked.append(more)
        raise SearchStopped(StopReason.MEMORY)

    monkeypatch.setattr(Control, "reserve", reserve)
    settings = Settings(order=order, depth=limit)
    run = run_search if keeps_rows else tally_search
    part = run(Reversi(size="6"), search, settings, Control(3_000_000))
    assert part.stopped is StopReason.MEMORY
    assert asked
    assert min(asked) >= 1 << 20
    if keeps_rows:
        again = run(Reversi(size="6"), search, settings, Control(len(part.log)))
        assert part.log == again.log
