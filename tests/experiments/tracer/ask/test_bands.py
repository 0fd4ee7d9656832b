"""Bands of a letter against an independent program that is run at many numbers."""

from __future__ import annotations

from tests.support.cases import over
from tests.tracer.ask.test_bands import (
    check_dice,
    check_tree,
)


@over("part", range(20), ms=150)
def test_answers_agree_with_a_plain_search_on_many_trees(part):
    for seed in range(1_000 + 100 * part, 1_100 + 100 * part):
        check_tree(seed)


@over("part", range(10), ms=150)
def test_chance_agrees_with_exact_expectiminimax_on_many_trees(part):
    for seed in range(1_000 + 50 * part, 1_050 + 50 * part):
        check_dice(seed)
