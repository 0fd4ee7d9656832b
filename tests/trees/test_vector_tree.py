"""Trees whose leaves have a value for each player."""

from fractions import Fraction

import pytest

from engine.errors import SearchRefused
from engine.search import SEARCHES, run_search
from tests.support.cases import over
from tests.support.tables import table
from trees.sources import open_source

#: Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition, figure 5.4.
AIMA_FIGURE = """\
name: Three players
players: [A, B, C]
tree:
  - [[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]]
  - [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]
"""


def opened(text):
    return open_source(text if text.startswith(("[", "{")) else f"{{{text}}}").game


def from_file(tmp_path, text):
    path = tmp_path / "tree.yaml"
    path.write_text(text)
    return open_source(path).game


def turns(tree):
    return [tree.share_names[mover] for mover in tree.movers]


def test_figure_of_aima_has_its_players_and_vectors(tmp_path):
    tree = from_file(tmp_path, AIMA_FIGURE)
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
    ],
)
def test_vectors_are_read_in_every_form(text, vectors):
    tree = opened(text)
    leaves = [node for node in range(len(tree)) if tree.is_terminal(node)]
    assert [tree.shares(leaf) for leaf in leaves] == vectors


def test_a_block_list_holds_vectors(tmp_path):
    tree = from_file(tmp_path, "tree:\n  - (1, 2)\n  - - (3, 4)\n    - (5, 6)\n")
    assert [tree.shares(tree.parse(leaf)) for leaf in ("A1", "B1", "B2")] == [
        (1, 2),
        (3, 4),
        (5, 6),
    ]


@over("text, expected", table(__file__, "vector_turns"))
def test_players_take_turns(text, expected):
    assert turns(opened(text)) == expected


@over("search", sorted(set(SEARCHES) - {"maxn", "paranoid"}))
def test_searches_of_one_value_refuse_vectors(search):
    with pytest.raises(SearchRefused, match="one value per leaf"):
        run_search(opened("[[(1, 2), (3, 4)], [(5, 6), (7, 8)]]"), search)


def test_only_leaves_have_vectors():
    with pytest.raises(SearchRefused, match="A is not a leaf"):
        opened("[(1, 2)]").shares(0)
