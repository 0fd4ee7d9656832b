"""Files with a payoff matrix: their notations, their meaning, and refusals."""

# ruff: noqa: E501

import io
import json
import random
import re
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
import yaml

from engine.errors import InvalidInput
from engine.matrix.equilibria import pure_equilibria
from engine.matrix.game import Side
from tests.support.cases import over
from tests.support.tables import table
from tests.trees.test_schema import instance
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of_text
from tracer.worked.matrix_run import WorkedMatrix
from tracer.worked.sources import open_worked_run
from trees.formats.tree_yaml import read_source
from trees.other_inputs.kinds import MATRIX
from trees.other_inputs.matrix import (
    MAX_STRATEGIES,
    open_matrix,
    read_matrix,
)
from trees.sources import open_source
from trees.yaml.yaml_text import read_yaml

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


def test_matrix_of_the_sheet_is_read_as_printed():
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
def test_first_of_a_pair_is_named_by_player_or_place(first):
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


def test_strategies_without_names_get_default_names():
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
    *table(__file__, "matrices"),
    SHEET,
    *map(MATRIX.example_text, MATRIX.example_names()),
]

# The text, line and column, and a part of the message.
BAD = [*table(__file__, "matrix_refusals"),
(f"[{', '.join(['[1]'] * (MAX_STRATEGIES + 1))}]", "1:1", "the payoffs cannot have 21 items; expected at most 20"),
(f"[[{', '.join('1' * (MAX_STRATEGIES + 1))}]]", "1:2", "a row of payoffs cannot have 21 items"),
]  # fmt: skip

# What no schema can say: how two places compare, characters, and numbers that are texts to it.
ONLY_THE_READER = {
    text
    for text, _, message in BAD
    if re.search(
        "row 2 has|strateg.* expected|strategies have the name|is given twice|both players", message
    )
    or text in ("[[1e-30]]", 'matrix: {rows: ["a\\eb"], payoffs: [[1]]}', "[[.nan]]")
    or "first: P3" in text
    or "first: coluns" in text
}


@over("text", GOOD)
def test_reader_and_schema_accept_valid_files(text):
    read_matrix(text, "f")
    assert VALIDATOR.is_valid(instance(read_yaml(text, "f")))


@over(("text", "place", "message"), BAD)
def test_invalid_files_are_refused_with_their_place(text, place, message):
    with pytest.raises(InvalidInput) as caught:
        read_matrix(text, "f.yaml")
    assert caught.value.where == f"f.yaml:{place}"
    assert message in str(caught.value)
    assert caught.value.expected


@over("text", sorted({text for text, _, message in BAD if message != "is given twice"}))
def test_schema_refuses_what_a_schema_can(text):
    assert VALIDATOR.is_valid(instance(read_yaml(text, "f"))) == (text in ONLY_THE_READER)


def test_reader_of_trees_names_the_command_for_matrices():
    with pytest.raises(InvalidInput, match="To read it, use plytrace matrix"):
        read_source("matrix: [[1]]", "f")


def test_pairs_in_round_brackets_are_pairs():
    lists = "matrix: [[[3, 3], [0, 5]], [[5, 0], [1, 1]]]"
    for text in (
        lists.replace("[3, 3]", "(3, 3)"),
        "matrix: [[(3, 3), (0, 5)], [(5, 0), (1, 1)]]",
        "matrix:\n- - (3, 3)\n  - (0, 5)\n- [(5, 0), (1, 1)]",
        '{"matrix": [["(3, 3)", "(0, 5)"], ["(5, 0)", "(1, 1)"]]}',
    ):
        assert read_matrix(text, "f") == read_matrix(lists, "f")


# Gambit ---------------------------------------------------------------------------------------

NFG = """NFG 1 R "Say \\"hi\\"" { "Ann" "Ben" }
{ { "up, (high)" "down" } { "left" "right" } }
"two
 lines"
"""


@pytest.mark.parametrize("body", table(__file__, "gambit_games"))
def test_games_of_gambit_are_read_with_the_first_players_strategy_fastest(body):
    half = Fraction(1, 2)
    game = read_matrix(NFG + body, "x")
    assert (game.name, game.description) == ('Say "hi"', "two lines")
    assert (game.rows.name, game.rows.strategies) == ("Ann", ("up high", "down"))
    assert (game.columns.name, game.columns.strategies) == ("Ben", ("left", "right"))
    assert game.pairs == (((2, 1), (-half, half)), ((0, 0), (1, 2)))


@over("seed", range(30))
def test_games_of_gambit_are_read_as_gambit_reads_them(seed):
    """Both forms, and what Gambit writes of them."""
    pygambit = pytest.importorskip("pygambit")
    chance = random.Random(seed)
    sizes = chance.randint(1, 4), chance.randint(1, 4)
    pays = [chance.choice(["3", "-2", "1/3", "-7/2", "0.25", "1.5e1"]) for _ in range(8)]
    outcomes = [(chance.choice(pays), chance.choice(pays)) for _ in range(4)]
    cells = [chance.randint(0, 4) for _ in range(sizes[0] * sizes[1])]
    names = " ".join("{ " + " ".join(f'"s{n}"' for n in range(size)) + " }" for size in sizes)
    strategies = chance.choice([f"{{ {names} }}", f"{{ {sizes[0]} {sizes[1]} }}"])
    listed = "\n".join(f'{{ "" {own}{chance.choice(" ,")} {other} }}' for own, other in outcomes)
    body = f"{{ {listed} }} {' '.join(map(str, cells))}"
    if seed % 2:
        body = " ".join(" ".join(outcomes[one - 1] if one else ("0", "0")) for one in cells)
    text = f'NFG 1 {chance.choice("RD")} "t" {{ "Ann" "Ben" }} {strategies} {body}'
    theirs = pygambit.read_nfg(io.StringIO(text))
    for version in (text, theirs.to_nfg()):
        game = read_matrix(version, "x.nfg")
        for own, other in zip(
            game.pairs, zip(*theirs.to_arrays(dtype=str), strict=True), strict=True
        ):
            assert own == tuple((Fraction(a), Fraction(b)) for a, b in zip(*other, strict=True))


def test_catalogue_of_gambit_is_read_or_refused_for_its_players():
    pygambit = pytest.importorskip("pygambit")
    paths = sorted(Path(pygambit.__file__).parent.rglob("*.nfg"))
    if not paths:
        pytest.skip("this Gambit has no catalogue")
    for path in paths:
        theirs = pygambit.read_nfg(str(path))
        if len(theirs.players) != 2:
            with pytest.raises(InvalidInput, match=f"has {len(theirs.players)} players"):
                open_matrix(str(path))
            continue
        game = open_matrix(str(path))
        own, other = theirs.to_arrays(dtype=str)
        assert [[pair[0] for pair in row] for row in game.pairs] == [
            [Fraction(one) for one in row] for row in own
        ]
        assert game.pairs[-1][0][1] == Fraction(other[-1][0])


def test_strategies_of_gambit_without_legal_names_have_the_usual_ones():
    for names in ("{ 2 1 }", '{ { "a" "a" } { "" } }'):
        game = read_matrix(f'NFG 1 R "" {{ "" "" }} {names} 1 2 3 4', "x", title="file")
        assert (game.rows.name, game.rows.strategies) == ("Row", ("r1", "r2"))
        assert (game.columns.name, game.columns.strategies) == ("Column", ("c1",))
        assert game.name == "file"


@over("text, message", table(__file__, "gambit_refusals"))
def test_invalid_games_of_gambit_are_refused_with_their_place(text, message):
    with pytest.raises(InvalidInput, match=re.escape(message)):
        read_matrix(text, "x.nfg")


def test_files_with_only_a_matrix_are_opened_wherever_a_matrix_is_read(tmp_path, monkeypatch):
    path = tmp_path / "g.nfg"
    path.write_text(NFG + "1 2 3 4 5 6 7 8", encoding="utf-8")
    game = open_matrix(str(path))
    assert isinstance(open_worked_run(str(path)), WorkedMatrix)
    (tmp_path / "key.yaml").write_text("matrix: g.nfg\nparts: [equilibria]\n", encoding="utf-8")
    grader = grader_of(read_key(str(tmp_path / "key.yaml")))
    form = "equilibria: " + ", ".join(
        f"({game.rows.strategies[one.mixes[0].index(1)]}, "
        f"{game.columns.strategies[one.mixes[1].index(1)]})"
        for one in pure_equilibria(game)
    )
    assert grader.mark(sheet_of_text(form, "s")).score == 1
    with pytest.raises(InvalidInput, match=r"a payoff matrix; .* plytrace matrix .*g.nfg"):
        open_source(str(path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidInput, match=r"Did you mean g.nfg\?"):
        open_matrix("gg.nfg")


@pytest.mark.parametrize("name", MATRIX.example_names())
def test_every_example_has_a_name_and_a_description(name):
    game = open_matrix(name)
    assert game.name
    assert game.description
    keys = {"name", "description", "source", "matrix"}
    assert set(yaml.safe_load(MATRIX.example_text(name))) <= keys


def test_unknown_name_lists_the_examples():
    with pytest.raises(
        InvalidInput, match=r"there is no file or example 'mp521'.*mp520.*Did you mean mp520\?"
    ):
        open_matrix("mp521")
    with pytest.raises(InvalidInput, match="the matrix is missing"):
        open_matrix(" ")
    with pytest.raises(InvalidInput, match="there is no such file"):
        open_matrix("nowhere/mp520.yaml")
