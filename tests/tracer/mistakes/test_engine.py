"""Every misconception is among the explanations of what a student with it answers."""

import random

from tests.support.cases import over
from tests.support.mistaken import step_answers
from tests.support.naive import random_lists
from tracer import trace
from tracer.lesson.facts import fact_of
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.engine import Mistakes, recorded_task
from tracer.questions.question import judge
from tracer.questions.steps import ask_step

#: A slip of arithmetic is nobody's habit.
HABITS = sorted({*MISCONCEPTIONS} - {"arithmetic-slip"})


#: Seeds of random trees, and a tree with chance.
TREES = [*range(25), "dice"]


def searched(tree):
    """Return a search of a tree, and the mistakes about it."""
    is_seed = isinstance(tree, int)
    found = trace(random_lists(random.Random(tree), 3, (-9, 9)) if is_seed else tree)
    return found, Mistakes(recorded_task(found), recording=found)


@over("tree", TREES, ms=60)
def test_wrong_steps_of_every_misconception_are_explained_by_it(tree):
    t, mistakes = searched(tree)
    asked = (ask_step(t, t.replay, step) for step in range(len(t.replay)))
    for question in filter(None, asked):
        for slug in HABITS:
            for typed in step_answers(slug, t, question):
                verdict = judge(
                    question,
                    typed,
                    lambda claim: mistakes.behind_step(question, claim),  # noqa: B023
                )
                assert verdict.is_right or slug in verdict.mistakes, (question.text, slug, typed)


@over("tree", TREES, ms=60)
def test_wrong_facts_of_every_misconception_are_explained_by_it(tree):
    t, mistakes = searched(tree)
    task = recorded_task(t)
    names = ["value", "value of B", "entry window of C", "visits", "skipped", "leaves"]
    for question in (fact_of(t, len(t.replay) - 1, name) for name in names):
        for slug in HABITS:
            for reading in MISCONCEPTIONS[slug].readings(task):
                claim = question.read(reading.answers)
                if claim is not None and not question.is_right(claim):
                    assert slug in mistakes.behind(question, claim, question.read)


def test_right_answer_and_an_answer_of_nobody_have_no_explanation():
    t, mistakes = searched(1)
    question = ask_step(t, t.replay, 3)
    assert mistakes.behind_step(question, question.right[0]) == ()
    assert mistakes.behind_step(question, (123.0, 456.0)) == ()
