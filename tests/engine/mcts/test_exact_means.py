"""Monte Carlo tree search sums rewards exactly: of equal means the first is chosen."""

import math
from collections import defaultdict
from fractions import Fraction

from engine.game import Game, Player
from engine.mcts.statistics import statistics
from engine.search import run_search
from engine.searches.settings import Settings
from tests.support.cases import over
from trees.formats.tree_yaml import read_tree
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

    def exact(self, state):
        return Fraction((5 * state[0] + 3 * state[1] + 7 * state[2]) % 4, self.parts)

    def utility(self, state, player):
        value = self.written(self.exact(state))
        return value if player is Player.MAX else -value


def selections(game, iterations, seed, c, reward_of):
    """Of every choice by UCB1: the place that was taken, and the one that fractions take."""
    log = run_search(game, "mcts", Settings(iterations=iterations, seed=seed, exploration=c)).log
    rewards_at = defaultdict(list)
    everything = []
    for root in log.roots():
        state, before = game.initial, ()
        for row in range(root + 1, root + log.size[root]):
            place, moves = log.action[row], game.moves(state)
            tried = [rewards_at[(*before, other)] for other in range(len(moves))]
            if game.to_move(state) is not Player.CHANCE and all(tried):
                width = max(everything) - min(everything) or 1
                yield place, chosen(game, state, tried, len(rewards_at[before]), c * float(width))
            state = game.result(state, moves[place])
            before = (*before, place)
        reward = reward_of(log.value[root])
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


def of_parts(parts):
    """Reads a reward as a number of parts."""
    return lambda reward: Fraction(round(reward * parts), parts)


GAMES = [
    (open_source("navigation").game, 9),
    (open_source("navigation:5,4").game, 5),
    (open_source("navigation:9,6@2,2 to 8,5 in 9").game, 11),
    (open_source("tic-tac-toe").game, 1),
    (read_tree("tree: [[0.1, 0.2, 0.3], [0.3, 0.1, 0.2], [0.2, 0.2, 0.2]]", "tenths"), 10),
    (Parts(10, float), 10),
    (Parts(3, float), 3),
    (Parts(7, lambda exact: exact), 7),
]


@over("number", range(len(GAMES)), ms=45)
@over("c", [0, 0.5, math.sqrt(2)])
def test_every_choice_equals_that_of_exact_fractions(number, c):
    game, parts = GAMES[number]
    asked = 0
    for seed in range(2):
        for taken, right in selections(game, 110, seed, c, of_parts(parts)):
            assert taken == right
            asked += 1
    assert asked > 70


def test_iteration_101_chooses_the_first_of_equal_means():
    game = open_source("navigation").game
    before = len(list(selections(game, 100, 0, math.sqrt(2), of_parts(9))))
    found = list(selections(game, 101, 0, math.sqrt(2), of_parts(9)))[before:]
    assert found
    assert all(taken == right for taken, right in found)


def test_statistics_from_the_log_equal_those_of_the_search():
    game = Parts(7, lambda exact: exact)
    log = run_search(game, "mcts", Settings(iterations=400, seed=1)).log
    rewards = [of_parts(7)(log.value[root]) for root in log.roots()]
    counted = statistics(log).root
    assert counted.total == sum(rewards)
    assert counted.mean == float(sum(rewards) / 400)
