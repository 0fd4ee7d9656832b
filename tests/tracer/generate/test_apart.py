"""Misconceptions that a tree tells apart are told apart by the grader, on sheets of pupils."""

from __future__ import annotations

import pytest

from engine.conventions import parse_convention
from tests.support import naive_generated as naive
from tests.support.pupils import Pupil
from tracer import trace
from tracer.check.grader import Grader
from tracer.check.problem import Problem
from tracer.check.sheets import sheet_of
from tracer.generate import NotFound, Order, generate
from tracer.generate.writers import WRITERS

#: The readings that a pupil can have of each misconception, where `Pupil` knows several.
READINGS = {
    "root-reset": ("",),
    "window-reset": ("",),
    "shallow-only": ("v", "own bound"),
    "one-variable": ("",),
    "wrong-bound": ("v <= alpha at MAX", "v >= alpha at MAX"),
    "leaking-bounds": ("",),
    "zero-unset": ("no test", "handed down"),
    "strictness-flipped": ("",),
    "one-sided-test": ("only MIN", "only MAX"),
    "max-min-swapped": ("",),
    "refuses-cutoff": ("all",),
    "off-by-one-child": ("one more", "one more unheeded"),
    "alpha-replaced": ("both", "only alpha"),
    "fail-hard-values": ("written", "all"),
    "right-to-left": ("",),
    "other-traversal": ("breadth-first", "order of return"),
}

#: Orders, and the parts of the sheets in which misconceptions are told apart.
ORDERS = [
    Order(apart=("root-reset", "max-min-swapped", "right-to-left"), distinct=True),
    Order(plies=4, branching=(2, 3), apart=("shallow-only", "root-reset", "window-reset")),
    Order(
        plies=4,
        branching=(2, 3),
        values=(-6, 6),
        apart=("strictness-flipped", "zero-unset", "root-reset", "alpha-replaced"),
    ),
    Order(
        plies=4,
        branching=(2, 3),
        convention="comp341",
        apart=("one-sided-test", "wrong-bound", "refuses-cutoff", "leaking-bounds"),
        unique=True,
    ),
    Order(apart=("wrong-bound", "leaking-bounds"), apart_in=("values", "cutoffs")),
    Order(
        apart=("window-reset", "refuses-cutoff", "fail-hard-values"),
        apart_in=("values", "windows"),
    ),
    Order(
        plies=4,
        branching=2,
        convention="cs188",
        apart=("strictness-flipped", "other-traversal", "off-by-one-child"),
    ),
]


@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "+".join(order.apart))
def test_sheets_made_with_them_are_diagnosed(order, seed):
    made = generate(order, seed)
    tree = naive.read(WRITERS["yaml"](made)).tree
    names = [place.name for place in trace(made.tree, "minimax").walk()]
    rules = {
        "strict": order.convention.cutoff == ">",
        "after_test": order.convention.update == "after-test",
    }
    accept = (parse_convention(order.convention),)
    grader = Grader(Problem("t", tree, accept=accept, parts=dict.fromkeys(order.apart_in, 1.0)))
    right = asked(Pupil(tree, names, **rules), order)
    assert not grader.mark(sheet_of(right, "right")).record()["misconceptions"]
    for slug in order.apart:
        shown = 0
        for reading in READINGS[slug]:
            sheet = asked(Pupil(tree, names, f"{slug}/{reading}", **rules), order)
            if sheet == right or merely_ends_early(sheet, right):
                continue
            shown += 1
            record = grader.mark(sheet_of(sheet, "wrong")).record()
            named = [one["id"] for one in record["misconceptions"]]
            best = record["indistinguishable"] or named[:1]
            assert set(best) & set(order.apart) == {slug}, (slug, reading, record)
        assert shown, f"{slug} shows nowhere"


def merely_ends_early(sheet, right):
    """Whether it is the beginning of the right order alone, which is blamed on nothing."""
    visits = sheet.get("visits")
    return set(sheet) == {"visits"} and visits == right["visits"][: len(visits)]


def asked(pupil, order):
    sheet = pupil.sheet()
    return {part: sheet[part] for part in order.apart_in}


def test_a_misread_chance_node_shows():
    order = Order(plies=2, branching=2, chance=[1], apart="chance-misread", apart_in="values")
    made = generate(order, "dice")
    grader = Grader(Problem("t", made.tree, parts={"values": 1.0}))
    read = naive.read(WRITERS["yaml"](made)).tree
    tallest = {name: max(naive.leaves(one)) for name, one in zip("BC", read, strict=True)}
    sheet = {"values": {"A": max(tallest.values()), **tallest}}
    record = grader.mark(sheet_of(sheet, "s")).record()
    assert record["misconceptions"][0]["id"] == "chance-misread"


def test_what_cannot_be_found_says_which_misconceptions_look_alike():
    # To go on at the one node that is cut is to make no test for that player.
    order = Order(cutoffs=1, apart=("one-sided-test", "refuses-cutoff"))
    with pytest.raises(NotFound, match="one-sided-test and refuses-cutoff look alike"):
        generate(order, "hard", tries=200)
