"""Properties of every tree, under every convention and window."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings

from engine.conventions import parse_convention
from tests.support import naive
from tests.support.strategies import CONVENTIONS, conventions, textbook_program, trees, windows
from tracer import trace
from tracer.steps.visit_values import Bound

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


def subtrees(tree, names, path=(), maximizing=True):
    """The true minimax value of every node, by its name."""
    values = {names[path]: float(naive.minimax(tree, maximizing))}
    if isinstance(tree, list):
        for place, child in enumerate(tree):
            values |= subtrees(child, names, (*path, place), not maximizing)
    return values


@given(trees())
def test_minimax_agrees_with_plain_recursion(tree):
    t = trace(tree, "minimax")
    names = naive.names(tree)
    assert {v.id: v.value for v in t.visits} == subtrees(tree, names)
    assert len(t.visits) == len(names)


@given(trees(), conventions)
def test_alphabeta_has_minimax_value_at_the_root(tree, convention):
    assert trace(tree, convention=convention).value == float(naive.minimax(tree))


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
def test_returned_value_is_a_correct_bound(tree, convention, window):
    t = trace(tree, convention=convention, window=window)
    true = subtrees(tree, naive.names(tree))
    for visit in t.visits:
        match visit.bound:
            case Bound.EXACT:
                assert visit.value == true[visit.id]
            case Bound.LOWER:
                assert visit.value <= true[visit.id]
            case Bound.UPPER:
                assert visit.value >= true[visit.id]
            case Bound.UNKNOWN:
                pytest.fail(f"{visit.id} says nothing about its value")


@given(trees(), windows)
def test_fail_soft_return_value_satisfies_its_contract(tree, window):
    t = trace(tree, window=window)
    true = subtrees(tree, naive.names(tree))
    for visit in t.visits:
        if visit.value <= visit.alpha:
            assert true[visit.id] <= visit.value
        elif visit.value >= visit.beta:
            assert true[visit.id] >= visit.value
        else:
            assert true[visit.id] == visit.value


@given(trees(), conventions, windows)
def test_fail_hard_stays_within_the_window(tree, convention, window):
    if convention.returns == "fail-soft":
        return
    for visit in trace(tree, convention=convention, window=window).visits:
        if visit.kind == "interior":
            assert visit.alpha <= visit.value <= visit.beta


@given(trees())
def test_non_strict_tests_visit_at_most_as_many_nodes(tree):
    for returns in ("fail-soft", "fail-hard"):
        wide = trace(tree, convention=f"aima,returns={returns}")
        strict = trace(tree, convention=f"aima,cutoff=>,returns={returns}")
        full = trace(tree, "minimax")
        sets = [{visit.id for visit in t.visits} for t in (wide, strict, full)]
        assert sets[0] <= sets[1] <= sets[2]


@given(trees(), conventions, windows)
@settings(max_examples=60)
def test_visits_values_and_windows_equal_the_textbook_program(tree, convention, window):
    for order in ("given", "right-to-left"):
        t = trace(tree, convention=convention, window=window, order=order)
        program = textbook_program(tree, convention, window, order)
        value = program.run()
        assert t.value == value
        assert [v.id for v in t.visits] == program.visited
        assert {v.id: v.value for v in t.visits} == program.values
        assert [c.at for c in t.cutoffs] == program.early


@given(trees(), conventions)
def test_counts_equal_their_definitions(tree, convention):
    t = trace(tree, convention=convention)
    kinds = [visit.kind for visit in t.visits]
    by_parent = [v for v in t.visits if v.kind == "interior"]
    sizes = {name: len(node) for name, node in _interior(tree)}
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


def _interior(tree):
    names = naive.names(tree)

    def under(node, path):
        if isinstance(node, list):
            yield names[path], node
            for place, child in enumerate(node):
                yield from under(child, (*path, place))

    return under(tree, ())


def test_every_convention_is_under_test():
    assert len(CONVENTIONS) == 10
    assert len({c.name for c in CONVENTIONS}) == 10
    assert all(parse_convention(c.name) == c for c in CONVENTIONS)
