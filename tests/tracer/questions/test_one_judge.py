"""An answer is judged in the same way by all that ask: no text is right here and wrong there."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.lessons import lesson_of
from tests.support.page_scripts import NODE, judged_by_player, unread_by_page
from tracer.lesson.exercise import Exercise, ExerciseSpec
from tracer.lesson.fresh_trees import OWN_TREE
from tracer.lesson.session import LessonSession
from tracer.questions.forms import Names, Numbers, names_by_spelling
from tracer.questions.question import judge
from tracer.questions.rules import Rules
from tracer.questions.steps import ask_step
from tracer.worked.matrix_run import WorkedMatrix
from trees.other_inputs.matrix import open_matrix


def read(name):
    path = Path(__file__).with_name("tables") / f"{name}.yaml"
    return yaml.safe_load(path.read_text(encoding="utf-8"))


ROWS = [
    (kind, typed, verdict)
    for kind, verdicts in read("answers").items()
    for verdict, texts in verdicts.items()
    for typed in texts
]
#: The leaves of the lecture's tree.
LEAVES = {"B": (3, 12, 8), "C": (2, 4, 6), "D": (14, 5, 2)}


@cache
def lesson(about, question):
    return lesson_of(f"- {{ask: What?, {question}}}\n", about)


def page(about, question):
    """Return the judge of a lesson's question."""
    return lambda typed: LessonSession(lesson(about, question), "s").answer(typed)


@cache
def search(about):
    """Return the search of a lesson."""
    session = LessonSession(lesson(about, "fact: value"), "s")
    return session._stage(session._now).trace


@cache
def step(about, kind, right):
    """Return the judge of the question about the next step with an answer."""
    searched = search(about)
    steps = range(len(searched.replay))
    questions = (ask_step(searched, searched.replay, at, {kind}) for at in steps)
    question = next(one for one in questions if one and one.answer == right)
    return lambda typed: judge(question, typed)


@cache
def verdicts_of_player(about, kind, right, rows):
    """Return the verdicts of the web player, which runs its own script over all rows at once."""
    searched = search(about)
    asked = ((at, ask_step(searched, searched.replay, at)) for at in range(len(searched.replay)))
    at = next(at for at, one in asked if one and (one.item, one.answer) == (kind, right))
    texts = [typed for name, typed, _ in ROWS if name == rows]
    judged = judged_by_player(searched, [(at, text) for text in texts])
    return dict(zip(texts, judged, strict=True))


def player(*asked):
    return lambda typed: verdicts_of_player(*asked)[typed]


def drill(part):
    """Return the judge of an exercise about one part, on a tree that the student typed."""

    def judged(typed):
        exercise = Exercise(ExerciseSpec(OWN_TREE, (part,), search="alphabeta"), "s")
        exercise.answer(str([[*leaves] for leaves in LEAVES.values()]))
        return exercise.answer(typed)

    return judged


def worked(*right):
    """Return the judge of a question of a worked run, with another right answer."""
    kind = Numbers if any(isinstance(one, float) for one in right) else Names
    run = WorkedMatrix("x", open_matrix("mp520"))
    every = (question for one in run.steps for question in one.questions)
    question = next(one for one in every if isinstance(one.form, kind))
    form = question.form
    if kind is Names:
        # A tree of leaves below their letters, as that of the lecture.
        leaves = {
            f"{parent}{number}": float(value)
            for parent, values in LEAVES.items()
            for number, value in enumerate(values, 1)
        }
        parents = {name: name[0] for name in leaves} | dict.fromkeys(LEAVES, "A")
        nodes = names_by_spelling(dict.fromkeys(("A", *parents), ()))
        complete = {**dict.fromkeys(("A", *LEAVES), 0.0), **leaves}
        rules = Rules(nodes, complete=complete, parents=parents)
        form = replace(form, rules=rules)
    question = replace(question, form=form, right=(right,), expected=())
    return lambda typed: judge(question, typed)


def judges_of(kind, about, asked):
    """Yield who judges an answer of a kind, each with its judge."""
    about = json.dumps(about)
    for who, what in asked.items():
        match who:
            case "fact" | "answer" | "part":
                yield who, page(about, f"{who}: {json.dumps(what)}")
            case "drill":
                yield who, drill(what)
            case "step":
                yield who, step(about, *what)
            case "run":
                yield who, worked(*what)
            case "player":
                if NODE:
                    yield who, player(about, *what, kind)
            case _:
                raise LookupError(who)


JUDGES = {
    kind: dict(judges_of(kind, asked.pop("about"), asked)) for kind, asked in read("judges").items()
}


LECTURE_NAMES = ("A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3")
#: The fields of pages to fill in with these answers, the names of their figures, and their rows.
FIELDS = {
    "number 8/3": ("utility", ("A", "B", "C", "D"), ""),
    "number 3": ("utility", LECTURE_NAMES, ""),
    "set C2 C3": ("pruned", LECTURE_NAMES, ""),
    "set none": ("pruned", LECTURE_NAMES, ""),
    "order A B C": ("visits", ("A", "B", "C"), ""),
    "line B B1": ("line", LECTURE_NAMES, ""),
    "leaves": ("leaves", LECTURE_NAMES, ""),
    "name B": ("move", ("A", "C", "C1", "C2", "B", "B1", "B2", "D"), ""),
    "count 11": ("column number", LECTURE_NAMES, "visited"),
    "value of C": ("column value", LECTURE_NAMES, "C"),
    "minimax value of C": ("column value", LECTURE_NAMES, "C"),
}


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_page_to_fill_in_warns_of_what_no_judge_reads_and_of_nothing_else():
    for kind, (field, names, own) in FIELDS.items():
        rows = [(typed, verdict) for name, typed, verdict in ROWS if name == kind and typed]
        asked = [(field, typed) for typed, _ in rows]
        warned = unread_by_page(names, asked, own, other="min")
        said = [[typed, bool(unread)] for (typed, _), unread in zip(rows, warned, strict=True)]
        assert said == [[typed, verdict == "refused"] for typed, verdict in rows], kind


def verdict_of(judges, typed):
    try:
        verdict = judges(typed)
        return verdict if isinstance(verdict, str) else "right" if verdict.is_right else "wrong"
    except InvalidInput:
        return "refused"


@over(("kind", "typed", "verdict"), ROWS)
def test_no_answer_is_judged_differently(kind, typed, verdict):
    verdicts = {who: verdict_of(judges, typed) for who, judges in JUDGES[kind].items()}
    assert verdicts == dict.fromkeys(verdicts, verdict)
