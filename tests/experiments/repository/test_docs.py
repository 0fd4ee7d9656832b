"""The documentation is accurate: its trees are read, its commands run."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys

import pytest

from tests.test_docs import DOCS


def test_documented_python_examples_give_the_documented_results(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    flags = doctest.NORMALIZE_WHITESPACE
    done = doctest.testfile(str(DOCS / "python.md"), module_relative=False, optionflags=flags)
    assert done.attempted > 20
    assert done.failed == 0


def test_documented_python_examples_have_right_types(tmp_path):
    page = (DOCS / "python.md").read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_examples(page)
    lines = "".join(part.source for part in examples if part.exc_msg is None).splitlines()
    (tmp_path / "examples.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", tmp_path / "examples.py"],
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [re.match(r".*examples\.py:(\d+): error: ", line) for line in done.stdout.splitlines()]
    assert len(lines) > 20
    assert {lines[int(error[1]) - 1] for error in errors if error} == set(), done.stdout
    assert all(errors), done.stdout + done.stderr
