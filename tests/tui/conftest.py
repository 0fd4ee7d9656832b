"""What every test of a screen ends with."""

from __future__ import annotations

import threading

import pytest

from tui.searches import THREAD


@pytest.fixture(autouse=True)
def no_search_outlives_its_screen():
    """A search that nobody waits for takes half of a core from all that follows."""
    yield
    left = [one for one in threading.enumerate() if one.name == THREAD]
    for one in left:
        one.join(10)
    assert not any(one.is_alive() for one in left)
