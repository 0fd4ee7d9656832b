"""Read the entries of a lesson's mappings: texts, numbers and known words."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeVar, get_type_hints

from engine.errors import InvalidInput, add_place, did_you_mean
from tracer.generate.order_keys import Span, span
from trees.text import quote
from trees.yaml.plain_data import PlainFile
from trees.yaml.yaml_text import YamlMap

_Record = TypeVar("_Record")
_LONGEST: Final = 120
_TRUTHS: Final = {"yes": True, "true": True, "no": False, "false": False}


def read_record(kind: type[_Record], file: PlainFile, what: str) -> _Record:
    """Read a record whose fields are annotated with readers; `zero_sum` has the key `zero-sum`."""
    hints = get_type_hints(kind, include_extras=True)
    names = {name.replace("_", "-"): name for name in hints}
    file.node.check_keys(tuple(names), what)
    typed = [key for key in names if file.entries.get(key) is not None]
    return kind(**{names[key]: hints[names[key]].__metadata__[0](file, key) for key in typed})


def text_at(file: PlainFile, key: str) -> str:
    """Return the text under a key; empty if the key is missing."""
    value = file.entries.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise file.refusal(key, f"{key}: is not a text", "a text")
    return value.strip()


def line_at(file: PlainFile, key: str) -> str:
    """Return the text under a key, which must be one short line."""
    text = text_at(file, key)
    if "\n" in text or len(text) > _LONGEST:
        raise file.refusal(
            key,
            f"{key}: is not one short line: it has {len(text)} characters",
            f"one line of at most {_LONGEST} characters",
        )
    return text


def texts_at(file: PlainFile, key: str) -> list[str]:
    """Return the texts of a list, or a single text as a list."""
    value = file.entries.get(key) or []
    listed = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in listed):
        raise file.refusal(key, f"{key}: is not a list of texts", "texts")
    return [one.strip() for one in listed]


def whole_at(file: PlainFile, key: str, *, least: int, most: int, usual: int = 0) -> int:
    """Return the whole number under a key; the usual one if the key is missing."""
    text = text_at(file, key)
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most):
        raise file.refusal(
            key, f"{key}: cannot be {quote(text)}", f"a whole number from {least} to {most}"
        )
    return int(text)


def check_known(word: str, known: Collection[str], what: str, place: str) -> None:
    """Refuse a word that is not known."""
    if word not in known:
        raise InvalidInput(
            f"there is no {what} {quote(word)}",
            where=place,
            expected=f"one of {', '.join(known)}",
            hint=did_you_mean(word[:100], known),
        )


def map_at(file: PlainFile, key: str, expected: str) -> PlainFile:
    """Return the mapping under a key."""
    node = file.node.entries[key][1]
    if not isinstance(node, YamlMap):
        raise file.refusal(key, f"{key}: is not a mapping", expected)
    return PlainFile(node, file.text, file.place(key))


def span_at(file: PlainFile, key: str, *, least: int, most: int) -> Span:
    """Return a range of whole numbers."""
    with add_place(f"{file.place(key)}: {key}"):
        return span(file.entries[key], least=least, most=most)


def truth_at(file: PlainFile, key: str) -> bool:
    """Return whether the value is yes; False if the key is missing."""
    word = line_at(file, key)
    if word and word not in _TRUTHS:
        raise file.refusal(key, f"{key}: cannot be {quote(word)}", "yes or no")
    return _TRUTHS.get(word, False)
