"""What a page shows while its question is open does not contain the answer."""

import re
from collections import Counter

from tests.support.cases import over
from tests.support.lessons import all_pages, lesson_of
from tests.support.tables import table
from tracer.drawing.tree.look import figure_at
from tracer.drawing.tree.nodes import Status
from tracer.lesson.page_questions import (
    ChoiceQuestion,
    FactOfSearch,
    GivenAnswer,
    NextStep,
    PartQuestion,
)
from tracer.lesson.plain_text import figure_lines
from tracer.lesson.session import LessonSession
from tui.lessons import lesson_names, open_lesson

BOUND = re.compile(r"\b(at most|at least|exactly|exact|lower bound|upper bound)\b")
#: A short number is in many texts, so only these are searched for as they are.
LONG = 4


def plain(text):
    return " ".join(re.sub(r"[*`_]", "", text).casefold().split())


def sat_through(lesson):
    """Yield every page with an open question, its view and its question."""
    return ((sitting, view) for sitting, view in all_pages(lesson) if view.question)


def right_text(question):
    if isinstance(question, ChoiceQuestion):
        return dict(question.choices)[question.right]
    return question.right


def leaks(question, view):
    """Return everything that shows the answer to an open question."""
    found = []
    answer, right = plain(right_text(question)), question.right
    subject = question.spec.subject
    beside = {"text": view.text, "question": view.question, "hint": view.hint}
    scene, nodes = view.scene, ()
    if scene is not None and scene.step is not None:
        nodes = figure_at(scene.trace, scene.step).nodes
        beside["caption"] = scene.trace.at(scene.step).sentence
    elif scene is not None and scene.lines:
        beside["table"] = "\n".join(scene.lines)
    if isinstance(question, NextStep):  # the state before the step may be the one after it
        beside = {"hint": view.hint, "question": view.question}
        nodes = ()
    for place, text in beside.items():
        word = re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", plain(text))
        if len(answer) >= LONG and word and not names_others(question, text):
            found.append(f"{place}: {answer}")
        if not view.choices and re.search(rf"\b(such as|for example) {re.escape(right)}", text):
            found.append(f"{place}: the example")
    node = re.fullmatch(r"(?:true )?(value|bound) of (.+)", subject)
    if node:
        says = rf"\b{re.escape(node[2])} (is|was|is worth|returns|returned) {re.escape(right)}\b"
        found += [f"{place}: value" for place, text in beside.items() if re.search(says, text)]
        found += [f"{one.name} = {one.value}" for one in nodes if finished(one, node[2])]
    if "window of" in subject:
        found += [f"window at {one.name}" for one in nodes if one.window and right in one.window]
    if subject.split(" at ")[0] in ("visits", "visits so far", "leaves", "skipped", "cutoffs"):
        wanted = set(re.findall(r"\w+", right))
        crossed = {one.name for one in nodes if one.status is Status.SKIPPED}
        if subject.startswith("skipped"):
            found += [f"{name} crossed out" for name in sorted(crossed & wanted)]
        else:
            found += [f"marks: {len(nodes)}"] if nodes else []
    if subject in ("value", "move", "path", "line") or not subject:
        if not view.choices and any(one.best and one.name == right for one in nodes):
            found.append(f"★ {right}")
        if not view.choices and "caption" in beside:
            worth = rf"(is worth|plays) {re.escape(right)}\b"
            found += ["caption: result"] if re.search(worth, beside["caption"]) else []
    if isinstance(question, ChoiceQuestion) and BOUND.search(answer):
        about = set(re.findall(r"\w+", view.question + " " + right_text(question)))
        found += [
            f"{one.name} {one.value}"
            for one in nodes
            if one.name in about
            if (one.value.startswith("≤") or one.value.startswith("≥"))
            or ("exact" in answer and finished(one, one.name) and one.row is not None)
        ]
        if "caption" in beside and BOUND.search(beside["caption"]):
            found.append(f"caption: {beside['caption']}")
    return found


def names_others(question, text):
    """Return whether a text names the right answer only as one of several."""
    if question.right == "none" or re.search(rf"\b(or {question.right}|{question.right} or)", text):
        return True  # every question for names ends with "or none"; others list what to type
    others = [plain(one) for _, one in question.choices]
    return len(others) > 1 and all(one in plain(text) for one in others)


def finished(node, name):
    """Return whether a node of the figure has this name, and a final value that is not a leaf's."""
    return node.name == name and node.status is Status.DONE and bool(node.value)


@over("name", lesson_names(), ms=45)
def test_page_does_not_show_the_answer_to_its_question(name):
    for sitting, view in sat_through(open_lesson(name)):
        question = sitting._question
        if question is not None:
            assert not leaks(question, view), (name, view.page, view.question)


@over("name", lesson_names(), ms=45)
def test_question_starts_without_an_answer(name):
    for _, view in sat_through(open_lesson(name)):
        assert not view.draft, (name, view.page)
        assert not view.handed_in, (name, view.page)


def names(answer, text):
    """Return whether a text has an answer as whole words."""
    return bool(re.search(rf"(?<!\w){re.escape(plain(answer))}(?!\w)", plain(text)))


@over("name", lesson_names(), ms=45)
def test_no_tree_of_an_exercise_shows_the_answer(name):
    for sitting, _ in all_pages(open_lesson(name)):
        exercise = sitting._exercise
        while exercise is not None and sitting.view.question and not exercise.is_awaited:
            if exercise.spec.is_by_hand:  # its leaves are covered
                assert sitting.searched() is None
                break
            view, right = sitting.view, exercise.right
            where = (name, view.page, view.progress_text, view.question)
            # A question may list the forms of its answer, as in "yes or no".
            offered = " or " in view.question + view.hint and len(right) < LONG
            assert offered or not names(right, view.hint), where
            assert not re.search(rf"(such as|for example) {re.escape(right)}\b", view.question)
            if view.scene is not None:
                assert view.scene.step is None, where
                if len(right) >= LONG:
                    shown = "\n".join([view.text, view.question, *figure_lines(view.scene)])
                    assert not names(right, shown), where
            sitting.answer(right)
            if not sitting.view.question and exercise.has_next:
                sitting.forward()
                exercise = sitting._exercise


def test_right_choice_is_at_every_place_about_as_often():
    asked = [
        (f"{name}-{number}", page.ask)
        for name in lesson_names()
        for number, page in enumerate(open_lesson(name).pages)
        if page.ask is not None and page.ask.choices
    ]
    assert len(asked) > 30
    places = {}
    for seed in range(60):
        for key, spec in asked:
            shuffled = spec.shuffle_choices(f"{seed}-{key}").choices
            assert sorted(shuffled, key=str) == sorted(spec.choices, key=str)
            right = next(place for place, one in enumerate(shuffled) if one.is_right)
            places.setdefault(len(shuffled), Counter())[right] += 1
    for size, count in places.items():
        fair = count.total() / size
        if fair >= 50:
            assert all(0.7 * fair <= count[place] <= 1.4 * fair for place in range(size)), count


def test_choices_have_the_same_letters_whenever_a_student_returns():
    def letters(seed):
        session = LessonSession(open_lesson("minimax"), seed)
        seen = [session.view.choices]
        while session.skip():
            seen.append(session.view.choices)
        return seen

    assert letters("one") == letters("one")
    assert any(letters("one") != letters(f"another {number}") for number in range(5))


@over(("page", "hides"), table(__file__, "hidden_figures"))
def test_figure_hides_the_search_until_the_question_is_answered(page, hides):
    sitting = LessonSession(lesson_of(f"  - {page}\n"), "s")
    question, hidden = sitting._question, sitting.view.scene
    assert (hidden.step is None) is hides
    assert isinstance(question, FactOfSearch | PartQuestion | ChoiceQuestion)
    assert sitting.answer(question.right).is_right
    assert sitting.view.scene.step is not None
    assert sitting.searched() is sitting.view.scene.trace


@over("name", lesson_names(), ms=45)
def test_first_wrong_list_is_not_answered_with_the_right_one(name):
    """A sheet's full feedback lists what is missing: it comes after the second try."""
    parts = [
        sitting.view.question
        for sitting, _ in sat_through(open_lesson(name))
        if isinstance(sitting._question, PartQuestion)
    ]
    for question in parts:
        sitting, _ = next(
            one for one in sat_through(open_lesson(name)) if one[1].question == question
        )
        right = re.findall(r"\w+", sitting._question.right)
        if sitting._question.spec.subject != "visits":
            continue
        typed = " ".join(reversed(right[:3]))
        first = sitting.answer(typed)
        assert not first.is_right
        assert sitting.view.question, "it can be answered again"
        shown = set(re.findall(r"\w+", first.text)) & set(right)
        assert len(shown - {*right[:3]}) == 0, first.text
        assert {*right} <= set(re.findall(r"\w+", sitting.answer(typed).text))


def test_examples_of_exercises_have_no_node_of_their_trees():
    """Trees are named A, B, C; examples P, Q."""
    for name in lesson_names():
        for page in open_lesson(name).pages:
            if page.exercise:
                examples = re.findall(r"such as `([^`]+)`", " ".join(page.text.split()))
                found = (re.search(r"\b[A-O]\d?\s*[=≤≥]|\b[A-O] alpha", one) for one in examples)
                assert not any(found)


def said_answers(sitting):
    """Return the reasons after expected slips that contain the right answer."""
    question, view = sitting._question, sitting.view
    if not isinstance(question, FactOfSearch | GivenAnswer):
        return []
    word = re.compile(rf"(?<![\w.−-]){re.escape(plain(question.right))}(?!\w|\.\d)")
    if word.search(plain(view.text)) or word.search(plain(view.question)):
        return []  # everybody sees it
    reasons = ((slip.text, question._filled(slip.because)) for slip in question.spec.slips)
    return [answer for answer, reason in reasons if word.search(plain(reason))]


@over("name", lesson_names(), ms=45)
def test_reason_after_the_first_wrong_try_does_not_contain_the_answer(name):
    found = {view.page: said_answers(sitting) for sitting, view in all_pages(open_lesson(name))}
    assert not {page: answers for page, answers in found.items() if answers}


def test_reason_with_the_answer_is_found():
    slips = '[{answer: "5", because: It is 4.}, {answer: "6", because: That is more.}]'
    page = f'- {{say: A sum., ask: What is 2 and 2?, answer: "4", wrong: {slips}}}\n'
    assert said_answers(LessonSession(lesson_of(page), "s")) == ["5"]


# Every lesson begins with something to do, and every page has a figure ----------------------------


#: Phrases that send a reader away from what is on the page.
POSTPONES = re.compile(
    r"\b(leave .{0,20}aside|ignore\b.{0,60}\bfor now|never mind|skip this for now)\b", re.DOTALL
)


@over("name", lesson_names(), ms=45)
def test_first_page_has_something_to_do(name):
    sitting = LessonSession(open_lesson(name), "s")
    assert sitting.view.question
    assert not sitting.view.can_go_on


@over("name", lesson_names(), ms=45)
def test_every_page_has_a_figure_and_postpones_nothing(name):
    for sitting, view in all_pages(open_lesson(name)):
        where = (name, view.page)
        exercise = sitting._exercise
        if exercise is None or not exercise.is_awaited:  # the student types that tree
            assert view.scene is not None, where
            assert any(line.strip() for line in figure_lines(view.scene)), where
        assert not POSTPONES.search(view.text.casefold()), where
