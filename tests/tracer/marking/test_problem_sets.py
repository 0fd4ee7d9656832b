"""Sheets to a problem set get what their problems get alone, in whatever form they come."""

import random
import time

import pytest
from jsonschema import Draft202012Validator

import tracer
from tests.support.cases import over
from tests.support.check_schema import SET_RECORD
from tests.support.keys import key_of
from tests.support.naive import random_lists
from tests.support.pupils import Pupil
from tests.support.sheets import WAYS, as_text
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of_text
from tracer.marking.reading.sheet_files import sheets_in
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


class Made:
    """A set of three problems, and what one pupil hands in to each."""

    def __init__(self, seed):
        chance = random.Random(seed)
        self.problems, self.answers = {}, {}
        slip = chance.choice(READINGS)  # who has a misconception often has it everywhere
        for number, parts in enumerate(PARTS, 1):
            tree = random_lists(chance, chance.choice((2, 3)), (-9, 9))
            self.problems[str(number)] = {"tree": tree, "search": "alphabeta", "accept": ["aima"],
                                          "parts": parts}  # fmt: skip
            names = [place.name for place in tracer.trace(tree, "minimax").walk()]
            reading = slip if chance.random() < 0.6 else chance.choice(READINGS)
            sheet = Pupil(tree, names, reading).sheet()
            self.answers[str(number)] = {part: sheet[part] for part in parts if part in sheet}

    def grader(self):
        return grader_of(key_of({"name": "Set", "problems": self.problems}))

    def alone(self, number):
        """The record of one problem, marked as if there were no set."""
        text = as_text({"": self.answers[number]}, heading="")
        grader = grader_of(key_of(self.problems[number]))
        return grader.mark(sheet_of_text(text, "s")).record()


@over("seed", range(40), ms=45)
def test_set_gets_the_marks_that_its_problems_get_alone(seed):
    made = Made(seed)
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


def test_misconception_that_explains_more_problems_is_first_if_fits_are_equal():
    made = Made(0)
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


@over("way", WAYS, ms=45)
@over("seed", [3, 11])
def test_marks_are_the_same_in_every_form_of_a_sheet(way, seed, tmp_path):
    made = Made(seed)
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


@pytest.fixture(scope="module")
def two():
    return grader_of(key_of(SET))


def marked(grader, text, suffix=""):
    return grader.mark(sheet_of_text(text, "s", suffix)).record()


def test_feedback_is_as_full_for_a_set_as_for_a_problem(two):
    marks = two.mark(sheet_of_text("Problem 1\nvisits: A B\nmove: C\nProblem 2\nvalues: A=5", "s"))
    assert marks.record("score")["departure"] is None
    hint = marks.record("hint")
    assert hint["departure"]["message"].startswith("Problem 1: The first mistake is at")
    assert "2 of 11 visits" in hint["parts"][0]["message"]
    assert marks.record("full")["departure"]["message"].startswith("Problem 1: You ")


# Keys -----------------------------------------------------------------------------------------


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


@over("suffix", ["", ".txt", ".md", ".yaml", ".json", ".csv", ".jsonl"], ms=45)
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
