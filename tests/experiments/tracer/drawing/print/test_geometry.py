"""Nothing overlaps in a figure, by independent geometry on the SVG."""

from __future__ import annotations

from tests.support.cases import over
from tests.support.drawn_things import faults_of, things_of
from tests.support.drawn_trees import random_tree
from tracer import trace

#: Which trees are drawn together in one test; a hundred of them.
BATCHES = [range(start, start + 100) for start in range(0, 500, 100)]


@over("seeds", BATCHES, ms=150)
def test_nothing_overlaps_in_five_hundred_random_trees(seeds):
    most = 0
    for seed in seeds:
        tree = random_tree(seed)
        most = max(most, sum(value is not None for value in tree.values))
        search = "expectiminimax" if tree.has_chance else "alphabeta"
        t = trace(tree, search=search)
        show = ("worksheet", "key", "windows")[seed % 3] if t.has_window else "key"
        step = (seed * 7) % len(t.tour) if seed % 4 == 0 else None
        assert faults_of(t.export("svg", show=show, step=step)) == [], seed
    assert most > 100


def test_node_keeps_its_place_from_step_to_step():
    for seed in (4, 8, 20, 35, 41):
        t = trace(random_tree(seed)) if not random_tree(seed).has_chance else trace("dice")
        for show in ("key", "windows") if t.has_window else ("key",):
            places = {
                tuple(
                    thing.corners
                    for thing in things_of(t.export("svg", show=show, step=step))[1]
                    if thing.kind in ("sign", "box")
                )
                for step in range(0, len(t.tour), max(1, len(t.tour) // 12))
            }
            assert len(places) == 1
