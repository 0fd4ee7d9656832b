"""Trees whose leaves have a value for each player."""

from fractions import Fraction

import pytest

from engine.errors import SearchRefused
from engine.search import SEARCHES, run_search
from tests.support.cases import over
from tests.support.tables import table
from trees.formats.tree_yaml import read_tree
from trees.library import library_tree


def turns(tree):
    return [tree.share_names[mover] for mover in tree.movers]


def test_figure_of_aima_has_its_players_and_vectors():
    """Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition, figure 5.4."""
    tree = library_tree("three-players")
    assert turns(tree) == ["A", *"BB", *"CCCC", *"AAAAAAAA"]
    assert tree.shares(tree.known_leaves()[0]) == (1, 2, 6)
    assert tree.shares(tree.parse("G2")) == (5, 4, 5)
    assert tree.draw(tree.parse("G2")) == "G2 = (5, 4, 5)"
    assert tree.draw(0) == "A (A): B, C"


@pytest.mark.parametrize(
    ("text", "vectors"),
    [
        ("[(1,2),(3,4)]", [(1, 2), (3, 4)]),
        ("[ (1, 2) , ( -3, 1/3 ) ]", [(1, 2), (-3, Fraction(1, 3))]),
        ('["(1, 2, 3)"]', [(1, 2, 3)]),
        ('tree: {id: A, children: [{id: L, value: "(1, 0.5)"}]}', [(1, 0.5)]),
        ('tree: {children: {a: "(1, 2)", b: [(3, 4), (5, 6)]}}', [(1, 2), (3, 4), (5, 6)]),
        ("tree:\n  - (1, 2)\n  - - (3, 4)\n    - (5, 6)\n", [(1, 2), (3, 4), (5, 6)]),
    ],
)
def test_vectors_are_read_in_every_form(text, vectors):
    tree = read_tree(text, "f")
    assert [*map(tree.shares, tree.known_leaves())] == vectors


@over("text, expected", table(__file__, "vector_turns"))
def test_players_take_turns(text, expected):
    assert turns(read_tree(text, "f")) == expected


@over("search", sorted(set(SEARCHES) - {"maxn", "paranoid"}))
def test_searches_of_one_value_refuse_vectors(search):
    with pytest.raises(SearchRefused, match="one value per leaf"):
        run_search(read_tree("[[(1, 2), (3, 4)], [(5, 6), (7, 8)]]", "f"), search)


def test_only_leaves_have_vectors():
    with pytest.raises(SearchRefused, match="A is not a leaf"):
        read_tree("[(1, 2)]", "f").shares(0)
