"""The table of keys: the reader, the list in docs/check.md and the JSON schema come from it.

`keys.csv` has one row per key; the forms of the values are here.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Final

from engine.conventions import parse_convention
from engine.errors import InvalidInput, PlytraceError, UsageError, did_you_mean, look_up
from engine.search import SEARCHES
from tracer.ask.questions import LETTER_QUESTIONS, QUESTIONS
from tracer.marking.keys.problem import ANY
from tracer.marking.reading.part_names import ALL_PARTS, part_called
from tracer.text.numbers import parse_typed_number
from trees.text import quote
from trees.yaml.plain_data import PlainFile

#: What can have keys.
HOLDERS: Final[Mapping[str, str]] = {
    "search": "a search",
    "ask": "a question about a letter",
    "matrix": "a payoff matrix",
    "mcts": "an MCTS run by hand",
    "tree": "a tree in the key",
    "set": "a problem set",
}


@dataclass(frozen=True, slots=True)
class ValueForm:
    """A form of values."""

    expected: str  # description, as in error messages
    #: Function that reads a value; it raises `ValueError` or a `PlytraceError`.
    read: Callable[[Any], Any]
    schema: Mapping[str, Any]  # JSON schema


def _read_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value.strip()


def _read_number(value: Any) -> float:
    try:
        return parse_typed_number(value)
    except InvalidInput as error:
        raise ValueError from error


def _number(expected: str, least: float, most: float, *, is_whole: bool = False) -> ValueForm:
    """Return the form of the numbers of a range."""

    def read_number(value: Any) -> float:
        number = _read_number(value)
        if not least <= number <= most or (is_whole and not number.is_integer()):
            raise ValueError
        return int(number) if is_whole else number

    return ValueForm(expected, read_number, {"type": ["number", "string"]})


def _choice(choices: Mapping[str, Any], meaning: str = "") -> ValueForm:
    """Return the form of one of several words."""

    def read_word(value: Any) -> Any:
        word = _read_text(value).lower()
        if word not in choices:
            raise ValueError
        return choices[word]

    *words, last = choices
    return ValueForm(f"{', '.join(words)} or {last}{meaning}", read_word, {"enum": [*choices]})


def _read_per_cent(value: Any) -> Any:
    text = _read_text(value)
    number = _PER_CENT.read(text.removesuffix("%").strip())
    if 0 < number <= 1 and not text.endswith("%"):  # 0.1 may be meant as 10%
        raise ValueError
    return number


def _read_switch(value: Any) -> bool:
    return {"yes": True, "true": True, "no": False, "false": False}[_read_text(value).lower()]


def _read_pair(value: Any) -> tuple[float, float]:
    ends = value.strip("()[] ").split(",") if isinstance(value, str) else value
    if not isinstance(ends, list) or len(ends) != 2:
        raise ValueError
    return _read_number(ends[0]), _read_number(ends[1])


def _read_conventions(value: Any) -> Any:
    names = value if isinstance(value, list) else [value]
    if not names:
        raise ValueError
    return ANY if names == ["any"] else tuple([parse_convention(_read_text(one)) for one in names])


def _read_question(value: Any) -> str:
    question = " ".join(_read_text(value).split())
    word, _, rest = question.removeprefix("true ").partition(" ")
    if word not in LETTER_QUESTIONS or not rest:
        raise UsageError(f"a key cannot ask {quote(question)}")
    return question


def _find_part(word: str) -> str:
    """Return the part that a key names."""
    part = word if word in ALL_PARTS else part_called(word)
    if part is None:
        hint = did_you_mean(word[:100], ALL_PARTS)
        raise UsageError(
            f"there is no part {quote(word)}", expected=", ".join(ALL_PARTS), hint=hint
        )
    return part


def _read_parts(value: Any) -> dict[str, float]:
    """Return the points of each part; a list has one point for each."""
    pairs = [(word, "1") for word in value] if isinstance(value, list) else value
    if isinstance(pairs, Mapping):
        pairs = [*pairs.items()]
    if not isinstance(pairs, list) or not pairs:
        raise ValueError
    points: dict[str, float] = {}
    for word, typed in pairs:
        part = _find_part(str(word))
        try:
            number = _POINTS.read(typed)
        except ValueError:
            fault = f"{part} cannot have {quote(str(typed))} points"
            raise UsageError(fault, expected=_POINTS.expected) from None
        if part in points:
            fault = f"{part} appears twice among the parts, once as {quote(str(word))}"
            raise UsageError(fault, expected="each part once")
        points[part] = number
    if not sum(points.values()):
        raise UsageError("the parts have no points", expected="some points")
    return points


def _read_labels(value: Any) -> dict[str, str]:
    """Return the part of each further label, in lower case."""
    if not isinstance(value, Mapping):
        raise ValueError
    labels: dict[str, str] = {}
    for word, typed in value.items():
        part = _find_part(word)
        for text in typed if isinstance(typed, list) else [typed]:
            label = " ".join(_read_text(text).split()).casefold()
            others = {labels.get(label), part_called(label)} - {None, part}
            if not label or others:
                fault = f"{quote(label)} cannot be a label of {part}"
                raise UsageError(fault, expected="words that label no other part")
            labels[label] = part
    return labels


_POINTS: Final = _number("a number of points, 0 or more", 0, 1e6)
_PER_CENT: Final = _number(
    "per cent from 0 to 100, such as 10%, with the sign if it is 1 or less", 0, 100
)
_TEXT: Final = {"type": "string"}
_TEXTS: Final = {"type": ["string", "array"], "items": _TEXT}
_PAIR: Final = {"type": ["string", "array"], "minItems": 2, "maxItems": 2}
_POINTS_OF_PARTS: Final = {"type": ["object", "array"], "additionalProperties": _POINTS.schema}
_WORDS: Final = " or ".join(QUESTIONS[word] for word in LETTER_QUESTIONS)

#: The forms of values by their names in `keys.csv`.
_FORMS: Final[Mapping[str, ValueForm]] = {
    "subject": ValueForm("a name, a file, or itself", lambda value: value, {}),
    "text": ValueForm("a text", _read_text, _TEXT),
    "file": ValueForm("a name, or a file beside the key", _read_text, _TEXT),
    "yes or no": ValueForm("yes or no", _read_switch, {"enum": [True, False, "yes", "no"]}),
    "number": _number("a number", -math.inf, math.inf),
    "whole number": _number("a whole number", -math.inf, math.inf, is_whole=True),
    "tolerance": _number("a number, 0 or more", 0, 1e300),
    "per cent": replace(_PER_CENT, read=_read_per_cent),
    "time": _number("a time above 0", math.ulp(0.0), 1e6),
    "fresh trees": _number("a number of trees from 0 to 20", 0, 20, is_whole=True),
    "window of numbers": ValueForm("α and β, such as [-2, 2]", _read_pair, _PAIR),
    "range of numbers": ValueForm("two numbers, such as [0, 10]", _read_pair, _PAIR),
    "window": _choice({"before": "before", "after": "after", "either": "either"}),
    "follow-through": _choice({"one": True, "none": False}),
    "ends": _choice({"exact": False, "either": True}),
    "question": ValueForm(_WORDS, _read_question, _TEXT),
    "parts": ValueForm("points, such as {visits: 4}", _read_parts, _POINTS_OF_PARTS),
    "labels": ValueForm(
        "labels of parts, such as {values: [Werte, valores]}",
        _read_labels,
        {"type": "object", "additionalProperties": _TEXTS},
    ),
    "conventions": ValueForm(
        "conventions, such as [aima, cs188], or any", _read_conventions, _TEXTS
    ),
    "search": ValueForm(
        "the name of a search",
        lambda value: look_up(_read_text(value), SEARCHES, "search").name,
        {"enum": [*SEARCHES]},
    ),
}


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a problem or a set."""

    name: str  # name in files
    form: ValueForm  # form of its value
    default: str  # value if the key is missing, in words; empty if there is none
    meaning: str  # one line for its users
    group: str  # what it belongs to: the subject, the problem, or a kind of rules
    holders: tuple[str, ...]  # what can have it
    field: str  # field that it sets
    is_file: bool  # whether its value may name a file beside the key


def _read_table() -> dict[str, Key]:
    """Return the keys of `keys.csv` by name."""
    text = (files(__package__) / "keys.csv").read_text(encoding="utf-8")
    return {
        row["key"]: Key(
            row["key"],
            _FORMS[row["value"]],
            row["default"],
            row["meaning"],
            row["group"],
            tuple(row["for"].split()),
            row["field"] or row["key"].replace("-", "_"),
            row["value"] == "file",
        )
        for row in csv.DictReader(text.splitlines())
    }


#: All keys by name, in the order of every listing.
KEYS: Final[Mapping[str, Key]] = _read_table()


def list_keys(*holders: str) -> list[str]:
    """Return the names of the keys of some `HOLDERS`."""
    return [name for name, key in KEYS.items() if {*holders} & {*key.holders}]


def find_key(file: PlainFile, name: str, *holders: str) -> Key:
    """Return a key of the table."""
    allowed = list_keys(*holders)
    if name in allowed:
        return KEYS[name]
    if name in KEYS:
        raise InvalidInput(
            f"{name}: has no effect on {HOLDERS[holders[0]]}",
            where=file.place(name),
            expected="it inside a problem of the set"
            if "set" in holders
            else f"it only for {' or '.join(HOLDERS[one] for one in KEYS[name].holders)}",
        )
    raise InvalidInput(
        f"a problem{' set' if 'set' in holders else ''} has no key {quote(name)}",
        where=file.place(name),
        expected=f"one of {', '.join(allowed)}",
        hint=did_you_mean(name[:100], allowed) or _hint_at_comma(name),
    )


def _hint_at_comma(name: str) -> str:
    """Return a hint if a key is what follows a comma, as in {source: race:4,2}."""
    return "Quote a value with a comma in braces, as in 'race:4,2'" if name.isdecimal() else ""


def read_entry(file: PlainFile, key: Key) -> Any:
    """Return the value of a key of a file."""
    value = file.entries[key.name]
    shown = quote(value) if isinstance(value, str) else f"{value!r:.60}"
    found, expected, hint = f"{key.name}: cannot be {shown}", key.form.expected, ""
    try:
        return key.form.read(value)
    except PlytraceError as error:
        found, expected, hint = error.found, error.expected or expected, error.hint
    except (ValueError, KeyError):
        pass
    raise InvalidInput(found, where=file.place(key.name), expected=expected, hint=hint)
