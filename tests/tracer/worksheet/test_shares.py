"""Worksheets about trees of several players."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.errors import InvalidInput
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of_text
from tui.cli import cli

SPEC = """\
title: Several players
problems:
  - source: three-players
    search: maxn
    parts: {visits: 2, values: 4, move: 1, line: 1, utility: 1}
  - source: '[[[(3,2,5),(4,2,3)],[(1,1,2),(7,1,1)]],[(1,8,1),(1,7,1)]]'
    search: maxn
    sum: 10
    parts: {visits: 2, values: 4, cutoffs: 2, move: 1, line: 1, utility: 1}
"""


def run(*arguments: str, spec: str = SPEC) -> str:
    done = CliRunner().invoke(cli, ["worksheet", "-", *arguments], input=spec)
    assert done.exit_code == 0, done.output
    return done.output


def test_statement_says_who_moves_what_each_wants_and_what_may_be_pruned():
    text = run()
    assert "each leaf has a value for each player, in the order A, B and C" in text
    assert "A moves at the root" in text
    assert "The player to move takes the child with its own largest value" in text
    assert "Ties go to the first move" in text
    assert "All values are at least 0, and those of a leaf sum to at most 10" in text
    assert "△ D (C)" in text
    assert "Which vector does each internal node return?" in text
    assert "the node, and the children that are pruned" in text
    assert "α" not in text
    assert "MAX" not in text


def test_statement_of_a_game_of_nearly_zero_sum():
    spec = (
        "title: T\nproblems:\n  - {source: '[[(1,-1),(2,-2)],[(0,1),(3,-2)]]', search: maxn, "
        "near: 1, parts: {cutoffs: 1}}\n"
    )
    assert "The two values of a leaf sum to a number from −1 to 1." in run(spec=spec)


def test_key_has_the_vectors_and_reasons():
    text = run("--key")
    assert "| C | (1, 8, 1) |" in text
    assert "| C | C2 |" in text
    assert "**utility:** (3, 2, 5)" in text
    assert "- **D = (1, 2, 6)**: C has 6 through D1, 3 through D2, and takes D1." in text
    assert "B already has 8, so A gets at most 10 − 8 = 2 there" in text
    assert "node and pruned children are half of it each" in text


@pytest.mark.parametrize("name", ["latex", "html", "pdf", "md"])
def test_every_format_of_paper_is_written(name, tmp_path: Path):
    done = CliRunner().invoke(
        cli, ["worksheet", "-", "-f", name, "-o", str(tmp_path), "--quiet"], input=SPEC
    )
    assert done.exit_code == 0, done.output


def test_sheet_of_the_page_to_fill_in_is_right(tmp_path: Path):
    """The key that is written grades vectors as a student types them into a table."""
    run("-f", "html", "--fill", "-o", str(tmp_path))
    text = (
        "Problem 1\nvisits: A B D D1 D2 E E1 E2 C F F1 F2 G G1 G2\n"
        "| node | value |\n|---|---|\n| A | (1,2,6) |\n| B | 1,2,6 |\n| C | (1 5 2) |\n"
        "| D | [1, 2, 6] |\n| E | 6, 1, 2 |\n| F | (1; 5; 2) |\n| G | (5, 4, 5) |\n"
        "move: B\nline: B D D1\nutility: 1, 2, 6\n"
        "Problem 2\nvisits: A B D D1 D2 E E1 E2 C C1\nvalues: A=(3,2,5) B=(3,2,5) C>=8 D=(3,2,5) "
        "E=(1,1,2)\ncutoffs:\n| node | pruned |\n|---|---|\n| C | C2 |\n"
        "move: B\nline: B D D1\nutility: (3,2,5)\n"
    )
    grader = grader_of(read_key(str(tmp_path / "key.yaml")))
    marked = grader.mark(sheet_of_text(text, "sheet", ".md"))
    assert marked.ok, marked.record()


# Platforms ------------------------------------------------------------------------------------


def test_moodle_accepts_only_spellings_that_the_grader_reads_as_right(tmp_path: Path):
    run("-f", "moodle", "-o", str(tmp_path))
    root = ET.parse(tmp_path / "moodle.xml").getroot()
    cloze = "\n".join(one.text or "" for one in root.iter("text"))
    fields = re.findall(r"SHORTANSWER:=(\([^{}]*|≥[^{}]*)\}", cloze)
    key = grader_of(Problem("key", "three-players", SearchRules("maxn"), parts={"utility": 1}))
    root_values = [field for field in fields if field.startswith("(1, 2, 6)~")]
    assert root_values
    for spelling in root_values[-1].split("~="):
        assert key.mark(sheet_of_text(f"utility: {spelling}", "s")).ok, spelling
    assert {"(1,2,6)", "[1, 2, 6]", "1, 2, 6", "1 2 6"} <= {*root_values[-1].split("~=")}
    assert any("~=≥ 8~" in field for field in fields)


@pytest.mark.parametrize("name", ["qti", "prairielearn"])
def test_every_platform_is_written(name, tmp_path: Path):
    done = CliRunner().invoke(
        cli, ["worksheet", "-", "-f", name, "-o", str(tmp_path), "--quiet"], input=SPEC
    )
    assert done.exit_code == 0, done.output


# Refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("parts", "found"), table(__file__, "shares_refused"))
def test_parts_that_make_no_sense_are_refused(parts, found):
    spec = (
        f"title: T\nproblems:\n  - {{source: three-players, search: maxn, parts: {{{parts}: 1}}}}\n"
    )
    done = CliRunner().invoke(cli, ["worksheet", "-"], input=spec)
    assert isinstance(done.exception, InvalidInput)
    assert found in str(done.exception)
