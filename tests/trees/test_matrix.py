"""Files with a payoff matrix: what may be written, what it means, and what is refused where."""

# ruff: noqa: E501

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from importlib.resources import files

import jsonschema
import pytest
import yaml

from engine.errors import InvalidInput
from engine.matrix.game import Side
from tests.trees.test_schema import instance
from trees.matrix import MAX_STRATEGIES, read_matrix
from trees.matrix_sources import example_names, example_text, open_matrix
from trees.reader import read_source
from trees.yaml_text import read_yaml

SCHEMA = json.loads((files("trees") / "matrix.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)

SHEET = """\
name: MP 520, problem 2
matrix:
  columns: {player: P1, strategies: [1, 2, 3]}
  rows: {player: P2, strategies: [a, b]}
  first: P1
  payoffs:
    - [[1, 2], [6, 3], [6, 3]]
    - [[4, 4], [3, 1], [4, 7]]
"""


def test_the_sheet_reads_as_it_is_printed():
    game = read_matrix(SHEET, "f")
    assert (game.rows.name, game.rows.strategies) == ("P2", ("a", "b"))
    assert (game.columns.name, game.columns.strategies) == ("P1", ("1", "2", "3"))
    assert game.first is Side.COLUMNS
    # Row a, column 1: P1 gets 1 and P2, who chooses the row, gets 2.
    assert game.pairs[0][0] == (2, 1)
    assert game.pairs[1][2] == (7, 4)
    assert game.payoffs(Side.COLUMNS) == ((1, 4), (6, 3), (6, 4))
    assert game.payoffs(Side.ROWS) == ((2, 3, 3), (4, 1, 7))


@pytest.mark.parametrize("first", ["P1", "columns", "'columns'"])
def test_the_first_of_a_pair_is_named_by_player_or_place(first):
    assert read_matrix(SHEET.replace("first: P1", f"first: {first}"), "f") == read_matrix(
        SHEET, "f"
    )


def test_the_row_player_is_first_unless_the_file_says_otherwise():
    game = read_matrix(SHEET.replace("  first: P1\n", ""), "f")
    assert game.first is Side.ROWS
    assert game.pairs[0][0] == (1, 2)


def test_lone_numbers_are_zero_sum_for_the_first_player():
    rows = read_matrix("matrix: [[3, -1], [0, 2]]", "f")
    assert rows.pairs == (((3, -3), (-1, 1)), ((0, 0), (2, -2)))
    assert rows.constant_sum == 0
    columns = read_matrix("matrix: {first: columns, payoffs: [[3, -1], [0, 2]]}", "f")
    assert columns.pairs == (((-3, 3), (1, -1)), ((0, 0), (-2, 2)))


def test_names_are_given_where_the_file_gives_none():
    game = read_matrix("[[[1, 2], [3, 4]]]", "f", title="mine")
    assert (game.rows.name, game.rows.strategies) == ("Row", ("r1",))
    assert (game.columns.name, game.columns.strategies) == ("Column", ("c1", "c2"))
    assert game.name == "mine"


def test_numbers_are_exact():
    game = read_matrix("[[1/3, 0.1], [-2.50, 0x10]]", "f")
    own = [[pair[0] for pair in row] for row in game.pairs]
    assert own == [[Fraction(1, 3), Fraction(1, 10)], [Fraction(-5, 2), 16]]
    assert all(isinstance(entry, Fraction) for row in own for entry in row)


GOOD = [
    SHEET,
    "[[1]]",
    "[[1, 2]]",
    "[[[1, 2]]]",
    "[[1/3, -0.5], [.5, 1e3]]",
    "matrix: [[1]]",
    "matrix: {payoffs: [[1]]}",
    "matrix: {rows: [go left], payoffs: [[1]]}",
    "matrix: {rows: {player: A}, payoffs: [[1]]}",
    "matrix: {columns: {strategies: [x, y]}, payoffs: [[1, 2]]}",
    "matrix: {columns: [yes, 2], payoffs: [[1, 2]]}",
    "matrix: {columns: {}, payoffs: [[1, 2]]}",
    "matrix: {first: rows, payoffs: [[1]]}",
    "name: x\ndescription: 5\nsource:\nmatrix: [[1]]",
    "matrix: [&r [1, 2], *r]",
    '{"matrix": {"payoffs": [[[1, 2], [3, 4]]]}}',
    *map(example_text, example_names()),
]

# The text, line and column, and a part of the message.
BAD = [
    ("matrix:", "1:8", "nothing as the payoffs; expected a list of rows"),
    ("matrix: []", "1:9", "an empty list as the payoffs"),
    ("matrix: [[]]", "1:10", "an empty list as a row of payoffs"),
    ("matrix: [[1], []]", "1:15", "an empty list as a row of payoffs"),
    ("matrix: 5", "1:9", "'5' as the payoffs"),
    ("5", "1:1", "'5' as the payoffs"),
    ("matrix: [1, 2]", "1:10", "'1' as a row of payoffs"),
    ("[[1, 2], [3]]", "1:10", "row 2 has 1 entry; expected 2, as in row 1"),
    ("[[1], [3, 4, 5]]", "1:7", "row 2 has 3 entries; expected 1, as in row 1"),
    ("[[1, ~]]", "1:6", "nothing as a payoff; expected a number"),
    ("[[~, 1]]", "1:3", "nothing as a payoff"),
    ("[[[1, ]]]", "1:3", "a list of 1 as a pair of payoffs; expected two numbers"),
    ("[[[1, 2, 3]]]", "1:3", "a list of 3 as a pair of payoffs"),
    ("[[[1, ~]]]", "1:7", "nothing as a payoff"),
    ("[[[]]]", "1:3", "an empty list as a pair of payoffs"),
    ("[[[[1], 2]]]", "1:4", "a list as a payoff"),
    ("[[{a: 1}]]", "1:3", "a map as a pair of payoffs"),
    ("[[1, [2, 3]]]", "1:6", "a list of 2 in a matrix of numbers"),
    ("[[[2, 3], 1]]", "1:11", "'1' in a matrix of pairs"),
    ("[[[2, 3], ~]]", "1:11", "nothing in a matrix of pairs"),
    ("[[.nan]]", "1:3", "'.nan' is not a value; expected a finite number"),
    ("[[.inf]]", "1:3", "'.inf' is not a value"),
    ("[[nan]]", "1:3", "'nan' is not a number"),
    ("[[1/0]]", "1:3", "divides by zero"),
    ("[['1']]", "1:3", "the text '1' as a payoff"),
    ("[[x]]", "1:3", "'x' is not a number"),
    ("[[1e300]]", "1:3", "'1e300' is too large"),
    ("[[9007199254740993]]", "1:3", "is too large; expected one within ±9007199254740992"),
    ("[[1e-30]]", "1:3", "'1e-30' is too fine"),
    ("name: x", "1:1", "no matrix in this file; expected matrix:"),
    ("matrx: [[1]]", "1:1", "no key 'matrx'; expected one of name, description, source, matrix. Did you mean matrix?"),
    ("matrix: [[1]]\ncolour: x", "2:1", "a matrix file has no key 'colour'"),
    ("matrix: {rows: [a]}", "1:9", "a matrix without payoffs"),
    ("matrix: {}", "1:9", "a matrix without payoffs"),
    ("matrix: {payoff: [[1]]}", "1:10", "no key 'payoff'; expected one of rows, columns, first, payoffs. Did you mean payoffs?"),
    ("matrix: {rows: {playr: x}, payoffs: [[1]]}", "1:17", "the player of the rows has no key 'playr'"),
    ("matrix: {rows: [a, b], payoffs: [[1]]}", "1:16", "2 strategies for the rows; expected 1, as in the payoffs of line 1"),
    ("matrix:\n  columns: [a]\n  payoffs: [[1, 2]]", "2:12", "1 strategy for the columns; expected 2, as in the payoffs of line 3"),
    ("matrix: {rows: a, payoffs: [[1]]}", "1:16", "'a' as the strategies of the rows"),
    ("matrix: {rows: , payoffs: [[1]]}", "1:16", "nothing as the strategies of the rows"),
    ("matrix: {rows: [~], payoffs: [[1]]}", "1:17", "nothing as the name of a strategy"),
    ("matrix: {rows: [[a]], payoffs: [[1]]}", "1:17", "a list as a strategy"),
    ('matrix: {rows: ["a,b"], payoffs: [[1]]}', "1:17", "'a,b' as the name of a strategy"),
    ("matrix: {rows: [a, a], payoffs: [[1], [2]]}", "1:20", "the strategy 'a' for the second time"),
    (f"matrix: {{rows: [{'x' * 31}], payoffs: [[1]]}}", "1:17", "expected 1 to 30 characters"),
    ('matrix: {rows: ["a\\eb"], payoffs: [[1]]}', "1:17", "in a strategy"),
    ("matrix: {rows: {player: A}, columns: {player: A}, payoffs: [[1]]}", "1:38", "both players are called A"),
    ("matrix: {rows: {player: Column}, payoffs: [[1]]}", "1:16", "both players are called Column"),
    ("matrix: {first: P3, payoffs: [[1]]}", "1:17", "'P3' as the player whose payoff stands first; expected one of rows, columns, Row, Column"),
    ("matrix: {first: coluns, payoffs: [[1]]}", "1:17", "Did you mean columns?"),
    ("matrix: {first: [rows], payoffs: [[1]]}", "1:17", "a list as first"),
    (f"[{', '.join(['[1]'] * (MAX_STRATEGIES + 1))}]", "1:1", "21 items as the payoffs; expected at most 20"),
    (f"[[{', '.join('1' * (MAX_STRATEGIES + 1))}]]", "1:2", "21 items as a row of payoffs"),
    ("tree: [1, 2]", "1:1", "this is a tree (tree:); expected a payoff matrix (matrix:). Use plytrace trace FILE"),
    ("game: tic-tac-toe", "1:1", "this is a position (game:)"),
    ("mcts: {C: 1}", "1:1", "this is an MCTS hand run (mcts:)"),
    ("matrix: [[1]]\nmatrix: [[2]]", "2:1", "for the second time"),
]  # fmt: skip

# What no schema can say: how two places compare, characters, and numbers that are texts to it.
ONLY_THE_READER = {
    text
    for text, _, message in BAD
    if re.search("row 2 has|strateg.* for the|for the second time|both players", message)
    or text in ("[[1e-30]]", 'matrix: {rows: ["a\\eb"], payoffs: [[1]]}', "[[.nan]]")
    or "first: P3" in text
    or "first: coluns" in text
}


@pytest.mark.parametrize("text", GOOD)
def test_reader_and_schema_take_what_is_good(text):
    read_matrix(text, "f")
    assert VALIDATOR.is_valid(instance(read_yaml(text, "f")))


@pytest.mark.parametrize(("text", "place", "message"), BAD)
def test_what_is_bad_is_refused_at_its_place(text, place, message):
    with pytest.raises(InvalidInput) as caught:
        read_matrix(text, "f.yaml")
    assert caught.value.where == f"f.yaml:{place}"
    assert message in str(caught.value)
    assert caught.value.expected


@pytest.mark.parametrize("text", sorted({text for text, _, _ in BAD[:-1]}))
def test_the_schema_refuses_what_a_schema_can(text):
    assert VALIDATOR.is_valid(instance(read_yaml(text, "f"))) == (text in ONLY_THE_READER)


def test_the_schema_is_one_and_explains_every_key():
    jsonschema.Draft7Validator.check_schema(SCHEMA)

    def properties(schema):
        if isinstance(schema, dict):
            yield from schema.get("properties", {}).items()
            for inner in schema.values():
                yield from properties(inner)
        elif isinstance(schema, list):
            for inner in schema:
                yield from properties(inner)

    assert [key for key, schema in properties(SCHEMA) if "description" not in schema] == []


def test_mutilated_files_are_read_or_refused_with_a_place():
    chance = random.Random(1)
    places = []
    for text in [SHEET, *map(example_text, example_names())]:
        for _ in range(60):
            at = chance.randrange(len(text))
            broken = (
                text[:at] + chance.choice(["", "[", "]", ":", "x", "-", "~", '"']) + text[at + 1 :]
            )
            try:
                read_matrix(broken, "f")
            except InvalidInput as error:
                places.append(error.where)
    assert len(places) > 50
    assert [place for place in places if not re.fullmatch(r"f:\d+:\d+", place)] == []


def test_the_reader_of_trees_points_to_the_command():
    with pytest.raises(InvalidInput, match="Use plytrace matrix FILE"):
        read_source("matrix: [[1]]", "f")


@pytest.mark.parametrize("name", example_names())
def test_every_example_has_a_name_and_a_sentence(name):
    game = open_matrix(name).game
    assert game.name
    assert game.description
    assert set(yaml.safe_load(example_text(name))) <= {"name", "description", "source", "matrix"}


def test_the_examples_are_named_where_nothing_is_found():
    with pytest.raises(
        InvalidInput, match=r"there is no file or example 'mp521'.*mp520.*Did you mean mp520\?"
    ):
        open_matrix("mp521")
    with pytest.raises(InvalidInput, match="no matrix is named"):
        open_matrix(" ")
    with pytest.raises(InvalidInput, match="there is no such file"):
        open_matrix("nowhere/mp520.yaml")
