"""Sentences on sheets: read where they are certain, and noted where they are not."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tracer.check.graders import AnyGrader, grader_of
from tracer.check.key import read_key
from tracer.check.sheets import sheet_of_text

VISITS = "visits: A B B1 B2 B3 C C1 D D1 D2 D3\n"
VALUES = "values: A=3, B=3, C=2, D=2\n"
CUTOFFS = "cutoffs: C alpha=3 beta=inf skips C2 C3\n"
DEEP = "visits: A B D H H1 H2 I I1 E J J1 J2 K K1 K2 C F L L1 M M1 M2\n"


@cache
def grader(key: str) -> AnyGrader:
    return grader_of(read_key(key))


def record(text: str, key: str = "lecture", suffix: str = ".txt") -> dict[str, Any]:
    return grader(key).mark(sheet_of_text(text, "s", suffix)).record()


def noted(text: str, key: str = "lecture", suffix: str = ".txt") -> list[str]:
    """What of a sheet was not read, as it was written."""
    notes = record(text, key, suffix).get("notes", [])
    return [note.split("'", 1)[1].rpartition("' ")[0] for note in notes]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (f"{VISITS}{VALUES}{CUTOFFS}The best move is B.", 4),
        (
            f"{VISITS}{VALUES}{CUTOFFS}D is not cut because D3 is the last child\nMAX picks B",
            4,
        ),
        (f"{VISITS}I cut C2 and C3.", 2),
        (f"{VISITS}I think C2 and C3 are pruned", 2),
        ("student: s\nI think the best move is B\nThe root is worth 3.", 2),
        ("1. I visited A then B, then B1 B2 B3, then C, C1 and then D D1 D2 D3", 1),
        ("Nodes visited: A B B1 B2 B3 C C1 D D1 D2 D3\nValue of A is 3", 2),
        ("visits: A B B1 B2 B3 C C1 D D1 D2 D3 done", 1),
        ("values: The root is worth 3, B=3, C=2, D=2", 2),
        (f"move: B\n{VISITS}I choose B", 2),
        (
            "Order of expansion: A B B1 B2 B3 C C1 D D1 D2 D3\nminimax value of root: 3\n"
            "Answer: B is best",
            3,
        ),
        ("visits A B B1 B2 B3 C C1 D D1 D2 D3\nvalues A=3 B=3 C=2 D=2\nbest move B", 3),
        ("(a) line: A B B1\nb. utility = 3", 2),
        ("The algorithm visits A, B, B1, B2, B3, C, C1, D, D1, D2, D3.", 1),
        ("The visits are A B B1 B2 B3 C C1 D D1 D2 D3", 1),
        ("Visited: A B B1 B2 B3 C C1 D D1 D2 D3. Pruned: C2 C3.", 2),
        ("value of A: 3, value of B: 3", 1),
        ("values: A 3\nB 3\nC 2\nD 2\nC2, C3 pruned", 2),
        ("line: MAX goes to B, MIN goes to B1", 1),
        ("note: I was ill\nand sad about it\nmove: B", 1),
    ],
)
def test_a_sentence_that_is_certain_is_read(text: str, parts: int):
    marked = record(text)
    assert marked["score"] == marked["max_score"] == parts, marked
    assert "notes" not in marked


@pytest.mark.parametrize(
    "written",
    [
        "C because v=2 is <= alpha=3, C2 C3 skipped",
        "at node C, α = 3, β = ∞, so we skip C2 and C3. No cutoff at D.",
        "\nAt C we cut since 2 <= 3. Children C2 and C3 are never visited.\n"
        "At D there is no cutoff.\nAt B nothing is pruned.",
        "B: none; C: C2, C3; D: none",
        "C (α=3, β=+∞): C2, C3 skipped, D: none",
        "only one: C (alpha=3, beta=inf), C2 and C3 skipped; none at B and D",
        "no cutoff at B or D, but at C (alpha=3, beta=inf) C2 C3 are skipped",
        "C: C2 and C3 are skipped, D is not cut",
        "C2 and C3 are cut because MIN at C can get 2 or less, and MAX already has 3 at B.",
        "- C: alpha 3, beta inf, skipped C2 C3 (B is better)",
        "just C2, C3",
        "C alpha=3 beta=inf skips C2 C3 (v <= alpha)",
        "C (3, inf), obviously skips C2 C3",
        "We prune C2 and C3 below C because 2 <= alpha = 3",
        "C gets cut after C1, so C2 and C3 don't get visited",
        "\n- C (3, inf) skips C2 C3\n- at C nothing else",
        "at B: no\nat C: yes, C2 and C3\nat D: no",
    ],
)
def test_cutoffs_are_read_in_sentences_and_denied_ones_claim_none(written: str):
    marked = record(f"cutoffs: {written}")
    assert (marked["score"], marked.get("notes")) == (1, None), marked


@pytest.mark.parametrize(
    "items",
    [
        "- C (3, inf) skips C2 C3\n- at C nothing else\n",
        "- C: alpha 3, beta inf, skipped C2 C3 (B is better)\n- D: none\n",
    ],
)
def test_the_items_of_a_list_are_read_as_lines_are(items: str):
    assert record(f"cutoffs:\n{items}", suffix=".yaml")["score"] == 1


def test_a_word_i_is_the_student_and_no_node_of_that_name():
    marked = record(f"{DEEP}I cut I2, L2 and G.", "deep-cutoff")
    assert marked["score"] == marked["max_score"] == 2
    marked = record("cutoffs: I skips I2\nI think L skips L2\nI cut G", "deep-cutoff")
    assert marked["score"] == 1
    assert record("visits: I A B", "deep-cutoff")["parts"][0]["message"].startswith("2 of 22")


@pytest.mark.parametrize("written", ["none at B and D", "There are no cutoffs.", "D: none"])
def test_nothing_but_denials_says_that_there_is_no_cutoff(written: str):
    (part,) = record(f"cutoffs: {written}")["parts"]
    assert (part["score"], part["message"]) == (0, "0 of 1 right; the cutoff at C is missing")


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (f"{CUTOFFS}Thank you!\nsincerely, Dan", ["Thank you!", "sincerely, Dan"]),
        (f"{CUTOFFS[:-1]}. I hope this is right.", ["I hope this is right."]),
        (f"{VALUES}No cutoffs at B and D.", ["No cutoffs at B and D."]),
        (f"{VALUES[:-1]} I think that is right", ["I think that is right"]),
        (f"{VISITS}MIN picks C1", ["MIN picks C1"]),
        (
            "visits A B B1 B2 B3 C C1 (C2 and C3 pruned) D D1 D2 D3",
            ["(C2 and C3 pruned)"],
        ),
        (f"{VISITS[:-1]} [C2 C3 pruned]", ["[C2 C3 pruned]"]),
        ("windows: A (-inf, inf), C (3, inf). All right?", ["All right?"]),
        ("## Move\nMAX should go to B\nI am not sure about D3", ["I am not sure about D3"]),
        (f"{CUTOFFS}C2 might be cut if D were better", ["C2 might be cut if D were better"]),
    ],
)  # fmt: skip
def test_a_sentence_that_is_not_certain_costs_nothing_and_is_noted(text: str, notes: list[str]):
    marked = record(text)
    assert marked["score"] == marked["max_score"], marked
    assert noted(text) == notes


def test_what_is_only_thought_of_is_no_claim():
    marked = record("cutoffs: C2 and C3 would be pruned if alpha were 3")
    assert (marked["score"], marked["parts"][0]["message"]) == (0, "not answered")
    assert noted("cutoffs: C2 and C3 would be pruned if alpha were 3")


def test_a_remark_between_labels_takes_no_answer_with_it():
    marked = record(f"note: I was ill\n{VISITS[8:]}move: B")
    assert marked["score"] == marked["max_score"] == 2


@pytest.mark.parametrize(
    ("written", "score"),
    [
        ("move: MAX should go to B", 1),
        ("Best move: A->B", 1),
        ("Move: B (3)", 1),
        ("move: B because 3 > 2", 1),
        ("move: not C but B", 1),
        ("move: B (value 3), not C or D", 1),
        ("move: C because B is 3", 0),
        ("move: B or C", 0),
        ("move: B1", 0),
        ("move: I don't know", 0),
        ("utility: 3 (for MAX)", 1),
        ("utility: = 3", 1),
        ("utility: max(3, 2, 2) = 3", 1),
        ("utility: 3 or 4", 0),
        ("utility: at least 3", 0),
        ("utility: B3", 0),
    ],
)
def test_a_move_or_a_value_may_stand_in_words_if_there_is_but_one(written: str, score: int):
    assert record(written)["score"] == score


@pytest.mark.parametrize(
    "written",
    [
        "values: B = min(3,12,8) = 3; C = min(2, ..) = 2; D = min(14,5,2) = 2; A = max(3,2,2) = 3",
        "values: A = max(min(3, 12, 8), 2, 2) = 3, B=3",
        "values: C=2 (really at most 2), A=3, B=3, D=2",
        "values: A is 3 because MAX takes the largest, B=3, C at most 2, D=2",
        "visits: A, B, B1=3, B2=12, B3=8, C, C1=2, D, D1=14, D2: 5, D3 (2)",
        "visits: A(B(B1,B2,B3),C(C1),D(D1,D2,D3))",
        "visits: A B B1 B2 B3 C C1 C2 (pruned) C3 (not visited) D D1 D2 D3",
    ],
)
def test_working_that_is_shown_costs_nothing(written: str):
    marked = record(written)
    assert (marked["score"], marked.get("notes")) == (1, None), marked


def test_the_value_behind_the_working_is_what_counts():
    (part,) = record("values: A = max(3,2,2) = 4, B = min(3,12,8), C=2")["parts"]
    assert part["score"] < 0.5
    assert "A is 3, not 4; B is 3, not 'min" in part["message"]


def test_a_node_that_is_pruned_is_skipped_and_not_cut():
    (part,) = record("cutoffs: D (3,5)\nC is pruned")["parts"]
    assert part["score"] == pytest.approx(1 / 3, abs=1e-4)
    assert "there is no cutoff at A" in part["message"]


def test_an_order_that_is_not_finished_may_end_in_dots():
    (part,) = record("visits: A B ...")["parts"]
    assert part["message"].startswith("2 of 11 visits in the right order; B1")


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (f"visits: A C\n{VISITS}", "'visits' stands there twice: the last one counts"),
        ("visits: A B B1 B2 B3\norder: C C1 D D1 D2 D3", "the second goes on with the first"),
        ("move: C\nbest move: B", "'best move' stands there twice: the last one counts"),
    ],
)
def test_a_label_that_comes_twice_is_told_of(text: str, note: str):
    marked = record(text)
    assert marked["score"] == 1
    assert note in marked["notes"][0]


def test_cutoffs_and_what_is_pruned_are_one_answer():
    marked = record("cutoffs: C (3, inf)\npruned: C2 C3")
    assert marked["score"] == 1
    assert "notes" not in marked
