"""Questions about the next step, compared with that step."""

import math
import re

import pytest
from hypothesis import given

from engine.errors import InvalidInput
from engine.game import Game, Player
from tests.engine.searches.test_star import GOLDEN
from tests.support.cases import examples, over
from tests.support.strategies import conventions, textbook_program, trees
from tests.support.tables import table
from tracer import trace
from tracer.mistakes.engine import Mistakes, recorded_task
from tracer.questions.forms import Numbers
from tracer.questions.question import judge
from tracer.questions.steps import STEP_KINDS, ask_step
from tracer.recording.fold import count_returned, fold


def questions(t):
    found = (ask_step(t, t.replay, step) for step in range(len(t.replay)))
    return [question for question in found if question is not None]


def test_lecture_tree_gives_about_a_dozen_questions():
    t = trace("lecture")
    asked = questions(t)
    expected = table(__file__, "lecture_questions")
    assert [(question.step, question.item) for question in asked] == expected
    assert [question.answer for question in asked][5:9] == ["α", "3", "D", "no"]


@over(("source", "search", "options"), table(__file__, "searches"))
def test_only_the_correct_answer_is_accepted(source, search, options):
    t = trace(source, search, **options)
    for question in questions(t):
        assert judge(question, question.answer).is_right
        wrong = {
            "next node": t.name(0),
            "value": "123456",
            "window": "-123456, 123456",
            "cutoff": "α" if question.answer != "α" else "β",
            "search again": "no" if question.answer == "yes" else "yes",
            "result": f"123456 {question.answer.partition(' ')[2]}",
        }[question.item]
        verdict = judge(question, wrong)
        assert not verdict.is_right


@given(trees(), conventions)
@examples(20)
def test_every_question_of_one_kind_has_the_textbook_programs_answer(tree, convention):
    t = trace(tree, convention=convention)
    program = textbook_program(tree, convention, (-math.inf, math.inf), "given")
    program.run()
    for kind in STEP_KINDS:
        check_questions_of(kind, t, program)


def check_questions_of(kind, t, program):
    asked = {}
    for step in range(len(t.replay)):
        question = ask_step(t, t.replay, step, {kind})
        if question is not None:
            assert question.item == kind
            assert judge(question, question.answer).is_right
            asked[question.step] = question
    for step in range(len(t.replay)):
        event = t.at(step).event
        if event.entering or event.parent < 0:
            continue
        frame = program.photographs[step].stack[-1]
        if kind == "value":
            assert asked[step].right[0] == (frame["v"],)
        elif kind == "window" and not frame["cut"]:
            assert asked[step].right[0] == (frame["alpha"], frame["beta"])
        elif kind == "cutoff" and step in asked:
            bound = "β" if frame["max"] else "α"
            assert asked[step].answer == (bound if frame["cut"] else "no")
        elif kind == "cutoff":
            assert not math.isfinite(frame["beta" if frame["max"] else "alpha"])
        else:
            assert step not in asked


@over(("place", "typed", "slugs"), table(__file__, "wrong_answers"))
def test_wrong_answer_gets_the_misconceptions_that_lead_to_it(place, typed, slugs):
    t = trace("lecture")
    question = questions(t)[place]
    mistakes = Mistakes(recorded_task(t), recording=t)
    verdict = judge(question, typed, lambda claim: mistakes.behind_step(question, claim))
    assert not verdict.is_right
    assert {*slugs} <= {*verdict.mistakes}
    assert bool(slugs) is bool(verdict.mistakes)


@over(("convention", "right"), [("aima", "α"), ("cs188", "no")])
def test_convention_decides_whether_equality_is_enough(convention, right):
    t = trace([[3, 9, 9], [3, 1], [2, 9]], convention=convention)
    asked = [q for q in questions(t) if q.item == "cutoff" and t.name(q.row) == "C"]
    question = asked[0]
    assert question.answer == right
    wrong, mistakes = "no" if right == "α" else "α", Mistakes(recorded_task(t), recording=t)
    assert "strictness-flipped" in mistakes.behind_step(question, wrong)


@given(trees(), conventions)
@examples(20)
def test_sentence_of_the_step_explains_a_value_a_window_and_a_cutoff(tree, convention):
    t = trace(tree, convention=convention)
    for question in questions(t):
        if question.item in ("value", "window", "cutoff"):
            assert judge(question, question.answer).reason == t.at(question.step).sentence
        if question.item == "cutoff":
            is_visited_next = t.at(question.step + 1).event.entering
            is_last = "the last child" in question.text
            assert is_visited_next is (question.answer == "no" and not is_last)


def asked_by(t, row):
    """Return the question of a row: the first with the item and what else the row says of it."""
    asks = {row["asks"]} if row.get("alone") else None
    asked = [ask_step(t, t.replay, step, asks) for step in range(len(t.replay))]
    return next(
        one
        for one in asked
        if one
        and one.item == row["asks"]
        and one.answer == row.get("answer", one.answer)
        and row.get("node", t.name(one.row)) == t.name(one.row)
        and row.get("text", "") in one.text
    )


@over("row", table(__file__, "steps"))
def test_answer_of_a_step_is_right_or_wrong_or_asked_again_as_people_type_it(row):
    t = trace(**row["search"])
    question = asked_by(t, row)
    for verdict in ("right", "wrong", "refused"):
        for typed in row.get(verdict, ()):
            assert judge_typed(question, typed) == verdict, typed
    assert question.hint == row.get("hint", question.hint)
    for typed in row["refused"] if "expected" in row else ():
        with pytest.raises(InvalidInput) as error:
            judge(question, typed)
        assert row["expected"] in f"{error.value.expected} {error.value}"
    for typed, reason in row.get("says", {}).items():
        assert reason in judge(question, typed).reason


def judge_typed(question, typed):
    """Return the verdict of an answer that is right, wrong, or no answer to the question."""
    try:
        return "right" if judge(question, typed).is_right else "wrong"
    except InvalidInput:
        return "refused"


class Letters(Game):
    """Moves b and B, as in chess a pawn's and a bishop's, then two of which case tells nothing."""

    initial = ""

    def to_move(self, state):
        return (Player.MAX, Player.MIN)[len(state) % 2]

    def actions(self, state):
        return ("bcB", "xy")[len(state) % 2]

    def result(self, state, action):
        return state + action

    def is_terminal(self, state):
        return len(state) == 3

    def utility(self, state, player):
        worth = (7 * "bcB".index(state[0]) + 3 * "bcB".index(state[2])) % 5
        return -worth if player is Player.MIN else worth


def is_accepted(question, typed):
    """Return whether an answer is right; one that is not the name of a node is refused."""
    try:
        return judge(question, typed).is_right
    except InvalidInput:
        return False


def test_case_matters_in_games_too():
    t = trace(Letters(), "minimax")
    case = {"b", "B"}
    asked = [one for one in questions(t) if one.item == "next node"]
    assert {"b y", "c", "c y", "B", "B y"} == {one.answer for one in asked}
    for question in asked:
        assert judge(question, question.answer).is_right
        told_apart = bool(case & set(question.answer.split()))
        assert is_accepted(question, question.answer.swapcase()) is not told_apart
        own = question.answer.split()[-1]  # the move alone
        assert is_accepted(question, own.swapcase()) is (own not in case)
    result = questions(t)[-1]
    assert result.answer == "4 B"
    assert judge(result, "4 B").is_right
    assert not judge(result, "4 b").is_right


def test_pass_before_the_last_does_not_end_the_search():
    t = trace("connect-four", "deepening", depth=3, evaluation="open-lines")
    texts = [one.text for one in questions(t) if one.item == "result"]
    assert [text[: text.index(".")] for text in texts] == [
        "Pass 1 is over, and a deeper one follows",
        "Pass 2 is over, and a deeper one follows",
        "The search is over",
    ]


def test_monte_carlo_questions_ask_for_means_and_for_a_move_only_at_the_end():
    """Compare every mean with all rewards before it; the move is the most visited one."""
    t = trace("lecture", "mcts", iterations=40)
    asked, rewards = questions(t), {}
    for step in range(len(t.replay)):
        event = t.at(step).event
        if event.entering or event.parent < 0:
            continue
        name = t.name(event.parent)
        one = next((one for one in asked if one.step == step), None)
        rewards.setdefault(name, []).append(t.log.value[event.row])
        if name == "A":
            seen = rewards[name]
            assert (one is None) is (len(seen) == 1)
            if one is not None:
                mean = sum(seen) / len(seen)
                assert one.right[0] == pytest.approx((mean,))
                assert judge(one, f"{mean:.2f}").is_right
                assert not judge(one, f"{mean + 1:.2f}").is_right
    assert len(rewards["A"]) == 40
    results = [one for one in asked if one.item == "result"]
    assert [one.step for one in results] == [len(t.replay) - 1]
    assert results[0].answer.endswith(f" {t.move}")
    assert results[0].right[0][0] == (t.value,)


@given(trees(4))
@examples(20)
def test_scout_is_repeated_if_its_value_is_better_and_inside_the_window(tree):
    t = trace(tree, "pvs")
    for question in questions(t):
        if question.item == "search again":
            x, parent = t.log.value[question.row], t.log.parent[question.row]
            at_max = t.log.player[parent] == Player.MAX
            before = fold(t, parent, count_returned(t, parent, question.step) - 1)
            alpha, beta = before.alpha, before.beta
            held = alpha if at_max else beta
            why = judge(question, question.answer).reason
            low, high = t.log.alpha[question.row], t.log.beta[question.row]
            better = x > held if at_max else x < held
            assert ("searched again" in why) is (question.answer == "yes")
            assert ("exact" in why) is (better and low < x < high)
            assert (question.answer == "yes") is (alpha < x < beta and not low < x < high)


@over("search", ["minimax", "alphabeta"])
def test_reminder_never_has_a_number_or_the_answer(search):
    t = trace("lecture", search)
    texts = {one.item: one.reminder for one in questions(t)}
    assert all(texts.values())
    assert not any(re.search(r"\d|\b[B-D]\b", text) for text in texts.values())


@over("typed", ["not 3", "3 or 2", "3?", "maybe 3", "it isn't 3"])
def test_number_is_not_read_if_it_is_denied_or_in_doubt(typed):
    with pytest.raises(InvalidInput):
        Numbers(1 if " or " not in typed else 2).read(typed)


def test_questions_leave_out_what_a_probe_decides(tmp_path):
    path = tmp_path / "tree.yaml"
    path.write_text(GOLDEN, encoding="utf-8")
    found = trace(str(path), "star2", bounds=(0, 10))
    asked = questions(found)
    nodes = [(one.item, one.answer) for one in asked]
    assert ("next node", "E") in nodes  # after the probe of D
    again = next(one for one in asked if one.item == "next node" and found.name(one.row) == "D")
    assert "probed once" in again.reminder
    verdict = judge(again, "B")
    assert verdict.reason == "B searches its outcomes after the probes."
    values = [one for one in asked if one.item == "value"]
    assert [one.answer for one in values][-1] == "8.4"
    assert "It was the last outcome." in values[-1].text
    assert not [one for one in asked if one.item == "search again"]
