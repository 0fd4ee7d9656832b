"""Searches with windows, passes and chance, for longer than a test may take."""

from __future__ import annotations

import random

import pytest

from engine.log.visit_log import Flag
from tests.engine.searches.test_maxn import check_rows
from tests.engine.searches.test_passes import KINDS, check_random_trees
from tests.engine.searches.test_sss import check_random
from tests.engine.searches.test_star1 import check_star1, spans_in
from tests.engine.searches.test_star2 import check_rows, compare_rows, searched, sentences_of
from tests.support.naive_star1 import hand_tree, random_tree, value_of
from tests.support.naive_star2 import Star2
from tracer import trace


def test_every_row_on_three_thousand_trees():
    assert check_rows(range(200, 3_200)) > 300


@pytest.mark.parametrize("kind", KINDS)
def test_three_thousand_random_trees_have_minimaxs_value(kind):
    check_random_trees(kind, range(120, 3_000))


def test_three_thousand_random_trees():
    check_random(range(200, 3_200))


def test_every_row_of_star1_on_three_thousand_trees():
    check_star1(range(150, 3_150))


def test_every_row_of_star2_on_three_thousand_trees():
    check_rows(range(150, 3_150))


@pytest.mark.parametrize("seeds", [range(2_000)], ids=len)
def test_bounds_of_subtrees_give_the_rows_of_the_second_program(seeds):
    for seed in seeds:
        draw = random.Random(f"subtrees {seed}")
        tree = random_tree(draw)
        spans = spans_in(draw, tree, {})
        program = Star2(spans=spans)
        assert program.run(tree) == value_of(tree)
        found = trace(hand_tree(tree, spans), "star2")
        compare_rows(found, program)
        assert not any("null window" in one for one in sentences_of(found))


def test_stopped_search_is_the_beginning_of_the_complete_one():
    stopped = 0
    for seed in range(12):
        full, _ = searched(seed, plies=3)
        given = {"convention": full.settings.convention, "bounds": full.settings.bounds}
        for visits in range(1, len(full.log), 1 + len(full.log) // 30):
            part = trace(full.game, "star2", max_visits=visits, **given)
            stopped += any(part.log.flags[row] & Flag.PROBE for row in part.log.open_rows())
            for step in range(len(part.replay)):
                mine, theirs = part.at(step), full.at(step)
                assert (mine.event.row, mine.event.entering) == (
                    theirs.event.row,
                    theirs.event.entering,
                )
                if mine.event.entering:
                    assert mine.sentence == theirs.sentence
                for one, other in zip(mine.stack, theirs.stack, strict=True):
                    assert (one.v, one.tried, one.alpha, one.beta) == (
                        other.v,
                        other.tried,
                        other.alpha,
                        other.beta,
                    )
    assert stopped > 10
