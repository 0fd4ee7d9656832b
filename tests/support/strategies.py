"""Random trees and conventions for the property tests."""

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from engine.conventions import Convention, parse_convention
from tests.support import naive

#: Few distinct values, so that ties are common; zero, negatives and fractions among them.
leaves = st.sampled_from(
    [0, 1, 2, 3, -1, -2, 0.5, -0.5, 7.25, Fraction(1, 3), Fraction(-2, 3), Fraction(5, 2)]
)


def trees(plies: int = 6) -> st.SearchStrategy[object]:
    """Nested lists of up to `plies` plies, of uneven depth and breadth."""
    tree: st.SearchStrategy[object] = leaves
    for _ in range(plies):
        tree = st.one_of(leaves, st.lists(tree, min_size=1, max_size=3))
    return st.lists(tree, min_size=1, max_size=3)


def _conventions() -> list[Convention]:
    updates, returns = ("before-test", "after-test"), ("fail-soft", "fail-hard")
    every = product((">=", ">"), updates, returns, ("first", "last"))
    return [
        parse_convention(f"aima,cutoff={cutoff},update={update},returns={how},ties={ties}")
        for cutoff, update, how, ties in every
        if ties == "first" or (cutoff == ">" and how == "fail-soft")
    ]


def textbook_program(
    tree: object, convention: Convention, window: tuple[float, float], order: str
) -> naive.AlphaBeta:
    """The program over lists that a convention describes."""
    return naive.AlphaBeta(
        tree,
        strict=convention.cutoff == ">",
        after_test=convention.update == "after-test",
        fail_hard=convention.returns == "fail-hard",
        ties_last=convention.ties == "last",
        reverse=order != "given",
        window=window,
    )


CONVENTIONS = _conventions()
conventions = st.sampled_from(CONVENTIONS)
windows = st.tuples(
    st.sampled_from([float("-inf"), -3.0, -1.0, 0.0]),
    st.sampled_from([0.5, 1.0, 3.0, float("inf")]),
)
