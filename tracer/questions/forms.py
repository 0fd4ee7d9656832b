"""The forms of short answers: how numbers, names and choices are read, compared and shown.

Whoever asks in words uses these, so no answer is read or judged in two ways. An answer that is not
of its form is refused, never guessed at.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.errors import InvalidInput
from tracer.answers.common_order import common_beginning
from tracer.questions.base import Part
from tracer.questions.claims import Bound, said_number, shown_value
from tracer.questions.node_names import NodeNames
from tracer.questions.one_value import Move
from tracer.questions.orders import is_value_beside
from tracer.questions.rules import Rules, leaves_below
from tracer.questions.single_entries import NODES_GENERATED, counts_in, read_move, read_number
from tracer.questions.typed_text import (
    BOUND,
    WORDS,
    breaks_off,
    is_in_doubt,
    lines_of,
    normalized,
    spell_bounds,
    without_reason,
)
from tracer.text.numbers import (
    NUMBER,
    WINDOW_HINT,
    agrees_as_written,
    parse_typed_number,
    show_number,
    show_vector,
    show_window,
)
from trees.text import quote

_Claim = TypeVar("_Claim")

#: A comma or a space between the thousands of a whole number: 10,000.
_GROUPED: Final = re.compile(r"(?<![\d.])\d{1,3}(?:[, ]\d{3})+(?![\d.])")
#: A sign and a space before infinity, which can only mean signed infinity.
_APART: Final = re.compile(r"([-+])\s+(?=inf|∞|oo\b)", re.IGNORECASE)
#: Words that may stand around numbers.
_AROUND_NUMBERS: Final = frozenset().union(
    *(WORDS[about] for about in ("any", "value", "worth", "window"))
)
#: The names of the values of a node.
_ITS_VALUE: Final = frozenset({"v", "value", "α", "alpha", "β", "beta"})
#: A bound, with or without the name of its node.
_BOUNDED: Final = re.compile(
    rf"(?:(?P<name>[^\s=:<>≤≥]+)\s*[=:]?\s*)?(?P<said>{BOUND}\s?=?\s?{NUMBER.pattern})",
    re.IGNORECASE,
)
#: What a number belongs to.
_NAMED: Final = re.compile(r"([^\s,;:=≤≥<>()\[\]{}]+)\s*(?:[=:≤≥<>]|is\b)", re.IGNORECASE)
#: The names of the ends of a window.
_ENDS: Final[Mapping[str, int]] = {"α": 0, "alpha": 0, "β": 1, "beta": 1}
#: A remark beside a name, such as its player.
_REMARK: Final = re.compile(r"\([^()]*\)")
_WORD: Final = re.compile(r"[^\W\d_]+")
_BETWEEN_WORDS: Final = re.compile(r"(?<=\w)[-\s]+(?=[^\W\d_])")
_BETWEEN_NUMBERS: Final = frozenset(" ,;:()[]{}<>⟨⟩=|.!")
#: Pairs of words of which a question asks for one.
_PAIRS: Final = (("yes", "no"), ("MAX", "MIN"), ("true", "false"))
#: Numbers from here on may have commas or spaces between their thousands.
_THOUSAND: Final = 1000
_COUNTED: Final = ("", "a number", "two numbers", "three numbers", "four numbers", "five numbers")


class Form(ABC, Generic[_Claim]):
    """How an answer is written, read, compared and shown."""

    #: What to type, for people.
    hint: str

    #: The sign that lines of an answer are joined with.
    _joint: ClassVar[str] = " "

    def _mark(self, typed: str) -> str:
        """Return an answer in which each name is one word."""
        return typed

    @abstractmethod
    def _read(self, text: str) -> _Claim | None:
        """Read an answer with one spelling of each sign; None if it is not of this form."""

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
        """Read an answer without its reason; raise InvalidInput if it is not of this form."""
        text = self._joint.join(line.text for line in lines_of(self._mark(typed)))
        bare = without_reason(text)[0].strip(" .,;!*")
        claim = self._read(bare) if bare and not breaks_off(text) else None
        if claim is None:
            raise InvalidInput(f"{quote(typed.strip())} cannot be read", expected=self.hint)
        return claim


#: A form with any claim, where it does not matter which.
AnyForm = Form[Any]


@dataclass(frozen=True)
class Numbers(Form[tuple[float, ...]]):
    """One or more numbers in a fixed order."""

    count: int = 1
    hint: str = "a number"
    #: Words that may precede them, such as the name of the node.
    labels: Collection[str] = ()
    #: The names of all nodes; a number of another one is not read.
    names: NodeNames | None = None
    #: Whether they count something, so that commas are between thousands.
    is_whole: bool = False

    def _read(self, text: str) -> tuple[float, ...] | None:
        text = _APART.sub(r"\1", text)
        if self._names_other_node(text):
            return None
        for label in sorted(self.labels, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(label)}(?=\s*[=:(]|\s+is\b)", " ", text)
        if self.count > 1:
            return None if is_in_doubt(text) else self._find_numbers(text.replace("..", " "))
        if self.is_whole:
            text = _GROUPED.sub(lambda number: re.sub("[, ]", "", number[0]), text)
        own = {label.casefold() for label in self.labels} | _AROUND_NUMBERS
        number = read_number(text, lambda words: own.issuperset(map(str.casefold, words)))
        return None if number is None else (number,)

    def _names_other_node(self, text: str) -> bool:
        """Return whether a number is said to be that of another node, as in `A = 2`."""
        if self.names is None:
            return False
        own = {*map(str.casefold, self.labels)} | _ITS_VALUE
        words = (word for word in _NAMED.findall(text) if self.names.names_node(word))
        return any(not own & {word.casefold(), self.names.node(word).casefold()} for word in words)

    def _find_numbers(self, text: str) -> tuple[float, ...] | None:
        rest = NUMBER.sub(" ", text)
        words = [word.casefold() for word in _WORD.findall(rest)]
        ends = [_ENDS[word] for word in words if word in _ENDS]
        if ends and (self.count != 2 or sorted(ends) != [0, 1]):
            return None
        if {*words} - _AROUND_NUMBERS - _ENDS.keys() or {*_WORD.sub("", rest)} - _BETWEEN_NUMBERS:
            return None
        numbers = tuple(map(parse_typed_number, NUMBER.findall(text)))
        if len(numbers) != self.count:
            return None
        return numbers[::-1] if ends == [1, 0] and "=" in text else numbers

    def show(self, claim: tuple[float, ...]) -> str:
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
class ReturnedValue(Numbers):
    """The value of a node, which may be stated as a bound, as on a sheet."""

    #: Whether a bound must be a lower one; None if both are right.
    is_lower: bool | None = None

    def _read(self, text: str) -> tuple[float, ...] | None:
        text = spell_bounds(text)
        bound = _BOUNDED.fullmatch(text)
        name = bound["name"].casefold() if bound and bound["name"] else ""
        if not bound or name not in {"", *map(str.casefold, self.labels)} | _ITS_VALUE:
            return super()._read(text)
        return (said_number(bound["said"]),)

    def show(self, claim: tuple[float, ...]) -> str:
        return ", ".join(map(shown_value, claim))

    def is_same(
        self, claim: tuple[float, ...], right: tuple[float, ...], tolerance: float | None = None
    ) -> bool:
        """Return whether the number is right, and a bound does not point the wrong way."""
        (said,) = claim
        if isinstance(said, Bound) and self.is_lower not in (None, said.at_least):
            return False
        return super().is_same(claim, right, tolerance)


@dataclass(frozen=True)
class Count(Numbers):
    """A count, which may have its name: `11`, `visited = 11` or `11 nodes`."""

    #: Its name in the key.
    counted: str = ""
    is_whole: bool = True

    def _read(self, text: str) -> tuple[float, ...] | None:
        counts, unread = counts_in(text)
        if unread or len(counts) != 1 or not _WORD.search(text):
            return super()._read(text)
        ((name, count),) = counts.items()
        is_generated = name == NODES_GENERATED and self.counted in ("visited", "generated")
        return (float(count),) if name == self.counted or is_generated else None


@dataclass(frozen=True)
class Cell(Numbers):
    """A cell of a grid by its coordinates."""

    count: int = 2
    hint: str = "x and y with a comma between them"
    #: The cells by the ways to them, such as `n`, `north` or `ne`.
    ways: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    def _read(self, text: str) -> tuple[float, ...] | None:
        return self.ways.get("".join(text.casefold().split())) or super()._read(text)

    def show(self, claim: tuple[float, ...]) -> str:
        """Return the cell as texts name it, such as `(3,5)`."""
        return f"({','.join(map(show_number, claim))})"


@dataclass(frozen=True)
class Window(Numbers):
    """The window of a node: α and β."""

    count: int = 2
    hint: str = WINDOW_HINT

    def show(self, claim: tuple[float, ...]) -> str:
        return show_window(*claim)

    def describe_departure(self, claim: tuple[float, ...], right: tuple[float, ...]) -> str:
        """Say which end is wrong, or that the ends are swapped; empty if both are wrong."""
        if self.is_same(claim[::-1], right):
            return "These are the right numbers, but α, the lower end, comes first."
        is_alpha, is_beta = map(agrees_as_written, claim, right)
        if is_alpha:
            return "α is right, but β is not."
        return "β is right, but α is not." if is_beta else ""


@dataclass(frozen=True)
class Vector(Numbers):
    """A number for each player."""

    hint: str = "a number for each player"

    def show(self, claim: tuple[float, ...]) -> str:
        return show_vector(claim)


@dataclass(frozen=True)
class Names(Form[tuple[Any, ...]]):
    """A name, or a list of names, as a part of a sheet is read; leaves may be listed by value."""

    rules: Rules
    hint: str = "a name"
    #: The part that reads them: a move, an order such as the visits, or what is pruned.
    part: Part[Any] = field(default_factory=Move)
    #: What is shown instead of a name, such as the move to a node.
    labels: Mapping[str, str] = field(default_factory=dict)
    #: The text between names as they are shown.
    joiner: str = ", "
    #: A name that may precede an order: that of the root before a line of play.
    first: str = ""

    _joint = "\n"

    def _mark(self, typed: str) -> str:
        return self.rules.names.mark(typed)

    def _read(self, text: str) -> tuple[Any, ...] | None:
        claim, unread = self.part.read_marked(text, self.rules)
        # A value may answer another part, but nothing else is asked here.
        texts = [line.text for line in unread if not is_value_beside(line.text)]
        is_remark = (_REMARK.fullmatch(text) and not is_in_doubt(text) for text in texts)
        if claim is None or not all(is_remark):
            return None
        listed = (claim,) if isinstance(claim, str) else tuple(claim)
        if _are_values(listed):
            return None if unread else listed
        names = tuple(filter(None, listed))  # a game that is over has no move
        if names[:1] == (self.first,) and len(names) > 1:
            names = names[1:]
        return names if all(map(self.rules.names.is_move, names)) else None

    def show(self, claim: tuple[Any, ...]) -> str:
        texts = map(show_number, claim) if _are_values(claim) else claim
        return self.joiner.join(self.labels.get(text, text) for text in texts) or "none"

    def is_same(
        self, claim: tuple[Any, ...], right: tuple[Any, ...], tolerance: float | None = None
    ) -> bool:
        """Return whether the names are the same; without an order, whether the leaves below are."""
        if _are_values(claim) and _are_values(right):
            return len(claim) == len(right) and all(
                agrees_as_written(*pair, tolerance) for pair in zip(claim, right, strict=True)
            )
        if self.part.is_list:
            return claim == right
        mine, due = ({*leaves_below(names, self.rules)} for names in (claim, right))
        return mine == due

    def describe_departure(self, claim: tuple[Any, ...], right: tuple[Any, ...]) -> str:
        """Say which entry of an order is the first wrong one, or whether it is unfinished."""
        if not self.part.is_list or len(right) < 2 or _are_values(claim):
            return ""
        place = common_beginning(claim, right)
        if place < min(len(claim), len(right)):
            return f"The first wrong entry is number {place + 1}: {claim[place]}."
        if len(claim) < len(right):
            begins = "The first is" if len(claim) == 1 else f"The first {len(claim)} are"
            return f"{begins} right, but more follow."
        return f"The first {len(right)} are right, but nothing follows."


def _are_values(claim: tuple[Any, ...]) -> bool:
    """Return whether leaves are listed by value."""
    return bool(claim) and not isinstance(claim[0], str)


@dataclass(frozen=True)
class NumbersAndName(Form[tuple[tuple[float, ...], tuple[str, ...]]]):
    """A value and a move, in any order."""

    numbers: Numbers
    names: Names
    hint: str = "a number and a move"

    def _mark(self, typed: str) -> str:
        return self.names._mark(typed)

    def _read(self, text: str) -> tuple[tuple[float, ...], tuple[str, ...]] | None:
        matches = [*NUMBER.finditer(text)]
        for first, last in zip(matches, matches[self.numbers.count - 1 :], strict=False):
            before, after = text[: first.start()], text[last.end() :]
            if not _may_end_before_number(before):
                continue
            value = self.numbers._read(text[first.start() : last.end()])
            rest = f"{before} {after}".strip(" ,;:=")
            name = read_move(rest, self.names.rules, "value", "worth", "joining") if value else None
            if value and name:
                return value, (name,)
        return None

    def show(self, claim: tuple[tuple[float, ...], tuple[str, ...]]) -> str:
        return f"{self.numbers.show(claim[0])} {self.names.show(claim[1])}"

    def is_same(
        self,
        claim: tuple[tuple[float, ...], tuple[str, ...]],
        right: tuple[tuple[float, ...], tuple[str, ...]],
        tolerance: float | None = None,
    ) -> bool:
        is_value = self.numbers.is_same(claim[0], right[0], tolerance)
        return is_value and self.names.is_same(claim[1], right[1])

    def describe_departure(
        self,
        claim: tuple[tuple[float, ...], tuple[str, ...]],
        right: tuple[tuple[float, ...], tuple[str, ...]],
    ) -> str:
        """Say which of the two is right; empty if neither is."""
        if self.numbers.is_same(claim[0], right[0]):
            return "The value is right, but the move is not."
        is_move = self.names.is_same(claim[1], right[1])
        return "The move is right, but the value is not." if is_move else ""


def _may_end_before_number(text: str) -> bool:
    """Return whether a number after a text is a value: not the 1 of a1, nor the 9 of "0 9"."""
    bare = text.rstrip()
    if text[-1:].isalnum() or text.endswith(("_", ".")) or bare.endswith(("-", "+")):
        return False
    return not bare or re.search(r"[^\W\d_]|[(\[]", bare) is not None


@dataclass(frozen=True)
class Choice(Form[str]):
    """One of several options."""

    #: Each option with the words that mean it; the first of them is its label.
    options: Mapping[str, Sequence[str]]
    hint: str = "one of the choices"

    @property
    def labels(self) -> Mapping[str, str]:
        """The options with their labels."""
        return {option: (*words, option)[0] for option, words in self.options.items()}

    def _read(self, text: str) -> str | None:
        typed = _simplify(text)
        spellings = {
            option: {*map(_simplify, (option, *words))} for option, words in self.options.items()
        }
        exact = [option for option, words in spellings.items() if typed in words]
        spoken = _WORD.findall(typed)
        # An option such as "no" does not make the reason behind it doubtful.
        is_option = any(own & {*spoken[:1]} for own in spellings.values())
        behind = typed.removeprefix(spoken[0]) if spoken and is_option else text
        if exact or is_in_doubt(behind):
            return exact[0] if len(exact) == 1 else None
        for is_letter in (False, True):  # a letter may also be an article or a node
            words = [word for word in spoken if (len(word) == 1 and word.isascii()) is is_letter]
            leading = [option for option, own in spellings.items() if own & {*words[:1]}]
            if words[:1] == spoken[:1] and len(leading) == 1:
                return leading[0]
            named = [option for option, own in spellings.items() if own & {*words}]
            if named:
                return named[0] if len(named) == 1 else None
        return None

    def show(self, claim: str) -> str:
        return claim

    def is_same(self, claim: str, right: str, tolerance: float | None = None) -> bool:
        return claim == right


@dataclass(frozen=True)
class Words(Form[str]):
    """A word or two, which are compared without case, hyphens and spaces."""

    hint: str = "a word or two"
    #: Numbers that are answers too; any other number is refused.
    numbers: Collection[str] = ()

    def _read(self, text: str) -> str | None:
        typed = _simplify(text)
        is_number = NUMBER.search(typed) and not {*NUMBER.sub("", typed)} - _BETWEEN_NUMBERS
        return None if is_number and typed not in map(_simplify, self.numbers) else typed or None

    def show(self, claim: str) -> str:
        return claim

    def is_same(self, claim: str, right: str, tolerance: float | None = None) -> bool:
        return _squeeze(claim) == _squeeze(right)


def form_of_text(right: str, others: Collection[str] = ()) -> AnyForm:
    """Return the form of an answer of a file, and of its wrong answers: numbers or words."""
    for count in range(1, 1 + len(NUMBER.findall(right))):
        hint = _COUNTED[count] if count < len(_COUNTED) else f"{count} numbers"
        numbers = Numbers(count, hint)._read(normalized(right))
        if numbers is not None:
            is_large = count == 1 and abs(numbers[0]) >= _THOUSAND
            return Numbers(count, hint, is_whole=is_large and numbers[0] == int(numbers[0]))
    for pair in _PAIRS:
        if _simplify(right) in map(_simplify, pair):
            return Choice({word: (word, word[0]) for word in pair}, " or ".join(pair))
    return Words(numbers=others)


def _simplify(text: str) -> str:
    """Return a text in lower case with single spaces, without brackets around it."""
    return " ".join(normalized(text).casefold().split()).strip("()[] .!")


def _squeeze(text: str) -> str:
    """Return words without what may stand between them; a minus before a number stays."""
    return _BETWEEN_WORDS.sub("", _simplify(text))


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
