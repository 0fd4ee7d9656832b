"""Which nodes a program visited, held against what random programs write down themselves."""

from __future__ import annotations

import random

import pytest

from tests.support.naive_searches import Lists
from tests.support.programs_inside import Inside
from tests.support.programs_random import STYLES, RandomProgram, random_program
from tests.support.programs_slips import random_tree
from tracer.programs.child.shapes.aima import _Game
from tracer.programs.child.table import EXPANDED, VALUED, Table
from tracer.programs.nodes import Nodes
from tracer.programs.watched import BITS, Watched, watched

#: What programs that look at sure wins first leave is what others leave that visit other nodes.
AMBIGUOUS = "order by sure wins"


def seen_of(seed: int, style: str) -> tuple[RandomProgram, Watched, Nodes]:
    """A random program of a style, run over a random tree, and what was seen of it."""
    rng = random.Random(f"{style} {seed}")
    tree = [random_tree(rng, 3) for _ in range(rng.randint(1, 3))]
    needs_limit = style in ("order by estimates", "deepening")
    limited = needs_limit or rng.random() < 0.4
    nodes = Nodes(
        Lists(tree, shared=rng.random() < 0.4),
        estimates=limited,
        action=lambda game, action: action,
        text=lambda game, state: str(state),
    )
    wire = Inside(nodes)
    table = Table(wire)  # type: ignore[arg-type]
    program = random_program(rng, _Game(table), limited)
    program.style = style
    program.run()
    table.flush()
    return program, watched(wire.calls, nodes, goes_back=style == "scout"), nodes


@pytest.mark.parametrize("style", [one for one in STYLES if one != AMBIGUOUS])
def test_the_visits_are_the_entries_of_the_programs_own_function(style):
    for seed in range(250):
        program, seen, _ = seen_of(seed, style)
        assert seen.visits == program.visits, (seed, sorted(program.habits))


def test_looks_at_sure_wins_are_nearly_always_told_from_visits():
    wrong = 0
    for seed in range(250):
        program, seen, nodes = seen_of(seed, AMBIGUOUS)
        if seen.visits != program.visits:
            wrong += 1
            # What is wrong is a node whose value was asked for, and nothing above one.
            differ = set(seen.visits) ^ set(program.visits)
            assert all(nodes.is_terminal(one) or program.limit for one in differ), seed
    assert wrong <= 25


def of(calls: list[tuple[int, int]], tree: object = (((3, 1), 2), (5,)), **how: bool) -> list[int]:
    """The visits that calls make, over a tree whose nodes were all told."""
    nodes = Nodes(
        Lists(tree),
        estimates=False,
        action=lambda game, action: action,
        text=lambda game, state: str(state),
    )
    for number in range(8):  # those that there are get their numbers
        if number in nodes:
            nodes.moves(number) and nodes.child(number, 0)
    return watched([number << BITS | what for number, what in calls], nodes, **how).visits


def test_who_never_asks_for_moves_visits_what_is_above_all_the_same():
    # 0 is the root, 1 and 2 its children, 3 and 4 those of 1, 6 and 7 those of 3
    assert of([(6, VALUED), (7, VALUED), (4, VALUED)]) == [0, 1, 3, 6, 7, 4]


def test_a_tree_that_is_only_measured_is_not_visited():
    walk = [(0, EXPANDED), (1, EXPANDED), (3, EXPANDED), (2, EXPANDED)]
    search = [(0, EXPANDED), (1, EXPANDED), (3, EXPANDED), (6, VALUED), (7, VALUED), (4, VALUED)]
    assert of([*walk, *search]) == [0, 1, 3, 6, 7, 4]


def test_who_asks_nothing_visits_nothing():
    assert of([]) == []


def test_a_root_that_is_asked_for_its_moves_alone_was_visited():
    assert of([(0, EXPANDED)]) == [0]


def test_an_estimate_of_all_children_puts_them_in_order():
    looks = [(0, EXPANDED), (1, VALUED), (2, VALUED)]
    visits = [(2, EXPANDED), (5, VALUED), (1, EXPANDED), (4, VALUED)]
    assert of([*looks, *visits]) == [0, 2, 5, 1, 4]


def test_a_remark_says_where_children_were_looked_at():
    seen = [seen_of(seed, "order by estimates")[1] for seed in range(40)]
    told = [one for one in seen if any("these looks are no visits" in r for r in one.remarks)]
    assert len(told) > 20


def test_a_remark_says_that_positions_are_remembered():
    told = 0
    for seed in range(250):
        program, seen, nodes = seen_of(seed, "memo")
        met = len(program.visits) - len({nodes.position(one) for one in program.visits})
        said = any("looked up in a table" in one for one in seen.remarks)
        told += said
        assert met or not said
    assert told > 2
