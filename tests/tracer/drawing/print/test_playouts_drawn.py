"""A figure of Monte Carlo tree search: the tree built by its iterations."""

from collections import Counter, defaultdict
from math import isclose

import pytest

from tracer import trace
from tracer.drawing.print.diagrams import diagram_of
from tracer.mcts.rewards import root_moves

OXO = "tic-tac-toe@xox|.xo|..."


def counted(t):
    """The visits and the rewards of every node by its moves from the root: from the log alone."""
    log, visits, rewards, way = t.log, Counter(), defaultdict(float), {}
    for row in range(len(log)):
        parent = log.parent[row]
        way[row] = () if parent < 0 else (*way[parent], log.action[row])
        if parent < 0:
            reward = log.value[row]
        visits[way[row]] += 1
        rewards[way[row]] += reward
    return visits, rewards


def ways_of(nodes, game):
    """The moves that lead to every node of a figure of tic-tac-toe."""
    found, states = [], []
    for node in nodes:
        if node.parent < 0:
            found.append(())
            states.append(game.initial)
            continue
        above = states[node.parent]
        moves = list(game.moves(above))
        place = [game.name_of(move) for move in moves].index(node.name)
        found.append((*found[node.parent], place))
        states.append(game.result(above, moves[place]))
    return found


@pytest.mark.parametrize("iterations", [1, 7, 40, 150])
def test_mcts_tree_has_every_node_with_its_visits_and_mean_reward(iterations):
    t = trace(OXO, search="mcts", iterations=iterations, seed=3)
    nodes = diagram_of(t).nodes
    visits, rewards = counted(t)
    ways = ways_of(nodes, t.game)
    assert sorted(ways) == sorted(visits)
    for way, node in zip(ways, nodes, strict=True):
        assert node.visits == f"n={visits[way]}"
        mean = rewards[way] / visits[way]
        shown = node.value
        assert isclose(float(shown.replace("−", "-")), mean, abs_tol=0.005)


def test_most_visited_line_is_the_best_line_once_the_search_has_decided():
    t = trace(OXO, search="mcts", iterations=40, seed=1)
    best = [node.name for node in diagram_of(t).nodes if node.best]
    assert best == ["", *t.line]
    most = max(root_moves(t), key=lambda one: one.visits)
    assert best[1] == most.move
    early = diagram_of(t, step=100).nodes
    assert not any(node.best for node in early)


def test_nodes_not_reached_by_any_iteration_are_unseen():
    t = trace(OXO, search="mcts", iterations=40, seed=1)
    seen = []
    for step in range(0, len(t.tour), 9):
        nodes = diagram_of(t, step=step).nodes
        seen.append(sum(not node.unseen for node in nodes))
        assert all(not node.visits for node in nodes if node.unseen)
    assert seen == sorted(seen)
    assert seen[0] == 1
    assert seen[-1] == len(nodes)
