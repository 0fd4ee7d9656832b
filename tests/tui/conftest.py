"""What every test of a screen begins and ends with."""

from __future__ import annotations

import threading

import pytest

from tests.support.screens import at_rest
from tui.searches import THREAD


@pytest.fixture(autouse=True)
def keys_are_waited_for_by_what_they_do(monkeypatch):
    """A pilot waits until all is done, and neither by the clock nor for an animation."""
    monkeypatch.setattr("textual.app.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.pilot.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


@pytest.fixture(autouse=True)
def no_search_outlives_its_screen():
    """A search that nobody waits for takes half of a core from all that follows."""
    yield
    left = [one for one in threading.enumerate() if one.name == THREAD]
    for one in left:
        one.join(60)
    assert not any(one.is_alive() for one in left)
