"""Why a node returned early: the cutoff test, its bounds, and the node above that set them."""

from __future__ import annotations

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.recording.fold import Fold, fold
from tracer.recording.recording import Recording
from tracer.steps.node_names import SentenceNames
from tracer.steps.pseudocode import listing
from tracer.steps.snapshot import Event, EventKind
from tracer.text.numbers import show_number

__all__ = ["bound_holder", "cutoff_reason", "cutoff_test", "own_and_other", "tested_bound"]


def cutoff_reason(trace: Recording, row: int) -> str:
    """Explain an early return in one sentence that names the compared bounds.

    Args:
        trace: the search.
        row: the row of a node with `Flag.EARLY_RETURN`.
    """
    log = trace.log
    at_max = log.player[row] == Player.MAX
    visits = sum(1 for _ in log.children(row))
    now = fold(trace, row, visits)
    before = fold(trace, row, visits - 1)
    bound = before.beta if at_max else before.alpha
    me, other = own_and_other(at_max)
    comparison = cutoff_test(trace, at_max, now.v, before, holds=True)
    holder, through = _holder(trace, row, bound, at_max)
    scout = _scout(trace, row, at_max)
    names = SentenceNames(trace, (row, holder, through) if scout is None else (row, scout))
    name = names.later_name(row)
    if scout is not None and log.flags[scout] & Flag.RESEARCH:
        side = "least" if not at_max else "most"
        has = (
            f"{names.first_name(scout)} is worth at {side} {show_number(bound)} by its first search"
        )
    elif scout is not None:
        asked = show_number(log.alpha[scout] if at_max else log.beta[scout])
        has = (
            f"the null window asks only whether {names.first_name(scout)} is "
            f"worth {'more' if at_max else 'less'} than {asked}"
        )
    elif holder != NO_PARENT:
        at, via = names.first_name(holder), names.later_name(through)
        has = f"{other} has {show_number(bound)} at {at} through {via}"
    else:
        what = "pass" if trace.narrows else "search"
        has = f"the {what} began with {tested_bound(at_max)} = {show_number(bound)}"
    skipped = trace.skipped_children(row)
    end = f"{name} returns; it had no more children to skip"
    if skipped:
        end = f"{names.child_names(row, skipped)} {'is' if len(skipped) == 1 else 'are'} skipped"
    already = "already at" if log.tried[row] == 1 or skipped else "at"
    return (
        f"{names.first_name(row)} is a {me} node and {already} {show_number(now.v)}; {has}, "
        f"so {name} can no longer matter ({comparison}): {end}."
    )


def bound_holder(trace: Recording, event: Event) -> int:
    """Find the node above that set the bound of a cutoff, as its sentence names it.

    Args:
        trace: the search.
        event: a step's event.

    Returns:
        Its row; `NO_PARENT` without a cutoff, or if the bound is not the value of a node above.
    """
    row = event.parent
    if event.kind is not EventKind.CUT:
        return NO_PARENT
    at_max = trace.log.player[row] == Player.MAX
    if _scout(trace, row, at_max) is not None:
        return NO_PARENT
    before = fold(trace, row, sum(1 for _ in trace.log.children(row)) - 1)
    return _holder(trace, row, before.beta if at_max else before.alpha, at_max)[0]


def own_and_other(at_max: bool) -> tuple[str, str]:
    """Return the node's own player, and the other one."""
    return ("MAX", "MIN") if at_max else ("MIN", "MAX")


def tested_bound(at_max: bool) -> str:
    """Return the symbol of the bound in a node's cutoff test."""
    return "β" if at_max else "α"


def cutoff_test(trace: Recording, at_max: bool, v: float, before: Fold, *, holds: bool) -> str:
    """Return the cutoff test with its numbers, as the course writes it.

    It compares v with a bound, or α with β.

    Args:
        trace: the search.
        at_max: whether it is a MAX node's test.
        v: the tested value.
        before: the node's v and bounds before its last child returned.
        holds: whether the test succeeds; if not, the opposite comparison is written.
    """
    test = listing(trace).text_of(Player.MAX if at_max else Player.MIN, "test")
    if trace.sees_as_mover:  # one test for both players; the sentence uses MAX's side
        test = ""
    alpha = max(before.alpha, v) if at_max else before.alpha
    beta = before.beta if at_max else min(before.beta, v)
    sides = [("v", v), ("β", before.beta) if at_max else ("α", before.alpha)]
    above = at_max
    if "α" in test and "β" in test:  # the node's own bound is already updated with v
        above = test.index("α") < test.index("β")
        sides = [("α", alpha), ("β", beta)] if above else [("β", beta), ("α", alpha)]
    strict = trace.settings.convention.cutoff == ">"
    sign = (">" if strict else "≥") if above else ("<" if strict else "≤")
    if not holds:
        sign = {"≥": "<", ">": "≤", "≤": ">", "<": "≥"}[sign]
    (left, one), (right, other) = sides
    return f"{left} = {show_number(one)} {sign} {right} = {show_number(other)}"


def _holder(trace: Recording, row: int, bound: float, at_max: bool) -> tuple[int, int]:
    """Find the rows of the nearest node above that set a bound, and of the child it came from."""
    log = trace.log
    setter = Player.MIN if at_max else Player.MAX
    child, above = row, log.parent[row]
    found = NO_PARENT, NO_PARENT
    while above != NO_PARENT:
        entered = log.beta[above] if at_max else log.alpha[above]
        now = log.beta[child] if at_max else log.alpha[child]
        if log.player[above] == setter and now == bound != entered:
            found = above, child
            break
        child, above = above, log.parent[above]
    if found[0] == NO_PARENT:
        return found
    place = sum(1 for sibling in log.children(found[0]) if sibling < found[1])
    best = fold(trace, found[0], place).best
    return found[0], best


def _scout(trace: Recording, row: int, at_max: bool) -> int | None:
    """Find the nearest node above a cutoff, or at it, whose null window set the bound, if any.

    Only the player to move narrows a window. If the other bound changed, the node below was
    scouted. A second search can start from the value of the scout.
    """
    log = trace.log
    child, above = row, log.parent[row]
    while above != NO_PARENT:
        entered = log.beta[above] if at_max else log.alpha[above]
        now = log.beta[child] if at_max else log.alpha[child]
        if now != entered:
            setter = Player.MIN if at_max else Player.MAX
            again = trace.second == "value" and log.flags[child] & Flag.RESEARCH
            return child if again or log.player[above] != setter else None
        child, above = above, log.parent[above]
    return None
