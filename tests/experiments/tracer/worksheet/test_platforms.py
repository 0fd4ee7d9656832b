"""Question banks: the same bytes each time, and the files of the command."""

import re

import pytest

from tests.tracer.worksheet.made import PROBLEMS
from tests.tracer.worksheet.test_platforms import VISITS, bank_of, files_of, run_worksheet
from tracer.worksheet.bundle import PLATFORM_FORMATS
from tracer.worksheet.class_list import numbered


@pytest.mark.parametrize("platform", PLATFORM_FORMATS)
def test_same_set_gives_the_same_bytes(platform):
    problems = [PROBLEMS[name] for name in ("lecture", "generated", "matrix")]
    first, again = (bank_of(*problems, variants=numbered(2))[0] for _ in range(2))
    assert files_of(first, platform) == files_of(again, platform)
