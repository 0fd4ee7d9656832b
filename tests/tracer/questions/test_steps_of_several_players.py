"""Questions about searches of several players."""

import random

import pytest

from tests.support import naive_maxn as naive
from tests.tracer.questions.test_steps import questions
from tracer import trace
from tracer.questions.question import judge
from tracer.questions.steps import ask_step
from tracer.web.step_records import ELSE, question_data

CUT = "[[[(3,2,5),(4,2,3)],[(1,1,2),(7,1,1)]],[(1,8,1),(1,7,1)]]"


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
