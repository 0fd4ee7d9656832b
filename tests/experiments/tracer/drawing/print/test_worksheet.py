"""A worksheet reveals no answer: in words, numbers, attributes, sizes or order."""

from __future__ import annotations

from engine.errors import UsageError
from tests.support.cases import over
from tests.support.drawn_trees import random_tree
from tests.tracer.drawing.print.test_worksheet import DRAWN, worksheets
from tracer import trace
from tracer.drawing.print.diagrams import worksheet_of
from trees.library import library_names
from trees.sources import open_source

SEARCHED = [
    {},
    {"convention": "cs188"},
    {"convention": "lab3", "order": "right-to-left"},
    {"window": (-1.0, 4.0)},
    {"search": "minimax"},
    {"search": "pvs"},
    {"search": "transposition"},
    {"search": "mcts", "iterations": 9, "seed": 3},
    {"max_visits": 3},
]


@over("name", library_names(), ms=150)
def test_worksheet_is_the_same_after_any_search_or_none(name):
    opened = open_source(name)
    bare = worksheet_of(opened.game, title=opened.title or opened.label)
    expected = {format_: draw(bare) for format_, draw in DRAWN.items()}
    tried = 0
    for options in SEARCHED:
        try:
            t = trace(name, **options)
        except UsageError:  # a search that this tree does not suit
            continue
        tried += 1
        for step in (None, 0, len(t.tour) // 2, -1):
            assert worksheets(t, step=step) == expected
    assert tried > 1


def test_random_trees_are_drawn_the_same_searched_or_not():
    for seed in range(40):
        tree = random_tree(seed)
        search = "expectiminimax" if tree.has_chance else "alphabeta"
        t = trace(tree, search=search)
        bare = worksheet_of(tree, title=t.title or t.source)
        assert worksheets(t) == {name: draw(bare) for name, draw in DRAWN.items()}
