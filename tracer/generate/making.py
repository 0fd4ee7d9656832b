"""Looking for a tree that meets an order.

Values are drawn at random, and then changed a little at a time: a change is kept where the tree
comes no further from the order for it (hill climbing that may walk along level ground). Where that
comes to nothing for long, a new tree is drawn. What is found is searched by the real searches, and
handed out only if their logs have all that was promised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.errors import InvalidInput, PlytraceError
from engine.search import find_search
from tracer.generate.apart import failures
from tracer.generate.bounds import bounds_of
from tracer.generate.constraints import CONSTRAINTS
from tracer.generate.dice import Dice
from tracer.generate.facts import Facts, Played, play, quick_facts
from tracer.generate.graded import OF_ONE_CONVENTION, confusions, is_apart_for_any
from tracer.generate.impossible import check_possible, misfit
from tracer.generate.measuring import measured, played_by
from tracer.generate.moves import changed, sort_children
from tracer.generate.never_apart import rarely_shown
from tracer.generate.order import Order
from tracer.generate.sketch import Shape, Sketch, draw_shape, fill
from trees.hand_tree import HandTree
from trees.quoting import quoted

__all__ = ["Generated", "NotFound", "Tally", "check_seed", "generate", "variant_seed"]

#: Trees that are looked at before an order is given up; with misconceptions, each of which is a
#: search of its own, fewer.
USUAL_TRIES, USUAL_TRIES_APART = 100_000, 5_000
#: Changes without getting nearer after which a new tree is drawn, more of them for each leaf, and
#: the most of them.
_PATIENCE, _PATIENCE_A_LEAF, _MOST_PATIENCE = 200, 4, 2_000
_LONGEST_SEED = 100
#: Trees that tell misconceptions apart, of which one that does so for any key is handed out.
_CANDIDATES = 6
#: One change in so many is kept although it leads away.
_WHIM = 50
#: Different values, at most, of a tree that is begun with few.
_FEW = 4


@dataclass(slots=True)
class Tally:
    """What was tried.

    Args:
        tries: trees that were looked at.
        failed: how many of them failed each constraint, by what it is called.
    """

    tries: int = 0
    failed: Counter[str] = field(default_factory=Counter)

    def worst(self) -> str:
        """The constraint that failed most often, in words; empty where none did."""
        if not self.failed:
            return ""
        name, times = self.failed.most_common(1)[0]
        return f"{name} (failed in {times / max(self.tries, 1):.0%})"


class NotFound(PlytraceError):
    """No tree was found that meets an order, which does not mean that there is none.

    Args:
        tally: what was tried.
        stopped: whether somebody stopped the search.
        hint: what to do, where something better is known than to ask for less.
    """

    def __init__(self, tally: Tally, *, stopped: bool, hint: str = "") -> None:
        how = "stopped" if stopped else "no tree found"
        worst = tally.worst()
        if not stopped:
            hint = hint or "Ask for less, give it more room, or allow more tries"
        super().__init__(
            f"{how} after {tally.tries:,} tries"
            + (f"; what failed most often: {worst}" if worst else ""),
            hint=hint,
        )
        self.tally = tally
        self.stopped = stopped


@dataclass(frozen=True, slots=True)
class Generated:
    """A tree that meets an order.

    Args:
        tree: the tree.
        order: what was ordered.
        seed: what it was drawn from.
        facts: what it is like, as the searches' logs have it.
        tries: trees that were looked at.
        apart_for_any: whether it tells the misconceptions apart for a key that accepts any
            convention as well.
    """

    tree: HandTree
    order: Order
    seed: str
    facts: Facts
    tries: int
    apart_for_any: bool = False


def variant_seed(seed: str, number: int) -> str:
    """The seed of one of several trees, counted from 1."""
    return f"{seed}-{number}"


def check_seed(seed: object, where: str = "seed") -> None:
    """Refuse what no tree can be drawn from.

    Args:
        seed: the seed.
        where: where it stands, for the error.

    Raises:
        InvalidInput: it is no text, empty, too long, or more than a line.
    """
    if not (isinstance(seed, str) and seed.isprintable() and 0 < len(seed) <= _LONGEST_SEED):
        raise InvalidInput(
            quoted(seed) if isinstance(seed, str) else repr(seed)[:_LONGEST_SEED],
            where=where,
            expected=f"a text of 1 to {_LONGEST_SEED} signs on one line",
        )


def generate(
    order: Order,
    seed: str,
    *,
    name: str = "",
    tries: int | None = None,
    on_try: Callable[[Tally], bool] | None = None,
) -> Generated:
    """A tree that meets an order; the same for the same order and seed, always and everywhere.

    Args:
        order: what it is to be like.
        seed: what it is drawn from.
        name: what it is called; by default after the seed.
        tries: trees that may be looked at; 100,000 by default, or 5,000 with `apart`.
        on_try: called with what was tried after every try; False stops the search.

    Raises:
        InvalidInput: the seed is no text, empty, too long, or more than a line.
        ImpossibleOrder: no tree can meet the order.
        NotFound: none was found.
    """
    check_seed(seed)
    check_possible(order)
    if tries is None:
        tries = USUAL_TRIES_APART if order.apart else USUAL_TRIES
    found = _Search(order, Dice(f"plytrace.generate/1 {seed}"), tries, on_try)
    tree, facts, apart_for_any = found.run(name or f"Tree {seed}")
    return Generated(tree, order, seed, facts, found.tally.tries, apart_for_any)


#: How far a sketch is from the order, and then how many misconceptions it does not tell apart.
_Cost = tuple[int, int]
_MET: _Cost = (0, 0)


class _Search:
    """One search for a tree."""

    def __init__(
        self, order: Order, dice: Dice, tries: int, on_try: Callable[[Tally], bool] | None
    ) -> None:
        self.order = order
        self.dice = dice
        self.tries = tries
        self.on_try = on_try
        self.tally = Tally()
        self.climbs = 0
        self.wanted = {
            key: (one, one.told(order)) for key, one in CONSTRAINTS.items() if one.told(order)
        }
        self.searches = any(one.needs_search for one, _ in self.wanted.values())
        #: Whether the quick search stands for the real one.
        self.quick = order.search_name in ("alphabeta", "negamax", "transposition")
        #: Trees that are found to choose one of.
        choosy = order.apart and not OF_ONE_CONVENTION & set(order.apart)
        self.candidates = _CANDIDATES if choosy else 1
        self.cuts: bool = find_search(order.search_name).has_window

    def run(self, name: str) -> tuple[HandTree, Facts, bool]:
        """The tree, under a name, what it is like, and whether it is apart for any convention.

        Of trees that tell misconceptions apart, the first of a few that does so whatever a key
        accepts; the first of all where none does.
        """
        order = self.order
        first: tuple[HandTree, Facts] | None = None
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

    def next_tree(self, name: str) -> tuple[HandTree, Facts]:
        """A tree that meets the order, under a name, and what it is like."""
        order = self.order
        while True:
            sketch = self.climb(self.shape())
            if sketch is None:
                continue
            tree = sketch.tree(order.root, name)
            facts = measured(tree, order.search_name, order.convention)
            if not any(one.miss(order, facts) for one, _ in self.wanted.values()):
                return tree, facts

    def shape(self) -> Shape:
        """A shape in which the order is not impossible."""
        while True:
            shape = draw_shape(self.order, self.dice)
            if shape is None:
                self.count(["branching (a tree of bearable size)"])
                continue
            refused = misfit(self.order, bounds_of(shape))
            if refused is None:
                return shape
            told = self.wanted[refused[0]][1] if refused[0] in self.wanted else refused[0]
            self.count([f"{refused[0]} ({told})"])

    def climb(self, shape: Shape) -> Sketch | None:
        """The first sketch on the way from a random one that meets the order, if there is one."""
        order, dice = self.order, self.dice
        self.climbs += 1
        sketch, cost = self.start(shape)
        level = 0
        patience = min(_PATIENCE + _PATIENCE_A_LEAF * len(shape.leaves), _MOST_PATIENCE)
        while cost != _MET and level < patience:
            other = changed(sketch, order, dice)
            found = self.cost(other)
            level = 0 if found < cost else level + 1
            if found <= cost or dice.below(_WHIM) == 0:
                sketch, cost = other, found
        return sketch if cost == _MET else None

    def start(self, shape: Shape) -> tuple[Sketch, _Cost]:
        """A sketch to begin with, and its cost.

        Much or little is cut where children are sorted. Such a sketch is taken only where it is far
        nearer to the order, since one at random looks less regular.
        """
        order = self.order
        # Sorted children bring about few cutoffs where many values are equal.
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

    def cost(self, sketch: Sketch) -> _Cost:
        """How far a sketch is from the order; the misconceptions count where all else is met."""
        order = self.order
        facts = quick_facts(sketch, self.played(sketch))
        missed = {
            key: miss for key, (one, _) in self.wanted.items() if (miss := one.miss(order, facts))
        }
        names = [f"{key} ({self.wanted[key][1]})" for key in missed]
        alike = [len(order.apart) ** 2] if missed else []
        if not missed and order.apart:
            tree = sketch.tree(order.root)
            alike_in = [*failures(tree, order)] or [*confusions(tree, order)]  # the quick one first
            names = [f"apart ({one})" for one in alike_in]
            alike = [len(names)]
        self.count(names)
        return sum(missed.values()), sum(alike)

    def played(self, sketch: Sketch) -> Played:
        """What the search does in a sketch."""
        order = self.order
        if not (self.searches and self.cuts):
            return Played()
        if self.quick:
            return play(sketch, order.convention)
        return played_by(sketch.tree(order.root), order.search_name, order.convention)

    def count(self, failed: list[str]) -> None:
        """Count a try.

        Raises:
            NotFound: it was the last one, or somebody wants no more.
        """
        tally = self.tally
        tally.tries += 1
        tally.failed.update(failed)
        goes_on = self.on_try(tally) if self.on_try else True
        if failed and not (goes_on and tally.tries < self.tries):
            raise NotFound(tally, stopped=not goes_on, hint=rarely_shown(self.order))
