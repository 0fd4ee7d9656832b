"""The bands of a letter: intervals in which a search does the same.

A search decides by comparing numbers: values, bounds and ends of windows, all in its log. Between
two neighbouring places where two of these numbers are equal, every comparison has the same result.
So the search is run at two near places, which give each number as a linear form of the letter. The
nearest crossings of two compared forms end the interval. The crossings themselves are searched
separately, since the convention decides ties.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from engine.errors import SearchRefused
from engine.game import Number
from engine.log.visit_log import NO_PARENT
from engine.values import exact_fraction
from tracer.ask.intervals import (
    ALL,
    Interval,
    Linear,
    interval_text,
    join_outside,
    numbers_text,
    whole_part,
)
from tracer.ask.search_run import LetterSearch, SearchRun
from tracer.text.document import align_columns

#: More intervals than any tree that people ask about has.
_MOST: Final = 20_000
#: The place of the first search in an interval, as a part of its width. Comparisons of whole
#: numbers with halves and thirds are never equal there.
_PLACE: Final = Fraction(13, 32)
#: The distance of the second search from the first, as a part of the width.
_STEP: Final = Fraction(1, 1024)


@dataclass(frozen=True, slots=True)
class Band:
    """An interval of numbers with the same visits, cutoffs, move and form of the value.

    It is an open interval between crossings or one crossing, until alike neighbours are joined.
    """

    interval: Interval
    run: SearchRun
    place: Fraction
    near: SearchRun | None = None
    near_place: Fraction = Fraction(0)

    def find_form(self, row: int) -> Linear:
        """Return the value of a row of the log as a form of the letter."""
        value = exact_fraction(self.run.exact_value(row))
        if self.near is None:
            return Linear(value)
        other = exact_fraction(self.near.exact_value(row))
        return Linear.from_points(self.place, value, self.near_place, other)

    @property
    def value(self) -> Linear:
        """The value of the root, as a form of the letter."""
        return self.find_form(self.run.root)

    def as_json(self, letter: str) -> dict[str, Any]:
        """Return the band as JSON data."""
        return {
            **self.interval.as_json(),
            "visits": list(self.run.names()),
            "cutoffs": [
                {"node": cutoff.at, "after": cutoff.after, "skipped": list(cutoff.skipped)}
                for cutoff in self.run.cutoffs
            ],
            "value": self.value.as_json(letter),
            "move": self.run.move,
        }


def find_pieces(search: LetterSearch, domain: Interval | None = None) -> list[Band]:
    """Return the pieces of all numbers, in order.

    Numbers outside the domain belong to the pieces of its ends.
    """
    if not search.letter:
        return [Band(ALL, search.run(Fraction(0)), Fraction(0))]
    numbers = (*search.tree.values, *search.tree.evals)
    fractions = {float(value): exact_fraction(value) for value in numbers if value is not None}
    pieces: list[Band] = []
    domain = search.domain if domain is None else domain
    waiting = [Interval(domain.low, domain.high)] if domain.low < domain.high else []
    while waiting:
        part = waiting.pop()
        piece = _piece(search, part, fractions)
        pieces.append(piece)
        if len(pieces) > _MOST:
            raise SearchRefused(
                f"the letter {search.letter} has more than {_MOST:,} bands",
                expected="a smaller tree",
            )
        low, high = piece.interval.low, piece.interval.high
        if low != part.low:
            waiting.append(Interval(part.low, low))
        if high != part.high:
            waiting.append(Interval(high, part.high))
    pieces.sort(key=lambda piece: piece.interval.low)
    lows = [piece.interval.low for piece in pieces]
    ends = [Fraction(end) for end in (*lows, domain.high) if not math.isinf(end)]
    points = [Band(Interval(end, end, True, True), search.run(end), end) for end in ends]
    whole = sorted([*pieces, *points], key=lambda piece: (piece.interval.low, piece.interval.high))
    intervals = join_outside([piece.interval for piece in whole], domain)
    return [replace(piece, interval=part) for piece, part in zip(whole, intervals, strict=True)]


def _piece(search: LetterSearch, part: Interval, fractions: Mapping[float, Fraction]) -> Band:
    """Return the largest piece around a number of an interval."""
    place, step = _find_inner_number(part)
    run = search.run(place)
    near, other = search.run(place + step), place + step
    is_alike = run.behavior == near.behavior and len(run.noted) == len(near.noted)
    if not is_alike:  # an end is between them, or the first is one
        return _piece(search, Interval(place, part.high), fractions)
    low, high = part.low, part.high
    for end in _crossings(search, Band(part, run, place, near, other), fractions):
        if end <= place:
            low = max(low, end)
        else:
            high = min(high, end)
    if low == place:  # the place is a crossing itself
        return _piece(search, Interval(place, high), fractions)
    return Band(Interval(low, high), run, place, near, other)


def _find_inner_number(part: Interval) -> tuple[Fraction, Fraction]:
    """Return a number of an open interval, exact as a double, and the step to the next one."""
    low, high = part.low, part.high
    if math.isinf(low) or math.isinf(high):
        end = 0 if math.isinf(low) and math.isinf(high) else low if math.isinf(high) else high
        around = Fraction(math.floor(end))
        # Doubles of large numbers have no room for small steps.
        scale = Fraction(2) ** max(0, int(abs(around)).bit_length() - 30)
        away = scale * (1 + _PLACE)
        return around - away if math.isinf(low) else around + away, scale * _STEP
    width = Fraction(high) - Fraction(low)
    room = Fraction(math.ulp(max(abs(float(low)), abs(float(high)))))
    unit = max(Fraction(2) ** (math.floor(math.log2(width)) - 10), room)
    place = math.floor((Fraction(low) + width * _PLACE) / unit) * unit
    if not low < place < place + unit < high:  # neighbouring doubles
        return Fraction(low) + width / 2, width / 4
    return place, unit


def _crossings(
    search: LetterSearch, piece: Band, fractions: Mapping[float, Fraction]
) -> Iterator[Fraction]:
    """Yield the places where two numbers are equal that the search may compare."""
    assert piece.near is not None
    near, forms = piece.near, dict[tuple[Any, Any], Linear]()

    def exact(number: Any) -> Fraction:
        if isinstance(number, float):
            return fractions.get(number) or exact_fraction(number)
        return Fraction(number)

    for group in _find_compared(piece.run, near, is_local=search.compares_siblings):
        for pair in group - forms.keys():
            values = [exact(number) for number in pair]
            forms[pair] = Linear.from_points(piece.place, values[0], piece.near_place, values[1])
        listed = {forms[pair] for pair in group}
        for form in listed:
            if form.slope:
                ends = (form.crossing(other) for other in listed)
                yield from (end for end in ends if end is not None)


def _find_compared(
    run: SearchRun, near: SearchRun, *, is_local: bool
) -> list[set[tuple[Any, Any]]]:
    """Return sets of numbers that may be compared, each with its value in two runs."""
    own_log, other_log = run.log, near.log
    rows = range(len(own_log))
    groups = dict[int, set[tuple[Any, Any]]]()
    if run.noted:
        pairs = {*zip(run.noted, near.noted, strict=True)}
        groups[NO_PARENT] = pairs | {(run.exact_value(row), near.exact_value(row)) for row in rows}
        return _keep_finite(groups)
    moving = {
        row
        for row in rows
        if own_log.value[row] != other_log.value[row]
        or own_log.alpha[row] != other_log.alpha[row]
        or own_log.beta[row] != other_log.beta[row]
    }
    wanted = moving | {own_log.parent[row] for row in moving}
    for row in rows:
        above = own_log.parent[row] if is_local else NO_PARENT
        if is_local and not (row in wanted or above in wanted):
            continue
        numbers = {
            (run.exact_value(row), near.exact_value(row)),
            (own_log.alpha[row], other_log.alpha[row]),
            (own_log.beta[row], other_log.beta[row]),
        }
        for group in {above, row} if is_local else {above}:
            groups.setdefault(group, set()).update(numbers)
    return _keep_finite(groups)


def _keep_finite(groups: Mapping[int, set[tuple[Any, Any]]]) -> list[set[tuple[Any, Any]]]:
    return [{pair for pair in group if all(map(math.isfinite, pair))} for group in groups.values()]


def join_pieces(pieces: Sequence[Band]) -> list[Band]:
    """Return the bands that the pieces of all numbers form, in order."""
    bands: list[Band] = []
    for piece in pieces:
        last = bands[-1] if bands else None
        if last is None or not _continues(last, piece):
            bands.append(piece)
            continue
        whole = last if piece.near is None else piece
        bands[-1] = replace(whole, interval=last.interval.extend_to(piece.interval))
    return bands


def _continues(band: Band, piece: Band) -> bool:
    """Return whether a piece belongs to the band before it."""
    if band.run.behavior != piece.run.behavior:
        return False
    if piece.near is None:
        return band.value.evaluate(piece.place) == piece.value.constant
    if band.near is None:  # the band is one number so far
        return piece.value.evaluate(band.place) == band.value.constant
    return band.value == piece.value


def whole_bands(bands: list[Band]) -> list[Band]:
    """Return the bands of whole numbers, with closed ends."""
    merged: list[Band] = []
    for band in bands:
        part = whole_part(band.interval)
        if part is None:
            continue
        last = merged[-1] if merged else None
        same = last and last.run.behavior == band.run.behavior
        if last and same and last.value == band.value:
            merged[-1] = replace(band, interval=last.interval.extend_to(part))
        else:
            merged.append(replace(band, interval=part))
    return merged


def pieces_with_value(pieces: Sequence[Band], node: int, value: Fraction) -> Iterator[Interval]:
    """Yield the intervals in which the last visit to a node returns a value."""
    for piece in pieces:
        row = piece.run.last_row(node)
        if row is None:
            continue
        form = piece.find_form(row)
        if not form.slope:
            if form.constant == value:
                yield piece.interval
            continue
        place = (value - form.constant) / form.slope
        if place in piece.interval:
            yield Interval(place, place, True, True)


# The answers to questions, as texts and as JSON data.

#: The name of the JSON format.
SCHEMA: Final = "plytrace.ask/1"


class Answer(ABC):
    """The answer to a question about a tree."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The answer for people, without a line end."""

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON data."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class BandAnswer(Answer):
    """The numbers of a letter for which something holds.

    Args:
        question: the question.
        source: tree, as the user named it.
        search: name of the search.
        letter: the letter.
        intervals: the numbers, as disjoint intervals in order; None if only bands were requested.
        bands: bands of all numbers.
        whole: whether only whole numbers count.
    """

    question: str
    source: str
    search: str
    letter: str
    intervals: Sequence[Interval] | None
    bands: Sequence[Band]
    whole: bool = False

    def __contains__(self, number: Number) -> bool:
        """Return whether a number is part of the answer."""
        exact = Fraction(number)
        if self.whole and exact.denominator != 1:
            return False
        return any(exact in part for part in self.intervals or ())

    @property
    def text(self) -> str:
        """The numbers as people write them, or the table of bands."""
        if self.intervals is None:
            return self._table()
        return numbers_text(self.intervals, self.letter)

    def as_json(self) -> dict[str, Any]:
        """Return the answer and the bands as JSON data."""
        record: dict[str, Any] = {"schema": SCHEMA, "question": self.question}
        if self.intervals is not None:
            record["answer"] = [part.as_json() for part in self.intervals]
        record["bands"] = [band.as_json(self.letter) for band in self.bands]
        return record

    def _table(self) -> str:
        """Return a line for each band, with its visits below it."""
        rows = [(self.letter, "value", "move", "skipped")]
        for band in self.bands:
            run = band.run
            skipped = [name for cutoff in run.cutoffs for name in cutoff.skipped]
            rows.append(
                (
                    interval_text(band.interval, self.letter),
                    band.value.text(self.letter).replace("-", "−"),
                    run.move or "–",
                    " ".join(skipped) or "–",
                )
            )
        head, *lines = align_columns(rows, left=range(4))
        for line, band in zip(lines, self.bands, strict=True):
            head += f"\n{line}\n    visits {' '.join(band.run.names())}"
        return head
