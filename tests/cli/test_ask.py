"""`plytrace ask` as people and programs use it."""

import doctest
import re
import shlex
from pathlib import Path

from tests.support.commands import run_command

PAGE = Path(__file__).parents[2] / "docs" / "ask.md"


def test_the_examples_of_the_page_are_the_output():
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    examples = [block for block in blocks if block.startswith("$ plytrace ask ")]
    assert len(examples) >= 5
    for block in examples:
        line, _, expected = block.partition("\n")
        assert run_command(*shlex.split(line)[2:]).stdout == expected


def test_the_python_of_the_page_runs():
    done = doctest.testfile(str(PAGE), module_relative=False)
    assert (done.attempted, done.failed) == (5, 0)
