"""Properties of every tree, under every convention and window."""

from collections import Counter

import pytest
from hypothesis import example, given

from engine.conventions import parse_convention
from tests.support import naive
from tests.support.cases import examples
from tests.support.strategies import CONVENTIONS, conventions, textbook_program, trees, windows
from tracer import trace

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


@given(trees(), conventions)
@example([[2, 4], [1, 3], [2, 9]], parse_convention("aima,cutoff=>,ties=last"))
@example([[2, 4], [1, 3], [2, 9]], parse_convention("aima"))
def test_alphabeta_plays_a_best_move(tree, convention):
    t = trace(tree, convention=convention)
    values = [float(naive.minimax(child, False)) for child in tree]
    best = [place for place, value in enumerate(values) if value == max(values)]
    chosen = best[0] if convention.ties == "first" else best[-1]
    assert t.move == naive.names(tree)[chosen,]


@given(trees(), conventions, windows)
@examples(20)
def test_visits_values_and_windows_equal_the_textbook_program(tree, convention, window):
    for order in ("given", "right-to-left"):
        t = trace(tree, convention=convention, window=window, order=order)
        program = textbook_program(tree, convention, window, order)
        value = program.run()
        assert t.value == value
        assert [v.id for v in t.visits] == program.visited
        assert {v.id: v.value for v in t.visits} == program.values
        shots = program.photographs
        entered = [shot.stack[-1]["entered"] for shot in shots if shot.entering]
        assert [(v.alpha, v.beta) for v in t.visits] == entered
        cuts = [shot for shot in shots if shot.stack and shot.stack[-1]["cut"]]
        assert [c.at for c in t.cutoffs] == program.early
        assert [list(c.skipped) for c in t.cutoffs] == [shot.skipped for shot in cuts]


@given(trees(), conventions)
def test_counts_equal_their_definitions(tree, convention):
    t = trace(tree, convention=convention)
    kinds = [visit.kind for visit in t.visits]
    by_parent = [v for v in t.visits if v.kind == "interior"]
    names = naive.names(tree)
    sizes = Counter(names[path[:-1]] for path in names if path)
    counts = t.counts
    assert counts.visited == len(kinds)
    assert counts.expanded == len(by_parent)
    assert counts.evaluated == counts.terminals == kinds.count("terminal")
    assert counts.generated == 1 + sum(sizes[v.id] for v in by_parent)
    assert counts.skipped == sum(len(c.skipped) for c in t.cutoffs)
    assert counts.skipped == counts.generated - counts.visited
    assert counts.early_returns == len(t.cutoffs)
    assert counts.cutoffs == sum(1 for c in t.cutoffs if c.skipped)
    assert counts.below_root == counts.visited - 1


def test_every_convention_is_under_test():
    assert len(CONVENTIONS) == 10
    assert len({c.name for c in CONVENTIONS}) == 10
    assert all(parse_convention(c.name) == c for c in CONVENTIONS)
