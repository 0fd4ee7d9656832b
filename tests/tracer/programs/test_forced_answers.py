"""The answers that read leaves force, compared with every completion of the unread ones."""

import random
from itertools import product

from tests.support.cases import over
from tests.support.programs_inside import asked_of
from tests.support.programs_trials import problem
from tracer.programs.child.watched_nodes import ASKED, BITS, EXPANDED, MADE, VALUED
from tracer.programs.forced_answers import forced_answers
from tracer.programs.numbered_nodes import NumberedNodes
from tracer.programs.shapes import find_shape

#: Values beyond all leaves, for those that were not read.
EXTREMES = (-1000, 1000)


def asked(source, search=None, **options):
    request = asked_of(problem(source, search, **options), "aima")
    shape = find_shape("aima")
    nodes = NumberedNodes(
        request.game,
        limit=request.depth,
        action=shape.action,
        text=shape.text,
    )
    nodes.chunk(0)
    return request, nodes


def leaves_below(nodes, number=0):
    if nodes.is_terminal(number):
        return [number]
    children = range(len(nodes.moves(number)))
    return [one for at in children for one in leaves_below(nodes, nodes.child(number, at))]


def worth(nodes, number, values, player=0):
    if number in values:
        return values[number]
    children = range(len(nodes.moves(number)))
    below = [worth(nodes, nodes.child(number, at), values, 1 - player) for at in children]
    return min(below) if player else max(below)


def drawn(dice, plies):
    if not plies or dice.random() < 0.2:
        return dice.randint(0, 4)
    return [drawn(dice, plies - 1) for _ in range(dice.randint(1, 3))]


@over("seed", range(60))
def test_forced_answers_are_those_of_every_completion(seed):
    dice = random.Random(seed)
    tree = [drawn(dice, 2) for _ in range(dice.randint(2, 3))]
    request, nodes = asked(str(tree))
    leaves = leaves_below(nodes)
    unread = dice.sample(leaves, min(len(leaves) - 1, dice.randint(0, 6)))
    read = [one for one in leaves if one not in unread]
    known = {one: nodes.game.utility(nodes.state(one), 0) for one in read}
    moves = [nodes.child(0, at) for at in range(len(nodes.moves(0)))]
    roots, best = set(), set(range(len(moves)))
    for values in product(EXTREMES, repeat=len(unread)):
        complete = known | dict(zip(unread, values, strict=True))
        worths = [worth(nodes, one, complete, 1) for one in moves]
        roots.add(max(worths))
        best &= {at for at, one in enumerate(worths) if one == max(worths)}
    calls = [one << BITS | VALUED for one in read]
    found = forced_answers(calls, nodes, request)
    assert found.value == (len(roots) == 1)
    assert found.moves == best
    assert found.has_read


def test_questions_other_than_for_a_value_read_no_leaf_of_a_tree():
    request, nodes = asked("lecture")
    calls = [one << BITS | what for one in leaves_below(nodes) for what in (MADE, ASKED, EXPANDED)]
    found = forced_answers(calls, nodes, request)
    assert (found.value, found.moves, found.has_read) == (False, frozenset(), False)


def test_chance_nodes_need_all_outcomes():
    request, nodes = asked("dice", "expectiminimax")
    calls = [one << BITS | VALUED for one in leaves_below(nodes)]
    whole = forced_answers(calls, nodes, request)
    assert whole.value
    assert len(whole.moves) == 1
    assert not forced_answers(calls[:-2], nodes, request).value


def test_estimates_are_leaves_at_the_depth_limit_only():
    request, nodes = asked("estimates", "minimax", depth=1)
    below = [nodes.child(0, at) << BITS | VALUED for at in range(2)]
    assert forced_answers(below, nodes, request).value
    request, nodes = asked("estimates", "minimax")
    below = [nodes.child(0, at) << BITS | VALUED for at in range(2)]
    assert not forced_answers(below, nodes, request).has_read


def test_bounds_beyond_the_window_count_as_its_ends():
    request, nodes = asked("lecture", window=(-5, 2))
    first = [nodes.child(nodes.child(0, 0), at) << BITS | VALUED for at in range(3)]
    found = forced_answers(first, nodes, request)  # B is 3: the search fails high
    assert (found.value, found.moves) == (True, frozenset({0}))


def test_win_forces_the_value_of_a_game():
    request, nodes = asked("tic-tac-toe@xx.|oo.|...")
    won = next(nodes.child(0, at) for at in range(5) if nodes.is_terminal(nodes.child(0, at)))
    found = forced_answers([won << BITS | VALUED], nodes, request)
    assert found.value
    assert found.moves == {nodes.place[won]}
