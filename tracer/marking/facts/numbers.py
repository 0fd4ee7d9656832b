"""The numbers of a letter for which something holds, such as x ≤ 3; see `tracer.ask`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from engine.errors import InvalidInput, add_place
from engine.search import default_search, find_search
from engine.values import exact_fraction
from tracer.ask.bands import BandAnswer
from tracer.ask.intervals import (
    ALL,
    Interval,
    Real,
    find_numbers,
    join_outside,
    join_whole,
    numbers_text,
)
from tracer.ask.questions import ask
from tracer.ask.search_run import open_letter_search
from tracer.marking.facts.letter_mistakes import Claim, LetterMistakes, close_ends, is_among
from tracer.marking.keys.problem import LetterQuestion, Problem
from tracer.questions.base import PartReading, Tally
from tracer.questions.fact_item import FactItem, OneFact
from tracer.questions.single_entries import only_answer
from tracer.questions.typed_text import is_none, pieces, spell_bounds
from tracer.text.numbers import agrees_as_written, parse_typed_number
from trees.sources import open_source

_OF_X: Final = r"(?:\s(?:of|for)\s(?:the\s)?(?:letter\s)?{x})?"
_VALUES: Final = r"(?:(?:real|whole|possible)\s)?(?:numbers?|values?|integers?|reals?)"
#: Fixed texts for all and for no numbers; {x} is the letter.
_ALL_TEXT: Final = (
    rf"(?:always|all|any|every(?:thing)?|ℝ|(?:all|any|every)\s(?:{{x}}|{_VALUES}{_OF_X}))"
)
_NONE_TEXT: Final = rf"(?:never|impossible|no\s(?:{{x}}|{_VALUES}{_OF_X}))"
_OR: Final = re.compile(r"\s(?:or|oder|u)\s|\s?(?:∪|∨|\|\|)\s?", re.IGNORECASE)
_AND: Final = re.compile(r"\s(?:and|und)\s|\s?(?:∧|&&?|∩)\s?", re.IGNORECASE)
_INTERVAL: Final = re.compile(r"([(\[])\s?([^,;()\[\]]+)[,;]\s?([^,;()\[\]]+?)\s?([)\]])")
_COMPARED: Final = re.compile(r"(<=|>=|=<|==|[<>≤≥=])")
_SPELLED: Final = {"<=": "≤", "=<": "≤", ">=": "≥", "==": "="}
#: The signs with those of the reversed order.
_REVERSED: Final = {"<": ">", "≤": "≥", ">": "<", "≥": "≤", "=": "="}
#: Words around an inequality that change nothing: "the answer is: for all x ≤ 3".
_BEFORE: Final = (
    r"\A(?:(?:the\s)?answer\s?(?:is\b|[:=])\s?:?\s?)?(?:(?:for|if|when|where)\s)?"
    r"(?:all\s(?:values\sof\s)?)?(?=(?:{x}\s?(?:is|must|has|can|should)?\s?(?:to\s)?(?:be)?\s?)?[<>≤≥])"
)
_BEHIND_LETTER: Final = r"(?<={x})\s(?:(?:must|has\sto|can|should)\sbe|is)(?=\s?[<>≤≥])"
_LONGEST: Final = 200
#: The letter or number of a question before an answer without a label: `(a)`, `2.`
_QUESTION: Final = re.compile(r"^\s*(?:\(?[a-h]\)|\(\d{1,2}\)|\d{1,2}[.)])\s+")


def list_letter_items(problem: Problem) -> dict[str, FactItem[Any]]:
    """Return the item of a question about a letter, by name."""
    opened = open_source(problem.source, letters=True)
    letter, options = problem.letter, problem.search.options
    assert letter is not None, "a problem about a letter"
    search = problem.search.name or default_search(opened.game)
    answers = []
    conventions = [*problem.versions(windowed=find_search(search).has_window)]
    with add_place(problem.places.get("ask", problem.label)):
        for convention in conventions:
            answer = ask(
                opened,
                letter.plain,
                search,
                convention,
                whole=letter.whole,
                true=letter.is_true,
                **options,
            )
            assert isinstance(answer, BandAnswer)
            answers.append(answer)
    searched = open_letter_search(opened, search, conventions[0], {}, options)
    right = tuple(answers[0].intervals or ())
    mistakes = LetterMistakes(searched, letter.plain, letter.is_true, letter.whole, right)
    item = NumbersItem(answers, letter, problem.tolerance, mistakes)
    return {item.name: item}


class NumbersItem(OneFact[Claim]):
    """The numbers for which something holds."""

    name = "numbers"

    def __init__(
        self,
        answers: Sequence[BandAnswer],
        question: LetterQuestion,
        tolerance: float | None,
        mistakes: LetterMistakes,
    ) -> None:
        self.letter = answers[0].letter
        self.bands = answers[0].bands
        self.question = question
        self.tolerance = tolerance
        self._mistakes = mistakes
        self.holds = _describe_statement(question)
        self.accepted = [tuple(answer.intervals or ()) for answer in answers]
        self.right = self.accepted[0]
        self.about = (  # type: ignore[misc]
            f"an inequality, an interval, all or none: the numbers {self.letter} for which "
            f"{self.holds[0]}"
        )

    def read(self, typed: Any, rules: None = None) -> PartReading:
        """Read an answer of a text, or of a file that may have a list of them."""
        is_list = bool(typed) and isinstance(typed, list)
        return super().read("\n".join(map(str, typed)) if is_list else typed)

    def read_text(self, text: str) -> PartReading:
        """Read one inequality, interval or union of them; two answers are not read."""
        return only_answer(_QUESTION.sub("", text), self._read_claim)

    def is_plainly_this(self, line: str, rules: None = None) -> bool:
        """Return whether a line can be read: a letter has no other item."""
        return self.read_text(line).claim is not None

    def _read_claim(self, text: str) -> Claim | None:
        numbers = read_numbers(text, self.letter)
        if numbers is None:
            return None
        possible = join_outside(numbers, self._mistakes.search.domain)
        return tuple(join_whole(possible) if self.question.whole else possible)

    def entries(self, claim: Claim) -> list[str]:
        """Return the numbers as one inequality, or several joined by `or`."""
        return [numbers_text(claim, self.letter)]

    def agrees(self, said: Claim, fact: Claim) -> bool:
        """Return whether a claim is one of the right answers."""
        return any(self._is_right(said, accepted) for accepted in self.accepted)

    def message(self, claim: Claim, tally: Tally) -> str:
        """Say what is right; a number where the two differ explains what is wrong."""
        if not tally.wrong:
            return f"right: {self.show(claim)}"
        right = f"right is {self.show(self.right)}: {self.refutation(claim)}"
        return f"you answer {self.show(claim)}; {right}"

    def refutation(self, claim: Claim) -> str:
        """Return a number that refutes a wrong claim, and what happens for it."""
        at = _find_difference(claim, self.right, whole=self.question.whole)
        return f"for {self._show_equal(at)}, {self.holds[0 if is_among(self.right, at) else 1]}"

    def hint(self, claim: Claim) -> str:
        """Name a number to try, without what happens for it."""
        at = _find_difference(claim, self.right, whole=self.question.whole)
        return f"try {self._show_equal(at)}"

    def mistakes(self, claim: Claim) -> tuple[str, ...]:
        """Return the slugs of the mistakes that lead to a wrong claim."""
        return self._mistakes.list_behind(claim)

    @cached_property
    def _shown(self) -> frozenset[str]:
        return frozenset(slug for _, slugs in self.mistaken() for slug in slugs)

    def can_show(self, slug: str) -> bool:
        """Return whether a mistake leads to a wrong answer."""
        return slug in self._shown

    def mistaken(self) -> Iterator[tuple[Claim, tuple[str, ...]]]:
        """Yield wrong claims, each once, with the slugs of the mistakes that lead to them."""
        seen = {*self.accepted}
        for claim in self._mistakes.list_wrong_answers():
            if claim not in seen and not self.agrees(claim, self.right):
                seen.add(claim)
                slugs = self.mistakes(claim)
                if slugs:
                    yield claim, slugs

    def _show_equal(self, number: Fraction) -> str:
        return numbers_text([Interval(number, number, True, True)], self.letter)

    def _is_right(self, claim: Claim, right: Claim) -> bool:
        """Return whether a claim is a right answer, up to the rounding of its numbers."""
        if self.question.either_end and not self.question.whole:
            claim, right = close_ends(claim), close_ends(right)
        return len(claim) == len(right) and all(
            (part.low_closed, part.high_closed) == (due.low_closed, due.high_closed)
            and self._is_near(part.low, due.low)
            and self._is_near(part.high, due.high)
            for part, due in zip(claim, right, strict=True)
        )

    def _is_near(self, typed: Real, right: Real) -> bool:
        return typed == right or agrees_as_written(float(typed), float(right), self.tolerance)


def _describe_statement(question: LetterQuestion) -> tuple[str, str]:
    """Return what a question is about, as a statement and its denial."""
    word, _, name = question.plain.partition(" ")
    if word == "move":
        return f"the move is {name}", f"the move is not {name}"
    if word == "value":
        node, _, value = name.rpartition("=")
        verb = "has the minimax value" if question.is_true else "returns"
        denial = "has not the minimax value" if question.is_true else "does not return"
        return f"{node} {verb} {value}", f"{node} {denial} {value}"
    return f"{name} is {word}", f"{name} is not {word}"


def _find_difference(claim: Claim, right: Claim, *, whole: bool) -> Fraction:
    """Return a number that is in one of two unions only, an end of an interval if possible."""
    ends = sorted(
        {
            Fraction(end)
            for part in (*claim, *right)
            for end in (part.low, part.high)
            if not math.isinf(end)
        }
    )
    near = [end + step for end in ends for step in (-1, 1)] if whole else []
    between = [(low + high) / 2 for low, high in pairwise(ends)]
    outside = [ends[0] - 1, ends[-1] + 1] if ends else [Fraction(0)]
    for number in (*ends, *near, *outside, *between):
        is_possible = not whole or number.denominator == 1
        if is_possible and is_among(claim, number) != is_among(right, number):
            return number
    return Fraction(0)


# Reading ------------------------------------------------------------------------------------------


def read_numbers(text: str, letter: str) -> list[Interval] | None:
    """Return the numbers that a text describes, as disjoint intervals in order."""
    plain = _drop_words(" ".join(spell_bounds(text).split()).strip(" .!"), letter)
    if not plain or len(plain) > _LONGEST:
        return None
    if _is_text(plain, _ALL_TEXT, letter):
        return [ALL]
    if is_none(plain) or _is_text(plain, _NONE_TEXT, letter):
        return []
    alternatives: list[list[Interval]] = []
    for piece in (piece for part in _OR.split(plain) for piece in pieces(part, ",;")):
        conditions = [_read_condition(part.strip(), letter) for part in _AND.split(piece.strip())]
        if not all(conditions):
            return None
        alternatives.append([interval for listed in conditions for interval in listed])
    intervals = [interval for listed in alternatives for interval in listed]
    return find_numbers(
        lambda number: any(all(number in part for part in listed) for listed in alternatives),
        (end for interval in intervals for end in (interval.low, interval.high)),
    )


def _drop_words(text: str, letter: str) -> str:
    """Return a text with the letter in the tree's case, and without words around inequalities."""
    text = re.sub(rf"(?<!\w){letter}(?!\w)", letter, text, flags=re.IGNORECASE)
    for words in (_BEFORE, _BEHIND_LETTER):
        text = re.sub(words.replace("{x}", letter), "", text, flags=re.IGNORECASE)
    return text


def _is_text(text: str, pattern: str, letter: str) -> bool:
    return re.fullmatch(pattern.replace("{x}", letter), text, re.IGNORECASE) is not None


def _read_condition(text: str, letter: str) -> list[Interval]:
    """Return an interval, or one for each sign of an inequality; none if it is neither."""
    bare = re.sub(rf"\A{letter}\s?(?:∈|in|is in|:)\s?", "", text)
    if interval := _INTERVAL.fullmatch(bare):
        low, high = _read_end(interval[2]), _read_end(interval[3])
        if low is None or high is None or low > high:
            return []
        return [Interval(low, high, interval[1] == "[", interval[4] == "]")]
    text = f"{letter} {text}" if text[:1] in "<>≤≥" else text
    words = [word.strip() for word in _COMPARED.split(text)]
    signs = [_SPELLED.get(sign, sign) for sign in words[1::2]]
    terms = words[::2]
    if terms.count(letter) != 1 or len(terms) < 2 or terms[1:-1] not in ([], [letter]):
        return []
    if len(signs) == 2 and ("=" in signs or (signs[0] in "<≤") != (signs[1] in "<≤")):
        return []  # 2 < x > 1
    intervals: list[Interval] = []
    for sign, left, right in zip(signs, terms, terms[1:], strict=False):
        end = _read_end(right if left == letter else left)
        if end is None:
            return []
        sign = sign if left == letter else _REVERSED[sign]
        low, high = (-math.inf if sign in "<≤" else end), (math.inf if sign in ">≥" else end)
        intervals.append(Interval(low, high, sign in "≥=", sign in "≤="))
    return intervals


def _read_end(text: str) -> Real | None:
    try:
        number = parse_typed_number(text)
    except InvalidInput:
        return None
    return float(number) if math.isinf(number) else exact_fraction(float(number))
