"""Sheets to a problem set get what their problems get alone, in whatever form they come."""

from __future__ import annotations

import json
import random
import time
from functools import cache

import pytest
from jsonschema import Draft202012Validator

import tracer
from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.check_schema import SET_RECORD
from tests.support.pupils import Pupil
from tests.support.sheets import WAYS, as_text
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of, sheet_of_text, sheets_in
from tracer.marking.results.record import UNEXPLAINED, UNEXPLAINED_SET

VALID = Draft202012Validator(SET_RECORD)
READINGS = (
    *("", "", "root-reset/", "shallow-only/v", "window-reset/", "one-variable/"),
    *("strictness-flipped/", "one-sided-test/only MIN", "max-min-swapped/", "refuses-cutoff/all"),
    *("right-to-left/", "alpha-replaced/both", "fail-hard-values/written", "rewritten-window/"),
)
PARTS = (
    {"visits": 4, "cutoffs": 4, "move": 1},
    {"values": 3, "windows": 2.5},
    {"visits": 2, "values": 2, "line": 1},
)


def tree_of(chance, plies):
    if not plies:
        return chance.randint(-9, 9)
    return [tree_of(chance, plies - 1) for _ in range(chance.randint(2, 3))]


class Made:
    """A set of three problems, and what one pupil hands in to each."""

    def __init__(self, seed, folder):
        chance = random.Random(seed)
        self.folder = folder
        self.problems, self.answers = {}, {}
        slip = chance.choice(READINGS)  # who has a misconception often has it everywhere
        for number, parts in enumerate(PARTS, 1):
            tree = tree_of(chance, chance.choice((2, 3)))
            self.problems[str(number)] = {"tree": tree, "search": "alphabeta", "accept": ["aima"],
                                          "parts": parts}  # fmt: skip
            names = [place.name for place in tracer.trace(tree, "minimax").walk()]
            reading = slip if chance.random() < 0.6 else chance.choice(READINGS)
            sheet = Pupil(tree, names, reading).sheet()
            self.answers[str(number)] = {part: sheet[part] for part in parts if part in sheet}

    def grader(self):
        path = self.folder / "set.yaml"
        path.write_text(json.dumps({"name": "Set", "problems": self.problems}), encoding="utf-8")
        return grader_of(read_key(str(path)))

    def alone(self, number):
        """The record of one problem, marked as if there were no set."""
        path = self.folder / f"problem-{number}.yaml"
        path.write_text(json.dumps(self.problems[number]), encoding="utf-8")
        text = as_text({"": self.answers[number]}, heading="")
        return grader_of(read_key(str(path))).mark(sheet_of_text(text, "s")).record()


@over("seed", range(40), ms=150)
def test_set_gets_the_marks_that_its_problems_get_alone(seed, tmp_path):
    made = Made(seed, tmp_path)
    record = made.grader().mark(sheet_of_text(as_text(made.answers), "s")).record()
    alone = {number: made.alone(number) for number in made.problems}
    VALID.validate(record)
    assert record["parts"] == [
        {**part, "part": f"{number} {part['part']}"}
        for number, one in alone.items()
        for part in one["parts"]
    ]
    assert record["score"] == pytest.approx(sum(one["score"] for one in alone.values()), abs=1e-3)
    assert record["max_score"] == 19.5
    assert record["convention"] == "aima"
    told = [(number, one["departure"]) for number, one in alone.items() if one["departure"]]
    first = None
    if told:
        number, departure = told[0]
        message = departure["message"].removesuffix(f" {UNEXPLAINED}")
        message = f"Problem {number}: {message}"
        if not record["misconceptions"]:
            message += f" {UNEXPLAINED_SET}"
        first = {**departure, "problem": number, "message": message}
    assert record["departure"] == first
    assert len({one["fit"] for one in record["misconceptions"]}) < 2


def test_misconception_that_explains_more_problems_is_first_if_fits_are_equal(tmp_path):
    made = Made(0, tmp_path)
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    names = [place.name for place in tracer.trace(tree, "minimax").walk()]
    sheet = Pupil(tree, names, "window-reset/").sheet()
    for number, parts in (("1", ["visits"]), ("2", ["visits", "windows"])):
        made.problems[number] = {"tree": tree, "search": "alphabeta", "accept": ["aima"],
                                 "parts": parts}  # fmt: skip
        made.answers[number] = {part: sheet[part] for part in parts}
    made.problems.pop("3"), made.answers.pop("3")
    assert made.alone("1")["misconceptions"][0]["id"] == "refuses-cutoff"
    record = made.grader().mark(sheet_of_text(as_text(made.answers), "s")).record()
    assert record["misconceptions"][0]["id"] == "window-reset"
    assert record["misconceptions"][0]["id"] in record["indistinguishable"]


@over("way", WAYS, ms=150)
@over("seed", [3, 11])
def test_marks_are_the_same_in_every_form_of_a_sheet(way, seed, tmp_path):
    made = Made(seed, tmp_path)
    grader = made.grader()
    usual = grader.mark(sheet_of_text(as_text(made.answers), "s")).record()
    write, suffix = WAYS[way]
    path = tmp_path / f"handed-in{suffix}"
    path.write_text(write(made.answers), encoding="utf-8")
    (sheet,) = sheets_in(path)
    assert {**grader.mark(sheet).record(), "sheet": "s"} == usual
    assert usual["student"] == "s1"
    assert "notes" not in usual


# Sections -------------------------------------------------------------------------------------

SET = """\
name: Two trees
problems:
  1: {source: lecture, search: alphabeta, accept: [aima], parts: {visits: 4, move: 1}}
  2: {name: A small tree, tree: [[3, 12], [2, 4]], search: minimax, parts: {values: 3}}
"""
ORDER = "A B B1 B2 B3 C C1 D D1 D2 D3"
VALUES = "A=3 B=3 C=2"


@cache
def _read(text, folder):
    path = folder / "two.yaml"
    path.write_text(text, encoding="utf-8")
    return grader_of(read_key(str(path)))


@pytest.fixture
def two(tmp_path_factory):
    return _read(SET, tmp_path_factory.getbasetemp())


def marked(grader, text, suffix=""):
    return grader.mark(sheet_of_text(text, "s", suffix)).record()


@pytest.mark.parametrize(
    "text",
    [
        f"Problem 1\n{ORDER}\nmove: B\nProblem 2\n{VALUES}",
        f"Problem 1: visits: {ORDER}\nmove: B\nProblem 2: values: {VALUES}",
        f"# Homework 3\n## Problem 1: A tree of three\nvisits: {ORDER}\nmove: B\n"
        f"## Problem 2: A small tree\n{VALUES}",
        f"Problem 2: A small tree\n{VALUES}\nProblem 1 (5 points)\nvisits: {ORDER}\nmove: B",
        f"Problem 1(a)\nvisits: {ORDER}\nProblem 1(b)\nmove: B\nProblem 2\nvalues: {VALUES}",
        f"Problem 1\nQuestion 1\nvisits: {ORDER}\nQuestion 2\nmove: B\nProblem 2\n{VALUES}",
        f"Problem 1\nvisits: {ORDER}\nmove: B\nQuestion 2\nvalues: {VALUES}",
        f"1.\nvisits: {ORDER}\nmove: B\n\n2.\nvalues: {VALUES}",
        f"(1)\nvisits: {ORDER}\nmove: B\n\n(2)\nvalues: {VALUES}",
        f"Problem 1:\n1. visits: {ORDER}\n2. move: B\nProblem 2:\n1. values: {VALUES}",
        f"PROBLEM #1 - {ORDER}\nmove: B\nEx. 2\nvalues: {VALUES}",
        f"> Problem 01\nvisits: {ORDER}\nmove: B\n_Problem 2_\n| node | value |\n|--|--|\n| A | 3 |"
        "\n| B | 3 |\n| C | 2 |",
    ],
)
def test_sections_are_found_as_students_head_them(two, text):
    record = marked(two, text)
    assert record["score"] == 8, record
    assert "notes" not in record


LETTERED = SET.replace("\n  1:", "\n  1a:").replace("\n  2:", "\n  1b:")
LETTERED += "  2: {matrix: [[(3, 3), (0, 5)], [(5, 0), (1, 1)]], parts: {equilibria: 1}}\n"


LAST = "equilibria: (r2, c2)"


@over(
    ("text", "suffix"),
    [
        (
            f"Problem 1a\n{ORDER}\nmove: B\nProblem 1b\n{VALUES}\nProblem 2\n{LAST}",
            "",
        ),
        (
            f"Problem 1 (a)\n{ORDER}\nmove: B\nProblem 1(b): A small tree\n{VALUES}\nQ2\n{LAST}",
            "",
        ),
        (f"1a)\nvisits: {ORDER}\nmove: B\n1b)\nvalues: {VALUES}\n2)\n{LAST}", ""),
        (f"1a. visits: {ORDER}\nmove: B\n1B: values: {VALUES}\n2.\n{LAST}", ""),
        (
            f"Problem 1\na) visits: {ORDER}\nmove: B\nb) values: {VALUES}\nProblem 2\n{LAST}",
            "",
        ),
        (
            f"## Problem 1: Two trees\n### (a)\n{ORDER}\nmove: B\n### Part b\n{VALUES}\n"
            f"## Problem 2\n{LAST}",
            "",
        ),
        (f"1.\na. visits: {ORDER}\nmove: B\nb.\nvalues: {VALUES}\n2.\n{LAST}", ""),
        (f"1a visits: {ORDER}\n1a move: B\n1b values: {VALUES}\n2 {LAST}", ""),
        (
            f"1a visits: {ORDER}\n1a move: B\n1b: {{values: {VALUES}}}\n2 {LAST}",
            ".yaml",
        ),
        (
            f"problems: {{1a: {{visits: {ORDER}, move: B}}, 1b: {{values: {VALUES}}}, "
            "2: {equilibria: '(r2, c2)'}}",
            ".yaml",
        ),
    ],
)
def test_problems_can_have_letters(text, suffix, tmp_path):
    record = marked(_read(LETTERED, tmp_path), text, suffix)
    assert record["score"] == 9, record
    assert [part["part"] for part in record["parts"]] == [
        *("1a visits", "1a move", "1b values", "2 equilibria"),
    ]
    assert "notes" not in record


def test_columns_and_forms_have_the_letters_of_problems(tmp_path):
    grader = _read(LETTERED, tmp_path)
    path = tmp_path / "sheets.csv"
    path.write_text(
        f"student,1a visits,q1a.move,problem 1b values,2 equilibria\nAnn,{ORDER},B,{VALUES},"
        '"(r2, c2)"\n',
        encoding="utf-8",
    )
    (sheet,) = sheets_in(path)
    assert grader.mark(sheet).record()["score"] == 9
    record = marked(grader, f"Problem 1a\nmove: B\nProblem 1c\nmove: B\nProblem 2\n{LAST}")
    assert [part["score"] for part in record["parts"]] == [0, 1, 0, 1]


def test_problem_earns_nothing_and_is_named_if_no_section_answers_it(two):
    record = marked(two, f"student: s1\nProblem 2\nvalues: {VALUES}")
    assert [part["score"] for part in record["parts"]] == [0, 0, 3]
    assert [part["message"] for part in record["parts"][:2]] == ["not answered"] * 2
    assert (record["departure"], record["misconceptions"]) == (None, [])


def test_text_is_noted_if_it_belongs_to_no_problem(two):
    text = "Homework\nThis one was hard\nvisits: A\nProblem 1\nmove: B\nProblem 7\nmove: C\n"
    text += f"Problem 2\n{VALUES}"
    record = marked(two, text)
    assert [part["score"] for part in record["parts"]] == [0, 1, 3]
    notes = "\n".join(record["notes"])
    assert "visits is answered outside of the problems" in notes
    assert "'This one was hard' is outside of the problems" in notes
    assert "there is no problem 7; its answers are ignored; expected 1, 2" in notes
    record = marked(two, f"Problem 7\nProblem 2\n{VALUES}")
    assert record["notes"] == ["there is no problem 7; its answers are ignored; expected 1, 2"]
    record = marked(two, f"Problem 2\n{VALUES}\nhmm: x")
    assert [line["text"] for line in record["unread"]] == ["hmm: x"]


def test_sheet_is_an_error_without_score_if_it_has_no_sections(two):
    record = marked(two, f"student: s9\nvisits: {ORDER}\nvalues: {VALUES}")
    assert record["error"] == (
        "s: it does not say which of the problems 1, 2 its answers are for; "
        "expected a line such as Problem 1 before the answers to each"
    )
    assert (record["student"], record["parts"], record["max_score"]) == ("s9", [], 8)


@pytest.mark.parametrize(
    "heading", ["P{}:", "#{}", "# {}", "Solution to problem {}", "Solution {}", "{}a)"]
)
def test_sections_are_read_if_headings_are_short_or_name_a_solution(two, heading):
    first, second = heading.format(1), heading.format(2)
    record = marked(two, f"{first}\nvisits: {ORDER}\n{second}\n{VALUES}")
    assert not record.get("error")
    assert record["read"].keys() >= {"1 visits", "2 values"}, record["read"]


def test_sections_are_not_needed_if_set_has_one_problem(tmp_path):
    grader = _read("problems: {4: {source: lecture, parts: [visits, move]}}", tmp_path)
    for text in (f"{ORDER}\nmove: B", f"Problem 4\n{ORDER}\nmove: B"):
        record = marked(grader, text)
        assert record["score"] == 2
        assert [part["part"] for part in record["parts"]] == ["4 visits", "4 move"]


@pytest.mark.parametrize(
    ("text", "suffix", "told"),
    [
        (
            f"Problem 1\nmove: B\nProblem 1\norder: A\nvisits: {ORDER}\nProblem 2\n{VALUES}",
            "",
            None,
        ),
        (
            f"problem 1: {{visiting order: A, order: B}}\nproblem 2: {{values: {VALUES}}}",
            ".yaml",
            "twice",
        ),
        (f"1 visits: A\nproblem 1 visits: B\n2 values: {VALUES}", ".yaml", "twice"),
        (f"1: [A, B]\n2: {{values: {VALUES}}}", ".yaml", "expected answers by part"),
    ],
)
def test_other_sections_keep_their_points_if_one_is_unreadable(two, text, suffix, told):
    record = marked(two, text, suffix)
    assert "error" not in record
    assert record["parts"][2]["score"] == 3
    if told:
        assert all(told in part["message"] for part in record["parts"][:2])
        assert all(
            part["message"].startswith("pending: it could not") for part in record["parts"][:2]
        )


def test_sheet_is_noted_if_it_names_two_students(two):
    record = marked(two, "student: a\nProblem 1\nmove: B\nProblem 2\nstudent: b\nvalues: A=3")
    assert "two students, 'a' and 'b'" in record["error"]


def test_section_may_be_a_text_in_a_map(two):
    record = marked(two, f"1: |\n  visits: {ORDER}\n  move: B\n2: |\n  {VALUES}\n", ".yaml")
    assert record["score"] == 8


def test_conventions_are_named_if_they_differ(tmp_path):
    text = """\
problems:
  1: {source: lecture, accept: [aima], parts: [move]}
  2: {source: lecture, accept: [cs188], parts: [move]}
  3: {matrix: mp520, parts: [equilibria]}
"""
    grader = _read(text, tmp_path)
    said = "Problem 1\nmove: B\nProblem 2\nmove: B\nProblem 3\n"
    assert marked(grader, said)["convention"] == "1: aima, 2: cs188"
    assert marked(grader, "Problem 2\nmove: B\n")["convention"] == "cs188"


def test_feedback_is_as_full_for_a_set_as_for_a_problem(two):
    marks = two.mark(sheet_of_text("Problem 1\nvisits: A B\nmove: C\nProblem 2\nvalues: A=5", "s"))
    assert marks.record("score")["departure"] is None
    hint = marks.record("hint")
    assert hint["departure"]["message"].startswith("Problem 1: The first mistake is at")
    assert "2 of 11 visits" in hint["parts"][0]["message"]
    assert marks.record("full")["departure"]["message"].startswith("Problem 1: You ")


def test_python_map_is_a_sheet_for_a_set(two):
    sheet = sheet_of({"problems": {1: {"visits": ORDER, "move": "B"}, 2: {"values": VALUES}}}, "s")
    assert two.mark(sheet).ok


# Keys -----------------------------------------------------------------------------------------


@over(
    ("text", "told"),
    table(__file__, "problem-sets-errors"),
)
def test_error_in_a_set_names_place_and_problem(text, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "other.yaml").write_text("{search: minimax, sourc: x}", encoding="utf-8")
    with pytest.raises(InvalidInput, match=told):
        grader_of(read_key("set.yaml"))


def test_set_may_hold_problems_of_every_kind(tmp_path):
    (tmp_path / "two.yaml").write_text(
        """\
problems:
  - {tree: [[3, 12], [2, 4]], root: min, search: minimax, parts: {utility: 3}}
  - {matrix: {payoffs: [[3, -1], [0, 2]]}, parts: [utility]}
  - {mcts: mp520, parts: [move]}
  - beside.yaml
  - lecture
""",
        encoding="utf-8",
    )
    (tmp_path / "beside.yaml").write_text("tree: tree.json\n".replace("tree:", "source:")
                                          + "parts: {move: 2}\n", encoding="utf-8")  # fmt: skip
    (tmp_path / "tree.json").write_text("[[1, 2], [3, 4]]", encoding="utf-8")
    grader = grader_of(read_key(str(tmp_path / "two.yaml")))
    record = marked(grader, "Problem 1\nutility: 4\nProblem 2\nutility: 1\nProblem 4\nmove: C\n")
    assert {part["part"]: part["score"] for part in record["parts"]} == {
        "1 utility": 3, "2 utility": 1, "3 move": 0, "4 move": 2,
    }  # fmt: skip
    assert record["notes"] == [
        "Problem 5: the sheet answers no part of the problem; expected one or more of visits, "
        "values, windows, cutoffs, pruned, leaves, move, line, utility, counts, minimax, "
        "expectiminimax"
    ]


# Hostile sheets -------------------------------------------------------------------------------

BITS = (
    *("Problem 1", "## Problem 2: x", "Q1", "Question 2)", "1.", "2)", "(1)", "1", "Problem 99"),
    *("problem 1:", "problems:", "problems: [", "1: {", "1: |\n  ", "1 visits", "2.values:", "}"),
    *("answers:", "student: a", "variant: 3", "visits: A B", "values: A=3", "move: B", ORDER),
    *("[", "]", '"', "\x00", "\u202e", "|", "| node | value |", "|--|", "---", "```", "=", ":"),
    *("\t", "\r\n", ",", ";", "&a [*a]", "*a", "0" * 400, "Problem " * 300, "( " * 500, "_" * 500),
)


@over("suffix", ["", ".txt", ".md", ".yaml", ".json", ".csv", ".jsonl"], ms=150)
def test_sheet_of_a_set_has_a_record_whatever_it_holds(two, suffix, tmp_path):
    chance = random.Random(suffix)
    path = tmp_path / f"sheet{suffix}"
    for _ in range(120):
        bits = [chance.choice(BITS) for _ in range(chance.randint(1, 12))]
        between = chance.choice(("\n", "\n", " ", ","))
        path.write_text(between.join(bits), encoding="utf-8", newline="")
        before = time.process_time()
        for sheet in sheets_in(path):
            for feedback in ("full", "hint", "score"):
                record = two.mark(sheet).record(feedback)
            VALID.validate(two.mark(sheet).record())
            assert 0 <= record["score"] <= 8
        assert time.process_time() - before < 30


@pytest.mark.parametrize(
    "text",
    [
        f"Problem 1\nvisits: {ORDER}\nmove: B\nProblem 3\nvalues: {VALUES}",
        f"Problem 1\nvisits: {ORDER}\nmove: B\nProblem 3\n{VALUES}",
        f"values: {VALUES}\nProblem 1\nvisits: {ORDER}\nmove: B",
        f"1 visits: {ORDER}\n1 move: B\n7 values: {VALUES}",
        f"Problem 1\nvisits: {ORDER}\nmove: B\n\n## Problem 4: The small tree\n{VALUES}",
    ],
)
def test_part_is_pending_if_its_answer_is_below_no_problem_of_the_set(two, text):
    record = marked(two, text)
    assert record["pending"] == ["2 values"], record
    assert record["score"] == 5
    assert any("A=3" in line["text"] for line in record["unread"])


def test_unread_line_outside_of_the_problems_is_listed_once(two):
    record = marked(two, f"Problem 1\nmove: B\nProblem 3\nvalues: {VALUES}\nmove: C")
    assert [line["text"] for line in record["unread"]] == [f"values: {VALUES}", "move: C"]
    assert record["pending"] == ["1 visits", "2 values"]
