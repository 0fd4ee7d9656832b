"""A search by hand writes the log that the engine writes, and any beginning of it is a search."""

import pytest
from hypothesis import given

from engine.errors import InvalidInput, UsageError
from tests.support.cases import cases, over
from tests.support.strategies import CONVENTIONS, conventions, trees
from tests.support.tables import table
from tests.tracer.hands.support import worked
from tracer import trace
from tracer.hands.events import Back, Enter, Move, Need, Value, Window, event_text, read_event
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import right_events
from tracer.hands.suitable import check_suitable

OTHERS = table(__file__, "other_searches")


@given(trees(), conventions)
def test_right_work_makes_the_log_of_the_engine(tree, convention):
    right = trace(tree, "alphabeta", convention)
    assert worked(right).trace.log == right.log


@over("convention", CONVENTIONS)
def test_right_work_makes_the_log_of_the_engine_on_trees_of_the_course(convention):
    for source in ("lecture", "deep-cutoff", "ties", "misconceptions"):
        right = trace(source, "alphabeta", convention)
        assert worked(right).trace.log == right.log, source


@over("source, options", OTHERS)
def test_right_work_of_other_searches_makes_the_log_of_the_engine(source, options):
    right = trace(source, **options)
    work = worked(right)
    assert work.trace.log == right.log
    assert (work.trace.value, work.trace.move) == (right.value, right.move)


@given(trees(), conventions)
def test_undo_returns_to_the_work_before(tree, convention):
    right = trace(tree, "alphabeta", convention)
    whole = worked(right)
    for random in cases(ms=5):
        count = random.randrange(len(whole.events) + 1)
        work = whole.cut_to(count)
        for event in whole.events[count : count + 3]:
            work.add(event)
        while len(work.events) > count:
            assert work.undo() is not None
        assert work.trace.log == whole.cut_to(count).trace.log
        assert work.need is whole.cut_to(count).need


@given(trees(), conventions)
def test_events_are_read_back_as_written(tree, convention):
    events = list(right_events(trace(tree, "alphabeta", convention)))
    assert [read_event(event_text(event)) for event in events] == events


@over(
    "text",
    ["visit", "visit 0", "visit x", "v", "v nan", "window 3", "window nan 3", "return 3", "go 1"],
)
def test_other_events_are_refused(text):
    with pytest.raises(InvalidInput, match="not a step of a search by hand"):
        read_event(text)


def test_any_work_however_wrong_is_a_search_that_can_be_drawn():
    right = trace("lecture")
    for random in cases(ms=60):
        work = HandWork(right)
        while work.need is not Need.NOTHING:
            choices = [Enter(n) for n in work.frame.children_left] + [Back()] * bool(
                work.frame.visited
            )
            match work.need:
                case Need.WINDOW:
                    choices = [Window(random.randint(-9, 9), random.randint(-9, 20))]
                case Need.MOVE:
                    choices = [Move(n) for n in range(3)]
                case Need.VALUE:
                    choices.append(Value(random.randint(-9, 20)))
            work.add(random.choice(choices))
        log = work.trace.log
        assert sum(size for size in log.size) >= len(log)
        for step in range(len(work.trace.tour)):
            assert work.trace.at(step).sentence


def test_an_impossible_step_is_refused_with_its_reason():
    work = HandWork(trace("lecture"))
    assert work.refusal(Back()) == "A has no value yet: visit a child."
    assert work.refusal(Value(3)) == "No child has just returned to A."
    assert work.refusal(Window(1, 2)) == "No window is asked here."
    assert work.refusal(Move(0)) == "A has not returned yet."
    assert work.refusal(Enter(3)) == "There is no such unvisited child."
    with pytest.raises(ValueError, match="A has no value yet"):
        work.add(Back())
    with pytest.raises(ValueError, match="no step 1"):
        HandWork(trace("lecture"), [Back()])
    whole = worked(trace("lecture"))
    assert whole.refusal(Back()) == "The search is over."


@over("step", range(0, 22, 3))
def test_a_search_is_continued_from_a_step_of_the_right_one(step):
    right = trace("lecture")
    work = HandWork(right, right_events(right, step))
    shown = [work.trace.name(row) for row in range(len(work.trace.log))]
    assert shown == [right.name(row) for row in range(len(shown))]
    assert len(work.trace.tour) - 1 >= min(step, len(right.tour) - 1)
    assert len(right_events(right, step)) <= len(right_events(right, step + 1))


@over("source, options, why", table(__file__, "refused_by_hand"))
def test_what_has_no_form_by_hand_is_refused_in_words(source, options, why):
    with pytest.raises(UsageError, match=why):
        check_suitable(trace(source, **options))


def test_value_that_is_not_written_and_best_play_are_not_drawn_yet():
    right = trace("lecture")
    work = HandWork(right)
    for event in right_events(right):
        work.add(event)
        kind = work.trace.at(work.step).event.kind
        if isinstance(event, Enter) and work.need is Need.VALUE:
            assert kind == "terminal"
        assert (kind == "finished") == isinstance(event, Move)
