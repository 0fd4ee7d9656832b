"""Fast steps: rare garbage collection, and cached filtered lines."""

from __future__ import annotations

import gc

import pytest
from textual.app import App

from tests.support.screens import stepper
from tui import app as application
from tui.background import collect_garbage_rarely


def test_objects_older_than_the_screen_are_not_collected_again():
    thresholds = gc.get_threshold()
    try:
        collect_garbage_rarely()
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold()[0] > thresholds[0]
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def test_application_tunes_the_collector_before_it_runs(monkeypatch):
    done = []
    monkeypatch.setattr(application, "collect_garbage_rarely", lambda: done.append("spared"))
    monkeypatch.setattr(App, "run", lambda *args, **options: done.append("ran"))
    stepper().run()
    assert done == ["spared", "ran"]


@pytest.mark.parametrize("no_color", [False, True])
async def test_filters_stay_the_same_objects_so_filtered_lines_are_cached(no_color, monkeypatch):
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    app = stepper()
    app.ascii = True
    async with app.run_test(size=(80, 24)):
        filters = app.get_line_filters()
        assert list(map(id, filters)) == list(map(id, app.get_line_filters()))
        assert filters
