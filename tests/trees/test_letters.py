"""Leaves with letters instead of values."""

import io
import sys
from fractions import Fraction

import pytest

from engine.errors import InvalidInput, SearchRefused, UsageError
from engine.game import MAX
from tests.support.cases import over
from tests.support.saved import reopened
from tests.support.tables import table
from tracer import trace
from trees.building import TreeEdge, TreeNode, build
from trees.editing import move_child, set_value
from trees.formats.flat import from_flat, to_flat
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import read_tree
from trees.hand_tree import UnknownValue
from trees.sources import open_source, set_letters

SOURCE = "[[3, 12, 8], [x, 4, ?], [y, 5, x]]"


def named(tree):
    return {tree.ids[node]: letter for node, letter in tree.letters.items()}


@over(
    "text",
    [
        *table(__file__, "letters"),
        SOURCE,
        f"tree: {SOURCE}",
    ],
)
def test_a_leaf_may_be_a_letter_or_a_question_mark(text):
    tree = read_tree(text, "f")
    assert named(tree) == {"C1": "x", "C3": "?", "D1": "y", "D3": "x"}
    assert tree.unknowns == ("x", "y")
    assert tree.values[tree.parse("C2")] == 4
    assert to_flat(from_nested([[3, 12, 8], ["x", 4, "?"], ["y", 5, "x"]]))["letters"] == [
        tree.letters.get(node) for node in range(len(tree))
    ]


def test_an_outcome_of_chance_may_have_a_letter():
    tree = read_tree("root: chance\ntree: [{p: 1/3, node: x}, {p: 2/3, node: [1, ?]}]", "f")
    assert named(tree) == {"A1": "x", "B2": "?"}


def test_quoted_question_marks_in_texts_are_unchanged():
    tree = read_tree("name: 'is it, ?, or not'\ntree: [x, ?]", "f")
    assert tree.name == "is it, ?, or not"


def test_letters_become_numbers_at_every_place():
    tree = read_tree(SOURCE, "f")
    made = tree.replace_letters({"x": 7})
    assert named(made) == {"C3": "?", "D1": "y"}
    assert [made.values[made.parse(name)] for name in ("C1", "D3")] == [7, 7]
    assert named(tree) == {"C1": "x", "C3": "?", "D1": "y", "D3": "x"}
    assert made.replace_letters({"y": Fraction(1, 2)}).values[made.parse("D1")] == Fraction(1, 2)


def test_a_tree_with_letters_can_be_edited_and_saved():
    tree = read_tree(SOURCE, "f")
    assert named(from_flat(to_flat(tree))) == named(tree)
    assert named(set_value(tree, tree.parse("C1"), 2)) == {"C3": "?", "D1": "y", "D3": "x"}
    assert named(move_child(tree, 0, 0, 1)) == named(tree)
    flat = to_flat(tree)
    flat["letters"][0] = "x"
    with pytest.raises(InvalidInput, match="letter"):
        from_flat(flat)


def test_a_letter_belongs_to_a_leaf_without_a_value():
    for root in (
        TreeNode(letter="x", value=3),
        TreeNode(letter="x", edges=[TreeEdge(TreeNode(value=1))]),
        TreeNode(letter="xy"),
    ):
        with pytest.raises(InvalidInput, match="letter"):
            build(root)


@pytest.mark.parametrize("text", ["[1, xy]", "[1, '3']", "[1, 'é']", "[1, '']", "[1, ??]"])
def test_longer_words_are_no_letters(text):
    with pytest.raises(InvalidInput):
        read_tree(text, "f")


def test_a_search_that_visits_a_letter_is_refused():
    tree = read_tree(SOURCE, "f")
    with pytest.raises(UnknownValue, match="C1 has the letter x"):
        tree.utility(tree.parse("C1"), MAX)
    with pytest.raises(SearchRefused, match="C3 has the value \\?, but the search visits it"):
        trace(SOURCE.replace("x", "4").replace("y", "1"))


@pytest.mark.parametrize("search", ["alphabeta", "negamax", "pvs", "transposition"])
def test_a_question_mark_that_no_search_visits_changes_nothing(search, tmp_path):
    found = trace("[[3, 12, 8], [2, ?, '?'], [14, 5, 2]]", search=search)
    known = trace("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", search=search)
    assert found.log == known.log
    assert reopened(found, tmp_path).log == known.log


def test_other_commands_refuse_letters_and_name_ask():
    with pytest.raises(SearchRefused, match=r"letters instead of values: x, y.*plytrace ask"):
        open_source(SOURCE)
    with pytest.raises(SearchRefused, match="--set x=3 --set y=3"):
        trace([["x", 1], ["y", 2]])
    assert open_source(SOURCE, letters=True).game.unknowns == ("x", "y")


def test_letters_are_set_where_a_source_is_opened(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SOURCE.encode())))
    opened = set_letters("-", {"x": 2, "y": 1})
    assert trace(opened).move == "B"
    with pytest.raises(UsageError, match="no letter z; expected one of x, y"):
        set_letters(SOURCE, {"z": 2})
    with pytest.raises(UsageError, match="expected no --set"):
        set_letters("tic-tac-toe", {"x": 2})
    with pytest.raises(SearchRefused, match="values: y"):
        open_source(set_letters(SOURCE, {"x": 2}))


@pytest.mark.parametrize(
    "text",
    ["[[3, ?], [?, 4]]", "tree:\n  - [3, ?]\n  - [? , 4]\n", "{tree: [[3, ?], [?, 4]]}"],
)
def test_a_question_mark_is_a_leaf_whatever_the_yaml_library_makes_of_it(text):
    # As a key: PyYAML 6.0.3 refuses it, 6.0.4 takes it as a mapping.
    tree = read_tree(text, "f")
    assert sorted(tree.letters.values()) == ["?", "?"]
