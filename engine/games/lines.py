"""The lines of a board that win when they are full, and evaluations that count them.

A side's cells are a number, one bit each; which bit is the game's choice, as long as a step in
one direction is the same distance everywhere. Then all lines of one direction are seen at once: the
number and its shifts by the distance are 1 together only where a line begins, and a mask of
such beginnings removes bits that wrapped around the edge of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from operator import mul
from typing import Any, Final, TypeAlias

from engine.games.memo_table import MemoTable, memo_table
from engine.values import Evaluation, Term

#: The bit of each cell, by row from the top and by column.
Bits: TypeAlias = tuple[tuple[int, ...], ...]

#: The most cells of a group of lines: each is X's, O's or free, so there are 3⁹ = 19,683 states.
_GROUP: Final = 9

#: To the right, down, and along both diagonals.
_DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))


class Lines:
    """All lines of some length on a board."""

    def __init__(self, bits: Bits, length: int) -> None:
        self.length = length
        #: For each direction, how far to shift, one shift after another, and where lines begin.
        self.shifts: list[tuple[tuple[int, ...], int]] = []
        #: For each direction the distance of neighbours, and where lines begin.
        self.steps: list[tuple[int, int]] = []
        masks: dict[int, None] = {}  # a set would lose the order; a line of one cell comes up often
        for down, right in _DIRECTIONS:
            lines = list(_lines(bits, length, down, right))
            if lines:
                masks.update((sum(1 << bit for bit in line), None) for line in lines)
                distance = abs(lines[0][-1] - lines[0][0]) // max(length - 1, 1)
                beginnings = sum({1 << min(line) for line in lines})
                self.shifts.append((_list_shifts(distance, length), beginnings))
                self.steps.append((distance, beginnings))
        #: Each line as the number of its cells.
        self.masks = tuple(masks)
        self._top = max(map(max, bits)) + 1
        #: For each set of cells, as bits, whether it holds a line.
        self.holds_line = memo_table(self._find, 1 << self._top)

    def count_lines_through(self, cell: int) -> int:
        """Return how many lines contain a cell, given by its bit."""
        return sum(mask >> cell & 1 for mask in self.masks)

    def completions(self, marks: int) -> int:
        """Return the cells that would complete a line of a side with these marks, taken or not."""
        covered = 0
        for distance, beginnings in self.steps:
            for gap in range(self.length):
                starts = beginnings
                for at in range(self.length):
                    if at != gap:
                        starts &= marks >> at * distance
                covered |= starts << gap * distance
        return covered

    def sum_over_lines(
        self, worth: Callable[[int, int, Sequence[int]], int]
    ) -> Callable[[Any], int]:
        """Return a function that sums over all lines; states begin with X's and O's cells."""
        # A group of lines that share few cells has few different sums, which are cached.
        top = self._top
        x_cells = (1 << top) - 1

        def looked_up(lines: Sequence[int]) -> MemoTable[int, int]:
            return MemoTable(lambda sides: worth(sides & x_cells, sides >> top, lines))

        tables = [(cells | cells << top, looked_up(each)) for cells, each in self._groups.items()]

        def total(state: Any) -> int:
            sides = state[0] | state[1] << top
            return sum([table[sides & cells] for cells, table in tables])

        return total

    @cached_property
    def _groups(self) -> dict[int, list[int]]:
        """The lines in groups of up to `_GROUP` cells, or of one line, by those cells."""
        groups: dict[int, list[int]] = {}
        for line in self.masks:
            wider = ((cells | line, cells) for cells in groups)
            fitting = (
                ((all_cells ^ cells).bit_count(), cells)
                for all_cells, cells in wider
                if all_cells.bit_count() <= _GROUP
            )
            _, near = min(fitting, default=(0, 0))
            groups[near | line] = [*groups.pop(near, []), line]
        return groups

    def _find(self, marks: int) -> bool:
        if marks.bit_count() < self.length:
            return False
        for shifts, beginnings in self.shifts:
            run = marks
            for shift in shifts:
                run &= run >> shift
            if run & beginnings:
                return True
        return False


@lru_cache(maxsize=32)
def make_lines(bits: Bits, length: int) -> Lines:
    """Return the lines of a board, made once for each board."""
    return Lines(bits, length)


def open_lines(lines: Lines) -> Evaluation:
    """Return an evaluation: the lines without an O minus the lines without an X, scaled."""
    # Nilsson, *Problem-Solving Methods in Artificial Intelligence* (1971), uses it for tic-tac-toe.
    # The scale is a power of ten that keeps every estimate between a loss and a win: a tenth on
    # three by three.
    scale = _power_of_ten_above(len(lines.masks))

    def still_open(x: int, o: int, among: Sequence[int]) -> int:
        return sum((not o & line) - (not x & line) for line in among)

    amount = lines.sum_over_lines(still_open)

    def terms(state: Any) -> list[Term]:
        return [Term("open lines", Fraction(1, scale), amount(state))]

    return Evaluation(
        "lines still open to X minus those open to O",
        lambda state: amount(state) / scale,
        terms,
        f"the lines without an O minus the lines without an X, divided by {scale}",
        ("lines", lines.masks, (0, *[1] * lines.length), scale),
    )


def weighted_lines(lines: Lines, *, scaled: bool) -> Evaluation:
    """Return an evaluation: lines with marks of one side only, each extra mark worth thrice."""
    # AIMA 4e uses it in the exercises of chapter 5, on tic-tac-toe: Eval = 3 X₂ + X₁ − (3 O₂ + O₁),
    # where Xₙ is the number of lines with n marks of X and none of O.
    weights: list[int] = [3 ** (marks - 1) for marks in range(1, lines.length)]
    largest = len(lines.masks) * max(weights, default=1)
    scale = _power_of_ten_above(largest) if scaled else 1

    def amounts(x: int, o: int, among: Sequence[int]) -> list[int]:
        """Return X's lines minus O's, for each number of marks below a full line."""
        counts = [0] * (lines.length + 1)
        for line in among:
            in_x, in_o = x & line, o & line
            if not in_o:
                counts[in_x.bit_count()] += 1
            elif not in_x:
                counts[in_o.bit_count()] -= 1
        return counts[1 : lines.length]

    def weighed(x: int, o: int, among: Sequence[int]) -> int:
        return sum(map(mul, weights, amounts(x, o, among)))

    total = lines.sum_over_lines(weighed)

    def terms(state: Any) -> list[Term]:
        every = zip(weights, amounts(state[0], state[1], lines.masks), strict=True)
        return [
            Term(f"open lines with {marks}", Fraction(weight, scale), amount)
            for marks, (weight, amount) in enumerate(every, 1)
        ]

    counted = ", ".join(
        f"{weight} with {marks} mark{'s' * (marks > 1)}" for marks, weight in enumerate(weights, 1)
    )
    return Evaluation(
        "lines with marks of one side only, each extra mark worth three times as much",
        lambda state: total(state) / scale,
        terms,
        "X's lines minus O's, of those with marks of one side only; a line counts "
        f"{counted or 'nothing'}" + (f"; divided by {scale}" if scale != 1 else ""),
        ("lines", lines.masks, (0, *weights, 0), scale) if max(largest, scale) < 2**53 else None,
    )


def _lines(bits: Bits, length: int, down: int, right: int) -> Iterator[Sequence[int]]:
    """Yield the lines of a direction, each as the bits of its cells."""
    rows, columns = len(bits), len(bits[0])
    for row in range(rows):
        for column in range(columns):
            last_row, last_column = row + down * (length - 1), column + right * (length - 1)
            if last_row < rows and 0 <= last_column < columns:
                yield [bits[row + down * at][column + right * at] for at in range(length)]


def _list_shifts(distance: int, length: int) -> tuple[int, ...]:
    """Return shifts that find runs of a length; each at most doubles the length found so far."""
    shifts, covered = [], 1
    while covered < length:
        more = min(covered, length - covered)
        shifts.append(more * distance)
        covered += more
    return tuple(shifts)


def _power_of_ten_above(number: int) -> int:
    scale: int = 10 ** len(str(number))
    return scale


# An evaluation that counts chains: runs of one side's discs in a row, a column or a diagonal.
#
# Lab 3 of MIT 6.034 (2015 and later) gives its students the chains of a Connect Four board, and
# tests their evaluations on boards that a side is winning. Chains count the discs on the board;
# open lines count the lines that are still possible.


def chains(steps: Sequence[int], cells: int, longest: int) -> Evaluation:
    """Return an evaluation: the squares of X's chains minus those of O's."""
    # For each direction, a disc adds at most `longest`, and a side has half of the discs.
    scale: int = 10 ** len(str(len(steps) * cells * (longest // 2)))

    def by_length(side: int) -> list[int]:
        """Return how many chains a side has of each length from 2."""
        chain_counts = [0] * (longest - 1)
        for step in steps:
            # Runs of at least n discs, by where they begin: a chain of m discs has m - n + 1.
            starts, counts = side, list[int]()
            for _ in range(longest):
                counts.append(starts.bit_count())
                starts &= side >> step * len(counts)
            more = [count - other for count, other in pairwise([*counts, 0])]
            for place, (count, other) in enumerate(pairwise([*more[1:], 0])):
                chain_counts[place] += count - other
        return chain_counts

    def amounts(state: Any) -> list[int]:
        x, o = by_length(state[0]), by_length(state[1])
        return [mine - others for mine, others in zip(x, o, strict=True)]

    def value(state: Any) -> float:
        total = sum(length**2 * amount for length, amount in enumerate(amounts(state), 2))
        return total / scale

    def terms(state: Any) -> list[Term]:
        return [
            Term(f"chains of {length}", Fraction(length**2, scale), amount)
            for length, amount in enumerate(amounts(state), 2)
            if length < 4 or amount
        ]

    return Evaluation(
        "discs in unbroken rows, even if they can no longer become a line",
        value,
        terms,
        "X's chains minus O's, where a chain is an unbroken row of two or more discs in any "
        f"direction and counts the square of its length; divided by {scale}",
        ("chains", tuple(steps), scale),
    )
