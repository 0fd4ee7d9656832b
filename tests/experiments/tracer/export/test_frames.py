"""Frames: one figure per step, all of one size, with nodes in fixed places."""

from __future__ import annotations

from tests.support.drawn_trees import random_tree
from tests.tracer.export.test_frames import shapes
from tracer import trace


def test_nothing_moves_in_random_trees():
    for seed in range(8):
        tree = random_tree(seed)
        t = trace(tree, search="expectiminimax" if tree.has_chance else "alphabeta")
        made = {str(shapes(one)) for one in t.frames("svg", every=max(1, len(t.tour) // 9))}
        assert len(made) == 1
