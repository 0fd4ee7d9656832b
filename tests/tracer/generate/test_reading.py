"""Orders out of maps, and trees out of what was written of them."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from tests.tracer.generate.test_constraints import ORDERS
from tracer.generate import Amount, ImpossibleOrder, Order, Span, generate
from tracer.generate.reading import ORDER_KEYS, open_order, read_order
from tracer.generate.writers import WRITERS, options_of
from trees.flat import to_flat
from trees.sources import open_source


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("format_name", WRITERS)
def test_what_is_written_reads_back_to_the_same_tree(name, format_name, tmp_path):
    made = generate(ORDERS[name], "back", name="" if format_name != "inline" else "x")
    text = WRITERS[format_name](made)
    source = text
    if format_name != "inline":
        source = tmp_path / f"back.{format_name}"
        source.write_text(text, encoding="utf-8")
    flat = to_flat(open_source(source).game)
    if format_name == "inline":
        flat["name"] = "x"
    assert flat == to_flat(made.tree)


@pytest.mark.parametrize("name", ORDERS)
def test_the_options_that_are_told_are_the_order(name):
    made = generate(ORDERS[name], "again", tries=5_000)
    words = iter(options_of(made))
    told = {}
    for word in words:
        key = word.removeprefix("--")
        if key in ("distinct", "unique", "no-whole"):
            told[key.removeprefix("no-")] = "false" if key == "no-whole" else "true"
        else:
            told[key] = next(words).strip("'")
    assert told.pop("seed") == "again"
    assert read_order(told) == made.order


def test_a_map_as_a_file_has_it_is_an_order(tmp_path):
    path = tmp_path / "order.yaml"
    path.write_text(
        "seed: demo\n"
        "generate: {plies: 4, branching: [[3], [2, 3], 2, 2..3], root: min, values: [-9, 9],\n"
        "  cutoffs: [2, 4], deep: true, unique: yes-or-no, skipped: 20%..50%}\n".replace(
            "yes-or-no", "true"
        ),
        encoding="utf-8",
    )
    entries, seed, place = open_order(str(path))
    assert seed == "demo"
    order = read_order(entries, place)
    spans = [Span(3, 3), Span(2, 3), Span(2, 2), Span(2, 3)]
    assert order == Order(
        plies=4,
        branching=spans,
        root="min",
        values=(-9, 9),
        cutoffs="2..4",
        deep=1,
        unique=True,
        skipped=Amount(20, 50, percent=True),
    )


def test_two_bare_numbers_are_a_range_and_bracketed_ones_a_ply_each():
    assert Order(plies=2, branching=[2, 3]).spans == (Span(2, 3), Span(2, 3))
    assert Order(plies=2, branching=[[2], [3]]).spans == (Span(2, 2), Span(3, 3))
    assert Order(plies=2, branching="2,3").spans == (Span(2, 2), Span(3, 3))
    assert Order(plies=3, branching=[2, 3, 4]).spans == (Span(2, 2), Span(3, 3), Span(4, 4))


#: A map, the key that is named, and a word of the message.
WRONG = [
    ({"plys": "3"}, "plys", "Did you mean plies?"),
    ({"plies": "many"}, "plies", "a whole number from 1 to 12"),
    ({"plies": "0"}, "plies", "from 1 to 12"),
    ({"plies": "13"}, "plies", "from 1 to 12"),
    ({"branching": "0"}, "branching", "from 1 to 100"),
    ({"branching": ["2", "3", "4", "5"]}, "branching", "one for each of the 3 plies"),
    ({"branching": {"a": "b"}}, "branching", "a map"),
    ({"branching": "3..2"}, "branching", "the smaller number first"),
    ({"values": "low"}, "values", "'low'"),
    ({"values": "1e9"}, "values", "'1e9'"),
    ({"values": ["1", "2", "3"]}, "values", "a range such as"),
    ({"root": "chance"}, "root", "chance: 0"),
    ({"distinct": "maybe"}, "distinct", "true or false"),
    ({"deep": "very"}, "deep", "how many deep cutoffs"),
    ({"skipped": "101%"}, "skipped", "at most 100%"),
    ({"skipped": "half"}, "skipped", "'half'"),
    ({"skipped": "50%..40%"}, "skipped", "the smaller number first"),
    ({"chance": ["3"]}, "chance", "from 0 to 2"),
    ({"chance": "1", "fractions": "7"}, "fractions", "from 2 to 6"),
    ({"fractions": ["2"]}, "fractions", "without chance"),
    ({"whole": "false"}, "whole", "without chance"),
    ({"apart-in": ["values"]}, "apart-in", "without apart"),
    ({"apart": ["root-rest"]}, "apart", "Did you mean root-reset?"),
    ({"apart": "root-reset", "apart-in": "visit"}, "apart-in", "Did you mean visits?"),
    ({"search": "mcts"}, "search", "alphabeta"),
    ({"convention": "aima,cutoff=<"}, "convention", "cutoff cannot be"),
    ({"children": "best"}, "children", "best-first"),
]


@pytest.mark.parametrize(("entries", "key", "word"), WRONG)
def test_a_wrong_entry_is_refused_with_its_key(entries, key, word):
    with pytest.raises(InvalidInput) as error:
        read_order(entries, "spec.yaml:7:3: {}".format)
    assert error.value.where == f"spec.yaml:7:3: {key}"
    assert word in str(error.value)


def test_an_impossible_order_is_refused_at_its_place():
    with pytest.raises(ImpossibleOrder) as error:
        read_order({"plies": "2", "deep": "true"}, "spec.yaml:7:3: {}".format)
    assert str(error.value).startswith("spec.yaml:7:3: deep: no tree can meet this")


def test_every_key_of_an_order_can_be_read():
    assert {key.replace("-", "_") for key in ORDER_KEYS} == set(Order.__dataclass_fields__)


@pytest.mark.parametrize("given", [[], "3", None])
def test_an_order_is_a_map(given):
    with pytest.raises(InvalidInput, match="as an order"):
        read_order(given)


@pytest.mark.parametrize("seed", ["", "two\nlines", "x" * 101])
def test_a_seed_is_a_line(seed):
    with pytest.raises(InvalidInput, match="on one line"):
        generate(Order(), seed)
