"""A plugin of pytest that records which test functions run each line of the product.

Each process writes two files to the folder that `PLYTRACE_FAULTS` names: the data of coverage.py,
with one context a test function, and the seconds of the functions that passed.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import coverage
import pytest

from tests.faults.__main__ import ROOMS

FOLDER: Final = Path(os.environ["PLYTRACE_FAULTS"])

recorder = coverage.Coverage(
    data_file=FOLDER / "lines", data_suffix=True, config_file=False, source=[*ROOMS]
)
recorder.set_option("run:relative_files", True)
seconds: defaultdict[str, float] = defaultdict(float)
failed: set[str] = set()


def name_function(nodeid: str) -> str:
    """Return the name of a test function: its nodeid without the case."""
    return nodeid.partition("[")[0]


def pytest_collection_finish() -> None:
    """Begin to record: what is computed to collect tests belongs to none of them."""
    recorder.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Record the lines of a test in the context of its function."""
    recorder.switch_context(name_function(item.nodeid))
    try:
        return (yield)
    finally:
        recorder.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the time of a function."""
    function = name_function(report.nodeid)
    seconds[function] += report.duration
    if report.failed:
        failed.add(function)


def pytest_unconfigure() -> None:
    """Write what this process has recorded; a worker's reports reach the main process too."""
    recorder.stop()
    recorder.save()
    if "PYTEST_XDIST_WORKER" not in os.environ:
        passed = {name: round(time, 3) for name, time in seconds.items() if name not in failed}
        (FOLDER / "seconds.json").write_text(json.dumps(passed))
        (FOLDER / "failed.json").write_text(json.dumps(sorted(failed)))
