"""The marks of the number line: each in its own column, in the order of the numbers."""

import math

from hypothesis import example, given
from hypothesis import strategies as st

from engine.log.visit_log import LEAF, Flag
from tests.support.strategies import conventions, trees
from tracer import trace
from tracer.steps.step_views import NumberLine, number_line, value_range

#: Numbers that are far from each other, next to each other, and the same.
NUMBERS = st.sampled_from([-100, -3, 0, 1e-9, 0.001, 1, 1, 1 + 1e-12, 2, 3, 1e6])
#: The same and no number.
OPTIONAL = st.none() | NUMBERS
NAMES = ("alpha", "v", "landed", "beta")


def line_of(alpha, beta, v, landed):
    finite = [one for one in (alpha, beta, v, landed, 0, 1) if one is not None and abs(one) < 1e9]
    return NumberLine(min(finite), max(finite), alpha, beta, v, landed, alpha >= beta, True)


@given(
    NUMBERS | st.just(-math.inf),
    NUMBERS | st.just(math.inf),
    OPTIONAL,
    OPTIONAL,
    st.integers(12, 60),
)
@example(1, 1, 1, 1, 12)
@example(-math.inf, 1e-9, 0, 0.001, 12)
def test_marks_have_distinct_columns_in_order(alpha, beta, v, landed, width):
    line = line_of(alpha, beta, v, landed)
    places = line.columns(width)
    marks = [(getattr(line, name), getattr(places, name)) for name in NAMES]
    assert all((number is None) == (column is None) for number, column in marks)
    shown = sorted((number, column) for number, column in marks if number is not None)
    columns = [column for _, column in shown]
    assert columns == sorted(set(columns))
    assert 0 <= columns[0] <= columns[-1] < width


@given(NUMBERS, NUMBERS, OPTIONAL, OPTIONAL, st.integers(12, 60))
def test_ticks_avoid_marks_and_are_at_their_numbers(alpha, beta, v, landed, width):
    line = line_of(alpha, beta, v, landed)
    places = line.columns(width)
    taken = {getattr(places, name) for name in NAMES}
    for column, number in line.ticks(width).items():
        assert column not in taken
        assert column == line.column(number, width)
        assert number in (line.low, line.high, 0)


@given(trees(3), conventions)
def test_value_is_highlighted_when_it_is_backed_up_unless_v_equals_it(tree, convention):
    t = trace(tree, convention=convention)
    scale = value_range(t)
    leaves = [v for v, flags in zip(t.log.value, t.log.flags, strict=True) if flags & LEAF]
    assert scale == (min(leaves), max(leaves))
    for step in range(len(t.replay)):
        snapshot = t.at(step)
        event, line = snapshot.event, number_line(t, snapshot, scale)
        value = t.log.value[event.row]
        is_known = not event.entering or t.log.flags[event.row] & Flag.TERMINAL
        assert line.landed == (value if is_known and value != line.v else None)
        assert line.low <= scale[0] <= scale[1] <= line.high
