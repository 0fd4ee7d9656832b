"""Endless recursion in a method is an error with its name and never crashes Python."""

import sys

from engine.game import Game, Player
from engine.running.recursion import open_calls
from engine.search import SEARCHES, run_search, tally_search
from engine.searches.ordering import ORDERS
from engine.searches.settings import Settings
from tests.support.cases import over
from tracer.answers.work_tree import work_tree


class Line(Game):
    """One long line of play, from which MIN can turn off."""

    initial = 0

    def __init__(self, plies, rooms=None):
        self.plies, self.rooms = plies, rooms

    def to_move(self, state):
        if self.rooms is not None:
            left = sys.getrecursionlimit() - open_calls()
            self.rooms.setdefault(state, []).append(left)
        return Player(abs(state) % 2)

    def actions(self, state):
        return [-state, state + 1] if state % 2 else [state + 1]

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return not 0 <= state < self.plies

    def utility(self, state, player):
        return 0

    def evaluate(self, state):
        return 0


#: Searches that do not recurse, or do not take the game.
OTHERS = ("single", "expectimax", "mcts", "sss", "maxn")
CASES = [
    *((search, "given") for search in SEARCHES if search not in OTHERS),
    *(("alphabeta", order) for order in ORDERS if order in ("perfect", "worst", "killer")),
]


@over(("search", "order"), CASES, ms=45)
@over("run", [run_search, tally_search])
@over("choice", ["", "forbid"])
def test_methods_have_the_usual_recursion_limit_at_any_search_depth(
    search, order, run, choice, monkeypatch
):
    """Check that one to two times Python's usual limit is left at any depth."""
    monkeypatch.setenv("PLYTRACE_KERNEL", choice)
    rooms, usual = {}, sys.getrecursionlimit()
    plies = 40 if search == "deepening" else 1_500
    run(Line(plies, rooms), search, Settings(order=order))
    assert len(rooms) > plies
    for state in (0, 1):  # asked about again after the search, for its result
        del rooms[state]
    least = min(min(left) for left in rooms.values())
    most = max(max(left) for left in rooms.values())
    within_kernel = not choice and run is run_search  # where Python calls nothing but the method
    assert least >= (usual - 250 if within_kernel else usual)
    assert most <= usual + 600
    assert sys.getrecursionlimit() == usual


def test_tree_for_grading_leaves_methods_the_usual_recursion_limit():
    rooms, usual = {}, sys.getrecursionlimit()
    assert len(work_tree(Line(1_200, rooms), Settings())) == 1_801
    lefts = [left for calls in rooms.values() for left in calls]
    assert usual <= min(lefts) <= max(lefts) <= usual + 600
    assert sys.getrecursionlimit() == usual


def test_open_calls_are_counted_at_any_depth():
    def down(calls):
        return down(calls - 1) if calls else open_calls()

    first, *others = map(down, (0, 1, 7, 300))
    assert [calls - first for calls in others] == [1, 7, 300]


def test_open_calls_are_counted_if_the_recursion_error_has_another_text(monkeypatch):
    def refuse(limit):
        raise RecursionError("too low")

    counted = open_calls()
    monkeypatch.setattr(sys, "setrecursionlimit", refuse)
    assert abs(open_calls() - counted) < 50  # calls of C are not among the frames
