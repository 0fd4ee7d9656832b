"""Games whose methods call themselves without end, by ways that lead through C.

As a program it runs some ways in every method, with and without the kernel, and says how each
ended. Python itself ends if a way uses up the C stack, so tests start it as a separate
process: `python -m tests.support.endless_games WAY…`.
"""

import copy
import functools
import json
import operator
import os
import re
import sys
import threading

from engine.errors import PlytraceError
from engine.game import Game, Player
from engine.games.custom_games import wrap_game
from engine.kernel.loading import CHOICE
from engine.search import run_search, tally_search
from engine.searches.settings import Settings


class Thing:
    """What calls a function from each of Python's own methods."""

    def __init__(self, again):
        self.again = again

    def __repr__(self):
        return str(self.again())

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self.again()

    def __call__(self, *_):
        return self.again()

    __iter__ = __hash__ = __eq__ = __lt__ = __bool__ = __deepcopy__ = __call__


class Made:
    def __init__(self, again):
        again()


#: Ways to call a function, each through C or through plain calls alone.
WAYS = {
    "plainly": lambda again: again(),
    "max of a generator": lambda again: max(again() for _ in (0,)),
    "any of a generator": lambda again: any(again() for _ in (0,)),
    "sum of a map": lambda again: sum(map(lambda _: again(), [0])),  # noqa: C417
    "a key of sorted": lambda again: sorted([0, 1], key=lambda _: again()),
    "a comparison of sorted": lambda again: sorted(
        [0, 1], key=functools.cmp_to_key(lambda *_: again())
    ),
    "star arguments": lambda again: again(*[]),
    "named arguments": lambda again: again(**{}),  # noqa: PIE804
    "partial": lambda again: functools.partial(again)(),
    "a cache": lambda again: functools.lru_cache(again)(),
    "reduce": lambda again: functools.reduce(lambda *_: again(), [1, 2]),
    "methodcaller": lambda again: operator.methodcaller("__call__")(Thing(again)),
    "a list": lambda again: [again() for _ in (0,)],
    "a filter": lambda again: list(filter(lambda _: again(), [0])),
    "next": lambda again: next(again() for _ in (0,)),
    "an attribute": lambda again: Thing(again).missing,
    "an iterator": lambda again: list(Thing(again)),
    "a hash": lambda again: {Thing(again): 1},
    "an equality": lambda again: Thing(again) == 3,
    "an order": lambda again: min(Thing(again), Thing(again)),
    "a truth": lambda again: not Thing(again),
    "repr": lambda again: repr(Thing(again)),
    "format": lambda again: f"{Thing(again)}",
    "json": lambda again: json.dumps(object(), default=lambda _: again()),
    "deepcopy": lambda again: copy.deepcopy(Thing(again)),
    "a substitution": lambda again: re.sub("a", lambda _: again(), "a"),
    "a class": Made,
}

#: What a search asks, and what a listing asks.
METHODS = (
    *("to_move", "actions", "result", "is_terminal", "utility", "evaluate", "chances", "is_pass"),
    *("name_of", "node_name", "draw", "format", "parse", "note_of", "cells", "cell_of", "priority"),
)
OF_STATES = ("__hash__", "__eq__", "__repr__")


class State:
    """A number of tokens, and whose turn it is."""

    def __init__(self, left, turn):
        self.left, self.turn = left, turn

    def __hash__(self):
        return hash((self.left, self.turn))

    def __eq__(self, other):
        return (self.left, self.turn) == (other.left, other.turn)

    def __repr__(self):
        return f"{self.left}"


class Tokens(Game):
    """Take one or two."""

    def __init__(self, tokens=4, state=State):
        self.initial = state(tokens, Player.MAX)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [1, 2] if state.left > 1 else [1]

    def result(self, state, action):
        return type(state)(state.left - action, state.turn.opponent)

    def is_terminal(self, state):
        return state.left <= 0

    def utility(self, state, player):
        return -1 if player is state.turn else 1

    def evaluate(self, state):
        return 0

    def priority(self, state, action):
        return action


def endless(way, method):
    """Return a game of which one method, or one of its states, calls itself without end."""

    def again(self, *of):
        return WAYS[way](lambda: getattr(self, method)(*of))

    if method in OF_STATES:
        return wrap_game(Tokens(state=type("Endless", (State,), {method: again})))
    body = {method: again, "__module__": __name__}
    if method == "chances":
        body |= {"has_chance": True, "to_move": lambda self, state: Player.CHANCE}
    return wrap_game(type("Endless", (Tokens,), body)())


def searches_for(method):
    """Return the searches that ask for an answer of a method, each with its settings."""
    plain, table, playouts = "minimax", "transposition", "mcts"
    if method == "evaluate":
        return [(name, Settings(depth=2)) for name in (plain, "deepening", table)]
    if method == "chances":
        return [("expectiminimax", Settings()), (playouts, Settings())]
    if method == "priority":
        return [("alphabeta", Settings(order="static")), ("pvs", Settings(order="static"))]
    if method == "is_pass":
        return [("alphabeta", Settings()), ("pvs", Settings())]
    if method == "__hash__":
        return [(table, Settings()), ("alphabeta", Settings(order="perfect"))]
    perfect = ("alphabeta", Settings(order="perfect"))
    return [(plain, Settings()), ("alphabeta", Settings()), (playouts, Settings()), perfect]


#: What a search asks.
SEARCHED = (*METHODS[:8], "priority", "__hash__")


def ends_of(way):
    """Yield what was run, and the error in which it ended, if any."""
    for method in SEARCHED:
        for number, (search, settings) in enumerate(searches_for(method)):
            with_kernel = ([*WAYS].index(way) + number) % 2 == 0
            os.environ[CHOICE] = "" if with_kernel else "forbid"
            yield way, method, search, ended(run_search, endless(way, method), search, settings)
            if search != "mcts":
                error = ended(tally_search, endless(way, method), search, settings)
                yield way, method, f"{search} in counts", error
    for method in METHODS:
        of = {"parse": ("x",), "node_name": (1, [])}.get(method, (1, 2))
        count = getattr(Game, method).__code__.co_argcount - 1
        yield way, method, "", ended(getattr(endless(way, method), method), *of[:count])


def ended(run, *of):
    """Return the error in which a call ended; empty if it returned."""
    try:
        run(*of)
    except PlytraceError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def main(ways):
    lines = []
    for way in ways:
        # As the screens do: in a thread.
        thread = threading.Thread(target=lambda way=way: lines.extend(ends_of(way)))
        thread.start()
        thread.join()
    print(json.dumps(lines))


if __name__ == "__main__":
    main(sys.argv[1:])
