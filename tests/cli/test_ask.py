"""`plytrace ask` as people and programs use it."""

import doctest
import shlex

from tests.support.commands import run_command
from tests.support.pages import DOCS, blocks


def test_the_examples_of_the_page_are_the_output():
    examples = [block for block in blocks("ask.md", "text") if block.startswith("$ plytrace ask ")]
    assert len(examples) >= 5
    for block in examples:
        line, _, expected = block.partition("\n")
        assert run_command(*shlex.split(line)[2:]).stdout == expected


def test_the_python_of_the_page_runs():
    done = doctest.testfile(str(DOCS / "ask.md"), module_relative=False)
    assert (done.attempted, done.failed) == (5, 0)
