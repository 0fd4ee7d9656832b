"""Values, moves and exact values of trees with ties, compared with a plain program."""

import json
import random
from fractions import Fraction
from itertools import islice

import pytest

from engine.log.visit_log import NO_PARENT
from tests.support.cases import over
from tests.support.exact_trees import chance, leaf, player, random_exact_tree
from tracer import trace
from tracer.answers.hand_worker import HandWorker
from tracer.answers.work_tree import work_tree
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of_text
from tracer.recording.fold import fold
from trees.formats.tree_yaml import read_tree

TENTHS = chance([leaf(Fraction(1, 10)), leaf(Fraction(1, 5))], [])
WHOLE = chance([leaf(Fraction(7)), leaf(Fraction(-1, 2))], ["1/3", "2/3"])


def searched(solved):
    return trace(read_tree(f"tree: {solved.written()}", "drawn"))


def rows_below(solved):
    """Of each node in the order of visits, the rows of its children."""
    nodes = list(solved.walk())
    place = {id(node): row for row, node in enumerate(nodes)}
    return nodes, [[place[id(child)] for child in node.below] for node in nodes]


@over("seed", range(6), ms=45)
def test_values_of_random_ties_equal_exact_fractions(seed):
    draw = random.Random(f"exact {seed}")
    for _ in range(100):
        solved = random_exact_tree(draw)
        t = searched(solved)
        nodes, below = rows_below(solved)
        assert t.value == float(solved.value)
        assert [t.log.action[row] for row in t.best_rows[1:]] == solved.line()
        for row, node in enumerate(nodes):
            assert t.exact(row) == node.value, solved.written()
            if node.kind == "leaf":
                continue
            now = fold(t, row, len(node.below))
            assert now.v == float(node.value)
            if node.kind != "chance":
                assert now.best == below[row][node.best()]
        worked = HandWorker(
            work_tree(t.game, t.settings), t.settings.convention, windowed=False
        ).run()
        assert [worked.values[row] for row in range(len(nodes))] == t.log.value.tolist()
        assert worked.best == {
            row: NO_PARENT if node.kind == "chance" else below[row][node.best()]
            for row, node in enumerate(nodes)
            if node.below
        }


@pytest.mark.parametrize(
    ("below", "exact"),
    [
        ("[1/3, 1]", Fraction(2, 3)),
        ("[0.3, 1]", Fraction(13, 20)),
        ("[0.3333333333333333, 1]", None),  # 16 digits: a double that was computed
        ("[{player: max, children: [0.3333333333333333, 0]}, 1]", None),
        ("[{player: max, children: [0.3333333333333333, 1/2]}, 1]", Fraction(3, 4)),
    ],
)
def test_mean_of_computed_doubles_is_not_shown_as_a_fraction(below, exact):
    assert trace(read_tree(f"tree: {{player: chance, children: {below}}}", "t")).exact(0) == exact


def test_partial_mean_is_exact_after_some_outcomes():
    draw = random.Random("partial")
    for _ in range(60):
        solved = random_exact_tree(draw)
        t = searched(solved)
        nodes, _ = rows_below(solved)
        for row, node in enumerate(nodes):
            if node.kind != "chance":
                continue
            odds = [Fraction(share) for share in node.odds]
            odds = odds or [Fraction(1, len(node.below))] * len(node.below)
            for seen in range(len(node.below) + 1):
                parts = zip(odds, islice(node.below, seen), strict=False)
                total = sum((share * child.value for share, child in parts), Fraction())
                assert fold(t, row, seen).v == float(total)


def test_node_with_many_children_and_near_ties_is_exact():
    tiny = Fraction(1, 10**20)
    below = [leaf(Fraction(1) + tiny * (number % 7)) for number in range(400)]
    solved = player("max", [*below, chance([leaf(Fraction(2)), leaf(Fraction(0))], [])])
    t = searched(solved)
    for seen in range(1, 401):
        assert fold(t, 0, seen).best == min(seen, 7)  # the first of the largest
    assert t.line == [t.game.name_of(t.game.moves(t.game.initial)[6])]
    sentences = [t.at(step).sentence for step in range(len(t.replay))]
    better = [sentence for sentence in sentences if "the exact value is larger" in sentence]
    assert len(better) == 6


FLIP = ([leaf(Fraction(1)), leaf(Fraction(0))], ["1/3", "2/3"])
NEAR = Fraction(1, 3) + Fraction(1, 10**19)


@pytest.mark.parametrize(
    ("solved", "value", "exact", "place"),
    [
        (player("max", [leaf(Fraction(3, 20)), TENTHS]), 0.15, "3/20", 0),
        (player("max", [leaf(NEAR), chance(*FLIP)]), float(NEAR), str(NEAR), 0),
        (player("max", [chance(*FLIP), leaf(NEAR)]), float(NEAR), str(NEAR), 1),
        (player("min", [chance(*FLIP), leaf(NEAR)]), 1 / 3, "1/3", 0),
        (player("min", [leaf(NEAR), chance(*FLIP)]), 1 / 3, "1/3", 1),
        (player("max", [leaf(Fraction(2)), WHOLE]), 2, None, 0),
    ],
)
def test_exports_and_marks_agree(tmp_path, solved, value, exact, place):
    key = tmp_path / "key.yaml"
    key.write_text(f"tree: {solved.written()}")
    t, grader = trace(str(key)), grader_of(read_key(str(key)))
    moves = t.game.moves(t.game.initial)
    record = json.loads(t.export("json"))
    assert (record["value"], record.get("exact"), t.best_rows[1:2]) == (
        value,
        exact,
        [[*t.log.children(0)][place]],
    )
    # The last of equal moves is right by another convention; a move that is worse never is.
    ties = solved.below[0].value == solved.below[1].value
    for at, full in ((place, True), (1 - place, ties)):
        text = f"value: {exact or value}\nmove: {t.game.name_of(moves[at])}\n"
        marked = grader.mark(sheet_of_text(text, "s", ".txt")).record()
        assert (marked["score"] == marked["max_score"]) is full
