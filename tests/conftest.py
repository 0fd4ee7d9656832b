"""Fixtures and settings for every test."""

from __future__ import annotations

import compileall
import gc
import os
import signal
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

import tracer.programs
from tests.support.sampling import is_kept

# Each worker and hundreds of commands import the same modules: they are compiled once for all.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell ignores Ctrl-C in what it runs in the background, and programs inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What a screen or a search makes is mostly gone before the next: a seldom search finds it as well.
gc.set_threshold(20_000, 20, 20)

# Machines are slow and busy at times: a property is no stopwatch.
settings.register_profile("plytrace", deadline=None, max_examples=12)
settings.register_profile("thorough", deadline=None, max_examples=25)  # what CI runs after it
settings.load_profile("plytrace")


def pytest_addoption(parser):
    """Add the option with which CI runs one part of the slow tests."""
    parser.addoption("--part", metavar="K/N", help="of the tests that are chosen, part K of N: 1/4")


@pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")  # after `-m` has chosen
def pytest_choose_part(config, items):
    """Deselect what `--part` leaves to the other parts."""
    if part := config.getoption("part"):
        number, parts = (int(figure) for figure in part.split("/"))
        if not 1 <= number <= parts:
            raise pytest.UsageError(f"--part {part}: K is a number from 1 to N, as in 1/{parts}")
        chosen = [crc32(item.nodeid.encode()) % parts == number - 1 for item in items]
        config.hook.pytest_deselected(
            items=[item for item, is_in in zip(items, chosen, strict=True) if not is_in]
        )
        items[:] = [item for item, is_in in zip(items, chosen, strict=True) if is_in]


@pytest.hookimpl(tryfirst=True)  # before `-m` deselects
def pytest_collection_modifyitems(items):
    """Mark as slow the cases that are not among those that `sampled` keeps, or as exhaustive."""
    seen, others = {}, Counter()
    for item in items:
        mark = item.get_closest_marker("sampled")
        if item.get_closest_marker("exhaustive") or mark is None:
            continue
        options = dict(mark.kwargs)
        then = options.pop("then", 1)
        if not is_kept(item, seen, **options):
            test = item.nodeid.partition("[")[0]
            is_slow = others[test] % then == 0
            item.add_marker(pytest.mark.slow if is_slow else pytest.mark.exhaustive)
            others[test] += 1


@pytest.fixture(scope="session")
def own_folders(tmp_path_factory):
    """Names of folders, one for each test; `mktemp` reads all that are there each time."""
    base = tmp_path_factory.mktemp("own", numbered=False)
    return (base / str(number) for number in count())


@pytest.fixture(scope="session", autouse=True)
def programs_start_from_compiled_modules():
    """Compile what runs beside a student's program, as `pip` does: Python there writes nothing."""
    compileall.compile_dir(Path(tracer.programs.__file__).with_name("child"), quiet=2)


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch, own_folders):
    """Remove what a user's settings would change."""
    own = next(own_folders)
    monkeypatch.setenv("PLYTRACE_CONFIG_DIR", str(own / "config"))
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(own / "state"))
    for name in ("NO_COLOR", "FORCE_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True, scope="module")
def old_objects_are_left_alone():
    """Keep the collector from traversing the objects of earlier modules at every screen.

    What is alive by now mostly stays alive; the screens make so many objects that the collector
    runs often, and with all of these to look at it takes most of the time.
    """
    yield
    gc.collect()
    gc.freeze()
