"""Requests read from mappings, and trees read back from their files."""

import pytest

from engine.errors import InvalidInput, PlytraceError
from tests.support.cases import over
from tests.support.tables import table
from tests.tracer.generate.test_constraints import ORDERS
from tracer.generate import Amount, Order, Span, generate
from tracer.generate.order_keys import ORDER_KEYS
from tracer.generate.order_reading import (
    generate_typed,
    open_order,
    read_order,
    read_typed,
)
from tracer.generate.tree_writers import WRITERS, options_of
from trees.formats.flat import to_flat
from trees.sources import open_source


@over("name", ORDERS, ms=45)
@over("format_name", WRITERS)
def test_written_tree_reads_back_equal(name, format_name, tmp_path):
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


@over("name", ORDERS, ms=45)
def test_printed_options_reproduce_the_request(name):
    made = generate(ORDERS[name], "again", tries=5_000)
    words = iter(options_of(made))
    printed = {}
    for word in words:
        key = word.removeprefix("--")
        if key in ("distinct", "unique"):
            printed[key] = "true"
        else:
            printed[key] = next(words).strip("'")
    assert printed.pop("seed") == "again"
    assert read_order(printed) == made.order


def test_mapping_as_in_a_file_is_a_request(tmp_path):
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
        deep="1..",
        unique=True,
        skipped=Amount(20, 50, percent=True),
    )


def test_two_bare_numbers_are_a_range_and_a_list_has_one_per_ply():
    assert Order(plies=2, branching=[2, 3]).spans == (Span(2, 3), Span(2, 3))
    assert Order(plies=2, branching=[[2], [3]]).spans == (Span(2, 2), Span(3, 3))
    assert Order(plies=2, branching="2,3").spans == (Span(2, 2), Span(3, 3))
    assert Order(plies=3, branching=[2, 3, 4]).spans == (Span(2, 2), Span(3, 3), Span(4, 4))


#: A map, the key that is named, and a word of the message.
WRONG = table(__file__, "malformed")


@over(("entries", "key", "word"), WRONG)
def test_a_wrong_entry_is_refused_with_its_key(entries, key, word):
    with pytest.raises(InvalidInput) as error:
        read_order(entries, "spec.yaml:7:3: {}".format)
    assert error.value.where == f"spec.yaml:7:3: {key}"
    assert word in str(error.value)


def test_every_key_of_a_request_can_be_read():
    assert {key.replace("-", "_") for key in ORDER_KEYS} == set(Order.__dataclass_fields__)


@pytest.mark.parametrize("given", [[], "3", None])
def test_request_must_be_a_mapping(given):
    with pytest.raises(InvalidInput, match="is not a mapping of constraints"):
        read_order(given)


def test_depths_can_be_ranges():
    for chance in "0..2", ["0..1", "2"], [0, 1, 2]:
        assert read_order({"chance": chance}).chance == (0, 1, 2)


@over("entries", table(__file__, "wrong_types"))
def test_request_in_python_refuses_other_types(entries):
    with pytest.raises(InvalidInput) as error:
        Order(**entries)
    assert error.value.where == next(iter(entries))


def test_largest_values_are_accepted():
    made = generate(Order(values=(-1_000_000_000, 1_000_000_000)), "far")
    assert read_order({"values": "-1000000000..1000000000"}) == made.order


@pytest.mark.parametrize("seed", ["", "two\nlines", "x" * 101, 5.5, None, b"s"])
def test_seed_is_a_single_line(seed):
    with pytest.raises(InvalidInput, match="on one line"):
        generate(Order(), seed)


# Requests for trees typed on one line -------------------------------------------------------------


def test_typed_line_gives_the_request_of_its_entries():
    order, seed = read_typed("plies 2, branching 2..3,unique , cutoffs: 1, seed a b")
    assert (order.plies, order.unique, seed) == (2, True, "a b")
    assert str(order.spans[0]) == "2..3"
    assert read_typed("")[1] == "tree"


def test_same_line_makes_the_same_tree_which_meets_the_request():
    line = "plies 3, branching 3, cutoffs 2, unique, seed 7"
    one, other = generate_typed(line), generate_typed(line)
    assert one.tree.values == other.tree.values
    assert (one.facts.played.cutoffs, one.facts.best) == (2, 1)


@pytest.mark.parametrize(("line", "message"), table(__file__, "typed_refused"))
def test_invalid_or_too_large_request_is_reported(line, message):
    with pytest.raises(PlytraceError, match=message) as caught:
        generate_typed(line)
    assert isinstance(caught.value, InvalidInput)
