"""Sheets about payoff matrices and MCTS runs by hand."""

from __future__ import annotations

import json

import pytest

from engine.mcts.hand_run import run_by_hand
from tracer.check.graders import grader_of
from tracer.check.problem import Problem
from tracer.check.sheets import sheet_of
from trees.hand_run import open_hand_run

MATRIX = grader_of(Problem("mp520", "mp520", kind="matrix"))
RUN = grader_of(Problem("mp520", "mp520", kind="mcts"))


def mark(grader, **answers):
    return grader.mark(sheet_of(answers, "s"))


@pytest.mark.parametrize(
    "answers",
    [
        {"dominance": "P1: 1 weakly, 2 weakly; P2: none"},
        {"dominance": {"P1": ["1", "2"], "P2": []}},
        {"dominant": "p1: 3 weakly; p2: -"},
        {"equilibria": "(2, a), (1, b), (3, b)"},
        {"equilibria": ["2 a", {"P1": "1", "P2": "b"}, "P1: 3, P2: b"]},
        {"nash": "(2,a); (1,b); (3,b); P1: 2/3 of 2 + 1/3 of 3, P2: a"},
        {"equilibria": ["(2,a)", "(1,b)", "(3,b)", {"P1": {"2": "0.67", "3": "0.33"}, "P2": "a"}]},
    ],
)
def test_right_answers_about_a_matrix(answers):
    marked = mark(MATRIX, **answers)
    assert marked.ok, marked.record()


@pytest.mark.parametrize(
    ("answers", "share"),
    [
        ({"dominance": "P1: 1; P2: a"}, 1 / 3),
        ({"dominance": "P1: 1 strictly, 2 weakly; P2: none"}, 1 / 2),
        ({"dominant": "P1: 3; P2: a"}, 1 / 2),
        ({"equilibria": "(2, a)"}, 1 / 3),
        ({"equilibria": "(2, a), (1, b), (3, b), (1, a)"}, 3 / 4),
        ({"equilibria": "P1: 1/2 of 1 + 1/2 of 2, P2: a"}, 0),
    ],
)
def test_wrong_ones(answers, share):
    marked = mark(MATRIX, **answers)
    assert marked.score == pytest.approx(share)
    assert marked.parts[0].told


@pytest.mark.parametrize(
    "answers",
    [
        {"dominance": "P3: 1"},
        {"equilibria": "(9, a)"},
        {"equilibria": {"P1": "1/2 of 1", "P2": "a"}},
    ],
)
def test_what_names_nobody_is_told_of(answers):
    assert "could not be read" in mark(MATRIX, **answers).parts[0].told


def test_the_value_of_a_zero_sum_game(tmp_path):
    grader = grader_of(Problem("pennies", "[[1, -1], [-1, 1]]", kind="matrix"))
    assert mark(grader, value="0").ok
    assert not mark(grader, utility="1").ok


def test_right_tables_of_a_hand_run():
    rows = [
        (*node.cell, "".join(way.name for way in node.path), node.visits, float(node.total),
         float(node.mean))
        for node in run_by_hand(open_hand_run("mp520")).iterations[-1].table
    ]  # fmt: skip
    by_cell = {f"({x},{y}) {way}": {"visits": n, "mean": mean} for x, y, way, n, _, mean in rows}
    by_way = {way or "root": {"n": n, "sum": total} for _, _, way, n, total, _ in rows}
    typed = "\n".join(f"({x},{y}) {way}: {n} {mean:.4f}" for x, y, way, n, _, mean in rows)
    for table in (by_cell, by_way, typed):
        marked = mark(RUN, mcts=table, expanded="N W S E W N E N E S", next="W")
        by_part = {part.part: part for part in marked.parts}
        assert by_part["mcts"].ok, by_part["mcts"].told
        assert by_part["move"].ok


#: Read off the printed run by hand, iteration by iteration.
CELLS = "(4,5) (3,4) (4,3) (5,4) (3,3) (3,5) (6,4) (4,6) (5,3) (4,2)"
WAYS = "N W S E SW WN EE NN SE SS"


@pytest.mark.parametrize(
    "answer",
    [
        CELLS,
        CELLS.replace(") (", "), ("),
        CELLS.split(),
        CELLS.replace(") (", "; ").strip("()"),
        "\n".join(f"{at}. {cell}" for at, cell in enumerate(CELLS.split(), 1)),
        [[4, 5], [3, 4], [4, 3], [5, 4], [3, 3], [3, 5], [6, 4], [4, 6], [5, 3], [4, 2]],
        WAYS,
        WAYS.lower().replace(" ", " → "),
        WAYS.replace("SW", "WS"),  # another way to (3,3), which is one node
    ],
)
def test_the_nodes_that_a_hand_run_adds(answer):
    marked = mark(RUN, added=answer)
    assert marked.ok, marked.record()


def test_the_directions_that_are_given_are_not_the_nodes():
    assert mark(RUN, added="N W S E W N E N E S").score == pytest.approx(0.4)
    assert mark(RUN, added=CELLS.replace("(6,4)", "(7,4)")).score == pytest.approx(0.9)
    for answer in ("", []):
        assert mark(RUN, added=answer).parts[0].told == "not answered"
    for answer in ("north, then left", f"({'9' * 5000},1)", [{"a": 1}], 7):
        assert "could not be read" in mark(RUN, added=answer).parts[0].told


def test_where_every_way_is_a_node_the_way_tells():
    options = {"nodes": "paths", "selection": "ucb1", "c": "sqrt(2)", "y": "up"}
    run = grader_of(Problem("mp520", "mp520", kind="mcts", options=options))
    assert mark(run, added=CELLS).ok
    assert mark(run, added=WAYS).ok
    assert not mark(run, added=WAYS.replace("SW", "WS")).ok


def test_a_table_of_an_earlier_iteration():
    assert mark(RUN, mcts={"2": "root 2 0.1775\nN 1 0.135\nW 1 0.22"}).ok
    marked = mark(RUN, mcts="iteration 2\nroot: 2 0.1775\nN: 1 0.135\nW: 1 0.2")
    assert marked.score == pytest.approx(5 / 6)
    assert "mean of (3,4) W after iteration 2 is 0.22, not 0.2" in marked.parts[0].told


def test_a_record_of_facts_names_no_convention():
    record = mark(RUN, move="S").record()
    assert record["convention"] is None
    assert record["departure"] is None
    assert json.dumps(record)
    assert "error" not in record


@pytest.mark.parametrize(
    ("source", "answers", "share", "told"),
    [
        (
            "battle-of-the-sexes",
            {
                "equilibria": "(boxing, boxing), (ballet, ballet), "
                "(2/3 boxing 1/3 ballet, 1/3 boxing 2/3 ballet)"
            },
            1,
            "3 of 3",
        ),
        ("mixed-dominance", {"equilibria": "(B, R), (Q, R)"}, 1 / 2, "Row has no strategy 'Q'"),
        ("mixed-dominance", {"dominant": "none"}, 1, ""),
        ("mixed-dominance", {"dominant": "No dominant strategies."}, 1, ""),
        ("mp520", {"dominance": "P1: 1 2; P2: none"}, 1, "2 of 2"),
        ("mp520", {"dominance": "P1: 1 and 2 weakly; P2: none"}, 1, "2 of 2"),
        ("mp520", {"dominance": "P1: 1, 9; P2: none"}, 1 / 3, "P1 has no strategy '9'"),
        ("mp520", {"dominance": "none"}, 0, "0 of 2"),
    ],
)
def test_an_entry_that_cannot_be_read_costs_itself(source, answers, share, told):
    marked = mark(grader_of(Problem(source, source, kind="matrix")), **answers)
    assert marked.score == pytest.approx(share)
    assert told in marked.parts[0].told


def test_a_hostile_mix_is_read_soon():
    marked = mark(MATRIX, equilibria="(" + "1a" * 500 + " x, b)")
    assert "could not be read" in marked.parts[0].told


@pytest.mark.parametrize(
    "blank",
    [
        {"mcts": "root="},
        {"mcts": "root: visits= , mean="},
        {"mcts": {"root": {"visits": "", "mean": ""}}},
        {"mcts": {"root": None}},
        {"mcts": " ", "expanded": [], "move": ""},
    ],
)
def test_a_blank_form_of_a_hand_run_is_not_answered(blank):
    marked = mark(RUN, **blank)
    assert {part.told for part in marked.parts} == {"not answered"}


@pytest.mark.parametrize("said", ["root=four", "root 7", "7"])
def test_what_stands_in_a_table_in_any_form_is_an_answer(said):
    assert mark(RUN, mcts=said).parts[0].told != "not answered"
