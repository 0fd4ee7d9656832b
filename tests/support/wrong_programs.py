"""Programs that are wrong in one place, and what they do on a tree, without the checker.

A mistake is a row of `tests/programs/wrong.yaml`, or a change of one place of the syntax tree:
another comparison, another variable, another sign, another value in place of 0, a statement that is
left out.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tests.support.program_files import read_program, variants
from trees.hand_tree import HandTree

#: The right programs: those with cutoffs, and one without.
WITH_CUTOFFS = ("aima/right", "tree/two-branches", "tree/alphabeta/negamax")
WITHOUT_CUTOFFS = ("tree/plain-minimax",)

_ROWS = variants("wrong")
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
#: Variables that a mistake confuses, as far as a program has them.
_CONFUSED = ("alpha", "beta", "v", "v2", "best", "value", "x")
#: A program that makes more visits does not end.
_MOST_VISITS = 5_000


class _Endless(Exception):
    """A program visits too many nodes."""


def strict(code: str) -> str:
    """A program whose tests need more than equal values."""
    for test in ("v >= beta", "alpha >= beta"):
        code = code.replace(test, test.replace(">=", ">"))
    return code.replace("v <= alpha", "v < alpha")


def listed_mistakes(name: str) -> dict[str, str]:
    """The programs of the table that differ from a right one, by what is wrong."""
    code = read_program(name)
    return {mistake: code.replace(str(old), str(new)) for mistake, old, new in _ROWS[name]}


def mutants(code: str) -> dict[str, str]:
    """The programs that differ from one in one place of its syntax tree."""
    tree = ast.parse(code)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found: dict[str, str] = {}
    for place, node in enumerate(ast.walk(tree)):
        for number, change in enumerate(_changes(node, names)):
            other = copy.deepcopy(tree)
            changed = [*ast.walk(other)][place]
            change(changed)
            text = ast.unparse(ast.fix_missing_locations(other))
            line = getattr(node, "lineno", 0)
            found[f"{line}: {ast.unparse(node)[:40]} → {number}"] = text
    return found


def _changes(node: ast.AST, names: set[str]) -> Iterator[Callable[[Any], None]]:
    """Changes of one node of a syntax tree."""
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], _COMPARISONS):
        for kind in _COMPARISONS:
            if not isinstance(node.ops[0], kind):
                yield lambda one, kind=kind: one.ops.__setitem__(0, kind())  # type: ignore[misc]
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in _CONFUSED:
        for name in sorted(names & {*_CONFUSED} - {node.id}):
            yield lambda one, name=name: setattr(one, "id", name)  # type: ignore[misc]
        for name in ("inf", *sorted(names & {*_CONFUSED})):
            value = "float('inf')" if name == "inf" else name
            yield lambda one, value=value: _replace(one, f"{one.id} or {value}")  # type: ignore[misc]
        for text in ("{} + 1", "{} - 1", "-{}", "abs({})", "0"):
            yield lambda one, text=text: _replace(one, text.format(one.id))  # type: ignore[misc]
    if isinstance(node, ast.If):
        for test in ("{name} and ({})", "not {name} or {}"):
            for name in sorted(names & {*_CONFUSED}):
                text = test.replace("{name}", name)
                yield lambda one, text=text: setattr(  # type: ignore[misc]
                    one, "test", _read(text.format(ast.unparse(one.test)))
                )
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        swapped = {"max": "min", "min": "max"}.get(node.func.id)
        if swapped:
            yield lambda one: setattr(one.func, "id", swapped)
            for number in (0, 10, -10):
                yield lambda one, number=number: one.args.append(ast.Constant(number))  # type: ignore[misc]
            for text in ("{1} if not {1}", "{2} if not {1}", "{1} if not {2}", "{2} if not {2}"):
                yield lambda one, text=text: _replace(one, f"{text} else {{0}}", *one.args)  # type: ignore[misc]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield lambda one: setattr(one, "op", ast.UAdd())
    if isinstance(node, (ast.FunctionDef, ast.For, ast.If)):
        for place, line in enumerate(node.body):
            if isinstance(line, (ast.Assign, ast.If)) and not _begins(node, line):
                yield lambda one, place=place: one.body.__setitem__(place, ast.Pass())  # type: ignore[misc]


def _read(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _replace(node: Any, text: str, *parts: ast.expr) -> None:
    """Make an expression another one, which may contain it and its parts."""
    new = _read(text.format(*map(ast.unparse, (node, *parts))) if parts else text)
    node.__class__ = new.__class__
    node.__dict__ = new.__dict__


def _begins(node: ast.AST, line: ast.stmt) -> bool:
    """Whether a function needs a statement to run at all: its first test, or a first value."""
    return isinstance(node, ast.FunctionDef) or isinstance(line, ast.FunctionDef)


class _Game:
    """A tree as a game in AIMA's words that notes which nodes are visited."""

    def __init__(self, tree: HandTree, visits: list[int]) -> None:
        self._tree, self._visits = tree, visits

    def is_terminal(self, state: int) -> bool:
        _visit(self._visits, state)
        return self._tree.is_terminal(state)

    def utility(self, state: int, player: str) -> float:
        return float(self._tree.utility(state, 0))

    def to_move(self, state: int) -> str:
        return self._tree.to_move(state).name

    def actions(self, state: int) -> list[int]:
        return [*self._tree.moves(state)]

    def result(self, state: int, action: int) -> int:
        return self._tree.result(state, action)


class _Leaf(float):
    """A leaf that differs from others of its value."""


def _visit(visits: list[int], node: int) -> None:
    visits.append(node)
    if len(visits) > _MOST_VISITS:
        raise _Endless


def _nested(tree: HandTree, node: int, numbers: dict[int, int], kept: list[Any]) -> Any:
    below: Any
    if tree.is_terminal(node):
        below = _Leaf(tree.utility(node, 0))
    else:
        moves = tree.moves(node)
        below = [_nested(tree, tree.result(node, move), numbers, kept) for move in moves]
    numbers[id(below)] = node
    kept.append(below)
    return below


@cache
def compiled(code: str) -> Any:
    """A program, compiled once."""
    return compile(code, "program.py", "exec")


def search(name: str, code: str, tree: HandTree) -> tuple[tuple[int, ...], Any]:
    """The visits and the result of a program on a tree: an error's name if it fails."""
    visits: list[int] = []
    scope: dict[str, Any] = {}
    result: Any
    try:
        exec(compiled(code), scope)
        if name.startswith("aima"):
            game = _Game(tree, visits)
            result = scope["alpha_beta_search"](game, tree.initial)
        else:
            result = _search_lists(scope, tree, visits)
    except Exception as error:
        result = type(error).__name__
    return tuple(visits), result


def _search_lists(scope: dict[str, Any], tree: HandTree, visits: list[int]) -> Any:
    numbers: dict[int, int] = {}
    kept: list[Any] = []
    root = _nested(tree, tree.initial, numbers, kept)
    called = next(one for one in ("alphabeta", "negamax", "minimax") if one in scope)
    original = scope[called]

    def noted(node: Any, *rest: Any) -> Any:
        _visit(visits, numbers[id(node)])
        return original(node, *rest)

    scope[called] = noted
    is_max = tree.to_move(tree.initial).name == "MAX"
    infinite = float("inf")
    if called == "minimax":
        return noted(root, is_max)
    side: Any = is_max if called == "alphabeta" else 1 if is_max else -1
    result = noted(root, -infinite, infinite, side)
    return result if called == "alphabeta" else side * result
