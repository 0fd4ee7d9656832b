"""The bands of the letter of a searched tree, and a number to try in each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from engine.errors import PlytraceError
from engine.game import Number
from engine.running.control import BUDGETS
from tracer.ask.bands import Band, find_pieces, join_pieces
from tracer.ask.intervals import Interval, interval_text, number_text
from tracer.ask.search_run import LetterSearch, open_letter_search
from tracer.recording.recording import Recording
from tracer.recording.rerun import trace_options, unwrapped_game
from trees.hand_tree import HandTree
from trees.sources import Source, open_source

#: Nodes of the largest tree whose bands are found in a short time.
_MOST: Final = 5_000
#: Leaves with the letter that are named.
_NAMED: Final = 2


@dataclass(frozen=True, slots=True)
class LetterLine:
    """The bands of a letter, and the number that it has."""

    tree: HandTree
    letter: str
    place: Fraction
    search: LetterSearch
    bands: Sequence[Band]

    @property
    def band(self) -> int:
        """The band of the number, from 0."""
        return next(at for at, band in enumerate(self.bands) if self.place in band.interval)

    @property
    def leaves(self) -> list[str]:
        """The names of the leaves with the letter."""
        tree, letter = self.tree, self.letter
        return [
            tree.ids[node] for node, leaf_letter in tree.letters.items() if leaf_letter == letter
        ]

    @property
    def text(self) -> str:
        """The letter with its leaves, unless they are many, and its number: x (C1, D2) = 3."""
        leaves = self.leaves
        where = f" ({', '.join(leaves)})" if len(leaves) <= _NAMED else ""
        return f"{self.letter}{where} = {number_text(self.place)}"

    @property
    def labels(self) -> list[str]:
        """The bands as people write them: x ≤ 3, 3 < x ≤ 7, x > 7."""
        return [interval_text(band.interval, self.letter) for band in self.bands]

    def next_number(self, by: int) -> Number | None:
        """Return a number to try in another band; None if there is no such band."""
        at = self.band + by
        if not 0 <= at < len(self.bands):
            return None
        return _choose_number(self.bands[at].interval, self.search.domain)

    def set_number(self, number: Number) -> HandTree:
        """Return the tree with a number for the letter."""
        return self.tree.replace_letters({self.letter: number})


def find_replaced_letter(recording: Recording) -> str:
    """Return the letter that has a number in a searched tree; empty if none has one.

    If there are several, it is the one that got its number last.
    """
    tree = unwrapped_game(recording)
    letters = tree.replaced.values() if isinstance(tree, HandTree) else ()
    return next(iter(letters), "")


def letter_line(recording: Recording) -> LetterLine | None:
    """Return the bands of the letter in a searched tree.

    The result is None if no letter has a number there, the tree has more than 5,000 nodes, the
    search stopped early, or it does not find its bands.
    """
    letter, tree = find_replaced_letter(recording), unwrapped_game(recording)
    if not letter or not isinstance(tree, HandTree) or len(tree) > _MOST or recording.stopped:
        return None
    lettered = tree.restore_letter(letter)
    value = next(
        tree.values[node] for node, node_letter in tree.replaced.items() if node_letter == letter
    )
    assert value is not None, "it was replaced by a number"
    options = trace_options(recording)
    search, convention = options.pop("search"), options.pop("convention")
    opened = Source(recording.source, lettered, "tree", recording.title)
    try:
        searched = open_letter_search(opened, search, convention, {}, options)
        bands = join_pieces(find_pieces(searched))
    except PlytraceError:  # no bands in this search, such as one that plays at random
        return None
    return LetterLine(lettered, letter, Fraction(value), searched, bands)


def set_first_number(source: Any, options: Mapping[str, Any]) -> Source:
    """Open a source; if its tree has one letter, replace it by a number of its first band."""
    opened = open_source(source, letters=True)
    tree = opened.game
    if not isinstance(tree, HandTree) or len(tree.unknowns) != 1:
        return open_source(opened)
    [letter] = tree.unknowns
    number: Number = 0
    if len(tree) <= _MOST:
        settings = {name: value for name, value in options.items() if name not in BUDGETS}
        search, convention = settings.pop("search", None), settings.pop("convention", "aima")
        try:
            lettered = open_letter_search(opened, search, convention, {}, settings)
            first = join_pieces(find_pieces(lettered))[0]
            number = _choose_number(first.interval, lettered.domain)
        except PlytraceError:  # the search itself says what is wrong
            pass
    return replace(opened, game=tree.replace_letters({letter: number}))


def _choose_number(interval: Interval, domain: Interval) -> Number:
    """Return a short number in an interval; not its end, which people are asked to find."""
    low, high = max(interval.low, domain.low), min(interval.high, domain.high)
    if math.isinf(low) and math.isinf(high):
        return 0
    if math.isinf(low):
        return math.ceil(high) - 1
    if math.isinf(high):
        return math.floor(low) + 1
    middle = (Fraction(low) + Fraction(high)) / 2
    for near in (math.floor(middle), math.ceil(middle)):
        if low < near < high:
            return near
    return middle.numerator if middle.denominator == 1 else middle
