"""No result of a search appears on a worksheet, in any format."""

import io
import re
from dataclasses import replace

import pytest

import engine.search
import tracer.matrix.analysis as solving
import tracer.questions.mcts as runs
from engine.search import SEARCHES as KINDS
from tests.support.cases import over
from tests.tracer.worksheet.made import PROBLEMS, spec_of
from tracer.answers.hand_worker import HandWorker
from tracer.worksheet.bundle import FILL_FORMATS, WORKSHEET_FORMATS, WorksheetMaker
from tracer.worksheet.contents import solutions
from tracer.worksheet.contents.problem_setup import make_problem
from tracer.worksheet.contents.questions import build_task, build_worksheet

FORMS = [
    *WORKSHEET_FORMATS.values(),
    *(replace(one, suffix=f"-fill{one.suffix}") for one in FILL_FORMATS.values()),
]


def sheets_of(text, head="title: T"):
    """The files of a worksheet in every form, by their names."""
    worksheet = WorksheetMaker(spec_of(text, head=head)).worksheet()
    return {
        name: content
        for writer in FORMS
        for name, content in writer.files(worksheet, None, "worksheet").items()
    }


def read(name, content):
    """Return all text of a file, including pictures and attributes."""
    if not name.endswith(".pdf"):
        return content.decode()
    pypdf = pytest.importorskip("pypdf")
    file = pypdf.PdfReader(io.BytesIO(content))
    about = "\n".join(f"{key} {value}" for key, value in (file.metadata or {}).items())
    return about + "\n".join(page.extract_text() for page in file.pages)


def refuse_searches(monkeypatch):
    """Let no search run, nor anything else that solves a problem."""

    def refuse(*arguments, **asked):
        raise AssertionError("something was solved for a worksheet")

    for kind in KINDS.values():
        monkeypatch.setattr(kind, "run", refuse)
    monkeypatch.setattr(engine.search, "compiled_run", refuse)
    monkeypatch.setattr(HandWorker, "run", refuse)
    monkeypatch.setattr(solving, "analyse", refuse)
    monkeypatch.setattr(solutions, "analyse", refuse)
    monkeypatch.setattr(runs, "run_by_hand", refuse)


@pytest.mark.parametrize("name", PROBLEMS)
def test_worksheet_is_made_without_a_search(name, monkeypatch):
    spec = spec_of(PROBLEMS[name])
    made = [make_problem(one, "seed") for one in spec.problems]
    refuse_searches(monkeypatch)
    with pytest.raises(AssertionError, match="was solved"):
        WorksheetMaker(spec_of(PROBLEMS[name])).make()
    worksheet = build_worksheet(spec, made, [build_task(one) for one in made])
    for writer in FORMS:
        assert writer.suffix == ".pdf" or writer.files(worksheet, None, "worksheet")


@over("name", PROBLEMS, ms=45)
def test_pdf_is_made_without_a_search(name, monkeypatch):
    pytest.importorskip("typst")
    spec = spec_of(PROBLEMS[name])
    made = [make_problem(one, "seed") for one in spec.problems]
    refuse_searches(monkeypatch)
    worksheet = build_worksheet(spec, made, [build_task(one) for one in made])
    assert WORKSHEET_FORMATS["pdf"].files(worksheet, None, "worksheet")


#: Leaves of a tree, and the same in another order: other values, windows, cutoffs and moves.
LEAVES = [1000003, 1000012, 1000008, 1000002, 1000004, 1000006, 1000014, 1000005, 1000009]
ORDERS = [LEAVES, LEAVES[::-1], sorted(LEAVES), LEAVES[3:] + LEAVES[:3]]
SHAPES = {
    "two plies": "[[{}, {}, {}], [{}, {}, {}], [{}, {}, {}]]",
    "three plies": "[[[{}, {}], [{}, {}]], [[{}, {}], [{}, {}, {}]]]",
    "uneven": "[{}, [{}, [{}, {}]], [[{}, {}], {}, [{}, {}]]]",
}
ASKED = {
    "alphabeta": "[visits, values, windows, cutoffs, move, line, utility, counts, minimax]",
    "minimax": "[visits, values, move, line, utility, counts]",
}


@over("seed", range(6), ms=45)
def test_worksheet_shows_no_value_of_a_chance_node(seed):
    problem = (
        "{generate: {plies: 3, branching: [2, 3], chance: [1], values: 1000000..1999999, "
        "distinct: true}, parts: [expectiminimax, values, utility]}"
    )
    head = f"title: T\nseed: s{seed}"
    made = WorksheetMaker(spec_of(problem, head=head)).make()
    message = " ".join(one.text for one in made.solutions[0].answers.values())
    nodes = made.worksheet.tasks[0].figure.nodes
    given = {node.value for node in nodes}
    values = {one for one in re.findall(r"=([^\s,]+)", message) if one not in given}
    assert values
    for name, content in sheets_of(problem, head).items():
        text = read(name, content)
        assert not [one for one in values if one in text], name


@over("name", PROBLEMS, ms=45)
def test_worksheet_contains_nothing_of_the_keys_figure(name):
    made = WorksheetMaker(spec_of(PROBLEMS[name])).make()
    figure = made.worksheet.tasks[0].figure
    if not figure:
        return
    assert not figure.answered
    inner = {node.parent for node in figure.nodes}
    for place, node in enumerate(figure.nodes):
        texts = (node.window, node.values, node.windows, place in inner and node.value)
        marks = (node.unseen, node.skipped, node.cut, node.best, node.current)
        assert not any(texts + marks)


def test_room_for_answers_does_not_depend_on_their_length():
    rooms = set()
    for leaves in ORDERS:
        tree = SHAPES["three plies"].format(*leaves)
        problem = f"{{tree: {tree}, search: alphabeta, parts: {ASKED['alphabeta']}}}"
        (task,) = WorksheetMaker(spec_of(problem)).worksheet().tasks
        rooms.add(tuple(question.blank for question in task.questions))
    assert len(rooms) == 1


def test_name_of_a_tree_is_not_shown(tmp_path):
    for name, content in sheets_of("{source: worst-order, parts: [visits]}").items():
        assert "orst order" not in read(name, content), name
        assert "worst-order" not in read(name, content), name
