"""Inconsistent rows of a log are found, by the kernel and in plain Python."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.errors import PlytraceError
from engine.kernel.loading import CHOICE, is_built
from engine.log import consistency as fitting
from engine.log.consistency import find_misfit
from engine.log.visit_log import COLUMNS, Flag, VisitLog
from engine.running.control import Control
from engine.search import run_search
from engine.searches.settings import Settings
from tests.support.random_searches import random_position, random_settings, random_tree

SEARCHES = (
    "alphabeta",
    "deepening",
    "expectiminimax",
    "mcts",
    "minimax",
    "pvs",
    "transposition",
)
WAYS = ("forbid", "force") if is_built() else ("forbid",)


def is_whole(log):
    """Return whether rows are trees in pre-order, from the lists of children."""
    rows = range(len(log))
    children = {row: [] for row in (-1, *rows)}
    for row in rows:
        if not -1 <= log.parent[row] < row:
            return False
        children[log.parent[row]].append(row)
    in_order = []

    def visit(row, depth):
        """A node and those below it; how many they are."""
        in_order.append(row)
        below = sum(visit(child, depth + 1) for child in children[row])
        flags = Flag(log.flags[row])
        if (
            log.size[row] != 1 + below
            or log.depth[row] != depth
            or log.player[row] not in (0, 1, 2)
        ):
            raise ValueError
        if any(log.action[child] not in range(log.actions[row]) for child in children[row]):
            raise ValueError
        if log.tried[row] not in range(log.actions[row] + 1):
            raise ValueError
        if below and (Flag.TERMINAL in flags or Flag.EVALUATED in flags or Flag.REPEAT in flags):
            raise ValueError
        if Flag.INCOMPLETE in flags and row + 1 + below < len(log):
            raise ValueError
        return 1 + below

    try:
        for root in children[-1]:
            visit(root, 0)
    except ValueError:
        return False
    pairs = dict(zip(log.repeats[::2], log.repeats[1::2], strict=True))
    repeated = [row for row in rows if log.flags[row] & Flag.REPEAT]
    return (
        in_order == list(rows)
        and all(log.action[root] == 0 for root in children[-1])
        and list(log.repeats[::2]) == repeated
        and all(0 <= known < row for row, known in pairs.items())
    )


def logs(number):
    """Logs of random searches of random trees and positions, whole and stopped."""
    draw = random.Random(number)
    searches = (
        "minimax",
        "alphabeta",
        "pvs",
        "deepening",
        "transposition",
        "mcts",
        "expectiminimax",
    )
    while number:
        search = draw.choice(searches)
        chance = search == "expectiminimax"
        position = draw.random() < 0.5 and not chance
        game = random_position(draw) if position else random_tree(draw, chance=chance)
        if search == "mcts":
            settings = Settings(iterations=draw.randint(1, 40), seed=draw.randint(0, 9))
        else:
            settings = random_settings(draw, search, None)
        try:
            stop = Control(draw.choice((draw.randint(1, 60), 400)))
            log = run_search(game, search, settings, stop).log
        except PlytraceError:  # what does not go together
            continue
        number -= 1
        yield log


def damaged(log, draw):
    """A copy of a log with one number changed."""
    copy = VisitLog.from_columns(
        {name: getattr(log, name)[:] for name in (*log.columns(), "repeats")}, log.window
    )
    names = [name for name, _ in COLUMNS if name != "value"]
    column = getattr(copy, draw.choice(names + ["repeats"] * bool(log.repeats)))
    row = draw.randrange(len(column))
    near = [column[row] + 1, max(0, column[row] - 1), row, len(log), 0, 1, 64, 128]
    column[row] = draw.choice(near) % 256
    if column.typecode == "i" and draw.random() < 0.2:
        column[row] = draw.choice((-1, -2, 2**31 - 1, -(2**31)))
    return copy


@pytest.mark.parametrize("way", WAYS)
def test_logs_of_all_searches_are_consistent(monkeypatch, way):
    monkeypatch.setenv(CHOICE, way)
    seen = Counter()
    for log in logs(150):
        assert find_misfit(log) is None
        assert is_whole(log)
        seen["stopped"] += next(log.open_rows(), None) is not None
        seen["repeats"] += bool(log.repeats)
        seen["roots"] += len(list(log.roots())) > 1
    assert min(seen["stopped"], seen["repeats"], seen["roots"]) > 3


@pytest.mark.parametrize("rows", [1, 7, 1000])
def test_single_wrong_number_is_found_as_by_an_independent_check(monkeypatch, rows):
    """Cut the rows into different slices, with and without the kernel."""
    monkeypatch.setattr(fitting, "_SLICE", rows)
    draw, found = random.Random(rows), Counter()
    for log in logs(60):
        for _ in range(12):
            wrong = damaged(log, draw)
            misfits = []
            for way in WAYS:
                monkeypatch.setenv(CHOICE, way)
                misfits.append(find_misfit(wrong))
            assert len({*misfits}) == 1
            assert (misfits[0] is None) == is_whole(wrong)
            found[misfits[0].column if misfits[0] else "fits"] += 1
    assert {"fits", "parent", "size", "depth", "player", "action", "tried", "flags"} <= {*found}
    assert found["repeats"]


@pytest.mark.parametrize("way", WAYS)
def test_progress_is_reported_after_every_slice(monkeypatch, way):
    monkeypatch.setenv(CHOICE, way)
    monkeypatch.setattr(fitting, "_SLICE", 5)
    log = run_search(random_tree(random.Random(4), chance=False), "minimax").log
    progress = []
    assert find_misfit(log, progress.append) is None
    assert progress == [*range(5, len(log), 5), len(log)]


@pytest.mark.skipif(not is_built(), reason="the kernel is not built")
def test_kernel_refuses_columns_of_different_lengths_and_missing_rows(monkeypatch):
    from engine.kernel.loading import the_kernel

    monkeypatch.setenv(CHOICE, "force")
    kernel = the_kernel()
    log = run_search(random_tree(random.Random(4), chance=False), "minimax").log
    for start, stop, above, pair in ((0, len(log) + 1, -1, 0), (3, 3, 1, 0), (2, 4, 2, 0),
                                     (2, 4, -2, 0), (-1, 4, -1, 0), (0, 4, -1, -1)):  # fmt: skip
        with pytest.raises(ValueError, match="no such rows"):
            kernel.fitting(log, start, stop, above, pair)
    del log.tried[-1:]
    with pytest.raises(ValueError, match="different lengths"):
        kernel.fitting(log, 0, 4, -1, 0)
