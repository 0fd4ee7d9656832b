"""The judgement of a step: laws, and the words of its rules and reasons."""

from hypothesis import given

from tests.support.cases import over
from tests.support.strategies import conventions, trees
from tests.tracer.hands.support import (
    PRACTICE,
    count_readings,
    free_student,
    guided_student,
    practice,
    worked,
)
from tests.tracer.hands.test_hand_work import OTHERS
from tracer import trace
from tracer.hands.events import Back, Enter, Move, Need, Returned, Value, Window
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import (
    event_after,
    explained_slips,
    find_first_wrong,
    hand_task,
    is_same_event,
    judge_event,
    named_misconception,
    right_event,
    right_events,
)
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.led import led_along, list_decisions


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
def test_one_step_is_right_and_each_one_has_a_reason(tree, convention):
    right = trace(tree, "alphabeta", convention)
    work = HandWork(right)
    for event in right_events(right):
        rulings = {step: judge_event(right, work, step) for step in [*every_step(work), event]}
        rights = [step for step, ruling in rulings.items() if ruling.is_right]
        assert rights
        assert all(is_same_event(step, event) for step in rights)
        for ruling in rulings.values():
            assert ruling.reason.endswith(".")
            assert ruling.is_right or ruling.rule
            assert 0 <= ruling.step < len(right.tour)
        work.add(event)
    assert find_first_wrong(right, work) is None


def assert_led_rightly(right):
    """Check that a plain worker that is led along the right work takes each of its steps."""
    whole = worked(right)
    (decisions,) = list_decisions(led_along(hand_task(right), whole.trace))
    before = HandWork(right)
    for event in whole.events:
        assert is_same_event(event_after(decisions, before), event)
        before.add(event)


@given(trees(), conventions)
def test_a_plain_worker_led_along_right_work_takes_each_right_step(tree, convention):
    assert_led_rightly(trace(tree, "alphabeta", convention))


#: Without a game that is too large for workers.
LED = [(source, options) for source, options in OTHERS if source != "tic-tac-toe"]


@over("source, options", LED)
def test_the_plain_worker_agrees_on_chance_nodes_and_games(source, options):
    assert_led_rightly(trace(source, **options))


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
        (8, Window(-1, 3), "C is entered with the window that A has now.", "(3, +∞)"),
        (8, Window(float("inf"), 3), "α is the lower end", "passes it to C."),
        (11, Enter(1), "Compare v of C with MAX's bound α.", "C2, C3 are skipped."),
    ],
)
def test_rule_and_reason_of_a_wrong_step(number, event, rule, reason):
    right, work = before_step("lecture", number)
    ruling = judge_event(right, work, event)
    assert not ruling.is_right
    assert rule in ruling.rule
    assert reason in ruling.reason


@over(
    "number, reason",
    [
        (0, "B is the first child of A."),
        (2, "3 is smaller than v = +∞, so v becomes 3."),
        (3, "B continues with B2."),
        (4, "12 is not smaller than v = 3, so v stays 3."),
        (5, "All children of B have returned."),
        (8, "A has the window (3, +∞) now and passes it to C."),
        (
            11,
            "C is a MIN node and already at 2; MAX has 3 at A through B, so C can no longer matter "
            "(v = 2 ≤ α = 3): C2, C3 are skipped.",
        ),
        (22, "B gave A its value 3, so the move is B."),
    ],
)
def test_reason_of_a_right_step_is_that_of_a_wrong_one(number, reason):
    right, work = before_step("lecture", number)
    ruling = judge_event(right, work, right_event(right, work))
    assert ruling.is_right
    assert ruling.reason == reason


def test_a_strict_test_says_that_equality_is_no_cutoff():
    right, work = before_step([[3, 5], [3, 4]], 10, convention="cs188")
    assert work.need is Need.STEP
    ruling = judge_event(right, work, Back())
    assert "Here a node is not cut if they are equal." in ruling.rule
    assert "v = 3 < α = 3 does not hold" in ruling.reason


# Misconceptions are named by refutation, measured with simulated students -------------------------


STUDENTS = [(name, slug) for name in PRACTICE for slug in MISCONCEPTIONS]


@over("name, slug", STUDENTS, ms=210)
def test_true_mistake_of_a_guided_student_is_left_and_no_other_is_named(name, slug):
    right, task = practice(name)
    for number in range(count_readings(task, right, slug)):
        work, slips = guided_student(task, right, slug, number)
        explained = explained_slips(task, work, slips)
        assert bool(explained) == bool(slips)
        assert explained.get(slug, 0) == len(slips)
        assert named_misconception(explained) in (slug, None)


@over("name, slug", STUDENTS, ms=210)
def test_true_mistake_of_a_free_student_is_left_and_no_other_is_named(name, slug):
    right, task = practice(name)
    for number in range(count_readings(task, right, slug)):
        work = free_student(task, right, slug, number)
        if work is None:
            continue
        explained = explained_slips(task, work)
        if find_first_wrong(right, work) is None:
            assert explained == {}
        else:
            assert slug in explained
            assert named_misconception(explained) in (slug, None)
        # A second way: the worker that is not led anywhere visits the same nodes.
        if (slug, number) != ("fail-hard-values", 1):  # fail-soft has no step for a returned bound
            readings = [reading.answers.visits for reading in MISCONCEPTIONS[slug].readings(task)]
            assert tuple(work.trace.names()) in readings


@over("source", ["lecture", "misconceptions"])
def test_one_slip_is_no_evidence(source):
    right = trace(source)
    task, whole = hand_task(right), worked(trace(source))
    before = HandWork(right)
    for number, event in enumerate(whole.events):
        if before.need is Need.VALUE:
            explained = explained_slips(task, whole, {number: Value(before.came + 1)})
            assert named_misconception(explained) is None
        before.add(event)


def test_a_right_step_refutes_a_misconception():
    right = trace("lecture")
    task = hand_task(right)
    work, slips = guided_student(task, right, "refuses-cutoff", 0)
    assert "refuses-cutoff" in explained_slips(task, work, slips)
    # The same slip at a node that is not cut, by a student who did the cutoff at C rightly.
    slips = {4: Enter(2)}
    assert work.events[11] == Back()
    assert "refuses-cutoff" not in explained_slips(task, work, {3: Back(), **slips})


def test_right_work_explains_nothing():
    for name in PRACTICE:
        right, task = practice(name)
        work = worked(right)
        assert explained_slips(task, work) == explained_slips(task, work, {}) == {}


def test_misconception_is_named_if_it_alone_explains_two_slips():
    assert named_misconception({}) is None
    assert named_misconception({"alpha-replaced": 1}) is None
    assert named_misconception({"alpha-replaced": 2, "window-reset": 1}) == "alpha-replaced"
    assert named_misconception({"alpha-replaced": 2, "window-reset": 2}) is None
