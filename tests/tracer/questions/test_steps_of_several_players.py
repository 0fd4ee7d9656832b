"""Questions about searches of several players."""

import random

import pytest

from engine.errors import InvalidInput
from tests.support import naive_maxn as naive
from tracer import trace
from tracer.questions.question import judge
from tracer.questions.steps import ask_step
from tracer.web.step_records import ELSE, question_data

CUT = "[[[(3,2,5),(4,2,3)],[(1,1,2),(7,1,1)]],[(1,8,1),(1,7,1)]]"


def questions(t):
    found = (ask_step(t, t.replay, step) for step in range(len(t.replay)))
    return [question for question in found if question is not None]


def asked(t, kind, node):
    return next(one for one in questions(t) if one.item == kind and t.name(one.row) == node)


@pytest.mark.parametrize("most", [None, 6])
def test_every_right_answer_is_right_and_every_vector_is_that_of_a_plain_program(most):
    for seed in range(25):
        dice = random.Random(seed)
        while isinstance(tree := naive.random_tree(dice, 3, 3, most), dict):
            pass
        t = trace(naive.as_source(tree, 3), "maxn", **({} if most is None else {"sum": most}))
        for question in questions(t):
            assert judge(question, question.answer).is_right, question
            if question.item != "value":
                continue
            at = tree
            for row in t.rows_to(question.row)[1:]:
                at = at[1][t.log.action[row]]
            mover, children = at
            seen = [
                row
                for row in t.log.children(question.row)
                if t.replay.left_at(row) <= question.step
            ]
            vectors = [naive.backed_up(children[t.log.action[row]]) for row in seen]
            if most is None:
                best = max(vector[mover] for vector in vectors)
                first = next(vector for vector in vectors if vector[mover] == best)
                assert question.right[0] == tuple(map(float, first.values()))


@pytest.mark.parametrize(
    ("node", "answer"), [("G", "(7, 7, 1)"), ("A", "(1, 5, 6)"), ("B", "(9, 9, 9)")]
)
def test_a_wrong_vector_gets_the_comparison(node, answer):
    t = trace("three-players")
    verdict = judge(asked(t, "value", node), answer)
    assert not verdict.is_right
    assert "moves there: it has" in verdict.reason


@pytest.mark.parametrize("answer", ["3", "(1, 2)", "1 2 3 4", "(1,2,6) or (1,5,2)"])
def test_what_is_no_vector_is_refused(answer):
    t = trace("three-players")
    with pytest.raises(InvalidInput) as error:
        judge(asked(t, "value", "B"), answer)
    assert error.value.expected == "a number for each player"


def test_a_cutoff_is_yes_or_no_with_its_arithmetic():
    t = trace(CUT, sum=10)
    question = asked(t, "cutoff", "C")
    assert question.hint == "yes or no"
    assert {*question.form.options} == {"yes", "no"}
    wrong = judge(question, "no")
    assert wrong.reason == (
        "B has 8, so A gets at most 10 − 8 = 2 here, and has 3 already: v = 8 ≥ 7 holds, so C "
        "returns."
    )
    assert judge(question, "Yes").is_right
    with pytest.raises(InvalidInput):
        judge(question, "β")


def test_a_result_without_a_vector_is_refused():
    t = trace("three-players")
    with pytest.raises(InvalidInput, match="a value for each player and a move"):
        judge(asked(t, "result", "A"), "1 B")


@pytest.mark.parametrize(("source", "options"), [("three-players", {}), (CUT, {"sum": 10})])
def test_the_web_page_has_a_field_for_each_player_and_finds_the_right_answer(source, options):
    t = trace(source, **options)
    for step in range(len(t.replay) - 1):
        question = ask_step(t, t.replay, step)
        if question is None:
            continue
        data = question_data(t, question)
        assert data["players"] == ["A", "B", "C"]
        verdicts = {repr(key): verdict for key, verdict in data["answers"]}
        assert not verdicts[repr(ELSE)][0] if repr(ELSE) in verdicts else data["choices"]
        if question.item == "value":
            assert verdicts[repr([int(one) for one in question.right[0]])][0] == 1
