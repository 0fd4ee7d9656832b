"""Two searches side by side, compared with a naive comparison of two replays."""

from __future__ import annotations

from hypothesis import given, settings

from tests.support.strategies import trees
from tests.tracer.compare.test_side_by_side import PAIRS, all_steps
from tracer import trace
from tracer.compare.side_by_side import SideBySide


def photograph(t, step):
    """Return the visible state of a step, without its sentence."""
    now = t.at(step)
    stack = [
        (frame.name, frame.v, frame.tried, *((frame.alpha, frame.beta) if t.has_window else ()))
        for frame in now.stack
    ]
    return now.event.entering, now.event.name, tuple(t.moves_to(now.event.row)), stack


@given(trees(), PAIRS)
@settings(max_examples=80)
def test_both_sides_agree_before_the_first_difference(tree, pair):
    left, right = (trace(tree, **options) for options in pair)
    steps = all_steps(SideBySide(left, right).differences[0])
    both = left.has_window and right.has_window
    end = steps[0] if steps else min(len(left.replay), len(right.replay))
    for step in range(end):
        mine, theirs = photograph(left, step), photograph(right, step)
        assert mine[:3] == theirs[:3]
        if both:
            assert mine[3] == theirs[3]
        else:
            assert [frame[:3] for frame in mine[3]] == [frame[:3] for frame in theirs[3]]
    if not steps:
        assert len(left.replay) <= len(right.replay)
