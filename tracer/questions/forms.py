"""The forms of short answers: how numbers, names and choices are read, compared and shown.

Whoever asks in words uses these, so no answer is read or judged in two ways. An answer that is not
of its form is refused, never guessed at.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from engine.errors import InvalidInput
from tracer.questions.entries import DECIMAL_COMMA, without_working
from tracer.questions.node_names import NodeNames
from tracer.questions.typed_text import (
    breaks_off,
    is_none,
    lines_of,
    normalized,
    without_reason,
)
from tracer.text.numbers import NUMBER, agrees_as_written, parse_typed_number, show_number
from trees.text import shorten

__all__ = ["Choice", "Form", "Names", "Numbers", "Words", "is_in_doubt", "names_by_spelling"]

_Claim = TypeVar("_Claim")

#: Words of alternatives and denials: a text with one of them answers nothing.
_DOUBT: Final = re.compile(
    r"\b(?:or|not?|maybe|perhaps|n?either|instead|wrong|unsure|if|unless|never)\b|n't|\?|[<>≤≥~±]",
    re.IGNORECASE,
)
#: A comma between the thousands of a whole number: 10,000.
_GROUPED: Final = re.compile(r"(?<![\d.])\d{1,3}(?:,\d{3})+(?![\d.])")
#: Words that may stand around numbers, besides the words of the question.
_NEUTRAL: Final = frozenset(
    {"the", "a", "an", "it", "is", "are", "be", "has", "equals", "of", "at", "and", "with", "to"}
    | {"value", "values", "v", "utility", "mean", "window", "bound", "bounds"}
    | {"number", "numbers", "answer"}
)
#: The names of the ends of a window.
_ENDS: Final[Mapping[str, int]] = {"α": 0, "alpha": 0, "β": 1, "beta": 1}
_WORD: Final = re.compile(r"[^\W\d_]+")
_BETWEEN_NUMBERS: Final = frozenset(" ,;:()[]{}<>⟨⟩=|.!")
_BETWEEN_NAMES: Final = re.compile(r"\s*(?:[,;&→>|]|\band\b|\bthen\b)\s*", re.IGNORECASE)


def is_in_doubt(text: str) -> bool:
    """Return whether a text has alternatives, a denial or a bound instead of one answer."""
    return _DOUBT.search(text) is not None or breaks_off(text)


class Form(ABC, Generic[_Claim]):
    """How an answer is written, read, compared and shown."""

    #: What to type, for people.
    hint: str

    @abstractmethod
    def _read(self, text: str) -> _Claim | None:
        """Read one line with one spelling of each sign; None if it is not of this form."""

    @abstractmethod
    def show(self, claim: _Claim) -> str:
        """Return a claim as it would be typed."""

    @abstractmethod
    def is_same(self, claim: _Claim, right: _Claim, tolerance: float | None = None) -> bool:
        """Return whether a claim agrees with a right one, as it is written."""

    def describe_departure(self, claim: _Claim, right: _Claim) -> str:
        """Say where a wrong claim departs, without what is right there; empty if that says all."""
        return ""

    def read(self, typed: str) -> _Claim:
        """Read an answer.

        Args:
            typed: the answer as it was typed; a reason after it is left out.

        Raises:
            InvalidInput: it is not of this form.
        """
        text = " ".join(line.text for line in lines_of(typed))
        claim = self._read(without_reason(text)[0].strip(" .!"))
        if claim is None:
            raise InvalidInput(f"{shorten(repr(typed.strip()))} cannot be read", expected=self.hint)
        return claim

    def agrees(self, typed: str, right: _Claim, tolerance: float | None = None) -> bool:
        """Return whether a typed answer is right.

        Raises:
            InvalidInput: it is not of this form.
        """
        return self.is_same(self.read(typed), right, tolerance)


@dataclass(frozen=True)
class Numbers(Form[tuple[float, ...]]):
    """One or more numbers in a fixed order.

    Args:
        count: how many.
        hint: what to type.
        labels: words that may precede them, such as the name of the node.
        is_whole: whether they count something, so that commas are between thousands.
    """

    count: int = 1
    hint: str = "a number"
    labels: Collection[str] = ()
    is_whole: bool = False

    def _read(self, text: str) -> tuple[float, ...] | None:
        if self.count == 1:
            text = without_working(f"v = {text}").removeprefix("v = ")
        if is_in_doubt(text):
            return None
        for label in sorted(self.labels, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(label)}(?=\s*[=:(]|\s+is\b)", " ", text)
        for spelling in self._spellings(text):
            numbers = self._find_numbers(spelling)
            if numbers is not None:
                return numbers
        return None

    def _spellings(self, text: str) -> Sequence[str]:
        """Return a text as it is, and with its commas as part of its only number."""
        if self.count > 1:
            return (text,)
        if self.is_whole:
            return (_GROUPED.sub(lambda number: number[0].replace(",", ""), text),)
        return (text, DECIMAL_COMMA.sub(".", text)) if text.count(",") == 1 else (text,)

    def _find_numbers(self, text: str) -> tuple[float, ...] | None:
        rest = NUMBER.sub(" ", text)
        words = [word.casefold() for word in _WORD.findall(rest)]
        ends = [_ENDS[word] for word in words if word in _ENDS]
        if ends and (self.count != 2 or sorted(ends) != [0, 1]):
            return None
        if {*words} - _NEUTRAL - _ENDS.keys() or {*_WORD.sub("", rest)} - _BETWEEN_NUMBERS:
            return None
        numbers = tuple(map(parse_typed_number, NUMBER.findall(text)))
        if len(numbers) != self.count:
            return None
        return numbers[::-1] if ends == [1, 0] and "=" in text else numbers

    def show(self, claim: tuple[float, ...]) -> str:
        """Return the numbers with commas between them."""
        return ", ".join(map(show_number, claim))

    def is_same(
        self, claim: tuple[float, ...], right: tuple[float, ...], tolerance: float | None = None
    ) -> bool:
        """Return whether all numbers are right, rounded as they are written."""
        return len(claim) == len(right) and all(
            agrees_as_written(typed, number, tolerance)
            for typed, number in zip(claim, right, strict=True)
        )


@dataclass(frozen=True)
class Names(Form[tuple[str, ...]]):
    """A name, or a list of names.

    Args:
        names: the names that may be written.
        hint: what to type.
        is_list: whether it is a list, which may be empty; else it is one name.
        is_ordered: whether the order of a list counts.
    """

    names: NodeNames
    hint: str = "a name"
    is_list: bool = False
    is_ordered: bool = False

    def _read(self, text: str) -> tuple[str, ...] | None:
        if self.names.is_move(text):
            return (self.names.move(text),)
        if not text or breaks_off(text):
            return None
        if self.is_list and is_none(text):
            return ()
        listed: list[str] = []
        for piece in _BETWEEN_NAMES.split(text.strip("()[]{} ")):
            words = [piece] if self.names.is_move(piece) else piece.split()
            if not all(map(self.names.is_move, words)):
                return None
            listed += map(self.names.move, words)
        return tuple(listed) if listed and (self.is_list or len(listed) == 1) else None

    def show(self, claim: tuple[str, ...]) -> str:
        """Return the names with commas between them."""
        return ", ".join(claim) or "none"

    def is_same(
        self, claim: tuple[str, ...], right: tuple[str, ...], tolerance: float | None = None
    ) -> bool:
        """Return whether the names are the same, in order if the order counts."""
        return claim == right if self.is_ordered else {*claim} == {*right}

    def describe_departure(self, claim: tuple[str, ...], right: tuple[str, ...]) -> str:
        """Say which entry of an order is the first wrong one, or whether it is unfinished."""
        if not self.is_ordered or len(right) < 2:
            return ""
        for place, (name, other) in enumerate(zip(claim, right, strict=False), 1):
            if name != other:
                return f"The first wrong entry is number {place}: {name}."
        if len(claim) < len(right):
            return f"The first {len(claim)} are right, but more follow."
        return f"The first {len(right)} are right, but nothing follows."


@dataclass(frozen=True)
class Choice(Form[str]):
    """One of several options.

    Args:
        options: each option with the words that mean it.
        hint: what to type.
    """

    options: Mapping[str, Collection[str]]
    hint: str = "one of the choices"

    def _read(self, text: str) -> str | None:
        typed = _simplify(text)
        meant = {
            option
            for option, words in self.options.items()
            if typed in map(_simplify, (option, *words))
        }
        return meant.pop() if len(meant) == 1 else None

    def show(self, claim: str) -> str:
        """Return the option."""
        return claim

    def is_same(self, claim: str, right: str, tolerance: float | None = None) -> bool:
        """Return whether it is the right option."""
        return claim == right


@dataclass(frozen=True)
class Words(Form[str]):
    """A word or two, which are compared without case."""

    hint: str = "a word or two"

    def _read(self, text: str) -> str | None:
        return _simplify(text) or None

    def show(self, claim: str) -> str:
        """Return the words."""
        return claim

    def is_same(self, claim: str, right: str, tolerance: float | None = None) -> bool:
        """Return whether the words are the same."""
        return _simplify(claim) == _simplify(right)


def _simplify(text: str) -> str:
    """Return a text in lower case with single spaces, without brackets around it."""
    return " ".join(normalized(text).casefold().split()).strip("()[] .!")


def names_by_spelling(names: Mapping[str, Collection[str]]) -> NodeNames:
    """Return names that may be written in other ways, each with its other spellings.

    Case is ignored. A spelling that two names share means neither.
    """
    meant: dict[str, set[str]] = {}
    for name, others in names.items():
        for spelling in others:
            meant.setdefault(spelling.casefold(), set()).add(name)
    spellings = {text: owners.pop() for text, owners in meant.items() if len(owners) == 1}
    spaced = any(" " in name for name in names)
    return NodeNames(lambda: [*names], lambda: [*names], spaced=spaced, others=lambda: spellings)


#: A form with any claim, where it does not matter which.
AnyForm = Form[Any]
