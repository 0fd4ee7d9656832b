"""The judgement of a step: laws, and the words of its rules and reasons."""

from __future__ import annotations

from hypothesis import given

from tests.support.cases import over
from tests.support.strategies import conventions, trees
from tests.tracer.hands.support import worked
from tracer import trace
from tracer.hands.events import Back, Enter, Move, Need, Returned, Value, Window
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import find_first_wrong, is_same_event, judge_event, right_events
from tracer.hands.naming import event_after, hand_task
from tracer.mistakes.engine import led_along, list_decisions


def every_step(work):
    """Some steps that are possible now, right and wrong."""
    match work.need:
        case Need.WINDOW:
            alpha, beta = work.frame.alpha, work.frame.beta
            return [Window(alpha, beta), Window(beta, alpha), Window(alpha - 1, beta)]
        case Need.MOVE:
            return [Move(action) for action in range(len(work.root.moves))]
        case Need.RETURN:
            return [Returned(work.frame.v), Returned(work.frame.v + 1)]
    values = [Value(work.came), Value(work.came + 1)] if work.need is Need.VALUE else []
    return [*values, *map(Enter, work.frame.children_left), *[Back()] * bool(work.frame.visited)]


@given(trees(), conventions)
def test_one_step_is_right_and_each_wrong_one_has_a_rule_and_a_reason(tree, convention):
    right = trace(tree, "alphabeta", convention)
    work = HandWork(right)
    for event in right_events(right):
        rulings = {step: judge_event(right, work, step) for step in [*every_step(work), event]}
        rights = [step for step, ruling in rulings.items() if ruling.is_right]
        assert rights
        assert all(is_same_event(step, event) for step in rights)
        for ruling in rulings.values():
            assert ruling.is_right == (not ruling.reason)
            assert ruling.is_right or (ruling.rule and ruling.reason.endswith("."))
            assert 0 <= ruling.step < len(right.tour)
        work.add(event)
    assert find_first_wrong(right, work) is None


@given(trees(), conventions)
def test_a_plain_worker_led_along_right_work_takes_each_right_step(tree, convention):
    right = trace(tree, "alphabeta", convention)
    whole = worked(right)
    (decisions,) = list_decisions(led_along(hand_task(right), whole.trace))
    before = HandWork(right)
    for event in whole.events:
        own = event_after(decisions, before)
        assert own is not None
        assert is_same_event(own, event)
        before.add(event)


@over("source", ["dice", "ghosts", "reversi:4", "nim:3,2"])
def test_the_plain_worker_agrees_on_chance_nodes_and_games(source):
    right = trace(source, "expectimax" if source == "ghosts" else None, depth=None)
    if source == "reversi:4":
        right = trace(source, depth=2)
    whole = worked(right)
    (decisions,) = list_decisions(led_along(hand_task(right), whole.trace))
    before = HandWork(right)
    for event in whole.events:
        assert is_same_event(event_after(decisions, before), event)
        before.add(event)


def test_the_first_wrong_step_of_free_work_is_the_first_that_guided_work_refuses():
    right = trace("lecture")
    wrong = [Enter(0), Enter(0), Value(3), Enter(1), Value(12)]
    first = find_first_wrong(right, HandWork(right, wrong))
    assert first.number == 4
    assert first.ruling.reason == "12 is not smaller than v = 3, so v stays 3."
    assert first.ruling == judge_event(right, first.before, wrong[4])


def before_step(source, number, **options):
    right = trace(source, **options)
    return right, HandWork(right, list(right_events(right))[:number])


@over(
    "number, event, rule, reason",
    [
        (
            2,
            Enter(1),
            "First v: B1 returned 3 to B. B is a MIN node: it keeps the smallest value.",
            "3 is smaller than v = +∞, so v becomes 3.",
        ),
        (2, Value(12), "B1 returned 3; 12 did not come to B.", "so v becomes 3."),
        (3, Enter(2), "from left to right", "B2 comes before B3."),
        (3, Back(), "Compare v of B with MAX's bound α.", "MAX has nothing yet (α = −∞)"),
        (5, Back(), "", ""),
        (8, Window(-1, 3), "C is entered with the window that A has now.", "(3, +∞)"),
        (8, Window(float("inf"), 3), "α is the lower end", "passes it to C."),
        (11, Enter(1), "Compare v of C with MAX's bound α.", "C2, C3 are skipped."),
    ],
)
def test_rule_and_reason_of_a_wrong_step(number, event, rule, reason):
    right, work = before_step("lecture", number)
    ruling = judge_event(right, work, event)
    assert ruling.is_right == (not reason)
    assert rule in ruling.rule
    assert reason in ruling.reason


def test_a_strict_test_says_that_equality_is_no_cutoff():
    right, work = before_step([[3, 5], [3, 4]], 10, convention="cs188")
    assert work.need is Need.STEP
    ruling = judge_event(right, work, Back())
    assert "Here a node is not cut if they are equal." in ruling.rule
    assert "v = 3 < α = 3 does not hold" in ruling.reason
