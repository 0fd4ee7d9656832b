"""`plytrace ask` as people and programs use it."""

import doctest
import json
import re
import shlex
from pathlib import Path

from tests.support.commands import run_command

TREE = "[[3,12,8],[x,4,6],[14,5,2]]"
PAGE = Path(__file__).parents[2] / "docs" / "ask.md"


def ask(*arguments):
    done = run_command("ask", *arguments)
    return done.returncode, done.stdout, done.stderr


def test_json_has_the_answer_and_the_bands():
    code, out, err = ask(TREE, "pruned", "C2", "-f", "json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    found = json.loads(out)
    assert {*found} == {"schema", "question", "answer", "bands"}
    assert found["schema"] == "plytrace.ask/1"
    assert found["question"] == "pruned C2"
    assert found["answer"] == [{"from": "-inf", "to": 3, "from_closed": False, "to_closed": True}]
    assert {*found["bands"][0]} == {
        *("from", "to", "from_closed", "to_closed", "visits", "cutoffs", "value", "move")
    }
    for other in (["--bands"], ["--orders", "--set", "x=2"], ["possible", "C2"]):
        found = json.loads(ask(TREE, *other, "-f", "json")[1])
        assert found["schema"] == "plytrace.ask/1"
    assert json.loads(ask("--fewest", "2,3", "-f", "json")[1])["fewest"] == 5


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
