"""Trees on which wrong programs differ from right ones, chosen one by one.

Of many random trees, the one is taken that shows most of the mistakes of `program_mistakes` that no
tree before it shows. Further ones show mistakes again that few trees show.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from engine.game import CHANCE, MAX, MIN, Number, Player
from tracer.generate.order_keys import DENOMINATORS
from tracer.generate.program_mistakes import Mistakes, ShownMistakes
from tracer.generate.tree_sketch import Dice, TreeSketch, draw_shares
from tracer.generate.wrong_searches import Search, SearchKind, WrongSearch, is_move_rounded
from tracer.marking.reading.sheet import TreeShape
from trees.hand_tree import HandTree

_Thing = TypeVar("_Thing")

#: Plies of a tree beyond two rounds of all players: with windows, enough for cutoffs by the bound
#: of an ancestor of either player, and for mistakes of deep nodes alone. Even and odd plies give
#: leaves to both players.
_BEYOND: Final = (2, 1, 0)
_BEYOND_WITHOUT_WINDOW: Final = (0, -1, 1, 2)
_ROUNDS: Final = 2
#: The most turns of a round that a tree repeats.
_LONGEST_ROUND: Final = 6
#: Plies of trees whose nodes all have as many children as those of the key's tree, and most leaves.
_PLIES_OF_COMPLETE: Final = (6, 5, 4, 3)
#: Plies of trees whose leaves all have one depth; few, since no node becomes a leaf early.
_PLIES_OF_LEVEL: Final = (3, 4)
_MOST_LEAVES: Final = 243
_MOST_LEAVES_WITHOUT_WINDOW: Final = 81
#: The largest number of children that programs rely on.
_MOST_RELIED_ON: Final = 3
#: Numbers of children, of which one is drawn for each node: fewer in deeper trees. The first are
#: for trees of more plies than these, with windows and without.
_WIDE: Final = 6
_WIDE_WITHOUT_WINDOW: Final = 5
_WIDTHS: Final = (
    (2, 2, 2, 2, 2, 3),
    (2, 2, 3, 2, 3, 2, 4),
    (2, 3, 3, 2, 4, 3, 5),
    (3, 3, 4, 4, 2, 5, 6),
)
#: One node of each tree has this many children: deep trees are narrow otherwise.
_WIDEST: Final = 6
#: Of this many nodes below the root, one is a leaf at once: one of fewer with each ply beyond the
#: wide trees, so that the deepest plies are reached.
_EARLY_LEAF: Final = 7
_MOST_EARLY_LEAVES: Final = 3
#: In half of the trees, about every other child of the root is a leaf: then values of the root's
#: children are equal or 0 even if they would be means.
_EARLY_AT_ROOT: Final = 2
#: When a tree has this many nodes, all others are leaves.
_MOST_NODES: Final = 300
#: One branch of a tree is longer by this many plies, with two children a node: what is wrong at
#: great depths alone shows there.
_LONGER: Final = 6
_WIDTH_OF_BRANCH: Final = 2
#: The plies of a tree with one branch alone.
_RUNGS: Final = 11
#: Trees with estimates reach beyond a depth limit of at most this many plies.
_DEEPEST_LIMIT: Final = 9
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
#: What the leaves of a node are like, drawn for each node: 0, near 0, within the key's range, or
#: far below or above it. A tree has one of these mixtures.
_MIXTURES: Final = (
    "nnnnkkkklh",
    "0nkkklllhh",
    "00nnnnnnkk",
    "nkllllllhh",
    "0khhhhhhll",
    "0000nnkklh",
    "0000nnnnkk",
    "000nnnnnnn",
    "llllllllll",
    "hhhhhhhhhh",
)
_NEAR: Final = 2
_FAR: Final = (1001, 1009)
#: How far from a bound every other leaf is that the right search visits.
_FROM_BOUND: Final = (0, 0, -1, 1, -2, 2, 7, -7)
_PARTS_OF_ONE: Final = (0, 0.5, 0.25, -0.5)


@dataclass(frozen=True, slots=True)
class TreeOutline:
    """The features of a key's tree that other trees share."""

    #: Turns of one round.
    players: tuple[Player, ...]
    #: Player to move at each depth above the leaves.
    turns: tuple[Player, ...]
    #: Fewest and most children of an internal node.
    fewest: int
    most: int
    #: Whether all leaves have one depth, and all internal nodes the same small number of children.
    is_complete: bool
    #: Largest distance of a value from 0.
    largest: int
    has_fractions: bool
    has_estimates: bool
    #: Whether some outcomes of a chance node are more likely than others. If not, programs that are
    #: right on the key's tree may not know probabilities.
    has_shares: bool
    #: Smallest and largest possible value.
    bounds: tuple[float, float] = (-math.inf, math.inf)

    @classmethod
    def read(cls, tree: HandTree, bounds: tuple[float, float] | None) -> TreeOutline:
        """Return the outline of a tree, with the bounds of its search's settings."""
        turns: list[Player] = []
        counts: list[int] = []
        levels = [{tree.initial}]
        inner_nodes: list[Any] = []
        while levels[-1]:
            inner = [node for node in levels[-1] if not tree.is_terminal(node)]
            inner_nodes += inner
            players = [tree.to_move(node) for node in inner]
            if players:
                turns.append(max((MAX, MIN, CHANCE), key=players.count))
            counts += [len(tree.moves(node)) for node in inner]
            levels.append({tree.children[edge] for node in inner for edge in tree.moves(node)})
        numbers = [value for value in (*tree.values, *tree.evals) if value is not None]
        fewest, most = min(counts, default=2), max(counts, default=2)
        return cls(
            tree.players,
            tuple(turns) or tree.players[:1],
            fewest,
            most,
            fewest == most <= _MOST_RELIED_ON and len(levels[-2]) == most ** len(turns),
            max(_NEAR + 1, math.ceil(max(0, *numbers, *(-value for value in numbers)))),
            any(value != int(value) for value in numbers),
            any(value is not None for value in tree.evals),
            any(
                len({share for _, share in tree.chances(node)}) > 1
                for node in inner_nodes
                if tree.to_move(node) is CHANCE
            ),
            bounds or (-math.inf, math.inf),
        )

    def list_depths(self, kind: SearchKind, shape: TreeShape = "any") -> list[int]:
        """Return the depths of other trees; beyond a depth limit if the key's tree is."""
        own, limit = len(self.turns), kind.limit
        if shape == "level":
            is_beyond = limit is not None and own > limit
            return [plies for plies in _PLIES_OF_LEVEL if plies > (limit or 0) or not is_beyond]
        beyond = _BEYOND if kind.has_window else _BEYOND_WITHOUT_WINDOW
        depths = [self._two_rounds + plies for plies in beyond]
        is_near = limit is not None and self.has_estimates and limit <= _DEEPEST_LIMIT
        if limit is not None and (own > limit or (is_near and shape == "any")):
            return [max(depths[1], limit + 2), max(depths[2], limit + 1)]
        if shape == "complete":  # such trees differ by their depth alone
            most = _MOST_LEAVES if kind.has_window else _MOST_LEAVES_WITHOUT_WINDOW
            others = (plies for plies in _PLIES_OF_COMPLETE if plies != own)
            depths = [plies for plies in others if self.most**plies <= most][:2]
        if limit is not None and not self.has_estimates:  # the limit must not be reached
            depths = [plies for plies in depths if plies <= limit] or [own]
        return depths

    @property
    def kind(self) -> TreeOutline:
        """What other trees must share: neither the number of nodes nor the values of the key's."""
        fewest, most = (self.most, self.most) if self.is_complete else (min(self.fewest, 2), 2)
        return replace(self, turns=self.all_turns, fewest=fewest, most=most, largest=0)

    @property
    def all_turns(self) -> tuple[Player, ...]:
        """The player to move at each depth of other trees."""
        return tuple(map(self.find_turn, range(self._two_rounds + max(_BEYOND) + 1)))

    def find_turn(self, depth: int) -> Player:
        """Return the player to move at a depth of another tree."""
        cycle = self._turn_cycle
        return (self.turns[depth:] or cycle[depth % len(cycle) :])[0]

    @property
    def _turn_cycle(self) -> tuple[Player, ...]:
        """The turns that repeat."""
        turns, in_a_round = self.turns, self.players
        if all(turn is in_a_round[at % len(in_a_round)] for at, turn in enumerate(turns)):
            return in_a_round
        plies = range(1, len(turns) + 1)
        return turns[: next(count for count in plies if turns[count:] == turns[:-count])]

    @property
    def _two_rounds(self) -> int:
        """The plies of two rounds, four at least."""
        return _ROUNDS * max(2, min(len(self._turn_cycle), _LONGEST_ROUND))

    def draw(
        self,
        plies: int,
        kind: SearchKind,
        dice: Dice,
        *,
        number: int = 0,
        shape: TreeShape = "any",
    ) -> TreeSketch:
        """Sketch a random tree, with values near the bounds that the right search tests.

        Its number decides what its leaves are like.
        """
        wide = _WIDE if kind.has_window and shape == "any" else _WIDE_WITHOUT_WINDOW
        sketch = self._draw_shape(plies, wide - plies, dice, shape)
        if shape == "any" and kind.limit is None:
            self._lengthen_branch(sketch, plies, dice)
        mixture = _MIXTURES[number % len(_MIXTURES)]
        for children in sketch.children:
            near = dice.pick(mixture)
            for child in children:
                if self.has_estimates or not sketch.children[child]:
                    sketch.values[child] = self._draw_value(near, dice)
        if kind.has_window:
            _FillingSearch(self, sketch, kind, dice).visit(0, *kind.window)
        return sketch

    def _draw_shape(self, plies: int, spare: int, dice: Dice, shape: TreeShape) -> TreeSketch:
        """Sketch the nodes of a tree without their values, which is wider if plies are spare."""
        turns = [self.find_turn(depth) for depth in range(plies + 1)]
        widths: Sequence[int] = _WIDTHS[min(max(0, 1 + spare), len(_WIDTHS) - 1)]
        early = max(_MOST_EARLY_LEAVES, _EARLY_LEAF + min(0, spare))
        early_at_root = dice.pick((_EARLY_AT_ROOT, early))
        if self.fewest == 1:
            widths = (1, *widths)
        sketch = TreeSketch.start(turns[0])
        depth_of_widest = dice.below(plies) if shape == "any" else plies
        for node, depth in enumerate(sketch.depth):  # which grows
            is_early = depth > 0 and not dice.below(early if depth > 1 else early_at_root)
            is_late = len(sketch.depth) >= _MOST_NODES
            if depth == plies or ((is_early or is_late) and shape == "any"):
                continue
            width = self.most if shape == "complete" else dice.pick(widths)
            if depth == depth_of_widest:
                width, depth_of_widest = _WIDEST, plies
            if turns[depth] is CHANCE and self.has_shares:  # generated probabilities are limited
                width = min(max(2, width), max(DENOMINATORS))
                sketch.shares[node] = draw_shares(width, DENOMINATORS, dice)
            sketch.add_children(node, width, turns[depth + 1])
        return sketch

    def _lengthen_branch(self, sketch: TreeSketch, plies: int, dice: Dice) -> None:
        """Add plies below the first of the deepest nodes, which searches seldom skip."""
        if plies not in sketch.depth:
            return
        node = sketch.depth.index(plies)
        for depth in range(plies, plies + _LONGER):
            sketch.add_children(node, _WIDTH_OF_BRANCH, self.find_turn(depth + 1))
            node = dice.pick(sketch.children[node])

    def draw_ladder(self, kind: SearchKind, dice: Dice) -> TreeSketch:
        """Sketch a deep tree whose value is that of a deepest leaf."""
        sketch = TreeSketch.start(self.find_turn(0))
        value = self._limit(dice.between(1, self.largest) * dice.pick((1, -1)))
        node = 0
        for depth in range(_RUNGS):
            turn = kind.see_turn(self.find_turn(depth))
            sketch.add_children(node, _WIDTH_OF_BRANCH, self.find_turn(depth + 1))
            other, node = dice.shuffled(sketch.children[node])
            sketch.values[other] = self._limit({MAX: -_FAR[0], MIN: _FAR[0], CHANCE: value}[turn])
        sketch.values[node] = value
        return sketch

    def _draw_value(self, kind: str, dice: Dice) -> Number:
        if kind == "0":
            return self._limit(0)
        if kind == "n":
            return self._limit(dice.between(-_NEAR, _NEAR))
        if kind == "k":
            return self._limit(self._add_fraction(dice.between(-self.largest, self.largest), dice))
        return self._limit(dice.between(*_FAR) * (1 if kind == "h" else -1))

    def draw_near(self, bound: Number, dice: Dice) -> Number:
        """Return a value at a bound or near it."""
        return self._limit(self._add_fraction(bound + dice.pick(_FROM_BOUND), dice))

    def _add_fraction(self, value: Number, dice: Dice) -> Number:
        """Return a value with a fraction if the key's tree has some."""
        return float(value) + dice.pick(_PARTS_OF_ONE) if self.has_fractions else value

    def _limit(self, value: Number) -> Number:
        low, high = self.bounds
        return math.ceil(low) if value < low else math.floor(high) if value > high else value

    def build(self, sketch: TreeSketch, name: str) -> HandTree:
        """Return a sketch as a tree with this outline's players and estimates."""
        return sketch.build(self.players, name, has_estimates=self.has_estimates)


class _FillingSearch(Search):
    """A right search that gives every other leaf a value near a bound or 0 as it is visited."""

    _only_reads = False

    def __init__(
        self, outline: TreeOutline, sketch: TreeSketch, kind: SearchKind, dice: Dice
    ) -> None:
        super().__init__(sketch, WrongSearch(kind))
        self._outline, self._dice = outline, dice

    def evaluate(self, node: int, alpha: Number, beta: Number) -> Number:
        """Return the new value of a leaf that is entered with a window."""
        bounds = [bound for bound in (alpha, beta, 0) if abs(bound) != math.inf]
        if self._dice.below(2):
            bound = self._dice.pick(bounds)
            self.sketch.values[node] = self._outline.draw_near(bound, self._dice)
        return super().evaluate(node, alpha, beta)


class ChosenTrees(NamedTuple):
    """The trees of a choice by shape."""

    sketches: dict[TreeShape, list[TreeSketch]]
    #: The dice for further trees.
    dice: Dice
    #: The mistakes that no tree of any shape shows, in words.
    hidden: list[str]


@dataclass(frozen=True)
class TreeChoice:
    """A choice of trees for a key."""

    outline: TreeOutline
    #: The mistakes that the trees must show.
    mistakes: Mistakes
    #: Value of the key's tree, and the place of its best move.
    own: tuple[float, int | None]
    #: Whether some programs may take trees alone that are complete or level.
    has_others: bool
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

    def choose(self, fewest: int, most: int) -> tuple[ChosenTrees, int]:
        """Choose trees that show further mistakes while there are some; add others up to fewest.

        Return with them the number of trees of any shape that show mistakes.
        """
        sketches, dice, hidden = choose_telling(self, most)
        dice = deepcopy(dice)  # the choice is kept as it was
        telling = sketches["any"]
        others = [self.draw(number, dice, "any") for number in range(len(telling), fewest)]
        trees = ChosenTrees(sketches | {"any": telling + others}, dice, hidden)
        return trees, len(telling)

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


@lru_cache(maxsize=64)
def choose_telling(choice: TreeChoice, most: int) -> ChosenTrees:
    """Choose trees that show further mistakes, once for any number of others.

    Those of any shape show all mistakes, and so do the complete ones together with the level ones.
    """
    dice = Dice(f"plytrace.fresh/7 {choice.seed}")
    times = Counter[tuple[int, bool]]()
    chosen: dict[TreeShape, list[TreeSketch]] = {}
    chosen["any"] = choice.choose_shape("any", times, dice, most)
    hidden = choice.mistakes.list_shown(
        frozenset((row, False) for row, _ in choice.mistakes.rows - times.keys())
    )
    if choice.has_others:
        times = Counter()
        chosen["complete"] = choice.choose_shape("complete", times, dice, most)
        chosen["level"] = choice.choose_shape("level", times, dice, most)
    return ChosenTrees(chosen, dice, hidden)
