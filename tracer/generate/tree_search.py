"""The search for a tree that meets an order.

Values are drawn at random and then changed a little at a time. A change is kept if it does not
increase the distance from the order (hill climbing with sideways moves). After many changes without
progress, a new tree is drawn. The real searches check every tree that is found; it is returned only
if their logs meet the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.errors import InvalidInput, PlytraceError, UsageError
from engine.game import Number
from engine.search import find_search
from tracer.generate.order import MOST_NODES, Order
from tracer.generate.order_keys import CONSTRAINTS
from tracer.generate.tree_facts import (
    OF_ONE_CONVENTION,
    SearchFacts,
    TreeFacts,
    confusions,
    failures,
    is_apart_for_any,
    quick_alphabeta,
    search_facts,
    tree_facts,
)
from tracer.generate.tree_sketch import (
    Dice,
    TreeSketch,
    change_slightly,
    draw_shape,
    fill,
    sort_children,
)
from tracer.text.numbers import show_count
from trees.hand_tree import HandTree
from trees.text import quote

#: Number of tries before giving up; fewer with misconceptions, since each needs its own search.
USUAL_TRIES, USUAL_TRIES_APART = 100_000, 5_000
#: Changes without progress before a new tree is drawn: a base, an addition per leaf, and a maximum.
_PATIENCE, _PATIENCE_A_LEAF, _MOST_PATIENCE = 200, 4, 2_000
#: Tries without progress before giving up: fewer for large trees and for slow searches. With
#: misconceptions, only the number of tries is limited.
_STALL_LEAVES, _LEAST_STALL, _MOST_STALL, _STALL_IF_SLOW = 600_000, 5_000, 20_000, 1_500
_LONGEST_SEED = 100
#: The largest number of clauses about misconceptions that a tree does not distinguish.
_MOST_CLAUSES = 3
#: Trees that distinguish misconceptions, among which one that does so for any key is preferred.
_CANDIDATES = 6
#: One change in this many is kept although it increases the distance.
_WORSENING_ODDS = 50
#: The largest number of different values of a tree that starts with few.
_FEW = 4


@dataclass(slots=True)
class Tally:
    """The progress of a search for a tree."""

    tries: int = 0
    #: Number of trees that failed each constraint, by its description.
    failed: Counter[str] = field(default_factory=Counter)
    #: The constraints that the nearest tree misses, and its properties, in words.
    nearest: str = ""

    def worst(self) -> str:
        """Return the constraint that failed most often, in words; empty if none failed."""
        if not self.failed:
            return ""
        name, times = self.failed.most_common(1)[0]
        return f"{name} (failed in {times / max(self.tries, 1):.0%})"


class NotFound(PlytraceError):
    """No tree was found that meets an order; one may exist."""

    def __init__(self, tally: Tally, *, stopped: bool, hint: str = "") -> None:
        how = "stopped" if stopped else "no tree found"
        if not stopped:
            hint = hint or "Relax the constraints, widen the ranges, or allow more tries"
        nearest = "" if stopped else tally.nearest
        worst = tally.worst()
        about = nearest or (f"the constraint that failed most often is {worst}" if worst else "")
        tries = show_count(tally.tries, "try", "tries")
        super().__init__(f"{how} after {tries}" + (f"; {about}" if about else ""), hint=hint)
        self.tally = tally
        self.stopped = stopped


@dataclass(frozen=True, slots=True, repr=False)
class Generated:
    """A tree that meets an order."""

    tree: HandTree
    order: Order
    seed: str
    #: Properties of the tree, from the searches' logs.
    facts: TreeFacts
    tries: int
    #: Whether it distinguishes the misconceptions even for a key that accepts any convention.
    apart_for_any: bool = False
    #: Number for its letter with which it has these facts; None without a letter.
    number: Number | None = None

    def __repr__(self) -> str:
        tries = show_count(self.tries, "try", "tries")
        return f"<Generated {self.tree!r}, seed {self.seed!r}, after {tries}>"


def variant_seed(seed: str, number: int) -> str:
    """Return the seed of one of several trees, numbered from 1."""
    return f"{seed}-{number}"


def check_seed(seed: object, where: str = "seed") -> str:
    """Return a seed if it is valid."""
    if not (isinstance(seed, str) and seed.isprintable() and 0 < len(seed) <= _LONGEST_SEED):
        raise InvalidInput(
            f"{quote(seed) if isinstance(seed, str) else repr(seed)[:_LONGEST_SEED]} is not a seed",
            where=where,
            expected=f"a text of 1 to {_LONGEST_SEED} characters on one line",
        )
    return seed


def generate(
    order: Order,
    seed: str | int = "1",
    *,
    name: str = "",
    tries: int | None = None,
    on_try: Callable[[Tally], bool] | None = None,
) -> Generated:
    """Return a tree that meets an order; equal orders and seeds give equal trees everywhere.

    Args:
        order: required properties of the tree.
        seed: seed of the random choices, a text or a whole number.
        name: name of the tree; by default made from the seed.
        tries: maximum number of tries; 100,000 by default, or 5,000 with `apart`.
        on_try: called with the progress after every try; False stops the search.

    Raises:
        InvalidInput: the seed is not a text, is empty, too long, or more than one line.
        NotFound: no tree was found.
        UsageError: the order is not an `Order`.
    """
    if not isinstance(order, Order):
        raise UsageError(
            f"a tree cannot be generated from {order!r}",
            expected="an order, such as Order(plies=3, cutoffs=2)",
        )
    seed = check_seed(str(seed) if type(seed) is int else seed)
    found = _TreeSearch(order, Dice(f"plytrace.generate/1 {seed}"), tries, on_try)
    tree, facts, apart_for_any = found.run(name or f"Tree {seed}")
    number = None
    if order.band is not None:
        number = tree.values[tree.parse(order.band.leaf)]
        tree = order.band.lettered(tree)
    return Generated(tree, order, seed, facts, found.tally.tries, apart_for_any, number)


#: The distance of a sketch from the order, and the misconceptions that it does not distinguish.
_Cost = tuple[int, int]
_MET: _Cost = (0, 0)


class _TreeSearch:
    """One search for a tree."""

    def __init__(
        self, order: Order, dice: Dice, tries: int | None, on_try: Callable[[Tally], bool] | None
    ) -> None:
        self.order = order
        self.dice = dice
        is_slow = order.apart or order.band is not None
        self.tries = tries or (USUAL_TRIES_APART if is_slow else USUAL_TRIES)
        self.on_try = on_try
        self.tally = Tally()
        self.climbs = 0
        self.wanted = {
            key: (one, one.asked(order)) for key, one in CONSTRAINTS.items() if one.asked(order)
        }
        self.searches = any(one.needs_search for one, _ in self.wanted.values())
        #: Whether the quick search gives the counts of the real one.
        quick = order.search_name in ("alphabeta", "negamax", "transposition")
        self.quick = quick and not order.pruned
        #: Number of trees to find before choosing one.
        needs_one_convention = order.apart and not OF_ONE_CONVENTION & set(order.apart)
        self.candidates = _CANDIDATES if needs_one_convention else 1
        self.cuts: bool = find_search(order.search_name).has_window
        leaves = min(order.most_leaves, MOST_NODES)
        stall = max(_LEAST_STALL, min(_STALL_LEAVES // leaves, _MOST_STALL))
        is_slow = self.searches and self.cuts and not self.quick
        #: Maximum number of tries without progress; None if only the total is limited.
        self.stall = None if tries or order.apart else _STALL_IF_SLOW if is_slow else stall
        self.nearest: _Cost | None = None
        self.nearest_try = 0

    def run(self, name: str) -> tuple[HandTree, TreeFacts, bool]:
        """Find a tree; return it, its properties, and `apart_for_any` of `Generated`.

        Among a few trees that distinguish the misconceptions, the first that does so for any key is
        preferred; if there is none, the first tree is returned.
        """
        order = self.order
        first: tuple[HandTree, TreeFacts] | None = None
        for _ in range(self.candidates):
            try:
                tree, facts = self.next_tree(name)
            except NotFound as error:
                if first is None or error.stopped:
                    raise
                break
            if not order.apart or is_apart_for_any(tree, order):
                return tree, facts, bool(order.apart)
            first = first or (tree, facts)
        assert first is not None
        return *first, False

    def next_tree(self, name: str) -> tuple[HandTree, TreeFacts]:
        """Return the next tree that meets the order, and its properties."""
        order = self.order
        while True:
            sketch = self.climb(self.shape())
            if sketch is None:
                continue
            tree = sketch.build(order.players, name)
            played = search_facts(tree, order.search_name, order.convention)
            facts = tree_facts(sketch, played)
            if any(one.miss(order, facts) for one, _ in self.wanted.values()):
                continue
            if order.band is None:
                return tree, facts
            answer = order.band.answer(tree, order.search_name, order.convention, order.value_span)
            if answer is not None:
                return tree, facts
            self.tally.nearest = (
                f"asked for {order.band}, but its answer has no end in {order.value_span}"
            )
            self.count([f"band ({order.band})"])

    def shape(self) -> TreeSketch:
        """Return a random tree without values."""
        while (shape := draw_shape(self.order, self.dice)) is None:
            self.count(["branching (the tree has too many leaves)"])
        return shape

    def climb(self, shape: TreeSketch) -> TreeSketch | None:
        """Climb from a random sketch to one that meets the order; None if it gets stuck."""
        order, dice = self.order, self.dice
        self.climbs += 1
        sketch, cost = self.start(shape)
        level = 0
        patience = min(_PATIENCE + _PATIENCE_A_LEAF * len(shape.leaves), _MOST_PATIENCE)
        while cost != _MET and level < patience:
            other = change_slightly(sketch, order, dice)
            found = self.cost(other)
            level = 0 if found < cost else level + 1
            if found <= cost or dice.below(_WORSENING_ODDS) == 0:
                sketch, cost = other, found
        return sketch if cost == _MET else None

    def start(self, shape: TreeSketch) -> tuple[TreeSketch, _Cost]:
        """Return a sketch to start from, and its cost.

        Sorted children lead to many or few cutoffs. A sorted sketch is used only if it is far
        nearer to the order, since a random one looks less regular.
        """
        order = self.order
        # Sorted children lead to few cutoffs if many values are equal.
        levels = order.children and self.searches and not order.distinct and self.climbs % 2 == 0
        few = self.dice.between(1, _FEW) if levels else 0
        sketch = fill(shape, order, self.dice, values_at_most=few)
        if order.children:
            sort_children(sketch, best_first=order.children == "best-first")
        cost = self.cost(sketch)
        if order.children or not self.searches:
            return sketch, cost
        for best_first in (True, False):
            if cost == _MET:
                break
            other = sketch.copy()
            sort_children(other, best_first=best_first)
            found = self.cost(other)
            if found[0] * 2 < cost[0]:
                sketch, cost = other, found
        return sketch, cost

    def cost(self, sketch: TreeSketch) -> _Cost:
        """Return a sketch's distance from the order; misconceptions count once all else is met."""
        order = self.order
        facts = tree_facts(sketch, self.played(sketch))
        missed = {
            key: miss for key, (one, _) in self.wanted.items() if (miss := one.miss(order, facts))
        }
        clauses: list[str] = []
        if order.apart and not missed:
            tree = sketch.build(order.players)
            clauses = [*failures(tree, order)] or [*confusions(tree, order)]  # the quick one first
        alike = len(order.apart) ** 2 if missed else len(clauses)
        cost = sum(missed.values()), alike
        if self.nearest is None or cost < self.nearest:
            self.nearest, self.nearest_try = cost, self.tally.tries
            asked = " and ".join(self.wanted[key][1] for key in missed)
            found = " and ".join(self.wanted[key][0].found(order, facts) for key in missed)
            nearest = f"the nearest tree has {found}"
            if not missed:
                asked = f"different answers for {', '.join(order.apart)}"
                nearest = f"in the nearest tree {'; '.join(clauses[:_MOST_CLAUSES])}"
            self.tally.nearest = f"asked for {asked}, but {nearest}"
        names = [f"{key} ({self.wanted[key][1]})" for key in missed]
        self.count([*names, *(f"apart ({clause})" for clause in clauses)])
        return cost

    def played(self, sketch: TreeSketch) -> SearchFacts:
        """Return the counts of the search in a sketch."""
        order = self.order
        if not (self.searches and self.cuts):
            return SearchFacts()
        if self.quick:
            return quick_alphabeta(sketch, order.convention)
        return search_facts(sketch.build(order.players), order.search_name, order.convention)

    def count(self, failed: list[str]) -> None:
        """Count a try."""
        tally = self.tally
        tally.tries += 1
        tally.failed.update(failed)
        continues = self.on_try(tally) if self.on_try else True
        is_met = self.nearest == _MET
        waited = tally.tries - self.nearest_try
        is_stalled = self.stall is not None and waited >= self.stall and not is_met
        if failed and (not continues or is_stalled or tally.tries >= self.tries):
            raise NotFound(tally, stopped=not continues, hint=self.hint())

    def hint(self) -> str:
        """Return advice if a misconception shows in hardly any tree; empty otherwise."""
        low, high = self.order.value_span
        if "zero-unset" in self.order.apart and not low < 0 < high:
            return "Use values on both sides of 0, such as -9..9, to distinguish zero-unset"
        return ""
