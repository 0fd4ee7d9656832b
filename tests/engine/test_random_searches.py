"""Random searches of trees and games: one result by the plain search and the kernel, by rows and
by counts alone, with the ends of windows that a log keeps and with all of them."""

import pytest

from engine.errors import PlytraceError
from engine.kernel.loading import is_built
from engine.log.counts import counts_by_depth, depth_counts, sum_depth_counts
from engine.log.visit_log import Flag, VisitLog
from engine.log.windows import Windows
from engine.running.control import Control
from engine.search import SEARCHES, tally_search
from engine.searches import solve
from tests.support.cases import cases
from tests.support.random_searches import Outcome, is_taken, on_each_path, random_case

#: Of the table of `solve`; the last is its usual one.
SIZES = (2, 4, 16, 1000, solve.MOST_KEPT)
#: What the kernel can run.
COMPILED = [
    *("alphabeta", "minimax", "negamax", "pvs", "transposition", "deepening", "solve"),
    *("expectimax", "expectiminimax", "single"),
]
#: What counts from its visits, or finds its line after the search.
WITHOUT_TALLY = ("mcts", "single", "sss", "maxn", "solve")
#: The searches that pass down the same window, or move one end of it.
KINDS = {
    **dict.fromkeys(["alphabeta", "negamax", "transposition", "deepening"], Windows.ONE_END),
    "paranoid": Windows.ONE_END,
    **dict.fromkeys(["minimax", "expectiminimax", "expectimax", "single"], Windows.SAME),
    **dict.fromkeys(["mcts", "sss"], Windows.SAME),
}


@pytest.fixture(autouse=True)
def few_positions_solved(monkeypatch):
    """The orders that solve the game first refuse large ones soon."""
    monkeypatch.setattr("engine.searches.ordering.MOST_STATES", 300)


def tallied(game, search, settings, budget):
    """Return what a search finds that keeps only counts, or its error."""
    try:
        result = tally_search(game, search, settings, Control(budget))
    except PlytraceError as error:
        return f"{type(error).__name__}: {error}"
    found = result.found
    summary = (repr(found.value), found.flags, [*found.line], found.visits)
    return (*summary, result.by_depth, result.counts, result.stopped)


def tally_of(found, search, settings):
    """Return the same for the log of a search that keeps its rows."""
    if found.error:
        return found.error
    log, outcome = found.log, SEARCHES[search].outcome(found.log, settings.convention.ties)
    levels = depth_counts(log)
    assert sum_depth_counts(levels) == found.counts
    line = [log.action[row] for row in outcome.rows[1:]]
    is_whole = log.flags[outcome.root] != Flag.INCOMPLETE
    visits = log.size[outcome.root] if is_whole else 0
    summary = (repr(outcome.value), outcome.flags, line, visits)
    return (*summary, counts_by_depth(levels), found.counts, found.stopped)


def with_whole_windows(*given):
    """Search with a log that keeps both ends of each window."""
    keep = VisitLog.keep_windows
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            VisitLog, "keep_windows", lambda log, windows, window: keep(log, Windows.ANY, window)
        )
        return Outcome.of(*given)


def compare_windows(draw, log, whole):
    """See that each window is read as it was passed down, also in slices."""
    for mine, right in ((log.alpha, whole.alpha), (log.beta, whole.beta)):
        assert len(mine) == len(right) == len(log)
        assert [mine[row] for row in range(len(log))] == [*mine] == right.tolist()
        start, stop = sorted(draw.randint(-len(log), 2 * len(log)) for _ in range(2))
        for part in (slice(start, stop), slice(stop, start, -1), slice(start, None, 2)):
            assert mine[part] == right[part]
        assert mine[-1] == right[-1]


def test_random_searches_have_one_result_whatever_runs_and_keeps_them(monkeypatch):
    taken = []
    for draw in cases(ms=800):
        monkeypatch.setattr(solve, "MOST_KEPT", draw.choice(SIZES))
        game, search, settings, _ = case = random_case(draw)
        found = on_each_path(Outcome.of, *case)
        if search not in ("mcts", "single", "sss"):
            counted = on_each_path(tallied, *case)
            assert search in WITHOUT_TALLY or counted == tally_of(found, search, settings), case
        whole = on_each_path(with_whole_windows, *case)
        assert whole == found, case
        if found.error:
            continue
        kind = KINDS.get(search, Windows.ANY)
        if search == "alphabeta" and settings.bounds is None and game.has_bounds:
            kind = Windows.ANY
        assert (whole.log.windows, found.log.windows) == (Windows.ANY, kind)
        compare_windows(draw, found.log, whole.log)
        if search in COMPILED:
            taken.append(is_taken(game, search, settings))
    assert len(taken) < 30 or not is_built() or sum(taken) * 4 > len(taken)
