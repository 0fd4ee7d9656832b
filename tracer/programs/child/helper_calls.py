"""Calls of a program's helpers on the boards that the grading process sends.

The answers are sent as they are. The right ones are not known in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any, Final

from .program import Program
from .sandbox.limits import Stopped, seconds_left, stopped_after
from .watched_nodes import WatchedNodes

#: Least seconds of processor time for the calls of a helper.
LEAST: Final = 0.2
#: The most items of a list, lists in each other, and characters of an answer that is sent.
_MOST_ITEMS: Final = 100
_DEEPEST: Final = 3
_LONGEST: Final = 10


def functions_named(program: Program, names: Iterable[str]) -> dict[str, Callable[..., Any]]:
    """Return functions of a module by their names in the assignment; see `normalize`."""
    module = vars(program.module)
    written = {name: program.file.definitions.function_named(name) for name in names}
    named = {
        name: module.get(definition.name if definition else name)
        for name, definition in written.items()
    }
    return {name: function for name, function in named.items() if callable(function)}


def call_helpers(program: Program, watched: WatchedNodes, task: Mapping[str, Any]) -> None:
    """Call the helpers and send their answers; None for one that is missing.

    The boards are `task`, for each helper its calls with the number of a board and what follows
    it, and the helpers whose boards may not share rows with those that they receive.
    """
    functions = functions_named(program, task["calls"])
    answers: dict[str, Any] = dict.fromkeys(task["calls"])
    for name, function in functions.items():
        is_apart = name in task["apart"]
        answers[name] = [*_answers(function, task["calls"][name], task["boards"], is_apart)]
    watched.send_helpers(answers)


def _answers(
    function: Callable[..., Any], calls: Sequence[Any], boards: Sequence[Any], is_apart: bool
) -> Iterator[Any]:
    """Yield the answers of a helper, the last of which may be that it was stopped."""
    try:
        with stopped_after(max(LEAST, seconds_left() / 2)):
            for board, *more in calls:
                arguments = [tuple(each) if isinstance(each, list) else each for each in more]
                yield _answer(function, boards[board], arguments, is_apart)
    except Stopped as stopped:
        yield {"odd": f"is stopped: {stopped}"}


def _answer(
    function: Callable[..., Any], board: list[list[Any]], arguments: list[Any], is_apart: bool
) -> Any:
    """Return the answer to a call as JSON; `{"odd": clause}` for anything unusual."""
    rows = [[*row] for row in board]
    try:
        returned = function(rows, *arguments)
    except Exception as error:
        return {"odd": f"raises {type(error).__name__}"}
    if rows != board:
        return {"odd": "changes the board that it receives"}
    try:
        if is_apart and any(row is other for row in rows for other in returned):
            return {"odd": "returns a board that shares rows with the one that it receives"}
        return _as_json(returned, _DEEPEST)
    except (TypeError, ValueError):
        return {"odd": f"returns {returned!r:.90}"}


def _as_json(value: Any, depth: int) -> Any:
    """Return a small value of Python or NumPy as JSON; a set is sorted."""
    if callable(getattr(value, "tolist", None)):
        value = value.tolist()
    if isinstance(value, list | tuple | set | frozenset) and depth and len(value) <= _MOST_ITEMS:
        items = [_as_json(item, depth - 1) for item in value]
        return items if isinstance(value, list | tuple) else sorted(items)
    if value is None or (
        (isinstance(value, Integral) or type(value) in (float, str)) and len(str(value)) < _LONGEST
    ):
        return value
    raise ValueError(value)
