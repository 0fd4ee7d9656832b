"""Orders that no tree can meet, as far as counting tells: the constraint that fails, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.errors import InvalidInput
from engine.search import find_search
from tracer.check.work_tree import MOST_NODES as MOST_WORKED
from tracer.generate.bounds import Bounds, even_bounds, has_room_for_deep
from tracer.generate.never_apart import never_apart
from tracer.generate.order import MOST_NODES, Order

__all__ = ["ImpossibleOrder", "check_possible", "misfit"]

#: A constraint that fails, why, and what to do.
Refusal = tuple[str, str, str]


class ImpossibleOrder(InvalidInput):
    """An order that no tree can meet.

    Args:
        key: the constraint that fails.
        why: the reason.
        hint: what to do.
        where: the place, where it was read from a file.
    """

    def __init__(self, key: str, why: str, hint: str = "", where: str = "") -> None:
        super().__init__(f"no tree can meet this: {why}", where=where or key, hint=hint)
        self.key = key


def check_possible(order: Order) -> None:
    """Refuse an order that no tree can meet.

    Raises:
        ImpossibleOrder: there is none, as counting alone tells.
    """
    for check in _CHECKS:
        for key, why, hint in check(order):
            raise ImpossibleOrder(key, why, hint)


def misfit(order: Order, bounds: Bounds) -> Refusal | None:
    """What no values can bring about in a tree of a certain shape; None where nothing is known.

    Args:
        order: what is wanted.
        bounds: of the shape.
    """
    leaves = bounds.leaves
    if order.cutoffs is not None and order.cutoffs.low > bounds.most_cutoffs:
        return (
            "cutoffs",
            f"{order.cutoffs.low} cutoffs in a tree of {leaves} leaves, where at most "
            f"{bounds.most_cutoffs} nodes can be cut",
            "More plies or children make room for more",
        )
    if order.skipped is not None:
        low, high = order.skipped.of(leaves)
        most = leaves - bounds.fewest_seen
        if low > high:
            return (
                "skipped",
                f"{order.skipped} of {leaves} leaves is no whole number of leaves",
                "Write a range, such as 30%..40%",
            )
        if low > most:
            return (
                "skipped",
                f"{low} of {leaves} leaves skipped, where alpha-beta visits at least "
                f"{bounds.fewest_seen} and skips at most {most}",
                "Ask for less, or for more plies or children",
            )
    if order.distinct:
        room = order.value_span.high - order.value_span.low + 1
        if leaves > room:
            return (
                "distinct",
                f"{leaves} leaves with distinct values, and {room} whole values in "
                f"{order.value_span}",
                "Widen values",
            )
    return None


def _sorted_misfit(order: Order, bounds: Bounds) -> Refusal | None:
    """What sorted children settle: the minimal tree, or none that is cut.

    Only where all nodes of a ply have as many children: sorting leaves such a shape as it is.
    """
    if not _cuts(order) or order.chance:
        return None
    exact: tuple[int, int] | None = None
    if order.children == "best-first" and (order.distinct or order.convention.cutoff == ">="):
        exact = bounds.best_cutoffs, bounds.leaves - bounds.fewest_seen
    if order.children == "worst-first" and order.distinct and order.plies < 4:
        exact = 0, 0  # deeper down there are deep cutoffs
    if exact is None:
        return None
    if order.cutoffs is not None and order.cutoffs.miss(exact[0]):
        return (
            "cutoffs",
            f"{order.cutoffs} cutoffs, and children that stand {order.children} make "
            f"{exact[0]} in a tree of {bounds.leaves} leaves",
            "Leave children as they come, or ask for that number",
        )
    if order.skipped is not None:
        low, high = order.skipped.of(bounds.leaves)
        if not low <= exact[1] <= high:
            return (
                "skipped",
                f"{order.skipped} of the leaves skipped, and children that stand "
                f"{order.children} make it {exact[1]} of {bounds.leaves}",
                "Leave children as they come, or ask for that number",
            )
    return None


def _cuts(order: Order) -> bool:
    return find_search(order.search_name).has_window


def _size(order: Order) -> Iterator[Refusal]:
    nodes, level = 1, 1
    for span in order.spans:
        level *= span.low
        nodes += level
    most = MOST_WORKED if order.apart else MOST_NODES
    if nodes > most:
        yield (
            "branching",
            f"{order.plies} plies with at least {order.fewest_leaves:,} leaves are {nodes:,} nodes "
            f"or more, and a tree here has at most {most:,}",
            "Ask for fewer plies or children",
        )


def _chance(order: Order) -> Iterator[Refusal]:
    kind = find_search(order.search_name)
    if order.chance and not kind.takes_chance:
        yield (
            "search",
            f"{kind.name} over chance nodes, which it cannot value",
            "Leave the search out: it is expectiminimax then",
        )
    for at in order.chance:
        span = order.spans[at]
        width = order.value_span.high - order.value_span.low
        if width < 1 or (order.whole and width < 2):
            why = "differ and have a whole mean" if order.whole else "differ"
            yield "values", f"outcomes in {order.value_span} that {why}", "Widen values"
        most = max(order.fractions)
        if span.low > most:
            yield (
                "branching",
                f"{span.low} outcomes at depth {at}, and fractions of at most {most} parts",
                f"At a chance node there can be 2 to {most}",
            )
        if span.high < 2:
            yield (
                "branching",
                f"one outcome at depth {at}, where chance moves",
                "A chance node has 2 or more",
            )


def _search(order: Order) -> Iterator[Refusal]:
    asked = {
        "cutoffs": order.cutoffs is not None and order.cutoffs.low > 0,
        "deep": order.deep > 0,
        "skipped": order.skipped is not None and order.skipped.low > 0,
    }
    name = order.search_name
    for key, wanted in asked.items():
        if wanted and not _cuts(order):
            why = "has chance nodes, and no search cuts there" if order.chance else "never cuts"
            yield key, f"{name} {why}", "" if order.chance else "Use alphabeta"
    if order.deep and name == "pvs":
        yield (
            "deep",
            "the bounds of pvs's null windows are set by no node above",
            "Use alphabeta",
        )


def _deep(order: Order) -> Iterator[Refusal]:
    if not order.deep:
        return
    if order.plies < 4:
        yield (
            "deep",
            f"a deep cutoff in {order.plies} plies: the node is at least three plies below the "
            "one that set the bound, and has children",
            "Ask for 4 plies or more",
        )
    elif not has_room_for_deep(order.spans, order.turns):
        yield (
            "deep",
            "a deep cutoff takes a choice at a node and at the other player's three plies above",
            "Give both plies two children or more",
        )
    if order.cutoffs is not None and order.cutoffs.high < order.deep:
        yield (
            "deep",
            f"at least {order.deep} deep cutoffs and {order.cutoffs} cutoffs",
            "A deep cutoff is one of the cutoffs",
        )


def _amounts(order: Order) -> Iterator[Refusal]:
    if order.cutoffs is None or order.skipped is None:
        return
    leaves = min(order.most_leaves, MOST_NODES)
    high = order.skipped.of(leaves)[1]
    if order.cutoffs.low > high:
        yield (
            "skipped",
            f"{order.cutoffs} cutoffs and at most {high} leaves skipped",
            "Every cutoff skips a leaf or more",
        )
    if order.cutoffs.high == 0 and order.skipped.low > 0:
        yield "skipped", f"no cutoffs and {order.skipped} of the leaves skipped", "Only cuts skip"


def _values(order: Order) -> Iterator[Refusal]:
    values = order.value_span
    if order.distinct and order.ties:
        yield "ties", "ties and distinct values", "Ask for one of the two"
    if order.ties >= order.most_leaves:
        yield (
            "ties",
            f"{order.ties} ties in a tree of at most {order.most_leaves} leaves: each is a leaf "
            "whose value stands before it",
            f"Ask for at most {order.most_leaves - 1}",
        )
    if not order.unique:
        return
    if order.turns[0].name == "CHANCE":
        yield "unique", "a best move at the root, where chance moves", "Leave unique out"
    elif order.spans[0].low > 1:
        if values.is_fixed:
            yield "unique", f"a unique best move, and all values are {values}", "Widen values"
        if order.ties == order.most_leaves - 1:
            yield "unique", f"a unique best move, and {order.ties} ties make all values equal", ""


def _shape(order: Order) -> Iterator[Refusal]:
    """What the one shape cannot hold, or where there are several, not even the largest."""
    largest = even_bounds(order.turns, [span.high for span in order.spans])
    if order.distinct:
        smallest = even_bounds(order.turns, [span.low for span in order.spans])
        room = order.value_span.high - order.value_span.low + 1
        if smallest.leaves > room:
            yield (
                "distinct",
                f"{smallest.leaves} leaves or more with distinct values, and {room} whole values "
                f"in {order.value_span}",
                "Widen values",
            )
    if not _cuts(order):
        return
    if all(span.is_fixed for span in order.spans):
        found = misfit(order, largest) or _sorted_misfit(order, largest)
        if found:
            yield found
        return
    if order.cutoffs is not None and order.cutoffs.low > largest.most_cutoffs:
        yield (
            "cutoffs",
            f"{order.cutoffs.low} cutoffs, where at most {largest.most_cutoffs} nodes can be cut",
            "More plies or children make room for more",
        )
    # Of a percentage the largest tree need not have the most.
    if order.skipped is not None and not order.skipped.percent:
        most = largest.leaves - largest.fewest_seen
        if order.skipped.low > most:
            yield (
                "skipped",
                f"{order.skipped} leaves skipped, where alpha-beta skips at most {most}",
                "Ask for less, or for more plies or children",
            )


_CHECKS: Final[tuple[Callable[[Order], Iterator[Refusal]], ...]] = (
    _size,
    _chance,
    _search,
    _deep,
    _amounts,
    _values,
    _shape,
    never_apart,
)
