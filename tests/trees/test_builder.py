"""Building a tree from loose nodes, and invalid trees."""

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from trees.building import MAX_CHILDREN, TreeEdge, TreeNode, build
from trees.text import Place


def interior(*children, **fields):
    return TreeNode(edges=[TreeEdge(child) for child in children], **fields)


def leaf(value=1, **fields):
    return TreeNode(value=value, **fields)


def refusal(root, **settings):
    with pytest.raises(InvalidInput) as caught:
        build(root, **settings)
    return str(caught.value)


@over(
    ("root", "message"),
    [
        (TreeNode(), "neither a value nor children"),
        (interior(TreeNode(where=Place("f", 3, 4))), "f:3:4: an unnamed leaf has neither"),
        (interior(leaf(), value=1), "a value and children"),
        (leaf(eval=2), "an unnamed leaf has an eval but no children"),
        (leaf(float("nan")), "not a finite number"),
        (leaf(float("-inf")), "not a finite number"),
        (leaf(2**53 + 1), "too large"),
        (leaf(1e300), "too large"),
        (leaf("3"), "not a number"),
        (leaf(True), "not a number"),
        (interior(leaf(), eval=float("inf")), "not a finite number"),
        (interior(leaf(), id="a b"), "Use - or _ instead"),
        (interior(leaf(where="f:9:9", id="x"), leaf(id="x")), "f:9:9 has it too"),
    ],
)
def test_invalid_tree_is_refused(root, message):
    assert message in refusal(root)


def test_too_many_moves_for_the_log_are_refused():
    assert len(build(interior(*(leaf() for _ in range(MAX_CHILDREN))))) == MAX_CHILDREN + 1
    assert "at most 65,535" in refusal(interior(*(leaf() for _ in range(MAX_CHILDREN + 1))))


# Shared nodes ---------------------------------------------------------------------------------


def test_a_shared_node_is_one_node_with_two_edges():
    shared = interior(leaf(5), leaf(9), id="T")
    tree = build(interior(interior(shared, leaf()), interior(leaf(), shared)))
    assert len(tree) == 8
    assert len(tree.children) == 8
    assert [tree.result(2, edge) for edge in tree.actions(2)] == [5, tree.parse("T")]


@pytest.mark.parametrize("depth", [1, 2, 50])
def test_a_cycle_is_refused_at_a_node_on_it(depth):
    first = last = interior(leaf(), id="n0")
    for number in range(1, depth):
        inner = interior(leaf(), id=f"n{number}")
        last.edges.append(TreeEdge(inner))
        last = inner
    last.edges.append(TreeEdge(first))
    last.edges.append(TreeEdge(interior(leaf(), id="below")))
    assert "is its own descendant" in refusal(first)
    message = refusal(interior(leaf(), first, id="above"))
    assert "is its own descendant" in message
    assert "above" not in message
    assert "below" not in message


def doubling(levels):
    node = interior(leaf(), leaf())
    for _ in range(levels):
        node = interior(node, interior(interior(node)))
    return node


def test_the_size_counts_every_path():
    tree = doubling(3)  # 3, then 2n + 3 four times over
    assert len(build(tree, max_size=45)) < 45
    assert "more than 44 nodes" in refusal(tree, max_size=44)
    assert "more than 1,000,000 nodes" in refusal(doubling(500), max_size=1_000_000)
    assert len(build(doubling(500))) == 1503
