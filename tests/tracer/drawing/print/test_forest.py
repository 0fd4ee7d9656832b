"""LaTeX for forest reads back as the tree by a small parser of our own, and compiles."""

import re

import pytest

from engine.errors import UsageError
from tests.support.cases import scaled
from tests.support.drawn_trees import random_tree
from tracer import trace
from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.tree.nodes import NodePosition
from tracer.export.forest import _board
from tracer.text.latex import latex_text


def read(text):
    """The nodes in pre-order: their parents, contents and styles, by brackets outside of braces."""
    body = text.partition(r"\begin{forest} tree")[2].partition(r"\end{forest}")[0]
    nodes, stack, braces = [], [], 0
    at = 0
    while at < len(body):
        letter = body[at]
        if letter == "\\":
            at += 2
            if nodes and stack:
                nodes[stack[-1]][1] += body[at - 2 : at]
            continue
        braces += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "[" and not braces:
            nodes.append([stack[-1] if stack else -1, ""])
            stack.append(len(nodes) - 1)
        elif letter == "]" and not braces:
            stack.pop()
        elif stack:
            nodes[stack[-1]][1] += letter
        at += 1
    assert not stack
    assert not braces
    return [(parent, *written.strip().rsplit("}", 1)) for parent, written in nodes]


@pytest.mark.parametrize("show", ["worksheet", "key"])
def test_forest_contains_every_node_and_text(show):
    for seed in range(scaled(10, 200)):
        t = trace(random_tree(seed))
        text = t.export("forest", show=show)
        assert text.isascii()
        nodes = read(text)
        diagram = diagram_of(t, show=show)
        assert [parent for parent, *_ in nodes] == [node.parent for node in diagram.nodes]
        for (_, content, style), node in zip(nodes, diagram.nodes, strict=True):
            assert rf"\sign{node.sign.value}" in content
            for written in (node.value,):
                assert latex_text(written) in content
            in_a_line = content.replace(r"}\\{\scriptsize ", "").replace(" ", "")
            assert latex_text(node.edge).replace(" ", "") in in_a_line
            assert latex_text(node.name[:4]) in content
            assert ("cut" in style) == node.cut
            assert ("best" in style) == (node.best and not node.cut)
            assert ("skipped" in style) == (node.skipped and not node.cut)


def test_latex_commands_in_texts_are_escaped():
    everything = "".join(map(chr, range(32, 0x2600))) + "買😀"
    text = latex_text(everything)
    assert text.isascii()
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
    for sign in "$&#%_":
        assert not re.search(rf"(?<!\\){re.escape(sign)}", latex_text(f"a{sign}b"))
    assert latex_text("50% of {a_b} & c") == r"50\% of \{a\_b\} \& c"
    assert latex_text("−1 ≤ α") == r"\ensuremath{-}1 \ensuremath{\le} \ensuremath{\alpha}"
    assert latex_text("é") == r"\'{e}"
    assert latex_text("買") == r"\texttt{U+8CB7}"


def test_lines_of_a_position_without_a_board_are_escaped():
    drawn = _board(NodePosition((("a_b",), ("50%",)), grid=False))
    assert r"{l}{a\_b\\50\%}" in drawn.replace(" ", "")


def binary(depth):
    return [binary(depth - 1), binary(depth - 1)] if depth else 7


def test_tree_that_takes_latex_minutes_is_refused():
    assert trace(binary(8), "minimax").export("forest").count("signleaf[") >= 256
    with pytest.raises(UsageError, match="has 1,023 nodes") as caught:
        trace(binary(9), "minimax").export("forest")
    assert "pdf" in caught.value.hint
