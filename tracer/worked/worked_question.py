"""Questions about the steps of a worked run, and how their answers are judged."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import InvalidInput
from tracer.predict.kinds.base import Verdict
from tracer.predict.typed.answers import NONE, numbers_in
from tracer.predict.typed.names import plain
from tracer.text.numbers import agrees_as_written
from trees.text import shorten

__all__ = ["NamesQuestion", "NumbersQuestion", "WorkedQuestion", "names_by_spelling"]

#: Separators between the names of a list.
_BETWEEN = re.compile(r"[,;&]|\band\b")


@dataclass(frozen=True)
class WorkedQuestion(ABC):
    """A question about a step that is still hidden.

    Args:
        asks: its kind, in a few words.
        text: the question.
        hint: form of the answer.
        right: right answer, for people.
        why: the reason, one sentence or a calculation.
        hidden: numbers that must not be visible while it is open.
    """

    asks: str
    text: str
    hint: str
    right: str
    why: str
    hidden: tuple[str, ...] = field(default=(), kw_only=True)

    @abstractmethod
    def judge(self, answer: str) -> Verdict:
        """Judge an answer in any reasonable form.

        Raises:
            InvalidInput: the answer cannot be read.
        """

    def _verdict(self, is_right: bool, mistake: str) -> Verdict:
        text = self.why if is_right else f"It is {self.right}. {self.why}"
        return Verdict(is_right, text, "" if is_right else mistake)


@dataclass(frozen=True)
class NumbersQuestion(WorkedQuestion):
    """A question whose answer is one or more numbers.

    Args:
        numbers: the right numbers, in order.
        slips: other answers, each with the mistake that leads to it.
    """

    numbers: tuple[float, ...]
    slips: Mapping[tuple[float, ...], str] = field(default_factory=dict)

    def judge(self, answer: str) -> Verdict:
        """Judge numbers; each is right if it is rounded to at least two decimals."""
        try:
            given = numbers_in(answer, len(self.numbers))
        except InvalidInput as error:
            raise InvalidInput(
                f"{shorten(repr(answer.strip()))} cannot be read", expected=self.hint
            ) from error
        if _agree(given, self.numbers):
            return self._verdict(True, "")
        # Name a mistake only if no other one gives the same answer.
        found = {name for slip, name in self.slips.items() if _agree(given, slip)}
        return self._verdict(False, found.pop() if len(found) == 1 else "another number")


@dataclass(frozen=True)
class NamesQuestion(WorkedQuestion):
    """A question whose answer is a name, or a list of names.

    Args:
        names: the right names.
        known: every name that the answer may contain, by its normalised spellings.
        is_list: whether the answer is a list, which may be empty.
    """

    names: frozenset[str]
    known: Mapping[str, str]
    is_list: bool = False

    def judge(self, answer: str) -> Verdict:
        """Judge a name, or a list in any order."""
        given = self._read(answer)
        if given == self.names:
            return self._verdict(True, "")
        if not self.is_list:
            return self._verdict(False, f"another {self.asks}")
        if given < self.names:
            return self._verdict(False, "one missing" if given else "none named")
        return self._verdict(False, "one too many" if given > self.names else "other names")

    def _read(self, answer: str) -> frozenset[str]:
        """Return the names in an answer.

        Raises:
            InvalidInput: it has an unknown name, or several instead of one.
        """
        whole = plain(answer).strip(" .!")
        if whole in self.known:
            return frozenset({self.known[whole]})
        if self.is_list and whole in NONE:
            return frozenset()
        parts = (part.strip("()[]{} .") for part in _BETWEEN.split(whole))
        words = [
            word for part in parts for word in ([part] if part in self.known else part.split())
        ]
        unknown = [word for word in words if word not in self.known]
        if unknown or not words or (len(words) > 1 and not self.is_list):
            raise InvalidInput(
                f"{shorten(repr(answer.strip()))} cannot be read", expected=self.hint
            )
        return frozenset(self.known[word] for word in words)


def names_by_spelling(names: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the names by every spelling that means only one of them.

    Args:
        names: other spellings of each name.
    """
    meant: dict[str, set[str]] = {}
    for name, others in names.items():
        for spelling in (name, *others):
            meant.setdefault(plain(spelling), set()).add(name)
    return {spelling: next(iter(found)) for spelling, found in meant.items() if len(found) == 1}


def _agree(given: tuple[float, ...], right: tuple[float, ...]) -> bool:
    """Return whether all numbers are right; 1.8 is also 1.80."""
    return all(
        agrees_as_written(typed, value) or float(typed) == round(value, 2)
        for typed, value in zip(given, right, strict=True)
    )
