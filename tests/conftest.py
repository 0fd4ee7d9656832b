"""Fixtures and settings for every test."""

import compileall
import faulthandler
import gc
import os
import signal
import sys
import tempfile
from itertools import count
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

import tracer.programs
from tests.support import cases

# Each worker and hundreds of commands import the same modules: they are compiled once for all.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell ignores Ctrl-C in what it runs in the background, and programs inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _is_kept_in_memory(folder):
    """Return whether files there cost no disk, may be run, and have room for a whole run."""
    if not (sys.platform == "linux" and os.access(folder, os.W_OK | os.X_OK)):
        return False
    system = os.statvfs(folder)
    return not system.f_flag & os.ST_NOEXEC and system.f_bavail * system.f_frsize > 4 * 2**30


# Tests write thousands of small files and folders, and some file systems take a millisecond each.
if "TMPDIR" not in os.environ and _is_kept_in_memory("/dev/shm"):
    os.environ["TMPDIR"] = "/dev/shm"
    tempfile.tempdir = None  # pytest has asked for it already

# What a screen or a search makes is mostly gone before the next: a seldom search finds it as well.
gc.set_threshold(20_000, 20, 20)

#: The stream of errors, which tests replace.
_STDERR = pytest.StashKey[int]()

# Machines are slow and busy at times, so that no property has a deadline.
settings.register_profile("plytrace", deadline=None, max_examples=6)
settings.register_profile("thorough", deadline=None, max_examples=100)  # each night
settings.load_profile("plytrace")
# Hypothesis draws constants from whatever modules are loaded, which depends on the tests that a
# worker ran before: the same seed would make other examples.
providers.is_local_module_file = lambda path: False


def pytest_addoption(parser):
    """Add the seed of random cases, and the factor of their time."""
    parser.addoption(
        "--seed", default=cases.settings["seed"], help="of random cases; the same if not given"
    )
    parser.addoption(
        "--budget",
        type=float,
        default=cases.settings["budget"],
        metavar="N",
        help="N times the milliseconds of a test for its cases; inf: all",
    )


@pytest.hookimpl(tryfirst=True)  # before Hypothesis reads its own seed
def pytest_configure(config):
    """Take both from the command line, and keep the stream of errors."""
    config.stash[_STDERR] = os.dup(2)
    cases.settings.update(seed=config.option.seed, budget=config.option.budget)
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(crc32(config.option.seed.encode()))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    """Print the seed with a failure."""
    report = (yield).get_result()
    if report.failed:
        report.sections.append(("seed", f"--seed {cases.settings['seed']} repeats it"))


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


@pytest.fixture(autouse=True, scope="module")
def module_that_hangs_says_where(pytestconfig):
    """Print where every thread is; pytest's own timer starts and ends a thread for each test."""
    faulthandler.dump_traceback_later(600, file=pytestconfig.stash[_STDERR])
    yield
    faulthandler.cancel_dump_traceback_later()
