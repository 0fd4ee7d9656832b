"""Sheets about payoff matrices and MCTS runs by hand."""

import itertools
from functools import cache

import pytest

from engine.mcts.hand_run import run_by_hand
from tests.support.cases import over
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of, sheet_of_text
from tracer.questions import PARTS
from trees.other_inputs.hand_run import open_hand_run


@cache
def grader_about(kind):
    """The grader of a problem, which imports a library only where a test needs it."""
    return grader_of(Problem("mp520", "mp520", kind=kind))


def mark(grader, **answers):
    return grader.mark(sheet_of(answers, "s"))


def test_tables_of_a_hand_run_earn_all_points_if_right():
    rows = [
        (*node.cell, "".join(way.name for way in node.path), node.visits, float(node.total),
         float(node.mean))
        for node in run_by_hand(open_hand_run("mp520")).iterations[-1].table
    ]  # fmt: skip
    by_cell = {f"({x},{y}) {way}": {"visits": n, "mean": mean} for x, y, way, n, _, mean in rows}
    by_way = {way or "root": {"n": n, "sum": total} for _, _, way, n, total, _ in rows}
    typed = "\n".join(f"({x},{y}) {way}: {n} {mean:.4f}" for x, y, way, n, _, mean in rows)
    for written in (by_cell, by_way, typed):
        marked = mark(grader_about("mcts"), mcts=written, expanded="N W S E W N E N E S", next="W")
        by_part = {part.part: part for part in marked.parts}
        assert by_part["mcts"].ok, by_part["mcts"].message
        assert by_part["move"].ok


def test_hostile_mix_of_answers_is_read():
    marked = mark(grader_about("matrix"), equilibria="(" + "1a" * 500 + " x, b)")
    assert marked.parts[0].pending
    assert mark(grader_about("mcts"), added=f"({'9' * 5000},1)").parts[0].pending


#: Ways to write the tables of a hand run; each gets the number of an iteration and its nodes.
WAYS_TO_WRITE = {name: rest for name, *rest in table(__file__, "facts-ways-to-write")}


RULES = [{"selection": "mean"}, {"c": "sqrt(2)"}, {"c": "1"}]
#: Each way under one rule, and the other rules in one way: no reader knows the rule.
WAYS_AND_RULES = [(way, RULES[0]) for way in WAYS_TO_WRITE] + [
    ("working", one) for one in RULES[1:]
]


@over(("way", "rule"), WAYS_AND_RULES)
def test_values_after_each_iteration_are_right_under_each_reading_of_the_rule(way, rule):
    before, head, between, row = WAYS_TO_WRITE[way]
    for y, nodes in itertools.product(("up", "down"), ("states", "paths")):
        options = {"selection": "ucb1", "y": y, "nodes": nodes} | rule
        grader = grader_of(
            Problem(
                "p",
                "mp520",
                SearchRules(options=options),
                kind="mcts",
                parts={"mcts": 1, "move": 1},
            )
        )
        run = run_by_hand(open_hand_run("mp520", options))
        tables = []
        for at, one in enumerate(run.iterations, 1):
            rows = []
            for node in one.table:
                path = "".join(step.name for step in node.path)
                cell = f"({node.cell[0]},{node.cell[1]})" + f" {path}" * (nodes == "paths")
                rows.append(row.format(
                    at=at, cell=cell.strip(), way=path or "root", n=node.visits,
                    sum=f"{float(node.total):g}", q=f"{float(node.mean):.4f}",
                ))  # fmt: skip
            tables.append(head.format(at) + between.join(rows))
        text = (
            before + "\n".join(tables) + f"\nnext action: {run.predicted_action.direction.name}\n"
        )
        marked = grader.mark(sheet_of_text(text, "s", ".txt"))
        assert marked.ok, marked.record()
        assert not marked.unread
        wrong = grader.mark(sheet_of_text(text.replace("0.7000", "0.7100"), "s", ".txt"))
        assert not wrong.ok


@pytest.mark.parametrize("kind", ["matrix", "mcts"])
def test_the_right_answer_in_canonical_form_is_read_as_itself(kind):
    grader = grader_about(kind)
    for part in grader.items.values():
        text = part.show(part.right)
        read = part.read(text)
        assert (part.show(read.claim), read.unread) == (text, ())
        assert part.tally(read.claim).share() == 1
    record = mark(grader, **dict.fromkeys(grader.items, "?")).record()
    assert record["pending"] == [*grader.items]
    assert record["right"].keys() == grader.items.keys()
    assert {one["text"] for one in record["unread"]} == {"?"}


@over(("said", "read"), table(__file__, "facts-hand-run-rows"))
def test_row_of_a_hand_run_is_right_in_any_certain_order(said, read):
    part = grader_about("mcts").items["mcts"]
    found = part.read(f"(4,4): {said}")
    assert not found.unread
    row = {place.field: number for place, number in found.claim.items()}
    assert row == {word: float(number) for word, number in map(str.split, read.split(", "))}
    message = mark(grader_about("mcts"), mcts=f"(4,4): {said}").parts[0].message
    assert message.startswith(f"{len(row)} of ")


@pytest.mark.parametrize("kind", ["matrix", "mcts"])
def test_parts_wait_if_the_labels_are_those_of_a_search(kind):
    items = grader_about(kind).items
    labels = "".join(f"{part}: B skips C\n" for part in PARTS if part not in items)
    text = f"{labels}{next(iter(items))}: ?"
    marked = grader_about(kind).mark(sheet_of_text(text, "s", ".txt"))
    assert (marked.error, [part.pending for part in marked.parts]) == ("", [True])


def test_other_parts_are_marked_if_reading_one_fails(monkeypatch):
    def fail(given):
        raise ZeroDivisionError

    monkeypatch.setattr(grader_about("mcts").items["mcts"], "read_text", fail)
    marked = mark(grader_about("mcts"), mcts="(4,4): 10 0.281", move="W")
    assert (marked.error, [part.pending for part in marked.parts]) == ("", [True, False])
    fault = "mcts: it could not be read, by a fault of plytrace: ZeroDivisionError"
    assert marked.notes[0].startswith(fault)
    assert marked.parts[1].ok
