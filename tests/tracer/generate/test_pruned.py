"""Orders that name the pruned nodes, and letters with a finite answer."""

import pytest

from engine.errors import InvalidInput
from tests.support import naive
from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.tables import table
from tracer import Order, ask, generate
from tracer.generate import NotFound
from tracer.generate.order_reading import read_order
from tracer.generate.tree_writers import WRITERS, options_of
from trees.formats.tree_yaml import read_tree


def unvisited(lists, strict=False):
    """The names that a plain program does not visit."""
    program = naive.AlphaBeta(lists, strict=strict)
    program.run()
    return {*program.names.values()} - {*program.visited}


@over("seed", range(3), ms=45)
@over(("plies", "branching", "convention", "pruned"), table(__file__, "pruned"))
def test_exactly_the_named_leaves_are_pruned(plies, branching, convention, pruned, seed):
    order = Order(plies=plies, branching=branching, convention=convention, pruned=tuple(pruned))
    made = generate(order, seed)
    assert unvisited(naive.as_lists(made.tree), strict=">" in convention) == {*pruned}
    assert set(made.facts.played.skipped_leaves) == {*pruned}


@pytest.mark.parametrize("seed", range(3))
def test_a_skipped_child_may_be_named_for_all_below_it(seed):
    made = generate(Order(plies=3, branching=2, pruned=("G",)), seed)
    assert unvisited(naive.as_lists(made.tree)) == {"G", "G1", "G2"}
    assert made.facts.played.skipped_children == ("G",)


@over("seed", range(4), ms=45)
@over(("plies", "branching", "band", "search"), table(__file__, "pruned_letters"))
def test_the_letter_has_an_answer_with_an_end_among_the_values(
    plies, branching, band, search, seed
):
    order = Order(plies=plies, branching=branching, band=band, search=search)
    made = generate(order, seed)
    assert made.tree.unknowns == ("x",)
    answer = ask(made.tree, made.order.band.question, search)
    ends = [end for part in answer.intervals for end in (part.low, part.high)]
    assert any(0 <= end <= 20 for end in ends)
    if search is None and made.order.band.word == "pruned":
        for number in range(-1, 22):
            seen = unvisited(naive.as_lists(made.tree.replace_letters({"x": number})))
            assert (made.order.band.asked in seen) == (number in answer)


def test_both_can_be_combined_with_other_constraints():
    order = Order(plies=2, band="C1:pruned=C2", pruned=("C2", "C3"), unique=True, distinct=True)
    made = generate(order, "both")
    assert made.facts.played.skipped_leaves == ("C2", "C3")
    assert made.facts.best == 1
    assert made.number in ask(made.tree, "pruned C2")
    assert unvisited(naive.as_lists(made.tree.replace_letters({"x": made.number}))) == {"C2", "C3"}


@pytest.mark.parametrize("writer", WRITERS)
def test_a_letter_is_written_and_read_again(writer):
    made = generate(Order(plies=2, band="C1:pruned=C2"), "text")
    text = WRITERS[writer](made)
    assert naive.as_lists(read_tree(text, "f")) == naive.as_lists(made.tree)
    if writer == "yaml":
        assert f"with x = {made.number}: value " in text
        assert f"pruned C2 if {ask(made.tree, 'pruned C2')}" in text


def test_the_command_line_makes_the_same_tree():
    made = generate(Order(plies=2, band="C1:pruned=C2", pruned=("C2", "C3")), "cli")
    options = [one.strip("'") for one in options_of(made)]
    done = run_command("generate", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == WRITERS["yaml"](made)
    again = read_order({"plies": "2", "pruned": "C2,C3", "band": "C1:pruned=C2"})
    assert again == made.order


@pytest.mark.parametrize("band", ["C1", "C1:pruned", "C1:prune=C2", ":pruned=C2", "C1=C2", 3])
def test_a_band_of_another_form_is_refused(band):
    with pytest.raises(InvalidInput, match="expected a leaf and a question"):
        Order(band=band)


def test_a_tree_that_cannot_be_found_is_reported():
    with pytest.raises(NotFound, match=r"asked for C3 pruned, but the nearest tree has"):
        generate(Order(plies=2, pruned=("C3",), values=(3, 3)), tries=50)
    with pytest.raises(NotFound, match="asked for C9:move=B, but its answer has"):
        generate(Order(plies=2, band="C9:move=B"), tries=20)
    with pytest.raises(NotFound, match="asked for B1:pruned=C2, but its answer has"):
        generate(Order(plies=2, band="B1:pruned=C2", values=(3, 3), convention="cs188"), tries=20)
