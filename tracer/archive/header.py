"""The header of a saved trace: the game, the search and its settings as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any, Final, TypeVar

from engine.conventions import Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError, UsageError
from engine.game import AnyGame
from engine.games import GAMES, make_game, recipe_of
from engine.log.visit_log import VisitLog
from engine.log.windows import Windows
from engine.running.control import StopReason
from engine.search import find_search
from engine.searches.settings import OPTION_NAMES, Settings
from engine.wrappers.depth_adjusted import DepthAdjusted
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.evaluated_ends import EvaluatedEnds
from engine.wrappers.max_to_move import MaxToMove
from engine.wrappers.named_cells import NamedCells
from engine.wrappers.random_opponent import RandomOpponent
from engine.wrappers.wrapped import Wrapped
from tracer.archive.columns import Layout
from tracer.recording.recording import Recording
from tracer.text.numbers import json_number, read_number
from trees.formats.flat import from_flat, to_flat
from trees.hand_tree import HandTree
from trees.vector_tree import VectorTree

__all__ = ["HEADER", "SCHEMA", "from_header", "layout_of", "to_header"]

_Kind = TypeVar("_Kind", bound=Recording)

SCHEMA: Final = "plytrace.saved/2"
#: The first format has columns for α, β and wider depths, whatever the search.
_FIRST_SCHEMA: Final = "plytrace.saved/1"
HEADER: Final = "header.json"
#: The wrappers of a saved game, by the option that adds each.
_WRAPPERS: Final[dict[str, type[Wrapped]]] = {
    wrapper.option: wrapper
    for wrapper in (
        DepthAdjusted,
        EvaluatedBy,
        EvaluatedEnds,
        MaxToMove,
        NamedCells,
        RandomOpponent,
    )
}
_NONE: Final = type(None)
_TEXT, _WHOLE, _NUMBER = (str,), (int,), (int, float)
#: The settings that JSON stores directly, with the types of their values.
_PLAIN_SETTINGS: Final[dict[str, tuple[type, ...]]] = {
    "depth": (*_WHOLE, _NONE),
    "rounds": (*_WHOLE, _NONE),
    "order": _TEXT,
    "opponent": _TEXT,
    "iterations": (*_WHOLE, _NONE),
    "exploration": (*_NUMBER, _NONE),
    "seed": (*_WHOLE, _NONE),
    "guess": (*_NUMBER, *_TEXT, _NONE),
    "gap": (*_NUMBER, _NONE),
    "margin": (*_NUMBER, _NONE),
    "research": (*_TEXT, _NONE),
    "bounds": (list, _NONE),
    "sum": (*_NUMBER, _NONE),
    "near": (*_NUMBER, _NONE),
}
#: The settings that older files do not have.
_LATER_SETTINGS: Final = ("guess", "gap", "margin", "research", "bounds", "sum", "near")
_KINDS: Final[dict[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "an object",
    _NONE: "null",
}


def to_header(trace: Recording) -> dict[str, Any]:
    """Return everything in a trace except its log.

    Raises:
        UsageError: if a file cannot describe the game.
    """
    settings = trace.settings
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
        "stopped": str(trace.stopped) if trace.stopped else None,
        "windows": trace.log.windows.value,
        "game": _game_header(trace.game),
    }


def layout_of(header: object) -> Layout:
    """Return what a header says about the columns of the log.

    Raises:
        InvalidInput: if it says nothing, or is of an unknown format.
    """
    if not isinstance(header, dict):
        raise InvalidInput(f"{HEADER} holds {_shown(header)}", expected="a JSON object")
    schema = _field(header, "schema", _TEXT)
    if schema not in (SCHEMA, _FIRST_SCHEMA):
        raise InvalidInput(f"its schema is {_shown(schema)}", expected=SCHEMA)
    window = _window(_field(header, "window", (list,)))
    if schema == _FIRST_SCHEMA:
        return Layout(Windows.ANY, window, is_first=True)
    windows = _field(header, "windows", _TEXT)
    words = [one.value for one in Windows]
    if windows not in words:
        raise InvalidInput(
            f"{HEADER}: windows is {_shown(windows)}", expected=f"one of {', '.join(words)}"
        )
    return Layout(Windows(windows), window)


def from_header(header: dict[Any, Any], log: VisitLog, kind: type[_Kind]) -> _Kind:
    """Return the trace described by a header and a log.

    Args:
        header: parsed result of `to_header`, which `layout_of` has taken.
        log: visits.
        kind: class of the result, `Recording` or a subclass.

    Raises:
        PlytraceError: if a field is missing or of a wrong type, or if fields contradict each other.
    """
    source, title, search = (_field(header, name, _TEXT) for name in ("source", "title", "search"))
    settings = Settings(
        convention=_convention(_field(header, "convention", (dict,))),
        window=_window(_field(header, "window", (list,))),
        **_plain_settings(header),
    )
    stopped = _field(header, "stopped", (*_TEXT, _NONE))
    if stopped is not None and stopped not in list(StopReason):
        raise InvalidInput(
            f"{HEADER}: stopped is {_shown(stopped)}",
            expected=f"null, or one of {', '.join(StopReason)}",
        )
    game = _game(_field(header, "game", (dict,)))
    chosen = find_search(search)
    chosen(game, settings, VisitLog())  # rejects settings that contradict each other
    if "opponent" in chosen.takes and (
        not isinstance(game, RandomOpponent) or game.option_value != settings.opponent
    ):
        raise InvalidInput(f"{HEADER}: the opponent differs from that of the game")
    reason = None if stopped is None else StopReason(stopped)
    return kind(source, game, search, settings, log, reason, title)


def _field(header: dict[Any, Any], name: str, kinds: tuple[type, ...], of: str = HEADER) -> Any:
    """Return a field of the header.

    Raises:
        InvalidInput: if it is missing or of another type.
    """
    if name not in header:
        raise InvalidInput(f"{of} has no {name}")
    value = header[name]
    if type(value) not in kinds:  # a bool is not accepted as a number
        expected = " or ".join(_KINDS[kind] for kind in kinds if kind is not int or len(kinds) < 3)
        raise InvalidInput(f"{of}: {name} is {_shown(value)}", expected=expected)
    return value


def _plain_settings(header: dict[Any, Any]) -> dict[str, Any]:
    """Return the settings of `_PLAIN_SETTINGS`."""
    found = {
        name: _field(header, name, kinds)
        for name, kinds in _PLAIN_SETTINGS.items()
        if name in header or name not in _LATER_SETTINGS
    }
    guess = found.get("guess")
    if isinstance(guess, str):
        if guess not in ("inf", "-inf"):
            raise InvalidInput(
                f"{HEADER}: guess is {_shown(guess)}", expected='a number, "inf" or "-inf"'
            )
        found["guess"] = read_number(guess)
    if found.get("bounds") is not None:
        found["bounds"] = _window(found["bounds"], "bounds")
    return found


def _shown(value: object) -> str:
    """Return a value as JSON, shortened to 40 characters."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


def _convention(header: dict[Any, Any]) -> Convention:
    """Return the convention from all its fields; a built-in of the same name may have changed.

    Raises:
        PlytraceError: if a field is missing or has an unknown value.
    """
    of = f"{HEADER}: the convention"
    names = ("cutoff", "update", "returns", "ties")
    fields = [f"{name}={_field(header, name, _TEXT, of)}" for name in names]
    counts = _field(header, "count", (list,), of)
    read = parse_convention(f"aima,{','.join(fields)},count={'+'.join(map(str, counts))}")
    return replace(read, name=_field(header, "name", _TEXT, of))


def _window(bounds: list[Any], name: str = "window") -> tuple[float, float]:
    if len(bounds) != 2 or not all(
        type(bound) in _NUMBER or bound in ("inf", "-inf") for bound in bounds
    ):
        raise InvalidInput(
            f"{HEADER}: {name} is {_shown(bounds)}", expected='two numbers, "inf" or "-inf"'
        )
    alpha, beta = (read_number(bound) for bound in bounds)
    return alpha, beta


def _game_header(game: AnyGame) -> dict[str, Any]:
    if isinstance(game, Wrapped) and type(game) is _WRAPPERS.get(game.option):
        return {game.option: game.saved, "of": _game_header(game.inner)}
    if type(game) is HandTree or type(game) is VectorTree:
        return {"tree": to_flat(game)}
    if recipe := recipe_of(game):
        return {"game": recipe.pop("name"), **recipe}
    raise UsageError(
        f"a trace of {game} cannot be saved: a file can only hold hand trees and the games "
        f"that plytrace knows",
        hint="Save the visits instead, with -f jsonl",
    )


def _game(header: dict[Any, Any]) -> AnyGame:
    of = f"{HEADER}: the game"
    for option, wrapper in _WRAPPERS.items():
        if option in header:
            inner = _game(_field(header, "of", (dict,), of))
            try:
                return wrapper.restored(inner, header[option])
            except PlytraceError:
                raise
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                raise InvalidInput(f"{of} cannot have {option} {_shown(header[option])}") from error
    if "tree" in header:
        return from_flat(header["tree"])
    name, size, position = (_field(header, key, _TEXT, of) for key in ("game", "size", "position"))
    if name not in GAMES:
        raise InvalidInput(f"{of} is {_shown(name)}", expected=f"one of {', '.join(GAMES)}")
    return make_game(name, size=size, position=position)


assert [*_PLAIN_SETTINGS] == [name for name in OPTION_NAMES if name != "window"]
