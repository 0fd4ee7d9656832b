"""Questions about the next step, compared with that step."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.game import Game, Player
from tests.support.cases import over
from tests.support.strategies import conventions, textbook_program, trees
from tracer import trace
from tracer.lesson.questions.answer_feedback import step_feedback
from tracer.predict import (
    KINDS,
    judge,
    next_question,
    seek_question,
)
from tracer.predict.typed.answers import numbers_in


def questions(t):
    found = (next_question(t, t.replay, step) for step in range(len(t.replay)))
    return [question for question in found if question is not None]


def test_lecture_tree_gives_about_a_dozen_questions():
    t = trace("lecture")
    asked = questions(t)
    assert [(question.step, question.kind) for question in asked] == [
        (3, KINDS["window"]),
        (5, KINDS["value"]),
        (7, KINDS["value"]),
        (8, KINDS["window"]),
        (9, KINDS["next node"]),
        (11, KINDS["cutoff"]),
        (12, KINDS["value"]),
        (13, KINDS["next node"]),
        (15, KINDS["cutoff"]),
        (17, KINDS["window"]),
        (19, KINDS["cutoff"]),
        (20, KINDS["value"]),
        (21, KINDS["result"]),
    ]
    assert [question.right for question in asked][5:9] == ["α", "3", "D", "no"]


@over(
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
        ("dice", "star1", {"bounds": (-10, 10)}),
        ("dice", "star2", {"bounds": (-10, 10)}),
        ("lecture", "mtdf", {"guess": 5}),
        ("lecture", "aspiration", {"guess": 6}),
        ("lecture", "sss", {}),
        ("misconceptions", "pvs", {"research": "value"}),
    ],
)
def test_only_the_correct_answer_is_accepted(source, search, options):
    t = trace(source, search, **options)
    for question in questions(t):
        assert judge(t, question, question.right).is_right
        wrong = {
            KINDS["next node"]: t.name(0),
            KINDS["value"]: "123456",
            KINDS["window"]: "-123456, 123456",
            KINDS["cutoff"]: "α" if question.right != "α" else "β",
            KINDS["search again"]: "no" if question.right == "yes" else "yes",
            KINDS["result"]: f"123456 {question.right.partition(' ')[2]}",
        }[question.kind]
        verdict = judge(t, question, wrong)
        assert not verdict.is_right
        assert verdict.mistake


@given(trees(), conventions)
@settings(max_examples=60)
def test_values_windows_and_cutoffs_equal_those_of_the_textbook_program(tree, convention):
    t = trace(tree, convention=convention)
    program = textbook_program(tree, convention, (-math.inf, math.inf), "given")
    program.run()
    for question in questions(t):
        if question.kind not in (KINDS["value"], KINDS["window"], KINDS["cutoff"]):
            continue
        frame = program.photographs[question.step].stack[-1]
        if question.kind is KINDS["value"]:
            assert question.numbers == (frame["v"],)
        elif question.kind is KINDS["window"]:
            assert question.numbers == (frame["alpha"], frame["beta"])
        else:
            bound = "β" if frame["max"] else "α"
            assert question.right == (bound if frame["cut"] else "no")


@given(trees(), conventions, st.sampled_from(list(KINDS.values())))
@settings(max_examples=60)
def test_every_question_of_one_kind_has_the_textbook_programs_answer(tree, convention, kind):
    t = trace(tree, convention=convention)
    program = textbook_program(tree, convention, (-math.inf, math.inf), "given")
    program.run()
    asked = {}
    for step in range(len(t.replay)):
        question = next_question(t, t.replay, step, {kind})
        if question is not None:
            assert question.kind is kind
            assert judge(t, question, question.right).is_right
            asked[question.step] = question
    for step in range(len(t.replay)):
        event = t.at(step).event
        if event.entering or event.parent < 0:
            continue
        frame = program.photographs[step].stack[-1]
        if kind is KINDS["value"]:
            assert asked[step].numbers == (frame["v"],)
        elif kind is KINDS["window"] and not frame["cut"]:
            assert asked[step].numbers == (frame["alpha"], frame["beta"])
        elif kind is KINDS["cutoff"] and step in asked:
            assert (asked[step].right != "no") is frame["cut"]
        elif kind is KINDS["cutoff"]:
            assert not math.isfinite(frame["beta" if frame["max"] else "alpha"])
        else:
            assert step not in asked


def test_unchanged_windows_are_asked_about_if_only_windows_are_selected():
    t = trace("lecture")
    question = next_question(t, t.replay, 4, {KINDS["window"]})
    assert question.text.startswith("B2 returns 12")
    assert question.right == "(−∞, 3)"
    verdict = judge(t, question, "-inf 12")  # β ← x, or the larger of two values
    assert (verdict.misconception, verdict.is_certain) == ("alpha-replaced", False)
    assert step_feedback(t, question, "-inf 12").misconception == ""


def test_question_is_searched_for_within_the_given_number_of_steps():
    t = trace("lecture")
    assert seek_question(t, t.replay, 0, {KINDS["cutoff"]}, 100).step == 11
    assert seek_question(t, t.replay, 0, {KINDS["cutoff"]}, 5) is None
    assert seek_question(t, t.replay, 19, {KINDS["cutoff"]}, 100) is None


@over("typed", ["-inf 3", "(−∞, 3)", "[-oo,3]", "-Infinity; 3.0", "−∞ 6/2"])
def test_windows_are_read_in_many_forms(typed):
    t = trace("lecture")
    (question, *_) = questions(t)
    assert judge(t, question, typed).is_right


@over("typed", ["3", "1 2 3", "three", ""])
def test_invalid_window_is_not_an_answer(typed):
    t = trace("lecture")
    (question, *_) = questions(t)
    with pytest.raises(InvalidInput):
        judge(t, question, typed)


@over("typed", ["yes", "perhaps", "gamma"])
def test_cutoff_answer_must_name_a_players_bound(typed):
    t = trace("lecture")
    question = questions(t)[5]
    with pytest.raises(InvalidInput):
        judge(t, question, typed)
    assert judge(t, question, "yes, by alpha").is_right
    assert judge(t, question, "a").is_right


@over(
    ("place", "typed", "misconception", "kind"),
    [
        (0, "3 -inf", "", "α and β swapped"),
        (0, "-inf inf", "rewritten-window", "own bound not updated"),
        (0, "3 inf", "", "updated the wrong bound"),
        (3, "-inf 3", "", "updated the wrong bound"),
        (9, "3 14", "rewritten-window", "own bound not updated"),
        (9, "-inf 5", "window-reset", "forgot the ancestors"),
        (9, "5 14", "", "updated the wrong bound"),
        (9, "5 inf", "", "updated the wrong bound"),
        (1, "12", "max-min-swapped", "MAX and MIN"),
        (4, "B1", "other-traversal", "another order of nodes"),
        (5, "no", "refuses-cutoff", "a cutoff missed"),
        (5, "β", "wrong-bound", "the wrong bound named"),
        (7, "C2", "refuses-cutoff", "continued after a cutoff"),
        (8, "α", "", "a cutoff too many"),
        (12, "3 C", "", "the move"),
        (12, "2 B", "", "the value of the root"),
    ],
)
def test_wrong_answer_gets_its_probable_cause(place, typed, misconception, kind):
    t = trace("lecture")
    verdict = judge(t, questions(t)[place], typed)
    assert not verdict.is_right
    assert (verdict.misconception, verdict.mistake) == (misconception, kind)


@over(("convention", "right"), [("aima", "α"), ("cs188", "no")])
def test_convention_decides_whether_equality_is_enough(convention, right):
    t = trace([[3, 9, 9], [3, 1], [2, 9]], convention=convention)
    question = next(q for q in questions(t) if q.kind is KINDS["cutoff"] and q.numbers == (3, 3))
    assert question.right == right
    wrong = "no" if right == "α" else "α"
    assert judge(t, question, wrong).misconception == "strictness-flipped"


CUTS = [
    ("deep-cutoff", "aima"),
    ("ties", "cs188"),
    ("tic-tac-toe@xox|xxo|o..", "aima"),
    ("lecture", "aima"),
]


@over(("source", "convention"), CUTS)
def test_feedback_says_where_the_search_continues(source, convention):
    t = trace(source, convention=convention)
    last = 0
    for question in questions(t):
        if question.kind is not KINDS["cutoff"]:
            continue
        after = t.at(question.step + 1).event
        why = judge(t, question, question.right).text
        assert ("continues" in why) is after.entering
        assert ("returns" in why) is (after.row == question.node and not after.entering)
        if "return now" in question.text:
            assert (question.right == "no") is after.entering
        else:
            assert "the last child" in question.text
            assert not after.entering
            last += 1
    assert last


@given(trees(), conventions)
@settings(max_examples=60)
def test_feedback_says_where_the_search_continues_in_random_trees(tree, convention):
    t = trace(tree, convention=convention)
    for question in questions(t):
        if question.kind is KINDS["cutoff"]:
            why = [judge(t, question, answer).text for answer in ("no", "α", "β")]
            goes_on = t.at(question.step + 1).event.entering
            assert ["continues" in one for one in why] == [goes_on] * 3


@given(trees(4), conventions)
@settings(max_examples=60)
def test_forgotten_ancestors_are_suspected_only_if_they_hold_a_bound(tree, convention):
    t = trace(tree, convention=convention)
    program = textbook_program(tree, convention, (-math.inf, math.inf), "given")
    program.run()
    for question in questions(t):
        if question.kind is not KINDS["window"]:
            continue
        above = program.photographs[question.step].stack[:-1]
        held = any(one["alpha"] > -math.inf or one["beta"] < math.inf for one in above)
        v = program.photographs[question.step].stack[-1]["v"]
        for answer in ((-math.inf, v), (v, math.inf), (-math.inf, math.inf)):
            verdict = judge(t, question, f"{answer[0]} {answer[1]}")
            assert held or verdict.mistake != "forgot the ancestors"
            assert verdict.is_right or answer != question.numbers


def test_root_can_forget_only_the_initial_window():
    t = trace("lecture", window=(-10, 10))
    question = next(one for one in questions(t) if one.kind is KINDS["window"] and one.node == 0)
    verdict = judge(t, question, "3 inf")
    assert (verdict.mistake, verdict.misconception) == ("forgot the initial window", "window-reset")


@over("typed", ["3 3", "3,0", "x", "--3", "- 3", "3 -", "1/0", "1e3", ""])
def test_text_without_a_number_is_not_an_answer(typed):
    t = trace("lecture")
    with pytest.raises(InvalidInput):
        judge(t, questions(t)[1], typed)


def test_result_with_an_extra_symbol_is_not_an_answer():
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


@over(("tree", "right", "answers"), TWINS)
def test_case_matters_if_it_distinguishes_nodes(tree, right, answers, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(f"tree: {tree}\n", encoding="utf-8")
    t = trace(str(path))
    question = next(
        one for one in questions(t) if one.kind is KINDS["next node"] and one.right == right
    )
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


def test_case_matters_in_games_too():
    t = trace(Letters(), "minimax")
    case = {"b", "B"}
    asked = [one for one in questions(t) if one.kind is KINDS["next node"]]
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
    why = judge(t, questions(t)[5], "no").text
    assert "v = 2 ≤ α = 3" in why
    assert re.search(r"α = −∞, β = 3", judge(t, questions(t)[0], "3 4").text)


@over(
    ("asks", "typed", "is_right"),
    [
        (KINDS["cutoff"], "alpha", True),
        (KINDS["cutoff"], "yes, by alpha", True),
        (KINDS["cutoff"], "y: a.", True),
        (KINDS["cutoff"], "beta", False),
        (KINDS["cutoff"], "by beta", False),
        (KINDS["cutoff"], "yes, b", False),
        (KINDS["cutoff"], "yes by β", False),
        (KINDS["cutoff"], "no.", False),
        (KINDS["cutoff"], "yes, by its α", True),
        (KINDS["cutoff"], "yes - MAX's alpha", True),
        (KINDS["cutoff"], "α = 3", True),
        (KINDS["cutoff"], "MAX", True),
        (KINDS["cutoff"], "a beta cutoff", False),
        (KINDS["cutoff"], "no, 2 is below alpha", False),
        (KINDS["result"], "(3, B)", True),
        (KINDS["result"], "B: 3", True),
        (KINDS["result"], "play B for 3", True),
        (KINDS["result"], "3 C", False),
        (KINDS["window"], "-inf..3", True),
        (KINDS["window"], "- inf, 3", True),
        (KINDS["next node"], "node C", True),
        (KINDS["next node"], "the child C", True),
        (KINDS["next node"], "node D", False),
        (KINDS["result"], "3 by B", True),
        (KINDS["result"], "B is worth 3", True),
        (KINDS["result"], "2 by B", False),
    ],
    ms=150,
)
def test_answers_are_accepted_as_people_type_them(asks, typed, is_right):
    t = trace("lecture")
    question = next(one for one in questions(t) if one.kind is asks)
    assert judge(t, question, typed).is_right is is_right


@over(
    ("asks", "typed"),
    [
        (KINDS["cutoff"], "yes"),
        (KINDS["cutoff"], "yes by"),
        (KINDS["cutoff"], "alpha or beta"),
        (KINDS["next node"], "(12, inf)"),
        (KINDS["result"], "3"),
        (KINDS["result"], "B"),
    ],
)
def test_answer_to_another_question_is_refused(asks, typed):
    t = trace("lecture")
    question = next(one for one in questions(t) if one.kind is asks)
    with pytest.raises(InvalidInput):
        judge(t, question, typed)


@over("typed", ["3 a1", "a1 3", "a1: 3", "a1 is worth 3", "(3, A1)"])
def test_digit_in_the_name_of_a_move_is_not_the_value(typed):
    t = trace("aima-two-ply")
    result = questions(t)[-1]
    assert result.right == "3 a1"
    assert judge(t, result, typed).is_right
    assert not judge(t, result, "a1 2").is_right  # 2 is the value, not the 1 of a1


@over("typed", ["0 9", "0, 2 2"])
def test_first_of_two_numbers_is_the_value_and_the_second_the_move(typed):
    t = trace("tic-tac-toe@xox|xxo|o..")
    assert judge(t, questions(t)[-1], typed).is_right
    with pytest.raises(InvalidInput, match="'9 0' has no known move"):
        judge(t, questions(t)[-1], "9 0")


@over("typed", ["3,1", "(3,1)", "3 1", "31", "3-1"])
def test_move_is_named_as_in_play(typed):
    t = trace("reversi:4@....|BBBB|WWWW|....", depth=2, evaluation="mobility")
    question = next(one for one in questions(t) if one.kind is KINDS["next node"])
    assert question.right == "(3,1)"
    assert judge(t, question, typed).is_right
    assert not judge(t, question, typed.replace("1", "2")).is_right


def test_very_long_number_as_a_name_is_no_answer():
    t = trace("lecture")
    question = next(one for one in questions(t) if one.kind is KINDS["next node"])
    with pytest.raises(InvalidInput, match=r"1{50,60}…' is not a node of this tree"):
        judge(t, question, "1" * 400)


def test_pass_before_the_last_does_not_end_the_search():
    t = trace("connect-four", "deepening", depth=3, evaluation="open-lines")
    texts = [one.text for one in questions(t) if one.kind is KINDS["result"]]
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
                assert one.numbers == pytest.approx((mean,))
                assert judge(t, one, f"{mean:.2f}").is_right
                assert not judge(t, one, f"{mean + 1:.2f}").is_right
    assert len(rewards["A"]) == 40
    results = [one for one in asked if one.kind is KINDS["result"]]
    assert [one.step for one in results] == [len(t.replay) - 1]
    assert results[0].right.endswith(f" {t.move}")
    assert results[0].numbers == (t.value,)


@pytest.fixture(scope="module")
def second_mean():
    """A search by playouts, and the question about the mean after 7 and 5."""
    t = trace("lecture", "mcts", iterations=40)
    return t, next(one for one in questions(t) if one.before == (7,))


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("6", "a mean of two numbers"),
        ("7", "kept the old mean"),
        ("5", "took the last reward"),
        ("4", "another mean"),
    ],
)
def test_wrong_mean_gets_its_probable_cause(typed, kind, second_mean):
    t, question = second_mean
    assert "The reward 5 passes from D up to A" in question.text
    assert "whose mean was 7 after 2 visits" in question.text
    assert judge(t, question, typed).mistake == kind


def test_feedback_on_a_repeated_scout_gives_its_numbers():
    t = trace("[[3, 5], [[7, 2], 6], [2, 9]]", "pvs")
    asked = [one for one in questions(t) if one.kind is KINDS["search again"]]
    why = [judge(t, one, one.right).text for one in asked]
    assert why[0].startswith("5 is not less than β = 3")
    assert why[1].startswith("6 is more than α = 3, and inside (3, +∞)")


@given(trees(4))
@settings(max_examples=60)
def test_scout_is_repeated_if_its_value_is_better_and_inside_the_window(tree):
    t = trace(tree, "pvs")
    for question in questions(t):
        if question.kind is KINDS["search again"]:
            (x, held), (alpha, beta) = question.numbers, question.before
            at_max = t.log.player[t.log.parent[question.node]] == Player.MAX
            assert held == (alpha if at_max else beta)
            why = judge(t, question, question.right).text
            low, high = t.log.alpha[question.node], t.log.beta[question.node]
            better = x > held if at_max else x < held
            assert ("must find" in why) is (question.right == "yes")
            assert ("exact" in why) is (better and low < x < high)
            assert (question.right == "yes") is (alpha < x < beta and not low < x < high)


def test_question_at_a_chance_node_is_about_the_partial_sum():
    """Two outcomes of probability ½, worth 2 and 4: the sum is 1, then 3."""
    t = trace("dice", "expectiminimax")
    asked = [one for one in questions(t) if "probability" in one.text and one.node == 1]
    assert [(one.right, "the last outcome" in one.text) for one in asked] == [
        ("1", False),
        ("3", True),
    ]


@over("typed", ["3", "B", "23 ab", "3 nowhere", ""])
def test_result_without_a_value_and_a_known_move_is_asked_again(typed):
    t = trace("lecture")
    with pytest.raises(InvalidInput):
        judge(t, questions(t)[-1], typed)
    assert not judge(t, questions(t)[-1], "3 D").is_right


def test_next_node_that_is_not_in_the_tree_is_asked_again():
    t = trace("lecture")
    asked = next(one for one in questions(t) if one.kind is KINDS["next node"])
    with pytest.raises(InvalidInput, match="name of a node"):
        judge(t, asked, "B9")


@over("search", ["minimax", "alphabeta"])
def test_reminder_never_has_a_number_or_the_answer(search):
    t = trace("lecture", search)
    texts = {one.kind.id: one.kind.reminder(t, one) for one in questions(t)}
    assert all(texts.values())
    assert not any(re.search(r"\d|\b[B-D]\b", text) for text in texts.values())


@over("typed", ["not 3", "3 or 2", "3?", "maybe 3", "it isn't 3"])
def test_number_is_not_read_if_it_is_denied_or_in_doubt(typed):
    with pytest.raises(InvalidInput):
        numbers_in(typed, 1 if " or " not in typed else 2)
