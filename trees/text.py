"""Places, names, numbers and quoted text in files and messages, independent of any format."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Final, NamedTuple

from engine.errors import InvalidInput
from engine.game import Number

# Places in files.


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    name: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.name}:{self.line}:{self.column}"

    def error(self, found: str, expected: str, hint: str = "") -> InvalidInput:
        """Return an error at this place."""
        return InvalidInput(found, where=self, expected=expected, hint=hint)


class Placed:
    """A part of a file, with its place; empty if it comes from no file."""

    __slots__ = ()
    where: Place | str

    @property
    def line(self) -> int:
        """Its line; 0 without a place."""
        return self.where.line if isinstance(self.where, Place) else 0

    def error(self, found: str, expected: str, hint: str = "") -> InvalidInput:
        """Return an error at this place."""
        return InvalidInput(found, where=self.where, expected=expected, hint=hint)


# The letters of leaves without a number.

#: The sign of a leaf whose value nobody gives, since no search visits it.
UNSEEN: Final = "?"


def is_letter(text: object) -> bool:
    """Return whether a leaf's text is a letter such as x, or `UNSEEN`."""
    if not isinstance(text, str) or len(text) != 1:
        return False
    return text == UNSEEN or (text.isascii() and text.isalpha())


# Quote the user's text in error messages.

#: The most characters of offending text that a message shows.
LONGEST_QUOTE: Final = 60


def shorten(text: str, limit: int = LONGEST_QUOTE) -> str:
    """Return at most `limit` characters of a text, with an ellipsis if it was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def quote(text: str, limit: int = LONGEST_QUOTE) -> str:
    """Return a text in quotes, shortened, with line breaks and control characters escaped."""
    return repr(shorten(text, limit - 2))


# Names of nodes and moves.

#: The most characters of a node's or a move's own name.
LONGEST_NAME: Final = 64


def check_word(word: str, what: str, where: object = "") -> None:
    """Check the given name of a node or a move.

    Answers list names separated by white space or commas, so a name cannot contain these.
    """
    shown = quote(word, 40)
    if not word:
        raise InvalidInput(f"{what} is empty", where=where, expected="a name such as B or left")
    if len(word) > LONGEST_NAME:
        raise InvalidInput(
            f"{what} has {len(word):,} characters: {shown}",
            where=where,
            expected=f"at most {LONGEST_NAME} characters",
        )
    if word.isalnum():
        return
    if "," in word or any(letter.isspace() for letter in word):
        raise InvalidInput(
            f"{what} contains a space or a comma: {shown}",
            where=where,
            expected="one word, since these separate names in answers",
            hint="Use - or _ instead",
        )
    if not word.isprintable():
        raise InvalidInput(
            f"{what} contains an invisible character: {shown}",
            where=where,
            expected="letters, digits and symbols",
        )


def letters() -> Iterator[str]:
    """Yield A, B, …, Z, AA, AB, … endlessly."""
    length = 1
    while True:
        for number in range(26**length):
            word = ""
            for _ in range(length):
                number, letter = divmod(number, 26)
                word = chr(ord("A") + letter) + word
            yield word
        length += 1


# Parse numbers as people write them.

#: The largest magnitude of a value. Searches store values as doubles, which cannot distinguish
#: neighbouring whole numbers beyond 2^53.
LARGEST: Final = 2**53

#: The most characters of a number in a file.
LONGEST_NUMBER: Final = 60

#: YAML 1.2 core numbers, and fractions.
_NUMBER: Final = re.compile(
    r"""(?P<whole>[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+)
    | (?P<decimal>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)
    | (?P<fraction>[-+]?[0-9]+/[0-9]+)
    | (?P<endless>[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))""",
    re.VERBOSE,
)

#: A fraction as Python prints it, within the digits that Python can read back.
_EXACT: Final = re.compile(r"-?[0-9]{1,4000}/0*[1-9][0-9]{0,4000}", re.ASCII)


def plain_number(value: object, *, where: object = "") -> Number:
    """Return a number from any library as `int`, `float` or `Fraction`."""
    number: Number
    if type(value) is int:
        number = value
    elif isinstance(value, bool) or not isinstance(value, Real):
        raise InvalidInput(
            f"{shorten(repr(value))} is not a number", where=where, expected="a number"
        )
    elif isinstance(value, Integral):
        number = int(value)
    elif isinstance(value, Rational):
        exact = Fraction(int(value.numerator), int(value.denominator))
        number = exact.numerator if exact.denominator == 1 else exact
    else:
        number = float(value) + 0.0  # makes −0 plain 0
        if not math.isfinite(number):
            raise InvalidInput(
                f"{number} is not a finite number", where=where, expected="a finite number"
            )
    if not -LARGEST <= number <= LARGEST:
        raise InvalidInput(
            f"{_format_number(number)} is too large",
            where=where,
            expected=f"a number between -{LARGEST} and {LARGEST} (2^53)",
        )
    return number


def is_number_text(text: str) -> bool:
    """Return whether a text is a number in a supported form."""
    return _NUMBER.fullmatch(text) is not None


def is_fraction_text(text: str) -> bool:
    """Return whether a text is a fraction such as -2/5."""
    form = _NUMBER.fullmatch(text)
    return form is not None and form["fraction"] is not None


def number_from_text(text: str, *, where: object = "") -> Number:
    """Return the number in a text: whole, decimal or a fraction such as -2/5."""
    form = _match_number(text, where)
    if form["decimal"]:
        return plain_number(_parse_double(text, where), where=where)
    return plain_number(exact_number(text, where=where), where=where)


def exact_number(text: str, *, where: object = "") -> Fraction:
    """Return the exact number in a text: 0.1 is 1/10."""
    form = _match_number(text, where)
    if form["decimal"]:
        # Near zero a short text can mean a number with a billion digits.
        return Fraction(text) if _parse_double(text, where) else Fraction(0)
    above, _, below = text.partition("/")
    if not below:
        return Fraction(int(above, 0) if above[:2] in ("0x", "0o") else int(above))
    if int(below) == 0:
        raise InvalidInput(
            f"{quote(text)} divides by zero", where=where, expected="a fraction such as 1/3"
        )
    return Fraction(int(above), int(below))


def _parse_double(text: str, where: object) -> float:
    """Return the double nearest to a decimal."""
    number = float(text)
    if math.isinf(number):
        raise InvalidInput(f"{text} is too large", where=where, expected="a finite number")
    return number


def _match_number(text: str, where: object) -> re.Match[str]:
    form = _NUMBER.fullmatch(text)
    if form is None:
        raise InvalidInput(
            f"{quote(text)} is not a number",
            where=where,
            expected="a number such as 3, -2, 0.5 or 1/3",
            hint=_suggest_number(text),
        )
    if form["endless"]:
        raise InvalidInput(f"{quote(text)} is not a value", where=where, expected="a finite number")
    if len(text) > LONGEST_NUMBER:
        raise InvalidInput(
            f"the number {quote(text, 30)} has {len(text):,} characters",
            where=where,
            expected=f"at most {LONGEST_NUMBER} characters",
        )
    return form


def _suggest_number(text: str) -> str:
    """Return a hint for a text that is almost a number."""
    for near, advice in (
        (text.replace("\u2212", "-").replace("\u2013", "-"), "Write the minus sign as -"),
        (text.replace("_", ""), "Remove the _"),
        (re.sub(r"\s*/\s*", "/", text), "Remove the spaces"),
        (text.replace(",", "."), "Write a decimal point, not a comma"),
    ):
        if near != text and is_number_text(near):
            return f"{advice}: {shorten(near, 30)}"
    parts = text.split()
    if len(parts) > 1 and all(is_number_text(part) for part in parts[:100]):
        return "Put a comma between two numbers"
    if text.lower().strip("+-") in ("inf", "infinity", "nan", "∞"):
        return "A value must be finite; write a large number instead"
    return ""


def exact_text(number: Number | None) -> int | float | str | None:
    """Return a number as lossless JSON: a fraction becomes a string like 1/3."""
    if isinstance(number, Fraction):
        return f"{number.numerator}/{number.denominator}"
    return number


def parse_exact_text(text: object) -> object:
    """Return the reverse of `exact_text`; return anything but a fraction's string unchanged."""
    return Fraction(text) if isinstance(text, str) and _EXACT.fullmatch(text) else text


def _format_number(number: Number) -> str:
    if isinstance(number, float):
        return str(number)
    bits = int(number).bit_length()
    return str(number) if bits < 120 else f"a number of {bits} bits"
