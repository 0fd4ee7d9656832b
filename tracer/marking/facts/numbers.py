"""The numbers of a letter for which something holds, such as x ≤ 3; see `tracer.ask`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from engine.errors import InvalidInput, add_place
from engine.search import default_search, find_search
from engine.values import exact_fraction
from tracer.ask.answer import BandAnswer
from tracer.ask.intervals import ALL, Interval, Real, join_outside, join_whole, numbers_text
from tracer.ask.questions import ask
from tracer.ask.search_run import open_letter_search
from tracer.marking.facts.grader import FactPart, unread_texts
from tracer.marking.facts.letter_mistakes import Claim, LetterMistakes, closed
from tracer.marking.keys.problem import LetterQuestion, Problem
from tracer.questions.base import PartReading
from tracer.questions.typed_text import is_none, lines_of, pieces, without_reason
from tracer.text.numbers import agrees_as_written, parse_typed_number
from trees.sources import open_source

_SIGNS: Final = {"<": (False, False), "≤": (False, True), ">": (True, False), "≥": (True, True)}
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
_LONGEST: Final = 200


def number_facts(problem: Problem) -> dict[str, FactPart[Any]]:
    """Return the part of a question about a letter."""
    opened = open_source(problem.source, letters=True)
    letter, options = problem.letter, problem.search.options
    assert letter is not None, "a problem about a letter"
    search = problem.search.name or default_search(opened.game)
    answers = []
    conventions = [*problem.versions(windowed=find_search(search).has_window)]
    with add_place(problem.places.get("ask", problem.label)):
        for convention in conventions:
            found = ask(
                opened,
                letter.plain,
                search,
                convention,
                whole=letter.whole,
                true=letter.is_true,
                **options,
            )
            assert isinstance(found, BandAnswer)
            answers.append(found)
    searched = open_letter_search(opened, search, conventions[0], {}, options)
    right = tuple(answers[0].intervals or ())
    mistakes = LetterMistakes(searched, letter.plain, letter.is_true, letter.whole, right)
    part = NumbersPart(answers, letter, problem.tolerance, mistakes)
    return {part.name: part}


class NumbersPart(FactPart[Claim]):
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
        self._tolerance = tolerance
        self._mistakes = mistakes
        self._found: dict[Claim, tuple[str, ...]] = {}
        self.holds = _statement(question)
        self.accepted = [tuple(one.intervals or ()) for one in answers]
        self.right = self.accepted[0]
        self.about = (  # type: ignore[misc]
            f"an inequality, an interval, all or none: the numbers {self.letter} for which "
            f"{self.holds[0]}"
        )

    def read(self, given: Any) -> PartReading:
        """Read one inequality, interval or union of them; two answers are not read."""
        if given == []:
            return PartReading(())
        texts = given if isinstance(given, list) else [given]
        lines = [line.text for one in texts for line in lines_of(str(one))]
        found = [(line, self._claim(line)) for line in lines]
        claims = [claim for _, claim in found if claim is not None]
        if len(claims) != 1:
            return PartReading(None, unread_texts(given, lines))
        unread = [line for line, claim in found if claim is None]
        return PartReading(claims[0], unread_texts(given, unread))

    def _claim(self, text: str) -> Claim | None:
        read = read_numbers(without_reason(text)[0], self.letter)
        if read is None:
            return None
        possible = join_outside(read, self._mistakes.search.domain)
        return tuple(join_whole(possible) if self.question.whole else possible)

    def entries(self, claim: Claim) -> list[str]:
        """Return the numbers as one inequality, or several joined by `or`."""
        return [numbers_text(claim, self.letter)]

    def marked(self, claim: Claim) -> tuple[float, str]:
        """Grade all or nothing: a number where the two differ explains what is wrong."""
        if any(self._is_right(claim, one) for one in self.accepted):
            return 1.0, f"right: {self.show(claim)}"
        right = f"right is {self.show(self.right)}: {self.refutation(claim)}"
        return 0.0, f"you answer {self.show(claim)}; {right}"

    def refutation(self, claim: Claim) -> str:
        """Return a number that refutes a wrong claim, and what happens for it."""
        at = _difference(claim, self.right, whole=self.question.whole)
        return f"for {self._is(at)}, {self.holds[0 if _holds(self.right, at) else 1]}"

    def hint(self, claim: Claim) -> str:
        """Name a number to try, without what happens for it."""
        at = _difference(claim, self.right, whole=self.question.whole)
        return f"try {self._is(at)}"

    def mistakes(self, claim: Claim) -> tuple[str, ...]:
        """Return the slugs of the mistakes that lead to a wrong claim."""
        if claim not in self._found:
            self._found[claim] = self._mistakes.of(claim)
        return self._found[claim]

    def mistaken(self) -> Iterator[tuple[Claim, tuple[str, ...]]]:
        """Yield wrong claims, each once, with the slugs of the mistakes that lead to them."""
        seen = {*self.accepted}
        for claim in self._mistakes.wrong_answers():
            if claim not in seen and self.marked(claim)[0] < 1:
                seen.add(claim)
                slugs = self.mistakes(claim)
                if slugs:
                    yield claim, slugs

    def _is(self, number: Fraction) -> str:
        return numbers_text([Interval(number, number, True, True)], self.letter)

    def _is_right(self, claim: Claim, right: Claim) -> bool:
        """Return whether a claim is a right answer, up to the rounding of its numbers."""
        if self.question.either_end and not self.question.whole:
            claim, right = closed(claim), closed(right)
        return len(claim) == len(right) and all(
            (one.low_closed, one.high_closed) == (due.low_closed, due.high_closed)
            and self._agrees(one.low, due.low)
            and self._agrees(one.high, due.high)
            for one, due in zip(claim, right, strict=True)
        )

    def _agrees(self, typed: Real, right: Real) -> bool:
        return typed == right or agrees_as_written(float(typed), float(right), self._tolerance)


def _statement(question: LetterQuestion) -> tuple[str, str]:
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


def _holds(parts: Iterable[Interval], number: Fraction) -> bool:
    return any(number in part for part in parts)


def _difference(claim: Claim, right: Claim, *, whole: bool) -> Fraction:
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
    between = [(one + other) / 2 for one, other in pairwise(ends)]
    outside = [ends[0] - 1, ends[-1] + 1] if ends else [Fraction(0)]
    for number in (*ends, *near, *outside, *between):
        is_possible = not whole or number.denominator == 1
        if is_possible and _holds(claim, number) != _holds(right, number):
            return number
    return Fraction(0)


# Reading ------------------------------------------------------------------------------------------


def read_numbers(text: str, letter: str) -> list[Interval] | None:
    """Return the numbers that a text describes, as disjoint intervals in order."""
    plain = " ".join(text.split()).strip(" .!")
    if not plain or len(plain) > _LONGEST:
        return None
    if _is_text(plain, _ALL_TEXT, letter):
        return [ALL]
    if is_none(plain) or _is_text(plain, _NONE_TEXT, letter):
        return []
    found: list[Interval] = []
    for piece in (one for part in _OR.split(plain) for one in pieces(part, ",;")):
        parts = [_one(part.strip(), letter) for part in _AND.split(piece.strip())]
        shared: Interval | None = ALL
        for part in parts:
            if part is None:
                return None
            shared = shared and _intersection(shared, part)
        if shared is not None:
            found.append(shared)
    return union(found)


def _is_text(text: str, pattern: str, letter: str) -> bool:
    return re.fullmatch(pattern.replace("{x}", letter), text, re.IGNORECASE) is not None


def _one(text: str, letter: str) -> Interval | None:
    """Return one interval or inequality; None if it is neither, or has no number."""
    bare = re.sub(rf"\A{letter}\s?(?:∈|in|is in|:)\s?", "", text)
    if interval := _INTERVAL.fullmatch(bare):
        low, high = _number(interval[2]), _number(interval[3])
        if low is None or high is None:
            return None
        return _made(low, high, interval[1] == "[", interval[4] == "]")
    words = [word.strip() for word in _COMPARED.split(text)]
    signs = [_SPELLED.get(sign, sign) for sign in words[1::2]]
    terms = words[::2]
    if terms.count(letter) != 1 or len(terms) not in (2, 3):
        return None
    if signs == ["="]:
        number = _number(terms[1] if terms[0] == letter else terms[0])
        return None if number is None else _made(number, number, True, True)
    if "=" in signs or (len(terms) == 3 and terms[1] != letter):
        return None
    shared: Interval | None = ALL
    for place, sign in enumerate(signs):
        is_left = terms[place] == letter
        number = _number(terms[place + 1] if is_left else terms[place])
        if number is None:
            return None
        is_greater, closed = _SIGNS[sign]
        above = is_greater if is_left else not is_greater  # whether the letter is the larger one
        part = (
            _made(number, math.inf, closed, False)
            if above
            else _made(-math.inf, number, False, closed)
        )
        if part is None or shared is None:
            return None
        shared = _intersection(shared, part)
    if len(signs) == 2 and _SIGNS[signs[0]][0] != _SIGNS[signs[1]][0]:
        return None  # 2 < x > 1
    return shared


#: Other spellings of signs.
_SPELLED: Final = {"<=": "≤", "=<": "≤", ">=": "≥", "==": "="}


def _number(text: str) -> Real | None:
    try:
        number = parse_typed_number(text)
    except InvalidInput:
        return None
    return float(number) if math.isinf(number) else exact_fraction(float(number))


def _made(low: Real, high: Real, low_closed: bool, high_closed: bool) -> Interval | None:
    """Return an interval; None if it contains no number."""
    made = Interval(
        low, high, low_closed and not math.isinf(low), high_closed and not math.isinf(high)
    )
    if low > high or (low == high and not (made.low_closed and made.high_closed)):
        return None
    return made


def _intersection(one: Interval, other: Interval) -> Interval | None:
    low, high = max(one.low, other.low), min(one.high, other.high)
    return _made(
        low,
        high,
        all(part.low_closed for part in (one, other) if part.low == low),
        all(part.high_closed for part in (one, other) if part.high == high),
    )


def union(parts: Iterable[Interval]) -> list[Interval]:
    """Return a union of any intervals as disjoint intervals in order."""
    found: list[Interval] = []
    for part in sorted(parts, key=lambda one: (one.low, not one.low_closed)):
        last = found[-1] if found else None
        if last is None or part.low > last.high:
            found.append(part)
            continue
        if part.low == last.high and not (part.low_closed or last.high_closed):
            found.append(part)
            continue
        further = part if (part.high, part.high_closed) > (last.high, last.high_closed) else last
        found[-1] = Interval(last.low, further.high, last.low_closed, further.high_closed)
    return found


# Predict mode's questions about the letter of a searched tree, judged as on a sheet.

#: The orders of moves in which a skipped child means that those after it are skipped too.
_FIXED_ORDERS: Final = frozenset({"given", "right-to-left"})
