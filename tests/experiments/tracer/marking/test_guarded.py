"""Whatever goes wrong while a sheet is read is that sheet's own record, and the batch goes on."""

from __future__ import annotations

import pytest

from tests.support.check_schema import VALIDATOR
from tests.support.torn_sheets import torn_files, whole_files
from tests.tracer.marking.test_guarded import FAULT, problem, read_records
from tracer.marking.grading.make_grader import grader_of

TORN = 300


@pytest.mark.parametrize("jobs", [1, 2])
def test_damaged_files_have_records_and_meet_no_fault(problem, tmp_path, jobs):
    torn = torn_files(whole_files(grader_of(problem)), TORN, jobs)
    for data, suffix, number in torn:
        (tmp_path / f"{number}{suffix}").write_bytes(data)
    found = read_records(problem, tmp_path, jobs=jobs)
    assert len({one["sheet"].partition(":")[0] for one in found}) == TORN
    for record in found:
        assert not [*VALIDATOR.iter_errors(record)]
        assert FAULT not in str(record), record
