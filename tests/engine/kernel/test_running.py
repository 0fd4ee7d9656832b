"""The kernel beside the interpreter: stopping, watching, memory, and errors on the way."""

from __future__ import annotations

import _thread
import random
import sys
import threading
import time
from array import array
from fractions import Fraction
from itertools import pairwise

import pytest

from engine.control import Control, StopReason
from engine.counts import count
from engine.errors import SearchRefused
from engine.game import Player
from engine.games.reversi import Reversi
from engine.games.tic_tac_toe import TicTacToe
from engine.kernel.dispatch import compiled_run
from engine.kernel.loading import CHOICE, is_built
from engine.log import COLUMNS, NO_PARENT, VisitLog
from engine.search import SEARCHES, run_search
from engine.settings import Settings
from trees.builder import Edge, Node, build
from trees.nested import from_nested

pytestmark = pytest.mark.skipif(not is_built(), reason="the kernel was not built")

#: Reversi of 139,210,466 visits: not over before anything that a test does.
ENDLESS = ".....|.....|..WB.|..BW.|....."


@pytest.fixture(autouse=True)
def forced(monkeypatch):
    monkeypatch.setenv(CHOICE, "force")


def test_a_checkpoint_is_asked_at_the_rows_of_the_plain_search(monkeypatch):
    asked = []
    for choice in ("forbid", "force"):
        monkeypatch.setenv(CHOICE, choice)
        now = iter(x * 0.003 for x in range(100_000))
        monkeypatch.setattr("engine.control.monotonic", lambda now=now: next(now))
        looks = []
        run_search(TicTacToe(), control=Control(on_progress=looks.append))
        asked.append(looks)
    assert asked[0] == asked[1]
    assert len(asked[0]) > 5


def test_a_checkpoint_of_ones_own_is_asked_where_it_says():
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


def test_another_thread_sees_a_beginning_of_the_log_and_runs_on_itself():
    control = Control()
    found = []
    game = Reversi(ENDLESS)
    thread = threading.Thread(
        target=lambda: found.append(run_search(game, "alphabeta", control=control))
    )
    thread.start()
    seen = []
    ends = time.monotonic() + 60
    while (not seen or seen[-1] < 2_000_000) and time.monotonic() < ends:
        if control.running is None:
            continue
        log = control.running.log
        rows = len(log)
        lengths = [len(column) for column in log.columns().values()]
        assert min(lengths) >= rows  # a later look may have come between
        if rows:
            told = control.running.so_far()
            assert told.visits >= rows
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
    thread.join(30)
    assert found[0].stopped is StopReason.CANCELLED
    assert seen == sorted(seen)
    assert len({*seen}) > 5
    assert found[0].log.size[0] == len(found[0].log)


def test_ctrl_c_ends_a_search_that_nothing_watches():
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run_search(Reversi(ENDLESS), "alphabeta")
    timer.join()
    assert time.monotonic() - began < 20


def test_what_a_checkpoint_raises_comes_out_and_leaves_a_whole_log():
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


@pytest.mark.parametrize("name", [name for name, _ in COLUMNS])
def test_columns_that_somebody_holds_are_not_moved(name):
    held = []

    def checkpoint(row):
        if row and not held:
            held.append(memoryview(getattr(log, name)))
        return row + 500

    log = VisitLog(checkpoint)
    with pytest.raises(BufferError):
        compiled_run(SEARCHES["minimax"](TicTacToe(), Settings(), log))()
    assert len(held[0]) == 500
    held[0].tobytes()
    assert len(log) >= 1_000
    held[0].release()
    log.finish()
    assert log.size[0] == len(log)


def test_a_log_takes_45_bytes_a_visit_and_no_more_than_a_little():
    log = run_search(TicTacToe(), "minimax").log
    assert len(log) == 549_946
    taken = sum(sys.getsizeof(column) for column in log.columns().values())
    assert 45 * len(log) <= taken <= 45 * len(log) + 2_000
    log.finish()
    log.enter(0, 1, 0, 0, 0.0, 1.0)  # the arrays are Python's own, and grow as such
    assert len(log.parent) == 549_947


@pytest.mark.parametrize("search", ["alphabeta", "minimax", "transposition", "deepening"])
def test_a_tree_without_an_estimate_is_refused_in_the_plain_words(monkeypatch, search):
    tree = from_nested([[1, [2, 3]], [3, 4]])
    told = []
    for choice in ("forbid", "force"):
        monkeypatch.setenv(CHOICE, choice)
        with pytest.raises(SearchRefused, match="B, which has no estimate") as caught:
            run_search(tree, search, Settings(depth=3 if search == "deepening" else 1))
        told.append(str(caught.value))
    assert told[0] == told[1]


def test_means_are_exact_and_rounded_once():
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
            Edge(Node(value=value), f"o{place}", chance)
            for place, (value, chance) in enumerate(zip(values, chances, strict=True))
        ]
        tree = build(Node(player=Player.CHANCE, edges=edges))
        exact = sum(Fraction(v) * chance for v, chance in zip(values, chances, strict=True))
        assert run_search(tree, "expectiminimax").log.value[0] == float(exact)


def test_the_table_s_answers_that_somebody_holds_are_not_moved():
    held = []

    def checkpoint(row):
        if len(log.repeats) and not held:
            held.append(memoryview(log.repeats))
        return row + 500

    log = VisitLog(checkpoint)
    with pytest.raises(BufferError):
        compiled_run(SEARCHES["transposition"](TicTacToe(), Settings(), log))()
    assert len(held[0]) == len(log.repeats)
    held[0].release()
    log.finish()
    assert log.size[0] == len(log)


@pytest.mark.parametrize("name", [name for name, _ in COLUMNS])
@pytest.mark.parametrize("change", ["append", "pop", "clear"])
def test_a_checkpoint_that_changes_a_column_is_told_so(name, change):
    def checkpoint(row):
        column = getattr(log, name)
        if row == 1_000 and change == "append":
            column.append(0)
        elif row == 1_000 and change == "pop":
            column.pop()
        elif row == 1_000:
            del column[:]
        return row + 500

    log = VisitLog(checkpoint)
    with pytest.raises(BufferError, match="changed"):
        compiled_run(SEARCHES["minimax"](TicTacToe(), Settings(), log))()


def test_a_search_inside_a_checkpoint_and_two_at_once_are_as_alone():
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
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(run_search(TicTacToe()).log)) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [whole] * 3


@pytest.mark.parametrize("search", ["alphabeta", "transposition", "deepening", "minimax"])
def test_budgets_at_the_borders_of_blocks(monkeypatch, search):
    for budget in (1, 2, 16, 17, 1_023, 1_024, 1_025, 4_095, 4_096, 4_097):
        found = []
        for choice in ("forbid", "force"):
            monkeypatch.setenv(CHOICE, choice)
            settings = Settings(depth=7)
            found.append(run_search(TicTacToe(), search, settings, Control(budget)))
        plain, compiled = found
        assert (plain.log, plain.counts, plain.stopped) == (
            compiled.log,
            compiled.counts,
            compiled.stopped,
        )


def test_rows_that_a_search_has_only_begun_are_counted_as_far_as_they_go():
    log = VisitLog()
    log.enter(NO_PARENT, 0, 0, 0, 0.0, 1.0)
    assert (len(log.parent), len(log.flags)) == (1, 4096)
    counts = count(log)
    assert (counts.visited, counts.generated, counts.expanded, counts.roots) == (1, 1, 1, 1)
    log.flags = array("B", bytes(4096))
    with pytest.raises(ValueError, match="expected 2"):
        count(log)
