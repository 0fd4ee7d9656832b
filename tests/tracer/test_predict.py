"""Questions about the next step, held against what the step then shows."""

from __future__ import annotations

import json
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.game import Game, Player
from tests.support.strategies import conventions, textbook_program, trees
from tracer import trace
from tracer.predict import (
    Answered,
    Asks,
    Score,
    answered,
    judge,
    likeliest,
    next_question,
    search_key,
    seek_question,
    suspects,
)


def questions(t):
    found = (next_question(t, t.replay, step) for step in range(len(t.replay)))
    return [question for question in found if question is not None]


def test_the_lecture_tree_is_about_a_dozen_questions():
    t = trace("lecture")
    asked = questions(t)
    assert [(question.step, question.asks) for question in asked] == [
        (3, Asks.WINDOW),
        (5, Asks.VALUE),
        (7, Asks.VALUE),
        (8, Asks.WINDOW),
        (9, Asks.NEXT),
        (11, Asks.CUT),
        (12, Asks.VALUE),
        (13, Asks.NEXT),
        (15, Asks.CUT),
        (17, Asks.WINDOW),
        (19, Asks.CUT),
        (20, Asks.VALUE),
        (21, Asks.RESULT),
    ]
    assert [question.right for question in asked][5:9] == ["α", "3", "D", "no"]


@pytest.mark.parametrize(
    ("source", "search", "options"),
    [
        ("lecture", "minimax", {}),
        ("misconceptions", "alphabeta", {"convention": "cs188"}),
        ("misconceptions", "alphabeta", {"convention": "comp341"}),
        ("dice", "expectiminimax", {}),
        ("transposition", "transposition", {}),
        ("[[3, 5], [[7, 2], 6], [2, 9]]", "pvs", {}),
        ("estimates", "deepening", {}),
        ("tic-tac-toe@xo.|.x.|..o", "alphabeta", {}),
        ("pacman", "single", {}),
        ("lecture", "negamax", {}),
    ],
)
def test_the_right_answer_is_right_and_others_are_not(source, search, options):
    t = trace(source, search, **options)
    for question in questions(t):
        assert judge(t, question, question.right).is_right
        wrong = {
            Asks.NEXT: "no such node",
            Asks.VALUE: "123456",
            Asks.WINDOW: "-123456, 123456",
            Asks.CUT: "α" if question.right != "α" else "β",
            Asks.AGAIN: "no" if question.right == "yes" else "yes",
            Asks.RESULT: "123456 nowhere",
        }[question.asks]
        verdict = judge(t, question, wrong)
        assert not verdict.is_right
        assert verdict.kind


@given(trees(), conventions)
@settings(max_examples=60)
def test_values_windows_and_cutoffs_are_those_of_the_textbook_program(tree, convention):
    t = trace(tree, convention=convention)
    program = textbook_program(tree, convention, (-math.inf, math.inf), "given")
    program.run()
    for question in questions(t):
        if question.asks not in (Asks.VALUE, Asks.WINDOW, Asks.CUT):
            continue
        frame = program.photographs[question.step].stack[-1]
        if question.asks is Asks.VALUE:
            assert question.numbers == (frame["v"],)
        elif question.asks is Asks.WINDOW:
            assert question.numbers == (frame["alpha"], frame["beta"])
        else:
            bound = "β" if frame["max"] else "α"
            assert question.right == (bound if frame["cut"] else "no")


@given(trees(), conventions, st.sampled_from(list(Asks)))
@settings(max_examples=60)
def test_of_one_kind_all_that_can_be_asked_is_asked_rightly(tree, convention, kind):
    t = trace(tree, convention=convention)
    program = textbook_program(tree, convention, (-math.inf, math.inf), "given")
    program.run()
    asked = {}
    for step in range(len(t.replay)):
        question = next_question(t, t.replay, step, {kind})
        if question is not None:
            assert question.asks is kind
            assert judge(t, question, question.right).is_right
            asked[question.step] = question
    for step in range(len(t.replay)):
        event = t.at(step).event
        if event.entering or event.parent < 0:
            continue
        frame = program.photographs[step].stack[-1]
        if kind is Asks.VALUE:
            assert asked[step].numbers == (frame["v"],)
        elif kind is Asks.WINDOW and not frame["cut"]:
            assert asked[step].numbers == (frame["alpha"], frame["beta"])
        elif kind is Asks.CUT and step in asked:
            assert (asked[step].right != "no") is frame["cut"]
        elif kind is Asks.CUT:
            assert not math.isfinite(frame["beta" if frame["max"] else "alpha"])
        else:
            assert step not in asked


def test_with_windows_alone_one_that_stays_is_asked_for_too():
    t = trace("lecture")
    question = next_question(t, t.replay, 4, {Asks.WINDOW})
    assert question.text.startswith("B2 returns 12")
    assert question.right == "(−∞, 3)"
    assert judge(t, question, "-inf 12").misconception == "max-min-swapped"


def test_a_question_is_looked_for_no_further_than_is_said():
    t = trace("lecture")
    assert seek_question(t, t.replay, 0, {Asks.CUT}, 100).step == 11
    assert seek_question(t, t.replay, 0, {Asks.CUT}, 5) is None
    assert seek_question(t, t.replay, 19, {Asks.CUT}, 100) is None


@pytest.mark.parametrize("typed", ["-inf 3", "(−∞, 3)", "[-oo,3]", "-Infinity; 3.0", "−∞ 6/2"])
def test_windows_are_read_in_many_forms(typed):
    t = trace("lecture")
    (question, *_) = questions(t)
    assert judge(t, question, typed).is_right


@pytest.mark.parametrize("typed", ["3", "1 2 3", "three", ""])
def test_what_is_no_window_is_no_answer(typed):
    t = trace("lecture")
    (question, *_) = questions(t)
    with pytest.raises(InvalidInput):
        judge(t, question, typed)


@pytest.mark.parametrize("typed", ["yes", "perhaps", "gamma"])
def test_a_cutoff_is_by_somebodys_bound(typed):
    t = trace("lecture")
    question = questions(t)[5]
    with pytest.raises(InvalidInput):
        judge(t, question, typed)
    assert judge(t, question, "yes, by alpha").is_right
    assert judge(t, question, "a").is_right


@pytest.mark.parametrize(
    ("place", "typed", "misconception", "kind"),
    [
        (0, "3 -inf", "", "α and β swapped"),
        (0, "-inf inf", "rewritten-window", "own bound not updated"),
        (0, "3 inf", "wrong-bound", "moved the wrong bound"),
        (3, "-inf 3", "wrong-bound", "moved the wrong bound"),
        (9, "3 14", "rewritten-window", "own bound not updated"),
        (9, "-inf 5", "window-reset", "forgot the ancestors"),
        (9, "5 14", "wrong-bound", "moved the wrong bound"),
        (9, "5 inf", "wrong-bound", "moved the wrong bound"),
        (1, "12", "max-min-swapped", "MAX and MIN"),
        (4, "B1", "other-traversal", "another order of nodes"),
        (5, "no", "refuses-cutoff", "a cutoff missed"),
        (5, "β", "wrong-bound", "the wrong bound named"),
        (7, "C2", "refuses-cutoff", "went on after a cutoff"),
        (8, "α", "", "a cutoff where none is"),
        (12, "3 C", "", "the move"),
        (12, "2 B", "", "the value of the root"),
    ],
)
def test_a_wrong_answer_is_told_from_what_it_comes(place, typed, misconception, kind):
    t = trace("lecture")
    verdict = judge(t, questions(t)[place], typed)
    assert not verdict.is_right
    assert (verdict.misconception, verdict.kind) == (misconception, kind)


@pytest.mark.parametrize(("convention", "right"), [("aima", "α"), ("cs188", "no")])
def test_the_convention_says_whether_equal_is_enough(convention, right):
    t = trace([[3, 9, 9], [3, 1], [2, 9]], convention=convention)
    question = next(q for q in questions(t) if q.asks is Asks.CUT and q.numbers == (3, 3))
    assert question.right == right
    wrong = "no" if right == "α" else "α"
    assert judge(t, question, wrong).misconception == "strictness-flipped"


CUTS = [
    ("deep-cutoff", "aima"),
    ("ties", "cs188"),
    ("tic-tac-toe@xox|xxo|o..", "aima"),
    ("lecture", "aima"),
]


@pytest.mark.parametrize(("source", "convention"), CUTS)
def test_a_node_goes_on_where_it_is_told_to(source, convention):
    t = trace(source, convention=convention)
    last = 0
    for question in questions(t):
        if question.asks is not Asks.CUT:
            continue
        after = t.at(question.step + 1).event
        told = judge(t, question, question.right).told
        assert ("goes on" in told) is after.entering
        assert ("returns" in told) is (after.row == question.node and not after.entering)
        if "return now" in question.text:
            assert (question.right == "no") is after.entering
        else:
            assert "the last child" in question.text
            assert not after.entering
            last += 1
    assert last


@given(trees(), conventions)
@settings(max_examples=60)
def test_of_any_tree_a_node_goes_on_where_it_is_told_to(tree, convention):
    t = trace(tree, convention=convention)
    for question in questions(t):
        if question.asks is Asks.CUT:
            told = [judge(t, question, answer).told for answer in ("no", "α", "β")]
            goes_on = t.at(question.step + 1).event.entering
            assert ["goes on" in one for one in told] == [goes_on] * 3


@given(trees(4), conventions)
@settings(max_examples=60)
def test_ancestors_are_forgotten_only_where_they_hold_something(tree, convention):
    t = trace(tree, convention=convention)
    program = textbook_program(tree, convention, (-math.inf, math.inf), "given")
    program.run()
    for question in questions(t):
        if question.asks is not Asks.WINDOW:
            continue
        above = program.photographs[question.step].stack[:-1]
        held = any(one["alpha"] > -math.inf or one["beta"] < math.inf for one in above)
        v = program.photographs[question.step].stack[-1]["v"]
        for answer in ((-math.inf, v), (v, math.inf), (-math.inf, math.inf)):
            verdict = judge(t, question, f"{answer[0]} {answer[1]}")
            assert held or verdict.kind != "forgot the ancestors"
            assert verdict.is_right or answer != question.numbers


def test_a_root_forgets_only_what_the_search_began_with():
    t = trace("lecture", window=(-10, 10))
    question = next(one for one in questions(t) if one.asks is Asks.WINDOW and one.node == 0)
    verdict = judge(t, question, "3 inf")
    assert (verdict.kind, verdict.misconception) == ("forgot the initial window", "window-reset")


@pytest.mark.parametrize("typed", ["3 3", "3,0", "x", "--3", "- 3", "3 -", "1/0", "1e3", ""])
def test_what_is_no_number_is_no_answer(typed):
    t = trace("lecture")
    with pytest.raises(InvalidInput):
        judge(t, questions(t)[1], typed)


def test_a_result_with_a_sign_too_many_is_no_answer():
    t = trace("lecture")
    with pytest.raises(InvalidInput):
        judge(t, questions(t)[-1], "--3 B")


#: Trees in which upper and lower case tell nodes apart, and what is visited at some step.
TWINS = [
    ("{id: A, children: [{id: b, children: [1, 2]}, {id: B, children: [3, 4]}, {id: c, value: 9}]}",
     "B", {"B": True, " B ": True, "b": False, "c": False, "A": False}),
    ("{id: A, children: [{id: b, children: [1, 2]}, {id: C, children: [3, 4]}, {id: d, value: 9}]}",
     "C", {"C": True, "c": True, "b": False}),
    # The second child has no name of its own, and is called B.
    ("{children: [{id: b, children: [1, 2]}, {children: [3, 4]}, {id: d, value: 9}]}",
     "B", {"B": True, "b": False}),
    # Only a node that is not visited is spelled otherwise.
    ("{id: A, children: [{id: D, children: [5, 6]}, {id: B, children: [1, {id: b, value: 9}]}, 2]}",
     "B", {"B": True, "b": False}),
]  # fmt: skip


@pytest.mark.parametrize(("tree", "right", "answers"), TWINS)
def test_case_counts_where_it_tells_nodes_apart(tree, right, answers, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(f"tree: {tree}\n", encoding="utf-8")
    t = trace(str(path))
    question = next(one for one in questions(t) if one.asks is Asks.NEXT and one.right == right)
    assert {typed: judge(t, question, typed).is_right for typed in answers} == answers


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


def test_case_counts_in_games_too():
    t = trace(Letters(), "minimax")
    case = {"b", "B"}
    asked = [one for one in questions(t) if one.asks is Asks.NEXT]
    assert {"b y", "c", "c y", "B", "B y"} == {one.right for one in asked}
    for question in asked:
        assert judge(t, question, question.right).is_right
        told_apart = bool(case & set(question.right.split()))
        assert judge(t, question, question.right.swapcase()).is_right is not told_apart
        own = question.right.split()[-1]  # the move alone
        assert judge(t, question, own.swapcase()).is_right is (own not in case)
    result = questions(t)[-1]
    assert result.right == "4 B"
    assert judge(t, result, "4 B").is_right
    assert not judge(t, result, "4 b").is_right


def test_feedback_names_the_bounds():
    t = trace("lecture")
    told = judge(t, questions(t)[5], "no").told
    assert "v = 2 ≤ α = 3" in told
    assert re.search(r"α = −∞, β = 3", judge(t, questions(t)[0], "3 4").told)


@given(st.lists(st.sampled_from(["right", "wrong", "passed"]), max_size=12))
def test_the_score_counts_and_is_read_back(how):
    t = trace("lecture")
    score = Score()
    for question, kind in zip(questions(t), how, strict=False):
        if kind == "passed":
            score.answers.append(answered(question, "", None))
        else:
            wrong = {Asks.WINDOW: "98 99", Asks.VALUE: "99", Asks.NEXT: "Z", Asks.CUT: "β"}
            answer = question.right if kind == "right" else wrong[question.asks]
            score.answers.append(answered(question, answer, judge(t, question, answer)))
    assert (score.asked, score.right) == (len(how), how.count("right"))
    assert len(score.mistakes()) == len(how) - how.count("right")
    assert sum(asked for _, asked, _ in score.by_kind()) == len(how)
    for entry in score.answers:
        assert Answered.from_record(json.loads(json.dumps(entry.as_record()))) == entry


@pytest.mark.parametrize(
    "record",
    [
        *(None, 3, "x", [], {}, {"step": 1}),
        {"step": "1", "asks": "value", "answer": "3", "is_right": True, "right": "3"},
        {"step": 1, "asks": "value", "answer": 3, "is_right": True, "right": "3"},
        {"step": 1, "asks": "value", "answer": "3", "is_right": True, "right": "3", "alike": 1},
        {"step": 1, "asks": "value", "answer": "3", "is_right": True, "right": "3", "other": 1},
    ],
)
def test_what_is_no_answer_is_not_read_as_one(record):
    assert Answered.from_record(record) is None


def test_of_several_answers_to_a_question_the_last_counts_and_the_first_is_told():
    t = trace("lecture")
    first, second, *_ = questions(t)
    score = Score()
    for question, typed in ((first, "3 inf"), (second, "3"), (first, "-inf 3")):
        score.answers.append(answered(question, typed, judge(t, question, typed)))
    assert (score.asked, score.right, score.right_at_once) == (2, 2, 1)
    assert score.told == "2 of 2 right (100%), 1 at the first try"
    (mistake,) = score.mistakes()
    assert score.is_mended(mistake)


def test_searches_are_told_apart_by_what_they_visit_and_not_by_their_names_alone(tmp_path):
    path = tmp_path / "mine.yaml"
    keys = set()
    for tree in (
        "[[3, 5], [2, 9]]",
        "[[3, 4], [2, 9]]",
        "{children: [[3, 5], {id: X, children: [2, 9]}]}",
    ):
        path.write_text(f"tree: {tree}\n", encoding="utf-8")
        keys.add(search_key(trace(str(path))))
        assert search_key(trace(str(path))) in keys
    for evaluation in ("mobility", "discs"):
        keys.add(search_key(trace("reversi:4", depth=2, evaluation=evaluation)))
    assert len(keys) == 5


@pytest.mark.parametrize(
    ("asks", "typed", "is_right"),
    [
        (Asks.CUT, "alpha", True),
        (Asks.CUT, "yes, by alpha", True),
        (Asks.CUT, "y: a.", True),
        (Asks.CUT, "beta", False),
        (Asks.CUT, "by beta", False),
        (Asks.CUT, "yes, b", False),
        (Asks.CUT, "yes by β", False),
        (Asks.CUT, "no.", False),
        (Asks.CUT, "yes, by its α", True),
        (Asks.CUT, "yes - MAX's alpha", True),
        (Asks.CUT, "α = 3", True),
        (Asks.CUT, "MAX", True),
        (Asks.CUT, "a beta cutoff", False),
        (Asks.CUT, "no, 2 is below alpha", False),
        (Asks.RESULT, "(3, B)", True),
        (Asks.RESULT, "B: 3", True),
        (Asks.RESULT, "play B for 3", True),
        (Asks.RESULT, "3 C", False),
        (Asks.WINDOW, "-inf..3", True),
        (Asks.WINDOW, "- inf, 3", True),
        (Asks.NEXT, "node C", True),
        (Asks.NEXT, "the child C", True),
        (Asks.NEXT, "node D", False),
        (Asks.RESULT, "3 by B", True),
        (Asks.RESULT, "B is worth 3", True),
        (Asks.RESULT, "2 by B", False),
    ],
)
def test_answers_are_taken_as_people_type_them(asks, typed, is_right):
    t = trace("lecture")
    question = next(one for one in questions(t) if one.asks is asks)
    assert judge(t, question, typed).is_right is is_right


@pytest.mark.parametrize(
    ("asks", "typed"),
    [
        (Asks.CUT, "yes"),
        (Asks.CUT, "yes by"),
        (Asks.CUT, "alpha or beta"),
        (Asks.NEXT, "(12, inf)"),
        (Asks.RESULT, "3"),
        (Asks.RESULT, "B"),
    ],
)
def test_what_answers_another_question_is_no_answer(asks, typed):
    t = trace("lecture")
    question = next(one for one in questions(t) if one.asks is asks)
    with pytest.raises(InvalidInput):
        judge(t, question, typed)


@pytest.mark.parametrize("typed", ["3 a1", "a1 3", "a1: 3", "a1 is worth 3", "(3, A1)"])
def test_a_digit_in_the_name_of_a_move_is_not_the_value(typed):
    t = trace("aima-two-ply")
    result = questions(t)[-1]
    assert result.right == "3 a1"
    assert judge(t, result, typed).is_right
    assert suspects(t, t.replay, result, "a1 2")  # 2 is told of, not the 1 of a1


@pytest.mark.parametrize(("typed", "is_right"), [("0 9", True), ("0, 2 2", True), ("9 0", False)])
def test_of_two_numbers_the_first_is_the_value_and_the_other_the_move(typed, is_right):
    t = trace("tic-tac-toe@xox|xxo|o..")
    assert judge(t, questions(t)[-1], typed).is_right is is_right


@pytest.mark.parametrize("typed", ["3,1", "(3,1)", "3 1", "31", "3-1"])
def test_a_move_is_named_as_in_play(typed):
    t = trace("reversi:4@....|BBBB|WWWW|....", depth=2, evaluation="mobility")
    question = next(one for one in questions(t) if one.asks is Asks.NEXT)
    assert question.right == "(3,1)"
    assert judge(t, question, typed).is_right
    assert not judge(t, question, typed.replace("1", "2")).is_right


def test_digits_without_end_as_a_name_are_a_wrong_answer():
    t = trace("lecture")
    question = next(one for one in questions(t) if one.asks is Asks.NEXT)
    assert suspects(t, t.replay, question, "1" * 400) == ()


def test_a_pass_that_is_not_the_last_does_not_end_the_search():
    t = trace("connect-four", "deepening", depth=3, evaluation="open-lines")
    texts = [one.text for one in questions(t) if one.asks is Asks.RESULT]
    assert [text[: text.index(".")] for text in texts] == [
        "Pass 1 is over, and a deeper one follows",
        "Pass 2 is over, and a deeper one follows",
        "The search is over",
    ]


def test_monte_carlo_is_asked_for_means_and_for_a_move_at_its_end_alone():
    """Every mean is held against all rewards before it, and the move is the most visited one."""
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
                assert one.numbers == pytest.approx((mean,))
                assert judge(t, one, f"{mean:.2f}").is_right
                assert not judge(t, one, f"{mean + 1:.2f}").is_right
    assert len(rewards["A"]) == 40
    results = [one for one in asked if one.asks is Asks.RESULT]
    assert [one.step for one in results] == [len(t.replay) - 1]
    assert results[0].right.endswith(f" {t.move}")
    assert results[0].numbers == (t.value,)


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("6", "a mean of two numbers"),
        ("7", "kept the old mean"),
        ("5", "took the last reward"),
        ("4", "another mean"),
    ],
)
def test_a_wrong_mean_is_told_from_what_it_comes(typed, kind):
    t = trace("lecture", "mcts")
    question = next(one for one in questions(t) if one.before == (7,))
    assert "The reward 5 passes from D up to A" in question.text
    assert "the mean 7 in 2 visits" in question.text
    assert judge(t, question, typed).kind == kind


def test_of_a_repeated_scout_the_numbers_are_told():
    t = trace("[[3, 5], [[7, 2], 6], [2, 9]]", "pvs")
    asked = [one for one in questions(t) if one.asks is Asks.AGAIN]
    told = [judge(t, one, one.right).told for one in asked]
    assert told[0].startswith("5 is not less than β = 3")
    assert told[1].startswith("6 is more than α = 3, and inside (3, +∞)")


@given(trees(4))
@settings(max_examples=60)
def test_a_scout_is_repeated_where_its_value_is_better_and_inside_the_window(tree):
    t = trace(tree, "pvs")
    for question in questions(t):
        if question.asks is Asks.AGAIN:
            (x, held), (alpha, beta) = question.numbers, question.before
            at_max = t.log.player[t.log.parent[question.node]] == Player.MAX
            assert held == (alpha if at_max else beta)
            told = judge(t, question, question.right).told
            low, high = t.log.alpha[question.node], t.log.beta[question.node]
            better = x > held if at_max else x < held
            assert ("has to be found" in told) is (question.right == "yes")
            assert ("exact" in told) is (better and low < x < high)
            assert (question.right == "yes") is (alpha < x < beta and not low < x < high)


def test_at_a_chance_node_the_sum_so_far_is_asked_for():
    """Two outcomes of probability ½, worth 2 and 4: the sum comes to 1, and then to 3."""
    t = trace("dice", "expectiminimax")
    asked = [one for one in questions(t) if "probability" in one.text and one.node == 1]
    assert [(one.right, "the last outcome" in one.text) for one in asked] == [
        ("1", False),
        ("3", True),
    ]


@pytest.mark.parametrize(
    ("place", "typed", "first", "also"),
    [
        (5, "no", "refuses-cutoff", {"window-reset", "root-reset", "one-sided-test"}),
        (5, "β", "wrong-bound", {"one-variable"}),
        (9, "5 5", "one-variable", {"leaking-bounds"}),
        (9, "-inf 5", "window-reset", {"root-reset"}),
        (9, "3 14", "rewritten-window", {"max-min-swapped"}),
        (4, "D", "right-to-left", set()),
        (4, "C1", "other-traversal", set()),
        (12, "2 C", "max-min-swapped", set()),
        (12, "4 B", "arithmetic-slip", set()),
        (5, "α", "", set()),
    ],
)
def test_all_that_an_answer_may_come_from_is_named_the_plainest_first(place, typed, first, also):
    t = trace("lecture")
    found = suspects(t, t.replay, questions(t)[place], typed)
    assert (found[0] if found else "") == first
    assert also <= set(found)


def test_what_fits_most_slips_is_likeliest_and_of_these_the_plainest():
    assert likeliest([]) == likeliest([()]) == ""
    assert likeliest([("a", "b")]) == "a"
    assert likeliest([("a", "b"), ("b", "c"), ()]) == "b"
    assert likeliest([("a", "b"), ("a", "b")]) == "a"
