"""Users' games: every fault is reported once, with the game, the state and advice."""

import copy

from hypothesis import given
from hypothesis import strategies as st

from engine.wrappers.faults import snapshot

NESTED = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda parts: (
        st.lists(parts, max_size=3)
        | st.dictionaries(st.integers(0, 3), parts, max_size=3)
        | st.tuples(parts, parts)
    ),
    max_leaves=8,
)


@given(NESTED, NESTED)
def test_snapshot_detects_whether_plain_values_are_equal(one, other):
    assert snapshot(one) == snapshot(copy.deepcopy(one))
    plain = repr(one) == repr(other)
    assert (snapshot(one) == snapshot(other)) is plain
