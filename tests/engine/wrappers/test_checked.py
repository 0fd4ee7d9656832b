"""Users' games: every fault is reported once, with the game, the state and advice."""

import copy
import operator
import re
from collections import deque
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput, SearchRefused
from engine.game import Game, Player
from engine.games import make_game
from engine.values import Evaluation
from engine.wrappers.changed import change
from engine.wrappers.checked import Checked
from engine.wrappers.faults import snapshot
from tests.support.cases import over
from tests.support.naive_searches import TrueValues
from tests.support.tables import table
from tracer import counted, trace
from trees.sources import open_source


class Sticks(Game):
    """Take one or two; taking the last one wins. Valid; each test breaks one thing."""

    initial = (4, Player.MAX)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [n for n in (1, 2) if n <= state[0]]

    def result(self, state, action):
        return state[0] - action, state[1].opponent

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if player is state[1] else 1

    def evaluate(self, state):
        return 0

    def format(self, state):
        return f"{state[0]} left"


#: The methods with the letters of their arguments.
ARGUMENTS = dict(table(__file__, "method_arguments"))


def broken(**methods):
    return type("Broken", (Sticks,), methods)()


class Nobodys:
    """As an array of several values: neither true nor false."""

    def __bool__(self):
        raise ValueError("ambiguous")


def with_dice(outcomes):
    return broken(
        has_chance=True,
        to_move=lambda self, s: Player.CHANCE if s[0] == 4 else s[1],
        chances=lambda self, s: outcomes,
    )


def test_valid_game_gives_the_same_results_checked_or_not():
    watched = trace(Sticks(), "minimax")
    assert isinstance(watched.game, Checked)

    assert watched.value == TrueValues(Sticks()).of(Sticks.initial) == 1
    assert (watched.source, watched.move) == ("Sticks", "1")
    assert watched.game.format(watched.game.initial) == "4 left"


def answering(method, expression):
    """A game of which a method answers an expression of its arguments."""
    arguments = next((of for of, methods in ARGUMENTS.items() if method in methods), "sa")
    answer = eval(f"lambda self, {', '.join(arguments.lower())}: {expression}", globals())
    return broken(**{method: answer})


@over("method, answer, expected", table(__file__, "faults"))
@over("search", ["minimax", "alphabeta"])
def test_every_fault_is_reported_with_the_game_and_the_state(method, answer, expected, search):
    with pytest.raises(InvalidInput) as refused:
        trace(answering(method, answer), search)
    message = str(refused.value)
    for part in expected:
        assert part in message
    assert " left" in message or "(4, " in message
    assert "\n" not in message


@over(
    "answer, message",
    [
        ("None", "returns None"),
        ('float("inf")', "returns inf"),
        ("s.x", "raised AttributeError"),
    ],
)
def test_estimates_are_checked_at_the_depth_limit(answer, message):
    game = answering("evaluate", answer)
    with pytest.raises(InvalidInput, match=f"evaluate of Broken {message}"):
        trace(game, depth=1)
    evaluations = {"odd": Evaluation("odd", game.evaluate)}
    named = change(Checked(broken(evaluations=evaluations)), evaluation="odd")
    with pytest.raises(InvalidInput, match=f"odd of Broken {message}"):
        named.evaluate(named.initial)


@over("outcomes, message", table(__file__, "probabilities"))
def test_invalid_probabilities_are_refused(outcomes, message):
    with pytest.raises(InvalidInput, match=re.escape(message)):
        trace(with_dice(outcomes), "expectiminimax")


@pytest.mark.parametrize(
    "outcomes",
    [
        [(1, 0.1 + 0.2), (2, 0.7)],
        [(1, Fraction(1, 3)), (2, Fraction(2, 3))],
        {1: 0.25, 2: 0.75},
        [(1, 1), (2, 0)],
    ],
)
def test_probabilities_that_sum_to_one_are_accepted(outcomes):
    pairs = list(outcomes.items()) if isinstance(outcomes, dict) else outcomes
    # After one, MIN has three sticks and loses; after two, MIN takes both.
    t = trace(with_dice(outcomes), "expectiminimax")
    assert t.value == pytest.approx(float(pairs[0][1]) - float(pairs[1][1]), abs=1e-9)


def test_generators_player_numbers_and_numeric_types_are_accepted():
    game = broken(
        to_move=lambda self, s: int(s[1]),
        actions=lambda self, s: (n for n in (1, 2) if n <= s[0]),
        utility=lambda self, s, p: Fraction(-1 if p is s[1] else 1),
    )
    t = trace(game, "alphabeta")
    assert (t.value, t.move) == (1, "1")
    assert t.game.to_move(t.game.initial) is Player.MAX
    assert t.game.actions(t.game.initial) == [1, 2]


class OwnState:
    def __init__(self, left, player):
        self.left, self.player, self.seen = left, player, None


class Slotted:
    __slots__ = ("left", "player")

    def __init__(self, left, player):
        self.left, self.player = left, player


@dataclass
class Record:
    left: int
    player: Player


STATES = {
    "list": [4, Player.MAX],
    "list in a dict": {"now": [4, Player.MAX]},
    "deque in a tuple": (deque([4, Player.MAX]),),
    "object": OwnState(4, Player.MAX),
    "slots": Slotted(4, Player.MAX),
    "dataclass": Record(4, Player.MAX),
}


def access(state):
    """Return where the two parts of a state are, how each is read and written, and their names."""
    if isinstance(state, (OwnState, Slotted, Record)):
        return state, getattr, setattr, ("left", "player")
    inner = {dict: lambda: state["now"], tuple: lambda: state[0]}.get(type(state), lambda: state)()
    return inner, operator.getitem, operator.setitem, (0, 1)


def parts(state):
    inner, read, _, names = access(state)
    return [read(inner, name) for name in names]


def take(state, action):
    """Change a state in place, and return it."""
    inner, _, write, names = access(state)
    left, player = parts(state)
    write(inner, names[0], left - action)
    write(inner, names[1], player.opponent)
    return state


def game_over(kind, result, actions=lambda self, s: [1]):
    methods = {
        "initial": copy.deepcopy(STATES[kind]),
        "to_move": lambda self, s: parts(s)[1],
        "actions": actions,
        "result": result,
        "is_terminal": lambda self, s: parts(s)[0] <= 0,
        "utility": lambda self, s, p: -1 if p is parts(s)[1] else 1,
    }
    return type("Mutable", (Game,), methods)()


@pytest.mark.parametrize("kind", STATES)
def test_result_that_changes_its_state_is_refused_and_one_that_copies_is_not(kind):
    with pytest.raises(InvalidInput) as refused:
        trace(game_over(kind, lambda self, s, a: take(s, a)))
    assert "result of Mutable modifies the state" in str(refused.value)
    assert "Copy it before changing it" in str(refused.value)
    sound = trace(game_over(kind, lambda self, s, a: take(copy.deepcopy(s), a)), "minimax")
    assert (sound.value, sound.counts.visited) == (-1, 5)


def test_moves_that_change_the_state_or_differ_are_refused():
    def sorts(self, s):
        s.reverse()
        return [1]

    copying = lambda self, s, a: take(copy.deepcopy(s), a)  # noqa: E731
    with pytest.raises(
        InvalidInput,
        match="actions of Mutable modifies the state that it gets",
    ):
        trace(game_over("list", copying, sorts))
    turns = []

    def fickle(self, s):
        turns.append(1)
        return [1, 2] if len(turns) % 2 else [2, 1]

    with pytest.raises(
        InvalidInput, match=r"different moves when called again: \[1, 2\], then \[2, 1\]"
    ):
        trace(broken(actions=fickle))


def test_cache_that_fills_is_not_a_change():
    def counts(self, s, a):
        s.seen = "counted"  # was None
        s.extra = [1]
        return take(copy.deepcopy(s), a)

    assert trace(game_over("object", counts)).value == -1


def test_later_change_is_found_by_sampling():
    game = Checked(broken(result=lambda self, s, a: [*s, a]))
    for _ in range(5_000):
        game.result([1], 2)
    game.inner = broken(result=lambda self, s, a: s.append(a) or [*s])

    def later():
        for _ in range(256):
            game.result([1], 2)

    with pytest.raises(InvalidInput, match="result of Broken modifies the state that it gets"):
        later()


def test_snapshot_of_a_circular_reference_ends():
    circle = [1]
    circle.append(circle)
    before = snapshot(circle)
    assert before == snapshot(circle)
    circle[0] = 2
    assert before != snapshot(circle)


def test_snapshot_of_an_array_has_its_numbers():
    numpy = pytest.importorskip("numpy")
    board = numpy.zeros((3, 3), dtype=int)
    before = snapshot(board)
    assert before == snapshot(board)
    board[1, 1] = 1
    assert before != snapshot(board)


def test_numpy_numbers_are_numbers():
    numpy = pytest.importorskip("numpy")
    game = broken(utility=lambda self, s, p: numpy.int64(-1 if p is s[1] else 1))
    t = trace(game)
    assert t.value == 1
    assert type(t.game.utility((0, Player.MIN), Player.MAX)) is int


def test_a_name_is_one_word():
    game = Checked(broken(name_of=lambda self, a: f"take {a}"))
    assert game.name_of(2) == "take_2"
    assert Checked(Sticks()).name_of((0, 1)) == "(0,1)"


def test_exceptions_of_the_game_itself_keep_their_message():
    class Plain(Sticks):
        evaluate = Game.evaluate

    with pytest.raises(SearchRefused, match="cannot be cut off at a depth"):
        trace(Plain(), depth=1)
    with pytest.raises(SearchRefused, match="no static order"):
        trace(Plain(), order="static")


def test_a_game_without_an_initial_state_says_so():
    class Bare(Sticks):
        initial = property(lambda self: self.nothing)

    with pytest.raises(InvalidInput, match="Bare has no initial state"):
        open_source(Bare())


def test_built_in_games_are_not_checked():
    assert not isinstance(open_source("tic-tac-toe").game, Checked)
    game = open_source("tic-tac-toe").game
    assert open_source(game).game is game
    watched = open_source(Sticks()).game
    assert open_source(watched).game is watched


class OwnList(Sticks):
    """Fills one list again at every call, and gives that."""

    def __init__(self):
        self.moves_ = []

    def actions(self, state):
        self.moves_.clear()
        self.moves_ += super().actions(state)
        return self.moves_


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "transposition"])
def test_reused_list_of_moves_is_accepted(search):
    assert trace(OwnList(), search).log == trace(Sticks(), search).log
    assert counted(OwnList(), search).line == trace(Sticks(), search).line


class Incomparable(tuple):
    """A state that fails when it is looked up in a table."""

    __slots__ = ()

    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise RuntimeError("who asks?")


def test_fault_outside_the_methods_is_reported_too():
    game = broken(
        initial=Incomparable((4, Player.MAX)),
        result=lambda self, s, a: Incomparable((s[0] - a, s[1].opponent)),
    )
    with pytest.raises(InvalidInput, match="Broken cannot be searched: RuntimeError: who asks"):
        trace(game, "transposition")


def test_control_characters_are_removed_from_the_name_of_a_move():
    game = broken(name_of=lambda self, a: f"\x1b[31m{a}")
    assert trace(game).move == "\N{REPLACEMENT CHARACTER}[31m1"


class Rubbish:
    """Neither a text nor true nor false."""

    def __repr__(self):
        raise RuntimeError("no text")

    __bool__ = __iter__ = __abs__ = __repr__


def leave(*of):
    raise SystemExit(3)


@over(("letters", "methods"), ARGUMENTS.items())
@over("wrong", [leave, lambda *of: Rubbish()])
def test_no_method_of_a_custom_game_ends_in_a_traceback(letters, methods, wrong):
    arguments = {"s": (4, Player.MAX), "a": 1, "p": ["1"], "m": Player.MAX}
    for method in methods:
        game = Checked(broken(**{method: wrong}))
        with pytest.raises(InvalidInput, match=rf"{method} of Broken .*; expected "):
            getattr(game, method)(*(arguments[letter] for letter in letters.lower()))


@over("attribute", [*({*Game.__annotations__} - {"name", "value_range", "symmetries"})])
def test_no_attribute_of_a_custom_game_ends_in_a_traceback(attribute):
    with pytest.raises(
        InvalidInput, match=rf"{attribute} of Broken raised SystemExit: 3; expected "
    ):
        open_source(broken(**{attribute: property(leave)}))


def test_changes_of_a_game_are_kept_whatever_their_order():
    later, first = {"win": 10, "cells": "row-col"}, {"max": "to-move", "evaluation": "open-lines"}
    board = "xo.|.x.|... o"
    both = change(change(make_game("tic-tac-toe", position=board), **first), **later)
    at_once = change(make_game("tic-tac-toe", position=board), **first, **later)
    assert both.changes == at_once.changes
    assert both.initial == at_once.initial
    assert change(both, win=5).initial == at_once.initial
    assert trace(both, "minimax", depth=3).log == trace(at_once, "minimax", depth=3).log
    assert both.evaluate(both.initial) == -at_once.inner.evaluations["open-lines"].value(
        at_once.inner.initial
    )


NESTED = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda parts: (
        st.lists(parts, max_size=3)
        | st.dictionaries(st.integers(0, 3), parts, max_size=3)
        | st.tuples(parts, parts)
    ),
    max_leaves=8,
)


@given(NESTED, NESTED)
def test_snapshot_detects_whether_plain_values_are_equal(one, other):
    assert snapshot(one) == snapshot(copy.deepcopy(one))
    plain = repr(one) == repr(other)
    assert (snapshot(one) == snapshot(other)) is plain
