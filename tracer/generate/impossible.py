"""Orders that no tree can meet, as far as counting tells: the constraint that fails, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.errors import InvalidInput
from engine.search import find_search
from tracer.check.work_tree import MOST_NODES as MOST_WORKED
from tracer.generate.bounds import Bounds, even_bounds, has_room_for_deep
from tracer.generate.impossible_chance import impossible_chance
from tracer.generate.never_apart import never_apart
from tracer.generate.order import MOST_NODES, Order
from tracer.generate.spans import plural

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
            f"{plural(order.cutoffs.low, 'cutoff')} in a tree of "
            f"{plural(leaves, 'leaf', 'leaves')}, where at most "
            f"{plural(bounds.most_cutoffs, 'node')} can be cut",
            "More plies or children make room for more",
        )
    if order.skipped is not None:
        low, high = order.skipped.of(leaves)
        most = leaves - bounds.fewest_seen
        if low > high and order.skipped.percent:
            return (
                "skipped",
                f"{order.skipped} of {plural(leaves, 'leaf', 'leaves')} is no whole number",
                "Write a range, such as 30%..40%",
            )
        if low > most:
            return (
                "skipped",
                f"{low} of {plural(leaves, 'leaf', 'leaves')} skipped, where alpha-beta visits at "
                f"least {bounds.fewest_seen} and skips at most {most}",
                "Ask for less, or for more plies or children",
            )
        found = _too_few_cutoffs(order, low, bounds)
        if found:
            return found
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


def _too_few_cutoffs(order: Order, skipped: int, bounds: Bounds) -> Refusal | None:
    """Why so many leaves cannot be skipped with the cutoffs that were ordered."""
    if order.cutoffs is None or skipped <= order.cutoffs.high * bounds.most_at_once:
        return None
    return (
        "skipped",
        f"{plural(skipped, 'leaf', 'leaves')} skipped with {plural(order.cutoffs, 'cutoff')}, "
        f"each of which skips at most {bounds.most_at_once}",
        "Ask for more cutoffs, or for fewer leaves",
    )


def _sorted_misfit(order: Order, bounds: Bounds) -> Refusal | None:
    """What sorted children, or values that are all equal, settle: the minimal tree, or no cut.

    Only where all nodes of a ply have as many children: sorting leaves such a shape as it is.
    """
    if not _cuts(order) or order.chance:
        return None
    minimal = bounds.best_cutoffs, bounds.leaves - bounds.fewest_seen
    cuts_equal = order.convention.cutoff == ">="
    exact: tuple[int, int] | None = None
    how = f"children that stand {order.children} make"
    if order.ties >= bounds.leaves - 1 or order.value_span.is_fixed:
        exact = minimal if cuts_equal else (0, 0)
        how = "values that are all equal make"
    elif order.children == "best-first" and (order.distinct or cuts_equal):
        exact = minimal
    elif order.children == "worst-first" and order.distinct and order.plies < 4:
        exact = 0, 0  # deeper down there are deep cutoffs
    if exact is None:
        return None
    hint = "Leave children or values as they come, or ask for that number"
    if order.cutoffs is not None and order.cutoffs.miss(exact[0]):
        return (
            "cutoffs",
            f"{plural(order.cutoffs, 'cutoff')}, and {how} {exact[0]} in a tree of "
            f"{plural(bounds.leaves, 'leaf', 'leaves')}",
            hint,
        )
    if order.skipped is not None:
        low, high = order.skipped.of(bounds.leaves)
        if not low <= exact[1] <= high:
            return (
                "skipped",
                f"{order.skipped} of the leaves skipped, and {how} it {exact[1]} of "
                f"{bounds.leaves}",
                hint,
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
            f"at least {plural(order.deep, 'deep cutoff')} and {plural(order.cutoffs, 'cutoff')}",
            "A deep cutoff is one of the cutoffs",
        )
    most = even_bounds(order.turns, [span.high for span in order.spans]).most_deep
    if order.deep > most:
        yield (
            "deep",
            f"at least {plural(order.deep, 'deep cutoff')}, where at most "
            f"{plural(most, 'node')} can be cut so",
            "Ask for fewer, or for more plies or children",
        )


def _amounts(order: Order) -> Iterator[Refusal]:
    if order.cutoffs is None or order.skipped is None:
        return
    leaves = min(order.most_leaves, MOST_NODES)
    high = order.skipped.of(leaves)[1]
    if order.cutoffs.low > high:
        yield (
            "skipped",
            f"{plural(order.cutoffs, 'cutoff')} and at most {plural(high, 'leaf', 'leaves')} "
            "skipped",
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
            f"{plural(order.ties, 'tie')} in a tree of at most "
            f"{plural(order.most_leaves, 'leaf', 'leaves')}: each is a leaf whose value stands "
            "before it",
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
            ties = plural(order.ties, "tie")
            yield "unique", f"a unique best move, and {ties} make all values equal", ""


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
            f"{plural(order.cutoffs.low, 'cutoff')}, where at most "
            f"{plural(largest.most_cutoffs, 'node')} can be cut",
            "More plies or children make room for more",
        )
    # Of a percentage the largest tree need not have the most.
    if order.skipped is not None and not order.skipped.percent:
        most = largest.leaves - largest.fewest_seen
        if order.skipped.low > most:
            yield (
                "skipped",
                f"{plural(order.skipped, 'leaf', 'leaves')} skipped, where alpha-beta skips at "
                f"most {most}",
                "Ask for less, or for more plies or children",
            )
        found = _too_few_cutoffs(order, int(order.skipped.low), largest)
        if found:
            yield found


_CHECKS: Final[tuple[Callable[[Order], Iterator[Refusal]], ...]] = (
    _size,
    impossible_chance,
    _search,
    _deep,
    _amounts,
    _values,
    _shape,
    never_apart,
)
