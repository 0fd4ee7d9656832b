"""The number line: its numbers, and marks in columns of their own in the order of the numbers."""

import math

from hypothesis import example, given
from hypothesis import strategies as st

from engine.log.visit_log import LEAF, Flag
from tests.support.cases import examples
from tests.support.strategies import conventions, trees
from tracer import trace
from tracer.steps.step_views import NumberLine, number_line, value_range

#: Numbers that are far from each other, next to each other, and the same.
NUMBERS = st.sampled_from([-100, -3, 0, 1e-9, 0.001, 1, 1, 1 + 1e-12, 2, 3, 1e6])
#: The same and no number.
OPTIONAL = st.none() | NUMBERS
NAMES = ("alpha", "v", "landed", "beta")


def line(alpha, beta, v=None, landed=None):
    return NumberLine(-10, 10, alpha, beta, v, landed, alpha >= beta, True)


@given(
    NUMBERS | st.just(-math.inf),
    NUMBERS | st.just(math.inf),
    OPTIONAL,
    OPTIONAL,
    st.integers(12, 60),
)
@example(1, 1, 1, 1, 12)
@example(-math.inf, 1e-9, 0, 0.001, 12)
@example(-0.009, -0.005, -0.009, -5, 20)
@example(-math.inf, 3, 3, 12, 100)
def test_marks_have_distinct_columns_in_order(alpha, beta, v, landed, width):
    data = line(alpha, beta, v, landed)
    places = data.columns(width)
    marks = [(getattr(data, name), getattr(places, name)) for name in NAMES]
    assert all((number is None) == (column is None) for number, column in marks)
    shown = sorted((number, column) for number, column in marks if number is not None)
    columns = [column for _, column in shown]
    assert columns == sorted(set(columns))
    assert 0 <= columns[0] <= columns[-1] < width


@given(NUMBERS, NUMBERS, OPTIONAL, OPTIONAL, st.integers(12, 60))
def test_ticks_avoid_marks_and_are_at_their_numbers(alpha, beta, v, landed, width):
    data = line(alpha, beta, v, landed)
    places = data.columns(width)
    taken = {getattr(places, name) for name in NAMES}
    for column, number in data.ticks(width).items():
        assert column not in taken
        assert column == data.column(number, width)
        assert number in (-10, 0, 10)


def test_ticks_are_omitted_on_marks_and_on_a_line_of_another_scale():
    assert sorted(line(-4, 6, 1).ticks(60).values()) == [-10, 0, 10]
    assert not line(-10, 10, 0).ticks(60)
    assert not line(-0.009, -0.005, -0.007).ticks(60)


def test_only_values_in_an_open_window_are_inside():
    assert line(1, 3, 1).v_is_inside
    assert not line(3, 2, 2).v_is_inside
    assert not line(1, 3, 4).v_is_inside


def test_columns_keep_the_order_of_numbers_with_infinity_at_the_ends():
    t = trace("lecture")
    data = number_line(t, t.at(11), value_range(t))
    assert (data.alpha, data.beta, data.v, data.closed) == (3, 2, 2, True)
    numbers = [-math.inf, data.low, 2, 3, 12, data.high, math.inf]
    for width in (12, 13, 40, 200):
        places = [data.column(number, width) for number in numbers]
        assert places == sorted(places)
        assert (places[0], places[-1]) == (0, width - 1)
        assert 0 < places[1] <= places[-2] < width - 1


@examples(10)
@given(trees(), conventions)
def test_numbers_are_those_of_the_innermost_frame_and_of_the_child_that_returns(tree, convention):
    t = trace(tree, convention=convention)
    scale = value_range(t)
    leaves = [v for v, flags in zip(t.log.value, t.log.flags, strict=True) if flags & LEAF]
    assert scale == (min(leaves), max(leaves))
    for step in range(len(t.replay)):
        snapshot = t.at(step)
        event, data = snapshot.event, number_line(t, snapshot, scale)
        if len(snapshot.stack):
            frame = snapshot.stack[-1]
            assert (data.alpha, data.beta) == (frame.alpha, frame.beta)
            assert data.v == (frame.v if math.isfinite(frame.v) else None)
        assert data.closed == (data.alpha >= data.beta)
        value = t.log.value[event.row]
        is_known = not event.entering or t.log.flags[event.row] & Flag.TERMINAL
        assert data.landed == (value if is_known and value != data.v else None)
        assert data.low <= scale[0] <= scale[1] <= data.high


def test_minimax_shows_no_window():
    t = trace("lecture", "minimax")
    assert not number_line(t, t.at(3), value_range(t)).has_window
