"""Checks of a custom game's attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

from engine.errors import InvalidInput
from engine.game import Game, Player
from engine.text.pieces import Ground, Piece
from engine.values.evaluation import Evaluation
from engine.wrappers.faults import error_place, one_line, relative_path


#: The expected form of an evaluation, with the line to write.
EVALUATION_EXPECTED: Final = 'Evaluation("summary", function), from engine.values.evaluation'


class _Rule(NamedTuple):
    """The allowed values of an attribute."""

    holds: Callable[[Any], bool]
    expected: str


def is_evaluation(value: object) -> bool:
    """Return whether a value is an evaluation with a function."""
    return (
        isinstance(value, Evaluation)
        and isinstance(value.summary, str)
        and callable(value.value)
        and (value.terms is None or callable(value.terms))
    )


def _is_whole(least: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and value >= least


def _is_mapping(of_key: type, of_value: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, Mapping)
        and all(isinstance(key, of_key) and of_value(entry) for key, entry in value.items())
    )


def _is_texts(value: Any) -> bool:
    is_sequence = isinstance(value, Sequence) and not isinstance(value, str)
    return is_sequence and all(isinstance(text, str) for text in value)


_TEXT: Final = _Rule(lambda value: isinstance(value, str), "a string")

_RULES: Final[dict[str, _Rule]] = {
    "size": _TEXT,
    "rules": _TEXT,
    "move_naming": _TEXT,
    "given_order": _TEXT,
    "labels": _Rule(
        _is_mapping(int, lambda name: isinstance(name, str)),
        'a name for each player, as in {Player.MAX: "X", Player.MIN: "O"}',
    ),
    "evaluations": _Rule(
        _is_mapping(str, is_evaluation),
        f'names and evaluations, as in {{"mine": Evaluation("summary", function)}}; '
        f"each is an {EVALUATION_EXPECTED}",
    ),
    "plies_per_round": _Rule(_is_whole(1), "a whole number of plies, at least 1"),
    "columns": _Rule(_is_whole(0), "a whole number of columns, 0 if moves take no cells"),
    "pieces": _Rule(
        _is_mapping(str, lambda piece: isinstance(piece, Piece)), "symbols and their Piece"
    ),
    "ground": _Rule(
        lambda value: value in get_args(Ground), f"one of {', '.join(get_args(Ground))}"
    ),
    "warnings": _Rule(_is_texts, "a list of sentences"),
}


def has_initial(game: Any, called: str, file: str) -> bool:
    """Return whether a game has an initial state; the arguments are those of `checked_attributes`."""
    try:
        return hasattr(game, "initial")
    except (Exception, SystemExit) as error:
        expected = "the state from which a search starts"
        raise _make_raised_error("initial", called, file, error, expected) from error


def checked_attributes(game: Any, called: str, file: str) -> dict[str, Any]:
    """Return the attributes that searches and listings read."""
    attributes = {}
    for name, rule in _RULES.items():
        try:
            value = getattr(game, name)
            holds = rule.holds(value)
            if holds and name == "labels":
                value = {**Game.labels, **{Player(key): text for key, text in value.items()}}
        except (Exception, SystemExit) as error:  # a property or mapping may raise anything
            raise _make_raised_error(name, called, file, error, rule.expected) from error
        if not holds:
            raise InvalidInput(
                f"{name} of {called} is {_format_value(value)}",
                where=relative_path(file),
                expected=rule.expected,
            )
        attributes[name] = value
    return attributes


def _make_raised_error(
    name: str, called: str, file: str, error: BaseException, expected: str
) -> InvalidInput:
    return InvalidInput(
        f"{name} of {called} raised {type(error).__name__}: {one_line(str(error))}",
        where=error_place(file, error.__traceback__),
        expected=expected,
    )


def _format_value(value: object) -> str:
    try:
        return one_line(repr(value))
    except Exception:  # its class may raise anything
        return f"a {type(value).__name__}"
