"""The features that trees share with a key's tree, and random trees that have them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.game import CHANCE, MAX, MIN, Number, Player
from tracer.generate.order_keys import DENOMINATORS
from tracer.generate.tree_sketch import Dice, TreeSketch, draw_shares
from tracer.generate.wrong_searches import Search, SearchKind, WrongSearch
from tracer.marking.reading.sheet import TreeShape
from trees.hand_tree import HandTree

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

    @property
    def has_even_chances(self) -> bool:
        """Whether there are chance nodes, whose outcomes are equally likely."""
        return CHANCE in self.turns and not self.has_shares

    def list_depths(self, kind: SearchKind, shape: TreeShape = "any") -> list[int]:
        """Return the depths of other trees; beyond a depth limit if the key's tree is."""
        own, limit = len(self.turns), kind.limit
        if shape == "level":
            if limit is None:
                return [*_PLIES_OF_LEVEL]
            is_beyond, may_end = own > limit, self.has_estimates
            return [
                plies
                for plies in _PLIES_OF_LEVEL
                if (plies > limit if is_beyond else plies <= limit or may_end)
            ]
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
                sketch.shares[node] = draw_shares(width, dice)
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
