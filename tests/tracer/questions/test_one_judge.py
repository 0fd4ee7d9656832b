"""An answer is judged in the same way by all that ask: no text is right here and wrong there."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.lessons import lesson_of
from tests.support.page_scripts import NODE, judged_by_player, unread_by_page
from tracer import trace
from tracer.lesson.exercise import Exercise, ExerciseSpec
from tracer.lesson.fresh_trees import OWN_TREE
from tracer.lesson.session import LessonSession
from tracer.questions.base import Rules
from tracer.questions.forms import Names, Numbers, names_by_spelling
from tracer.questions.question import judge
from tracer.questions.steps import ask_step
from tracer.worked.matrix_run import WorkedMatrix
from trees.other_inputs.matrix import open_matrix

TABLE = Path(__file__).with_name("tables") / "answers.yaml"
ROWS = [
    (kind, typed, verdict)
    for kind, verdicts in yaml.safe_load(TABLE.read_text(encoding="utf-8")).items()
    for verdict, texts in verdicts.items()
    for typed in texts
]
MEAN = "{tree: {player: chance, children: [3, 1, 4]}, search: expectiminimax}"
LEAVES_OF_LECTURE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
LECTURE = "{source: lecture, search: alphabeta}"
DEEP = "{source: deep-cutoff, search: alphabeta}"
THREE = "{tree: {id: A, children: [{id: B, value: 1}, {id: C, value: 2}]}, search: minimax}"
MOVES = (
    "{tree: {id: A, children: [{id: C, children: [1, 2]}, {id: B, children: [3, 4]}, "
    "{id: D, value: 0}]}, search: minimax}"
)


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
    searched = search(about) if isinstance(about, str) else about()
    steps = range(len(searched.replay))
    questions = (ask_step(searched, searched.replay, at, {kind}) for at in steps)
    question = next(one for one in questions if one and one.answer == right)
    return lambda typed: judge(question, typed)


@cache
def player(about, kind, right, rows):
    """Return the judge of the web player, which runs its own script over all rows at once."""
    searched = search(about) if isinstance(about, str) else about()
    asked = ((at, ask_step(searched, searched.replay, at)) for at in range(len(searched.replay)))
    at = next(at for at, one in asked if one and (one.item, one.answer) == (kind, right))
    texts = [typed for name, typed, _ in ROWS if name == rows]
    verdicts = dict(
        zip(texts, judged_by_player(searched, [(at, text) for text in texts]), strict=True)
    )
    return verdicts.__getitem__


def drill(tree, part, search="alphabeta"):
    """Return the judge of an exercise about one part, on a tree that the student typed."""

    def judged(typed):
        exercise = Exercise(ExerciseSpec(OWN_TREE, (part,), search=search), "s")
        exercise.answer(tree)
        return exercise.answer(typed)

    return judged


@cache
def board():
    return trace("tic-tac-toe@xox|oox|...", cells="row-col")


@cache
def numbered_board():
    return trace("tic-tac-toe@xox|oox|...")


@cache
def worked(kind, right, names=()):
    """Return the judge of a question of a worked run, with another right answer."""
    run = WorkedMatrix("x", open_matrix("mp520"))
    every = (question for one in run.steps for question in one.questions)
    question = next(one for one in every if isinstance(one.form, kind))
    form = question.form
    if names:
        # A tree of leaves below their letters, as that of the lecture.
        names = dict(names)
        parents = {name: name[0] for name in names} | dict.fromkeys(("B", "C", "D"), "A")
        nodes = names_by_spelling(dict.fromkeys(("A", *parents), ()))
        inner = frozenset(parents.values())
        leaves, complete = names, dict.fromkeys(("A", *parents), 0.0)
        rules = Rules(nodes, inner=inner, parents=parents, leaves=leaves, complete=complete)
        form = replace(form, rules=rules)
    question = replace(question, form=form, right=(right,), expected=())
    return lambda typed: judge(question, typed)


LEAVES = (
    *(("B1", 3.0), ("B2", 12.0), ("B3", 8.0)),
    *(("C1", 2.0), ("C2", 4.0), ("C3", 6.0)),
    *(("D1", 14.0), ("D2", 5.0), ("D3", 2.0)),
)
#: Who judges an answer, by what is right.
JUDGES = {
    "number 8/3": {
        "fact": page(MEAN, "fact: value"),
        "answer": page(LECTURE, "answer: 8/3"),
        "sheet": page(MEAN, "part: utility"),
        "step": step(MEAN, "value", "8/3"),
        "worked run": worked(Numbers, (8 / 3,)),
    },
    "number 3": {
        "fact": page(LECTURE, "fact: value"),
        "answer": page(LECTURE, "answer: 3"),
        "sheet": page(LECTURE, "part: utility"),
        "drill": drill(LEAVES_OF_LECTURE, "utility"),
        "step": step(LECTURE, "value", "3"),
        "worked run": worked(Numbers, (3.0,)),
    },
    "window (3, ∞)": {
        "fact": page(LECTURE, "fact: entry window of D"),
        "answer": page(LECTURE, "answer: '3, inf'"),
        "step": step(LECTURE, "window", "(3, +∞)"),
    },
    "set C2 C3": {
        "fact": page(LECTURE, "fact: skipped"),
        "sheet": page(LECTURE, "part: pruned"),
        "drill": drill(LEAVES_OF_LECTURE, "pruned"),
        "worked run": worked(Names, ("C2", "C3"), LEAVES),
    },
    "set none": {
        "fact": page(LECTURE, "fact: skipped at D"),
        "worked run": worked(Names, (), LEAVES),
    },
    "order A B C": {"fact": page(THREE, "fact: visits"), "sheet": page(THREE, "part: visits")},
    "line B B1": {
        "fact": page(LECTURE, "fact: line"),
        "sheet": page(LECTURE, "part: line"),
        "drill": drill(LEAVES_OF_LECTURE, "line"),
    },
    "value of C": {"fact": page(LECTURE, "fact: value of C")},
    "minimax value of C": {"fact": page(LECTURE, "fact: true value of C")},
    "v of B": {"step": step(LECTURE, "value", "3")},
    "words alpha beta": {"answer": page(LECTURE, "answer: alpha beta")},
    "leaves": {
        "fact": page(LECTURE, "fact: leaves"),
        "sheet": page(LECTURE, "part: leaves"),
        "drill": drill(LEAVES_OF_LECTURE, "leaves"),
    },
    "count 11": {
        "fact": page(LECTURE, "fact: count visited"),
        "sheet": page(LECTURE, "part: counts"),
        "drill": drill(LEAVES_OF_LECTURE, "counts"),
    },
    "name E": {"step": step(DEEP, "next node", "E")},
    "cell (2,1)": {"step": step(board, "next node", "(2,1)")},
    "path (2,1) (2,2)": {"step": step(board, "next node", "(2,1) (2,2)")},
    "path 8 9": {"step": step(numbered_board, "next node", "8 9")},
    "name B": {
        "fact": page(MOVES, "fact: move"),
        "sheet": page(MOVES, "part: move"),
        "step": step(MOVES, "next node", "B"),
    },
}


#: The questions of web players that are judged as these, if their script can be run here.
PLAYERS = {
    "number 8/3": (MEAN, "value", "8/3"),
    "number 3": (LECTURE, "value", "3"),
    "v of B": (LECTURE, "value", "3"),
    "name B": (MOVES, "next node", "B"),
    "name E": (DEEP, "next node", "E"),
    "cell (2,1)": (board, "next node", "(2,1)"),
    "path (2,1) (2,2)": (board, "next node", "(2,1) (2,2)"),
    "path 8 9": (numbered_board, "next node", "8 9"),
}
if NODE:
    for kind, asked in PLAYERS.items():
        JUDGES[kind]["player"] = lambda typed, of=(*asked, kind): player(*of)(typed)


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
