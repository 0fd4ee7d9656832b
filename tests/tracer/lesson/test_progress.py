"""Progress in exercises, shown answers, corrections, and large searches."""

import json

import pytest

from engine.errors import InvalidInput, PlytraceError
from tests.support.lessons import lesson_of
from tests.support.tables import table
from tracer import trace
from tracer.lesson.lint import lint
from tracer.lesson.session import LessonSession

SHEET = (
    "  - exercise: {generate: {plies: 2, branching: 3, cutoffs: 1..2, unique: true},"
    " search: alphabeta, ask: [visits, move]}\n"
)
WALK = "  - exercise: {generate: {plies: 2, branching: 2, cutoffs: 1}, search: alphabeta}\n"


def lesson(pages):
    return lesson_of(f"  - say: one\n{pages}", about="")


def begun(pages, record=None):
    """A sitting at the exercise on the second page, as it is taken up after a record was kept."""
    sitting = LessonSession(
        lesson(pages), "seed", json.loads(json.dumps(record)) if record else None
    )
    if not sitting.page:
        sitting.skip()
    return sitting


def leaves_of(sitting):
    """Return the current tree by its leaves, read from the figure that a student sees."""
    game = sitting.view.scene.trace.game
    return tuple(row.value for row in trace(game, "minimax").visits if row.kind == "terminal")


def hand_in(sitting, *, wrong=False):
    """Hand in a sheet that is worked by another search than the one that marks it."""
    scene = sitting.view.scene
    by_hand = trace(scene.trace.game, "alphabeta", "aima")
    names = [row.id for row in by_hand.visits]
    sitting.answer(" ".join(names[: 2 if wrong else len(names)]))
    return sitting.answer(by_hand.move)


# The sequence of trees ------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["leave", "turn", "restart"])
def test_tree_whose_answers_were_shown_never_returns(how):
    sitting = begun(SHEET)
    seen = [leaves_of(sitting)]
    for _ in range(3):
        assert not hand_in(sitting, wrong=True).is_right
        record = sitting.as_record()
        if how == "leave":
            sitting = begun(SHEET, record)
        elif how == "turn":
            assert sitting.back()
            assert sitting.skip()
        else:
            sitting = LessonSession(lesson(SHEET), "seed", record)
            sitting.restart()
            sitting.skip()
        seen.append(leaves_of(sitting))
    assert len(set(seen)) == len(seen)


def test_tree_without_shown_answers_stays_in_use():
    sitting = begun(SHEET)
    tree = leaves_of(sitting)
    sitting.answer("A B")  # of a sheet, nothing is said before its end
    assert leaves_of(begun(SHEET, sitting.as_record())) == tree


def test_a_step_uses_up_the_tree():
    sitting = begun(WALK)
    tree = leaves_of(sitting)
    assert leaves_of(begun(WALK, sitting.as_record())) == tree
    sitting.hands.visit(0)
    assert sitting.take_hand_work() is None
    assert leaves_of(begun(WALK, sitting.as_record())) != tree


def test_streak_of_correct_trees_survives_leaving_and_ends_with_a_mistake():
    sitting = begun(SHEET)
    assert hand_in(sitting).is_right
    again = begun(SHEET, sitting.as_record())
    assert again.view.progress_text == "tree 2: 1 right in a row, 1 to go"
    assert not hand_in(again, wrong=True).is_right
    assert begun(SHEET, again.as_record()).view.progress_text == "tree 3: 2 to go"


def test_completed_streak_finishes_the_page_for_good():
    sitting = begun(SHEET)
    hand_in(sitting)
    sitting.forward()
    hand_in(sitting)
    assert sitting.view.progress_text == "done"
    again = begun(SHEET, sitting.as_record())
    assert again.view.progress_text == "tree 3: 2 to go"
    assert again.view.can_go_on


@pytest.mark.parametrize("drills", table(__file__, "invalid_records"))
def test_invalid_exercise_record_is_ignored(drills):
    sitting = begun(SHEET, {"page": 1, "exercises": drills})
    assert sitting.view.progress_text.startswith("tree 1")
    assert not sitting._exercise.is_done


# Beginning anew -------------------------------------------------------------------------------


def test_restarting_resets_the_count():
    sitting = begun(SHEET)
    hand_in(sitting)
    assert sitting.forward()
    hand_in(sitting, wrong=True)
    assert (sitting.right, sitting.wrong) == (1, 1)
    sitting.restart()
    assert (sitting.page, sitting.right, sitting.wrong) == (0, 0, 0)
    assert not sitting.misconceptions
    record = sitting.as_record()
    assert record["solved"] == []
    assert record["exercises"]["1"]["row"] == 0


# Answers that are asked for -------------------------------------------------------------------


def test_shown_answer_to_a_part_makes_the_tree_not_count():
    sitting = begun(SHEET)
    by_hand = trace(sitting.view.scene.trace.game, "alphabeta")
    verdict = sitting.give_up()
    assert verdict.was_asked_for
    assert verdict.text == f"The answer is {' '.join(row.id for row in by_hand.visits)}."
    assert sitting.view.handed_in == (("visits", " ".join(row.id for row in by_hand.visits)),)
    last = sitting.answer(by_hand.move)
    assert last.was_asked_for
    assert (sitting.right, sitting.wrong) == (0, 0)
    assert "so this tree does not count. Your streak starts over." in last.text
    assert sitting.view.progress_text == "tree 1: 2 to go"


def test_a_shown_step_does_not_count():
    sitting = begun(WALK)
    while sitting.hands is not None and not sitting.hands.is_over:
        sitting.hands.show()
    feedback = sitting.take_hand_work()
    assert "You asked for an answer, so this tree does not count." in feedback.text
    assert (sitting.right, sitting.wrong) == (0, 1)
    assert sitting.view.progress_text == "tree 1: 2 to go"


def test_custom_tree_has_no_answer_to_show():
    sitting = begun("  - exercise: {own: yes, search: alphabeta}\n")
    assert not sitting.has_answer
    with pytest.raises(PlytraceError, match="expected a tree, such as"):
        sitting.give_up()
    sitting.answer("[[3, 12], [2, 4]]")
    with pytest.raises(PlytraceError, match="by hand, in which s shows a step"):
        sitting.give_up()


# Back inside of a sheet -----------------------------------------------------------------------


def test_previous_part_of_a_sheet_can_be_changed():
    sitting = begun(SHEET)
    by_hand = trace(sitting.view.scene.trace.game, "alphabeta")
    assert sitting.view.handed_in == ()
    sitting.answer("A B")
    assert sitting.view.handed_in == (("visits", "A B"),)
    assert sitting.back()
    assert (sitting.page, sitting.view.draft, sitting.view.handed_in) == (1, "A B", ())
    sitting.answer(" ".join(row.id for row in by_hand.visits))
    assert sitting.answer(by_hand.move).is_right
    assert sitting.view.handed_in == ()
    assert sitting.back()  # it is handed in: now the page before
    assert sitting.page == 0


# Large searches -------------------------------------------------------------------------------

HUGE = "{source: 'reversi:8', search: minimax, depth: 12}"


def test_page_that_needs_no_search_runs_none():
    found = lesson(f"  - {{about: {HUGE}, say: The board.}}\n")
    assert list(lint(found)) == []
    sitting = LessonSession(found, "seed")
    sitting.skip()
    assert sitting.view.scene.step is None
    assert len(sitting.view.scene.trace.log.value) == 1
    with pytest.raises(InvalidInput, match="too many for a lesson"):
        sitting.searched()


def test_page_with_an_error_shows_a_message_and_can_be_passed():
    sitting = begun("  - {about: lecture, at: returns Z, say: x}\n  - say: three\n")
    view = sitting.view
    assert view.text.startswith("This page cannot be shown: ")
    assert "Z is not visited" in view.text
    assert view.can_go_on
    assert sitting.forward()
    assert sitting.view.text == "three"
