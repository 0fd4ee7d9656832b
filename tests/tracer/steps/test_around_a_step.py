"""Details of a step: counts, lines, lookups, board and window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conventions import PRESETS
from engine.errors import InvalidInput
from engine.log.visit_log import LEAF, Flag
from engine.search import SEARCHES
from tests.support.cases import over
from tests.support.strategies import conventions, trees
from tests.support.tables import table
from tracer import trace
from tracer.recording.rerun import options_for_search, trace_options, unwrapped_game
from tracer.steps.navigation import (
    ChangedNodes,
    counterpart,
    find_nodes,
    find_step,
    nearest_row,
    rows_named,
    sibling,
)
from tracer.steps.pseudocode import executed_lines, listing
from tracer.steps.replay import RunningCounts
from tracer.steps.step_views import board_at

# Counts --------------------------------------------------------------------------------------


def counted(t, snapshot):
    log, rows = t.log, range(snapshot.visited)
    early = [
        row
        for row in rows
        if log.flags[row] & Flag.EARLY_RETURN and t.tour.left_at(row) - 1 <= snapshot.step
    ]
    cut = [row for row in early if log.flags[row] & Flag.CUTOFF]
    return (
        len(rows),
        sum(1 for row in rows if log.flags[row] & LEAF),
        len(cut),
        sum(log.actions[row] - log.tried[row] + below_probes(log, row) for row in cut),
        len(early),
    )


def below_probes(log, row):
    """The unvisited children of the outcomes of a chance node that were only probed."""
    visits = {}
    for child in log.children(row):
        visits.setdefault(log.action[child], []).append(child)
    last = [rows[-1] for rows in visits.values()]
    return sum(log.actions[one] - log.tried[one] for one in last if log.flags[one] & Flag.PROBE)


def check_counts(t):
    counts = RunningCounts(t)
    for step in range(len(t.replay)):
        snapshot = t.at(step)
        now = counts.at(snapshot)
        shown = (now.visited, now.evaluated, now.cutoffs, now.skipped, now.early_returns)
        assert shown == counted(t, snapshot)
    if not t.stopped:
        assert (now.cutoffs, now.skipped) == (t.counts.cutoffs, t.counts.skipped)
        assert (now.evaluated, now.early_returns) == (t.counts.evaluated, t.counts.early_returns)


@over(("source", "search", "options"), table(__file__, "searched"))
def test_counts_so_far_equal_those_of_the_rows_so_far(source, search, options):
    check_counts(trace(source, search, **options))


@given(trees(), conventions, st.sampled_from([None, None, 3, 11]))
def test_counts_so_far_are_correct_in_blocks_of_three_rows(tree, convention, budget):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tracer.steps.replay._BLOCK", 3)
        check_counts(trace(tree, convention=convention, max_visits=budget))


def test_counting_ahead_ends_and_keeps_the_result(monkeypatch):
    monkeypatch.setattr("tracer.steps.replay._BLOCK", 4)
    t = trace("lecture")
    ahead, late = RunningCounts(t), RunningCounts(t)
    more = [ahead.advance() for _ in range(3)]
    assert more == [True, True, False]
    assert ahead.at(t.at(-1)) == late.at(t.at(-1))


# Lines ---------------------------------------------------------------------------------------


@over("convention", list(PRESETS), ms=45)
@over("search", [name for name in SEARCHES if name != "mcts"])
def test_current_line_is_among_the_lines_that_run(search, convention):
    source = {
        "expectiminimax": "dice",
        "single": "pacman",
        "deepening": "estimates",
        "maxn": "three-players",
    }.get(search, "misconceptions")
    t = trace(source, search, convention)
    words = listing(t)
    for step in range(len(t.replay)):
        snapshot = t.at(step)
        run = executed_lines(t, words, snapshot)
        assert snapshot.line in run
        assert len(set(run)) == len(run)


@over(("convention", "step", "lines"), table(__file__, "executed_lines"))
def test_lines_of_a_step_are_those_that_a_program_runs(convention, step, lines):
    t = trace("lecture", convention=convention)
    words = listing(t)
    run = executed_lines(t, words, t.at(step))
    assert [words.lines[line].strip() for line in run] == lines.splitlines()


# Ways ----------------------------------------------------------------------------------------


def test_siblings_are_the_adjacent_visits():
    t = trace("lecture")
    of = {t.name(row): row for row in range(len(t.log))}
    assert sibling(t, of["B"], 1) == of["C"]
    assert sibling(t, of["C"], -1) == of["B"]
    assert sibling(t, of["B"], -1) is sibling(t, of["D"], 1) is sibling(t, of["C1"], 1) is None
    assert sibling(t, of["A"], 1) is None


def test_siblings_of_a_root_are_the_other_passes():
    t = trace("estimates", "deepening")
    assert sibling(t, t.roots[0], 1) == t.roots[1]
    assert sibling(t, t.roots[1], -1) == t.roots[0]
    assert sibling(t, t.roots[-1], 1) is None


@given(trees(), conventions)
def test_every_node_is_found_in_a_trace_of_the_whole_tree(tree, convention):
    some, whole = trace(tree, convention=convention), trace(tree, "minimax")
    for row in range(len(some.log)):
        found, left = counterpart(some, row, whole)
        assert left == 0
        assert whole.name(found) == some.name(row)
    for row in range(len(whole.log)):
        found, left = counterpart(whole, row, some)
        moves = whole.moves_to(row)
        assert some.moves_to(found) == moves[: len(moves) - left]
        assert (left == 0) == (some.name(found) == whole.name(row))


def test_last_of_several_visits_to_a_child_counts():
    t = trace([[3, 5], [[7, 2], 6], [2, 9]], "pvs")
    again = next(t.log.find_rows(Flag.RESEARCH))
    assert nearest_row(t, t.moves_to(again), t.root) == (again, 0)
    first = next(row for row in range(again) if t.moves_to(row) == t.moves_to(again))
    assert first < again


# Finding -------------------------------------------------------------------------------------


@given(trees())
def test_names_are_found_as_by_a_linear_scan(tree):
    t = trace(tree)
    names = [t.name(row) for row in range(len(t.log))]
    for text in {name[:1] for name in names} | {names[-1].lower()}:
        wanted = [row for row, name in enumerate(names) if name.lower().startswith(text.lower())]
        assert list(rows_named(t, text)) == wanted


def test_node_names_in_a_game_are_paths():
    t = trace("tic-tac-toe@xo.|.x.|..o")
    names = [t.name(row) for row in range(len(t.log))]
    for text in ("3", "3 4", "4 6", "roo", "9 9"):
        assert list(rows_named(t, text)) == [
            row for row, name in enumerate(names) if name.startswith(text)
        ]


@over(("query", "names"), table(__file__, "node_queries"))
def test_nodes_are_found_by_a_query(query, names):
    assert [node.name for node in find_nodes(trace("lecture"), query)] == names


def test_nodes_of_a_query_say_where_and_what_they_are():
    t = trace("lecture")
    assert find_nodes(t, "cutoffs")[0].step == 11
    assert find_nodes(t, "cutoffs")[0].about == "visit 6 · value ≤ 2 · cutoff, 2 skipped"
    assert find_nodes(t, "cutoffs")[1].about == (
        "visit 8 · value 2 · early return, nothing skipped"
    )


@over(("text", "step"), table(__file__, "step_names"))
def test_step_names_are_parsed(text, step):
    t = trace("lecture")
    assert find_step(t, t.tour, text) == step


@pytest.mark.parametrize("text", ["22", "visit 0", "visit 12", "Z", "C2", "node 3"])
def test_invalid_step_is_refused(text):
    t = trace("lecture")
    with pytest.raises(InvalidInput):
        find_step(t, t.tour, text)


@pytest.mark.parametrize(("text", "why"), table(__file__, "skipped"))
def test_going_to_an_unvisited_node_explains_why_it_was_skipped(text, why):
    t = trace("lecture") if text == "c2" else trace("lecture", max_visits=3)
    with pytest.raises(InvalidInput, match=why):
        find_step(t, t.tour, text)


def test_node_named_like_a_step_is_reached_with_the_word_node():
    t = trace("tic-tac-toe@xo.|.x.|..o")
    assert t.name(t.tour.row_at(find_step(t, t.tour, "node 4"))[0]) == "4"
    assert find_step(t, t.tour, "4") == 4


# Once more -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "options"), table(__file__, "repeated"))
def test_trace_is_repeated_from_its_recorded_options(source, options):
    t = trace(source, **options)
    again = trace(unwrapped_game(t), **trace_options(t))
    assert again.log == t.log
    assert again.line == t.line


def test_another_search_gets_only_the_options_it_accepts():
    t = trace("lecture", window=(-2, 9), order="right-to-left", convention="mit")
    options = options_for_search(trace_options(t), "minimax", t.game)
    kept = {"convention": t.settings.convention, "order": "right-to-left"}
    assert options == {"search": "minimax", **kept}


@over(("old", "new", "changed", "summary"), table(__file__, "changed_nodes"))
def test_only_different_results_are_marked_as_changed_and_the_effect_is_described(
    old, new, changed, summary
):
    old, new = trace(*old), trace(*new)
    changes = ChangedNodes(old, new)
    found = [new.name(row) for row in range(len(new.log)) if changes.has_changed(row)]
    assert (found, changes.summary) == (changed, summary)


def test_playouts_are_not_compared_with_visits_node_by_node():
    changes = ChangedNodes(trace("lecture"), trace("lecture", "mcts", iterations=20))
    assert not changes.is_comparable
    assert "cutoffs" not in changes.summary


# The board and the window --------------------------------------------------------------------


def test_last_move_is_the_change_on_the_board():
    t = trace("tic-tac-toe@xo.|.x.|..o")
    board = board_at(t, 1)
    assert len(board.changed) == 1
    ((y, x),) = board.changed
    assert board.lines[y][x] == "X"
    assert not board_at(t, 0).changed


def test_flips_are_marked_too():
    t = trace("reversi:4", depth=1)
    before, board = board_at(t, 0), board_at(t, 1)
    placed = {(y, x) for y, x in board.changed if before.lines[y][x] != "W"}
    flipped = board.changed - placed
    assert len(placed) == len(flipped) == 1
    assert {board.lines[y][x] for y, x in board.changed} == {"B"}
