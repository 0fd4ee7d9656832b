"""Searches of sketched trees, each step of which can be replaced by a wrong one.

A step sees a node as the player who moves there does: `low` is the player's own bound, `high` the
opponent's, and `v` is to become large.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import fsum, inf, isfinite, lcm
from operator import ge, gt, mul, truediv
from typing import Any, Final, Literal, NamedTuple

from engine.game import CHANCE, MAX, MIN, Number, Player
from tracer.generate.tree_sketch import TreeSketch

Window = tuple[Number, Number]
Steps = Mapping[str, Callable[..., Any]]
Place = Literal["everywhere", "root", "below"]

FULL: Final = (-inf, inf)
#: The steps that are taken at the nodes of MAX and MIN.
_OF_CHOICE: Final = ("first", "hand", "better", "bound", "update", "stop", "result")


class SearchedNode:
    """A node in the middle of its search, as the player who moves there sees it."""

    __slots__ = (
        "count",
        "depth",
        "entered",
        "high",
        "low",
        "low_before",
        "reaches",
        "v",
        "v_before",
        "x",
    )

    v: Number
    v_before: Number
    #: Value of the last child.
    x: Number
    depth: int
    #: How many children have been searched.
    count: int
    #: Whether a value is enough for a cutoff by a bound, as the right search compares them.
    reaches: Callable[[Number, Number], bool]

    def __init__(self, window: Window, depth: int, *, is_strict: bool) -> None:
        self.count = 0
        self.depth = depth
        self.entered = window
        self.reaches = gt if is_strict else ge
        self.low, self.high = window
        self.low_before = self.low
        self.v = self.v_before = self.x = -inf


class Outcome(NamedTuple):
    """What a search of a sketched tree does and returns."""

    visits: tuple[int, ...]
    value: Number
    move: int | None


@dataclass(frozen=True, slots=True)
class SearchKind:
    """A right search."""

    has_window: bool = True
    #: Whether a value must exceed the opponent's bound for a cutoff.
    is_strict: bool = False
    #: Whether the last of equal moves is chosen.
    takes_last: bool = False
    #: Whether MIN's nodes get the mean of their children, as in expectimax.
    averages_min: bool = False
    #: Depth limit in plies.
    limit: int | None = None
    #: Window of the root.
    window: Window = FULL

    def is_better(self, node: SearchedNode) -> bool:
        """Return whether the value of the last child replaces `v`."""
        return node.x >= node.v if self.takes_last else node.x > node.v

    def see_turn(self, turn: Player) -> Player:
        """Return whose node it is for the search."""
        return CHANCE if self.averages_min and turn is MIN else turn


def is_infinite(value: Number) -> bool:
    """Return whether a value is infinite, or NaN as the mean of both infinities.

    A wrong search that takes no child of a node returns an infinite value.
    """
    return isinstance(value, float) and not isfinite(value)


def weigh(values: Sequence[Number], shares: Sequence[Fraction] | None) -> Number:
    """Return the mean of the outcomes of a chance node."""
    total = sum(values) if shares is None else _sum_weighted(values, shares)
    if shares is not None or is_infinite(total):
        return total
    return _divide(Fraction(total) if isinstance(total, float) else total, len(values))


def _sum_weighted(values: Sequence[Number], shares: Sequence[Fraction]) -> Number:
    if any(map(is_infinite, values)):
        return sum(values)
    exact = [Fraction(value) if isinstance(value, float) else value for value in values]
    whole = lcm(*(share.denominator for share in shares))
    parts = (share.numerator * (whole // share.denominator) for share in shares)
    return _divide(sum(map(mul, exact, parts)), whole)


def _divide(total: int | Fraction, whole: int) -> int | Fraction:
    """Return a quotient; whole numbers are much faster than fractions, and most are whole."""
    return total // whole if total % whole == 0 else Fraction(total, whole)


@dataclass(frozen=True)
class WrongSearch:
    """A search with another step at the nodes of some players; a right one without any.

    | step | takes | returns |
    | --- | --- | --- |
    | `first` | the node | `v` before the first child |
    | `hand` | the node | the window of the next child |
    | `better` | the node | whether the last child's value replaces `v` |
    | `bound` | the node | its own bound after a child |
    | `update` | the node | its window after a child |
    | `stop` | the node | whether the other children are skipped |
    | `result` | the node | its value |
    | `order` | the children, the sketch | the children to visit |
    | `leaf` | the value of a leaf | the value that counts |
    | `mean` | the values of outcomes, their probabilities | the value of a chance node |
    """

    kind: SearchKind
    name: str = ""
    #: The wrong steps by their names.
    steps: Steps = field(default_factory=dict)
    #: The players whose nodes have the other steps.
    players: tuple[Player, ...] = (MAX, MIN, CHANCE)
    #: Whether it can change the move alone.
    is_of_move: bool = False
    #: Where the other steps are taken: many programs have a loop for the root alone.
    place: Place = "everywhere"

    @property
    def title(self) -> str:
        """What is wrong, and at whose nodes."""
        whose = self.players[0].name if len(self.players) == 1 else "the program"
        return {
            "everywhere": f"{whose} {self.name}",
            "root": f"the root {self.name}",
            "below": f"{whose} below the root {self.name}",
        }[self.place]

    def start(self, sketch: TreeSketch) -> Search:
        """Return a search of a sketch that has visited nothing."""
        return Search(sketch, self) if self.place == "everywhere" else _SplitSearch(sketch, self)

    def search(self, sketch: TreeSketch) -> Outcome:
        """Search a sketch."""
        search = self.start(sketch)
        value = search.visit(0, *self.kind.window)
        return Outcome(tuple(search.visits), value, search.move)


def find_best_moves(kind: SearchKind, sketch: TreeSketch) -> frozenset[int]:
    """Return the children of the root that no other child exceeds."""
    search = Search(sketch, WrongSearch(replace(kind, has_window=False)))
    sign = -1 if kind.see_turn(sketch.turns[0]) is MIN else 1
    values = {child: sign * search.visit(child, *FULL) for child in sketch.children[0]}
    return frozenset(child for child, value in values.items() if value == max(values.values()))


def _mean_of_equals(values: Sequence[float], shares: Sequence[float]) -> float:
    is_equal = len({*shares}) == 1
    return sum(values) / len(values) if is_equal else sum(map(mul, values, shares))


#: How programs add up the outcomes of a chance node, each with its probability.
_ROUNDED_MEANS: Final[Sequence[Callable[[Sequence[float], Sequence[float]], float]]] = (
    lambda values, shares: sum(map(mul, values, shares)),
    lambda values, shares: sum(map(mul, reversed(values), reversed(shares))),
    lambda values, shares: fsum(map(mul, values, shares)),
    lambda values, shares: sum(map(truediv, values, (1 / share for share in shares))),
    _mean_of_equals,
)


def is_move_rounded(kind: SearchKind, sketch: TreeSketch) -> bool:
    """Return whether right programs that round may choose another move, of equal ones."""
    if all(kind.see_turn(turn) is not CHANCE for turn in sketch.turns):
        return False

    def find_move(mean: Callable[[Sequence[float], Sequence[float]], float]) -> int | None:
        def weigh_rounded(values: Sequence[Number], shares: Sequence[Fraction] | None) -> float:
            parts = shares or [Fraction(1, len(values))] * len(values)
            return mean([*map(float, values)], [*map(float, parts)])

        return WrongSearch(kind, steps={"mean": weigh_rounded}).search(sketch).move

    move = WrongSearch(kind).search(sketch).move
    return any(find_move(mean) != move for mean in _ROUNDED_MEANS)


class Search:
    """One search of a sketch.

    The right steps are written out where they are taken, since a choice of fresh trees takes
    millions of them; a wrong step is called instead of a right one.
    """

    #: Whether `evaluate` only reads a leaf, so that it need not be called.
    _only_reads = True

    def __init__(self, sketch: TreeSketch, wrong: WrongSearch) -> None:
        self._steps = {
            player: wrong.steps if player in wrong.players else {} for player in (MAX, MIN, CHANCE)
        }
        #: The wrong steps of `_choose`, by player, in the order in which it names them.
        self._steps_of_choice = {
            player: tuple(map(steps.get, _OF_CHOICE)) for player, steps in self._steps.items()
        }
        #: The players at whose nodes `_choose` has no wrong step.
        self._right_players = [
            player for player, steps in self._steps_of_choice.items() if not any(steps)
        ]
        self._has_other_leaves = "leaf" in wrong.steps
        #: Whether leaves are read where their parent is searched, without a visit of their own.
        self._reads_leaves = self._only_reads and not self._has_other_leaves
        self.sketch, self._kind = sketch, wrong.kind
        self._turns: Sequence[Player] = sketch.turns
        if wrong.kind.averages_min:
            self._turns = [*map(wrong.kind.see_turn, sketch.turns)]
        self._limit = inf if wrong.kind.limit is None else wrong.kind.limit
        self.visits: list[int] = []
        self.move: int | None = None

    def visit(self, node: int, alpha: Number, beta: Number) -> Number:
        """Search below a node, and return its value for MAX."""
        self.visits.append(node)
        sketch = self.sketch
        children = sketch.children[node]
        result: Number
        if not children or sketch.depth[node] >= self._limit:
            result = self.evaluate(node, alpha, beta)
            if self._has_other_leaves:
                leaf = self._steps[self._turns[node]].get("leaf")
                result = result if leaf is None else leaf(result)
            return result
        turn = self._turns[node]
        steps = self._steps[turn]
        if "order" in steps:
            children = steps["order"](children, sketch)
        if turn is not CHANCE:
            sign, window = (1, (alpha, beta)) if turn is MAX else (-1, (-beta, -alpha))
            if turn in self._right_players:
                result = self._choose_rightly(node, children, sign, window)
            else:
                result = self._choose(node, children, turn, sign, window)
            return result if sign > 0 else -result
        values = [self.visit(child, *FULL) for child in children]
        shares = sketch.shares.get(node) if len(values) == len(sketch.children[node]) else None
        result = steps.get("mean", weigh)(values, shares)
        return result

    def evaluate(self, node: int, alpha: Number, beta: Number) -> Number:
        """Return the value or the estimate of a node that is entered with a window."""
        value: Number = self.sketch.values[node]
        return value

    def _choose_rightly(
        self, at: int, children: Sequence[int], sign: int, window: Window
    ) -> Number:
        """Return what `_choose` returns where no step is wrong: nothing needs to be noted then."""
        kind, visit = self._kind, self.visit
        has_window, takes_last, is_strict = kind.has_window, kind.takes_last, kind.is_strict
        inside, values, reads_leaves = self.sketch.children, self.sketch.values, self._reads_leaves
        low, high = window
        v: Number = -inf
        best = None
        x: Number
        for child in children:
            if reads_leaves and not inside[child]:
                self.visits.append(child)
                x = values[child] if sign > 0 else -values[child]
            elif not has_window:
                x = visit(child, *FULL) if sign > 0 else -visit(child, *FULL)
            else:
                x = visit(child, low, high) if sign > 0 else -visit(child, -high, -low)
            if x > v or (takes_last and x == v):
                v = x
                best = child
            if has_window:
                if v > low:
                    low = v
                if v > high or (v == high and not is_strict):
                    break
        if not self.sketch.depth[at]:
            self.move = best
        return v

    def _choose(
        self, at: int, children: Sequence[int], turn: Player, sign: int, window: Window
    ) -> Number:
        """Return the value of a node for its player: MAX with the sign 1, MIN with -1."""
        first, hand, better, bound, update, stop, result = self._steps_of_choice[turn]
        kind, visit = self._kind, self.visit
        has_window, takes_last, is_strict = kind.has_window, kind.takes_last, kind.is_strict
        inside, values, reads_leaves = self.sketch.children, self.sketch.values, self._reads_leaves
        node = SearchedNode(window, self.sketch.depth[at], is_strict=is_strict)
        best = None
        if first is not None:
            node.v = first(node)
        low: Number
        high: Number
        for child in children:
            if not has_window:
                low, high = FULL
            elif hand is None:
                low, high = node.low, node.high
            else:
                low, high = hand(node)
            if reads_leaves and not inside[child]:
                self.visits.append(child)
                x = values[child] if sign > 0 else -values[child]
            else:
                x = visit(child, low, high) if sign > 0 else -visit(child, -high, -low)
            node.x = x
            node.count += 1
            v = node.v_before = node.v
            node.low_before = node.low
            is_better = x >= v if takes_last else x > v
            if better is not None:
                is_better = better(node)
            if is_better:
                v = node.v = x
                best = child
            if has_window:
                if bound is not None:
                    node.low = bound(node)
                elif update is not None:
                    node.low, node.high = update(node)
                elif v > node.low:
                    node.low = v
                is_over = v > node.high if is_strict else v >= node.high
                if stop is not None:
                    is_over = stop(node)
                if is_over:
                    break
        if not self.sketch.depth[at]:
            self.move = best
        value: Number = node.v if result is None else result(node)
        return value


class _SplitSearch(Search):
    """A search whose wrong steps are taken at the root alone, or everywhere else."""

    def __init__(self, sketch: TreeSketch, wrong: WrongSearch) -> None:
        of_root, of_others = wrong, WrongSearch(wrong.kind)
        if wrong.place == "below":
            of_root, of_others = of_others, wrong
        super().__init__(sketch, of_root)
        self._below = Search(sketch, of_others)
        self._below.visits = self.visits

    def visit(self, node: int, alpha: Number, beta: Number) -> Number:
        """Search below a node."""
        if node:
            return self._below.visit(node, alpha, beta)
        return super().visit(node, alpha, beta)
