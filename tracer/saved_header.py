"""The header of a saved trace: what was searched and how, as JSON holds it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any, Final, TypeVar

from engine.control import StopReason
from engine.conventions import Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError, UsageError
from engine.game import AnyGame
from engine.games import GAMES, make_game
from engine.log import VisitLog
from engine.search import find_search
from engine.settings import OPTION_NAMES, Settings
from engine.wrappers.depth_adjusted import DepthAdjusted
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.max_to_move import MaxToMove
from engine.wrappers.named_cells import NamedCells
from engine.wrappers.random_opponent import RandomOpponent
from engine.wrappers.wrapped import Wrapped
from tracer.recording import Recording
from tracer.values import json_number, read_number
from trees.flat import from_flat, to_flat
from trees.hand_tree import HandTree

__all__ = ["HEADER", "SCHEMA", "from_header", "to_header"]

_Kind = TypeVar("_Kind", bound=Recording)

SCHEMA: Final = "plytrace.saved/1"
HEADER: Final = "header.json"
#: What can stand around a saved game, by the option that asks for it.
_WRAPPERS: Final[dict[str, type[Wrapped]]] = {
    wrapper.option: wrapper
    for wrapper in (DepthAdjusted, EvaluatedBy, MaxToMove, NamedCells, RandomOpponent)
}
_NONE: Final = type(None)
_TEXT, _WHOLE, _NUMBER = (str,), (int,), (int, float)
#: The settings that JSON holds as they are, with what they may be.
_PLAIN_SETTINGS: Final[dict[str, tuple[type, ...]]] = {
    "depth": (*_WHOLE, _NONE),
    "rounds": (*_WHOLE, _NONE),
    "order": _TEXT,
    "opponent": _TEXT,
    "iterations": (*_WHOLE, _NONE),
    "exploration": (*_NUMBER, _NONE),
    "seed": (*_WHOLE, _NONE),
}
_KINDS: Final[dict[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "an object",
    _NONE: "null",
}


def to_header(trace: Recording) -> dict[str, Any]:
    """All of a trace but its log.

    Raises:
        UsageError: the game is not one that a file can describe.
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
        "stopped": str(trace.stopped) if trace.stopped else None,
        "game": _game_header(trace.game),
    }


def from_header(header: object, log: VisitLog, kind: type[_Kind]) -> _Kind:
    """The trace that a header and a log make.

    Args:
        header: what `to_header` gave, read back.
        log: the visits.
        kind: what to make of them, `Recording` or a class below it.

    Raises:
        PlytraceError: a field is missing or of a wrong kind, or the fields do not go together.
    """
    if not isinstance(header, dict):
        raise InvalidInput(f"{HEADER} holds {_shown(header)}", expected="a JSON object")
    schema = _field(header, "schema", _TEXT)
    if schema != SCHEMA:
        raise InvalidInput(f"its schema is {_shown(schema)}", expected=SCHEMA)
    source, title, search = (_field(header, name, _TEXT) for name in ("source", "title", "search"))
    settings = Settings(
        convention=_convention(_field(header, "convention", (dict,))),
        window=_window(_field(header, "window", (list,))),
        **{name: _field(header, name, kinds) for name, kinds in _PLAIN_SETTINGS.items()},
    )
    stopped = _field(header, "stopped", (*_TEXT, _NONE))
    if stopped is not None and stopped not in list(StopReason):
        raise InvalidInput(
            f"{HEADER}: stopped is {_shown(stopped)}",
            expected=f"null, or one of {', '.join(StopReason)}",
        )
    game = _game(_field(header, "game", (dict,)))
    chosen = find_search(search)
    chosen(game, settings, VisitLog())  # refuses what does not go together
    if "opponent" in chosen.takes and (
        not isinstance(game, RandomOpponent) or game.asked != settings.opponent
    ):
        raise InvalidInput(f"{HEADER}: the opponent is not the one of the game")
    reason = None if stopped is None else StopReason(stopped)
    return kind(source, game, search, settings, log, reason, title)


def _field(header: dict[Any, Any], name: str, kinds: tuple[type, ...], of: str = HEADER) -> Any:
    """A field of the header.

    Raises:
        InvalidInput: it is missing, or something else.
    """
    if name not in header:
        raise InvalidInput(f"{of} has no {name}")
    value = header[name]
    if type(value) not in kinds:  # true and false are no numbers here
        expected = " or ".join(_KINDS[kind] for kind in kinds if kind is not int or len(kinds) < 3)
        raise InvalidInput(f"{of}: {name} is {_shown(value)}", expected=expected)
    return value


def _shown(value: object) -> str:
    """A value as it stands in the file, not too much of it."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


def _convention(header: dict[Any, Any]) -> Convention:
    """The convention with every field as it was: a name alone might be another's by now.

    Raises:
        PlytraceError: a field is missing, or has a value that there is not.
    """
    of = f"{HEADER}: the convention"
    names = ("cutoff", "update", "returns", "ties")
    fields = [f"{name}={_field(header, name, _TEXT, of)}" for name in names]
    counts = _field(header, "count", (list,), of)
    read = parse_convention(f"aima,{','.join(fields)},count={'+'.join(map(str, counts))}")
    return replace(read, name=_field(header, "name", _TEXT, of))


def _window(bounds: list[Any]) -> tuple[float, float]:
    if len(bounds) != 2 or not all(
        type(bound) in _NUMBER or bound in ("inf", "-inf") for bound in bounds
    ):
        raise InvalidInput(
            f"{HEADER}: window is {_shown(bounds)}", expected='two numbers, "inf" or "-inf"'
        )
    alpha, beta = (read_number(bound) for bound in bounds)
    return alpha, beta


def _game_header(game: AnyGame) -> dict[str, Any]:
    if isinstance(game, Wrapped) and type(game) is _WRAPPERS.get(game.option):
        return {game.option: game.saved, "of": _game_header(game.inner)}
    if type(game) is HandTree:
        return {"tree": to_flat(game)}
    if game.name in GAMES:
        known = {"size": game.size, "position": game.format(game.initial)}
        # A game of one's own may have inherited the name.
        if type(game) is type(make_game(game.name, **known)):
            return {"game": game.name, **known}
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
