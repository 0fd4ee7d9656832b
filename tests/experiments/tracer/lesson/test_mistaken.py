"""Every misconception is diagnosed, shown again and overcome in every lesson."""

from dataclasses import replace

from tests.support.cases import over
from tests.support.mistaken import Mistaken, gives_fact
from tests.support.students import right_answer, work_rightly
from tracer.generate.order import Order
from tracer.generate.tree_facts import right_and_wrong_answers
from tracer.lesson.fresh_trees import fresh_tree
from tracer.lesson.session import LessonSession
from tracer.mistakes import MISCONCEPTIONS
from tracer.questions import LOOKS_AT
from tracer.worksheet.contents.answers import answer_to
from tui.lessons import lesson_names, open_lesson

#: Of these an answer can say nothing: a slip of arithmetic is no habit, and leads anywhere.
ANYTHING = {"arithmetic-slip"}


#: Answers that tell enough for a misconception to be named.
LONG = {"steps", "visits", "values", "windows", "cutoffs", "counts", "minimax", "expectiminimax"}


VALUES = {"values", "minimax", "expectiminimax"}


#: Wrong answers for which the feedback names no misconception, since too little is wrong.
UNNAMED = []


def sits(lesson, slug, stages):
    """Take a lesson; return the number of wrong answers.

    What all students have in common is searched once: the pages' searches, and the trees.
    """
    sitting, student = LessonSession(lesson, "seed", is_open=False), Mistaken(slug)
    sitting._stages = stages
    sitting.ready()
    while not sitting.is_finished:
        if not sitting.view.question:
            sitting.forward()
            continue
        if sitting.hands is not None:
            work_rightly(sitting.hands)
            sitting.take_hand_work()
            continue
        where = f"{lesson.name}, page {sitting.page + 1}, {slug}: {sitting.view.question}"
        typed, how = student.answer_to(sitting)
        exercise, asked = sitting._exercise, sitting._question
        verdict = sitting.answer(typed)
        if how and verdict is not None:
            assert not verdict.is_right, (where, typed)
            assert verdict.text, (where, typed)
            named(slug, how, verdict, sitting, (where, typed))
        if exercise is not None and exercise.is_over and exercise._has_slip:
            if exercise.spec.order is not None:
                shown_next(exercise, where)
            student.has_learned = True
        elif how and asked is not None and sitting.view.question:
            assert sitting.answer(right_answer(sitting)).is_right
    exercises = {number for number, page in enumerate(lesson.pages) if page.exercise}
    assert exercises <= sitting._solved
    return student.erred


def named(slug, how, verdict, sitting, where):
    """Check that the feedback names the misconception, or one with the same answer."""
    asked, exercise = sitting._question, sitting._exercise
    if is_unfinished(where[1], asked, exercise):  # nothing that is written is wrong
        assert exercise is None or verdict.suspects == (), where
        return
    if how in ("choice", "expected"):  # the page expects it, and says why it is wrong
        assert verdict.misconception or asked.key != "choices", where
    elif how == "fact":
        grader = sitting._stage(sitting._now).grader
        givers = {one for one in MISCONCEPTIONS if gives_fact(one, asked, grader, where[1])}
        givers -= ANYTHING
        assert slug in givers | ANYTHING, where
        if slug not in ANYTHING:
            assert verdict.misconception == (slug if givers == {slug} else ""), where
    elif exercise is not None and not LONG & {*exercise.spec.asks}:
        pass  # from a move or a value alone the grader concludes nothing
    elif slug not in ANYTHING or (exercise and VALUES & {*exercise.spec.asks}):
        if slug in ANYTHING and len(wrong_entries(exercise)) == 1:
            pass  # nothing follows from this value: it is wrong, and that is all
        elif not verdict.suspects:
            UNNAMED.append(where)
        else:
            assert slug in verdict.suspects, (where, verdict.suspects)
    if how not in ("choice", "expected") and verdict.misconception:
        assert MISCONCEPTIONS[verdict.misconception].title.casefold() in verdict.text.casefold(), (
            where
        )


def is_unfinished(typed, asked, exercise):
    """Return whether all that is written is right, and only the rest is missing."""
    if exercise is None:
        names = typed.split()
        return asked.key == "part" and names == asked.right.split()[: len(names)]
    order = exercise._answers.get("visits", "").split()
    begins = not order or order == right_entries(exercise, "visits")[: len(order)]
    return begins and not wrong_entries(exercise)


def right_entries(exercise, part):
    """The words of the right answer to a part."""
    return answer_to(part, exercise.topic.grader.preferred).text.split()


def wrong_entries(exercise):
    """What is written in a sheet, and is not in the right one."""
    return [
        (part, entry)
        for part, written in exercise._answers.items()
        for entry in written.split()
        if entry not in right_entries(exercise, part)
    ]


def shown_next(exercise, where):
    """The next tree shows what the slips on this one come from, wherever such a tree can."""
    following = exercise.next_tree()
    fits = [exercise._suspects] if exercise._suspects else []
    assert bool(following.exposes) == bool(fits), where
    assert not fits or any(following.exposes in one for one in fits), where
    if following.exposes and following.topic.is_apart:
        parts = (*exercise.spec.asks, "visits", "values", "windows")
        shows = False
        for part in parts:
            if part != "steps":
                shows = shows or is_shown(following, part)
        assert shows, where
        assert MISCONCEPTIONS[following.exposes].title in following.about


def is_shown(exercise, part):
    """Whether the misconception that a tree should show changes the answer to a part."""
    slug, order = exercise.exposes, exercise.spec.order
    if isinstance(order, Order):
        one = replace(order, apart=(slug,), apart_in=(part,))
        return bool(right_and_wrong_answers(exercise.topic.problem.source, one)[1][slug])
    task, look = exercise.topic.grader.preferred.task, LOOKS_AT[part]
    right = look(task.right)
    return any(look(one.answers) != right for one in MISCONCEPTIONS[slug].readings(task))


@over("name", lesson_names(), ms=45)
def test_every_misconception_is_diagnosed_shown_and_overcome_in_every_lesson(name, monkeypatch):
    trees = {}  # after the same slip all students have the same one: it is searched once

    def shared(spec, seed, exposes):
        if (seed, exposes) not in trees:
            trees[seed, exposes] = fresh_tree(spec, seed, exposes)
        return trees[seed, exposes]

    monkeypatch.setattr("tracer.lesson.fresh_trees.fresh_tree", shared)
    lesson, stages = open_lesson(name), {}
    UNNAMED.clear()
    erred = sum(sits(lesson, slug, stages) for slug in MISCONCEPTIONS)
    assert not UNNAMED
    # Of matrices and runs no misconception is known.
    assert erred or not any(
        page.exercise and isinstance(page.exercise.order, Order) for page in lesson.pages
    )
