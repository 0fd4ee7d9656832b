"""`plytrace ask` as people and programs use it."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.tables import table

TREE = "[[3,12,8],[x,4,6],[14,5,2]]"
PAGE = Path(__file__).parents[2] / "docs" / "ask.md"


def ask(*arguments):
    done = run_command("ask", *arguments)
    return done.returncode, done.stdout, done.stderr


@over(
    ("arguments", "expected"),
    table(__file__, "ask_answers"),
)
def test_an_answer_is_one_line_and_the_code_is_zero(arguments, expected):
    assert ask(*arguments) == (0, f"{expected}\n", "")


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


def test_the_tree_may_come_from_a_file_or_standard_input(tmp_path):
    path = tmp_path / "exam.yaml"
    path.write_text("name: Exam\ntree: [[3, 12], [x, '?'], [z, 1]]\n", encoding="utf-8")
    assert ask(str(path), "pruned", "C2", "--set", "x=2", "-o", str(tmp_path / "a.txt"))[0] == 0
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "all z\n"


@over(
    ("arguments", "message"),
    table(__file__, "ask_refused"),
)
def test_a_bad_question_gets_one_message(arguments, message):
    code, out, err = ask(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.strip().splitlines()) == 1
    assert "Traceback" not in err


def test_other_commands_name_ask_and_take_numbers_for_letters(tmp_path):
    for command in (["trace"], ["visits"], ["compare"], ["export", "-f", "svg"]):
        done = run_command(*command, TREE)
        assert done.returncode == 2
        assert "plytrace ask" in done.stderr
        assert "--set x=3" in done.stderr
    # The stepper takes a letter, but needs a terminal.
    assert run_command("step", TREE).stderr.endswith(f"Try: plytrace ask '{TREE}' --bands\n")
    assert "letters instead of values: x, y" in run_command("step", "[[x,3],[y,4]]").stderr
    for command in (["check", "--form"], ["play"]):
        done = run_command(*command, TREE)
        assert done.returncode != 0
        assert "letters instead of values: x" in done.stderr
    assert run_command("visits", TREE, "--set", "x=2").stdout == ("A B B1 B2 B3 C C1 D D1 D2 D3\n")
    assert run_command("visits", TREE, "--set", "x=7/2").stdout.split()[6:9] == ["C1", "C2", "C3"]
    path = tmp_path / "two.trace"
    assert run_command("trace", TREE, "--set", "x=2", "--save", str(path)).returncode == 0
    assert run_command("export", str(path), "-f", "json").returncode == 0
    seen = run_command("trace", "[[3,12,8],[x,4,6],[14,5,?]]", "--set", "x=2")
    assert "D3 has the value ?, but the search visits it" in seen.stderr


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
