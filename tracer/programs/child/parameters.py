"""Calls of a program's function with arguments chosen by the names of its parameters."""

from __future__ import annotations

import ast
import inspect
import io
import math
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from decimal import Decimal
from numbers import Real
from statistics import fmean
from typing import Any, Final, TypeAlias, TypeVar

from .failures import ProgramFailure
from .loading.definitions import normalize
from .sandbox.limits import Stopped, stopped_after
from .usual_names import NAMES
from .watched_nodes import MADE, USED, VALUED, Node, WatchedNodes

#: Usual names of a search's parameters.
_NAMES: Final = NAMES["parameters"]
GAME: Final = _NAMES["game"]
STATE: Final = _NAMES["state"]
DEPTH: Final = _NAMES["depth"]
#: Of the names of the depth: those for the limit only, and those also used for the current depth.
LIMIT: Final = _NAMES["limit"]
COUNTED: Final = _NAMES["counted depth"]
ALPHA: Final = _NAMES["alpha"]
BETA: Final = _NAMES["beta"]
PLAYER: Final = _NAMES["is max"]
EVALUATION: Final = _NAMES["evaluation"]
#: The point of view of a negating search: 1 for MAX, -1 for MIN.
SIGN: Final = _NAMES["sign"]

_ANY: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)

#: A depth beyond any game, for programs that require one although the key has none.
NO_LIMIT: Final = 10_000


def has_parameter(function: Callable[..., Any], names: Sequence[str]) -> bool:
    """Return whether a function has a parameter with one of the given names."""
    return any(normalize(one.name) in names for one in parameters_of(function))


def requires_parameter(function: Callable[..., Any], names: Sequence[str]) -> bool:
    """Return whether a function has such a parameter without a default."""
    return any(
        normalize(one.name) in names and one.default is one.empty for one in parameters_of(function)
    )


def parameters_of(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """Return the parameters of a function; none if Python cannot determine them."""
    try:
        return [*inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):
        return []


def with_signature(
    function: Callable[..., Any], code: ast.FunctionDef | None
) -> Callable[..., Any]:
    """Return a function with the parameters of its `def` if a decorator hides them."""
    hidden = parameters_of(function)
    if code is None or not hidden or any(one.kind not in _ANY for one in hidden):
        return function
    signature = _make_signature(code)
    if inspect.ismethod(function):
        signature = signature.replace(parameters=[*signature.parameters.values()][1:])

    def called(*given: Any, **named: Any) -> Any:
        return function(*given, **named)

    called.__name__ = code.name
    called.__signature__ = signature  # type: ignore[attr-defined]
    return called


def _make_signature(code: ast.FunctionDef) -> inspect.Signature:
    """Return the parameters of a `def`, with None for each default, so that nothing of it runs."""
    written = code.args
    bare = ast.arguments(
        posonlyargs=[ast.arg(each.arg) for each in written.posonlyargs],
        args=[ast.arg(each.arg) for each in written.args],
        vararg=written.vararg and ast.arg(written.vararg.arg),
        kwonlyargs=[ast.arg(each.arg) for each in written.kwonlyargs],
        defaults=[ast.Constant(None) for _ in written.defaults],
        kw_defaults=[default and ast.Constant(None) for default in written.kw_defaults],
    )
    stub = ast.fix_missing_locations(ast.Expression(ast.Lambda(bare, ast.Constant(None))))
    return inspect.signature(eval(compile(stub, "parameters", "eval")))


def call_by_names(
    function: Callable[..., Any], known: Mapping[tuple[str, ...], Any], in_order: Sequence[Any] = ()
) -> Any:
    """Call a function with arguments chosen by the names of its parameters."""
    by_name = {name: value for names, value in known.items() for name in names}
    try:
        parameters = [*inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):
        return function(*in_order)
    given: list[Any] = []
    named: dict[str, Any] = {}
    skipped = False
    for place, one in enumerate(parameters):
        if one.kind in _ANY:
            continue
        has_default = one.default is not one.empty
        key = normalize(one.name)
        if key in by_name and not (has_default and _keeps_default(one, by_name[key])):
            value = by_name[key]
        elif has_default:
            skipped = True
            continue
        elif place < len(in_order):
            value = in_order[place]
        else:
            names = ", ".join(names[0] for names in known)
            raise ProgramFailure(
                f"{getattr(function, '__name__', 'its function')} has a parameter {one.name!r} "
                f"with an unknown meaning; expected {names}, or one with a default",
            )
        if one.kind is one.KEYWORD_ONLY or (skipped and one.kind is one.POSITIONAL_OR_KEYWORD):
            named[one.name] = value
        else:
            given.append(value)
    if not (given or named) and any(each.kind is each.VAR_POSITIONAL for each in parameters):
        name = getattr(function, "__name__", "its function")
        raise ProgramFailure(
            f"{name} takes * arguments, but plytrace passes arguments by the names of parameters; "
            "expected named ones, or an adapter",
            is_undecided=True,
        )
    return function(*given, **named)


def _keeps_default(parameter: inspect.Parameter, value: Any) -> bool:
    """Return whether a caller would leave out an argument, as nothing differs from the usual.

    So an α that begins with 0 is the program's own. A default such as None is not a bound.
    """
    if value is None:
        return True
    is_bound = (
        isinstance(parameter.default, Real | Decimal)
        and parameter.kind is not parameter.POSITIONAL_ONLY
    )
    return is_bound and normalize(parameter.name) in (*ALPHA, *BETA) and math.isinf(value)


# Trials on tiny trees, in a second copy of the program's file, so that they leave nothing behind.

#: Seconds of processor time for all trials of a program.
_SECONDS: Final = 1.0
#: The moves of a node.
_MOVES: Final = ("left", "right", "third", "fourth")

_Answer = TypeVar("_Answer")


#: A tree as nested lists; a leaf is its value.
NestedTree: TypeAlias = "int | Sequence[NestedTree]"


def complete_tree(leaves: Sequence[int]) -> NestedTree:
    """Return the complete binary tree with these leaves."""
    half = len(leaves) // 2
    return [complete_tree(leaves[:half]), complete_tree(leaves[half:])] if half else leaves[0]


class TrialTree(WatchedNodes):
    """A tree that counts the nodes that are made, and notes the leaves whose values are used."""

    def __init__(self, tree: NestedTree, *, is_max: bool = True, limited: bool = False) -> None:
        self._calls = array("q")
        self._nodes = {}
        #: How many nodes are made, and how many questions are asked.
        self.made = self.asked = 0
        #: The leaves whose values have not been used, by number.
        self.unread: set[int] = set()
        waiting: list[tuple[NestedTree, int, int, int]] = [(tree, -1, 0, 0)]
        for number, (subtree, up, place, depth) in enumerate(waiting):  # which grows
            below = () if isinstance(subtree, int) else subtree
            value = subtree if isinstance(subtree, int) else None
            estimate = 0 if limited and below else value
            moves = [_MOVES[at] for at in range(len(below))]
            player = (depth + (not is_max)) % 2
            facts = [player, not below, value, estimate, moves, [], f"T{number}"]
            self._nodes[number] = Node(number, up, place, len(waiting), number, facts)
            waiting += [(child, number, at, depth + 1) for at, child in enumerate(below)]
            if not below:
                self.unread.add(number)
        best, worst = (max, min) if is_max else (min, max)
        players = (max, fmean) if is_max else (fmean, max)
        #: The values of the root, against a player and against chance.
        self.right = {self._value(0, best, worst), self._value(0, *players)}
        places = range(len(self._nodes[0].actions))
        #: The values of the root's children, against a player.
        self.below = [self._value(1 + place, worst, best) for place in places]

    def begin_search(self) -> None:
        """Count the questions from now on, also after a search that has ended."""
        self.asked = 0
        self.__dict__.pop("log", None)

    def log(self, node: Node, what: int) -> None:
        """Count a node that is made; note a leaf whose value is used."""
        self.made += what == MADE
        self.asked += 1
        if what in (USED, VALUED):
            self.unread.discard(node.number)

    @property
    def last_leaf(self) -> int:
        """The number of the last leaf."""
        return len(self._nodes) - 1

    def flush(self) -> None:
        """Send nothing."""

    def _value(self, number: int, pick: Callable[..., float], other: Callable[..., float]) -> float:
        node = self._nodes[number]
        if node.terminal:
            return float(node.utility)
        places = range(len(node.actions))
        return pick([self._value(node.first + place, other, pick) for place in places])


@contextmanager
def running_trials() -> Iterator[None]:
    """Limit the time of trials, and print nothing."""
    with suppress(Stopped), redirect_stdout(io.StringIO()), stopped_after(_SECONDS):
        yield


def answer_of(call: Callable[[], _Answer]) -> _Answer | None:
    """Return what a call returns; None if it fails in any way."""
    try:
        return call()
    except Stopped:
        raise
    except BaseException:
        return None
