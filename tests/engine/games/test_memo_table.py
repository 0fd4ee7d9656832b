"""Memo tables return the function's results and stay within their size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.memo_table import MemoTable, memo_table


@given(st.lists(st.integers(0, 50), max_size=200))
def test_lookup_returns_the_functions_result_and_computes_it_once(keys):
    asked = []

    def square(key):
        asked.append(key)
        return key * key

    table = MemoTable(square)
    assert [table[key] for key in keys] == [key * key for key in keys]
    assert sorted(asked) == sorted(set(keys))


def test_full_table_is_cleared(monkeypatch):
    monkeypatch.setattr("engine.games.memo_table.MOST", 10)
    table = MemoTable(lambda key: -key)
    for key in range(95):
        assert table[key] == -key
        assert len(table) <= 10
    assert table[3] == -3


@pytest.mark.parametrize("bits", [3, 12, 13, 40])
def test_small_and_large_tables_give_the_same_answers(bits):
    table = memo_table(int.bit_count, 1 << bits)
    for key in (0, 1, 5, (1 << bits) - 1):
        assert table[key] == f"{key:b}".count("1")
    assert len(table) == (1 << bits if bits <= 12 else 4)
