"""What every test starts from."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

# Machines are slow and busy at times: a property is no stopwatch.
settings.register_profile("plytrace", deadline=None, max_examples=60)
settings.load_profile("plytrace")


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch, tmp_path_factory):
    """Take away what a person's own settings would change."""
    own = tmp_path_factory.mktemp("own")
    monkeypatch.setenv("PLYTRACE_CONFIG_DIR", str(own / "config"))
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(own / "state"))
    for name in ("NO_COLOR", "FORCE_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True, scope="module")
def old_objects_are_left_alone():
    """Keep the collector from walking over what earlier modules have left, at every screen anew.

    What is alive by now mostly stays alive; the screens make so many objects that the collector
    runs often, and with all of these to look at it takes most of the time.
    """
    yield
    gc.collect()
    gc.freeze()
