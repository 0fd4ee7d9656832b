"""The entries of a lesson's maps: texts, numbers and known words, or one message with the place."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from trees.plain import PlainFile
from trees.quoting import quoted

__all__ = ["check_keys", "check_known", "line_at", "text_at", "texts_at", "whole_at"]

_LONGEST: Final = 120


def check_keys(file: PlainFile, known: tuple[str, ...], what: str) -> None:
    """Refuse a key that has no meaning here.

    Args:
        file: the map.
        known: the keys that have one.
        what: what the map is, for the message.

    Raises:
        InvalidInput: there is such a key.
    """
    for key in file.entries:
        if key not in known:
            raise InvalidInput(
                f"{what} has no key {quoted(key)}",
                where=file.place(key),
                expected=f"one of {', '.join(known)}",
                hint=did_you_mean(key[:100], known),
            )


def text_at(file: PlainFile, key: str) -> str:
    """The text under a key; empty where nothing stands there.

    Raises:
        InvalidInput: it is a list or a map.
    """
    value = file.entries.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidInput(f"{key}: is no text", where=file.place(key), expected="a text")
    return value.strip()


def line_at(file: PlainFile, key: str) -> str:
    """The same of one short line.

    Raises:
        InvalidInput: it is none.
    """
    text = text_at(file, key)
    if "\n" in text or len(text) > _LONGEST:
        raise InvalidInput(
            f"{key}: of {len(text)} characters",
            where=file.place(key),
            expected=f"one line of at most {_LONGEST}",
        )
    return text


def texts_at(file: PlainFile, key: str) -> list[str]:
    """The texts of a list, or the one that stands there.

    Raises:
        InvalidInput: something else is in it.
    """
    value = file.entries.get(key) or []
    listed = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in listed):
        raise InvalidInput(f"{key}: is no list of texts", where=file.place(key), expected="texts")
    return [one.strip() for one in listed]


def whole_at(file: PlainFile, key: str, usual: int, least: int, most: int) -> int:
    """A whole number.

    Args:
        file: the map.
        key: its key.
        usual: what it is where nothing is said.
        least: the smallest that makes sense.
        most: the largest.

    Raises:
        InvalidInput: it is something else.
    """
    text = text_at(file, key)
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most):
        raise InvalidInput(
            f"{key}: {quoted(text)}",
            where=file.place(key),
            expected=f"a whole number from {least} to {most}",
        )
    return int(text)


def check_known(word: str, known: Collection[str], what: str, place: str) -> None:
    """Refuse a word that is not known.

    Args:
        word: the word.
        known: those that are.
        what: what it is to be, for the message.
        place: where it stands.

    Raises:
        InvalidInput: it is not known.
    """
    if word not in known:
        raise InvalidInput(
            f"there is no {what} {quoted(word)}",
            where=place,
            expected=f"one of {', '.join(known)}",
            hint=did_you_mean(word[:100], known),
        )
