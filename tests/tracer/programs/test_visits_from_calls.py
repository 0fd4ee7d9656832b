"""Visits reconstructed from calls, compared with records of random programs."""

import random
from itertools import groupby

import pytest

from tests.support.cases import over
from tests.support.naive_searches import Lists
from tests.support.programs_inside import Inside
from tests.support.programs_random import (
    BY_SURE_WINS,
    STYLES,
    RandomProgram,
    random_program,
)
from tests.support.programs_slips import random_tree
from tracer.programs.child.shapes.aima import Game
from tracer.programs.child.watched_nodes import ASKED, BITS, EXPANDED, VALUED, WatchedNodes
from tracer.programs.numbered_nodes import NumberedNodes
from tracer.programs.visits_from_calls import ObservedVisits, visits_from_calls


def seen_of(seed: int, style: str) -> tuple[RandomProgram, ObservedVisits, NumberedNodes]:
    """A random program of a style, run over a random tree, and what was seen of it."""
    rng = random.Random(f"{style} {seed}")
    tree = [random_tree(rng, 3) for _ in range(rng.randint(1, 3))]
    may_not_end = style in ("order by estimates", "deepening")
    limited = may_not_end or rng.random() < 0.4
    nodes = NumberedNodes(
        Lists(tree, shared=rng.random() < 0.4),
        limit=2 if limited else None,
        action=lambda game, action: action,
        text=lambda game, state: str(state),
    )
    channel = Inside(nodes)
    watched = WatchedNodes(channel)  # type: ignore[arg-type]
    program = random_program(rng, Game(watched), limited)
    program.style = style
    program.run()
    watched.flush()
    return program, visits_from_calls(channel.calls, nodes, goes_back=program.goes_back), nodes


@over("style", [one for one in STYLES if one not in BY_SURE_WINS], ms=45)
def test_visits_are_the_calls_of_the_programs_own_function(style):
    for seed in range(250):
        program, seen, _ = seen_of(seed, style)
        assert seen.visits == program.visits, (seed, sorted(program.habits))


@over("style", BY_SURE_WINS)
def test_queries_about_sure_wins_are_mostly_distinguished_from_visits(style):
    wrong = 0
    for seed in range(250):
        program, seen, nodes = seen_of(seed, style)
        if seen.visits != program.visits:
            wrong += 1
            # What is wrong is a node whose value was asked for, and nothing above one.
            differ = set(seen.visits) ^ set(program.visits)
            assert all(nodes.is_terminal(one) or program.limit for one in differ), seed
    assert wrong <= 20


@over("style", BY_SURE_WINS, ms=45)
@over("start", range(0, 2000, 100))
def test_program_that_visits_in_the_given_order_is_read_or_in_doubt_if_it_looks_for_wins(
    style, start
):
    for seed in range(start, start + 100):
        program, seen, _ = seen_of(seed, style)
        visits = [*program.visits]
        program.visits = []
        program.memo = {}
        program.style = style.replace("order by sure wins", "plain").replace(" by sure wins", "")
        program.run()
        if program.visits == visits:
            read = (join_repeated(order or (), seen.unsure) for order in (seen.visits, seen.other))
            assert join_repeated(visits, seen.unsure) in read, seed


def join_repeated(visits, unsure):
    """The visits, with those of leaves that may be searched several times in a row once."""
    rows = ((node, [*row]) for node, row in groupby(visits))
    return [node for node, row in rows for _ in (row[:1] if node in unsure else row)]


def of(calls: list[tuple[int, int]], tree: object = (((3, 1), 2), (5,)), **how: bool) -> list[int]:
    """Return the visits that calls make, over a tree whose nodes are all known."""
    nodes = NumberedNodes(
        Lists(tree),
        limit=None,
        action=lambda game, action: action,
        text=lambda game, state: str(state),
    )
    for number in range(8):  # those that there are get their numbers
        if number in nodes:
            nodes.moves(number) and nodes.child(number, 0)
    return visits_from_calls([number << BITS | what for number, what in calls], nodes, **how).visits


def test_program_that_requests_no_moves_visits_the_ancestors_of_its_values():
    # 0 is the root, 1 and 2 its children, 3 and 4 those of 1, 6 and 7 those of 3
    assert of([(6, VALUED), (7, VALUED), (4, VALUED)]) == [0, 1, 3, 6, 7, 4]


def test_tree_that_is_only_measured_is_not_visited():
    walk = [(0, EXPANDED), (1, EXPANDED), (3, EXPANDED), (2, EXPANDED)]
    search = [(0, EXPANDED), (1, EXPANDED), (3, EXPANDED), (6, VALUED), (7, VALUED), (4, VALUED)]
    assert of([*walk, *search]) == [0, 1, 3, 6, 7, 4]


def test_program_without_calls_visits_nothing():
    assert of([]) == []


def test_root_asked_only_for_its_moves_was_visited():
    assert of([(0, EXPANDED)]) == [0]


def test_estimates_of_all_children_are_taken_as_ordering():
    looks = [(0, EXPANDED), (1, VALUED), (2, VALUED)]
    visits = [(2, EXPANDED), (5, VALUED), (1, EXPANDED), (4, VALUED)]
    assert of([*looks, *visits]) == [0, 2, 5, 1, 4]


@pytest.mark.parametrize("is_expanded", [False, True])
def test_leaf_that_is_asked_for_a_win_and_a_loss_is_visited_once(is_expanded):
    enter = [EXPANDED, ASKED] if is_expanded else [ASKED]
    questions = {"inner": [ASKED, EXPANDED], "win": [ASKED, VALUED], "loss": [ASKED, VALUED] * 2}
    walk = [(1, "inner"), (3, "loss"), (4, "win"), (2, "inner"), (5, "win"), (6, "loss")]
    calls = [(0, EXPANDED)]
    for node, kind in walk:
        # Some programs test for the end of the game before they test for a win.
        before = enter if kind != "inner" else []
        calls += [(node, question) for question in (*before, *questions[kind])]
    assert of(calls, ((3, 1), (2, 4))) == [0, 1, 3, 4, 2, 5, 6]


def test_leaf_that_is_tested_for_its_end_with_each_request_is_visited_once():
    calls = [(0, EXPANDED), (1, EXPANDED)]
    for node, times in ((3, 2), (4, 1)):
        calls += [(node, question) for question in [ASKED, VALUED] * times]
    assert of(calls, ((3, 1), (2, 4))) == [0, 1, 3, 4]


def test_leaf_is_visited_twice_if_internal_nodes_are():
    calls, visits = [(0, EXPANDED)], [0]
    for up, leaves in ((1, (3, 4)), (1, (3, 4)), (2, (5, 6)), (2, (5, 6))):
        twice = [leaf for leaf in leaves for _ in range(2)]
        calls += [(up, ASKED), (up, EXPANDED)]
        calls += [(leaf, question) for leaf in twice for question in (ASKED, VALUED)]
        visits += [up, *twice]
    assert of(calls, ((3, 1), (2, 4))) == visits


@pytest.mark.parametrize("goes_back", [False, True])
def test_leaves_that_are_searched_once_tell_how_many_requests_a_visit_makes(goes_back):
    calls = [(0, EXPANDED)]
    # Won leaves are requested once at a visit, lost ones twice; 4 and 6 are searched twice.
    for up, leaves in ((1, {3: 2, 4: 4}), (2, {5: 1, 6: 2})):
        calls += [(up, ASKED), (up, EXPANDED)]
        calls += [(leaf, kind) for leaf, n in leaves.items() for kind in (ASKED, VALUED) * n]
    visits = [0, 1, 3, *[4] * (1 + goes_back), 2, 5, *[6] * (1 + goes_back)]
    assert of(calls, ((-3, -1), (2, 4)), goes_back=goes_back) == visits


def test_program_is_sent_nodes_to_the_depth_limit_and_others_when_it_goes_on():
    nodes = NumberedNodes(
        Lists([[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]] * 3),
        limit=2,
        action=lambda game, action: action,
        text=lambda game, state: str(state),
    )
    channel = Inside(nodes)
    watched = WatchedNodes(channel)  # type: ignore[arg-type]
    leaf, *_ = [
        leaf for child in watched.children(watched.node(0)) for leaf in watched.children(child)
    ]
    assert channel.requests == [0]
    assert len(nodes) == 10
    deeper = watched.children(leaf)
    assert deeper == watched.children(leaf) == [watched.child(leaf, place) for place in (0, 1)]
    assert channel.requests == [0, leaf.number]
    assert len(nodes) == 12
    deepest = watched.children(deeper[0])
    assert len(deepest) == 2
    assert len({*channel.requests}) == len(channel.requests) == 3


def test_note_says_where_children_were_queried():
    seen = [seen_of(seed, "order by estimates")[1] for seed in range(40)]
    noted = [one for one in seen if any("these requests are not visits" in r for r in one.remarks)]
    assert len(noted) > 20


def test_note_says_that_positions_are_cached():
    found = 0
    for seed in range(250):
        program, seen, nodes = seen_of(seed, "memo")
        met = len(program.visits) - len({nodes.position(one) for one in program.visits})
        is_noted = any("looked up in a table" in one for one in seen.remarks)
        found += is_noted
        assert met or not is_noted
    assert found > 2
