"""A node's values after each child; `steps/test_replay.py` has the windows and the cutoffs."""

from hypothesis import given
from hypothesis import strategies as st

from engine.game import Player
from tests.support.cases import examples
from tests.support.strategies import conventions, trees, windows
from tracer import trace
from tracer.recording.fold import fold, folds


@given(trees(5), conventions, windows, st.sampled_from(["minimax", "alphabeta"]))
@examples(15)
def test_node_has_the_best_value_of_the_children_that_have_returned(
    tree, convention, window, search
):
    t = trace(tree, search, convention, **({"window": window} if search == "alphabeta" else {}))
    for row in range(len(t.log)):
        children = [*t.log.children(row)]
        states = folds(t, row)
        assert states == [fold(t, row, count) for count in range(len(children) + 1)]
        for count in range(1, len(children) + 1):
            values = [t.log.value[child] for child in children[:count]]
            v = max(values) if t.log.player[row] == Player.MAX else min(values)
            best = [child for child in children[:count] if t.log.value[child] == v]
            chosen = best[-1 if convention.ties == "last" else 0]
            assert (states[count].v, states[count].best) == (v, chosen)


def test_scout_result_counts_only_once_it_is_repeated():
    t = trace([[3, 5], [7, 6], [2, 9]], "pvs")
    scouts = [row for row in range(len(t.log)) if t.log.is_scout(row)]
    assert scouts
    for scout in scouts:
        parent = t.log.parent[scout]
        place = list(t.log.children(parent)).index(scout)
        before, after = fold(t, parent, place), fold(t, parent, place + 1)
        assert (after.v, after.alpha, after.beta, after.best) == (
            before.v,
            before.alpha,
            before.beta,
            before.best,
        )


def test_chance_node_is_cut_by_the_last_outcome_that_has_returned():
    t = trace("dice", "star1", bounds=(-10, 10))
    cut = [cutoff.row for cutoff in t.cutoffs if t.log.player[cutoff.row] == Player.CHANCE]
    assert cut
    for row in cut:
        assert [one.cut for one in folds(t, row)] == [False] * t.log.tried[row] + [True]
