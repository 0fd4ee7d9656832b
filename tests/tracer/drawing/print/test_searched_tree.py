"""An answer key equals alpha-beta on paper, by an independent program."""

import math
from fractions import Fraction

import pytest
from hypothesis import given

from engine.errors import UsageError
from tests.support import naive
from tests.support.cases import examples, over
from tests.support.strategies import trees
from tracer import trace
from tracer.drawing.print.diagrams import MOST_NODES, diagram_of
from tracer.drawing.print.searched_tree import SearchedTree
from tracer.drawing.tree.nodes import Sign
from tracer.text.numbers import show_window


class Paper:
    """Alpha-beta as a person works it: v ≥ β and v ≤ α cut, and the first of equals is best."""

    def __init__(self, tree):
        program = naive.AlphaBeta(tree)
        program.run()
        self.values, self.cut, self.windows, best = program.values, set(), {}, {}
        for step in program.photographs:
            self.cut |= {*step.skipped}
            for frame in step.stack:
                self.windows[frame["name"]] = frame["entered"]
                best[frame["name"]] = frame["best"]
        self.line = [program.names[()]]
        while best[self.line[-1]]:
            self.line.append(best[self.line[-1]])


def number(text):
    text = text.lstrip("≤≥ ").replace("−", "-")
    return math.copysign(math.inf, -1 if "-" in text else 1) if "∞" in text else Fraction(text)


def close(text, value):
    found = number(text)
    return found == value if math.isinf(value) else math.isclose(found, value, rel_tol=1e-5)


@given(trees(5))
@examples(40)
def test_values_windows_cutoffs_and_best_line_equal_those_on_paper(tree):
    paper = Paper(tree)
    nodes = diagram_of(trace(tree), show="windows").nodes
    assert len(nodes) == len(naive.names(tree))
    for node in nodes:
        skipped = node.name not in paper.values
        assert node.skipped == skipped
        assert node.cut == (node.name in paper.cut)
        assert node.best == (node.name in paper.line and len(paper.line) > 1)
        assert not node.unseen
        assert not node.current
        if node.sign is Sign.LEAF:
            assert node.value
            assert node.window == ""
        elif skipped:
            assert node.value == node.window == ""
        else:
            assert close(node.value, paper.values[node.name])
            low, high = node.window.strip("()").split(", ")
            assert (number(low), number(high)) == pytest.approx(paper.windows[node.name])


def test_a_step_may_be_counted_from_the_end():
    t = trace("lecture")
    assert t.export("svg", step=-1) == t.export("svg", step=len(t.tour) - 1)
    with pytest.raises(UsageError, match=r"there is no step 99; expected 0 to 21"):
        t.export("svg", step=99)


def test_windows_are_shown_only_if_the_search_has_them():
    with pytest.raises(UsageError, match="minimax has no windows"):
        trace("lecture", search="minimax").export("svg", show="windows")


def test_too_large_a_game_shows_the_searched_part():
    t = trace("tic-tac-toe", max_visits=150)
    nodes = diagram_of(t).nodes
    assert 100 < len(nodes) <= 2_000
    assert all(node.position and len(node.position.rows) == 3 for node in nodes[:20])


def test_position_highlights_the_last_move():
    nodes = diagram_of(trace("tic-tac-toe@xox|xxo|o..")).nodes
    root, first = nodes[0].position, nodes[1].position
    assert root.rows == (("X", "O", "X"), ("X", "X", "O"), ("O", "", ""))
    ((row, column),) = first.changed
    assert (root.rows[row][column], first.rows[row][column]) == ("", "O")
    assert nodes[1].name == "8"


def test_second_visit_of_a_transposition_says_so_and_dims_its_nodes():
    nodes = diagram_of(trace("transposition", search="transposition")).nodes
    (repeated,) = [place for place, node in enumerate(nodes) if "repeat" in node.value]
    below = [node for node in nodes if node.parent == repeated]
    assert below
    assert all(node.skipped and not node.cut for node in below)


def test_best_line_ends_at_a_chance_node():
    nodes = diagram_of(trace("dice")).nodes
    assert [node.name for node in nodes if node.best] == ["A", "B"]


def test_windows_narrow_as_in_the_book():
    """AIMA 4e, figure 5.5: B's upper bound after its first leaf, the root's lower bound after B."""
    t = trace("lecture", convention="comp341")
    after = {}
    for step in range(len(t.replay)):
        for one in diagram_of(t, show="windows", step=step).nodes:
            if one.window and after.get(one.name, [""])[-1] != one.window:
                after.setdefault(one.name, []).append(one.window)
    assert after["A"] == ["(−∞, +∞)", "(3, +∞)"]
    assert after["B"] == ["(−∞, +∞)", "(−∞, 3)"]
    assert after["D"] == ["(3, +∞)", "(3, 14)", "(3, 5)"]


@given(trees(4))
def test_number_of_seen_nodes_equals_the_entered_ones_at_every_step(tree):
    t = trace(tree)
    for step in range(len(t.tour)):
        nodes = diagram_of(t, step=step).nodes
        seen = [node for node in nodes if not node.unseen and not node.skipped]
        assert len(seen) == t.at(step).visited
        (current,) = [node for node in nodes if node.current]
        stack = t.at(step).stack
        assert current.name == (stack[-1].name if len(stack) else "A")
        assert any(node.best for node in nodes) <= (step == len(t.tour) - 1)


@over("convention", ["aima", "comp341", "cs188", "lab3"], ms=45)
@over("source", ["lecture", "deep-cutoff", "worst-order"])
def test_step_figures_show_the_windows_of_that_step(source, convention):
    t = trace(source, convention=convention)
    narrowed = 0
    tree = SearchedTree(t, windows=True, most=MOST_NODES)
    for step in range(len(t.replay)):
        nodes = tree.at(step)
        if step % 10 == 0:  # a figure alone shares nothing and takes far longer
            assert diagram_of(t, show="windows", step=step).nodes == nodes
        shown = {one.name: one.window for one in nodes}
        for frame in t.at(step).stack:
            if frame.actions:  # leaves have no window
                assert shown[frame.name] == show_window(frame.alpha, frame.beta), step
                narrowed += shown[frame.name] != show_window(*frame.entered)
    assert narrowed
