"""Games in which positions repeat: a search that would not end is refused, any other ends."""

import random

import pytest

from engine.errors import SearchRefused
from engine.game import Game, Player
from engine.kernel.loading import CHOICE
from engine.running.control import Control, StopReason
from engine.search import run_search
from tests.support.cases import over
from tests.support.tables import table


class Wandering(Game):
    """A walk over the nodes of a graph, in which positions can repeat; dead ends end it."""

    def __init__(self, moves, make=tuple):
        self.graph = moves
        self.initial = make((0, 0))
        self.make = make

    def to_move(self, state):
        return Player(int(state[1]))

    def actions(self, state):
        return self.graph[int(state[0])]

    def result(self, state, action):
        return self.make((action, 1 - state[1]))

    def is_terminal(self, state):
        return not self.graph[int(state[0])]

    def utility(self, state, player):
        value = 1 - int(state[0]) % 3
        return value if player is Player.MAX else -value

    def format(self, state):
        return f"at {state[0]}"


PLAIN = tuple(table(__file__, "repeated"))
BACK_AND_FORTH = [[1, 2], [0], []]


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Without the kernel, which knows the built-in games."""
    monkeypatch.setenv(CHOICE, "forbid")


@over("search", PLAIN)
def test_position_that_repeats_without_end_is_named(search):
    found = f"positions of Wandering repeat: at 0 comes again .* and {search} would not finish"
    with pytest.raises(SearchRefused, match=rf"{found}; .*--depth.*--max-visits"):
        run_search(Wandering(BACK_AND_FORTH), search)
    stopped = run_search(Wandering(BACK_AND_FORTH), search, control=Control(500))
    assert (stopped.stopped, stopped.counts.visited) == (StopReason.BUDGET, 500)


@pytest.mark.parametrize("make", [list, lambda pair: f"{pair[0]}{pair[1]}".encode().decode()])
def test_states_of_any_kind_repeat(make):
    class Typed(Wandering):
        def result(self, state, action):
            return self.make((action, 1 - int(state[1])))

    with pytest.raises(SearchRefused, match="at 0 comes again"):
        run_search(Typed(BACK_AND_FORTH, make), "minimax")


def test_states_that_cannot_be_compared_are_too_deep(monkeypatch):
    monkeypatch.setattr("engine.running.recursion.MAX_DEPTH", 5_000)

    class Strange(tuple):
        __hash__ = None

        def __eq__(self, other):
            raise ValueError("as an array")

    found = run_search(Wandering(BACK_AND_FORTH, Strange), "minimax")
    assert found.stopped is StopReason.TOO_DEEP


@over("search", PLAIN)
def test_deep_position_that_many_moves_lead_to_is_no_loop(search):
    way = [[node + 1] for node in range(320)]
    way[199] *= 8
    assert run_search(Wandering([*way, []]), search).stopped is None


@over("seed", range(9), ms=45)
def test_search_that_ends_is_never_refused_and_one_that_does_not_always_is(seed):
    """Alpha-beta can end although positions repeat: the window differs the next time."""
    random_ = random.Random(seed)
    size = random_.randint(3, 7)
    graph = [
        random_.choices(range(size), k=random_.randint(1, 3)) if random_.random() < 0.6 else []
        for _ in range(size)
    ]
    for search in PLAIN:
        bounded = run_search(Wandering(graph), search, control=Control(3_000))
        if bounded.stopped is None:
            assert run_search(Wandering(graph), search).log.value[0] == bounded.log.value[0]
        else:
            with pytest.raises(SearchRefused, match="positions of Wandering repeat"):
                run_search(Wandering(graph), search)
