"""Whether a program counts its plies up or down, read from its code without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

__all__ = ["depth_direction"]

#: Maximum depth of calls through which a parameter is followed.
_DEEPEST: Final = 12

_Known = dict[str, ast.FunctionDef]


def depth_direction(module: ast.Module, function: ast.FunctionDef, name: str) -> int:
    """Return how a parameter changes on the way down.

    Args:
        module: parsed file.
        function: one of its functions.
        name: name of the parameter.

    Returns:
        1 if it increases by one from call to call, -1 if it decreases, otherwise 0.
    """
    known: _Known = {}
    for kind in module.body:
        if isinstance(kind, ast.ClassDef):
            known |= {one.name: one for one in kind.body if isinstance(one, ast.FunctionDef)}
    known |= {one.name: one for one in module.body if isinstance(one, ast.FunctionDef)}
    for one in module.body:
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name):
            found = known.get(one.value.id)
            names = [target.id for target in one.targets if isinstance(target, ast.Name)]
            known |= dict.fromkeys(names, found) if found else {}
    return _direction(function, name, known, ())


def _direction(
    function: ast.FunctionDef, name: str, known: _Known, above: tuple[ast.FunctionDef, ...]
) -> int:
    known = known | {
        one.name: one
        for one in ast.walk(function)
        if isinstance(one, ast.FunctionDef) and one is not function
    }
    steps = {name: 0}
    votes: set[int] = set()
    for one in _walk_function(function, name):
        if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
            if one.target.id == name and _is_one(one.value):
                steps[name] = 1 if isinstance(one.op, ast.Add) else -1
        elif isinstance(one, ast.Assign) and len(one.targets) == 1:
            target, step = one.targets[0], _step(one.value, steps)
            if isinstance(target, ast.Name) and step:
                steps[target.id] = step
    for one in _walk_function(function, name):
        if not isinstance(one, ast.Call):
            continue
        called = known.get(_name_called(one))
        for parameter, value in _filled_parameters(one, called) if called is not None else ():
            step = _step(value, steps)
            if step is None or called is None:
                continue
            if called is function or called in above:
                votes.add(step)
            elif len(above) < _DEEPEST:
                votes.add(_direction(called, parameter, known, (*above, function)) or step)
    votes.discard(0)
    return votes.pop() if len(votes) == 1 else 0


def _walk_function(function: ast.FunctionDef, name: str) -> Iterator[ast.AST]:
    """Yield the nodes of a function, except nested functions with a parameter of that name."""
    waiting: list[ast.AST] = [*reversed(function.body)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.FunctionDef | ast.Lambda):
            arguments = (*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs)
            if any(argument.arg == name for argument in arguments):
                continue
        yield one
        waiting += reversed([*ast.iter_child_nodes(one)])


def _name_called(one: ast.Call) -> str:
    if isinstance(one.func, ast.Attribute):
        return one.func.attr
    return one.func.id if isinstance(one.func, ast.Name) else ""


def _filled_parameters(one: ast.Call, called: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """Yield the parameters of a function that a call fills, with their values."""
    names = [argument.arg for argument in (*called.args.posonlyargs, *called.args.args)]
    if isinstance(one.func, ast.Attribute) and names[:1] == ["self"]:
        names = names[1:]
    yield from zip(names, one.args, strict=False)
    yield from ((word.arg, word.value) for word in one.keywords if word.arg)


def _step(value: ast.expr, steps: dict[str, int]) -> int | None:
    """Return the difference from the parameter; None if the value does not depend on it."""
    if isinstance(value, ast.Name):
        return steps.get(value.id)
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Add | ast.Sub):
        return None
    left, right = value.left, value.right
    if isinstance(value.op, ast.Add) and _is_one(left):
        left, right = right, left
    if isinstance(left, ast.Name) and left.id in steps and _is_one(right):
        return 1 if isinstance(value.op, ast.Add) else -1
    return None


def _is_one(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value == 1
