"""Why chance nodes cannot be as they were ordered, as far as counting tells."""

from __future__ import annotations

from collections.abc import Iterator

from engine.search import find_search
from tracer.generate.order import Order
from tracer.generate.sketch import outcome_counts, tidy_shares
from tracer.generate.spans import plural

__all__ = ["impossible_chance"]


def impossible_chance(order: Order) -> Iterator[tuple[str, str, str]]:
    """What chance nodes cannot have: the constraint that fails, why, and what to do."""
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
        elif span.high < 2:
            yield (
                "branching",
                f"one outcome at depth {at}, where chance moves",
                "A chance node has 2 or more",
            )
        elif not outcome_counts(order, at):
            yield _no_outcomes(order, at)
        # Of two outcomes with q-ths, the mean is whole only if they are a multiple of q apart.
        elif order.whole and outcome_counts(order, at) == [2] and min(order.fractions) > width:
            yield (
                "values",
                f"two outcomes in {order.value_span} with a whole mean, and probabilities of "
                f"{min(order.fractions)} parts or more",
                "Widen values, or name smaller fractions",
            )
    if not order.chance:
        return
    # Outcomes differ, and so do the leaves that they are worth; above other chance nodes, two.
    differ = max(order.spans[max(order.chance)].low, 2)
    most = order.most_leaves - differ
    if most < order.ties < order.most_leaves:
        yield (
            "ties",
            f"{plural(order.ties, 'tie')} among at most {order.most_leaves} leaves, where chance "
            f"has {differ} outcomes that differ",
            f"Ask for at most {most}",
        )


def _no_outcomes(order: Order, at: int) -> tuple[str, str, str]:
    """Why there are too many outcomes at a depth, for the probabilities or the values."""
    fewest = max(order.spans[at].low, 2)
    usable = [count for count in range(2, fewest) if tidy_shares(count, order.fractions)]
    if any(
        tidy_shares(count, order.fractions) for count in range(fewest, order.spans[at].high + 1)
    ):
        return (
            "values",
            f"{fewest} outcomes at depth {at} that differ, in {order.value_span}",
            "Widen values, or ask for fewer children there",
        )
    named = ", ".join(map(str, order.fractions))
    return (
        "fractions",
        f"{fewest} outcomes at depth {at} whose probabilities, in lowest terms, have no other "
        f"denominator than {named}",
        "Name more fractions" + (f", or ask for {usable[-1]} outcomes" if usable else ""),
    )
