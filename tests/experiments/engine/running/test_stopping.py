"""Budgets, cancelling, deep chains and endless games."""

import threading

import pytest

from engine.games import make_game
from engine.running.control import Control, StopReason
from engine.search import run_search, tally_search
from tests.engine.running.test_stopping import MEGABYTE, chain
from trees.formats.nested import from_nested

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


def test_table_of_positions_stops_at_the_ceiling():
    part = tally_search(
        make_game("reversi", size=6), "transposition", control=Control(memory=12 * MEGABYTE)
    )
    assert part.stopped is StopReason.MEMORY
    assert part.counts.visited > 1_000


def test_searches_in_two_threads_keep_separate_recursion_limits():
    values = []
    deep = from_nested(chain(30_000))
    threads = [
        threading.Thread(target=lambda: values.append(run_search(deep).log.value[0]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [7, 7, 7, 7]
