"""Monte Carlo tree search sums rewards exactly: of equal means the first is chosen."""

import math
from collections import defaultdict
from fractions import Fraction

from engine.game import Game, Player
from engine.mcts.statistics import statistics
from engine.search import run_search
from engine.searches.settings import Settings
from tests.engine.searches import test_mcts
from tests.support.cases import over
from tests.support.tables import table
from trees.sources import open_source


class Parts(Game):
    """A player alone, whose three moves lead to rewards in parts that doubles do not hold."""

    name = "parts"
    has_wins = False
    initial = ()

    def __init__(self, parts, written):
        self.parts, self.written = parts, written

    def to_move(self, state):
        return (Player.MAX, Player.MIN)[len(state) % 2]

    def actions(self, state):
        return range(3)

    def result(self, state, action):
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == 3

    def utility(self, state, player):
        parts = (5 * state[0] + 3 * state[1] + 7 * state[2]) % 4
        value = self.written(Fraction(parts, self.parts))
        return value if player is Player.MAX else -value


def exact(reward):
    """Read a reward as a fraction of few parts."""
    return Fraction(reward).limit_denominator(100)


def selections(game, iterations, seed, c):
    """Of every choice by UCB1: the place that was taken, and the one that fractions take.

    All else that an iteration does is checked: the first untried move, one new node, its reward.
    """
    log = run_search(game, "mcts", Settings(iterations=iterations, seed=seed, exploration=c)).log
    rewards_at = defaultdict(list)  # by the places of the moves: all else is computed from these
    everything = []
    for root in log.roots():
        state, before = game.initial, ()
        for row in range(root + 1, root + log.size[root]):
            assert before == () or rewards_at[before]  # it had been added before
            place, moves = log.action[row], game.moves(state)
            tried = [rewards_at[(*before, other)] for other in range(len(moves))]
            if game.to_move(state) is not Player.CHANCE:
                if [] in tried:
                    assert place == tried.index([])
                else:
                    width = max(everything) - min(everything) or 1
                    visits = len(rewards_at[before])
                    yield place, chosen(game, state, tried, visits, c * float(width))
            state = game.result(state, moves[place])
            before = (*before, place)
        if game.is_terminal(state):
            assert log.value[root] == float(game.utility(state, Player.MAX))
        else:
            assert not rewards_at[before]  # it was added by this very iteration
        reward = exact(log.value[root])
        everything.append(reward)
        for length in range(len(before) + 1):
            rewards_at[before[:length]].append(reward)


def chosen(game, state, tried, visits, c):
    """The first place whose UCB1 no other exceeds."""
    sign = 1 if game.to_move(state) is Player.MAX else -1
    means = [sign * sum(rewards, Fraction()) / len(rewards) for rewards in tried]
    added = [c * math.sqrt(math.log(visits) / len(rewards)) for rewards in tried]
    scores = [float(mean) + bonus for mean, bonus in zip(means, added, strict=True)]
    best = [place for place, score in enumerate(scores) if score == max(scores)]
    # Equal doubles of as many visits are ordered by the means themselves.
    alike = [place for place in best if len(tried[place]) == len(tried[best[0]])]
    return max(alike, key=lambda place: (means[place], -place))


GAMES = [
    *map(open_source, table(test_mcts.__file__, "mcts")),
    *map(open_source, ("navigation", "navigation:5,4", "navigation:9,6@2,2 to 8,5 in 9")),
    open_source("[[0.1, 0.2, 0.3], [0.3, 0.1, 0.2], [0.2, 0.2, 0.2]]"),
    *map(open_source, (Parts(10, float), Parts(3, float), Parts(7, exact))),
]


@over("source", GAMES, ms=90)
@over("c", [0, 0.5, math.sqrt(2)])
def test_every_choice_equals_that_of_exact_fractions(source, c):
    asked = [selections(source.game, 110, seed, c) for seed in range(2)]
    places = [pair for pairs in asked for pair in pairs]
    assert all(taken == right for taken, right in places)
    assert len(places) > 70


def test_iteration_101_chooses_the_first_of_equal_means():
    game = open_source("navigation").game
    before = len(list(selections(game, 100, 0, math.sqrt(2))))
    found = list(selections(game, 101, 0, math.sqrt(2)))[before:]
    assert found
    assert all(taken == right for taken, right in found)


def test_statistics_from_the_log_equal_those_of_the_search():
    game = Parts(7, exact)
    log = run_search(game, "mcts", Settings(iterations=400, seed=1)).log
    rewards = [exact(log.value[root]) for root in log.roots()]
    counted = statistics(log).root
    assert counted.total == sum(rewards)
    assert counted.mean == float(sum(rewards) / 400)
