"""Trees on which wrong programs differ from right ones, chosen one by one.

Of many random trees, the one is taken that shows most of the mistakes of `program_mistakes` that no
tree before it shows. Further ones show mistakes again that few trees show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from tracer.generate.program_mistakes import Mistakes, ShownMistakes
from tracer.generate.tree_outline import TreeOutline
from tracer.generate.tree_sketch import Dice, TreeSketch
from tracer.generate.wrong_searches import WrongSearch, is_move_rounded
from tracer.marking.reading.sheet import TreeShape

_Thing = TypeVar("_Thing")

#: The trees among which some are chosen. Without windows, moves alone may show mistakes: each tree
#: shows few.
_TRIED: Final = 64
_TRIED_WITHOUT_WINDOW: Final = 128
#: The visits of further trees for mistakes that none of those shows, and the most such trees.
_VISITS_FOR_RARE: Final = 1_000_000
_TRIED_FOR_RARE: Final = 500
#: A sketch takes the time of this number of searches of it.
_SEARCHES_OF_A_SKETCH: Final = 20
#: The trees that are chosen unless more are needed to show every mistake once, and on how many of
#: them each mistake is to show.
_USUAL_TREES: Final = 8
_TIMES: Final = 3
#: A mistake that this number of trees show is not looked for in further ones.
_COMMON: Final = 8
#: The most attempts to draw a tree with another value than the key's.
_TRIES: Final = 24


class ChosenTrees(NamedTuple):
    """The trees of one shape that show mistakes."""

    sketches: list[TreeSketch]
    #: The dice for further trees.
    dice: Dice
    #: How often each mistake shows on these trees, and on the regular ones before.
    times: Counter[tuple[int, bool]]


@dataclass(frozen=True)
class TreeChoice:
    """A choice of trees for a key."""

    outline: TreeOutline
    #: The mistakes that the trees must show.
    mistakes: Mistakes
    #: Value of the key's tree, and the place of its best move.
    own: tuple[float, int | None]
    #: Seed of the random trees.
    seed: str

    @property
    def kind(self) -> TreeChoice:
        """What choices have in common that can have the same trees.

        A depth limit ends the searches of some trees alone, and these depend on their depth.
        """
        is_limited = any(kind.limit is not None for kind in self.mistakes.kinds)
        outline = self.outline if is_limited else self.outline.kind
        return replace(self, outline=outline, own=(0, None), seed="")

    def weigh(self) -> TreeChoice:
        """Return the choice of trees of any shape whose outcomes are not equally likely."""
        return replace(
            self,
            outline=replace(self.outline, has_shares=True),
            mistakes=replace(self.mistakes, has_shares=True),
        )

    def choose(self, fewest: int, most: int) -> tuple[list[TreeSketch], int]:
        """Choose trees that show further mistakes while there are some; add others up to fewest.

        Return with them the number of those that show mistakes.
        """
        telling, dice, _ = choose_telling(self, "any", most)
        dice = deepcopy(dice)  # the choice is kept as it was
        others = [self.draw(number, dice, "any") for number in range(len(telling), fewest)]
        return telling + others, len(telling)

    def list_hidden(self, most: int) -> list[str]:
        """Return in words the mistakes that no tree shows."""
        times = choose_telling(self, "any", most).times
        rest = frozenset((row, False) for row, _ in self.mistakes.rows - times.keys())
        return self.mistakes.list_shown(rest)

    def draw_for_rare(
        self, rare: Collection[tuple[int, bool]], dice: Dice, shape: TreeShape
    ) -> Iterator[tuple[TreeSketch, TreeSketch]]:
        """Yield further trees, each twice, for mistakes that are rare.

        Args:
            rare: the mistakes that no tree shows yet, which get fewer.
            dice: what decides the trees.
            shape: the shape of the trees.
        """
        for number in range(_TRIED_FOR_RARE):
            drawn = self.draw(number, dice, shape)
            if not number and shape == "any" and self.mistakes.kinds[0].limit is None:
                drawn = self.outline.draw_ladder(self.mistakes.kinds[0], dice)
            yield drawn, drawn
            if shape == "any":
                for row, _ in sorted(rare):
                    for sketch in self.mistakes.make_move_tell(row, drawn):
                        if self.is_usable(sketch):
                            yield sketch, sketch

    def choose_shape(
        self, shape: TreeShape, times: Counter[tuple[int, bool]], dice: Dice, most: int
    ) -> list[TreeSketch]:
        """Choose trees of a shape; `times` counts how often each mistake shows on those before."""
        kind = self.mistakes.kinds[0]
        if not self.outline.list_depths(kind, shape):
            return []
        tried = _TRIED if kind.has_window else _TRIED_WITHOUT_WINDOW
        sketches = [self.draw(number, dice, shape) for number in range(tried)]
        # Level trees are for what no complete one shows, such as a skipped sixth child.
        omitted = times.keys() if shape == "level" else ()
        shown = list_shown(self.mistakes, sketches, self.own[1], omitted)
        rare = {*(self.mistakes.rows - times.keys() - frozenset().union(*shown))}
        drawn = self.draw_for_rare(rare, dice, shape)
        for sketch, rows in find_rare(self.mistakes, rare, drawn, _VISITS_FOR_RARE):
            sketches.append(sketch)
            shown.append(rows)
        usual = 0 if shape == "level" else _USUAL_TREES
        return take_telling(sketches, shown, times, most, usual=usual)

    def draw(self, number: int, dice: Dice, shape: TreeShape) -> TreeSketch:
        """Sketch a tree that is usable, if there is one among some attempts."""
        kind = self.mistakes.kinds[0]
        depths = self.outline.list_depths(kind, shape)
        for _ in range(_TRIES):
            plies = depths[number % len(depths)]
            mixture = number // len(depths)
            sketch = self.outline.draw(plies, kind, dice, number=mixture, shape=shape)
            if self.is_usable(sketch):
                break
        return sketch

    def is_usable(self, sketch: TreeSketch) -> bool:
        """Return whether a tree may be chosen.

        It has another value than the key's tree, values within the bounds of the search, and the
        same best move if means are rounded to doubles.
        """
        kind = self.mistakes.kinds[0]
        low, high = self.outline.bounds
        leaves = (node for node, below in enumerate(sketch.children) if not below)
        is_within = all(low <= sketch.values[leaf] <= high for leaf in leaves)
        is_other = WrongSearch(kind).search(sketch).value != self.own[0]
        return is_within and is_other and not is_move_rounded(kind, sketch)


def list_shown(
    mistakes: Mistakes,
    sketches: Sequence[TreeSketch],
    own_move: int | None = None,
    omitted: Collection[tuple[int, bool]] = (),
) -> list[ShownMistakes]:
    """Return the mistakes that each tree shows, but common ones of the first trees alone.

    Args:
        mistakes: the mistakes that count.
        sketches: the trees.
        own_move: the place of the best move of the key's tree; None if no place means anything.
        omitted: mistakes that do not count.
    """
    shown: list[ShownMistakes] = []
    times = Counter[tuple[int, bool]]()
    for sketch in sketches:
        common = {row for row, count in times.items() if count >= _COMMON}.union(omitted)
        shown.append(mistakes.find_shown(sketch, own_move, common))
        times.update(shown[-1])
    return shown


def find_rare(
    mistakes: Mistakes,
    rare: set[tuple[int, bool]],
    drawn: Iterable[tuple[_Thing, TreeSketch]],
    most: int,
) -> Iterator[tuple[_Thing, ShownMistakes]]:
    """Yield things that show mistakes which are rare, each with those that it shows.

    Args:
        mistakes: the mistakes that count.
        rare: those that nothing shows yet; what is shown is taken away.
        drawn: trees or positions, each with its tree.
        most: the most visits in a row that show nothing rare: those of right searches, once for
            each rare mistake.
    """
    visits = 0
    for thing, sketch in drawn:
        searches = len(rare) + _SEARCHES_OF_A_SKETCH
        visits += searches * len(WrongSearch(mistakes.kinds[0]).search(sketch).visits)
        if not rare or visits > most:
            return
        shown = mistakes.find_shown(sketch, omitted=mistakes.rows - rare)
        if shown & rare:
            visits = 0
            yield thing, shown
            rare -= shown


def take_telling(
    things: list[_Thing],
    shown: list[ShownMistakes],
    times: Counter[tuple[int, bool]],
    most: int,
    *,
    usual: int = _USUAL_TREES,
) -> list[_Thing]:
    """Take the thing that shows most further mistakes, again and again, and return those taken.

    Args:
        things: trees or positions; those that are left stay.
        shown: the mistakes that each of them shows, likewise.
        times: how often each mistake shows on those before, which are added to.
        most: the most things to take.
        usual: how many to take also if they only show mistakes that few others show.
    """
    chosen: list[_Thing] = []
    while things and len(chosen) < most:
        gains = [
            (sum(not times[row] for row in rows), sum(times[row] < _TIMES for row in rows))
            for rows in shown
        ]
        further, rare = max(gains)
        if not (further or (rare and len(chosen) < usual)):
            break
        best = gains.index((further, rare))
        chosen.append(things.pop(best))
        times.update(shown.pop(best))
    return chosen


#: The shape whose trees are chosen before those of a shape.
_BEFORE: Final[Mapping[TreeShape, TreeShape]] = {"complete": "any", "level": "complete"}


@lru_cache(maxsize=64)
def choose_telling(choice: TreeChoice, shape: TreeShape, most: int) -> ChosenTrees:
    """Choose trees of a shape that show further mistakes, once for any number of others.

    Those of any shape show all mistakes, and so do the complete ones together with the level ones.
    """
    dice, times = Dice(f"plytrace.fresh/7 {choice.seed}"), Counter[tuple[int, bool]]()
    if shape in _BEFORE:
        before = choose_telling(choice, _BEFORE[shape], most)
        dice = deepcopy(before.dice)
        times = before.times.copy() if shape == "level" else times
    return ChosenTrees(choice.choose_shape(shape, times, dice, most), dice, times)
