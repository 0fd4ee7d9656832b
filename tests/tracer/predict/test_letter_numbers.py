"""Predict mode's question about a letter: for which numbers a cutoff skips children."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from engine.errors import InvalidInput
from engine.log.visit_log import NO_PARENT
from tests.support.cases import over
from tracer import ask, check_answers, trace
from tracer.ask.letter_line import letter_line, set_first_number
from tracer.check.facts.numbers import letter_questions, read_numbers
from tracer.misconceptions.of_letters import LETTER_MISTAKES
from tracer.predict import KINDS, Score, answered, judge, next_question, suspects
from tracer.predict.kinds.letter_numbers import LetterNumbers
from tracer.predict.summary import as_text, summary_of

#: Bounds of all leaves of the random trees.
BOUNDS = {"bounds": (-5, 9)}
LECTURE = "[[3,12,8],[x,4,6],[14,5,2]]"


def searched(text, **options):
    return trace(set_first_number(text, options), **options)


def questions(found):
    """Yield the questions about the letter of a searched tree."""
    kind = LetterNumbers(letter_questions(found, letter_line(found)))
    for step in range(len(found.replay) - 1):
        question = next_question(found, found.replay, step, [kind])
        if question is not None:
            yield question


def random_tree(rng, depth, letter):
    if not depth:
        return "x" if letter else rng.randint(-5, 9)
    count = rng.randint(1, 3)
    place = rng.randrange(count) if letter else -1
    return [random_tree(rng, depth - 1, child == place) for child in range(count)]


def test_the_lecture_tree_asks_once():
    (question,) = questions(searched(LECTURE))
    assert question.text == (
        "C1 returns to C, a MIN node. Let x be the value of C1. For which x does the search skip "
        "C2 and C3?"
    )
    assert (question.right, question.kind.id) == ("x ≤ 3", "letter")
    assert question.hint == "an inequality, an interval, all or none"


def test_the_letter_may_be_in_the_bound():
    (question,) = questions(searched("[[3,12,x],[2,4,6],[14,5,2]]"))
    assert question.text.startswith("C1 returns to C, a MIN node. Let x be the value of B3.")
    assert question.right == "x ≥ 2"


def test_the_answer_may_be_all_or_none():
    texts = {
        "[[3,12],[[[x,2],1],5]]": "all x",
        "[[3,12],[[4,x],5]]": "no x",
        "[[3,12],[[4,x,8],5]]": "no x",
    }
    for text, right in texts.items():
        assert right in [question.right for question in questions(searched(text))], text


def test_a_long_list_of_names_is_counted():
    found = searched("[[3,x],[x,4,6,8,9,9],[x,x]]")
    (first, *_) = questions(found)
    assert "the value of B2, C1, D1 and D2. For" in first.text
    assert "skip C2, C3, C4 and 2 more?" in first.text


def test_a_fixed_order_of_children_is_followed():
    (question,) = questions(searched("[[14,5,2],[6,4,x],[8,12,3]]", order="right-to-left"))
    assert question.text.endswith("does the search skip C2 and C1?")
    assert question.right == "x ≤ 3"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("lecture", {}),
        (LECTURE, {"search": "mtdf"}),
        (LECTURE, {"search": "pvs"}),
        (LECTURE, {"search": "minimax"}),
        (LECTURE, {"order": "history"}),
        (LECTURE, {"search": "mcts", "iterations": 5}),
    ],
)
def test_there_is_no_question_without_a_letter_or_if_nodes_are_visited_again(text, options):
    found = searched(text, **options)
    assert not [*questions(found)]
    assert next_question(found, found.replay, 0, [KINDS["letter"]]) is None


@over("seed", range(60), ms=150)
def test_right_numbers_are_those_for_which_a_search_skips_the_node(seed):
    rng = random.Random(seed)
    options = rng.choice(
        [{}, {"convention": "cs188"}, {"convention": "mit"}, {"window": (-2, 4)}, BOUNDS]
    )
    text = str(random_tree(rng, rng.randint(2, 4), letter=True)).replace("'", "")
    found = searched(text, **options)
    line = letter_line(found)
    for question in questions(found):
        assert question.right == ask(text, f"pruned {question.about}", **options).text
        right = read_numbers(question.right, "x")
        numbers = [*range(-7, 11), *(Fraction(n, 2) for n in range(-13, 20, 2))]
        for number in [one for one in numbers if options is not BOUNDS or -5 <= one <= 9]:
            names = {*trace(line.set_number(number), **options).names()}
            is_skipped = question.about not in names
            assert is_skipped == any(number in part for part in right), (text, question, number)


@over("seed", range(40), ms=150)
def test_whether_a_question_is_asked_does_not_depend_on_the_number(seed):
    rng = random.Random(seed)
    text = str(random_tree(rng, rng.randint(2, 4), letter=True)).replace("'", "")
    line = letter_line(searched(text))
    searches = []
    for place in range(len(line.bands)):
        found = trace(line.set_number(line.next_number(place - line.band)))
        events = [found.at(step).event for step in range(len(found.replay))]
        asked = {one.step: (one.text, one.right) for one in questions(found)}
        returns = [step for step, one in enumerate(events) if one.parent != NO_PARENT]
        searches.append({events[step].name: asked.get(step) for step in returns})
    for one, other in pairwise(searches):
        both = one.keys() & other.keys()
        assert {name: one[name] for name in both} == {name: other[name] for name in both}


@over(
    "answer",
    ["x ≤ 3", "(-inf, 3]", "x <= 3.0", "x < 3", "x > 3", "all", "none", "x <= 14", "2 ≤ x ≤ 7"],
    ms=150,
)
def test_answers_are_judged_as_those_of_a_sheet(answer, tmp_path):
    key = tmp_path / "key.yaml"
    key.write_text(f"tree: {LECTURE}\nask: pruned C2\naccept: [aima]\n", encoding="utf-8")
    marked = check_answers(str(key), {"numbers": answer})
    found = searched(LECTURE)
    (question,) = questions(found)
    verdict = judge(found, question, answer)
    assert verdict.is_right is marked.ok
    assert suspects(found, found.replay, question, answer) == tuple(
        one.slug for one in marked.findings
    )
    if not marked.ok:
        assert f"{marked.parts[0].message.rpartition(': ')[2]}." in verdict.text


def test_a_wrong_answer_gets_a_number_that_refutes_it_and_the_mistake():
    found = searched(LECTURE)
    (question,) = questions(found)
    verdict = judge(found, question, "x < 3")
    assert verdict.text == (
        "Right is x ≤ 3: for x = 3, C2 is pruned. Common mistake: an end of an interval is treated "
        "the wrong way."
    )
    assert verdict.mistake == LETTER_MISTAKES["tie-reversed"].title
    # Several mistakes in the search lead to "none", and no one of them is likelier.
    verdict = judge(found, question, "none")
    assert verdict.text == "Right is x ≤ 3: for x = 3, C2 is pruned."
    assert (verdict.mistake, len(verdict.alike) > 1) == ("other numbers", True)
    for text in ("3", "x", "x < y", "yes", "alpha"):
        with pytest.raises(InvalidInput, match="an inequality, an interval, all or none"):
            judge(found, question, text)


def test_the_score_counts_it_and_the_summary_names_its_mistakes():
    found, score = searched(LECTURE), Score()
    (question,) = questions(found)
    for answer in ("x < 3", "x ≤ 3", "(-inf, 3)"):
        verdict = judge(found, question, answer)
        alike = suspects(found, found.replay, question, answer)
        score.answers.append(answered(question, answer, verdict, "C", alike))
    assert summary_of(score).by_question == "letter: 0 of 1"
    text = as_text(score, "tree")
    assert "2 × an end of an interval is treated the wrong way" in text
    assert "letter of C: “x < 3”, right: x ≤ 3" in text


def test_a_cutoff_at_a_chance_node_is_asked_about():
    tree = {
        "bounds": [0, 10],
        "tree": [
            {"player": "chance", "children": [{"p": 0.5, "node": 6}, {"p": 0.5, "node": 8}]},
            {"player": "chance", "children": [{"p": 0.5, "node": "x"}, {"p": 0.5, "node": 9}]},
        ],
    }
    found = searched(tree, search="star1")
    (question,) = questions(found)
    assert question.text.startswith("C1 returns to C, a chance node. Let x be the value of C1.")
    assert question.right == "x ≤ 4"
    assert judge(found, question, "x < 4").mistake == LETTER_MISTAKES["tie-reversed"].title
    assert judge(found, question, "[0, 4]").is_right
