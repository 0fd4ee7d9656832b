"""Saved traces: the recipe of a search as JSON, from which opening it searches again.

The file has the game, the search, its settings, where the search stopped, and the counts and the
value that it had. It never names a program to run: only hand trees and the games that plytrace
knows can be saved.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from engine.conventions import Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError, UsageError
from engine.game import AnyGame
from engine.games import GAMES, find_recipe, make_game
from engine.running.control import Control, StopReason
from engine.search import run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import Changed, change
from tracer.files.atomic_files import write_atomically
from tracer.recording.recording import Recording
from tracer.text.numbers import json_number, read_number, show_number
from trees.files import TREE_SUFFIXES
from trees.formats.flat import from_flat, to_flat
from trees.hand_tree import HandTree, VectorTree

_Kind = TypeVar("_Kind", bound=Recording)

SCHEMA: Final = "plytrace.saved/3"
_SUFFIX: Final = ".trace"
#: How many bytes tell a recipe.
_FIRST_BYTES: Final = 256
#: The largest file that is read: a tree has at most 50,000 nodes.
_MOST_BYTES: Final = 2**26
#: How a message names the contents of the file.
RECIPE: Final = "the recipe"
#: The changes of a game that have one value.
_ONLY: Final = {"terminal": "evaluation", "max": "to-move"}
_NONE: Final = type(None)
_TEXT, _WHOLE, _NUMBER = (str,), (int,), (int, float)
#: The types in JSON of the settings that it stores directly, by their annotations.
_TYPES: Final[dict[Any, tuple[type, ...]]] = {
    "int | None": (*_WHOLE, _NONE),
    "float | None": (*_NUMBER, _NONE),
    "str": _TEXT,
    "str | None": (*_TEXT, _NONE),
    "tuple[float, float] | None": (list, _NONE),
}
#: Those settings with their types. A guess may be infinite, which is a text.
_PLAIN_SETTINGS: Final = {
    field.name: _TYPES[field.type]
    for field in fields(Settings)
    if field.name not in ("convention", "window")
} | {"guess": (*_NUMBER, *_TEXT, _NONE)}
_KINDS: Final[dict[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "an object",
    _NONE: "null",
}


@dataclass(frozen=True, slots=True)
class Reopened(Generic[_Kind]):
    """A trace that was searched again."""

    trace: _Kind
    note: str


def is_saved_trace(path: str | Path) -> bool:
    """Return whether a file is a saved trace, by its first bytes or its suffix."""
    try:
        with Path(path).open("rb") as file:
            first = file.read(_FIRST_BYTES)
    except (OSError, ValueError):
        return False
    return b'"plytrace.saved/' in first or Path(path).suffix == _SUFFIX


def save(trace: Recording, path: str | Path) -> None:
    """Write the recipe of a trace to a file; a failed write leaves the old file."""
    text = json.dumps(to_recipe(trace), ensure_ascii=False, indent=1)
    with write_atomically(path) as unfinished:
        unfinished.write_text(text + "\n", encoding="utf-8")


def load(path: str | Path, kind: type[_Kind], control: Control | None = None) -> Reopened[_Kind]:
    """Read a recipe that `save` wrote, and search again."""
    if not isinstance(path, str | os.PathLike):
        raise InvalidInput(
            f"{path!r} is not the name of a file", expected="a saved trace, such as lecture.trace"
        )
    try:
        return _search_again(_read(path), kind, control or Control())
    except PlytraceError as error:
        if error.found.startswith(f"{path} "):
            raise
        found = f"{error.where}: {error.found}" if error.where else error.found
        # The hint of an unknown name is about the command line, not about a file.
        hint = error.hint if isinstance(error, InvalidInput) else ""
        raise _damaged(path, found, error.expected, hint) from error
    except FileNotFoundError as error:
        raise InvalidInput("there is no such file", where=str(path)) from error
    except OSError as error:
        raise InvalidInput(f"cannot be read: {error.strerror}", where=str(path)) from error
    # Catch every other way in which a damaged file can fail.
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise _damaged(path, "its parts do not fit together") from error


def _damaged(path: str | Path, found: str, expected: str = "", hint: str = "") -> InvalidInput:
    found = " ".join(found.split())
    return InvalidInput(found, where=str(path), expected=expected, hint=hint or _AGAIN)


_AGAIN: Final = "Save it again with plytrace trace SOURCE --save FILE"


def _read(path: str | Path) -> Any:
    """Return the JSON of a file."""
    with Path(path).open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    try:
        if len(data) > _MOST_BYTES:
            raise ValueError
        recipe = json.loads(data)
    except (ValueError, RecursionError):  # not UTF-8, or not JSON
        recipe = None
    if not isinstance(recipe, dict) or not str(recipe.get("schema")).startswith("plytrace.saved/"):
        what = "" if data else ": it is empty"
        is_tree = str(path).lower().endswith(TREE_SUFFIXES)
        raise InvalidInput(
            f"{path} is not a saved trace{what}",
            expected="a file from plytrace trace --save",
            hint=f"To search a tree, use tracer.trace({str(path)!r})" if is_tree else "",
        )
    return recipe


def to_recipe(trace: Recording) -> dict[str, Any]:
    """Return everything from which a search can be repeated, and its result."""
    settings, game = trace.settings, trace.game
    return {
        "schema": SCHEMA,
        "source": trace.source,
        "title": trace.title,
        "search": trace.search,
        "convention": asdict(settings.convention),
        "window": [json_number(bound) for bound in settings.window],
        **{name: getattr(settings, name) for name in _PLAIN_SETTINGS},
        "guess": None if settings.guess is None else json_number(settings.guess),
        "bounds": settings.bounds and [json_number(end) for end in settings.bounds],
        "game": _game_recipe(game),
        "stopped": str(trace.stopped) if trace.stopped else None,
        "value": json_number(trace.value),
        "counts": asdict(trace.counts),
    }


def _search_again(recipe: dict[Any, Any], kind: type[_Kind], control: Control) -> Reopened[_Kind]:
    """Repeat the search of a recipe, with at most as many visits as it had."""
    schema = _field(recipe, "schema", _TEXT)
    if schema != SCHEMA:
        raise InvalidInput(f"its schema is {_shown(schema)}", expected=SCHEMA)
    source, title, search = (_field(recipe, name, _TEXT) for name in ("source", "title", "search"))
    settings = Settings(
        convention=_convention(_field(recipe, "convention", (dict,))),
        window=_window(_field(recipe, "window", (list,))),
        **{name: _setting(recipe, name) for name in _PLAIN_SETTINGS},
    )
    stopped = _field(recipe, "stopped", (*_TEXT, _NONE))
    if stopped is not None and stopped not in list(StopReason):
        raise InvalidInput(
            f"{RECIPE}: stopped is {_shown(stopped)}",
            expected=f"null, or one of {', '.join(StopReason)}",
        )
    saved_value = read_number(_field(recipe, "value", (*_NUMBER, *_TEXT, _NONE)))
    saved_counts = _field(recipe, "counts", (dict,))
    visits = _field(saved_counts, "visited", _WHOLE, f"{RECIPE}: counts")
    game = _game(_field(recipe, "game", (dict,)))
    control.limit(max(1, visits))
    result = run_search(game, search, settings, control)
    reason = result.stopped
    if reason is StopReason.BUDGET and stopped is not None:
        reason = StopReason(stopped)
    trace = kind(source, result.game, search, settings, result.log, reason, title)
    if reason is StopReason.CANCELLED and len(result.log) < visits:
        return Reopened(trace, f"only {len(result.log):,} of its {visits:,} visits were repeated")
    is_same = (
        (reason is None) == (stopped is None)
        and json_number(trace.value) == json_number(saved_value)
        and asdict(trace.counts) == saved_counts
    )
    return Reopened(trace, "" if is_same else _difference(trace, saved_value, visits))


def _difference(trace: Recording, value: float, visits: int) -> str:
    """Describe how a trace differs from the saved result."""
    now, then = (
        f"the value {show_number(one)} after {count:,} visits"
        for one, count in ((trace.value, trace.counts.visited), (value, visits))
    )
    if now == then:
        return "searched again, its counts differ from those that were saved"
    return f"searched again, it has {now}; {then} was saved"


def _field(recipe: dict[Any, Any], name: str, kinds: tuple[type, ...], of: str = RECIPE) -> Any:
    if name not in recipe:
        raise InvalidInput(f"{of} has no {name}")
    value = recipe[name]
    if type(value) not in kinds:  # a bool is not accepted as a number
        expected = " or ".join(_KINDS[kind] for kind in kinds if kind is not int or len(kinds) < 3)
        raise InvalidInput(f"{of}: {name} is {_shown(value)}", expected=expected)
    return value


def _setting(recipe: dict[Any, Any], name: str) -> Any:
    """Return one of `_PLAIN_SETTINGS`."""
    value = _field(recipe, name, _PLAIN_SETTINGS[name])
    if name == "bounds" and value is not None:
        return _window(value, name)
    if isinstance(value, str) and name == "guess":
        if value not in ("inf", "-inf"):
            raise InvalidInput(
                f"{RECIPE}: guess is {_shown(value)}", expected='a number, "inf" or "-inf"'
            )
        return read_number(value)
    return value


def _shown(value: object) -> str:
    """Return a value as JSON, shortened to 40 characters."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


def _convention(recipe: dict[Any, Any]) -> Convention:
    """Return the convention from all its fields; a built-in of the same name may have changed."""
    of = f"{RECIPE}: the convention"
    names = ("cutoff", "update", "returns", "ties")
    fields = [f"{name}={_field(recipe, name, _TEXT, of)}" for name in names]
    counts = _field(recipe, "count", (list,), of)
    read = parse_convention(f"aima,{','.join(fields)},count={'+'.join(map(str, counts))}")
    return replace(read, name=_field(recipe, "name", _TEXT, of))


def _window(bounds: list[Any], name: str = "window") -> tuple[float, float]:
    if len(bounds) != 2 or not all(
        type(bound) in _NUMBER or bound in ("inf", "-inf") for bound in bounds
    ):
        raise InvalidInput(
            f"{RECIPE}: {name} is {_shown(bounds)}", expected='two numbers, "inf" or "-inf"'
        )
    alpha, beta = (read_number(bound) for bound in bounds)
    return alpha, beta


def _game_recipe(game: AnyGame) -> dict[str, Any]:
    if type(game) is Changed:
        saved, changes = _game_recipe(game.inner), game.changes
        if changes.evaluation is not None:
            label = changes.options["eval"]
            saved = {
                "eval": {"spec": _convert(changes.evaluation, _write_fraction), "label": label},
                "of": saved,
            }
        for option in ("win", "terminal", "max", "cells"):  # the opponent is among the settings
            if (value := getattr(changes, option)) is not None:
                saved = {option: value, "of": saved}
        return saved
    if type(game) is HandTree or type(game) is VectorTree:
        return {"tree": to_flat(game)}
    if recipe := find_recipe(game):
        return {"game": recipe.pop("name"), **recipe}
    raise UsageError(
        f"a trace of {game} cannot be saved: a file can only hold hand trees and the games "
        f"that plytrace knows",
        hint="Save the visits instead, with -f jsonl",
    )


def _convert(spec: Any, change: Callable[[Any], Any]) -> Any:
    """Return the description of an evaluation with all its values changed."""
    if isinstance(spec, Mapping):
        return {key: _convert(value, change) for key, value in spec.items()}
    if isinstance(spec, Sequence) and not isinstance(spec, str):
        return [_convert(value, change) for value in spec]
    return change(spec)


def _write_fraction(value: Any) -> Any:
    return f"{value}" if isinstance(value, Fraction) else value


def _read_fraction(value: Any) -> Any:
    try:
        return Fraction(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _game(recipe: dict[Any, Any]) -> AnyGame:
    of = f"{RECIPE}: the game"
    for option in ("eval", "win", "terminal", "max", "cells"):
        if option in recipe:
            inner = _game(_field(recipe, "of", (dict,), of))
            try:
                return change(inner, **_read_change(option, recipe[option]))
            except PlytraceError:
                raise
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                raise InvalidInput(f"{of} cannot have {option} {_shown(recipe[option])}") from error
    if "tree" in recipe:
        return from_flat(recipe["tree"])
    name, size, position = (_field(recipe, key, _TEXT, of) for key in ("game", "size", "position"))
    if name not in GAMES:
        raise InvalidInput(f"{of} is {_shown(name)}", expected=f"one of {', '.join(GAMES)}")
    return make_game(name, size=size, position=position)


def _read_change(option: str, saved: Any) -> dict[str, Any]:
    """Return a saved change of a game as a field of `Changes`."""
    if option == "eval":
        spec = saved["spec"]
        if not isinstance(spec, str):  # a name
            spec = _convert(spec, _read_fraction)
        return {"evaluation": spec, "label": saved["label"]}
    if saved != _ONLY.get(option, saved):
        raise ValueError(saved)
    return {option: saved}
