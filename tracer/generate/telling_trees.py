"""Trees on which wrong programs differ from right ones, chosen one by one.

Each tree is the one of several random ones that shows most of the mistakes of `wrong_searches` that
no tree before it shows. The choice ends when no further mistake shows, and enough trees are chosen.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from engine.game import CHANCE, MAX, MIN, Number, Player
from tracer.generate.order import Order
from tracer.generate.order_keys import DENOMINATORS
from tracer.generate.tree_sketch import Dice, TreeSketch, draw_shape, fill
from tracer.generate.wrong_searches import (
    ROUNDS,
    Aspect,
    Outcome,
    SearchKind,
    WrongSearch,
    find_best_moves,
    list_wrong_searches,
)
from trees.hand_tree import HandTree

#: Plies of a tree: with windows, enough for cutoffs by the bound of an ancestor of either player,
#: also far below the root. Even and odd plies give leaves to both players.
_PLIES: Final = (5, 6, 4)
_PLIES_WITHOUT_WINDOW: Final = (4, 3)
#: Plies of trees whose nodes all have as many children as those of the key's tree, and most leaves.
_PLIES_OF_REGULAR: Final = (6, 5, 4, 3)
_MOST_LEAVES: Final = 729
_MOST_LEAVES_WITHOUT_WINDOW: Final = 81
#: Plies of a tree in which all nodes have two children; of one with less, some have more.
_PLIES_OF_NARROW: Final = 8
#: The largest number of children that programs rely on.
_MOST_REGULAR: Final = 3
#: Trees among which one is chosen: the first, those after it, and the most among which one is
#: looked for that shows anything further.
_FIRST_TRIES: Final = 6
_TRIES: Final = 24
_LAST_TRIES: Final = 80
#: The number of a try with the lowest tree, which is searched fast.
_LOWEST: Final = -1
#: What the leaves of a node are like, drawn for each node: near 0, within the key's range, or far
#: below or above it. A tree has one of these mixtures.
_MIXTURES: Final = ("nnnnkkkklh", "nnkkklllhh", "nnnnnnnnkk", "nkllllllhh", "nkhhhhhhll")
_NEAR: Final = 2
_FAR: Final = (1001, 1003)
#: The number of the mistake to give the move of the key's tree on any tree.
_OTHER_MOVE: Final = -1
#: The parts that notice each aspect of a search, the clearest aspect first.
_NOTICED_BY: Final[Mapping[Aspect, tuple[str, ...]]] = {
    "visits": ("visits", "counts"),
    "value": ("utility", "line"),
    "move": ("move", "line"),
}


@dataclass(frozen=True, slots=True)
class TreeOutline:
    """The features of a key's tree that other trees share."""

    players: tuple[Player, ...]
    #: Player to move at each depth above the leaves.
    turns: tuple[Player, ...]
    fewest: int
    most: int
    #: Largest distance of a value from 0.
    largest: int
    has_estimates: bool
    #: Whether some values are fractions.
    has_fractions: bool = False
    bounds: tuple[float, float] = (-math.inf, math.inf)

    @classmethod
    def read(cls, tree: HandTree, bounds: tuple[float, float] | None) -> TreeOutline:
        """Return the outline of a tree, with the bounds of its search's settings."""
        turns: list[Player] = []
        counts: list[int] = []
        level = {tree.initial}
        while level:
            inner = [node for node in level if not tree.is_terminal(node)]
            players = [tree.to_move(node) for node in inner]
            if players:
                turns.append(max((MAX, MIN, CHANCE), key=players.count))
            counts += [len(tree.moves(node)) for node in inner]
            level = {tree.children[edge] for node in inner for edge in tree.moves(node)}
        numbers = [float(value) for value in (*tree.values, *tree.evals) if value is not None]
        return cls(
            tree.players,
            tuple(turns) or tree.players[:1],
            min(counts, default=2),
            max(counts, default=2),
            max(_NEAR + 1, math.ceil(max(map(abs, numbers), default=0))),
            any(value is not None for value in tree.evals),
            not all(number.is_integer() for number in numbers),
            bounds or (-math.inf, math.inf),
        )

    @property
    def is_regular(self) -> bool:
        """Whether all internal nodes have the same small number of children."""
        return self.fewest == self.most <= _MOST_REGULAR

    def list_depths(self, kind: SearchKind) -> list[int]:
        """Return the depths of other trees; beyond a depth limit if the key's tree is."""
        own, limit = len(self.turns), kind.limit
        depths: Sequence[int] = _PLIES if kind.has_window else _PLIES_WITHOUT_WINDOW
        if limit is not None and own > limit:
            return [max(depths[0], limit + 2), max(depths[-1], limit + 1)]
        if self.is_regular:  # such trees differ by their depth alone
            most = _MOST_LEAVES if kind.has_window else _MOST_LEAVES_WITHOUT_WINDOW
            others = (plies for plies in _PLIES_OF_REGULAR if plies != own)
            depths = [plies for plies in others if self.most**plies <= most][:2]
        if limit is not None and not self.has_estimates:  # the limit must not be reached
            depths = [plies for plies in depths if plies <= limit] or [own]
        return [*depths]

    @property
    def _period(self) -> int:
        """The number of plies after which the turns repeat."""
        turns = self.turns
        if all(turn is self._turn_of_round(depth) for depth, turn in enumerate(turns)):
            return len(self.players)
        return next(
            plies
            for plies in range(1, len(turns) + 1)
            if all(turns[at] is turns[at - plies] for at in range(plies, len(turns)))
        )

    def _turn_of_round(self, depth: int) -> Player:
        return self.players[depth % len(self.players)]

    def find_turn(self, depth: int) -> Player:
        """Return the player to move at a depth of another tree."""
        if depth < len(self.turns):
            return self.turns[depth]
        if self._period == len(self.players) and self.turns[0] is self.players[0]:
            return self._turn_of_round(depth)
        return self.turns[depth % self._period]

    def list_turns(self, plies: int) -> list[Player]:
        """Return the player to move at each depth of another tree, its leaves too."""
        return [self.find_turn(depth) for depth in range(plies + 1)]

    def draw(self, plies: int, limit: int | None, dice: Dice) -> TreeSketch:
        """Draft a random tree, with estimates as the values of internal nodes."""
        turns = self.list_turns(plies)[:plies]
        spare = max(0, _PLIES_OF_NARROW - min(plies, limit or plies))
        wide = dice.distinct(0, plies - 1, min(plies, spare))
        order = Order(
            plies=plies,
            branching=[
                self._branching(turn, wide.index(depth) if depth in wide else None, spare)
                for depth, turn in enumerate(turns)
            ],
            chance=tuple(depth for depth, turn in enumerate(turns) if turn is CHANCE),
            whole=CHANCE not in turns,
        )
        while (shape := draw_shape(order, dice)) is None:
            pass
        sketch = fill(shape, order, dice)
        mixture = dice.pick(_MIXTURES)
        for children in sketch.children:
            kind = dice.pick(mixture)
            for child in children:
                if self.has_estimates or not sketch.children[child]:
                    sketch.values[child] = self._draw_value(kind, dice)
        return sketch

    def _branching(self, turn: Player, wide: int | None, spare: int) -> tuple[int, int]:
        """Return the fewest and most children of the nodes of a depth."""
        low = high = 2
        if self.is_regular:
            low = high = self.most
        elif wide is not None:
            low, high = 2 if wide else min(self.fewest, 2), max(3 if wide else 4, spare - 1)
        if turn is CHANCE:  # generated probabilities are limited
            return max(2, low), min(max(2, high), max(DENOMINATORS))
        return low, high

    def _draw_value(self, kind: str, dice: Dice) -> Number:
        largest = {"n": _NEAR, "k": self.largest}.get(kind)
        value: Number
        if largest is not None:
            value = dice.between(-largest, largest)
        else:
            value = dice.between(*_FAR) * (1 if kind == "h" else -1)
        if self.has_fractions:
            value += dice.below(4) / 4
        low, high = self.bounds
        return math.ceil(low) if value < low else math.floor(high) if value > high else value

    def build(self, sketch: TreeSketch, name: str) -> HandTree:
        """Return a draft as a tree with this outline's players and estimates."""
        turns = self.list_turns(len(sketch.shape.turns))
        return sketch.tree(self.players, name, turns=turns, has_estimates=self.has_estimates)


@dataclass(frozen=True)
class TreeChoice:
    """A choice of trees for a key."""

    outline: TreeOutline
    kinds: tuple[SearchKind, ...]
    parts: frozenset[str]
    takes_any_move: bool
    #: Value of the key's tree, and the place of its best move.
    own: tuple[float, int | None]
    seed: str

    @cached_property
    def _right(self) -> list[WrongSearch]:
        return [WrongSearch(kind) for kind in self.kinds]

    @cached_property
    def _wrong(self) -> list[WrongSearch]:
        """The mistakes, of one right search for each way to test for a cutoff."""
        turns = self.outline.list_turns(max(_PLIES))
        plies = sum(turn is not CHANCE for turn in self.outline.players)
        kinds = {kind.is_strict: kind for kind in reversed(self.kinds)}.values()
        rounds = self.outline.has_fractions
        searches = [
            one
            for kind in kinds
            for one in list_wrong_searches(kind, turns, plies)
            if rounds or one.name != ROUNDS
        ]
        return [wrong for wrong in searches if self._find_clearest(wrong)]

    def choose(self, fewest: int, most: int) -> tuple[tuple[TreeSketch, ...], int]:
        """Return the trees, and how many of them show all mistakes that any shows.

        There are more than `fewest` if so few do not show all mistakes.
        """
        dice = Dice(f"plytrace.fresh/2 {self.seed}")
        shown: dict[int, int] = {}
        trees: list[TreeSketch] = []
        telling = 0
        tries = _FIRST_TRIES
        while len(trees) < most:
            best = None
            for number in range(_LAST_TRIES if tries > 1 else 1):
                if number >= tries and best and best[0]:
                    break
                sketch = self._draw(number if number < tries else _LOWEST, dice)
                levels = self._find_shown(sketch, shown)
                gain = sum(levels.values()) - sum(shown.get(place, 0) for place in levels)
                if best is None or gain > best[0]:
                    best = gain, sketch, levels
            assert best is not None, "at least one try"
            gain, sketch, levels = best
            shown |= levels
            tries = _TRIES if gain and tries > 1 else 1
            if len(trees) >= fewest and tries == 1:
                break
            trees.append(sketch)
            telling += tries > 1
        return tuple(trees), telling

    def _draw(self, number: int, dice: Dice) -> TreeSketch:
        """Draft a tree with another value than that of the key's tree."""
        kind = self.kinds[0]
        depths = self.outline.list_depths(kind)
        plies = min(depths) if number == _LOWEST else depths[number % len(depths)]
        for _ in range(_TRIES):
            sketch = self.outline.draw(plies, kind.limit, dice)
            if self._right[0].search(sketch, self._list_turns(sketch)).value != self.own[0]:
                break
        return sketch

    def _list_turns(self, sketch: TreeSketch) -> list[Player]:
        return self.outline.list_turns(len(sketch.shape.turns))

    def _find_shown(self, sketch: TreeSketch, shown: Mapping[int, int]) -> dict[int, int]:
        """Return how clearly a tree shows mistakes, as far as it does so better than others."""
        turns = self._list_turns(sketch)
        best_moves = frozenset[int]()
        if self.takes_any_move:
            best_moves = find_best_moves(self.kinds[0], sketch, turns)
        right = [search.search(sketch, turns) for search in self._right]
        noticed = [self._notice(outcome, best_moves) for outcome in right]
        visits = [outcome.visits for outcome in right] if "visits" in self.parts else []
        levels = {}
        move = right[0].move
        if move is not None and sketch.children[0].index(move) != self.own[1]:
            levels[_OTHER_MOVE] = 2
        for place, wrong in enumerate(self._wrong):
            if shown.get(place) == 2:
                continue
            outcome = self._notice(wrong.search(sketch, turns, visits), best_moves)
            differing = [
                aspect
                for aspect, said in outcome.items()
                if said not in [other[aspect] for other in noticed]
            ]
            if differing:
                levels[place] = 2 if self._find_clearest(wrong) in differing else 1
        return {place: level for place, level in levels.items() if level > shown.get(place, 0)}

    def _notice(self, outcome: Outcome, best_moves: Collection[int]) -> dict[Aspect, Any]:
        """Return what the key's parts notice of an outcome."""
        return {aspect: self._read(aspect, outcome, best_moves) for aspect in self._aspects}

    def _read(self, aspect: Aspect, outcome: Outcome, best_moves: Collection[int]) -> Any:
        if aspect == "visits":
            return outcome.visits if "visits" in self.parts else len(outcome.visits)
        if aspect == "value":
            return outcome.value
        return outcome.move in best_moves or outcome.move

    @cached_property
    def _aspects(self) -> list[Aspect]:
        """The aspects that the key's parts notice, the clearest first."""
        return [aspect for aspect, parts in _NOTICED_BY.items() if not self.parts.isdisjoint(parts)]

    def _find_clearest(self, wrong: WrongSearch) -> Aspect | None:
        """Return the clearest aspect in which a mistake can show; None if the key asks for none."""
        every = [*_NOTICED_BY]
        can_show = every[every.index(wrong.shows_in) :]
        return next((aspect for aspect in self._aspects if aspect in can_show), None)


@lru_cache(maxsize=64)
def choose_trees(choice: TreeChoice, fewest: int, most: int) -> tuple[tuple[TreeSketch, ...], int]:
    """Return what `TreeChoice.choose` returns, once for a choice."""
    return choice.choose(fewest, most)
