"""Calling a program's function with what it asks for, by the names of its parameters."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from .fault import Fault
from .sources import plain

__all__ = [
    *("ALPHA", "BETA", "DEPTH", "EVALUATION", "GAME", "NO_LIMIT", "PLAYER", "SIGN", "STATE"),
    *("COUNTED", "LIMIT", "call", "needs", "signed", "takes"),
]

#: What programs call the things that a search is given, compared without underscores and case.
GAME: Final = ("game", "problem", "g", "rules")
STATE: Final = ("state", "s", "node", "board", "position", "root", "tree", "gamestate", "n")
DEPTH: Final = ("depth", "d", "limit", "maxdepth", "depthlimit", "cutoffdepth", "plies")
#: Of these what can be nothing but the limit, and what can be the plies so far as well.
LIMIT: Final = ("limit", "maxdepth", "depthlimit", "cutoffdepth")
COUNTED: Final = (
    *("depth", "d", "plies", "curdepth", "currentdepth", "currdepth", "level", "ply"),
)
ALPHA: Final = ("alpha", "a", "α")
BETA: Final = ("beta", "b", "β")
PLAYER: Final = (
    *("ismaximizing", "maximizing", "maximizingplayer", "ismax", "ismaxnode", "ismaximizer"),
    *("maxplayer", "maximize", "maximise", "ismaximising", "maximisingplayer", "maxturn"),
)
EVALUATION: Final = (
    *("evalfn", "evaluate", "evaluation", "heuristic", "eval", "evaluationfunction", "h"),
    *("evalfunction", "evaluator"),
)

_ANY: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)

#: A depth that is deeper than any game, for programs that want one where the key has none.
NO_LIMIT: Final = 10_000
#: Whose view a search that negates takes: 1 for MAX, -1 for MIN.
SIGN: Final = ("color", "colour", "sign")


def takes(function: Callable[..., Any], names: Sequence[str]) -> bool:
    """Whether a function has a parameter of one of some names."""
    return any(plain(one.name) in names for one in _parameters(function))


def needs(function: Callable[..., Any], names: Sequence[str]) -> bool:
    """Whether a function has a parameter of one of some names, and no default for it."""
    return any(
        plain(one.name) in names and one.default is one.empty for one in _parameters(function)
    )


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        return [*inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):
        return []


def signed(function: Callable[..., Any], code: ast.FunctionDef | None) -> Callable[..., Any]:
    """A function with the parameters of its `def`, where a decorator hides them.

    Args:
        function: the function, or a method of an object.
        code: its `def`; None where that is not known.
    """
    try:
        hidden = [*inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):
        return function
    if code is None or not hidden or any(one.kind not in _ANY for one in hidden):
        return function
    written = _written(code)
    if inspect.ismethod(function):
        written = written[1:]

    def called(*given: Any, **named: Any) -> Any:
        return function(*given, **named)

    called.__name__ = code.name
    called.__signature__ = inspect.Signature(written)  # type: ignore[attr-defined]
    return called


def _written(code: ast.FunctionDef) -> list[inspect.Parameter]:
    """The parameters of a `def`."""
    arguments, kinds = code.args, inspect.Parameter
    placed = [*arguments.posonlyargs, *arguments.args]
    missing = len(placed) - len(arguments.defaults)
    made = [
        kinds(
            one.arg,
            kinds.POSITIONAL_ONLY
            if place < len(arguments.posonlyargs)
            else kinds.POSITIONAL_OR_KEYWORD,
            default=kinds.empty if place < missing else None,
        )
        for place, one in enumerate(placed)
    ]
    made += [
        kinds(one.arg, kinds.KEYWORD_ONLY, default=kinds.empty if default is None else None)
        for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    return made


def call(
    function: Callable[..., Any], known: Mapping[tuple[str, ...], Any], in_order: Sequence[Any] = ()
) -> Any:
    """Call a function with what its parameters are called.

    Args:
        function: the program's.
        known: values by the names that they go by; a value that is `None` is not passed where the
            parameter has a default.
        in_order: values for parameters whose names say nothing, where they are the first ones.

    Raises:
        Fault: it asks for something that is not known here.
    """
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
        key = plain(one.name)
        if key in by_name and not (by_name[key] is None and has_default):
            value = by_name[key]
        elif has_default:
            skipped = True
            continue
        elif place < len(in_order):
            value = in_order[place]
        else:
            names = ", ".join(names[0] for names in known)
            raise Fault(
                "missing",
                f"{getattr(function, '__name__', 'its function')} has a parameter {one.name!r}, "
                f"and what is meant by it is not known; expected {names}, or one with a default",
            )
        if one.kind is one.KEYWORD_ONLY or (skipped and one.kind is one.POSITIONAL_OR_KEYWORD):
            named[one.name] = value
        else:
            given.append(value)
    return function(*given, **named)
