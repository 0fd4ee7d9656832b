"""Finds the parameter that says who moves, and its values for MAX and MIN, in a program's code.

Programs call it anything and pass it as they like: `True` and `False`, `"MAX"` and `"MIN"`, 1 and
-1, an agent's number, an enum, or the parity of the depth. What is read is what the code does with
each value: the branch for one value takes the maximum, that for the other the minimum.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ...loading.source_files import Definition, SourceFile

__all__ = ["Turn", "parity_of", "turns_of"]

#: Values to begin with if the code names none, as in `not player` or `1 - player`.
_FIRST: Final = (True, 1)
#: Maximum number of different values.
_MOST: Final = 8
#: A number of at least this size stands for infinity.
_LARGE: Final = 99
_SIGNS: Final = {max: 1, operator.gt: 1, operator.ge: 1, min: -1, operator.lt: -1, operator.le: -1}
_MISSING: Final = object()


@dataclass(frozen=True)
class Turn:
    """The values of a parameter for the two players.

    Args:
        of_max: value if MAX moves.
        of_min: value if MIN moves.
        is_custom: whether the code does not tell, as in a search that negates values.
    """

    of_max: Any
    of_min: Any
    is_custom: bool = False


def turns_of(
    file: SourceFile, names: Mapping[str, Any], function: Definition, skipped: Iterable[str]
) -> dict[str, Turn]:
    """Return the parameters of a function that say who moves, by name.

    Args:
        file: file of the function.
        names: names of its module, once it is loaded.
        function: function to call.
        skipped: parameters that are known to mean something else.
    """
    code = _Code(file, names)
    found: dict[str, Turn] = {}
    for name in function.parameters:
        if name not in skipped:
            uses = code.uses_of(function.name, name)
            values = code.values_of(uses)
            turn = _by_words(name, values) or code.turn_of(uses, values)
            if turn is None and len(values) == 2 and not code.has_default(function.name, name):
                turn = _by_custom(values)
            if turn is not None:
                found[name] = turn
    for name in [*found]:
        other = code.opposite_of(function.name, name)
        if other and code.is_compared(function.name, name):
            found[other] = Turn(found[name].of_min, found[name].of_max)
    return found


def parity_of(
    file: SourceFile, names: Mapping[str, Any], function: Definition, depth: str, start: int
) -> Turn | None:
    """Return depths at which MAX and MIN move if the parity of the depth says so, otherwise None.

    Args:
        file: file of the function.
        names: names of its module, once it is loaded.
        function: function to call.
        depth: parameter for the depth.
        start: smallest depth to begin with.
    """
    code = _Code(file, names)
    uses = code.uses_of(function.name, depth)
    has_parity = any(
        isinstance(one, ast.BinOp)
        and isinstance(one.op, ast.Mod | ast.BitAnd)
        and isinstance(one.left, ast.Name)
        and one.left.id in (name for _, name in uses)
        for one in ast.walk(file.code)
    )
    return code.turn_of(uses, [start, start + 1]) if has_parity else None


def _by_words(name: str, values: list[Any]) -> Turn | None:
    """Return the values for the players if a parameter's name or its values contain words."""
    words = {one: str(getattr(one, "name", one)).casefold() for one in values}
    of_max = [one for one, word in words.items() if "max" in word and "min" not in word]
    of_min = [one for one, word in words.items() if "min" in word and "max" not in word]
    others = [one for one in values if one not in of_max and one not in of_min]
    if of_max or of_min:
        return Turn(*((of_max or others or ["MAX"])[0], (of_min or others or ["MIN"])[0]))
    if len(values) != 2 or not all(isinstance(one, bool | int) for one in values):
        return None
    high, low = max(values), min(values)
    word = name.casefold()
    if "max" in word and "min" not in word:
        return Turn(high, low)
    if "min" in word and "max" not in word:
        return Turn(low, high)
    return None


def _by_custom(values: list[Any]) -> Turn:
    """Return the values for the players if the code does not tell: the usual one is for MAX."""
    first = next(
        (one for one in values if one is True or (one == 1 and 0 not in values)), values[0]
    )
    return Turn(first, next(one for one in values if one is not first), is_custom=True)


class _Code:
    """The functions of a file.

    Args:
        file: file to read.
        names: names of its module.
    """

    def __init__(self, file: SourceFile, names: Mapping[str, Any]) -> None:
        self._names = names
        self._functions = {
            one.name: one for one in ast.walk(file.code) if isinstance(one, ast.FunctionDef)
        }
        parts = {name: [*ast.walk(code)] for name, code in self._functions.items()}
        within = {name: {*found} for name, found in parts.items()}
        #: What is assigned to the local names of each function.
        self._locals = {
            name: [
                (target.id, source)
                for one in found
                if isinstance(one, ast.Assign)
                for target, source in _assigned(one)
                if isinstance(target, ast.Name)
            ]
            for name, found in parts.items()
        }
        #: Calls of these functions, each with the functions that it stands in.
        self._calls = [
            (one, [name for name, found in within.items() if one in found])
            for one in ast.walk(file.code)
            if isinstance(one, ast.Call)
            and isinstance(one.func, ast.Name)
            and one.func.id in self._functions
        ]

    def has_default(self, function: str, name: str) -> bool:
        """Return whether a parameter can be omitted."""
        code = self._functions[function]
        takes = _parameters(code)
        return name in takes[len(takes) - len(code.args.defaults) :]

    def uses_of(self, function: str, name: str) -> list[tuple[str, str]]:
        """Return a parameter, and those of other functions that receive it, with the functions."""
        found = [(function, name)]
        for where, what in found:  # which grows meanwhile
            found += [
                use
                for call, inside in self._calls
                if where in inside
                for use, given in self._arguments(call, inside)
                if use not in found and what in _names_in(given)
            ]
        return found

    def values_of(self, uses: list[tuple[str, str]]) -> list[Any]:
        """Return the values that a parameter is compared with, or that are passed for it."""
        passed = [
            (given, use)
            for call, inside in self._calls
            for use, given in self._arguments(call, inside)
            if use in uses
        ]
        compared = [
            (part, use)
            for use in uses
            if use[0] in self._functions
            for one in ast.walk(self._functions[use[0]])
            if isinstance(one, ast.Compare)
            and any(isinstance(part, ast.Name) and part.id == use[1] for part in _sides(one))
            for part in _sides(one)
        ]
        found: list[Any] = []
        for expression, (_, name) in (*passed, *compared):
            values = self._value(expression, {name: _MISSING})
            for value in values if isinstance(values, list | tuple | set) else [values]:
                _add(found, value)
        changed = [one for one in passed if one[1][1] in _names_in(one[0])]
        for first in found or _FIRST:
            grown = [first]
            for value in grown:  # which grows meanwhile
                for expression, (_, name) in changed:
                    for known in sorted(
                        {name, *(_names_in(expression) & {one for _, one in uses})}
                    ):
                        after = self._value(expression, {known: value})
                        if type(after) is type(first):  # not -True, which is a number
                            _add(grown, after)
            for value in grown if len(grown) > 1 else []:
                _add(found, value)
            if len(found) > 1:
                break
        return found

    def turn_of(self, uses: list[tuple[str, str]], values: list[Any]) -> Turn | None:
        """Return the values with which the functions most take the maximum and the minimum."""
        signs = [self._sign(uses, value) for value in values]
        if len(values) < 2 or max(signs) == min(signs):
            return None
        return Turn(values[signs.index(max(signs))], values[signs.index(min(signs))])

    def _sign(self, uses: list[tuple[str, str]], value: Any) -> int:
        """Return how often functions take the maximum, less how often they take the minimum."""
        return sum(
            sum(_Reading(self._functions[where], {what: value}, self._value).signs())
            for where, what in uses
            if where in self._functions
        )

    def opposite_of(self, function: str, name: str) -> str:
        """Return the parameter with which one changes places in each call; empty if none."""
        given = {
            use[1]: value.id
            for call, inside in self._calls
            if function in inside
            for use, value in self._arguments(call, inside)
            if use[0] == function and isinstance(value, ast.Name)
        }
        other = given.get(name, "")
        return other if other != name and given.get(other) == name else ""

    def is_compared(self, function: str, name: str) -> bool:
        """Return whether a function compares a parameter."""
        return any(
            isinstance(part, ast.Name) and part.id == name
            for one in ast.walk(self._functions[function])
            if isinstance(one, ast.Compare)
            for part in _sides(one)
        )

    def _arguments(
        self, call: ast.Call, inside: list[str]
    ) -> Iterator[tuple[tuple[str, str], ast.expr]]:
        """Yield what is passed for each parameter, with its function.

        For a local name, this is all that is assigned to it.
        """
        assert isinstance(call.func, ast.Name)
        takes = _parameters(self._functions[call.func.id])
        named = [*zip(takes, call.args, strict=False)]
        named += [(word.arg, word.value) for word in call.keywords if word.arg]
        for name, given in named:
            local = given.id if isinstance(given, ast.Name) else ""
            assigned = [
                source
                for where in inside
                for known, source in self._locals[where]
                if known == local
            ]
            for one in assigned or [given]:
                yield (call.func.id, name), one

    def _value(self, expression: ast.expr, known: Mapping[str, Any]) -> Any:
        """Return the value of a simple expression; `_MISSING` if it depends on other things."""
        names = _names_in(expression)
        if any(known.get(name) is _MISSING for name in names):
            return _MISSING
        if any(name not in known and name not in self._names for name in names - _BUILT_IN):
            return _MISSING
        for one in ast.walk(expression):
            if isinstance(one, ast.Call) and not all(
                isinstance(part, ast.Constant) or (isinstance(part, ast.Name) and part.id in known)
                for part in one.args
            ):
                return _MISSING
            if isinstance(one, _NOT_SIMPLE):
                return _MISSING
        try:
            code = compile(ast.Expression(expression), "<argument>", "eval")
            return eval(code, {**self._names}, dict(known))
        except Exception:
            return _MISSING


_BUILT_IN: Final = frozenset({"max", "min", "float", "int", "str", "bool"})
_NOT_SIMPLE: Final = (
    *(ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda, ast.ListComp, ast.SetComp),
    *(ast.DictComp, ast.GeneratorExp, ast.JoinedStr),
)


def _parameters(code: ast.FunctionDef) -> list[str]:
    return [one.arg for one in (*code.args.posonlyargs, *code.args.args)]


def _sides(one: ast.Compare) -> list[ast.expr]:
    return [one.left, *one.comparators]


def _names_in(expression: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(expression) if isinstance(one, ast.Name)}


def _add(values: list[Any], value: Any) -> None:
    """Add a value of a type that can name a player, unless it is known."""
    simple = isinstance(value, bool | int | float | str) or hasattr(type(value), "__members__")
    known = any(type(one) is type(value) and one == value for one in values)
    if value is not _MISSING and simple and not known and len(values) < _MOST:
        values.append(value)


class _Reading:
    """A function as it runs with one value of a parameter.

    Args:
        code: function.
        known: value of the parameter, by its name.
        value: function that returns the value of an expression, or `_MISSING`.
    """

    def __init__(self, code: ast.FunctionDef, known: Mapping[str, Any], value: Any) -> None:
        self._code = code
        self._known = known
        self._value_of = value
        self._kept = {
            (target.id, source.id)
            for one in ast.walk(code)
            if isinstance(one, ast.Assign)
            for target, source in _assigned(one)
            if isinstance(target, ast.Name) and isinstance(source, ast.Name)
        }

    def signs(self) -> list[int]:
        """Return 1 for each sign that a maximum is taken, -1 for each of a minimum."""
        found: list[int] = []
        self._block(self._code.body, found)
        return found

    def _value(self, expression: ast.expr) -> Any:
        """Return the value of an expression in which the parameter occurs."""
        if not _names_in(expression) & {*self._known}:
            return _MISSING
        return self._value_of(expression, self._known)

    def _block(self, body: list[ast.stmt], found: list[int]) -> bool:
        """Read statements; return whether they always leave the block."""
        for one in body:
            if isinstance(one, ast.If):
                value = self._value(one.test)
                if value is _MISSING:
                    self._expression(one.test, found)
                    ends = [self._block(part, found) for part in (one.body, one.orelse)]
                    leaves = all(ends)
                else:
                    leaves = self._block(one.body if value else one.orelse, found)
                if leaves:
                    return True
            elif isinstance(one, ast.For | ast.While | ast.With | ast.Try):
                for part in ast.iter_child_nodes(one):
                    if isinstance(part, ast.expr):
                        self._expression(part, found)
                for name in ("body", "orelse", "finalbody"):
                    self._block(getattr(one, name, []), found)
            elif isinstance(one, ast.FunctionDef):
                self._block(one.body, found)
            else:
                if isinstance(one, ast.Assign):
                    self._assignment(one, found)
                for part in ast.iter_child_nodes(one):
                    self._expression(part, found)
                if isinstance(one, ast.Return | ast.Raise | ast.Break | ast.Continue):
                    return True
        return False

    def _assignment(self, one: ast.Assign, found: list[int]) -> None:
        """Note a large number, with which a maximum or a minimum begins."""
        for _, source in _assigned(one):
            value = self._value_of(source, self._known)
            if isinstance(value, int | float) and abs(value) >= _LARGE:
                found.append(-1 if value > 0 else 1)

    def _expression(self, one: ast.AST, found: list[int]) -> None:
        value = self._value(one) if isinstance(one, ast.expr) else _MISSING
        if value is not _MISSING:
            sign = _SIGNS.get(value) if callable(value) else None
            found += [] if sign is None else [sign]
            return
        if isinstance(one, ast.IfExp) and self._value(one.test) is not _MISSING:
            self._expression(one.body if self._value(one.test) else one.orelse, found)
            return
        if isinstance(one, ast.BoolOp):
            known = [self._value(part) for part in one.values]
            if isinstance(one.op, ast.And) and any(
                part is not _MISSING and not part for part in known
            ):
                return
        if isinstance(one, ast.Name):
            found += [_SIGNS[kind] for kind in (max, min) if one.id == kind.__name__]
        if isinstance(one, ast.Compare):
            self._comparison(one, found)
        for part in ast.iter_child_nodes(one):
            self._expression(part, found)

    def _comparison(self, one: ast.Compare, found: list[int]) -> None:
        """Note a comparison with the best value so far."""
        left, right, how = one.left, one.comparators[0], type(one.ops[0])
        if isinstance(left, ast.Name) and isinstance(right, ast.Name):
            sign = {ast.Gt: 1, ast.GtE: 1, ast.Lt: -1, ast.LtE: -1}.get(how, 0)
            if (right.id, left.id) in self._kept:
                found.append(sign)
            elif (left.id, right.id) in self._kept:
                found.append(-sign)


def _assigned(one: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the targets of an assignment with what each receives."""
    for target in one.targets:
        if isinstance(target, ast.Tuple) and isinstance(one.value, ast.Tuple):
            yield from zip(target.elts, one.value.elts, strict=False)
        else:
            yield target, one.value
