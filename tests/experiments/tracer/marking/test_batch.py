"""Batches: whatever happens to one sheet or process, the others keep their marks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from itertools import islice

import pytest

from engine.errors import InvalidInput
from tests.tracer.marking.test_batch import PROBLEM, sheets
from tracer.marking.batch import marked


def test_records_keep_the_order_of_sheets_with_several_processes():
    found = marked(PROBLEM, sheets(100), jobs=2, diagnoses=False)
    assert [one.sheet for one in found] == [f"n{n}" for n in range(100)]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed otherwise there")
def test_error_names_the_process_if_it_is_killed():
    found = marked(PROBLEM, sheets(5_000), jobs=2, diagnoses=False)
    first, *_ = islice(found, 20)  # the first lot needs no processes
    os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)
    with pytest.raises(InvalidInput, match="a grading process died"):
        list(found)
    assert first.sheet == "n0"
    assert multiprocessing.active_children() == []
