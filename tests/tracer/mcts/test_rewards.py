"""Statistics of MCTS at a step, compared with a count of the log so far."""

import math
from functools import reduce

import pytest

from engine.log.visit_log import NO_PARENT
from engine.mcts.statistics import statistics
from tracer import trace
from tracer.mcts.rewards import NO_NODE, ROOT, mcts_rewards
from tracer.steps.navigation import counterpart


@pytest.fixture(scope="module")
def searched():
    return trace("lecture", "mcts", iterations=60, seed=2)


def counted_by_hand(searched, way, step):
    """The rewards that have come back to a node by a step, one iteration after the other."""
    log, tour, found = searched.log, searched.tour, []
    for root in searched.roots:
        row = root + len(way)
        if row >= root + log.size[root]:
            continue
        if [log.action[one] for one in range(root + 1, row + 1)] != way:
            continue
        # The innermost node has its reward as it is entered, those above as it is returned.
        below = tour.left_at(row + 1) if log.size[row] > 1 else tour.entered_at(row)
        if below <= step:
            found.append(log.value[root])
    return found


def test_node_has_the_rewards_backed_up_to_it_at_every_step(searched):
    rewards = mcts_rewards(searched)
    ways = [[], [0], [1], [2], [0, 0], [2, 1]]
    for step in range(0, len(searched.tour), 7):
        for way in ways:
            number = reduce(rewards.child, way, ROOT)
            assert number != NO_NODE
            now, found = rewards.measure_node(number, step), counted_by_hand(searched, way, step)
            assert now.visits == len(found)
            assert (
                math.isnan(now.mean)
                if not found
                else math.isclose(now.mean * len(found), sum(found))
            )


def test_final_statistics_equal_those_of_the_search(searched):
    rewards, counted = mcts_rewards(searched), statistics(searched.log)
    last = len(searched.tour) - 1
    waiting = [(ROOT, counted.root)]
    while waiting:
        number, tally = waiting.pop()
        now = rewards.measure_node(number, last)
        assert now.visits == tally.visits
        assert math.isclose(now.mean, tally.mean)
        waiting += [
            (rewards.child(number, place), child) for place, child in tally.children.items()
        ]
    assert rewards.child(ROOT, 99) == NO_NODE
    assert rewards.measure_node(NO_NODE, last).text == ""


def test_last_sentence_gives_the_move_and_the_visits_and_mean_of_each(searched):
    sentence = searched.at(-1).sentence
    assert f"{searched.move} has the most visits and is played" in sentence
    tallies = statistics(searched.log).root.children
    for place, name in enumerate("BCD"):
        mean = f"{round(tallies[place].mean, 3):g}"
        assert f"{name} {tallies[place].visits} (mean {mean})" in sentence
    assert "most visits" not in searched.at(5).sentence


def test_node_is_found_in_the_first_iteration_that_reaches_it(searched):
    plain = trace("lecture", "minimax")
    for row in range(len(plain.log)):
        moves = plain.moves_to(row)
        first = next(
            (one for one in range(len(searched.log)) if searched.moves_to(one) == moves), None
        )
        found, left = counterpart(plain, row, searched)
        if first is not None:
            assert (found, left) == (first, 0)
        else:
            assert left > 0
    assert searched.log.parent[counterpart(plain, 0, searched)[0]] == NO_PARENT
