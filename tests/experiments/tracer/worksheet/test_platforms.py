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


def test_platforms_are_listed_and_written_with_keys_and_notes(tmp_path):
    listed = run_worksheet("--formats").output
    for name, one in PLATFORM_FORMATS.items():
        assert re.search(rf"^{name} +{re.escape(one.summary)}$", listed, re.M)
    out, spec = tmp_path / "out", tmp_path / "set.yaml"
    spec.write_text(f"title: T\nproblems:\n  - {VISITS}\n  - {PROBLEMS['lecture']}\n")
    names = [word for name in PLATFORM_FORMATS for word in ("-f", name)]
    done = run_worksheet(str(spec), *names, "--variants", "2", "-o", str(out))
    assert done.exit_code == 0, done.output
    assert {"moodle.xml", "canvas.zip", "prairielearn", "keys"} <= {
        one.name for one in out.iterdir()
    }
    again = run_worksheet(str(spec), *names, "--variants", "2", "-o", str(out), "--quiet")
    assert again.exit_code == 0, again.output
    assert again.output == ""
