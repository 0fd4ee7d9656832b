"""PDF worksheets and keys: the right words on the right pages, the same every time."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("typst")


def test_pdf_is_the_same_in_every_process(tmp_path):
    script = (
        "import sys, pathlib\nfrom tests.support.problem_sets import problem_set\n"
        "from tracer.worksheet.formats.writers import write_pdf as write\n"
        "sheet, key = problem_set(pathlib.Path(sys.argv[1]))\n"
        "sys.stdout.buffer.write(write(sheet) + write(sheet, key))\n"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    ]
    assert found[0] == found[1]
    assert len(found[0]) > 50_000
