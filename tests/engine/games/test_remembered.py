"""Tables that fill themselves give what the function gives, and never too much of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import remembered
from engine.games.remembered import Remembered, table_of


@given(st.lists(st.integers(0, 50), max_size=200))
def test_an_answer_is_the_functions_and_worked_out_once(keys):
    asked = []

    def square(key):
        asked.append(key)
        return key * key

    table = Remembered(square)
    assert [table[key] for key in keys] == [key * key for key in keys]
    assert sorted(asked) == sorted(set(keys))


def test_a_full_table_begins_anew(monkeypatch):
    monkeypatch.setattr(remembered, "MOST", 10)
    table = Remembered(lambda key: -key)
    for key in range(95):
        assert table[key] == -key
        assert len(table) <= 10
    assert table[3] == -3


@pytest.mark.parametrize("bits", [3, 12, 13, 40])
def test_a_small_table_and_a_large_one_are_asked_alike(bits):
    table = table_of(int.bit_count, 1 << bits)
    for key in (0, 1, 5, (1 << bits) - 1):
        assert table[key] == f"{key:b}".count("1")
    assert len(table) == (1 << bits if bits <= 12 else 4)
